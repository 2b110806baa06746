"""What supervisors are asked to do, and what they have begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._ref import Ref

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ._call import From
    from ._child import Child
    from ._reasons import Reason


class Request:
    """A management call, executed by the supervisor's own task.

    Attributes:
        call: the caller's wait.
        work: what is to be done.
        ends: the child that is to be ended, even if the caller has given up by then.
    """

    __slots__ = ("call", "ends", "work")

    def __init__(
        self, call: From, work: Callable[[], Awaitable[object]], ends: Child | None
    ) -> None:
        self.call = call
        self.work = work
        self.ends = ends


class Later:
    """A restart that continues after other events were served, or after a delay."""

    __slots__ = ("child", "failed", "ticket")

    def __init__(self, child: Child, ticket: object, failed: Reason | None) -> None:
        self.child = child
        self.ticket = ticket
        self.failed = failed


def is_stale(ref: Ref) -> bool:
    """Whether a ref is pinned to an incarnation that another one follows.

    Args:
        ref: a ref.

    Returns:
        The verdict; false for the last incarnation of a stopped child.
    """
    child = ref._child
    return ref._pinned and ref._process is not child.process and child.state != "stopped"
