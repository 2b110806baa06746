"""A Hypothesis state machine of a supervisor against a pure model of one."""

from __future__ import annotations

import dataclasses
import inspect
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar, Final, Literal, TypeAlias, cast

import trio
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from copilot_actors.otp import (
    ChildSpec,
    DynamicSupervisor,
    GenServer,
    Ignore,
    MaxRestarts,
    Monitor,
    Normal,
    Reason,
    Ref,
    Restart,
    Shutdown,
    Stop,
    Strategy,
    Supervisor,
    open_supervisor,
)
from copilot_actors.otp._gen_server import ServerStart

from ._supervisor_model import ModelStrategy, Refusal, StartOutcome, SupervisorModel
from ._trio_machine import TrioMachine

End: TypeAlias = Literal["crash", "normal", "shutdown", "kill", "stop"]

_ENDS: Final[tuple[End, ...]] = ("crash", "normal", "shutdown", "kill", "stop")
_ABNORMAL: Final = frozenset({"crash", "kill"})
_RESTARTS: Final[tuple[Restart, ...]] = ("permanent", "transient", "temporary")
_OUTCOMES: Final[tuple[StartOutcome, ...]] = ("ok", "fail", "ignore")
_ID: Final = "tested"


class PlannedFailure(Exception):
    """The start or the life of a child has failed because the machine wanted it so."""


@dataclasses.dataclass(frozen=True)
class _EndYourself:
    """Told to a child: end for this reason, or crash."""

    reason: Reason | None


class _Worker(GenServer):
    """A child that does nothing by itself."""


_ANY_ID = st.runner().flatmap(lambda machine: st.sampled_from(machine.ids))
_RUNNING_ID = st.runner().flatmap(lambda machine: st.sampled_from(machine.model.running))


def _first_children(machine: SupervisorMachine) -> st.SearchStrategy[list[tuple[str, Restart]]]:
    child = st.tuples(st.sampled_from(machine.ids), st.sampled_from(_RESTARTS))
    return st.lists(child, unique_by=lambda child: child[0], max_size=len(machine.ids))


