"""What is taken out of a session before it is shown to others."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, final
from urllib.parse import quote

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
        values_at_once = ["|".join(map(re.escape, longest_first))] if known else []
        try:
            # One after the other, since a pattern may set a flag for itself alone.
            self._patterns = [re.compile(part) for part in (*values_at_once, *patterns)]
        except re.error as error:
            raise ValueError(f"Redaction: {error}") from None
        self._by_name = bool(patterns)

    def __repr__(self) -> str:
        # Never the values.
        return f"<Redaction of {len(self._patterns)} patterns>"

    def text(self, text: str) -> tuple[str, int]:
        """Return the text without secrets, and how many were taken out."""
        count = 0
        for pattern in self._patterns:
            text, found = pattern.subn(REDACTED, text)
            count += found
        if self._by_name:
            text, found = _NAMED.subn(_keep_name, text)
            count += found
        return text, count

    def value(self, value: JsonValue) -> tuple[JsonValue, int]:
        """The same for a JSON value of any kind."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            items = [self.value(item) for item in value]
            return [item for item, _ in items], sum(count for _, count in items)
        if isinstance(value, Mapping):
            return self._fields(value)
        return value, 0

    def _fields(self, fields: Mapping[str, JsonValue]) -> tuple[JsonValue, int]:
        kept: dict[str, JsonValue] = {}
        count = 0
        for name, item in fields.items():
            clean_name, found = self.text(name)
            if self._by_name and isinstance(item, str) and item and _SECRET_NAME.fullmatch(name):
                kept[clean_name], inside = REDACTED, 1
            else:
                kept[clean_name], inside = self.value(item)
            count += found + inside
        return kept, count


def _forms(value: str) -> set[str]:
    """A secret as it may stand in a text: itself, in JSON, in JSON inside of JSON, in a URL."""
    forms, escaped = {value, quote(value, safe=""), quote(value)}, {value}
    for _ in range(_TIMES_ESCAPED):
        escaped = {
            json.dumps(form, ensure_ascii=ascii_only)[1:-1]
            for form in escaped
            for ascii_only in (True, False)
        }
        forms |= escaped
    return forms


def _keep_name(match: re.Match[str]) -> str:
    return match[0] if match[2] == REDACTED else match[1] + REDACTED
