"""One incarnation of an actor: its task, its signals, its end. What it does is in subclasses."""

# ruff: noqa: ARG002 - signatures are given by the base class or protocol

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING, Protocol, cast

import trio
from trio.lowlevel import (
    Abort,
    RaiseCancelT,
    Task,
    enable_ki_protection,
    reschedule,
)

from ._child_spec import DEFAULT_SHUTDOWN
from ._errors import NoProcess, StartTimeout
from ._messages import Down, Exit, Stop
from ._reasons import KILLED, SHUTDOWN, Crash, Killed, Normal, Reason
from ._tree import current_process, logger
from ._wake import WOKEN, sleep, trap_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextvars import Context

    from ._call import From
    from ._child import Child
    from ._child_spec import Overflow, Shutdown
    from ._clock import Timer
    from ._monitor import Monitor
    from ._ref import Ref
    from ._tree import Tree

STARTING = "starting"
RUNNING = "running"
STOPPING = "stopping"
DEAD = "dead"

CALL, CAST, INFO, STOP = 0, 1, 2, 3
"""Kinds of what a mailbox holds: user messages, and the order to stop that waits its turn."""


class Letter:
    """What a mailbox holds for anything but a call or a cast.

    A call is there as its `From`, with ``queued`` set. Whatever is neither was cast: bursts of
    casts are what mailboxes have to be quick for.
    """

    __slots__ = ("kind", "payload")

    def __init__(self, kind: int, payload: object) -> None:
        self.kind = kind
        self.payload = payload


def letter(kind: int, payload: object) -> object:
    """What a mailbox holds for a message.

    Args:
        kind: of the message.
        payload: the message; for a call its `From`.

    Returns:
        The entry.
    """
    if kind == CALL:
        cast("From", payload).queued = True
    elif kind != CAST:
        return Letter(kind, payload)
    return payload


RUNS, PARKED, IDLE = 0, 1, 2
"""What ``parked`` says: whether the task waits for `Process.wake`, and if so whether at the end of
its work: mailbox empty, no idle time running, nothing ordered. Only then a call may run elsewhere.
"""

_UNKILLABLE_AFTER = 1.0
"""Seconds after a kill at which a task that still runs is reported (it ignores cancellation)."""


class Parent(Protocol):
    """Who started a process and hears of its fate. Both calls are plain and must not raise."""

    def child_acked(self, process: Process) -> None:
        """``init`` is over and the process runs."""

    def child_exited(self, process: Process) -> None:
        """The process is dead; ``process.reason`` says why."""


def never_abort(_: RaiseCancelT) -> Abort:
    """A parked actor is woken, not cancelled."""
    return Abort.FAILED


PARKED_TRAP = trap_of(never_abort)


