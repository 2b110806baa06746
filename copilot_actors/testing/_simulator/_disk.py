"""The disk of simulated CLIs: what survives their death."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, final

import msgspec

from copilot_actors._errors import JsonValue
from copilot_actors.protocol import SessionEvent, decode_log_line

Event: TypeAlias = dict[str, JsonValue]
"""One session event, as in the log and on the wire."""

_decode_event: Callable[[bytes], Event] = msgspec.json.Decoder(dict).decode
_encode = msgspec.json.encode
_START: Final = "session.start"


def parse_event(line: bytes) -> Event | None:
    """Return the event on a line of a log, or ``None`` if the line is no event."""
    try:
        event = _decode_event(line)
    except msgspec.DecodeError:
        # White space of JavaScript's around it, half a surrogate pair in it: a record all the same.
        found = decode_log_line(line)
        event = found.raw if isinstance(found, SessionEvent) else {}
    return event if isinstance(event.get("type"), str) else None


@final
class Journal:
    """The ``events.jsonl`` of one session: raw bytes, so that tests can damage them.

    Attributes:
        data: the bytes of the file.
        backups: what recoveries saved before they rewrote the file, oldest first.
    """

    def __init__(self, data: bytes = b"") -> None:
        self.data = data
        self.backups: list[bytes] = []
        self._repaired: list[Event] | None = None

    @property
    def lines(self) -> list[bytes]:
        """The lines, without their ends; an unterminated last line counts."""
        lines = self.data.split(b"\n")
        if lines[-1] == b"":
            lines.pop()
        return lines

    def events(self) -> list[Event]:
        """Return the readable events, in order."""
        parsed = (parse_event(line) for line in self.lines)
        return [event for event in parsed if event is not None]

    def types(self) -> list[str]:
        """Return the types of the readable events, in order, without usage records."""
        types = (str(event["type"]) for event in self.events())
        return [name for name in types if name != "session.usage_record"]

    def append(self, events: list[Event]) -> None:
        """Append events, each on its own line; a repair that was planned is made before."""
        if self._repaired is not None:
            repaired, self._repaired = self._repaired, None
            self.rewrite(repaired)
        if self.data and not self.data.endswith(b"\n"):
            self.data += b"\n"
        self.data += b"".join(_encode(event) + b"\n" for event in events)

    def plan_repair(self, events: list[Event] | None) -> None:
        """What the file shall hold from the next write on; until then it stays as it is."""
        self._repaired = events

    def rewrite(self, events: list[Event]) -> None:
        """Replace the file and keep a backup of what it held."""
        self.backups.append(self.data)
        self.data = b""
        self.append(events)

    def tear(self, size: int = 30) -> None:
        """Cut the last ``size`` bytes off, as a crash inside a write does."""
        self.data = self.data[:-size] if size else self.data

    def insert_line(self, index: int, line: bytes = b"garbage{") -> None:
        """Put a line before line ``index`` (from 0)."""
        lines = self.lines
        lines.insert(index, line)
        self._join(lines)

    def remove_line(self, index: int) -> None:
        """Take line ``index`` (from 0) out."""
        lines = self.lines
        del lines[index]
        self._join(lines)

    def append_nuls(self, count: int = 20) -> None:
        """Append NUL bytes, as a lost power supply does."""
        self.data += b"\0" * count

    def drop_last_newline(self) -> None:
        """Cut the end of the last line off."""
        self.data = self.data.removesuffix(b"\n")

    def move_start(self, index: int = 2) -> None:
        """Move the ``session.start`` line, if there is one, to place ``index`` (from 0)."""
        lines = self.lines
        at = self._start_index(lines)
        if at is not None:
            lines.insert(index, lines.pop(at))
            self._join(lines)

    def remove_start(self) -> None:
        """Take the ``session.start`` line out, if there is one."""
        at = self._start_index(self.lines)
        if at is not None:
            self.remove_line(at)

    def _start_index(self, lines: list[bytes]) -> int | None:
        events = [parse_event(line) for line in lines]
        starts = (i for i, e in enumerate(events) if e is not None and e["type"] == _START)
        return next(starts, None)

    def _join(self, lines: list[bytes]) -> None:
        self.data = b"".join(line + b"\n" for line in lines)


class Workspace:
    """What a session keeps beside its log.

    Attributes:
        files: text by path below its folder of files.
        plan: the text of the plan, or ``None`` without one.
        checkpoints: title and summary of each compaction, oldest first.
    """

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self.plan: str | None = None
        self.checkpoints: list[tuple[str, str]] = []


@final
class SimulatedDisk:
    """What all processes of a simulation share: logs, client metadata, files, locks.

    Two simulators over one disk are two CLIs with one ``COPILOT_HOME``.
    """

    def __init__(self) -> None:
        self._journals: dict[str, Journal] = {}
        self._metadata: dict[str, dict[str, JsonValue]] = {}
        self._names: dict[str, str] = {}
        self._workspaces: dict[str, Workspace] = {}
        self._holders: dict[str, set[int]] = {}
        self._pids = 0
        self.files: dict[str, str] = {}
        """Files that simulated tools wrote, by path."""

    def journal(self, session_id: str) -> Journal:
        """Return the log of a session.

        Raises:
            KeyError: nothing was ever written for this id, or it was deleted.
        """
        return self._journals[session_id]

    def has_journal(self, session_id: str) -> bool:
        """Whether a log exists."""
        return session_id in self._journals

    def session_ids(self) -> list[str]:
        """Return the ids that have a log, in the order of their first write."""
        return list(self._journals)

    def append(self, session_id: str, events: list[Event]) -> None:
        """Append events to a log, which is created if need be."""
        self._journals.setdefault(session_id, Journal()).append(events)

    def delete(self, session_id: str) -> int | None:
        """Delete what a session left; return the size of its log, or ``None`` without one."""
        self._metadata.pop(session_id, None)
        self._names.pop(session_id, None)
        self._workspaces.pop(session_id, None)
        journal = self._journals.pop(session_id, None)
        return None if journal is None else len(journal.data)

    def name(self, session_id: str) -> str | None:
        """Return the title of a session."""
        return self._names.get(session_id)

    def set_name(self, session_id: str, name: str) -> None:
        """Set the title of a session."""
        self._names[session_id] = name

    def workspace(self, session_id: str) -> Workspace:
        """Return what a session keeps beside its log; durable at once, as in the real CLI."""
        return self._workspaces.setdefault(session_id, Workspace())

    def client_metadata(self, session_id: str) -> Mapping[str, JsonValue]:
        """Return a session's client metadata."""
        return dict(self._metadata.get(session_id, {}))

    def update_client_metadata(
        self, session_id: str, updates: Mapping[str, JsonValue], removals: list[str], *, clear: bool
    ) -> None:
        """Change a session's client metadata; durable at once, as in the real CLI."""
        values = {} if clear else self._metadata.get(session_id, {})
        for key in removals:
            values.pop(key, None)
        self._metadata[session_id] = {**values, **updates}

    def holders(self, session_id: str) -> set[int]:
        """Return the pids of living processes that hold a session's lock."""
        return set(self._holders.get(session_id, ()))

    def lock(self, session_id: str, pid: int) -> None:
        """Note that a process holds a session."""
        self._holders.setdefault(session_id, set()).add(pid)

    def unlock(self, session_id: str, pid: int) -> None:
        """Note that a process holds a session no more."""
        holders = self._holders.get(session_id, set())
        holders.discard(pid)
        if not holders:
            self._holders.pop(session_id, None)

    def next_pid(self, first: int) -> int:
        """Return a pid that no other process over this disk has, counted from ``first``."""
        self._pids += 1
        return first + self._pids - 1

    def process_died(self, pid: int) -> None:
        """Drop every lock of a process: the CLI ignores locks of dead processes."""
        for pids in self._holders.values():
            pids.discard(pid)
