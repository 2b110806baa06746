"""Decides which faults happen at which frame; the simulated process carries them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import final

from copilot_actors._errors import JsonValue
from copilot_actors.testing._simulator._disk import Journal, SimulatedDisk

from ._kinds import (
    DamageJournal,
    Deaf,
    Delay,
    Direction,
    Drop,
    Duplicate,
    Exit,
    Fault,
    FrameFault,
    FrameMatch,
    Freeze,
    Garble,
    GarbleHeader,
    JournalDamage,
    Kill,
    NeverAnswer,
    Refuse,
    Split,
    StartFailure,
    Stray,
)

_FRAME_FAULTS = (
    Drop, Delay, Duplicate, Garble, GarbleHeader, Split, Stray, Freeze, Kill, Exit, Deaf, Refuse
)  # fmt: skip


@final
class FaultInjector:
    """Matches frames against faults, and counts how often each has fitted."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self._faults = list(faults)
        self._seen: Counter[int] = Counter()

    def add(self, faults: Sequence[Fault]) -> None:
        """Add faults; they count frames from now on."""
        self._faults += faults

    def at_frame(
        self,
        direction: Direction,
        process: int,
        index: int,
        message: Mapping[str, JsonValue],
        reply_to: str | None = None,
    ) -> list[FrameFault]:
        """Return the faults that happen at this frame."""
        happening: list[FrameFault] = []
        for number, fault in enumerate(self._faults):
            if not isinstance(fault, _FRAME_FAULTS):
                continue
            match = fault.at
            if match.direction != direction:
                continue
            if not fits(match, process, index, message, reply_to):
                continue
            self._seen[number] += 1
            if match.nth in (0, self._seen[number]):
                happening.append(fault)
        return happening

    def unanswered(self, process: int, method: str) -> bool:
        """Whether a process never answers a method."""
        return any(
            isinstance(fault, NeverAnswer)
            and fault.method == method
            and fault.process in (None, process)
            for fault in self._faults
        )

    def start_failure(self, process: int) -> StartFailure | None:
        """Return how a process fails to start, if it does."""
        for fault in self._faults:
            if isinstance(fault, StartFailure) and fault.process == process:
                return fault
        return None

    def journal_damage(self, process: int) -> list[DamageJournal]:
        """Return what a starting process shall find damaged."""
        return [
            fault
            for fault in self._faults
            if isinstance(fault, DamageJournal) and fault.process == process
        ]

    def damage_journals(self, process: int, disk: SimulatedDisk) -> None:
        """Damage what a starting process shall find damaged."""
        for fault in self.journal_damage(process):
            if disk.has_journal(fault.session_id):
                damage(disk.journal(fault.session_id), fault.damage)


def damage(journal: Journal, kind: JournalDamage) -> None:
    """Damage a log."""
    if kind == "torn":
        journal.tear()
    elif kind == "garbage_line":
        journal.insert_line(min(3, len(journal.lines)))
    elif kind == "no_newline":
        journal.drop_last_newline()
    elif kind == "nuls":
        journal.append_nuls()
    elif kind == "start_moved":
        journal.move_start()
    else:
        journal.remove_start()


def fits(
    match: FrameMatch,
    process: int,
    index: int,
    message: Mapping[str, JsonValue],
    reply_to: str | None,
) -> bool:
    """Whether a frame is one that a match is about, its direction and ``nth`` aside."""
    return (
        match.process in (None, process)
        and match.index in (None, index)
        and match.method in (None, message.get("method"))
        and match.reply_to in (None, reply_to)
        and (match.event is None or match.event == event_type(message))
    )


def event_type(message: Mapping[str, JsonValue]) -> str | None:
    """Return the type of the session event in a frame, or ``None``."""
    params = message.get("params")
    event = params.get("event") if isinstance(params, dict) else None
    name = event.get("type") if isinstance(event, dict) else None
    return name if isinstance(name, str) else None
