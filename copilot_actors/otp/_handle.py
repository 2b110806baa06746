"""Supervisor handles: refs with the management calls. They survive restarts of the supervisor."""

# ruff: noqa: PLR0917 - internal constructors, each called in one place

from __future__ import annotations

import math
from collections import deque
from collections.abc import Generator, Hashable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast, overload

from trio.lowlevel import Abort, RaiseCancelT, checkpoint, wait_task_rescheduled

from ._call import blocked_on, ending
from ._child import Child
from ._child_spec import (
    AutoShutdown,
    Backoff,
    ChildSpec,
    ChildType,
    Restart,
    RestartBudget,
    Shutdown,
    Strategy,
    check_literal,
)
from ._errors import NoProcess
from ._events import Request
from ._process import DEAD
from ._ref import Ref
from ._supervisor import BaseSupervisorProcess, SupervisorProcess

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ._call import From
    from ._process import Parent, Process
    from ._tree import Tree, TreeStatistics

T = TypeVar("T")
K = TypeVar("K", bound=Ref)


class ChildInfo(NamedTuple):
    """One row of ``which_children``.

    Attributes:
        id: the child's id.
        ref: its address, ``None`` while nothing runs there.
        type: ``"worker"`` or ``"supervisor"``.
        status: ``"running"``, ``"starting"``, ``"restarting"`` or ``"stopped"``.
        restarts: automatic restarts so far.
    """

    id: Hashable
    ref: Ref | None
    type: ChildType
    status: str
    restarts: int


class ChildList(list[ChildInfo]):
    """A plain list that may also be awaited, as every other management call is."""

    def __await__(self) -> Generator[object, None, list[ChildInfo]]:
        yield from checkpoint().__await__()  # noqa: ASYNC105 - this is the await
        return self


@dataclass(frozen=True, slots=True)
class ChildCounts:
    """What ``count_children`` returns; it may also be awaited and read by key.

    Attributes:
        specs: children listed, running or not.
        active: children that run.
        supervisors: listed children that are supervisors.
        workers: listed children that are workers.
    """

    specs: int
    active: int
    supervisors: int
    workers: int

    def __getitem__(self, key: str) -> int:
        if key not in self.__slots__:
            raise KeyError(key)
        return cast("int", getattr(self, key))

    def __await__(self) -> Generator[object, None, ChildCounts]:
        yield from checkpoint().__await__()  # noqa: ASYNC105 - this is the await
        return self


class SupervisorRef(Ref):
    """What the handles of all supervisors have in common."""

    __slots__ = ()

    _answers_calls = False

    def _server(self, operation: str) -> BaseSupervisorProcess:
        process = self._process
        if process is None or process.status is DEAD:
            raise NoProcess(self, operation)
        return cast("BaseSupervisorProcess", process)

    def which_children(self) -> ChildList:
        """The children in start order. A plain function; the list may be awaited too.

        Returns:
            One `ChildInfo` each.

        Raises:
            NoProcess: the supervisor does not run.
        """
        return ChildList(
            ChildInfo(
                child.spec.id,
                child.ref if child.ref._process is not None else None,
                child.spec.type,
                "restarting" if child.state == "exited" else child.state,
                child.restarts,
            )
            for child in self._server("which_children").children.values()
        )

    def count_children(self) -> ChildCounts:
        """Numbers of children. A plain function; the result may be awaited too.

        Returns:
            The counts.

        Raises:
            NoProcess: the supervisor does not run.
        """
        children = list(self._server("count_children").children.values())
        supervisors = sum(child.spec.type == "supervisor" for child in children)
        return ChildCounts(
            specs=len(children),
            active=sum(child.ref._process is not None for child in children),
            supervisors=supervisors,
            workers=len(children) - supervisors,
        )

    @overload
    def whereis(self, name: Hashable) -> Ref | None: ...
    @overload
    def whereis(self, name: Hashable, kind: type[K]) -> K: ...
    def whereis(self, name: Hashable, kind: type[K] | None = None) -> Ref | K | None:
        """Find an actor by its ``name=``, or else by child id below this supervisor.

        Ids are searched level by level, this supervisor's own children first.

        Args:
            name: the name or id.
            kind: `Ref` or a handle class: asserts that it is there and of that class.

        Returns:
            A ref for a worker, a handle for a supervisor; ``None`` if nothing by that name runs
            or is being restarted and ``kind`` was not given.

        Raises:
            NoProcess: ``kind`` was given and nothing by that name runs.
            TypeError: ``kind`` was given and it is something else.
        """
        ref = self._search(name)
        if kind is None:
            return ref
        if ref is None:
            raise NoProcess(name)
        if not isinstance(ref, kind):
            raise TypeError(f"{ref!r} is not a {kind.__name__}")
        return ref

    def _search(self, name: Hashable) -> Ref | None:
        named = self._child.tree.names.get(name)
        if named is not None:
            return named.ref
        level = deque([self._process])
        while level:
            process = level.popleft()
            if not isinstance(process, BaseSupervisorProcess):
                continue
            child = process.children.get(name)
            if child is not None:
                return child.ref if child.process is not None or child.will_run else None
            level.extend(c.process for c in process.children.values())
        return None

    def dump_tree(self) -> str:
        """Draw this supervisor and everything below it: names, states, queues, restarts, uptime.

        Shows no message and no state but what ``format_status`` shows. Works while actors hang.

        Returns:
            Text, one line per actor.
        """
        from ._dump import dump_tree  # noqa: PLC0415 - brings `sys` along; few programs draw trees

        return dump_tree(self._child)

    def statistics(self) -> TreeStatistics:
        """Counters of the whole tree.

        Returns:
            A live view; copy it to keep a moment.
        """
        return self._child.tree.counters


