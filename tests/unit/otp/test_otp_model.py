"""A supervisor against a pure model of one: random scripts, equal traces.

The model is written from the rules (otp-rules.md, supervisor.erl), not from the implementation; it
has no tasks, no mailboxes and no clock but a number.
"""

from collections import Counter
from dataclasses import dataclass, field

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import MockClock, wait_all_tasks_blocked

from copilot_actors.otp import (
    AlreadyPresent,
    AlreadyStarted,
    ChildNotFound,
    ChildRunning,
    DynamicSupervisor,
    GenServer,
    Ignore,
    Killed,
    MaxChildren,
    MaxRestarts,
    Normal,
    Shutdown,
    StartFailed,
    Stop,
    Supervisor,
    open_supervisor,
)

WINDOW = 5.0
IDS = "abcde"
RESTARTS = ["permanent", "transient", "temporary"]


@dataclass
class ModelChild:
    id: str
    restart: str
    status: str = "stopped"


@dataclass
class Model:
    """What a supervisor does, as plain data."""

    strategy: str
    limit: int
    max_children: int
    children: list = field(default_factory=list)
    plans: dict = field(default_factory=dict)
    log: list = field(default_factory=list)
    spent: list = field(default_factory=list)
    now: float = 0.0
    dead: bool = False

    @property
    def dynamic(self):
        return self.strategy == "dynamic"

    def find(self, name):
        return next((child for child in self.children if child.id == name), None)

    def start(self, child):
        plan = self.plans.get(child.id) or ["ok"]
        outcome = plan.pop(0)
        self.log.append(f"{outcome} {child.id}")
        child.status = "running" if outcome == "ok" else "stopped"
        return outcome

    def stop(self, child):
        if child.status == "running":
            self.log.append(f"down {child.id}")
        child.status = "stopped"

    def ended(self, name, abnormal, *, silently=False):
        child = self.find(name)
        if not silently:
            self.log.append(f"down {child.id}")
        child.status = "stopped"
        if child.restart == "permanent" or (child.restart == "transient" and abnormal):
            self.attempt(child)
        elif child.restart == "temporary" or self.dynamic:
            self.children.remove(child)

    def attempt(self, child):
        while True:
            self.spent = [then for then in self.spent if self.now <= then + WINDOW] + [self.now]
            if len(self.spent) > self.limit:
                self.dead = True
                for other in reversed(self.children):
                    self.stop(other)
                return
            if self.strategy == "one_for_all":
                group = list(self.children)
            elif self.strategy == "rest_for_one":
                group = self.children[self.children.index(child) :]
            else:
                group = [child]
            for member in reversed(group):
                if member is not child:
                    self.stop(member)
                    if member.restart == "temporary":
                        self.children.remove(member)
                        continue
                member.status = "restarting"
            child = None
            for member in group:
                if member.status != "restarting":
                    continue
                outcome = self.start(member)
                if outcome == "ignore" and self.dynamic:
                    self.children.remove(member)
                if outcome == "fail":
                    member.status = "restarting"
                    child = member
                    break
            if child is None:
                return

    def start_child(self, name, restart):
        present = self.find(name)
        if self.dynamic and len(self.children) >= self.max_children:
            return MaxChildren
        if present is not None:
            return AlreadyPresent if present.status == "stopped" else AlreadyStarted
        child = ModelChild(name, restart)
        self.children.append(child)
        outcome = self.start(child)
        if outcome == "fail":
            self.children.remove(child)
            return StartFailed
        if outcome == "ignore" and (restart == "temporary" or self.dynamic):
            self.children.remove(child)
        return None

    def terminate_child(self, name):
        child = self.find(name)
        if child is None:
            return ChildNotFound
        self.stop(child)
        if child.restart == "temporary" or self.dynamic:
            self.children.remove(child)
        return None

    def restart_child(self, name):
        child = self.find(name)
        if child is None:
            return ChildNotFound
        if child.status == "running":
            return ChildRunning
        return StartFailed if self.start(child) == "fail" else None

    def delete_child(self, name):
        child = self.find(name)
        if child is None:
            return ChildNotFound
        if child.status == "running":
            return ChildRunning
        self.children.remove(child)
        return None


class Scripted(GenServer):
    """Starts as planned and writes down its life."""

    def init(self, name, plans, log):
        self.name = name
        self.log = log
        outcome = (plans.get(name) or ["ok"]).pop(0)
        log.append(f"{outcome} {name}")
        if outcome == "fail":
            raise OSError(name)
        return Ignore() if outcome == "ignore" else None

    def handle_cast(self, request):
        if request == "crash":
            raise ValueError(self.name)
        return Stop(request)

    def terminate(self, reason):
        self.log.append(f"down {self.name}")


