"""What type checkers must see of copilot_actors.otp. Checked by mypy --strict and basedpyright.

Nothing here runs. ``assert_type`` states what a user gets; the ignored lines state what a checker
must refuse (an ignore that is not needed is itself an error).
"""

from dataclasses import dataclass
from typing import ClassVar, assert_type

import trio
from outcome import Error, Value

from copilot_actors import otp
from copilot_actors.otp import (
    Agent,
    Backoff,
    Call,
    ChildSpec,
    Continue,
    Down,
    DynamicSupervisor,
    Exit,
    From,
    GenServer,
    IdleTimeout,
    Ignore,
    Lagged,
    Monitor,
    NoReply,
    Normal,
    Reason,
    Ref,
    Registry,
    Reply,
    Restart,
    Shutdown,
    Stop,
    Supervisor,
    Task,
    TaskSupervisor,
    Timeout,
    Timer,
    Topic,
    Via,
    open_supervisor,
)


class Get(Call[int]):
    """Answered with an int."""


@dataclass(frozen=True)
class Named(Call[str]):
    """A request with data."""

    name: str


class Async(GenServer):
    """Async callbacks with parameter types of the user's own."""

    restart: ClassVar[Restart] = "transient"
    trap_exits = True

    async def init(
        self, start: int = 0, *, label: str = ""
    ) -> Continue | IdleTimeout | Ignore | None:
        self.count = start
        self.label = label
        return None

    async def handle_call(self, request: Get | Named, from_: From) -> int | str | NoReply | Reply:
        if isinstance(request, Get):
            return self.count
        return Reply(request.name, then=Stop(Normal()))

    async def handle_cast(self, request: int) -> Stop | None:
        self.count += request
        return None

    async def handle_info(self, message: Down | Exit | Timeout) -> None:
        if isinstance(message, Down):
            assert_type(message.reason, Reason)

    async def handle_continue(self, arg: str) -> None:
        assert_type(self.ref, Ref)
        assert_type(self.send_after(1, arg), Timer)

    async def terminate(self, reason: Reason) -> None:
        assert_type(self.monitor(self.ref), Monitor)


class Plain(GenServer):
    """Plain callbacks."""

    def init(self) -> None:
        self.names: list[str] = []

    def handle_call(self, request: Named, from_: From) -> str:
        return request.name

    def handle_cast(self, request: str) -> None:
        self.names.append(request)


async def double(x: int) -> str:
    """A task."""
    await trio.sleep(x)
    return str(x)


async def calls(ref: Ref) -> None:
    """Typed requests type their answers; the rest are objects."""
    assert_type(await ref.call(Get()), int)
    assert_type(await ref.call(Named("x"), timeout=None), str)
    assert_type(await ref.call("anything"), object)
    ref.cast(1)
    ref.send("x")
    assert_type((await ref.monitor().wait()).reason, Reason)
    assert_type(ref.pin(), Ref)
    await ref.stop(Shutdown("x"), timeout=1)
    ref.cast()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    await ref.call(Get(), timeout="5")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]


async def trees() -> None:
    """Handles."""
    spec = Async.child_spec(1, id="a", label="x", restart="permanent", shutdown=5.0)
    assert_type(spec, ChildSpec)
    nested = Supervisor.child_spec([spec], strategy="rest_for_one", backoff=Backoff(1, 2), id="n")
    async with open_supervisor([nested, DynamicSupervisor.child_spec(id="d")]) as sup:
        assert_type(sup, Supervisor)
        assert_type(sup.whereis("a"), Ref | None)
        dynamic = sup.whereis("d", DynamicSupervisor)
        assert_type(dynamic, DynamicSupervisor)
        assert_type(await dynamic.start_child(Plain.child_spec()), Ref)
        assert_type(sup.count_children().active, int)
        assert_type(sup.dump_tree(), str)
        tasks = sup.whereis("t", TaskSupervisor)
        task = tasks.start_child(double, 1)
        assert_type(task, Task[str])
        assert_type(await task.wait(), str)
        assert_type(await task, str)
        assert_type(await task.wait(timeout=1), Value[str] | Error | None)
        assert_type(await task.shutdown(), Value[str] | Error | None)
        async with tasks.async_stream(double, [1, 2], max_concurrency=2) as results:
            async for result in results:
                assert_type(result.unwrap(), str)
        tasks.start_child(double, "x")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Async.child_spec(restart="sometimes")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


async def values(ref: Ref) -> None:
    """Agents, registries, topics, system functions."""

    def length(names: list[str]) -> int:
        return len(names)

    assert_type(await Agent.get(ref, length), int)
    registry = Registry(keys="unique")
    assert_type(registry.whereis("k"), Ref | None)
    assert_type(Via(registry, "k").whereis(), Ref | None)
    topic: Topic[int] = Topic()
    async with topic.stream() as stream:
        assert_type(await anext(stream), int | Lagged)
    topic.publish("x")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    state = await otp.sys.get_state(ref)
    assert_type(state["x"], object)
    assert_type(otp.info(ref).mailbox, int)


async def late(from_: From) -> None:
    """A later answer."""
    otp.reply(from_, 1)
    assert_type(from_.abandoned, bool)
