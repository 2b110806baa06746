"""What the actors of one `open_supervisor` share: nursery, clock, name table, counters."""

from __future__ import annotations

import contextvars
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._clock import Clock

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    import trio

    from ._child import Child
    from ._process import Process
    from ._wake import Seat

logger = logging.getLogger("copilot_actors.otp")

current_process: contextvars.ContextVar[Process | None] = contextvars.ContextVar(
    "current_process", default=None
)
"""The actor whose callback is running, also in tasks that the callback started and waits for."""


@dataclass(slots=True)
class TreeStatistics:
    """What a tree has counted since it was opened.

    Attributes:
        started: incarnations whose ``init`` succeeded.
        crashes: incarnations that ended with ``Crash``.
        restarts: automatic restarts that were attempted.
        late_replies: answers to calls that had failed or been given up; they reached nobody.
        call_timeouts: calls that met their deadline.
        dropped_messages: casts and infos lost to a restart window or to the death of the target.
        mailbox_overflows: messages refused or dropped because a mailbox was full.
        unhandled_messages: infos that met the default ``handle_info``.
        killed_after_timeout: children that had to be killed because their ``shutdown`` ran out.
        lagged_messages: topic messages that a slow subscriber lost.
    """

    started: int = 0
    crashes: int = 0
    restarts: int = 0
    late_replies: int = 0
    call_timeouts: int = 0
    dropped_messages: int = 0
    mailbox_overflows: int = 0
    unhandled_messages: int = 0
    killed_after_timeout: int = 0
    lagged_messages: int = 0


class Tree:
    """Shared services of one supervision tree.

    All actors run in one nursery, flat; who supervises whom is data. Each actor shields itself,
    so that a cancellation from outside reaches only the body of ``open_supervisor``, which turns
    it into an orderly stop.

    Attributes:
        opened_in: root supervisors of other trees, by the actor whose callback has them open.
        seats: those that no call uses now.
    """

    __slots__ = (
        "alive",
        "clock",
        "context",
        "counters",
        "fatal",
        "names",
        "nursery",
        "opened_in",
        "seats",
    )

    def __init__(self, nursery: trio.Nursery, fatal: Callable[[BaseException], None]) -> None:
        self.nursery = nursery
        self.clock = Clock()
        self.names: dict[Hashable, Child] = {}
        self.counters = TreeStatistics()
        self.opened_in: dict[Process, list[Process]] = {}
        self.alive = 0
        self.seats: list[Seat] = []
        self.fatal = fatal
        # Every actor starts from the same context: that of whoever opened the tree, not that of
        # whoever happened to ask for the child.
        self.context = contextvars.copy_context()
        self.context.run(current_process.set, None)

    def spawn(self, process: Process, *, inherit: bool = False) -> None:
        """Start the task of a process at the next scheduling point.

        Args:
            process: a new incarnation.
            inherit: give it the caller's context variables instead of the tree's.
        """
        context = contextvars.copy_context() if inherit else process.context or self.context
        process.context = None
        # mypy cannot follow a TypeVarTuple into a ParamSpec.
        context.run(self.nursery.start_soon, process.run, name=process.task_name)  # type: ignore[arg-type]
