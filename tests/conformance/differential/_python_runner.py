"""Interprets scenarios on copilot_actors.otp, under trio's MockClock.

The twin of otp_runner.erl: same steps, same observations, same words.
"""

import contextlib
from collections import Counter
from collections.abc import Awaitable
from typing import Any

import trio
import trio.testing

from copilot_actors import otp

from ._python_words import outcome, to_limit, to_reason, word
from ._scenario import Child, Entry, Scenario, Step, Trace

SLOW_S = 0.01
# Longer than all the time limits in one step together; scenarios that need it have no window.
PATIENCE_S = 60.0


def run(scenario: Scenario) -> Trace:
    """Interpret one scenario."""
    clock = trio.testing.MockClock(autojump_threshold=0)
    return trio.run(_Driver(scenario).run, clock=clock)


class Worker(otp.GenServer):
    """The worker of every scenario; what it does is in its spec and its requests."""

    async def init(self, spec: Child, driver: "_Driver") -> otp.Continue | otp.Ignore | None:
        self.driver = driver
        self.term = spec.term
        self.trap_exits = spec.trap
        self.deferred: list[otp.From] = []
        driver.starts[spec.id] += 1
        number = driver.starts[spec.id]
        self.id, self.label = spec.id, f"{spec.id}{number}"
        behaviour = spec.init[min(number, len(spec.init)) - 1]
        if behaviour in {"ok", "continue", "continue_crash"}:
            driver.born[spec.id] += 1
            driver.last[spec.id] = self.ref
            driver.observer.watch(self.ref, self.label)
            self.note(f"+{self.label}")
            if behaviour == "ok":
                return None
            return otp.Continue("crash" if behaviour == "continue_crash" else "note")
        self.note(f"+{self.label} {behaviour}")
        if behaviour == "ignore":
            return otp.Ignore()
        if behaviour == "crash":
            raise RuntimeError("boom")
        raise otp.Stop(to_reason(behaviour))

    async def handle_continue(self, arg: str) -> None:
        self.note(f"c {self.label}")
        if arg == "crash":
            raise RuntimeError("boom")

    async def handle_call(self, request: tuple[str, ...], from_: otp.From) -> object:
        match request:
            case ("get",):
                return self.label
            case ("noreply",):
                self.deferred.append(from_)
                return otp.NoReply()
            case ("relay", peer):
                return await self.driver.ref(peer).call(("get",), timeout=None)
            case ("stop_reply", reason):
                return otp.Stop(to_reason(reason), reply=self.label)
            case ("stop_noreply", "crash"):
                raise RuntimeError("boom")
            case ("stop_noreply", reason):
                return otp.Stop(to_reason(reason))
            case ("reply_continue", "crash"):
                return otp.Reply(self.label, then=otp.Continue("crash"))
            case ("reply_continue", _):
                return otp.Reply(self.label, then=otp.Continue("note"))
        raise AssertionError(request)

    async def handle_cast(self, request: tuple[Any, ...]) -> otp.Stop | None:
        match request:
            case ("note",):
                self.note(f"n {self.label}")
                return None
            case ("answer",):
                for each in self.deferred:
                    otp.reply(each, self.label)
                self.deferred.clear()
                return None
            case ("stop", "crash"):
                raise RuntimeError("boom")
            case ("stop", reason):
                return otp.Stop(to_reason(reason))
            case ("link", peer):
                self.link(peer)
                return None
            case ("unlink", peer):
                self.unlink(peer)
                return None
            case ("hold",):
                release = self.driver.held[self.id] = trio.Event()
                await release.wait()
                return None
        raise AssertionError(request)

    async def handle_info(self, message: otp.Exit) -> None:
        self.note(f"i {self.label} {word(message.reason)}")

    async def terminate(self, reason: otp.Reason) -> None:
        self.note(f"t {self.label} {word(reason)}")
        if self.term == "raise":
            raise RuntimeError("terminate boom")
        if self.term == "slow":
            await trio.sleep(SLOW_S)
        if self.term == "hang":
            await trio.sleep_forever()

    def note(self, event: str) -> None:
        self.driver.events.append(event)


class Observer(otp.GenServer):
    """Gets every Down into one mailbox, so that their order is known."""

    async def init(self, driver: "_Driver") -> None:
        self.driver = driver
        self.watched: dict[otp.Monitor, str] = {}
        driver.observer = self

    def watch(self, ref: otp.Ref, label: str) -> None:
        self.watched[self.monitor(ref)] = label

    async def handle_info(self, message: otp.Down) -> None:
        label = self.watched.pop(message.monitor)
        self.driver.downs.append(f"{label} {word(message.reason)}")


