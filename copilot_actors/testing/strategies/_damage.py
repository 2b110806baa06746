"""Logs that something has happened to: what is on a disk after a crash, a bug or a bad copy."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NoReturn, TypeAlias

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from copilot_actors._errors import JsonValue
from copilot_actors.protocol import SessionEvent

from ._histories import histories, log_of

LogDamageKind: TypeAlias = Literal[
    "torn_end", "missing_newline", "nul_tail", "nul_line", "missing_line", "doubled_line",
    "swapped_lines", "joined_lines", "garbage_line", "bad_json", "cut_character", "foreign_line",
    "blank_line", "carriage_return", "byte_order_mark", "wrong_parent", "moved_start",
    "missing_start",
]  # fmt: skip
"""What may have happened to a log; ``line`` is the damage's own, counted from 1:

- ``"torn_end"``: the last ``size`` bytes are missing, as after a crash inside a write.
- ``"missing_newline"``: only the last newline is missing; no harm by itself.
- ``"nul_tail"``: ``size`` NUL bytes follow the end, as after a loss of power.
- ``"nul_line"``: the line's bytes are all NUL.
- ``"missing_line"``, ``"doubled_line"``: the line is not there, or there twice.
- ``"swapped_lines"``: the line and the one ``size`` lines below changed places.
- ``"joined_lines"``: the newline between the line and the next is missing.
- ``"garbage_line"``: a line that is no JSON stands before it.
- ``"bad_json"``: the line has lost its first character.
- ``"cut_character"``: half a character of UTF-8 stands in one of the line's texts.
- ``"foreign_line"``: JSON that is no event stands before it.
- ``"blank_line"``: a line of white space stands before it; no harm.
- ``"carriage_return"``: the line ends as on Windows; no harm.
- ``"byte_order_mark"``: U+FEFF stands before the line; no harm.
- ``"wrong_parent"``: the line's event names a parent that is not in the log.
- ``"moved_start"``: ``session.start`` stands behind the line; or is not there at all
  (``"missing_start"``).
"""
HARMLESS: Final[tuple[LogDamageKind, ...]] = (
    "missing_newline", "blank_line", "carriage_return", "byte_order_mark"
)  # fmt: skip
"""What a reader must not even notice: every event is read."""
LOG_DAMAGE: Final[tuple[LogDamageKind, ...]] = (
    *HARMLESS, "torn_end", "nul_tail", "nul_line", "missing_line", "doubled_line",
    "swapped_lines", "joined_lines", "garbage_line", "bad_json", "cut_character", "foreign_line",
    "wrong_parent", "moved_start", "missing_start",
)  # fmt: skip

_SPACE: Final = "\ufeff\r\t "
_WRONG: Final = "ffffffff-ffff-ffff-ffff-ffffffffffff"


class LogDamage(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened to a log; :func:`damage_log` makes it happen.

    Attributes:
        kind: what; see :data:`LogDamageKind`.
        line: the line that it happened to, from 1; counted on from the first line again if there
            are fewer.
        size: how many bytes or lines it is about, where a kind says so.
    """

    kind: LogDamageKind
    line: int = 1
    size: int = 1


class DamagedHistory(msgspec.Struct, frozen=True, kw_only=True):
    """A log that something has happened to, and what it was before.

    Attributes:
        data: the bytes of the damaged ``events.jsonl``.
        damage: what happened to it, in this order.
        history: the events that were in it before.
    """

    data: bytes
    damage: tuple[LogDamage, ...]
    history: list[SessionEvent]

    @property
    def intact(self) -> bytes:
        """The bytes as they were before."""
        return log_of(self.history)

    @property
    def records(self) -> list[JsonValue]:
        """Every line that is still JSON, in the order of the lines: what a reader must not lose.

        Events of the history, for the most part; a line that was doubled is here twice, and one
        that is no event as it is.
        """
        found = (_record(line) for line in self.data.split(b"\n"))
        return [value for value, is_json in found if is_json]

    @property
    def lost(self) -> list[SessionEvent]:
        """Events of the history that no line has any more."""
        left = [record.get("id") for record in self.records if isinstance(record, dict)]
        return [event for event in self.history if event.id not in left]


def damage_log(data: bytes, damage: LogDamage) -> bytes:
    """Do to a log what ``damage`` says; an empty one stays as it is.

    For logs of your own, or of a real CLI: :func:`damaged_histories` uses the same.
    """
    terminated = data.endswith(b"\n")
    lines = data.removesuffix(b"\n").split(b"\n") if data else []
    if not lines:
        return data
    if damage.kind in _ENDS:
        return _ENDS[damage.kind](data, damage.size)
    changed = _LINES[damage.kind](lines, (damage.line - 1) % len(lines), damage.size)
    return b"\n".join(changed) + (b"\n" if terminated and changed else b"")


