"""The last bytes of a process's output, without the secrets it was given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from copilot_actors._redact import redact

TAIL_SIZE = 64 * 1024
"""Bytes of stderr that are kept: enough for a stack trace, the same for a chatty process."""

# Of a secret that is cut by the start of what is kept, some characters cannot be recognised; so
# this much more is kept than is shown.
_OVERLAP = 4096
_MIN_SECRET = 8
_SECRET_NAME = re.compile(
    r"TOKEN|SECRET|PASSW|API_?KEY|ACCESS_?KEY|CREDENTIAL|AUTH|HEADERS", re.IGNORECASE
)


def secrets_of(env: Mapping[str, str], *others: str | None) -> tuple[str, ...]:
    """Values that must not be shown: ``others``, and those in ``env`` whose names say so.

    Values under 8 characters are left out: hiding ``"true"`` or ``"1"`` hides the diagnosis.
    """
    named = (value for name, value in env.items() if _SECRET_NAME.search(name))
    values = {value for value in (*named, *others) if value and len(value) >= _MIN_SECRET}
    return tuple(values)


def find_secrets(value: object, *, named: bool = False) -> set[str]:
    """Texts in a JSON value whose names, or the names around them, call them secret.

    Args:
        value: mappings, lists and scalars.
        named: whether the name of ``value`` itself says so.
    """
    if isinstance(value, str):
        return {value} if named and len(value) >= _MIN_SECRET else set()
    found: set[str] = set()
    if isinstance(value, Mapping):
        for name, item in value.items():
            found |= find_secrets(item, named=named or bool(_SECRET_NAME.search(str(name))))
    elif isinstance(value, list | tuple):
        for item in value:
            found |= find_secrets(item, named=named)
    return found


class Tail:
    """A bounded memory of a byte stream: the last 64 KiB, decoded and redacted on demand.

    Args:
        secrets: values that are replaced when the text is read.
    """

    __slots__ = ("_data", "_secrets", "dropped")

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._data = bytearray()
        self._secrets = tuple(secrets)
        self.dropped = 0

    def append(self, data: bytes | bytearray) -> None:
        """Add the next bytes; the oldest beyond the limit are dropped and counted."""
        self._data += data
        keep = TAIL_SIZE + _OVERLAP
        # Trimmed at twice the size, so that a byte is moved at most once.
        if len(self._data) > 2 * keep:
            self.dropped += len(self._data) - keep
            del self._data[:-keep]

    def text(self, hidden: Iterable[str] = ()) -> str:
        """Return at most the last 64 KiB as text, without the ``hidden`` either."""
        keep = TAIL_SIZE + _OVERLAP
        text = self._data[-keep:].decode("utf-8", "replace")
        cut = self.dropped > 0 or len(self._data) > keep
        return redact(text, (*self._secrets, *hidden), cut_start=cut)[-TAIL_SIZE:]
