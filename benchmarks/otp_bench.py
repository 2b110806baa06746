"""Speed and memory of copilot_actors.otp against the raw trio floor and against its peers.

    python benchmarks/otp_bench.py [--rounds 5] [--quick] [--cpu]

Every row runs each contender once per round, interleaved, so that a change of the machine's mood
hits all of them; figures are medians, ratios are medians of per-round ratios with their range.
pykka and otpylib take part if they can be imported; the floors need nothing.
"""

# ruff: noqa: PLC0415, PLW0603, ARG001, ARG002, PLW2901, ASYNC110, PTH123 - peers are imported where they run; their
# callbacks have fixed signatures; floors poll on purpose

import argparse
import asyncio
import gc
import importlib.util
import logging
import statistics
import subprocess
import sys
import time
from collections import deque

import trio
import trio.testing
from trio.lowlevel import Abort, current_task, reschedule, wait_task_rescheduled

from copilot_actors.otp import DynamicSupervisor, GenServer, open_supervisor

logging.disable(logging.CRITICAL)


clock = time.perf_counter


class Echo(GenServer):
    async def handle_call(self, request, from_):
        return request

    async def handle_cast(self, request):
        if request is None:
            raise ValueError


class InitEcho(Echo):
    def init(self):
        self.started = True


class AsyncInitEcho(Echo):
    async def init(self):
        self.started = True


class PlainEcho(GenServer):
    def handle_call(self, request, from_):
        return request

    def handle_cast(self, request):
        pass


class InlineEcho(PlainEcho):
    inline_calls = True


def per_second(count, seconds):
    return count / seconds


async def with_actor(cls, work):
    async with open_supervisor([cls.child_spec(id="e")], max_restarts=10**9) as sup:
        return await work(sup.whereis("e"), sup)


def abort(_):
    return Abort.SUCCEEDED


# One call at a time. All rows: microseconds per call.


def call_otp(n, cls=Echo, timeout=5.0):
    async def work(ref, sup):
        for _ in range(100):
            await ref.call(1, timeout)
        start = clock()
        for _ in range(n):
            await ref.call(1, timeout)
        return (clock() - start) / n * 1e6

    return trio.run(with_actor, cls, work)


async def with_partner(work):
    """Run work(waiting) beside a task that wakes waiting["client"] whenever it is woken."""
    waiting = {}

    async def server():
        while True:
            waiting["server"] = current_task()
            await wait_task_rescheduled(abort)
            reschedule(waiting["client"])

    async with trio.open_nursery() as nursery:
        nursery.start_soon(server)
        await trio.testing.wait_all_tasks_blocked()
        result = await work(waiting)
        nursery.cancel_scope.cancel()
    return result


def call_floor(n):
    """Two tasks that wake each other: the least that any call through a task can cost."""

    async def work(waiting):
        start = clock()
        for _ in range(n):
            waiting["client"] = current_task()
            reschedule(waiting["server"])
            await wait_task_rescheduled(abort)
        return (clock() - start) / n * 1e6

    return trio.run(with_partner, work)


def call_fail_after(n):
    """The same floor with a cancel scope per call, which is how trio programs time out."""

    async def work(waiting):
        start = clock()
        for _ in range(n):
            with trio.fail_after(5):
                waiting["client"] = current_task()
                reschedule(waiting["server"])
                await wait_task_rescheduled(abort)
        return (clock() - start) / n * 1e6

    return trio.run(with_partner, work)


async def answer(value):
    """An asynchronous handler with nothing to do, as `Echo.handle_call` is."""
    return value


async def answer_all(queue):
    while True:
        value, future = await queue.get()
        future.set_result(value)


async def handle_calls(queue):
    while True:
        value, future = await queue.get()
        future.set_result(await answer(value))


def call_asyncio(n, server=answer_all):
    async def main():
        queue = asyncio.Queue()
        task = asyncio.create_task(server(queue))
        loop = asyncio.get_running_loop()
        start = clock()
        for _ in range(n):
            future = loop.create_future()
            queue.put_nowait((1, future))
            await future
        seconds = clock() - start
        task.cancel()
        return seconds / n * 1e6

    return asyncio.run(main())


