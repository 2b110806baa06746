"""Casts in bursts of a thousand. Casts per second."""

# ruff: noqa: PLC0415, ARG001, ASYNC110 - the peer is imported where it runs; callbacks have
# fixed signatures; floors poll on purpose

from __future__ import annotations

import asyncio
from collections import deque

import trio
import trio.testing
from trio.lowlevel import current_task, reschedule, wait_task_rescheduled

from .common import Clock, Echo, abort, otpylib_run, with_actor


def cast_otp(n, cls=Echo):
    async def work(ref, sup):
        start = Clock.now()
        for _ in range(n // 1000):
            for _ in range(1000):
                ref.cast(1)
            await ref.call(1)
        return n / (Clock.now() - start)

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
            start = Clock.now()
            for _ in range(n // 1000):
                for _ in range(1000):
                    box.append(1)
                    if state["parked"] is not None:
                        task, state["parked"] = state["parked"], None
                        reschedule(task)
                await trio.lowlevel.checkpoint()
            seconds = Clock.now() - start
            nursery.cancel_scope.cancel()
        return n / (seconds)

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
            start = Clock.now()
            for _ in range(n_small // 1000):
                for _ in range(1000):
                    send.send_nowait(1)
                while receive.statistics().current_buffer_used:
                    await trio.lowlevel.checkpoint()
            seconds = Clock.now() - start
            nursery.cancel_scope.cancel()
        return n_small / (seconds)

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
        start = Clock.now()
        for _ in range(n // 1000):
            for _ in range(1000):
                queue.put_nowait(1)
            while not queue.empty():
                await asyncio.sleep(0)
        seconds = Clock.now() - start
        task.cancel()
        return n / (seconds)

    return asyncio.run(main())


def cast_pykka(n):
    import pykka

    class Actor(pykka.ThreadingActor):
        def on_receive(self, message):
            return message

    ref = Actor.start()
    n //= 10
    start = Clock.now()
    for _ in range(n // 1000):
        for _ in range(1000):
            ref.tell(1)
        ref.ask(1)
    seconds = Clock.now() - start
    ref.stop()
    return n / (seconds)


def cast_otpylib(n):
    n //= 20

    async def body(gen_server, process, module):
        await gen_server.start(module, None, "echo")
        start = Clock.now()
        for _ in range(n // 1000):
            for _ in range(1000):
                await gen_server.cast("echo", 1)
            await gen_server.call("echo", 1)
        return n / (Clock.now() - start)

    return otpylib_run(body)
