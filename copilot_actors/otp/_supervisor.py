"""The static supervisor: starts in order, restarts by strategy, stops in reverse."""

# ruff: noqa: ARG002 - signatures are given by the base class or protocol

# ruff: noqa: PLR0917 - internal constructors, each called in one place

from __future__ import annotations

import random
from collections import deque
from typing import TYPE_CHECKING

import trio

from ._call import From
from ._child import Child
from ._child_spec import AutoShutdown, Backoff, ChildSpec, RestartBudget, Strategy
from ._errors import (
    ActorExited,
    AlreadyPresent,
    AlreadyStarted,
    ChildNotFound,
    ChildRestarting,
    ChildRunning,
    MaxRestarts,
    StartFailed,
)
from ._events import Later, Request, is_stale
from ._launch import launch, refuse_taken
from ._process import CALL, DEAD, RUNNING, RUNS, STARTING, Process
from ._reasons import SHUTDOWN, Crash, Killed, Reason, Shutdown, describe_exception, is_clean
from ._ref import Ref
from ._tree import logger

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ._process import Parent
    from ._tree import Tree


class BaseSupervisorProcess(Process):
    """What every supervisor's process has: events, a restart budget, no mailbox."""

    __slots__ = ("awaiting", "backoff", "begun", "budget", "children", "events", "halting", "rng")

    trap_exits = True

    def __init__(
        self,
        tree: Tree,
        parent: Parent,
        child: Child,
        budget: RestartBudget,
        backoff: Backoff | None,
    ) -> None:
        super().__init__(tree, parent, child)
        self.box = deque()
        self.limit = -1
        self.budget = budget
        self.backoff = backoff
        self.rng = random.Random(backoff.seed if backoff else 0)  # noqa: S311 - jitter, not secrets
        self.children: dict[Hashable, Child] = {}
        self.events: deque[Process | Request | Later] = deque()
        self.awaiting: Process | None = None
        self.begun: Later | None = None
        self.halting: Process | None = None

    # A supervisor's task runs no user code and is never cancelled: signals only wake it.

    def interrupt(self, reason: Reason) -> None:
        """Stop: same as a request, the loop looks at it between any two steps."""
        self.request_stop(reason)

    def kill(self) -> None:
        """End without waiting for anybody's ``terminate``: kills the children too."""
        if self.status is not DEAD:
            super().kill()
            for child in self.children.values():
                if child.process is not None:
                    child.process.kill()

    def signal(self, sender: Ref, reason: Reason, *, linked: bool = False) -> None:
        """Supervisors trap exits and ignore all signals but a kill (OTP)."""
        if isinstance(reason, Killed) and not linked:
            self.kill()

    def deliver_urgent(self, message: object) -> None:
        """Supervisors handle no messages."""
        self.refuse(-1, message)

    def refuse(self, kind: int, payload: object) -> None:
        """Calls are refused in the caller, stray messages are logged and counted."""
        if kind == CALL:
            raise TypeError(f"{self.child.ref!r} is a supervisor; it answers no calls")
        self.tree.counters.unhandled_messages += 1
        logger.warning(
            "supervisor %r got a stray %s",
            self.child.label,
            type(payload).__name__,
            extra={"otp_event": "unhandled", "otp_actor": self.child.label},
        )

    def child_acked(self, process: Process) -> None:
        """A child's ``init`` has succeeded."""
        if process is self.awaiting:
            self.wake()

    def child_exited(self, process: Process) -> None:
        """A child is dead. What can be decided without waiting is decided here, at once."""
        raise AssertionError

    @staticmethod
    def is_final(process: Process) -> bool:
        """Whether the restart type leaves this child down."""
        restart = process.child.spec.restart
        reason = process.reason
        assert reason is not None  # noqa: S101 - it is dead
        return restart == "temporary" or (restart == "transient" and is_clean(reason))

    def can_restart_at_once(self, process: Process) -> bool:
        """Whether a child that has just ended may be started again in its own last step.

        That is a pass of the scheduler less than by the supervisor's task. It must be idle.
        Callers, links and monitors hear of the end before the next ``init`` runs (OTP). And no code
        of users may run in the wrong task: the constructor of the child's class.
        """
        return (
            self.parked != RUNS
            and not self.events
            and not self.attention
            and not self.suspended
            and self.stopping is None
            and self.awaiting is None
            and self.halting is None
            and self.backoff is None
            and process.unheard
            and process.child.spec.start.constructs_nothing
        )

    def post(self, event: Process | Request | Later) -> None:
        """Queue an event for the supervisor's task."""
        self.events.append(event)
        self.wake()

    def give_up(self, request: Request) -> None:
        """The caller was cancelled: forget what has not begun, unless it is to end a child.

        Args:
            request: its request; of several orders to end one child that nobody waits for, one
                is kept.
        """
        request.call._give_up()
        if request not in self.events:
            awaiting = self.awaiting
            if awaiting is not None and awaiting.child is request.call.request:
                awaiting.interrupt(SHUTDOWN)
        elif request.ends is None or any(
            isinstance(event, Request)
            and event is not request
            and event.ends is request.ends
            and event.call.abandoned
            for event in self.events
        ):
            self.events.remove(request)

    def blocking(self) -> list[Process]:
        """A supervisor that starts or ends a child cannot go on without it."""
        blockers = [self.awaiting] if self.awaiting is not None else []
        if self.killed:
            return blockers
        if self.stopping is not None:
            running = [child.process for child in self.children.values()]
        else:
            running = [self.halting]
        blockers += [p for p in running if p is not None and not p.ends_in_time]
        return blockers

    async def serve(self) -> Reason:
        """Start, supervise, stop. Whatever happens, no child outlives its supervisor."""
        try:
            return await self._supervise()
        except Exception:
            self.kill()
            await self.stop_all()
            self.killed = False  # the reason is the crash
            raise

    async def _supervise(self) -> Reason:
        failed = await self.start_all()
        if failed is None:
            self.acked()
            while self.stopping is None or self.begun is not None:
                self.attention = False
                while self.control:
                    self.control.popleft()()
                if self.begun is not None:
                    begun, self.begun = self.begun, None
                    await self.go_on_begun(begun)
                elif self.events and not self.suspended:
                    await self.handle(self.events.popleft())
                else:
                    await self.park()
        elif self.stopping is None:
            self.stopping = Shutdown(failed)
        reason = self.stopping
        assert reason is not None  # noqa: S101 - the loop ends only then
        self._refuse_requests(reason)
        await self.stop_all()
        return reason

    def _refuse_requests(self, reason: Reason) -> None:
        """Nobody waits for a supervisor that is busy stopping its children."""
        for event in self.events:
            if isinstance(event, Request):
                event.call._exited(reason)

    async def start_all(self) -> StartFailed | None:
        """Start the initial children."""
        return None

    async def stop_all(self) -> None:
        """Stop all children."""
        raise AssertionError

    async def handle(self, event: Process | Request | Later) -> None:
        """Serve one event."""
        if isinstance(event, Request):
            try:
                event.call._resolve(await event.work())
            except Exception as exc:
                event.call._fail(exc)
        elif isinstance(event, Later):
            await self.go_on(event)
        else:
            await self.child_ended(event)

    async def go_on(self, later: Later) -> None:
        """Continue a restart."""
        raise AssertionError

    async def go_on_begun(self, begun: Later) -> None:
        """Continue a restart whose start is under way or has failed."""
        raise AssertionError

    async def child_ended(self, process: Process) -> None:
        """A child has ended by itself."""
        raise AssertionError

    def spend(self, child: Child, reason: Reason) -> bool:
        """Pay for one restart attempt; False (and stopping) if the budget is exhausted."""
        why = describe_exception(reason.exc) if isinstance(reason, Crash) else repr(reason)
        if self.budget.spend(trio.current_time(), child.spec.id, why):
            self.tree.counters.restarts += 1
            child.restarts += 1
            return True
        budget = self.budget
        error = MaxRestarts(
            self.child.spec.id, child.spec.id, budget.max_restarts, budget.max_seconds, reason
        )
        cause = reason.exc if isinstance(reason, Crash) else getattr(reason, "detail", None)
        if not isinstance(cause, BaseException):
            cause = ActorExited(reason, child.ref)
        error.__cause__ = cause
        for number, (when, who, text) in enumerate(budget.history, 1):
            error.add_note(f"end {number} at t={when:.3f}: child {who!r}: {text}")
        logger.error(
            "supervisor %r gave up on child %r",
            self.child.label,
            child.label,
            extra={"otp_event": "max_restarts", "otp_actor": self.child.label},
        )
        child.unbind("stopped")
        self.stopping = Shutdown(error)
        return False

    def finish(self, reason: Reason) -> None:
        """Pending management calls fail like calls to any actor that ends."""
        self._refuse_requests(reason)
        super().finish(reason)