def log_damage(kinds: Sequence[LogDamageKind] = LOG_DAMAGE) -> SearchStrategy[LogDamage]:
    """One thing that may happen to a log.

    Args:
        kinds: which; examples shrink to the first.

    Raises:
        ValueError: there is no such kind.
    """
    for kind in kinds:
        if kind not in LOG_DAMAGE:
            raise ValueError(f"log_damage: expected one of {LOG_DAMAGE}, got {kind!r}")
    return st.builds(
        LogDamage, kind=st.sampled_from(kinds), line=st.integers(1, 60), size=st.integers(1, 40)
    )


def damaged_histories(
    history: SearchStrategy[list[SessionEvent]] | None = None,
    *,
    kinds: Sequence[LogDamageKind] = LOG_DAMAGE,
    max_damage: int = 2,
) -> SearchStrategy[DamagedHistory]:
    """Histories whose logs are damaged, with what was done to them and what they were.

    Args:
        history: the histories; by default :func:`histories`.
        kinds: what may happen to them.
        max_damage: how many things happen to one log at most, and at least one.

    Raises:
        ValueError: there is no such kind.
    """
    several = st.lists(log_damage(kinds), min_size=1, max_size=max_damage)
    return st.builds(_damaged, histories() if history is None else history, several)


def _damaged(history: list[SessionEvent], damage: Sequence[LogDamage]) -> DamagedHistory:
    data = log_of(history)
    for one in damage:
        data = damage_log(data, one)
    return DamagedHistory(data=data, damage=tuple(damage), history=history)


# --- What happens to the end of a file ------------------------------------------------------


def _torn_end(data: bytes, size: int) -> bytes:
    return data[: -min(size + 1, len(data))]


_ENDS: Final[Mapping[str, Callable[[bytes, int], bytes]]] = {
    "torn_end": _torn_end,
    "missing_newline": lambda data, _: data.removesuffix(b"\n"),
    "nul_tail": lambda data, size: data + b"\0" * size,
}


# --- What happens to lines ------------------------------------------------------------------


def _with(lines: list[bytes], at: int, *instead: bytes) -> list[bytes]:
    return [*lines[:at], *instead, *lines[at + 1 :]]


def _swapped(lines: list[bytes], at: int, size: int) -> list[bytes]:
    other = (at + size) % len(lines)
    changed = list(lines)
    changed[at], changed[other] = lines[other], lines[at]
    return changed


def _joined(lines: list[bytes], at: int, size: int) -> list[bytes]:
    del size
    return [*lines[:at], b"".join(lines[at : at + 2]), *lines[at + 2 :]]


def _cut_character(line: bytes) -> bytes:
    head, quote, rest = line.partition(b'"')
    return head + quote + "\u20ac".encode()[:2] + rest


def _wrong_parent(line: bytes) -> bytes:
    value, _ = _record(line)
    return msgspec.json.encode({**value, "parentId": _WRONG}) if isinstance(value, dict) else line


def _start_of(lines: list[bytes]) -> int | None:
    for at, line in enumerate(lines):
        value, _ = _record(line)
        if isinstance(value, dict) and value.get("type") == "session.start":
            return at
    return None


def _moved_start(lines: list[bytes], at: int, size: int) -> list[bytes]:
    del size
    start = _start_of(lines)
    if start is None:
        return lines
    left = _with(lines, start)
    return [*left[: at + 1], lines[start], *left[at + 1 :]]


def _missing_start(lines: list[bytes], at: int, size: int) -> list[bytes]:
    del at, size
    start = _start_of(lines)
    return lines if start is None else _with(lines, start)


_LINES: Final[Mapping[str, Callable[[list[bytes], int, int], list[bytes]]]] = {
    "nul_line": lambda lines, at, _: _with(lines, at, b"\0" * len(lines[at])),
    "missing_line": lambda lines, at, _: _with(lines, at),
    "doubled_line": lambda lines, at, _: _with(lines, at, lines[at], lines[at]),
    "swapped_lines": _swapped,
    "joined_lines": _joined,
    "garbage_line": lambda lines, at, _: _with(lines, at, b"garbage{", lines[at]),
    "bad_json": lambda lines, at, _: _with(lines, at, lines[at][1:]),
    "cut_character": lambda lines, at, _: _with(lines, at, _cut_character(lines[at])),
    "foreign_line": lambda lines, at, _: _with(lines, at, b"[1]", lines[at]),
    "blank_line": lambda lines, at, _: _with(lines, at, b"  ", lines[at]),
    "carriage_return": lambda lines, at, _: _with(lines, at, lines[at] + b"\r"),
    "byte_order_mark": lambda lines, at, _: _with(lines, at, "\ufeff".encode() + lines[at]),
    "wrong_parent": lambda lines, at, _: _with(lines, at, _wrong_parent(lines[at])),
    "moved_start": _moved_start,
    "missing_start": _missing_start,
}


def _record(line: bytes) -> tuple[JsonValue, bool]:
    """What is on a line, and whether that is JSON; read by another parser than the library's."""
    try:
        value: JsonValue = json.loads(line.decode().strip(_SPACE), parse_constant=_refused)
    except ValueError:
        return None, False
    return value, True


def _refused(name: str) -> NoReturn:
    raise ValueError(name)