def call_pykka(n):
    import pykka

    class Actor(pykka.ThreadingActor):
        def on_receive(self, message):
            return message

    ref = Actor.start()
    n //= 4
    start = clock()
    for _ in range(n):
        ref.ask(1)
    seconds = clock() - start
    ref.stop()
    return seconds / n * 1e6


def otpylib_run(body):
    from otpylib import gen_server, process
    from otpylib.module import GEN_SERVER, OTPModule
    from otpylib.runtime import set_runtime
    from otpylib.runtime.backends.asyncio_backend import backend as asyncio_backend

    if "EchoModule" not in globals():

        class EchoModule(metaclass=OTPModule, behavior=GEN_SERVER, version="1.0.0"):
            async def init(self, config):
                return config

            async def handle_call(self, request, from_, state):
                return (gen_server.Reply(payload=request), state)

            async def handle_cast(self, message, state):
                return (gen_server.NoReply(), state)

            async def handle_info(self, message, state):
                return (gen_server.NoReply(), state)

            async def terminate(self, reason, state):
                pass

        globals()["EchoModule"] = EchoModule

    async def main():
        runtime = asyncio_backend.AsyncIOBackend()
        await runtime.initialize()
        set_runtime(runtime)
        result = asyncio.get_running_loop().create_future()

        async def root():
            try:
                result.set_result(await body(gen_server, process, globals()["EchoModule"]))
            except BaseException as exc:
                result.set_exception(exc)

        await process.spawn(root, args=[], mailbox=True)
        try:
            return await asyncio.wait_for(result, 120)
        finally:
            await runtime.shutdown()

    return asyncio.run(main())


def call_otpylib(n):
    n //= 4

    async def body(gen_server, process, module):
        await gen_server.start(module, None, "echo")
        start = clock()
        for _ in range(n):
            await gen_server.call("echo", 1)
        return (clock() - start) / n * 1e6

    return otpylib_run(body)


# A hundred callers. Microseconds per call.


