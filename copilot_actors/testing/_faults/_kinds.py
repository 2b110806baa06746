"""Faults that a simulator injects: frozen values, so that failing examples print and shrink.

A frame fault names the frame it happens at by a :class:`FrameMatch`. Frames of the CLI are
matched as they are written, frames of the client as they are read.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Direction: TypeAlias = Literal["from_cli", "to_cli"]
JournalDamage: TypeAlias = Literal[
    "torn", "garbage_line", "no_newline", "nuls", "start_moved", "start_missing"
]


class FrameMatch(msgspec.Struct, frozen=True, kw_only=True):
    """Which frame a fault happens at: one that fits all that is given.

    Attributes:
        direction: who sent the frame.
        index: number of the frame among those of its direction and process, from 0.
        method: the JSON-RPC method of the frame.
        event: the type of the session event in the frame.
        reply_to: the method of the client's request that the frame answers.
        process: number of the simulated process, from 0.
        nth: the how-manieth of the frames that fit, counted from 1 over all processes, so that
            a restarted process does not meet the fault again; 0 for each of them.
    """

    direction: Direction = "from_cli"
    index: int | None = None
    method: str | None = None
    event: str | None = None
    reply_to: str | None = None
    process: int | None = None
    nth: int = 1

    def __post_init__(self) -> None:
        if self.nth < 0:
            raise ValueError(f"FrameMatch.nth: expected 0 or more, got {self.nth!r}")


class Drop(msgspec.Struct, frozen=True):
    """The frame is lost."""

    at: FrameMatch


class Delay(msgspec.Struct, frozen=True):
    """The frame alone comes ``seconds`` later; others overtake it."""

    at: FrameMatch
    seconds: float


class Duplicate(msgspec.Struct, frozen=True):
    """The frame comes ``copies`` more times."""

    at: FrameMatch
    copies: int = 1


class Garble(msgspec.Struct, frozen=True):
    """The body's byte at ``offset`` (modulo its length) becomes ``value``; the header is right."""

    at: FrameMatch
    offset: int = 0
    value: int = 0xFF


class GarbleHeader(msgspec.Struct, frozen=True):
    """The frame's header is replaced; the body is right."""

    at: FrameMatch
    header: bytes = b"Content-Length: zzz\r\n\r\n"


class Split(msgspec.Struct, frozen=True):
    """The frame of the CLI comes in pieces of ``size`` bytes; it holds up what follows it."""

    at: FrameMatch
    size: int = 1


class Stray(msgspec.Struct, frozen=True):
    """Text that is no frame comes on the CLI's stdout before the frame."""

    at: FrameMatch
    text: bytes = b"A new version is available\n"


class Freeze(msgspec.Struct, frozen=True):
    """The process stops (SIGSTOP) after the frame, for ``seconds`` or until it is thawed."""

    at: FrameMatch
    seconds: float | None = None


class Kill(msgspec.Struct, frozen=True):
    """The process dies of a signal at the frame.

    Attributes:
        at: the frame.
        signal: number of the signal.
        before: whether the frame itself is lost.
    """

    at: FrameMatch
    signal: int = 9
    before: bool = False


class Exit(msgspec.Struct, frozen=True):
    """The process exits at the frame, with a code and a text on stderr, and saves nothing."""

    at: FrameMatch
    code: int = 1
    stderr: str = ""
    before: bool = False


class Deaf(msgspec.Struct, frozen=True):
    """From the frame on the process reads nothing more, and lives (as after a framing error)."""

    at: FrameMatch


class NeverAnswer(msgspec.Struct, frozen=True):
    """Requests of a method are served by nobody.

    Attributes:
        method: the method.
        process: number of the process, or ``None`` for all.
    """

    method: str
    process: int | None = None


class Refuse(msgspec.Struct, frozen=True):
    """The request in the frame is answered by an error and not served."""

    at: FrameMatch
    code: int = -32603
    message: str = "refused by a fault"


class StartFailure(msgspec.Struct, frozen=True):
    """A process exits as soon as it starts.

    Attributes:
        process: number of the process.
        code: its exit code.
        stderr: what it says.
    """

    process: int = 0
    code: int = 1
    stderr: str = ""


class DamageJournal(msgspec.Struct, frozen=True):
    """The log of a session is found damaged when a process starts.

    Attributes:
        session_id: the session; without a log nothing happens.
        damage: what is wrong with it.
        process: number of the process that finds it.
    """

    session_id: str
    damage: JournalDamage
    process: int = 1


FrameFault: TypeAlias = (
    Drop
    | Delay
    | Duplicate
    | Garble
    | GarbleHeader
    | Split
    | Stray
    | Freeze
    | Kill
    | Exit
    | Deaf
    | Refuse
)
Fault: TypeAlias = FrameFault | NeverAnswer | StartFailure | DamageJournal
"""Everything that can be injected."""