class Supervisor(SupervisorRef):
    """Handle of a static supervisor: one_for_one, one_for_all or rest_for_one.

    Management calls are executed by the supervisor one at a time, between restarts, as in OTP.
    """

    __slots__ = ()

    @classmethod
    def child_spec(
        cls,
        children: Iterable[ChildSpec],
        *,
        strategy: Strategy = "one_for_one",
        max_restarts: int = 3,
        max_seconds: float = 5.0,
        backoff: Backoff | None = None,
        auto_shutdown: AutoShutdown = "never",
        id: Hashable = None,  # noqa: A002 - OTP's key
        name: Hashable = None,
        restart: Restart = "permanent",
        shutdown: Shutdown = math.inf,
        significant: bool = False,
    ) -> ChildSpec:
        """A supervisor as a child of another.

        Args:
            children: specs of its children, in start order.
            strategy: who is restarted when one child ends.
            max_restarts: restarts allowed within ``max_seconds``; one more and it gives up.
            max_seconds: length of that window in seconds.
            backoff: waiting time before restarts; ``None`` restarts at once.
            auto_shutdown: whether the end of significant children ends the supervisor.
            id: the child's id; default ``"Supervisor"``.
            name: entry in the tree's name table.
            restart: as for any child.
            shutdown: time limit for stopping the whole subtree; default none, as in OTP.
            significant: as for any child.

        Returns:
            The spec.

        Raises:
            ValueError: duplicate ids, or an option with an impossible value.
        """
        start = SupervisorStart(
            children, strategy, max_restarts, max_seconds, backoff, auto_shutdown
        )
        return ChildSpec(
            id="Supervisor" if id is None else id,
            anonymous=id is None,
            start=start,
            restart=restart,
            shutdown=shutdown,
            type="supervisor",
            significant=significant,
            name=name,
        )

    async def start_child(self, spec: ChildSpec) -> Ref:
        """Add a child as the last one and start it.

        Cancelled, the start is given up if it is still under way.

        Args:
            spec: the child.

        Returns:
            Its address; not alive if its ``init`` answered `Ignore`.

        Raises:
            AlreadyStarted: a child has that id, or an actor that name.
            AlreadyPresent: a child with that id is stopped; the new spec is not taken over.
            StartFailed: it did not start; it is not kept.
            TypeError: it is no spec.
            ValueError: it is significant, but ``auto_shutdown`` is ``"never"``.
        """
        refuse_other_than_spec(spec)
        return await self._request("start_child", lambda p, call: p.do_start_child(spec, call))

    async def terminate_child(self, which: Hashable) -> None:
        """Stop a child and wait until it is down. Its spec stays, unless it is temporary.

        Cancelled, the child is stopped nevertheless.

        Args:
            which: an id or a ref. A pinned ref names one incarnation, not the next.

        Raises:
            ChildNotFound: there is no such child.
            CallingSelf: the calling actor is the child, traps exits and has no time limit.
            CallCycle: the child waits for the calling actor and has no time limit.
        """
        child = cast("SupervisorProcess", self._server("terminate_child")).find(which)
        with nullcontext() if child.process is None else ending(child.process, "terminate_child"):
            await self._request("terminate_child", lambda p, _: p.do_terminate_child(which), child)

    async def restart_child(self, which: Hashable) -> Ref:
        """Start a stopped child again; costs no restart budget.

        Args:
            which: an id or a ref.

        Returns:
            Its address.

        Raises:
            ChildNotFound: there is no such child.
            ChildRunning: it runs.
            ChildRestarting: the supervisor is about to start it.
            StartFailed: it did not start; it stays in the list.
        """
        return await self._request("restart_child", lambda p, call: p.do_restart_child(which, call))

    async def delete_child(self, which: Hashable) -> None:
        """Remove the spec of a stopped child.

        Args:
            which: an id or a ref.

        Raises:
            ChildNotFound: there is no such child.
            ChildRunning: it runs.
            ChildRestarting: the supervisor is about to start it.
        """
        await self._request("delete_child", lambda p, _: p.do_delete_child(which))

    async def _request(
        self,
        operation: str,
        work: Callable[[SupervisorProcess, From], Awaitable[T]],
        ends: Child | None = None,
    ) -> T:
        process = cast("SupervisorProcess", self._server(operation))
        if process.stopping is not None:
            raise NoProcess(self, operation)
        with blocked_on(self, process, operation) as call:

            def abort(_: RaiseCancelT) -> Abort:
                process.give_up(request)
                return Abort.SUCCEEDED

            request = Request(call, lambda: work(process, call), ends)
            process.post(request)
            await wait_task_rescheduled(abort)
        return cast("T", call._outcome())


