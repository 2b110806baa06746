"""Monitors: hear once of the end of one incarnation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio
from trio.lowlevel import (
    Abort,
    RaiseCancelT,
    Task,
    current_task,
    enable_ki_protection,
    reschedule,
    wait_task_rescheduled,
)

from ._messages import Down
from ._process import DEAD, down_for_absent
from ._wake import WOKEN

if TYPE_CHECKING:
    from ._process import Process
    from ._reasons import Reason
    from ._ref import Ref


class Monitor:
    """Watches one incarnation and fires once, with a `Down`."""

    __slots__ = ("_down", "_owner", "_process", "_waiters", "ref")

    def __init__(self, ref: Ref, process: Process | None, owner: Process | None) -> None:
        self.ref = ref
        self._process = process
        self._owner = owner
        self._down: Down | None = None
        self._waiters: list[Task] | None = None
        if owner is not None:
            owner.add_hook(self.cancel)
        if process is None or process.status is DEAD:
            self._settle(down_for_absent(ref, self))
        elif process.monitors is None:
            process.monitors = {self: None}
        else:
            process.monitors[self] = None

    def __repr__(self) -> str:
        state = "watching" if self._process is not None else "fired" if self._down else "cancelled"
        return f"<Monitor of {self.ref!r}, {state}>"

    @property
    def down(self) -> Down | None:
        """The `Down` if it has fired."""
        return self._down

    @enable_ki_protection
    async def wait(self) -> Down:
        """Wait until the actor has ended. Cancelling the wait leaves the monitor in place.

        Returns:
            The `Down`; at once if it has fired before.

        Raises:
            trio.ClosedResourceError: the monitor was cancelled.
        """
        if self._down is not None:
            await trio.lowlevel.checkpoint()
            return self._down
        if self._process is None:
            raise trio.ClosedResourceError("the monitor was cancelled")
        task = current_task()
        if self._waiters is None:
            self._waiters = []
        waiters = self._waiters
        waiters.append(task)

        def abort(_: RaiseCancelT) -> Abort:
            waiters.remove(task)
            return Abort.SUCCEEDED

        await wait_task_rescheduled(abort)
        down = self.down
        if down is None:
            raise trio.ClosedResourceError("the monitor was cancelled")
        return down

    @enable_ki_protection
    def cancel(self) -> None:
        """Stop watching; idempotent. A `Down` that waits undelivered is taken back (OTP: flush)."""
        process, self._process = self._process, None
        if process is not None and process.monitors:
            process.monitors.pop(self, None)
        owner = self._owner
        if owner is not None:
            owner.remove_hook(self.cancel)
            if owner.urgent and self._down in owner.urgent:
                owner.urgent.remove(self._down)
        self._wake_waiters()

    def _fire(self, reason: Reason) -> None:
        self._process = None
        self._settle(Down(self.ref, self, reason))

    def _settle(self, down: Down) -> None:
        self._down = down
        owner = self._owner
        if owner is not None:
            owner.remove_hook(self.cancel)
            owner.deliver_urgent(self._message(down))
        self._wake_waiters()

    def _message(self, down: Down) -> object:
        """What the owner gets."""
        return down

    def _wake_waiters(self) -> None:
        waiters, self._waiters = self._waiters, None
        for task in waiters or ():
            reschedule(task, WOKEN)


async def down_of(ref: Ref, process: Process) -> Down:
    """Wait for the end of one incarnation; cancelled, it leaves no monitor behind.

    Args:
        ref: how the `Down` calls it.
        process: the incarnation.

    Returns:
        Its `Down`.
    """
    monitor = Monitor(ref, process, None)
    try:
        return await monitor.wait()
    finally:
        monitor.cancel()