class SupervisorMachine(TrioMachine):
    """A supervisor and the same supervisor as plain data, which must never differ.

    Each example has one supervisor of a drawn strategy and restart intensity. Rules start, end,
    crash, kill, restart and delete its children, let starts fail, and let time pass; each does so
    in both worlds. After each the children, their states and counts, the order of every start and
    end, the errors of calls and the end of the supervisor itself are compared.

    Subclass it to have children of your own: :meth:`child_spec` may return a spec of any
    ``GenServer``, which then lives, crashes and restarts as the rules have it. Add rules that call
    it (:meth:`whereis`), and say by :meth:`child_ended` when one of them ends it.

    Attributes:
        strategies: strategies to draw from.
        ids: ids of the children.
        max_restarts: the largest restart intensity to draw.
        max_seconds: its window.
        max_children: children that a dynamic supervisor takes.
        model: the reference.
        log: the life of the real children, as in ``SupervisorModel.log``.
    """

    strategies: ClassVar[Sequence[Strategy | Literal["dynamic"]]] = (
        "one_for_one",
        "one_for_all",
        "rest_for_one",
        "dynamic",
    )
    ids: ClassVar[Sequence[str]] = ("a", "b", "c", "d", "e")
    max_restarts: ClassVar[int] = 4
    max_seconds: ClassVar[float] = 5.0
    max_children: ClassVar[int] = 4

    def __init__(self) -> None:
        super().__init__()
        self.model = SupervisorModel("one_for_one")
        self.log: list[str] = []
        self._plans: dict[str, list[StartOutcome]] = {}
        self._supervisor: Supervisor | DynamicSupervisor | None = None
        self._monitor: Monitor | None = None
        self._judged = False

    # --- For subclasses -------------------------------------------------------------------

    def child_spec(self, child: str, restart: Restart) -> ChildSpec:
        """How the child of an id is made; of a ``GenServer`` class.

        Its id and its restart type are set by the machine.
        """
        return _Worker.child_spec(id=child, restart=restart)

    @property
    def supervisor(self) -> Supervisor | DynamicSupervisor:
        """The supervisor that is tested."""
        if self._supervisor is None:
            raise RuntimeError("SupervisorMachine: no supervisor before the rule start_supervisor")
        return self._supervisor

    def whereis(self, child: str) -> Ref | None:
        """The address of a child, or ``None``."""
        return self.supervisor.whereis(child)

    def child_ended(self, child: str, *, abnormal: bool, silently: bool = False) -> None:
        """Say that a rule of yours has ended a child, and compare.

        Args:
            child: its id.
            abnormal: it ended for another reason than ``Normal`` or ``Shutdown``.
            silently: it was killed, so that its ``terminate`` did not run.
        """
        self.note("ended", child)
        self.model.now = trio.current_time()
        self.model.child_ended(child, abnormal=abnormal, silently=silently)
        self.compare()

    def compare(self) -> None:
        """Compare the two worlds when all is at rest.

        Raises:
            AssertionError: they differ.
        """
        self.run(trio.testing.wait_all_tasks_blocked)
        model, log = self.model, self.log
        if model.dynamic and model.dead:
            # A dynamic supervisor tells all its children at once.
            assert Counter(log) == Counter(model.log), (log, model.log)  # noqa: S101
        else:
            assert log == model.log, (log, model.log)  # noqa: S101
        down = self._monitor.down if self._monitor is not None else None
        assert (down is not None) is model.dead, (down, model.dead)  # noqa: S101
        if down is not None:
            reason = down.reason
            gave_up = isinstance(reason, Shutdown) and isinstance(reason.detail, MaxRestarts)
            assert gave_up, reason  # noqa: S101
            return
        rows = [(row.id, row.status) for row in self.supervisor.which_children()]
        expected = [(child.id, child.status) for child in model.children]
        assert rows == expected, (rows, expected)  # noqa: S101
        counts = self.supervisor.count_children()
        assert counts.specs == len(model.children), counts  # noqa: S101
        assert counts.active == len(model.running), counts  # noqa: S101

    # --- Rules ----------------------------------------------------------------------------

    @initialize(
        strategy=st.runner().flatmap(lambda machine: st.sampled_from(machine.strategies)),
        max_restarts=st.runner().flatmap(lambda machine: st.integers(0, machine.max_restarts)),
        first=st.runner().flatmap(_first_children),
    )
    def start_supervisor(
        self, strategy: ModelStrategy, max_restarts: int, first: list[tuple[str, Restart]]
    ) -> None:
        """Start the supervisor; a static one with its first children."""
        self.note("start_supervisor", f"{strategy} {max_restarts} {first}")
        self.model = SupervisorModel(
            strategy,
            max_restarts=max_restarts,
            max_seconds=self.max_seconds,
            max_children=self.max_children,
        )
        if strategy == "dynamic":
            first = []
            spec = DynamicSupervisor.child_spec(
                id=_ID,
                max_restarts=max_restarts,
                max_seconds=self.max_seconds,
                max_children=self.max_children,
                restart="temporary",
            )
        else:
            spec = Supervisor.child_spec(
                [self._observed(name, restart) for name, restart in first],
                strategy=strategy,
                max_restarts=max_restarts,
                max_seconds=self.max_seconds,
                id=_ID,
                restart="temporary",
            )
        root = self.enter_async_context(open_supervisor([spec]))
        if strategy == "dynamic":
            self._supervisor = root.whereis(_ID, DynamicSupervisor)
        else:
            self._supervisor = root.whereis(_ID, Supervisor)
        self._monitor = self.supervisor.monitor()
        self.model.start_all(first)
        self.compare()

    @precondition(lambda self: self.model.running)
    @rule(child=_RUNNING_ID, how=st.sampled_from(_ENDS))
    def end_child(self, child: str, how: End) -> None:
        """Let a running child end by itself, or end it behind its supervisor's back."""
        self.note("end_child", f"{child} {how}")
        ref = self.whereis(child)
        assert ref is not None, child  # noqa: S101
        if how == "stop":
            self.run(ref.stop)
        elif how == "kill":
            ref.kill()
        else:
            reasons: dict[End, Reason] = {"normal": Normal(), "shutdown": Shutdown(1)}
            ref.send(_EndYourself(reasons.get(how)))
        self.child_ended(child, abnormal=how in _ABNORMAL, silently=how == "kill")

    @precondition(lambda self: not self.model.dead)
    @rule(child=_ANY_ID, outcomes=st.lists(st.sampled_from(_OUTCOMES), max_size=4))
    def plan_starts(self, child: str, outcomes: list[StartOutcome]) -> None:
        """Decide what the next starts of a child come to."""
        self.note("plan_starts", f"{child} {outcomes}")
        self.model.plans[child] = list(outcomes)
        self._plans[child] = list(outcomes)

    @precondition(lambda self: not self.model.dead)
    @rule(child=_ANY_ID, restart=st.sampled_from(_RESTARTS))
    def start_child(self, child: str, restart: Restart) -> None:
        """Start one more child."""
        spec = self._observed(child, restart)
        expected = self.model.start_child(child, restart)
        self._call("start_child", child, expected, lambda: self.supervisor.start_child(spec))

    @precondition(lambda self: not self.model.dead)
    @rule(child=_ANY_ID)
    def terminate_child(self, child: str) -> None:
        """End a child through its supervisor."""
        expected = self.model.terminate_child(child)
        self._call(
            "terminate_child", child, expected, lambda: self.supervisor.terminate_child(child)
        )

    @precondition(lambda self: not self.model.dead and not self.model.dynamic)
    @rule(child=_ANY_ID)
    def restart_child(self, child: str) -> None:
        """Start a child again that was ended."""
        expected = self.model.restart_child(child)
        self._call("restart_child", child, expected, lambda: self._static.restart_child(child))

    @precondition(lambda self: not self.model.dead and not self.model.dynamic)
    @rule(child=_ANY_ID)
    def delete_child(self, child: str) -> None:
        """Forget a child that was ended."""
        expected = self.model.delete_child(child)
        self._call("delete_child", child, expected, lambda: self._static.delete_child(child))

    @rule(
        seconds=st.runner().flatmap(
            lambda machine: st.sampled_from(
                (0.5, 2.0, machine.max_seconds, machine.max_seconds + 0.5)
            )
        )
    )
    def let_time_pass(self, seconds: float) -> None:
        """Let time pass, so that restarts are forgotten."""
        self.note("let_time_pass", f"{seconds:g}")
        self.run(trio.sleep, seconds)
        self.compare()

    # --- The end of an example ------------------------------------------------------------

    def finish(self) -> None:
        """Nothing has failed: the end of the supervisor is judged too."""
        self._judged = True

    def after_close(self) -> list[str]:
        """Compare how the children ended with their supervisor: in reverse order."""
        if not self._judged or self.model.dead:
            return []
        self.model.stop_all()
        same = self.log == self.model.log
        if self.model.dynamic:
            same = Counter(self.log) == Counter(self.model.log)
        return [] if same else [f"the children ended as {self.log}, not as {self.model.log}"]

    # --- Helpers --------------------------------------------------------------------------

    @property
    def _static(self) -> Supervisor:
        if not isinstance(self.supervisor, Supervisor):
            raise TypeError("a dynamic supervisor keeps no child that has ended")
        return self.supervisor

    def _call(
        self, verb: str, name: str, expected: Refusal, function: Callable[[], Awaitable[object]]
    ) -> None:
        self.note(verb, f"{name} {'' if expected is None else expected.__name__}")

        async def call() -> Refusal:
            try:
                await function()
            except Exception as error:
                return type(error)
            return None

        raised = self.run(call)
        assert raised is expected, (verb, name, raised, expected)  # noqa: S101
        self.compare()

    def _observed(self, name: str, restart: Restart) -> ChildSpec:
        spec = self.child_spec(name, restart)
        start = spec.start
        if not isinstance(start, ServerStart):
            raise TypeError(
                f"{type(self).__name__}.child_spec: expected a spec of a GenServer, got {start!r}"
            )
        cls = _observe(start.cls, name, self._plans, self.log)
        observed = ServerStart(cls, start.args, start.kwargs, start.limit, start.overflow)
        return dataclasses.replace(spec, start=observed).replace(id=name, restart=restart)


