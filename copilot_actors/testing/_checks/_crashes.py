"""Run a scenario again and again, with the CLI dying at another frame each time."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Final, TypeAlias

import msgspec
import trio

from copilot_actors import client as clients
from copilot_actors.client import Client
from copilot_actors.testing._faults._faulty_transport import FaultyTransport
from copilot_actors.testing._faults._kinds import Direction, FrameMatch, Kill
from copilot_actors.testing._scripted_model._script import ScriptFunction
from copilot_actors.testing._simulator._frames import Frame
from copilot_actors.testing._simulator._simulator import Simulator
from copilot_actors.transport import Transport

Scenario: TypeAlias = Callable[[Client], Awaitable[object]]
OpenClient: TypeAlias = Callable[[Transport], AbstractAsyncContextManager[Client]]

_DIRECTIONS: Final[tuple[Direction, ...]] = ("from_cli", "to_cli")
_NAMED: Final = 5


class CrashReport(msgspec.Struct, frozen=True):
    """What :func:`check_under_crashes` has tried.

    Attributes:
        frames: how many frames the scenario had without a crash.
        tried: the deaths that were tried, in this order.
        missed: those of them that did not happen, since the run had no such frame.
    """

    frames: int
    tried: tuple[Kill, ...]
    missed: tuple[Kill, ...]


class CrashCheckFailed(AssertionError):
    """A scenario fails when the CLI dies at some frame.

    Its ``__cause__`` is what the first of the failing runs has raised.

    Attributes:
        failures: each death that makes it fail, with what was raised. ``Simulator(script,
            faults=[fault])`` or ``FaultyTransport(transport, faults=[fault])`` repeats one.
    """

    def __init__(self, failures: Sequence[tuple[Kill, Exception]], tried: int) -> None:
        lines = [f"{fault!r}: {error!r}" for fault, error in failures[:_NAMED]]
        if len(failures) > _NAMED:
            lines.append(f"and {len(failures) - _NAMED} more")
        count = f"{len(failures)} of {tried} crashes make the scenario fail"
        super().__init__("\n".join([count, *lines]))
        self.failures = list(failures)


class _Run(msgspec.Struct):
    """One run: the frames of its first process, by direction, while the scenario ran."""

    log: deque[Frame]
    first: dict[Direction, int]
    last: dict[Direction, int]


async def check_under_crashes(
    scenario: Scenario,
    *,
    script: ScriptFunction | None = None,
    transport: Callable[[], Transport] | None = None,
    open_client: OpenClient | None = None,
    sample: int | None = None,
    seed: int = 0,
    limit: float = 600.0,
) -> CrashReport:
    """Check that a scenario holds wherever in it the CLI is killed.

    The scenario runs once as it is, to learn its frames, and must succeed. Then it runs once for
    each frame of either direction, just before it and just after it, with a new CLI and a new
    client each time, and the CLI is killed there. It is the scenario that asserts: what must hold
    after a crash is the same as what must hold without. Handlers and policies of yours belong into
    it, made anew in each run.

    On the simulator use pytest's ``autojump_clock`` (or a ``MockClock`` of your own): a scenario of
    200 frames then takes some seconds. On the real CLI take a ``sample``.

    Args:
        scenario: gets an open client; it may be run any number of times.
        script: what the model of the simulated CLI answers; by default it repeats the prompt.
        transport: makes the CLI of a run instead: another simulator, or ``Stdio()``, which is
            wrapped into a :class:`FaultyTransport`.
        open_client: opens the client of a run; by default with no limit of restarts. On the real
            CLI give each run a ``home`` of its own.
        sample: how many deaths to try, chosen by ``seed``; ``None`` tries all.
        seed: chooses the sample.
        limit: seconds of trio's clock within which each run is over.

    Returns:
        What was tried.

    Raises:
        CrashCheckFailed: naming each death that makes the scenario fail.
        Exception: what the scenario raises without any crash.
    """
    make = transport if transport is not None else (lambda: Simulator(script))
    opened = open_client if open_client is not None else _open
    plain = await _run(scenario, make(), opened, limit, None)
    deaths = [
        Kill(FrameMatch(direction=direction, index=index, process=0), before=before)
        for direction in _DIRECTIONS
        for index in range(plain.first[direction], plain.last[direction])
        for before in (True, False)
    ]
    frames = len(deaths) // 2
    if sample is not None and sample < len(deaths):
        chosen = random.Random(seed).sample(range(len(deaths)), sample)  # noqa: S311
        deaths = [deaths[number] for number in sorted(chosen)]
    failures: list[tuple[Kill, Exception]] = []
    missed: list[Kill] = []
    for death in deaths:
        try:
            run = await _run(scenario, make(), opened, limit, death)
        except Exception as error:
            failures.append((death, error))
        else:
            if not any(frame.note for frame in run.log):
                missed.append(death)
    if failures:
        raise CrashCheckFailed(failures, len(deaths)) from failures[0][1]
    return CrashReport(frames=frames, tried=tuple(deaths), missed=tuple(missed))


def _open(cli: Transport) -> AbstractAsyncContextManager[Client]:
    return clients.open_client(cli=cli, max_restarts=1_000_000)


async def _run(
    scenario: Scenario, inner: Transport, opened: OpenClient, limit: float, death: Kill | None
) -> _Run:
    cli = inner if isinstance(inner, Simulator | FaultyTransport) else FaultyTransport(inner)
    with trio.fail_after(limit):
        async with opened(cli) as client:
            # A CLI that dies in the handshake is no case for recovery: no client is opened.
            first = _counts(cli.log)
            if death is not None:
                cli.inject(death)
            await scenario(client)
            last = _counts(cli.log)
    return _Run(cli.log, first, last)


def _counts(log: deque[Frame]) -> dict[Direction, int]:
    counts: dict[Direction, int] = dict.fromkeys(_DIRECTIONS, 0)
    for frame in log:
        if frame.process == 0:
            counts[frame.direction] += 1
    return counts
