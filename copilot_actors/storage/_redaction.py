"""What is taken out of a session before it is shown to others."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias, final
from urllib.parse import quote

import msgspec

from copilot_actors._errors import JsonValue
from copilot_actors._redact import REDACTED

SECRET_PATTERNS: Final[tuple[str, ...]] = (
    r"gh[pousr]_[A-Za-z0-9]{20,}",
    r"github_pat_[A-Za-z0-9_]{20,}",
    r"\bsk-[A-Za-z0-9_-]{16,}",
    r"\bxox[a-z]-[A-Za-z0-9-]{10,}",
    r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b",
    r"\bAIza[A-Za-z0-9_-]{30,}",
    r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*",
    r"(?<=://)[^\s/:@]{1,256}:[^\s/@]{1,256}(?=@)",
    r"(?i)(?<=\bbearer )[A-Za-z0-9._~+/=-]{8,}",
    r"(?i)(?<=\bbasic )[A-Za-z0-9+/=]{16,}",
    # The end may have been cut off; a newline may stand escaped in a text of JSON.
    (
        r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[A-Za-z0-9+/=\s\\]*"
        r"(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?"
    ),
)
"""What is known to be secret by its form: GitHub's, OpenAI's, Slack's, AWS's and Google's tokens,
JSON web tokens, the user part of an URL, bearer and basic credentials, private keys."""

_HINTS: Final[Mapping[str, tuple[str, ...]]] = dict(
    zip(
        SECRET_PATTERNS,
        (
            ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
            ("github_pat_",),
            ("sk-",),
            ("xox",),
            ("akia", "asia"),
            ("aiza",),
            ("eyj",),
            ("://",),
            ("bearer ",),
            ("basic ",),
            ("-----begin ",),
        ),
        strict=True,
    )
)
"""What a text, in lower case, has if the pattern is in it: far cheaper to look for."""

_NAME_HINTS: Final = ("key", "secret", "token", "passw", "credential", "authorization")

_Step: TypeAlias = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
_NAMED: Final = re.compile(
    r"(?i)((?:api[_-]?key|access[_-]?key|secret|token|passw(?:or)?d|credential)s?"
    r"""\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?)([^\s"'\\,;&]{8,})"""
)
"""``PASSWORD=...``, ``"apiKey": "..."`` in a text: the name stays, the value goes."""

_SECRET_NAME: Final = re.compile(
    r"(?i)(?:.*[_-])?(?:api[_-]?key|password|passwd|secret|token|authorization|credentials?)"
    r"|.*(?:ApiKey|Password|Secret|AccessToken|AuthToken)"
)
"""A field whose text is secret whatever it looks like."""

_TIMES_ESCAPED: Final = 2


@final
class Redaction:
    """What an export leaves out: given values, and whatever matches a pattern.

    It is applied to the texts of the decoded events, the names of fields included, so an escape
    sequence hides nothing. A value is also found as it stands inside a text of JSON and in a URL.
    It cannot find a secret that the transcript has in another form, in Base64 or in parts.
    """

    def __init__(
        self, values: Iterable[str] = (), *, patterns: Sequence[str] = SECRET_PATTERNS
    ) -> None:
        """Make one.

        Args:
            values: secrets that are known; empty ones are ignored.
            patterns: regular expressions of what else is secret. ``()`` leaves the known values
                alone; otherwise fields and assignments with a telling name (``token``,
                ``password``, ``apiKey``) lose their values too.

        Raises:
            ValueError: a pattern is no regular expression.
        """
        known = {form for value in values if value for form in _forms(value)}
        longest_first = sorted(known, key=len, reverse=True)
        self._values = re.compile("|".join(map(re.escape, longest_first))) if known else None
        try:
            # One after the other, since a pattern may set a flag for itself alone.
            self._patterns = [(_HINTS.get(part, ()), re.compile(part)) for part in patterns]
        except re.error as error:
            raise ValueError(f"Redaction: {error}") from None

    def __repr__(self) -> str:
        # Never the values.
        values = "with" if self._values is not None else "without"
        return f"<Redaction by {len(self._patterns)} patterns, {values} values>"

    def text(self, text: str) -> tuple[str, int]:
        """Return the text without secrets, and how many were taken out."""
        return _take_out(text, self._steps(text))

    def value(self, value: JsonValue) -> tuple[JsonValue, int]:
        """The same for a JSON value of any kind."""
        try:
            whole = msgspec.json.encode(value).decode()
        except (OverflowError, UnicodeEncodeError):
            # An integer of more than 64 bits, half a surrogate pair. With every hint, nothing is
            # ruled out.
            whole = " ".join(hint for hints in (*_HINTS.values(), _NAME_HINTS) for hint in hints)
        steps = self._steps(whole)
        by_name = bool(self._patterns) and _has(whole.lower(), _NAME_HINTS)
        return self._clean(value, steps, by_name=by_name) if steps or by_name else (value, 0)

    def _steps(self, text: str) -> list[_Step]:
        """What may find something in a text, or in one that is part of a JSON text."""
        steps: list[_Step] = []
        if self._values is not None:
            steps.append((self._values, REDACTED))
        if self._patterns:
            lowered = text.lower()
            steps += [
                (pattern, REDACTED)
                for hints, pattern in self._patterns
                if not hints or _has(lowered, hints)
            ]
            if _has(lowered, _NAME_HINTS):
                steps.append((_NAMED, _keep_name))
        return steps

    def _clean(
        self, value: JsonValue, steps: list[_Step], *, by_name: bool
    ) -> tuple[JsonValue, int]:
        if isinstance(value, str):
            return _take_out(value, steps)
        count = 0
        if isinstance(value, list):
            items: list[JsonValue] = []
            for item in value:
                clean, found = self._clean(item, steps, by_name=by_name)
                items.append(clean)
                count += found
            return items, count
        if not isinstance(value, dict):
            return value, 0
        fields: dict[str, JsonValue] = {}
        for name, item in value.items():
            clean_name, count_name = _take_out(name, steps)
            if by_name and isinstance(item, str) and item and _is_telling(name):
                fields[clean_name], found = REDACTED, 1
            else:
                fields[clean_name], found = self._clean(item, steps, by_name=by_name)
            count += count_name + found
        return fields, count


def _take_out(text: str, steps: list[_Step]) -> tuple[str, int]:
    count = 0
    for pattern, replacement in steps:
        text, found = pattern.subn(replacement, text)
        count += found
    return text, count


def _has(lowered: str, hints: tuple[str, ...]) -> bool:
    for hint in hints:  # noqa: SIM110 - a generator for each text would cost more than the search
        if hint in lowered:
            return True
    return False


def _forms(value: str) -> set[str]:
    """A secret as it may stand in a text: itself, in JSON, in JSON inside of JSON, in a URL."""
    # Half a surrogate pair may be in it.
    in_urls = {quote(value, safe=safe, errors="surrogatepass") for safe in ("", "/")}
    forms, escaped = {value, *in_urls}, {value}
    for _ in range(_TIMES_ESCAPED):
        escaped = {
            json.dumps(form, ensure_ascii=ascii_only)[1:-1]
            for form in escaped
            for ascii_only in (True, False)
        }
        forms |= escaped
    return forms


@functools.lru_cache(maxsize=1024)
def _is_telling(name: str) -> bool:
    return _SECRET_NAME.fullmatch(name) is not None


def _keep_name(match: re.Match[str]) -> str:
    return match[0] if match[2] == REDACTED else match[1] + REDACTED
