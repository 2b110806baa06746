"""Idle actors: bytes each, and spawns per second."""

# ruff: noqa: ARG001 - callbacks have fixed signatures

from __future__ import annotations

import gc
import os
import pathlib
import subprocess
import sys
from collections import deque

import trio
import trio.testing
from trio.lowlevel import current_task, reschedule, wait_task_rescheduled

from copilot_actors.otp import DynamicSupervisor, open_supervisor

from .common import AsyncInitEcho, Clock, Echo, InitEcho, abort, otpylib_run

PROGRAM = pathlib.Path(__file__).parents[1] / "otp_bench.py"


def resident():
    pages = pathlib.Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


async def idle_otp(n, cls=Echo):
    async with open_supervisor([DynamicSupervisor.child_spec(id="d")]) as sup:
        dynamic = sup.whereis("d", DynamicSupervisor)
        spec = cls.child_spec()
        await dynamic.start_child(spec)
        gc.collect()
        before = resident()
        start = Clock.now()
        for _ in range(n):
            await dynamic.start_child(spec)
        seconds = Clock.now() - start
        gc.collect()
        return (resident() - before) / n, n / (seconds)


async def idle_floor(n):
    """A bare task with a mailbox deque, parked; no handshake."""

    class Bare:
        __slots__ = ("box",)

        async def run(self):
            await wait_task_rescheduled(abort)

    async with trio.open_nursery() as nursery:
        gc.collect()
        before = resident()
        start = Clock.now()
        for _ in range(n):
            actor = Bare()
            actor.box = deque()
            nursery.start_soon(actor.run)
        await trio.testing.wait_all_tasks_blocked()
        seconds = Clock.now() - start
        gc.collect()
        result = (resident() - before) / n, n / (seconds)
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
        start = Clock.now()
        for _ in range(n):
            actor = Bare()
            actor.box = deque()
            actor.starter = current_task()
            actors.append(actor)
            nursery.start_soon(actor.run)
            await wait_task_rescheduled(abort)
        seconds = Clock.now() - start
        gc.collect()
        result = (resident() - before) / n, n / (seconds)
        for actor in actors:
            actor.scope.cancel()
    return result


def idle_otpylib(n):
    async def body(gen_server, process, module):
        gc.collect()
        before = resident()
        start = Clock.now()
        for _ in range(n):
            await gen_server.start(module, None)
        seconds = Clock.now() - start
        gc.collect()
        return (resident() - before) / n, n / (seconds)

    return otpylib_run(body)


def fresh(which, n):
    """Memory is measured in a new interpreter each time: an arena once grown never shrinks."""
    command = [sys.executable, str(PROGRAM), "--idle", which, "--count", str(n)]
    command += ["--cpu"] if Clock.cpu else []
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return tuple(float(word) for word in output.split()[-2:])


SPAWNS = {}
"""Spawns per second, measured in the runs that gave the bytes and not asked for yet."""

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
            SPAWNS.setdefault(key, deque()).append(result[1])
            return result[0]
        return SPAWNS[key].popleft()

    return measure