ids = st.sampled_from(IDS)
restarts = st.sampled_from(RESTARTS)
outcomes = st.lists(st.sampled_from(["ok", "fail", "ignore"]), max_size=4)
children = st.lists(st.tuples(ids, restarts), unique_by=lambda child: child[0], max_size=5)
operations = st.lists(
    st.one_of(
        st.tuples(
            st.just("end"), ids, st.sampled_from(["crash", Normal(), Shutdown(1), Killed(), "stop"])
        ),
        st.tuples(st.just("plan"), ids, outcomes),
        st.tuples(st.just("start_child"), ids, restarts),
        st.tuples(st.sampled_from(["terminate_child", "restart_child", "delete_child"]), ids),
        st.tuples(st.just("sleep"), st.sampled_from([0.5, 2.0, WINDOW, WINDOW + 0.5])),
    ),
    max_size=14,
)


async def apply(operation, model, handle, plans):
    """Do one operation in both worlds; the errors must be of the same class."""
    verb, *args = operation
    if verb == "sleep":
        await trio.sleep(args[0])
        model.now = trio.current_time()
        return
    name = args[0]
    if verb == "plan":
        plans[name] = list(args[1])
        model.plans[name] = list(args[1])
        return
    if verb == "end":
        child = model.find(name)
        if child is None or child.status != "running":
            return
        ref = handle.whereis(name)
        if args[1] == "stop":
            await ref.stop()
        elif args[1] == Killed():
            ref.kill()
        else:
            ref.cast(args[1])
        model.ended(name, args[1] in ("crash", Killed()), silently=args[1] == Killed())
        return
    if model.dynamic and verb in ("restart_child", "delete_child"):
        return
    expected = getattr(model, verb)(*args)
    try:
        if verb == "start_child":
            spec = Scripted.child_spec(name, plans, model_log(handle), id=name, restart=args[1])
            await handle.start_child(spec)
        else:
            await getattr(handle, verb)(name)
    except (
        *(AlreadyPresent, AlreadyStarted, ChildNotFound),
        *(ChildRunning, MaxChildren, StartFailed),
    ) as error:
        assert type(error) is expected, (operation, expected)  # noqa: PT017
    else:
        assert expected is None, operation


LOGS = {}


def model_log(handle):
    return LOGS[handle]


def compare(model, handle, log):
    if model.dynamic and model.dead:
        assert Counter(log) == Counter(model.log)  # a dynamic supervisor tells all at once
    else:
        assert log == model.log
    if not model.dead:
        rows = [(row.id, row.status) for row in handle.which_children()]
        assert rows == [(child.id, child.status) for child in model.children]
        counts = handle.count_children()
        assert counts.specs == len(model.children)
        assert counts.active == sum(child.status == "running" for child in model.children)


async def run_script(strategy, limit, first, script):
    log, plans = [], {}
    model = Model(strategy, limit, max_children=4)
    specs = [
        Scripted.child_spec(name, plans, log, id=name, restart=restart) for name, restart in first
    ]
    if strategy == "dynamic":
        spec = DynamicSupervisor.child_spec(
            id="tested", max_restarts=limit, max_children=4, restart="temporary"
        )
        first = []
    else:
        spec = Supervisor.child_spec(
            specs, strategy=strategy, max_restarts=limit, id="tested", restart="temporary"
        )
    async with open_supervisor([spec]) as sup:
        handle = sup.whereis("tested")
        LOGS[handle] = log
        for name, restart in first:
            child = ModelChild(name, restart)
            model.children.append(child)
            model.start(child)
        compare(model, handle, log)
        monitor = handle.monitor()
        for operation in script:
            await apply(operation, model, handle, plans)
            await wait_all_tasks_blocked()
            compare(model, handle, log)
            assert (monitor.down is not None) is model.dead
            if model.dead:
                assert isinstance(monitor.down.reason.detail, MaxRestarts)
                break
        del LOGS[handle]
    if not model.dead:
        for child in reversed(model.children):
            model.stop(child)
        assert Counter(log) == Counter(model.log)


@pytest.mark.parametrize("strategy", ["one_for_one", "one_for_all", "rest_for_one", "dynamic"])
@settings(max_examples=80, deadline=None)
@given(limit=st.integers(0, 4), first=children, script=operations)
def test_a_supervisor_does_what_the_model_says(strategy, limit, first, script):
    trio.run(run_script, strategy, limit, first, script, clock=MockClock(autojump_threshold=0))
