"""What the rows share: the clock, the actors of this library, and how otpylib is run."""

# ruff: noqa: PLC0415, ARG002 - the peer is imported where it runs; callbacks have fixed signatures

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import trio
import trio.testing
from trio.lowlevel import Abort, current_task, reschedule, wait_task_rescheduled

from copilot_actors.otp import GenServer, open_supervisor


class Clock:
    """Wall time, or the CPU time of this process where the machine does other work as well."""

    now: Callable[[], float] = staticmethod(time.perf_counter)
    cpu = False


def use_cpu_time():
    Clock.now = staticmethod(time.process_time)
    Clock.cpu = True


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


async def with_actor(cls, work):
    async with open_supervisor([cls.child_spec(id="e")], max_restarts=10**9) as sup:
        return await work(sup.whereis("e"), sup)


def abort(_):
    return Abort.SUCCEEDED


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


async def answer(value):
    """An asynchronous handler with nothing to do, as `Echo.handle_call` is."""
    return value


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
                if message is None:
                    raise ValueError
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