class SupervisorProcess(BaseSupervisorProcess):
    """One incarnation of a static supervisor."""

    __slots__ = ("auto_shutdown", "specs", "strategy")

    task_name = "otp.Supervisor"

    def __init__(
        self,
        tree: Tree,
        parent: Parent,
        child: Child,
        specs: tuple[ChildSpec, ...],
        strategy: Strategy,
        auto_shutdown: AutoShutdown,
        budget: RestartBudget,
        backoff: Backoff | None,
    ) -> None:
        super().__init__(tree, parent, child, budget, backoff)
        self.specs = specs
        self.strategy = strategy
        self.auto_shutdown = auto_shutdown

    async def start_all(self) -> StartFailed | None:
        """Start the children of the spec list in order; the first failure ends it."""
        known = self.child.offspring or {}
        self.child.offspring = {}
        for spec in self.specs:
            child = known.pop(spec.id, None) or Child(self.tree, spec)
            self.children[spec.id] = self.child.offspring[spec.id] = child
        for spec in self.specs:
            child = self.children[spec.id]
            reason = await self._start(child)
            if reason is not None:
                if not isinstance(reason, Crash) and self.stopping is None:
                    self._log_start_failure(child, reason)
                return StartFailed(reason, spec.id)
            if child.process is None and spec.restart == "temporary" and child.state == "stopped":
                self._forget(child)
            if self.stopping is not None:
                return StartFailed(self.stopping, spec.id)
        return None

    def _log_start_failure(self, child: Child, reason: Reason) -> None:
        exc = reason.exc if isinstance(reason, Crash) else None
        logger.warning(
            "child %r of supervisor %r did not start: %r",
            child.label,
            self.child.label,
            reason,
            exc_info=(type(exc), exc, exc.__traceback__) if exc else None,
            extra={"otp_event": "start_failed", "otp_actor": child.label},
        )

    async def _start(self, child: Child, *, failed: str = "stopped") -> Reason | None:
        """One start; ``None`` if the child runs or chose not to (`Ignore`).

        Args:
            child: its place.
            failed: the state that it is left in by a failure.
        """
        return self._launch(child, failed) or await self._outcome_of_start(child, failed)

    def _launch(self, child: Child, failed: str) -> Crash | None:
        """The first half of a start."""
        try:
            self.awaiting = launch(self.tree, self, child)
        except Exception as exc:
            child.unbind(failed)
            return Crash(exc)
        return None

    async def _outcome_of_start(self, child: Child, failed: str) -> Reason | None:
        """The second half of a start."""
        process = self.awaiting
        assert process is not None  # noqa: S101 - set by _launch
        while process.status is STARTING:
            if self.stopping is not None:
                process.shutdown(child.spec.shutdown)
            await self.park()
        self.awaiting = None
        if process.started:
            if process.status is DEAD:  # it started and ended before this task ran again
                self.child_exited(process)
            return None
        child.unbind("stopped" if process.ignored else failed)
        return None if process.ignored else process.reason

    async def _stop(self, child: Child) -> None:
        """Stop a child and wait for its end; it is ``stopped`` afterwards."""
        process = child.process
        if process is not None:
            self.halting = process
            process.shutdown("brutal_kill" if self.killed else child.spec.shutdown)
            while process.status is not DEAD:
                await self.park()
            self.halting = None
        else:
            for event in list(self.events):
                if isinstance(event, Process) and event.child is child:
                    self._reap(event)
        child.ticket = None
        child.unbind("stopped")

    def _reap(self, process: Process) -> None:
        """The end of this process was expected: do not treat it as the child's own."""
        self.events.remove(process)

    def _forget(self, child: Child) -> None:
        self.children.pop(child.spec.id, None)
        assert self.child.offspring is not None  # noqa: S101 - set by start_all
        self.child.offspring.pop(child.spec.id, None)
        child.unbind("gone")

    async def stop_all(self) -> None:
        """Stop in reverse start order, each child fully down before the next is told."""
        for child in reversed(list(self.children.values())):
            await self._stop(child)

    def finish(self, reason: Reason) -> None:
        """Children of the spec list keep their addresses, in case this supervisor is restarted."""
        listed = {spec.id for spec in self.specs}
        for child in list(self.children.values()):
            child.unbind("exited" if child.spec.id in listed else "gone")
        super().finish(reason)

    # Restarts.

    def child_exited(self, process: Process) -> None:
        """The end of a child that stays down shows at once; the rest waits for its turn."""
        child = process.child
        if process is self.halting or process is self.awaiting:
            self.wake()
        elif self.is_final(process):
            if child.spec.restart == "temporary":
                self._forget(child)
            else:
                child.unbind("stopped")
            if child.spec.significant:
                self.post(process)
        elif self.strategy == "one_for_one" and self.can_restart_at_once(process):
            self._restart_at_once(child, process)
        else:
            self.post(process)

    def _restart_at_once(self, child: Child, process: Process) -> None:
        """`_restart`, as far as it goes without waiting."""
        assert process.reason is not None  # noqa: S101 - it is dead
        if self.spend(child, process.reason):
            child.unbind("restarting")
            failed = self._launch(child, "restarting")
            if failed is None and child.state == RUNNING:
                self.awaiting = None
                return
            self.begun = Later(child, object(), failed)
            if failed is None:
                return  # woken when the start is over
        self.wake()

    async def child_ended(self, process: Process) -> None:
        """Apply the restart type (supervisor:do_restart/3)."""
        child = process.child
        reason = process.reason
        assert reason is not None  # noqa: S101 - it is dead
        if not self.is_final(process):
            await self._restart(child, reason, trio.current_time() - process.started_at)
        else:
            others = (c for c in self.children.values() if c.spec.significant)
            if self.auto_shutdown == "any_significant" or (
                self.auto_shutdown == "all_significant"
                and all(other.state == "stopped" for other in others)
            ):
                self.stopping = Shutdown()

    def _group(self, child: Child) -> list[Child]:
        children = list(self.children.values())
        if self.strategy == "one_for_all":
            return children
        if self.strategy == "rest_for_one":
            return children[children.index(child) :]
        return [child]

    async def _restart(self, child: Child, reason: Reason, uptime: float) -> None:
        """One attempt: pay, stop the group in reverse, wait if asked to, start the group."""
        if not self.spend(child, reason):
            return
        ticket = object()
        for member in reversed(self._group(child)):
            if member is not child:
                await self._stop(member)
                if member.spec.restart == "temporary":
                    self._forget(member)
                    continue
            member.ticket = ticket
            member.unbind("restarting")
        if self.stopping is not None:
            return
        delay = child.next_delay(self.backoff, self.rng, uptime)
        later = Later(child, ticket, None)
        if delay > 0:
            self.tree.clock.after(delay, lambda: self.post(later))
        else:
            await self.go_on(later)

    async def go_on(self, later: Later) -> None:
        """Start what is still to be restarted, or pay for another attempt after a failed one.

        If the child that failed was ended meanwhile, the others of its group are still to start.
        """
        if later.failed is not None and later.child.ticket is later.ticket:
            await self._restart(later.child, later.failed, 0.0)
            return
        for child in [c for c in self.children.values() if c.ticket is later.ticket]:
            child.ticket = None
            if not self._has_started(
                child, later.ticket, await self._start(child, failed="restarting")
            ):
                return

    async def go_on_begun(self, begun: Later) -> None:
        """The rest of `_restart_at_once`."""
        reason = begun.failed or await self._outcome_of_start(begun.child, "restarting")
        self._has_started(begun.child, begun.ticket, reason)

    def _has_started(self, child: Child, ticket: object, reason: Reason | None) -> bool:
        """Whether a restart may go on; a start that failed is tried again."""
        if reason is not None and self.stopping is None:
            self._log_start_failure(child, reason)
            child.ticket = ticket
            # A message to itself, so that other requests are served in between.
            self.post(Later(child, ticket, reason))
        return reason is None and self.stopping is None

    # Management, run in the supervisor's task.

    def find(self, which: object) -> Child:
        """Look a child up.

        Args:
            which: its id or a ref; a pinned ref names one incarnation and none after it.

        Returns:
            Its place.

        Raises:
            ChildNotFound: there is no such child.
        """
        for child in self.children.values():
            if child.spec.id == which:
                return child
            if isinstance(which, Ref) and which._child is child and not is_stale(which):
                return child
        raise ChildNotFound(which)

    async def do_start_child(self, spec: ChildSpec, call: From) -> Ref:
        """``supervisor:start_child/2``."""
        if spec.significant and self.auto_shutdown == "never":
            raise ValueError(f"child {spec.id!r} is significant, but auto_shutdown is 'never'")
        present = self.children.get(spec.id)
        if present is not None:
            if present.state == "stopped":
                raise AlreadyPresent(spec.id)
            raise AlreadyStarted(present.ref)
        child = Child(self.tree, spec)
        refuse_taken(child)
        self.children[spec.id] = child
        reason = await self._start_for(child, call)
        if reason is not None:
            self._forget(child)
            raise StartFailed(reason, spec.id)
        if child.state == "stopped" and spec.restart == "temporary":
            self._forget(child)
        return child.ref

    async def _start_for(self, child: Child, call: From) -> Reason | None:
        """A start that is given up when its requester is."""
        call.request = child
        return await self._start(child)

    async def do_terminate_child(self, which: object) -> None:
        """``supervisor:terminate_child/2``."""
        child = self.find(which)
        await self._stop(child)
        if child.spec.restart == "temporary":
            self._forget(child)

    async def do_restart_child(self, which: object, call: From) -> Ref:
        """``supervisor:restart_child/2``."""
        child = self._stopped(which)
        reason = await self._start_for(child, call)
        if reason is not None:
            raise StartFailed(reason, child.spec.id)
        return child.ref

    async def do_delete_child(self, which: object) -> None:
        """``supervisor:delete_child/2``."""
        self._forget(self._stopped(which))

    def _stopped(self, which: object) -> Child:
        child = self.find(which)
        if child.state == "restarting":
            raise ChildRestarting(child.spec.id)
        if child.state != "stopped":
            raise ChildRunning(child.spec.id)
        return child
