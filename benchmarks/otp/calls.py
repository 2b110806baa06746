"""Calls: one caller, and a hundred. Microseconds per call."""

# ruff: noqa: PLC0415, ARG001 - the peer is imported where it runs; fixed signatures

from __future__ import annotations

import asyncio

import trio
from trio.lowlevel import current_task, reschedule, wait_task_rescheduled

from .common import Clock, Echo, abort, answer, otpylib_run, with_actor, with_partner


def call_otp(n, cls=Echo, timeout=5.0):
    async def work(ref, sup):
        for _ in range(100):
            await ref.call(1, timeout)
        start = Clock.now()
        for _ in range(n):
            await ref.call(1, timeout)
        return (Clock.now() - start) / n * 1e6

    return trio.run(with_actor, cls, work)


def call_floor(n):
    """Two tasks that wake each other: the least that any call through a task can cost."""

    async def work(waiting):
        start = Clock.now()
        for _ in range(n):
            waiting["client"] = current_task()
            reschedule(waiting["server"])
            await wait_task_rescheduled(abort)
        return (Clock.now() - start) / n * 1e6

    return trio.run(with_partner, work)


def call_inline_floor(n):
    """A plain call of the handler, and a scheduling point every 16th time: no task in between."""

    class Bare:
        count = 0

        def handle(self, request):
            return request

        async def call(self, request):
            self.count += 1
            if not self.count % 16:
                await trio.lowlevel.checkpoint()
            return self.handle(request)

    async def main():
        actor = Bare()
        start = Clock.now()
        for _ in range(n):
            await actor.call(1)
        return (Clock.now() - start) / n * 1e6

    return trio.run(main)


def call_fail_after(n):
    """The same floor with a cancel scope per call, which is how trio programs time out."""

    async def work(waiting):
        start = Clock.now()
        for _ in range(n):
            with trio.fail_after(5):
                waiting["client"] = current_task()
                reschedule(waiting["server"])
                await wait_task_rescheduled(abort)
        return (Clock.now() - start) / n * 1e6

    return trio.run(with_partner, work)


async def answer_all(queue):
    while True:
        value, future = await queue.get()
        future.set_result(value)


async def handle_calls(queue):
    while True:
        value, future = await queue.get()
        future.set_result(await answer(value))


def call_asyncio(n, server=answer_all, run=asyncio.run):
    async def main():
        queue = asyncio.Queue()
        task = asyncio.create_task(server(queue))
        loop = asyncio.get_running_loop()
        start = Clock.now()
        for _ in range(n):
            future = loop.create_future()
            queue.put_nowait((1, future))
            await future
        seconds = Clock.now() - start
        task.cancel()
        return seconds / n * 1e6

    return run(main())


def on_uvloop(measure):
    """The same contender of asyncio on uvloop."""

    def run(n):
        import uvloop

        return measure(n, run=uvloop.run)

    return run


def call_pykka(n):
    import pykka

    class Actor(pykka.ThreadingActor):
        def on_receive(self, message):
            return message

    ref = Actor.start()
    n //= 4
    start = Clock.now()
    for _ in range(n):
        ref.ask(1)
    seconds = Clock.now() - start
    ref.stop()
    return seconds / n * 1e6


def call_otpylib(n):
    n //= 4

    async def body(gen_server, process, module):
        await gen_server.start(module, None, "echo")
        start = Clock.now()
        for _ in range(n):
            await gen_server.call("echo", 1)
        return (Clock.now() - start) / n * 1e6

    return otpylib_run(body)


def fan_in_otp(n, cls=Echo):
    async def work(ref, sup):
        async def caller():
            for _ in range(n // 100):
                await ref.call(1)

        start = Clock.now()
        async with trio.open_nursery() as nursery:
            for _ in range(100):
                nursery.start_soon(caller)
        return (Clock.now() - start) / n * 1e6

    return trio.run(with_actor, cls, work)


def fan_in_floor(n):
    """One task step with a hundred tasks runnable."""

    async def main():
        async def caller():
            for _ in range(n // 100):
                await trio.lowlevel.cancel_shielded_checkpoint()

        start = Clock.now()
        async with trio.open_nursery() as nursery:
            for _ in range(100):
                nursery.start_soon(caller)
        return (Clock.now() - start) / n * 1e6

    return trio.run(main)


def fan_in_asyncio(n, server=answer_all, run=asyncio.run):
    async def main():
        queue = asyncio.Queue()
        task = asyncio.create_task(server(queue))
        loop = asyncio.get_running_loop()

        async def caller():
            for _ in range(n // 100):
                future = loop.create_future()
                queue.put_nowait((1, future))
                await future

        start = Clock.now()
        await asyncio.gather(*(caller() for _ in range(100)))
        seconds = Clock.now() - start
        task.cancel()
        return seconds / n * 1e6

    return run(main())


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

        start = Clock.now()
        for _ in range(100):
            await process.spawn(caller, args=[], mailbox=True)
        await done.wait()
        return (Clock.now() - start) / n * 1e6

    return otpylib_run(body)
