"""DynamicSupervisor: children come and go; starts run side by side, each restarts alone."""

# ruff: noqa: PLR0917 - internal constructors, each called in one place

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import trio

from ._call import ending
from ._child import Child
from ._child_spec import Backoff, ChildSpec, Restart, RestartBudget, Shutdown
from ._errors import AlreadyStarted, ChildNotFound, MaxChildren, NoProcess, StartFailed
from ._events import Later, is_stale
from ._handle import SupervisorRef, refuse_other_than_spec
from ._launch import launch, wait_started
from ._monitor import down_of
from ._process import DEAD, Process
from ._reasons import Crash, Reason
from ._ref import Ref
from ._supervisor import BaseSupervisorProcess
from ._tree import logger

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ._process import Parent
    from ._tree import Tree


class DynamicProcess(BaseSupervisorProcess):
    """One incarnation of a dynamic supervisor.

    It needs its task only to restart and to stop children; a start runs in the task of whoever
    asked, so a slow ``init`` delays nobody else (a difference to OTP, where starts queue up).
    """

    __slots__ = ("max_children",)

    task_name = "otp.DynamicSupervisor"

    def __init__(
        self,
        tree: Tree,
        parent: Parent,
        child: Child,
        budget: RestartBudget,
        backoff: Backoff | None,
        max_children: float,
    ) -> None:
        super().__init__(tree, parent, child, budget, backoff)
        self.max_children = max_children

    def admit(self, spec: ChildSpec) -> Child:
        """Make a place for a child.

        Args:
            spec: the child.

        Returns:
            Its place.

        Raises:
            ValueError: it is significant.
            NoProcess: the supervisor is stopping.
            MaxChildren: no place is left; a child that waits for its restart has one.
            AlreadyStarted: a child has that explicit id.
        """
        ref = self.child.ref
        if self.stopping is not None:
            raise NoProcess(ref, "start_child")
        if len(self.children) >= self.max_children:
            raise MaxChildren(ref, int(self.max_children))
        if spec.significant:
            raise ValueError(f"{ref!r} has no auto_shutdown: its children cannot be significant")
        if not spec.anonymous and spec.id in self.children:
            raise AlreadyStarted(self.children[spec.id].ref)
        child = Child(self.tree, spec)
        self.children[self._key(child)] = child
        return child

    def _key(self, child: Child) -> Hashable:
        return child if child.spec.anonymous else child.spec.id

    def forget(self, child: Child) -> None:
        """Free the place of a child; idempotent."""
        if self.children.get(self._key(child)) is child:
            del self.children[self._key(child)]
        child.unbind("gone")

    def forget_when_dead(self, child: Child) -> None:
        """The child's end will be final, whatever its restart type.

        Args:
            child: its place.
        """
        if child.process is None:
            self.forget(child)
        else:
            child.process.add_hook(_Forget(self, child))

    def find(self, which: object) -> Child:
        """Look a child up by explicit id or ref.

        Args:
            which: the id or ref.

        Returns:
            Its place.

        Raises:
            ChildNotFound: there is none.
        """
        child = which._child if isinstance(which, Ref) else self.children.get(which)
        known = child is not None and self.children.get(self._key(child)) is child
        if child is None or not known or (isinstance(which, Ref) and is_stale(which)):
            raise ChildNotFound(which)
        return child

    def child_acked(self, process: Process) -> None:
        """Whoever asked for the child is woken by it; the supervisor's task need not run."""

    def child_exited(self, process: Process) -> None:
        """Forget the child at once unless it is to be restarted, which is the task's business.

        A first start that failed is its starter's business.
        """
        child = process.child
        first_start = not process.started and child.ticket is None
        final = process.started and self.is_final(process)
        if first_start or final or process.ignored or child.state != "exited":
            self.forget(child)
        elif self.can_restart_at_once(process):
            self._restart_ended(process)
        else:
            self.post(process)
        if self.stopping is not None:
            self.wake()

    async def child_ended(self, process: Process) -> None:
        """Restart, unless it was terminated in the meantime."""
        if process.child.state == "exited":
            self._restart_ended(process)

    def _restart_ended(self, process: Process) -> None:
        reason = process.reason
        assert reason is not None  # noqa: S101 - it is dead
        uptime = trio.current_time() - process.started_at if process.started else 0.0
        self._restart(process.child, reason, uptime)

    def _restart(self, child: Child, reason: Reason, uptime: float) -> None:
        if not self.spend(child, reason):
            return
        child.unbind("restarting")
        child.ticket = ticket = object()
        later = Later(child, ticket, None)
        delay = child.next_delay(self.backoff, self.rng, uptime)
        if delay > 0:
            self.tree.clock.after(delay, lambda: self.post(later))
        else:
            self._launch_again(later)

    async def go_on(self, later: Later) -> None:
        """A delay is over."""
        if later.failed is not None:
            self._restart(later.child, later.failed, 0.0)
        else:
            self._launch_again(later)

    def _launch_again(self, later: Later) -> None:
        child = later.child
        if child.ticket is not later.ticket or self.children.get(self._key(child)) is not child:
            return
        try:
            launch(self.tree, self, child)
        except Exception as exc:
            logger.warning("child %r did not start", child.label, exc_info=exc)
            self.post(Later(child, later.ticket, Crash(exc)))

    async def stop_all(self) -> None:
        """Tell all children at once; each has its own limit (DynamicSupervisor)."""
        children = list(self.children.values())
        for child in children:
            if child.process is not None:
                child.process.shutdown("brutal_kill" if self.killed else child.spec.shutdown)
        for child in children:
            while child.process is not None and child.process.status is not DEAD:
                await self.park()
            self.forget(child)