class SupervisorStart:
    """Starts a static supervisor."""

    __slots__ = (
        "auto_shutdown",
        "backoff",
        "children",
        "max_restarts",
        "max_seconds",
        "strategy",
    )

    constructs_nothing = True
    has_init = True
    waits = True

    def __init__(
        self,
        children: Iterable[ChildSpec],
        strategy: Strategy,
        max_restarts: int,
        max_seconds: float,
        backoff: Backoff | None,
        auto_shutdown: AutoShutdown,
    ) -> None:
        check_literal("strategy", strategy, Strategy)
        check_literal("auto_shutdown", auto_shutdown, AutoShutdown)
        RestartBudget(max_restarts, max_seconds)  # refuses impossible values here, not later
        self.children = checked_specs(children, auto_shutdown)
        self.strategy: Strategy = strategy
        self.max_restarts = max_restarts
        self.max_seconds = max_seconds
        self.backoff = backoff
        self.auto_shutdown: AutoShutdown = auto_shutdown

    def make_ref(self, child: Child) -> Ref:
        """The handle."""
        return Supervisor(child)

    def make_process(self, tree: Tree, parent: Parent, child: Child) -> Process:
        """A new incarnation: full budget, the first spec list (OTP)."""
        return SupervisorProcess(
            tree,
            parent,
            child,
            self.children,
            self.strategy,
            self.auto_shutdown,
            RestartBudget(self.max_restarts, self.max_seconds),
            self.backoff,
        )


def refuse_other_than_spec(spec: object) -> None:
    """Raise if something is not a child spec.

    Args:
        spec: what was passed as one.

    Raises:
        TypeError: it is not.
    """
    if not isinstance(spec, ChildSpec):
        raise TypeError(f"expected child specs, got {spec!r}; use {spec!r}.child_spec(...)?")


def checked_specs(
    children: Iterable[ChildSpec], auto_shutdown: AutoShutdown
) -> tuple[ChildSpec, ...]:
    """Refuse a list that no supervisor could run.

    Args:
        children: the specs.
        auto_shutdown: of the supervisor.

    Returns:
        The specs.

    Raises:
        TypeError: something in the list is not a spec.
        ValueError: two have the same id, or one is significant without ``auto_shutdown``.
    """
    specs: Sequence[ChildSpec] = tuple(children)
    seen: set[Hashable] = set()
    for spec in specs:
        refuse_other_than_spec(spec)
        if spec.id in seen:
            raise ValueError(f"two children have the id {spec.id!r}; pass id= to child_spec")
        if spec.significant and auto_shutdown == "never":
            raise ValueError(f"child {spec.id!r} is significant, but auto_shutdown is 'never'")
        seen.add(spec.id)
    return tuple(specs)
