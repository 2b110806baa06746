"""Timers that send messages: ``send_after`` and ``send_interval``, on trio's clock."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import trio

from ._clock import Timer
from ._errors import MailboxFull, NoProcess
from ._process import DEAD
from ._ref import Ref, check_mailbox

if TYPE_CHECKING:
    from ._process import Process


def send_after(ref: Ref, seconds: float, message: object) -> Timer:
    """Send a message later. A plain function; the message is lost if nobody is there by then.

    Inside an actor prefer ``self.send_after``: that timer ends with the incarnation.

    Args:
        ref: the receiver; an address that survives restarts, unless it is pinned.
        seconds: how long from now.
        message: what ``handle_info`` gets.

    Returns:
        The timer; ``cancel()`` it, or read ``remaining``.

    Raises:
        TypeError: ``ref`` is a task, which has no mailbox.
    """
    check_mailbox(ref)
    tree = ref._child.tree

    def deliver() -> None:
        try:
            ref.send(message)
        except (NoProcess, MailboxFull):
            tree.counters.dropped_messages += 1

    return tree.clock.after(checked_seconds(seconds), deliver)


def send_interval(ref: Ref, seconds: float, message: object) -> Timer:
    """Send a message every so often, without drift, until cancelled or until nobody can be there.

    A message for a receiver that is being restarted, or whose mailbox is full, is dropped and
    counted; once the address is dead for good the timer ends. Inside an actor prefer
    ``self.send_interval``: that timer ends with the incarnation.

    Args:
        ref: the receiver; an address that survives restarts, unless it is pinned.
        seconds: the period; also the time to the first message.
        message: what ``handle_info`` gets, the same object each time.

    Returns:
        The timer.

    Raises:
        ValueError: the period is not above zero.
        TypeError: ``ref`` is a task, which has no mailbox.
    """
    check_mailbox(ref)
    return IntervalTimer(ref, checked_period(seconds), message)


def checked_period(seconds: float) -> float:
    """Refuse what is no period.

    Args:
        seconds: the period.

    Returns:
        It.

    Raises:
        ValueError: it is not above zero.
    """
    if not seconds > 0:
        raise ValueError(f"seconds: expected more than 0, got {seconds!r}")
    return seconds


def next_tick(deadline: float, period: float) -> float:
    """The next time of a periodic timer.

    From the planned time, not from now: the period does not drift. Periods that were missed while
    the run was blocked are skipped, not sent in a burst.

    Args:
        deadline: the time that has come.
        period: the period, in seconds.

    Returns:
        The next one.
    """
    missed = max(0, math.ceil((trio.current_time() - deadline) / period))
    return deadline + period * max(1, missed)


class IntervalTimer(Timer):
    """A timer that sends to an address again and again."""

    __slots__ = ("_message", "_period", "_ref")

    def __init__(self, ref: Ref, period: float, message: object) -> None:
        super().__init__(trio.current_time() + period, self._deliver)
        self._ref = ref
        self._message = message
        self._period = period
        if self.deadline < math.inf:
            ref._child.clock.add(self.deadline, self)

    def expire(self) -> None:
        """Fire: called by the clock only."""
        self._deliver()
        if not self.done:
            self.deadline = next_tick(self.deadline, self._period)
            self._ref._child.clock.add(self.deadline, self)

    def _deliver(self) -> None:
        try:
            self._ref.send(self._message)
        except NoProcess:
            self.cancel()
        except MailboxFull:
            self._ref._child.tree.counters.dropped_messages += 1


def checked_seconds(seconds: float) -> float:
    """Refuse what is no length of time.

    Args:
        seconds: the length.

    Returns:
        It.

    Raises:
        ValueError: it is negative or not a number.
    """
    if not seconds >= 0:
        raise ValueError(f"seconds: expected at least 0, got {seconds!r}")
    return seconds


class ActorTimer(Timer):
    """A timer that ends with the incarnation that made it; with an interval it repeats."""

    __slots__ = ("_interval", "_message", "_process")

    def __init__(
        self, process: Process, seconds: float, message: object, interval: float | None
    ) -> None:
        super().__init__(trio.current_time() + seconds, self._deliver)
        self._process = process
        self._message = message
        self._interval = interval
        if process.status is DEAD:  # made by a task that has outlived its actor
            super().cancel()
            return
        process.add_hook(self.cancel)
        if self.deadline < math.inf:
            process.tree.clock.add(self.deadline, self)

    def cancel(self) -> bool:
        """Stop the timer; idempotent.

        Returns:
            True if this call prevented it from firing (again).
        """
        self._process.remove_hook(self.cancel)
        return super().cancel()

    def expire(self) -> None:
        """Fire: called by the clock only."""
        if self._interval is None:
            self._process.remove_hook(self.cancel)
            super().expire()
            return
        self._deliver()
        self.deadline = next_tick(self.deadline, self._interval)
        self._process.tree.clock.add(self.deadline, self)

    def _deliver(self) -> None:
        # The process is alive: its end cancels the timer.
        process = self._process
        try:
            process.ref.send(self._message)
        except MailboxFull:
            process.tree.counters.dropped_messages += 1