@dataclass(frozen=True, slots=True)
class _Forget:
    """The hook that frees a child's place; however often it is ordered, one is kept."""

    supervisor: DynamicProcess
    child: Child

    def __call__(self) -> None:
        self.supervisor.forget(self.child)


class DynamicSupervisor(SupervisorRef):
    """Handle of a dynamic supervisor."""

    __slots__ = ()

    @classmethod
    def child_spec(
        cls,
        *,
        max_children: float = math.inf,
        max_restarts: int = 3,
        max_seconds: float = 5.0,
        backoff: Backoff | None = None,
        id: Hashable = None,  # noqa: A002 - OTP's key
        name: Hashable = None,
        restart: Restart = "permanent",
        shutdown: Shutdown = math.inf,
        significant: bool = False,
    ) -> ChildSpec:
        """A dynamic supervisor as a child.

        Args:
            max_children: how many children it may have at once, those under restart included.
            max_restarts: restarts of all its children together, allowed within ``max_seconds``.
            max_seconds: length of that window in seconds.
            backoff: waiting time before restarts, per child.
            id: the child's id; default the class's name.
            name: entry in the tree's name table.
            restart: as for any child. Restarted, it is empty (OTP).
            shutdown: time limit for stopping all its children; default none, as in OTP.
            significant: as for any child.

        Returns:
            The spec.

        Raises:
            ValueError: an option has an impossible value.
        """
        return ChildSpec(
            id=cls.__name__ if id is None else id,
            anonymous=id is None,
            start=DynamicStart(cls, max_children, max_restarts, max_seconds, backoff),
            restart=restart,
            shutdown=shutdown,
            type="supervisor",
            significant=significant,
            name=name,
        )

    def _dynamic(self, operation: str) -> DynamicProcess:
        return cast("DynamicProcess", self._server(operation))

    async def start_child(self, spec: ChildSpec) -> Ref:
        """Start a child and wait for its ``init``; starts of several callers run side by side.

        Cancelled, the child is stopped and forgotten. With no ``async`` ``init`` and no registry
        to wait for it runs at once, its ``init`` in the calling task; other tasks then get a turn
        at every 16th start only.

        Args:
            spec: the child. An id that was passed to ``child_spec`` must be unique here;
                without one any number of equal specs may run.

        Returns:
            Its address; not alive if its ``init`` answered `Ignore`.

        Raises:
            MaxChildren: the supervisor is full.
            AlreadyStarted: a child has that id, or an actor that name.
            StartFailed: it did not start; it is not kept.
        """
        supervisor = self._dynamic("start_child")
        refuse_other_than_spec(spec)
        if spec.starts_here:
            # Before anything is started: a child that runs could not be taken back unseen.
            await trio.lowlevel.checkpoint_if_cancelled()
        child = supervisor.admit(spec)
        try:
            process = launch(supervisor.tree, supervisor, child, here=True)
        except AlreadyStarted:
            supervisor.forget(child)
            raise
        except Exception as exc:
            supervisor.forget(child)
            raise StartFailed(Crash(exc), spec.id) from exc
        if process.started:
            # A start is a scheduling point, one that need not wait at every 16th only.
            if not supervisor.tree.counters.started & 15:
                await trio.lowlevel.cancel_shielded_checkpoint()
            return child.ref
        await wait_started(process)
        if not process.started and not process.ignored:
            assert process.reason is not None  # noqa: S101 - it is dead
            raise StartFailed(process.reason, spec.id)
        return child.ref

    async def terminate_child(self, which: Hashable) -> None:
        """Stop a child, wait until it is down, and forget it.

        Cancelled, the child is stopped nevertheless.

        Args:
            which: a ref, or an explicit id. A pinned ref names one incarnation, not the next.

        Raises:
            ChildNotFound: there is no such child.
            CallingSelf: the calling actor is the child, traps exits and has no time limit.
            CallCycle: the child waits for the calling actor and has no time limit.
        """
        supervisor = self._dynamic("terminate_child")
        child = supervisor.find(which)
        process = child.process
        if process is None or process.status is DEAD:
            supervisor.forget_when_dead(child)
            await trio.lowlevel.checkpoint()
            return
        with ending(process, "terminate_child"):
            supervisor.forget_when_dead(child)
            process.shutdown(child.spec.shutdown)
            await down_of(child.ref, process)


class DynamicStart:
    """Starts a dynamic supervisor."""

    __slots__ = ("backoff", "cls", "max_children", "max_restarts", "max_seconds")

    constructs_nothing = True
    has_init = True
    waits = True

    def __init__(
        self,
        cls: type[SupervisorRef],
        max_children: float,
        max_restarts: int,
        max_seconds: float,
        backoff: Backoff | None,
    ) -> None:
        if not max_children >= 0:
            raise ValueError(f"max_children: expected at least 0, got {max_children!r}")
        RestartBudget(max_restarts, max_seconds)  # refuses impossible values here, not later
        self.cls = cls
        self.max_children = max_children
        self.max_restarts = max_restarts
        self.max_seconds = max_seconds
        self.backoff = backoff

    def make_ref(self, child: Child) -> Ref:
        """The handle."""
        return self.cls(child)

    def make_process(self, tree: Tree, parent: Parent, child: Child) -> DynamicProcess:
        """A new incarnation: empty, with a full budget."""
        budget = RestartBudget(self.max_restarts, self.max_seconds)
        return DynamicProcess(tree, parent, child, budget, self.backoff, self.max_children)