class _Driver:
    observer: Observer

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.starts: Counter[str] = Counter()
        self.born: Counter[str] = Counter()
        self.last: dict[str, otp.Ref] = {}
        self.held: dict[str, trio.Event] = {}
        self.events: list[str] = []
        self.downs: list[str] = []
        self.refs: dict[str, otp.Ref] = {}
        self.supervisors: dict[otp.Ref, str] = {}
        self.incarnations: Counter[str] = Counter()
        self.tree = ""
        self.done: dict[int, str] = {}
        self.pending: list[int] = []
        self.opened: str | None = None
        self.leave = trio.Event()
        children = scenario.children()
        self.idents = tuple(children)
        operations = {step[0] for step in scenario.steps}
        slow = any(each.term in {"slow", "hang"} for each in children.values())
        self.patient = slow or "hold" in operations

    async def run(self) -> Trace:
        spec = Observer.child_spec(self, id="observer")
        async with otp.open_supervisor([spec]), trio.open_nursery() as nursery:
            self.nursery = nursery
            nursery.start_soon(self.own)
            await self.settle()
            assert self.opened is not None
            trace = [self.entry(0, self.opened)]
            for number, step in enumerate(self.scenario.steps, 1):
                result = await self.step(number, step)
                await self.settle()
                trace.append(self.entry(number, result))
            self.leave.set()
            nursery.cancel_scope.cancel()
        return tuple(trace)

    async def own(self) -> None:
        """Stand for the root's parent: keep the tree open until told to leave."""
        tree = self.scenario.tree
        try:
            async with otp.open_supervisor(
                [self.spec(child) for child in tree.children],
                strategy=tree.strategy,
                max_restarts=tree.intensity,
                max_seconds=tree.period,
                auto_shutdown=tree.auto_shutdown,
                name=tree.id,
            ) as root:
                self.refs["root"] = root
                self.opened = "ok"
                await self.leave.wait()
        except otp.StartFailed as exc:
            assert self.opened is None
            self.opened = f"error:{word(otp.Shutdown(exc))}"
        except otp.MaxRestarts:
            # The root's Down has said so; what matters is that nothing else comes out.
            assert self.opened == "ok"

    def spec(self, child: Child) -> otp.ChildSpec:
        options: dict[str, Any] = {
            "id": child.id,
            "restart": child.restart,
            "significant": child.significant,
        }
        if child.shutdown is not None:
            options["shutdown"] = to_limit(child.shutdown)
        if child.kind == "worker":
            return Worker.child_spec(child, self, **options)
        options |= {"max_restarts": child.intensity, "max_seconds": child.period}
        if child.kind == "dynamic":
            if child.max_children is not None:
                options["max_children"] = child.max_children
            return otp.DynamicSupervisor.child_spec(**options)
        return otp.Supervisor.child_spec(
            [self.spec(each) for each in child.children],
            strategy=child.strategy,
            auto_shutdown=child.auto_shutdown,
            **options,
        )

    async def settle(self) -> None:
        """Wait until nothing happens any more."""
        if self.patient:
            await trio.sleep(PATIENCE_S)
        await trio.testing.wait_all_tasks_blocked()

    # Steps

    async def step(self, number: int, step: Step) -> str | None:
        """Do one step; None if its result comes from a task of its own."""
        match step:
            case ("advance", int(ms)):
                await trio.sleep(ms / 1000)
            case ("stop",):
                self.leave.set()
            case ("exit", str(ident), str(reason)):
                self.cast(ident, ("stop", reason))
            case (("cast" | "hold" | "answer") as act, str(ident)):
                self.cast(ident, ("note" if act == "cast" else act,))
            case (("link" | "unlink") as act, str(ident), str(peer)):
                if peer not in self.last:
                    return "noproc"
                self.cast(ident, (act, self.last[peer]))
            case ("release", str(ident)):
                if ident in self.held:
                    self.held[ident].set()
            case ("signal", str(ident), str(reason)):
                return self.signal(ident, reason)
            case ("monitor", str(ident)):
                if ident in self.refs:
                    self.observer.watch(self.refs[ident], f"m:{ident}")
                else:
                    self.downs.append(f"m:{ident} noproc")
            case ("call", str(ident), "noreply", int(ms)):
                self.ask(number, self.call(ident, ("noreply",), ms / 1000))
                await trio.sleep(2 * ms / 1000)
                return None
            case ("call", str(ident)):
                self.ask(number, self.call(ident, ("get",)))
                return None
            case ("call", str(ident), "defer"):
                self.ask(number, self.call(ident, ("noreply",)))
                return None
            case ("call", str(ident), str(act), str(reason)):
                self.ask(number, self.call(ident, (act, reason)))
                return None
            case ("stop", str(ident), str(reason)):
                self.ask(number, self.stop(ident, reason))
                return None
            case (str(operation), str(sup), *arguments):
                self.ask(number, self.manage(operation, sup, arguments))
                return None
        return "ok"

    def ref(self, ident: str) -> otp.Ref:
        if ident not in self.refs:
            raise otp.NoProcess(ident, "tuple")
        return self.refs[ident]

    def cast(self, ident: str, request: tuple[object, ...]) -> None:
        # In OTP a cast to nobody is lost; here it is an error that says so.
        with contextlib.suppress(otp.NoProcess):
            self.ref(ident).cast(request)

    def signal(self, ident: str, reason: str) -> str:
        ref = self.refs.get(ident)
        if ref is None or not ref.alive:
            return "noproc"
        ref.exit(otp.Killed() if reason == "kill" else to_reason(reason))
        return "ok"

    async def call(self, ident: str, request: tuple[str, ...], limit: float | None = None) -> str:
        return f"reply {await self.ref(ident).call(request, timeout=limit)}"

    async def stop(self, ident: str, reason: str) -> str:
        await self.ref(ident).stop(to_reason(reason))
        return "ok"

    async def manage(self, operation: str, ident: str, arguments: list[Any]) -> str:
        sup: Any = self.ref(ident)
        if operation == "which":
            return "[" + " ".join(self.listed(each) for each in sup.which_children()) + "]"
        if operation == "count":
            counts = sup.count_children()
            return f"{counts.specs}/{counts.active}/{counts.supervisors}/{counts.workers}"
        if operation == "start_child":
            arguments = [self.spec(arguments[0])]
        before = self.born.copy()
        ref = await getattr(sup, operation)(*arguments)
        if ref is None:
            return "ok"
        # What it was when the call answered: by now a crash may have ended it again.
        worker = ref.id not in self.incarnations
        return "ok -" if worker and self.born[ref.id] == before[ref.id] else f"ok {ref.id}"

    def ask(self, number: int, work: Awaitable[str]) -> None:
        """Await it in a task of its own, since it may stay unanswered for some steps."""

        async def asking() -> None:
            self.done[number] = await outcome(work)

        self.pending.append(number)
        self.nursery.start_soon(asking)

    # What is seen from outside

    def entry(self, number: int, result: str | None) -> Entry:
        """Everything that was seen since the entry before."""
        self.look_around()
        late = []
        for asked in list(self.pending):
            if asked in self.done:
                self.pending.remove(asked)
                if asked == number:
                    result = self.done[asked]
                else:
                    late.append(f"{asked} {self.done[asked]}")
        before, self.tree = self.tree, self.snapshot("root")
        events, self.events = tuple(self.events), []
        downs, self.downs = tuple(self.downs), []
        changed = None if self.tree == before else self.tree
        return Entry(result or "pending", events, downs, tuple(late), changed)

    def look_around(self) -> None:
        """Keep the addresses that are valid now, and watch supervisors not seen before."""
        root: Any = self.refs.get("root")
        if root is None:
            return
        for ident in self.idents:
            found = root if ident == "root" else root.whereis(ident)
            if found is None:
                continue
            self.refs[ident] = found
            if isinstance(found, otp.Supervisor | otp.DynamicSupervisor) and found.alive:
                incarnation = found.pin()
                if incarnation not in self.supervisors:
                    self.incarnations[ident] += 1
                    label = f"{ident}#{self.incarnations[ident]}"
                    self.supervisors[incarnation] = label
                    self.observer.watch(incarnation, label)

    def snapshot(self, ident: str) -> str:
        sup: Any = self.refs.get(ident)
        if sup is None or not sup.alive:
            return "-"
        shown = [
            self.snapshot(each.id) if each.ref and each.type == "supervisor" else self.listed(each)
            for each in sup.which_children()
        ]
        if isinstance(sup, otp.DynamicSupervisor):
            shown.sort()
        return f"{self.supervisors[sup.pin()]}({' '.join(shown)})"

    def listed(self, info: Any) -> str:
        star = "*" if info.type == "supervisor" else ""
        if info.ref is None:
            return info.id + ("?" if info.status == "restarting" else "-") + star
        if star:
            return self.supervisors[info.ref.pin()] + star
        return f"{info.id}{self.starts[info.id]}"