class Process:
    """Base of every incarnation. Subclasses implement `serve` and `cleanup`.

    Attributes:
        status: ``starting``, ``running``, ``stopping`` or ``dead``; it only moves forward.
        stopping: the reason it was told to stop with, until then ``None``.
        attention: something other than user messages waits for the loop.
        task: ``None`` until its first step; none is made before there is something to do.
        fresh: calls since it was woken, whose deadlines do not count yet; ``None`` when it runs.
        unheard: the end woke nobody but the parent; valid when dead.
    """

    __slots__ = (
        "_scope",
        "attention",
        "box",
        "calls_out",
        "child",
        "context",
        "control",
        "current",
        "deferred",
        "fresh",
        "hooks",
        "ignored",
        "inlined",
        "inlines",
        "killed",
        "limit",
        "links",
        "monitors",
        "number",
        "overflow",
        "own_ref",
        "parent",
        "parked",
        "reason",
        "started",
        "started_at",
        "starter",
        "status",
        "stopping",
        "suspended",
        "task",
        "timer",
        "tree",
        "unheard",
        "urgent",
    )

    trap_exits = False
    cleans_up = False
    stop_interrupts = False  # whether a stop need not wait for what the actor is doing
    task_name = "otp.process"

    def __init__(self, tree: Tree, parent: Parent, child: Child) -> None:
        self.tree = tree
        self.parent = parent
        self.child = child
        self.status = STARTING
        self.reason: Reason | None = None
        self.stopping: Reason | None = None
        self.killed = False
        self.ignored = False
        self.inlines = False
        self.inlined = 0
        self.attention = False
        self.suspended = False
        self.parked = RUNS
        self.task: Task | None = None
        self.context: Context | None = None  # if it had to be made before the task
        self._scope: trio.CancelScope | None = None
        # None: empty. What takes no messages (limit -1) has an empty one that is full.
        self.box: deque[object] | None = None
        self.limit = 0
        self.overflow: Overflow = "raise"
        self.urgent: deque[object] | None = None
        self.fresh: list[From] | None = None
        self.control: deque[Callable[[], None]] | None = None
        self.current: object = None
        self.started = False
        self.started_at = 0.0
        self.starter: Task | None = None
        self.own_ref: Ref | None = None
        self.monitors: dict[Monitor, None] | None = None
        self.links: dict[Process, Ref] | None = None
        self.calls_out: dict[From, None] | None = None
        self.deferred: dict[From, None] | None = None
        self.hooks: dict[Callable[[], object], None] | None = None
        self.timer: Timer | None = None
        child.incarnation += 1
        self.number = child.incarnation
        child.state = "starting" if child.incarnation == 1 else "restarting"

    # What subclasses do.

    async def serve(self) -> Reason:
        """Start and work until told to stop; returns the reason of the end."""
        raise AssertionError

    async def cleanup(self, reason: Reason) -> None:
        """Runs before every end but a kill, once `serve` is over and the start had succeeded."""

    def stopped_by(self, stop: Stop) -> Reason:
        """A callback raised `Stop` instead of returning it."""
        return stop.reason

    # The task.

    @enable_ki_protection
    async def run(self) -> None:
        """The task: never raises.

        KeyboardInterrupt is held back here and in all bookkeeping, and let through in the
        callbacks of users; what comes out of those ends the program, in order.
        """
        self.task = trio.lowlevel.current_task()
        current_process.set(self)
        reason: Reason | None = None
        try:
            with self.scope:
                reason = await self.serve()
        except Stop as stop:
            reason = self.stopped_by(stop)
        except Exception as exc:
            reason = Crash(exc)
        except BaseException as exc:
            # KeyboardInterrupt or SystemExit in a callback ends the program, in order.
            reason = Crash(exc)
            self.tree.fatal(exc)
        if reason is None:  # the scope was cancelled
            reason = KILLED if self.killed or self.stopping is None else self.stopping
        if self.status is RUNNING and not self.killed and self.cleans_up:
            self.status = STOPPING
            reason = await self._bounded_cleanup(reason)
        self.finish(KILLED if self.killed else reason)

    async def _bounded_cleanup(self, reason: Reason) -> Reason:
        limit = self.child.spec.shutdown
        if self.timer is None:
            # Nobody outside has set a limit: the actor ends by itself.
            self._kill_after(DEFAULT_SHUTDOWN if limit == "brutal_kill" else limit)
        self._scope = trio.CancelScope(shield=True)
        try:
            with self._scope:
                await self.cleanup(reason)
        except Stop as stop:
            return stop.reason
        except Exception as exc:
            return Crash(exc)  # what terminate raises replaces the reason (OTP)
        except BaseException as exc:
            self.tree.fatal(exc)
            return Crash(exc)
        if self.killed and isinstance(reason, Crash):
            self.report_crash(reason)  # the reason will be Killed; the cause must not be lost
        return reason

    def await_work(self) -> None:
        """The start is over at once; a task is made when there is something to do."""
        self.parked = IDLE
        self.acked()
        if self.box or self.attention:  # from its own init
            self.wake()

    def start_here(self) -> None:
        """Start without a task if the class allows it, see `ServerProcess`."""
        raise AssertionError

    @enable_ki_protection
    def acked(self) -> None:
        """The start succeeded: publish the address and tell whoever waits."""
        self.status = RUNNING
        if self.timer is not None and self.stopping is None:
            self.timer.cancel()  # the limit of the start
            self.timer = None
        self.started = True
        self.started_at = self.tree.clock.now()
        self.tree.counters.started += 1
        self.child.bind(self)
        self._wake_starter()
        self.parent.child_acked(self)

    def _wake_starter(self) -> None:
        starter, self.starter = self.starter, None
        if starter is not None:
            reschedule(starter, WOKEN)

    async def park(self) -> None:
        """Wait for `wake`."""
        self.parked = PARKED
        await sleep(PARKED_TRAP)
        self.start_deadlines()

    def start_deadlines(self) -> None:
        """The deadlines of calls that came since the process was woken count from now on.

        Most calls wake an actor, or come while it is about to run: one look at the clock for all.
        """
        fresh, self.fresh = self.fresh, None
        if fresh:
            self.tree.clock.add_calls(fresh)

    def wake(self) -> None:
        """Make the loop look around; many wakes before it runs are one."""
        if self.parked:
            self.parked = RUNS
            self.fresh = []
            if self.task is None:
                self.tree.spawn(self)
            else:
                reschedule(self.task, WOKEN)

    @property
    def scope(self) -> trio.CancelScope:
        """What a kill cancels. An actor that has no task yet has no use for one."""
        scope = self._scope
        if scope is None:
            scope = self._scope = trio.CancelScope(shield=True)
        return scope

    # Signals. All plain functions, callable from any task of the run.

    @enable_ki_protection
    def request_stop(self, reason: Reason) -> None:
        """Stop after the current callback."""
        if self.stopping is None:
            self.stopping = reason
        self.attention = True
        self.wake()

    @enable_ki_protection
    def interrupt(self, reason: Reason) -> None:
        """Stop now: a callback in progress is cancelled; ``terminate`` still runs."""
        if self.status in (STOPPING, DEAD):
            return
        self.request_stop(reason)
        self.scope.cancel()

    @enable_ki_protection
    def kill(self) -> None:
        """End at the next checkpoint, without ``terminate``."""
        if self.status is DEAD or self.killed:
            return
        self.killed = True
        self.stopping = KILLED
        for root in list(self.tree.opened_in.get(self, ())):
            root.kill()  # trio does not tell a tree that is stopping of a second cancellation
        self.attention = True
        self.wake()
        self.scope.cancel()
        self.tree.clock.after(_UNKILLABLE_AFTER, self._report_unkillable)

    @enable_ki_protection
    def shutdown(self, limit: Shutdown) -> None:
        """The parent's order to stop: bounded by ``limit`` seconds, then a kill."""
        if limit == "brutal_kill":
            self.kill()
            return
        self._kill_after(limit)
        if self.trap_exits and self.status is RUNNING:
            self.request_stop(SHUTDOWN)
        else:
            self.interrupt(SHUTDOWN)

    def signal(self, sender: Ref, reason: Reason, *, linked: bool = False) -> None:
        """An exit signal of anyone but the parent.

        ``Killed`` kills if it was sent on purpose; that a linked peer was killed is a reason like
        any other (OTP: ``kill`` against ``killed``).
        """
        if isinstance(reason, Killed) and not linked:
            self.kill()
        elif self.trap_exits:
            self.deliver_urgent(Exit(sender, reason))
        elif not isinstance(reason, Normal):
            self.interrupt(reason)

    def limit_start(self, seconds: float) -> None:
        """Fail the start if it is not over by then.

        Args:
            seconds: the child spec's ``start_timeout``.
        """
        error = StartTimeout(self.child.spec.id, seconds)
        self.timer = self.tree.clock.after(seconds, lambda: self.interrupt(Crash(error)))

    def _kill_after(self, limit: float) -> None:
        if self.status is STARTING and self.timer is not None:
            self.timer.cancel()  # the limit of the start
            self.timer = None
        if limit < math.inf and self.timer is None:
            self.timer = self.tree.clock.after(limit, self._overdue)

    def _overdue(self) -> None:
        self.tree.counters.killed_after_timeout += 1
        self.kill()

    def _report_unkillable(self) -> None:
        if self.status is not DEAD:
            logger.error(
                "actor %r was killed but still runs: it ignores cancellation",
                self.child.label,
                extra={"otp_actor": self.child.label, "otp_event": "unkillable"},
            )

    # Mail.

    def answer_inline(self, call: From) -> bool:
        """Run a call in its caller's task, if possible; not done: the actor's task goes on."""
        raise AssertionError

    @enable_ki_protection
    def deliver(self, kind: int, payload: object) -> None:
        """Put a user message into the mailbox; the slow twin of the code in `Ref`."""
        box = self.box
        if box is None:
            self.box = deque((letter(kind, payload),))
            if self.parked:
                self.wake()
        elif len(box) < self.limit:
            # Events come this way by the thousand.
            box.append(Letter(kind, payload) if kind == INFO else letter(kind, payload))
        else:
            self.refuse(kind, payload)

    def drain(self, reason: Reason, timeout: float | None) -> None:
        """Stop when what is queued now was handled.

        Args:
            reason: the exit reason.
            timeout: how long the asker waits, for the message of an error.

        Raises:
            MailboxFull: the order found no place.
            TypeError: there is no mailbox.
        """
        raise TypeError(f"{self.child.ref!r} has no mailbox, so nothing to drain")

    def refuse(self, kind: int, payload: object) -> None:
        """The mailbox is full, closed, or was never there."""
        raise NoProcess(self.ref, type(payload).__name__)

    @enable_ki_protection
    def deliver_urgent(self, message: object) -> None:
        """Put a system message before all user messages; never refused, lost if dead."""
        if self.status is DEAD:
            return
        if self.urgent is None:
            self.urgent = deque()
        self.urgent.append(message)
        self.attention = True
        self.wake()

    @enable_ki_protection
    def deliver_control(self, action: Callable[[], None]) -> None:
        """Run a plain function in the actor's task between two callbacks."""
        if self.control is None:
            self.control = deque()
        self.control.append(action)
        self.attention = True
        self.wake()

    @property
    def ref(self) -> Ref:
        """The actor's own ref, pinned to this incarnation."""
        ref = self.own_ref
        if ref is None:
            ref = self.own_ref = self.child.ref._pinned_to(self)
        return ref

    def add_hook(self, hook: Callable[[], object]) -> None:
        """Run a plain function when the process ends, before anyone is told."""
        if self.hooks is None:
            self.hooks = {}
        self.hooks[hook] = None

    def remove_hook(self, hook: Callable[[], object]) -> None:
        """Undo `add_hook`; unknown hooks are ignored."""
        if self.hooks is not None:
            self.hooks.pop(hook, None)

    # The end.

    @enable_ki_protection
    def finish(self, reason: Reason) -> None:
        """Release everything and tell everyone, in OTP's order: names, callers, monitors, parent.

        Args:
            reason: the exit reason.
        """
        self.status = DEAD
        self.reason = reason
        self.tree.alive -= 1
        self.limit = -1
        if self.timer is not None:
            self.timer.cancel()
        self.child.unbind("exited")
        for hook in list(self.hooks or ()):
            hook()
        called = self._fail_callers(reason)
        self.unheard = not (called or self.monitors or self.links)
        for monitor in list(self.monitors or ()):
            monitor._fire(reason)
        for peer in list(self.links or ()):
            assert peer.links is not None  # noqa: S101 - links are mutual
            known_as = peer.links[self]
            peer.unlink(self)
            peer.signal(known_as, reason, linked=True)
        if isinstance(reason, Crash):
            self.tree.counters.crashes += 1
            if self.started:
                self.report_crash(reason)
        self.hooks = self.monitors = self.links = self.deferred = None
        self.urgent = self.control = None
        self._wake_starter()
        self.parent.child_exited(self)

    def _fail_callers(self, reason: Reason) -> bool:
        """Tell everyone who waits for an answer; whether there was anyone."""
        called = bool(self.deferred)
        self.box = deque()
        for call in list(self.deferred or ()):
            call._exited(reason)
        return called

    def report_crash(self, reason: Crash) -> None:
        """Log the crash. The state is shown only if the actor's ``format_status`` allows it."""
        exc = reason.exc
        logger.error(
            "actor %r crashed",
            self.child.label,
            exc_info=(type(exc), exc, exc.__traceback__),
            extra={
                "otp_event": "crash",
                "otp_actor": self.child.label,
                "otp_incarnation": self.child.incarnation,
                "otp_state": self.redacted_state(),
            },
        )

    def redacted_state(self) -> object:
        """What reports may show of the state."""
        return None

    def link(self, ref: Ref, other: Process, other_ref: Ref) -> None:
        """Make two processes end together (abnormal reasons only); idempotent, first names stay.

        Args:
            ref: how the other one's `Exit` calls this one.
            other: the peer.
            other_ref: how this one's `Exit` calls it.
        """
        for one, two, name in ((self, other, other_ref), (other, self, ref)):
            if one.links is None:
                one.links = {}
            one.links.setdefault(two, name)

    def unlink(self, other: Process) -> None:
        """Undo `link`; idempotent."""
        for one, two in ((self, other), (other, self)):
            if one.links is not None:
                one.links.pop(two, None)

    def blocking(self) -> list[Process]:
        """The processes that this one cannot go on without."""
        if self.scope.cancel_called:
            return []  # whatever it waits for, it waits no longer
        # A call that waits for the next incarnation waits for its start, if that has begun.
        targets = [
            call._target or call._ref._child.process
            for call in self.calls_out or ()
            if not call.done
        ]
        return [target for target in targets if target is not None]

    @property
    def ends_in_time(self) -> bool:
        """Whether an order of its supervisor to stop ends it, whatever its callback waits for."""
        return not self.trap_exits or self.child.spec.shutdown != math.inf


def down_for_absent(ref: Ref, monitor: Monitor) -> Down:
    """The `Down` of a monitor on nothing (OTP: noproc)."""
    return Down(ref, monitor, Crash(NoProcess(ref)))
