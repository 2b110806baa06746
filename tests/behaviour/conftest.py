"""One behaviour suite, two worlds: the in-memory simulator and the real Copilot CLI.

The simulator runs on an autojumping clock, the real CLI in real time against the scripted model
on loopback. A test that passes in one world only is a defect of the simulator or of the client.
"""

from __future__ import annotations

import os
import signal
from contextlib import asynccontextmanager

import pytest
import trio

import copilot_actors
from copilot_actors.testing import (
    FaultyTransport,
    OfflineCli,
    Simulator,
    open_scripted_model,
)
from copilot_actors.transport import find_cli


class SimulatedWorld:
    """Sessions on the simulator."""

    name = "simulator"

    def __init__(self) -> None:
        self.simulator = None
        self.faulty = None
        self.session_options = {"model": "gpt-4.1"}

    @asynccontextmanager
    async def client(self, script, faults=(), **options):
        self.simulator = Simulator(script)
        self.faulty = FaultyTransport(self.simulator, faults=faults)
        async with copilot_actors.open_client(
            cli=self.faulty if faults else self.simulator, **{"max_restarts": 100, **options}
        ) as client:
            yield client

    @asynccontextmanager
    async def second_client(self, **options):
        async with copilot_actors.open_client(cli=self.simulator, **options) as client:
            yield client

    def kill(self, client) -> None:
        self.simulator.kill()

    def terminate(self, client) -> None:
        self.simulator.terminate()

    def freeze(self, client) -> None:
        self.simulator.freeze()

    def model_calls(self) -> int:
        return len(self.simulator.model_requests)

    def last_request(self):
        return self.simulator.model_requests[-1]


class RealWorld:
    """Sessions on the real CLI."""

    name = "real CLI"

    def __init__(self, home) -> None:
        self.home = home
        self.model = None
        self.faulty = None
        self.options = {}
        self.session_options = {}

    @asynccontextmanager
    async def client(self, script, faults=(), **options):
        # Not the whole environment: what this machine has set is no part of a test.
        names = ("PATH", "HOME", "COPILOT_CLI_PATH")
        env = {name: os.environ[name] for name in names if name in os.environ}
        if faults:
            self.faulty = FaultyTransport(faults=faults)
        async with open_scripted_model(script) as model:
            self.model = model
            cli = OfflineCli(model, self.home, options.pop("cli", self.faulty if faults else None))
            self.session_options = cli.session_options
            self.options = {"cli": OfflineCli(model, self.home), "env": env}
            async with copilot_actors.open_client(
                **{**self.options, "cli": cli, "max_restarts": 100, **options}
            ) as client:
                yield client

    @asynccontextmanager
    async def second_client(self, **options):
        async with copilot_actors.open_client(**{**self.options, **options}) as client:
            yield client

    def kill(self, client) -> None:
        os.kill(client.pid, signal.SIGKILL)

    def terminate(self, client) -> None:
        os.kill(client.pid, signal.SIGTERM)

    def freeze(self, client) -> None:
        os.kill(client.pid, signal.SIGSTOP)

    def model_calls(self) -> int:
        return len(self.model.requests)

    def last_request(self):
        return self.model.requests[-1]


@pytest.fixture(
    params=["simulator", pytest.param("real", marks=pytest.mark.real_cli)],
)
def world_name(request):
    return request.param


def _run_simulated(*args, clock=None, **options):
    clock = clock or trio.testing.MockClock(autojump_threshold=0)
    return trio.run(*args, clock=clock, **options)


def pytest_collection_modifyitems(items):
    """The simulator's time jumps; the real CLI's does not.

    pytest-trio takes its clock from a test's own arguments only, never from fixtures of fixtures.
    """
    for item in items:
        callspec = getattr(item, "callspec", None)
        if callspec is not None and callspec.params.get("world_name") == "simulator":
            item.add_marker(pytest.mark.trio(run=_run_simulated))


@pytest.fixture
def world(world_name, tmp_path):
    if world_name == "simulator":
        return SimulatedWorld()
    find_cli(None, os.environ)
    return RealWorld(tmp_path / "home")
