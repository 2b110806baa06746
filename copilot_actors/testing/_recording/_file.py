"""Where a recording is written: cleaned line by line, so that a crash loses nothing of it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, final

import msgspec

from copilot_actors._errors import JsonValue
from copilot_actors.storage import SECRET_PATTERNS, Redaction

from ._recording import Entry, entry_line, header_line

_OWNER_ONLY: Final = 0o600
_MIN_HOME: Final = 4
"""Characters of a home that is replaced: ``/`` and ``/w`` stand in too many innocent paths."""

_decode = msgspec.json.Decoder().decode


@final
class Cleaner:
    """Takes secrets and the paths of homes out of texts.

    Args:
        secrets: values that are known to be secret.
        patterns: what else is secret, as in :class:`~copilot_actors.storage.Redaction`.
        homes: directories, each with the word that takes its place.
    """

    def __init__(
        self,
        secrets: Iterable[str] = (),
        *,
        patterns: Sequence[str] = SECRET_PATTERNS,
        homes: Iterable[tuple[str, str]] = (),
    ) -> None:
        self._redaction = Redaction(secrets, patterns=patterns)
        # The longest first: a home may lie in another one.
        known = {path.rstrip("/"): word for path, word in homes}
        self._homes = sorted(
            ((path, word) for path, word in known.items() if len(path) >= _MIN_HOME),
            key=lambda pair: -len(pair[0]),
        )

    def text(self, text: str) -> str:
        """Return a text without them."""
        return self._without_homes(self._redaction.text(text)[0])

    def value(self, value: JsonValue) -> JsonValue:
        """The same for JSON of any kind."""
        return self._each(self._redaction.value(value)[0])

    def _without_homes(self, text: str) -> str:
        for path, word in self._homes:
            text = text.replace(path, word)
        return text

    def _each(self, value: JsonValue) -> JsonValue:
        if isinstance(value, str):
            return self._without_homes(value)
        if isinstance(value, list):
            return [self._each(item) for item in value]
        if isinstance(value, dict):
            return {self._without_homes(name): self._each(item) for name, item in value.items()}
        return value


def user_home() -> list[tuple[str, str]]:
    """Return the home of this user, as :class:`Cleaner` wants it."""
    home = os.path.expanduser("~")  # noqa: PTH111 - a Path would raise where there is none
    return [(home, "~")] if home.startswith("/") else []


@final
class RecordingFile:
    """A recording that is being made.

    Each line is appended by one write and no descriptor is kept, so that the end of the program
    at any moment leaves whole lines. When a secret becomes known after something was written, the
    file is replaced by one without it.
    """

    def __init__(
        self, path: str | os.PathLike[str], secrets: Iterable[str], patterns: Sequence[str]
    ) -> None:
        self.path = Path(path)
        self._patterns = tuple(patterns)
        unusual = None if self._patterns == SECRET_PATTERNS else self._patterns
        self._header = header_line(unusual)
        self._secrets = {secret for secret in secrets if secret}
        self._homes = dict(user_home())
        self._cleaner = self._make_cleaner()
        self._begun = False

    def begin(self, *, overwrite: bool) -> None:
        """Make the file, once.

        Raises:
            FileExistsError: it is there, and is not to be overwritten.
            OSError: it cannot be made.
        """
        if self._begun:
            return
        if overwrite:
            self._replace(self._header)
        else:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            _write(os.open(self.path, flags, _OWNER_ONLY), self._header)
        self._begun = True

    def hide(self, secrets: Iterable[str] = (), homes: Iterable[tuple[str, str]] = ()) -> None:
        """Take these out too, of what is written already as well.

        Raises:
            OSError: the file cannot be replaced.
        """
        new = {secret for secret in secrets if secret} - self._secrets
        new_homes = {path: word for path, word in homes if path not in self._homes}
        if not new and not new_homes:
            return
        self._secrets |= new
        self._homes |= new_homes
        self._cleaner = self._make_cleaner()
        if self._begun:
            _, *lines = self.path.read_bytes().splitlines()
            cleaned = (entry_line(self._clean(_decode(line))) for line in lines)
            self._replace(self._header + b"".join(cleaned))

    def append(self, entry: Entry) -> None:
        """Write one entry.

        Raises:
            OSError: it cannot be written.
        """
        line = entry_line(self._clean(msgspec.to_builtins(entry)))
        _write(os.open(self.path, os.O_WRONLY | os.O_APPEND), line)

    def _make_cleaner(self) -> Cleaner:
        return Cleaner(self._secrets, patterns=self._patterns, homes=self._homes.items())

    def _clean(self, entry: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Clean what was said; the words of the format stay as they are."""
        return {
            name: value if name in _WORDS else self._cleaner.value(value)
            for name, value in entry.items()
        }

    def _replace(self, data: bytes) -> None:
        descriptor, name = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
        try:
            _write(descriptor, data)
            os.replace(name, self.path)  # noqa: PTH105 - mkstemp gives a name
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


_WORDS: Final = frozenset(
    {"type", "session", "turn", "step", "chunks", "attached", "aborted", "retried", "status"}
)


def _write(descriptor: int, data: bytes) -> None:
    """Write all of ``data`` and close; a line that went in half is finished."""
    try:
        while data:
            data = data[os.write(descriptor, data) :]
    finally:
        os.close(descriptor)