def fan_in_otp(n, cls=Echo):
    async def work(ref, sup):
        async def caller():
            for _ in range(n // 100):
                await ref.call(1)

        start = clock()
        async with trio.open_nursery() as nursery:
            for _ in range(100):
                nursery.start_soon(caller)
        return (clock() - start) / n * 1e6

    return trio.run(with_actor, cls, work)


def fan_in_floor(n):
    """One task step with a hundred tasks runnable."""

    async def main():
        async def caller():
            for _ in range(n // 100):
                await trio.lowlevel.cancel_shielded_checkpoint()

        start = clock()
        async with trio.open_nursery() as nursery:
            for _ in range(100):
                nursery.start_soon(caller)
        return (clock() - start) / n * 1e6

    return trio.run(main)


def fan_in_asyncio(n, server=answer_all):
    async def main():
        queue = asyncio.Queue()
        task = asyncio.create_task(server(queue))
        loop = asyncio.get_running_loop()

        async def caller():
            for _ in range(n // 100):
                future = loop.create_future()
                queue.put_nowait((1, future))
                await future

        start = clock()
        await asyncio.gather(*(caller() for _ in range(100)))
        seconds = clock() - start
        task.cancel()
        return seconds / n * 1e6

    return asyncio.run(main())


def fan_in_otpylib(n):
    n //= 4

    async def body(gen_server, process, module):
        await gen_server.start(module, None, "echo")
        done = asyncio.Event()
        left = 100

        async def caller():
            nonlocal left
            for _ in range(n // 100):
                await gen_server.call("echo", 1)
            left -= 1
            if not left:
                done.set()

        start = clock()
        for _ in range(100):
            await process.spawn(caller, args=[], mailbox=True)
        await done.wait()
        return (clock() - start) / n * 1e6

    return otpylib_run(body)


# Casts in bursts of a thousand. Casts per second.


def cast_otp(n, cls=Echo):
    async def work(ref, sup):
        start = clock()
        for _ in range(n // 1000):
            for _ in range(1000):
                ref.cast(1)
            await ref.call(1)
        return per_second(n, clock() - start)

    return trio.run(with_actor, cls, work)


def cast_floor(n):
    """A bare deque and a bare task: no supervision, no limits, no system lane."""

    async def main():
        box = deque()
        state = {"parked": None}

        async def handle(message):
            pass

        async def server():
            while True:
                while box:
                    await handle(box.popleft())
                state["parked"] = current_task()
                await wait_task_rescheduled(abort)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(server)
            await trio.testing.wait_all_tasks_blocked()
            start = clock()
            for _ in range(n // 1000):
                for _ in range(1000):
                    box.append(1)
                    if state["parked"] is not None:
                        task, state["parked"] = state["parked"], None
                        reschedule(task)
                await trio.lowlevel.checkpoint()
            seconds = clock() - start
            nursery.cancel_scope.cancel()
        return per_second(n, seconds)

    return trio.run(main)


def cast_channel(n):
    async def main():
        send, receive = trio.open_memory_channel(2000)

        async def server():
            async for _ in receive:
                pass

        n_small = n // 10
        async with trio.open_nursery() as nursery:
            nursery.start_soon(server)
            start = clock()
            for _ in range(n_small // 1000):
                for _ in range(1000):
                    send.send_nowait(1)
                while receive.statistics().current_buffer_used:
                    await trio.lowlevel.checkpoint()
            seconds = clock() - start
            nursery.cancel_scope.cancel()
        return per_second(n_small, seconds)

    return trio.run(main)


async def take(message):
    """An asynchronous handler with nothing to do, as `Echo.handle_cast` is."""


async def drop_all(queue):
    while True:
        await queue.get()


async def handle_all(queue):
    while True:
        await take(await queue.get())


def cast_asyncio(n, server=drop_all):
    async def main():
        queue = asyncio.Queue()
        task = asyncio.create_task(server(queue))
        start = clock()
        for _ in range(n // 1000):
            for _ in range(1000):
                queue.put_nowait(1)
            while not queue.empty():
                await asyncio.sleep(0)
        seconds = clock() - start
        task.cancel()
        return per_second(n, seconds)

    return asyncio.run(main())


def cast_pykka(n):
    import pykka

    class Actor(pykka.ThreadingActor):
        def on_receive(self, message):
            return message

    ref = Actor.start()
    n //= 10
    start = clock()
    for _ in range(n // 1000):
        for _ in range(1000):
            ref.tell(1)
        ref.ask(1)
    seconds = clock() - start
    ref.stop()
    return per_second(n, seconds)


def cast_otpylib(n):
    n //= 20

    async def body(gen_server, process, module):
        await gen_server.start(module, None, "echo")
        start = clock()
        for _ in range(n // 1000):
            for _ in range(1000):
                await gen_server.cast("echo", 1)
            await gen_server.call("echo", 1)
        return per_second(n, clock() - start)

    return otpylib_run(body)


# Idle actors: bytes each, and spawns per second.


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


async def idle_otp(n, cls=Echo):
    async with open_supervisor([DynamicSupervisor.child_spec(id="d")]) as sup:
        dynamic = sup.whereis("d", DynamicSupervisor)
        spec = cls.child_spec()
        await dynamic.start_child(spec)
        gc.collect()
        before = resident()
        start = clock()
        for _ in range(n):
            await dynamic.start_child(spec)
        seconds = clock() - start
        gc.collect()
        return (resident() - before) / n, per_second(n, seconds)


async def idle_floor(n):
    """A bare task with a mailbox deque, parked; no handshake."""

    class Bare:
        __slots__ = ("box",)

        async def run(self):
            await wait_task_rescheduled(abort)

    async with trio.open_nursery() as nursery:
        gc.collect()
        before = resident()
        start = clock()
        for _ in range(n):
            actor = Bare()
            actor.box = deque()
            nursery.start_soon(actor.run)
        await trio.testing.wait_all_tasks_blocked()
        seconds = clock() - start
        gc.collect()
        result = (resident() - before) / n, per_second(n, seconds)
        nursery.cancel_scope.cancel()
    return result


async def idle_handshake(n):
    """The same with what any supervised actor needs: a kill scope and a starter that waits."""

    class Bare:
        __slots__ = ("box", "scope", "starter")

        async def run(self):
            with trio.CancelScope(shield=True) as self.scope:
                reschedule(self.starter)
                await wait_task_rescheduled(abort)

    actors = []
    async with trio.open_nursery() as nursery:
        gc.collect()
        before = resident()
        start = clock()
        for _ in range(n):
            actor = Bare()
            actor.box = deque()
            actor.starter = current_task()
            actors.append(actor)
            nursery.start_soon(actor.run)
            await wait_task_rescheduled(abort)
        seconds = clock() - start
        gc.collect()
        result = (resident() - before) / n, per_second(n, seconds)
        for actor in actors:
            actor.scope.cancel()
    return result


def idle_otpylib(n):
    async def body(gen_server, process, module):
        gc.collect()
        before = resident()
        start = clock()
        for _ in range(n):
            await gen_server.start(module, None)
        seconds = clock() - start
        gc.collect()
        return (resident() - before) / n, per_second(n, seconds)

    return otpylib_run(body)


def fresh(which, n):
    """Memory is measured in a new interpreter each time: an arena once grown never shrinks."""
    command = [sys.executable, __file__, "--idle", which, "--count", str(n)]
    command += ["--cpu"] if clock is time.process_time else []
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return tuple(float(word) for word in output.split()[-2:])


_IDLE_CACHE = {}


IDLE = {
    "otp": lambda n: trio.run(idle_otp, n),
    "otp-init": lambda n: trio.run(idle_otp, n, InitEcho),
    "otp-async-init": lambda n: trio.run(idle_otp, n, AsyncInitEcho),
    "floor": lambda n: trio.run(idle_floor, n),
    "handshake": lambda n: trio.run(idle_handshake, n),
    "otpylib": idle_otpylib,
}


def idle(key, index):
    """Bytes and spawns come from one run; the second row reuses the first one's."""

    def measure(n):
        if index == 0:
            result = fresh(key, n)
            _IDLE_CACHE.setdefault(("spawn", key), deque()).append(result[1])
            return result[0]
        return _IDLE_CACHE[("spawn", key)].popleft()

    return measure


# Restart: from the crash cast to the answer of the next incarnation. Microseconds.


def restart_otp(n):
    async def work(ref, sup):
        times = []
        for _ in range(n):
            start = clock()
            ref.cast(None)
            incarnation = ref.incarnation
            while True:
                if ref.incarnation > incarnation:
                    await ref.call(1)
                    break
                await trio.lowlevel.checkpoint()
            times.append(clock() - start)
        return statistics.median(times) * 1e6

    return trio.run(with_actor, Echo, work)


def restart_floor(n):
    """A crash caught by a parent task that starts a new bare task: no policy at all."""

    async def main():
        state = {}

        async def actor():
            state["task"] = current_task()
            if state.get("client") is not None:
                client, state["client"] = state["client"], None
                reschedule(client)
            await wait_task_rescheduled(abort)
            raise ValueError

        async def guarded(nursery):
            try:
                await actor()
            except ValueError:
                reschedule(state["parent"])

        async def parent(nursery):
            while True:
                nursery.start_soon(guarded, nursery)
                state["parent"] = current_task()
                await wait_task_rescheduled(abort)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(parent, nursery)
            await trio.testing.wait_all_tasks_blocked()
            times = []
            for _ in range(n):
                start = clock()
                state["client"] = current_task()
                reschedule(state["task"])
                await wait_task_rescheduled(abort)
                times.append(clock() - start)
            nursery.cancel_scope.cancel()
        return statistics.median(times) * 1e6

    return trio.run(main)


ROWS = [
    (
        "call, 1 caller",
        "us",
        True,
        20_000,
        [
            ("otp (deadline 5 s)", call_otp),
            ("otp (no deadline)", lambda n: call_otp(n, timeout=None)),
            ("otp (plain handler)", lambda n: call_otp(n, PlainEcho)),
            ("otp (inline_calls)", lambda n: call_otp(n, InlineEcho)),
            ("floor: trio ping-pong", call_floor),
            ("floor + fail_after", call_fail_after),
            ("asyncio Queue+Future", call_asyncio),
            ("the same, async handler", lambda n: call_asyncio(n, handle_calls)),
            ("pykka ask", call_pykka),
            ("otpylib call", call_otpylib),
        ],
    ),
    (
        "call, 100 callers",
        "us",
        True,
        40_000,
        [
            ("otp (deadline 5 s)", fan_in_otp),
            ("floor: one task step", fan_in_floor),
            ("asyncio Queue+Future", fan_in_asyncio),
            ("the same, async handler", lambda n: fan_in_asyncio(n, handle_calls)),
            ("otpylib call", fan_in_otpylib),
        ],
    ),
    (
        "cast, bursts of 1000",
        "/s",
        False,
        200_000,
        [
            ("otp (async handler)", cast_otp),
            ("otp (plain handler)", lambda n: cast_otp(n, PlainEcho)),
            ("floor: bare deque", cast_floor),
            ("trio memory channel", cast_channel),
            ("asyncio Queue", cast_asyncio),
            ("the same, async handler", lambda n: cast_asyncio(n, handle_all)),
            ("pykka tell", cast_pykka),
            ("otpylib cast", cast_otpylib),
        ],
    ),
    (
        "idle actor",
        "bytes",
        True,
        10_000,
        [
            ("otp", idle("otp", 0)),
            ("otp (plain init)", idle("otp-init", 0)),
            ("otp (async init)", idle("otp-async-init", 0)),
            ("floor: task + deque", idle("floor", 0)),
            ("floor: + scope, handshake", idle("handshake", 0)),
            ("otpylib", idle("otpylib", 0)),
        ],
    ),
    (
        "spawn (otp and otpylib: with init handshake)",
        "/s",
        False,
        10_000,
        [
            ("otp", idle("otp", 1)),
            ("otp (plain init)", idle("otp-init", 1)),
            ("otp (async init)", idle("otp-async-init", 1)),
            ("floor: task + deque", idle("floor", 1)),
            ("floor: + scope, handshake", idle("handshake", 1)),
            ("otpylib", idle("otpylib", 1)),
        ],
    ),
    (
        "restart",
        "us",
        True,
        1_000,
        [("otp", restart_otp), ("floor: bare restart", restart_floor)],
    ),
]


def available(contender):
    for peer in ("pykka", "otpylib"):
        if contender.startswith(peer) and importlib.util.find_spec(peer) is None:
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    parser.add_argument("--only", default="", help="only rows whose name contains this")
    parser.add_argument("--cpu", action="store_true", help="CPU time: for a machine that is shared")
    parser.add_argument("--idle", choices=sorted(IDLE), help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=10_000, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.cpu:
        global clock
        clock = time.process_time
    if options.idle:
        print(*IDLE[options.idle](options.count))
        return
    for name, unit, lower, count, contenders in ROWS:
        if options.only not in name:
            continue
        if options.quick:
            count //= 10
        contenders = [(label, run) for label, run in contenders if available(label)]
        results = {label: [] for label, _ in contenders}
        for _ in range(options.rounds):
            for label, run in contenders:
                results[label].append(run(count))
        ours = results[contenders[0][0]]
        print(f"\n{name}  [{unit}, {'lower' if lower else 'higher'} is better]")
        for label, values in results.items():
            ratios = sorted(
                (theirs / mine if lower else mine / theirs)
                for mine, theirs in zip(ours, values, strict=True)
            )
            print(
                f"  {label:28} {statistics.median(values):>12,.2f}   "
                f"otp is {statistics.median(ratios):.2f}x as good "
                f"[{ratios[0]:.2f}-{ratios[-1]:.2f}]"
            )


if __name__ == "__main__":
    main()
