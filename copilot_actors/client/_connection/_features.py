"""What the CLI that runs has: told by its version, and by what it answered.

The CLI ignores most of what it does not know. So an option that it is known to lack is refused
before anything is sent, instead of doing nothing.
"""

from __future__ import annotations

import functools
import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias, final

from msgspec import UNSET

from copilot_actors._errors import UnsupportedOption
from copilot_actors.client._options._table import WIRE_OPTIONS

if TYPE_CHECKING:
    from copilot_actors.client._options._client_options import ClientOptions
    from copilot_actors.client._options._session_options import SessionOptions
    from copilot_actors.client._session._record import SessionRecord

_log = logging.getLogger("copilot_actors.client")

Support: TypeAlias = Literal["present", "absent", "unknown"]
Version: TypeAlias = tuple[int, ...]

MAX_METHODS = 2048
"""Methods that are remembered of one CLI, several times as many as it has."""

LACKING: Mapping[str, str] = {
    "capi.fusion_tier": "1.0.102",
    "excluded_managed_settings": "1.0.102",
    "event_log_rotation_bytes": "1.0.102",
}
"""Option -> the newest CLI that was seen without it: it refuses it, or does not name it at all."""

_LACKED_METHODS: Mapping[str, str] = {"session.sendAndWait": "1.0.102"}


@functools.lru_cache(maxsize=64)
def parse_version(text: str) -> Version:
    """Return the numbers of a version, ``()`` if it has none; what follows them is left out."""
    match = re.match(r"\d+(\.\d+)*", text)
    return tuple(int(part) for part in match[0].split(".")) if match else ()


@final
class Features:
    """What the CLI of a client has; ``client.features``. Follows the CLI when it is replaced.

    Attributes:
        cli_version: version of the CLI, ``""`` before the first handshake.
    """

    def __init__(self) -> None:
        self.cli_version = ""
        self._methods: dict[str, bool] = {}

    def __repr__(self) -> str:
        return f"<Features of Copilot CLI {self.cli_version or '?'}>"

    def option(self, name: str) -> Support:
        """Whether the CLI has an option of a client or a session, such as ``"capi.fusion_tier"``.

        ``"unknown"`` for a name that is no option here, and before the first handshake.
        """
        head = name.partition(".")[0]
        if head not in WIRE_OPTIONS and name not in LACKING:
            return "unknown"
        return self._judge(LACKING.get(name))

    def method(self, name: str) -> Support:
        """Whether the CLI serves a method, such as ``"session.model.switchAutoTier"``.

        Known of methods that it was asked for: ``"absent"`` after the JSON-RPC error -32601,
        ``"present"`` after any other answer. Else ``"unknown"``.
        """
        seen = self._methods.get(name)
        if seen is not None:
            return "present" if seen else "absent"
        known = _LACKED_METHODS.get(name)
        return self._judge(known) if known is not None else "unknown"

    def absent(self) -> frozenset[str]:
        """The options and methods that the CLI is known to lack."""
        options = (name for name in LACKING if self.option(name) == "absent")
        methods = {*self._methods, *_LACKED_METHODS}
        return frozenset({*options, *(m for m in methods if self.method(m) == "absent")})

    def _judge(self, lacked_by: str | None) -> Support:
        version = parse_version(self.cli_version)
        if not version:
            return "unknown"
        if lacked_by is None or version > parse_version(lacked_by):
            return "present"
        return "absent"

    # --- Called by the client -------------------------------------------------------------

    def running(self, cli_version: str) -> None:
        """A CLI has answered the handshake; of another version nothing is known yet."""
        if cli_version != self.cli_version:
            self.cli_version = cli_version
            self._methods.clear()

    def answered(self, method: str, *, present: bool) -> None:
        """The CLI has answered a request."""
        if method in self._methods or len(self._methods) < MAX_METHODS:
            self._methods[method] = present

    def check(self, options: SessionOptions | ClientOptions) -> None:
        """Refuse what the CLI lacks.

        Raises:
            UnsupportedOption: naming the option.
        """
        for name in LACKING:
            if self.option(name) == "absent" and _is_given(options, name):
                raise UnsupportedOption(name, self.cli_version)


def warn_of_lacking(features: Features, records: Iterable[SessionRecord]) -> None:
    """Say which options of open sessions have no effect on the CLI that runs now.

    A session that was opened on another CLI goes on without them, as it would without a crash.
    """
    for record in records:
        try:
            features.check(record.options)
        except UnsupportedOption as error:
            _log.warning("session %r: %s", record.session_id, error)


def _is_given(options: object, name: str) -> bool:
    value = options
    for part in name.split("."):
        value = next(_parts(value, part), UNSET)
    return value is not UNSET and value is not None


def _parts(value: object, name: str) -> Iterator[object]:
    """The part of a Struct or a mapping, under either of its names."""
    if isinstance(value, Mapping):
        head, *tail = name.split("_")
        camel = head + "".join(part.capitalize() for part in tail)
        yield from (value[key] for key in (name, camel) if key in value)
    elif hasattr(value, name):
        yield getattr(value, name)