def _observe(
    cls: type[GenServer], name: str, plans: dict[str, list[StartOutcome]], log: list[str]
) -> type[GenServer]:
    """Make a subclass that starts as planned, ends as told, and writes down its life."""

    def planned() -> bool:
        plan = plans.get(name)
        outcome = plan.pop(0) if plan else "ok"
        if outcome == "ok":
            return False
        log.append(f"{outcome} {name}")
        if outcome == "fail":
            raise PlannedFailure(name)
        return True

    def init(self: GenServer, *args: object, **kwargs: object) -> object:
        if planned():
            return Ignore()
        result = cls.init(self, *args, **kwargs)
        log.append(f"{'ignore' if isinstance(result, Ignore) else 'ok'} {name}")
        return result

    async def async_init(self: GenServer, *args: object, **kwargs: object) -> object:
        if planned():
            return Ignore()
        result = await cast("Callable[..., Awaitable[object]]", cls.init)(self, *args, **kwargs)
        log.append(f"{'ignore' if isinstance(result, Ignore) else 'ok'} {name}")
        return result

    def handle_info(self: GenServer, message: object) -> object:
        if isinstance(message, _EndYourself):
            if message.reason is None:
                raise PlannedFailure(name)
            return Stop(message.reason)
        return cast("Callable[..., object]", cls.handle_info)(self, message)

    def terminate(self: GenServer, reason: Reason) -> object:
        log.append(f"down {name}")
        return cls.terminate(self, reason)

    waits = inspect.iscoroutinefunction(cls.init)
    body = {
        "init": async_init if waits else init,
        "handle_info": handle_info,
        "terminate": terminate,
        "__slots__": (),
    }
    return cast("type[GenServer]", type(cls.__name__, (cls,), body))
