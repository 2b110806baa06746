"""Schedules of faults for a simulated or a real CLI: what goes wrong, and at which frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias, get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from copilot_actors.testing._faults._kinds import (
    DamageJournal,
    Deaf,
    Delay,
    Drop,
    Duplicate,
    Exit,
    Fault,
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

FaultKind: TypeAlias = type[Fault]
FAULT_KINDS: Final[tuple[FaultKind, ...]] = (
    Split, Duplicate, Delay, Stray, Refuse, Drop, Freeze, Garble, GarbleHeader, Exit, Kill, Deaf,
    NeverAnswer, StartFailure, DamageJournal,
)  # fmt: skip
"""All kinds of faults, the mild ones first."""
FAULT_EVENTS: Final = (
    "user.message", "assistant.turn_start", "assistant.message_delta", "assistant.message",
    "tool.execution_start", "external_tool.requested", "permission.requested",
    "tool.execution_complete", "assistant.turn_end", "session.idle",
)  # fmt: skip
"""Events at whose frames faults happen by default: the steps of a turn."""
FAULT_METHODS: Final = (
    "connect", "session.create", "session.resume", "session.send", "sessions.save",
    "session.tools.handlePendingToolCall", "session.getMessages", "session.abort",
)  # fmt: skip
"""Methods at whose frames, or replies, faults happen by default."""

_DAMAGE: Final[tuple[JournalDamage, ...]] = get_args(JournalDamage)
_SIGNALS: Final = (9, 6, 11, 15)
_STRAY: Final = (b"A new version is available\n", b"\n", b"\x1b[31mwarning\x1b[0m\n", b"{}\n")
_HEADERS: Final = (
    b"Content-Length: zzz\r\n\r\n", b"Content-Length: -1\r\n\r\n", b"\r\n\r\n", b"Length: 3\r\n\r\n"
)  # fmt: skip
_BOOLEANS: Final = st.booleans()


def frame_matches(
    *,
    events: Sequence[str] = FAULT_EVENTS,
    methods: Sequence[str] = FAULT_METHODS,
    max_index: int = 60,
    max_nth: int = 3,
) -> SearchStrategy[FrameMatch]:
    """Places where a fault happens: each names one frame, of some process.

    By the type of its event, by the method that it is a request of or the reply to, or by its
    number; each fits once, so that a restarted CLI does not meet it again.

    Args:
        events: types of session events; none: no frame is named by its event.
        methods: methods; none: no frame is named by its method.
        max_index: the highest number of a frame that is named by its number.
        max_nth: the how-manieth frame at most that fits.
    """
    nth = st.integers(1, max_nth)
    places: list[SearchStrategy[FrameMatch]] = []
    if events:
        places.append(st.builds(FrameMatch, event=st.sampled_from(events), nth=nth))
    if methods:
        names = st.sampled_from(methods)
        places += [
            st.builds(FrameMatch, reply_to=names, nth=nth),
            st.builds(FrameMatch, direction=st.just("to_cli"), method=names, nth=nth),
        ]
    directions = st.sampled_from(("from_cli", "to_cli"))
    places.append(st.builds(FrameMatch, direction=directions, index=st.integers(0, max_index)))
    return st.one_of(places)


def faults(
    kinds: Sequence[FaultKind] = FAULT_KINDS,
    *,
    at: SearchStrategy[FrameMatch] | None = None,
    max_delay: float = 5.0,
    methods: Sequence[str] = FAULT_METHODS,
    session_ids: Sequence[str] = ("s-1",),
    max_process: int = 2,
) -> SearchStrategy[Fault]:
    """One fault, of any kind that a simulator knows.

    Args:
        kinds: the classes of the faults; by default all of them.
        at: where frame faults happen; by default :func:`frame_matches`.
        max_delay: seconds that a frame is late, or a process frozen, at most.
        methods: what ``NeverAnswer`` is about.
        session_ids: whose logs ``DamageJournal`` damages.
        max_process: the last process that fails to start, or finds a damaged log. The first one
            is number 0, and does neither: a client would not open.

    Raises:
        ValueError: no kind was given, or one that is none.
    """
    found = _makers(
        frame_matches(methods=methods) if at is None else at,
        st.floats(0, max_delay),
        methods,
        session_ids,
        st.integers(1, max_process),
    )
    if not kinds or any(kind not in found for kind in kinds):
        names = ", ".join(kind.__name__ for kind in found)
        raise ValueError(f"faults: expected some of {names}; got {kinds!r}")
    return st.one_of([found[kind]() for kind in kinds])


def fault_schedules(
    kinds: Sequence[FaultKind] = FAULT_KINDS,
    *,
    max_faults: int = 3,
    at: SearchStrategy[FrameMatch] | None = None,
    max_delay: float = 5.0,
    methods: Sequence[str] = FAULT_METHODS,
    session_ids: Sequence[str] = ("s-1",),
    max_process: int = 2,
) -> SearchStrategy[list[Fault]]:
    """Faults for one run, as ``Simulator`` and ``FaultyTransport`` take them.

    They shrink to no faults at all, and to milder and earlier ones.

    Args:
        kinds: see :func:`faults`.
        max_faults: how many faults there are at most.
        at: see :func:`faults`.
        max_delay: see :func:`faults`.
        methods: see :func:`faults`.
        session_ids: see :func:`faults`.
        max_process: see :func:`faults`.

    Raises:
        ValueError: no kind was given, or one that is none.
    """
    one = faults(
        kinds,
        at=at,
        max_delay=max_delay,
        methods=methods,
        session_ids=session_ids,
        max_process=max_process,
    )
    return st.lists(one, max_size=max_faults)


def _makers(
    at: SearchStrategy[FrameMatch],
    seconds: SearchStrategy[float],
    methods: Sequence[str],
    session_ids: Sequence[str],
    processes: SearchStrategy[int],
) -> Mapping[FaultKind, Callable[[], SearchStrategy[Fault]]]:
    """What makes faults of each kind; called for those that are wanted."""
    codes = st.integers(1, 255)
    texts = st.sampled_from(("", "out of memory", "segmentation fault"))
    return {
        Split: lambda: st.builds(Split, at, st.integers(1, 50)),
        Duplicate: lambda: st.builds(Duplicate, at, st.integers(1, 3)),
        Delay: lambda: st.builds(Delay, at, seconds),
        Stray: lambda: st.builds(Stray, at, st.sampled_from(_STRAY)),
        Refuse: lambda: st.builds(Refuse, at),
        Drop: lambda: st.builds(Drop, at),
        Freeze: lambda: st.builds(Freeze, at, seconds),
        Garble: lambda: st.builds(Garble, at, st.integers(0, 500), st.integers(0, 255)),
        GarbleHeader: lambda: st.builds(GarbleHeader, at, st.sampled_from(_HEADERS)),
        Exit: lambda: st.builds(Exit, at, codes, texts, _BOOLEANS),
        Kill: lambda: st.builds(Kill, at, st.sampled_from(_SIGNALS), _BOOLEANS),
        Deaf: lambda: st.builds(Deaf, at),
        NeverAnswer: lambda: st.builds(NeverAnswer, st.sampled_from(methods), processes),
        StartFailure: lambda: st.builds(StartFailure, processes, codes, texts),
        DamageJournal: lambda: st.builds(
            DamageJournal, st.sampled_from(session_ids), st.sampled_from(_DAMAGE), processes
        ),
    }
