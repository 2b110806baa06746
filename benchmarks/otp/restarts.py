"""Restart: from the crash cast to the answer of the next incarnation. Microseconds."""

# ruff: noqa: PLC0415, ARG001, ASYNC110 - callbacks have fixed signatures; the peer is
# imported where it runs, and polled: it shows no more

from __future__ import annotations

import asyncio
import contextlib
import os
import pathlib
import statistics

import trio
import trio.testing
from trio.lowlevel import current_task, reschedule, wait_task_rescheduled

from .common import Clock, Echo, abort, otpylib_run, with_actor


def restart_otp(n):
    async def work(ref, sup):
        times = []
        for _ in range(n):
            start = Clock.now()
            ref.cast(None)
            incarnation = ref.incarnation
            while True:
                if ref.incarnation > incarnation:
                    await ref.call(1)
                    break
                await trio.lowlevel.checkpoint()
            times.append(Clock.now() - start)
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
                start = Clock.now()
                state["client"] = current_task()
                reschedule(state["task"])
                await wait_task_rescheduled(abort)
                times.append(Clock.now() - start)
            nursery.cancel_scope.cancel()
        return statistics.median(times) * 1e6

    return trio.run(main)


def restart_otpylib(n):
    """The crash cast, then a call to the next incarnation.

    Each crash has a supervisor of its own: in otpylib 0.5.18 a child that was restarted once is not
    restarted again. What it prints at a crash goes nowhere.
    """
    n //= 10

    async def body(gen_server, process, module):
        from otpylib import supervisor
        from otpylib.module import SUPERVISOR, OTPModule

        class Top(metaclass=OTPModule, behavior=SUPERVISOR, version="1.0.0"):
            async def init(self, name):
                children = [supervisor.child_spec(id=name, module=module, name=name)]
                return children, supervisor.options()

            async def terminate(self, reason, state):
                pass

        times = []
        for number in range(n):
            name = f"echo-{number}"
            await supervisor.start_link(Top, name)
            before = process.whereis(name)
            start = Clock.now()
            await gen_server.cast(name, None)
            while process.whereis(name) in {before, None}:
                await asyncio.sleep(0)
            await gen_server.call(name, 1)
            times.append(Clock.now() - start)
        return statistics.median(times) * 1e6

    with (
        pathlib.Path(os.devnull).open("w", encoding="utf-8") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        return otpylib_run(body)
