"""The borders in two worlds: the simulator and the real CLI, both in real time.

Neither side of a border has a test clock, so the scripts are quick; the scripted model of the real
CLI has a thread of its own.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager

import pytest
import trio

from copilot_actors import Stdio
from copilot_actors.testing import (
    Silence,
    Simulator,
    Text,
    ToolCall,
    ToolCalls,
    open_scripted_model,
)
from copilot_actors.transport import find_cli


class Simulated:
    name = "simulator"

    def __init__(self):
        self.session = {"model": "gpt-4.1"}
        self.simulator = None

    @contextmanager
    def options(self, script=None):
        self.simulator = Simulator(script or answers)
        yield {"cli": self.simulator, "max_restarts": 100}

    def kill(self, client):
        # On the trio side, where its processes are.
        read = getattr(client, "_read", None)
        read(self.simulator.kill) if read is not None else self.simulator.kill()


class Real:
    name = "real CLI"

    def __init__(self, home):
        self._home = home
        self.session = {}

    @contextmanager
    def options(self, script=None):
        ready, stop = threading.Event(), []
        found = {}

        async def serve():
            async with open_scripted_model(script or answers) as model:
                found["model"] = model
                leave = trio.Event()
                stop.append((trio.lowlevel.current_trio_token(), leave))
                ready.set()
                await leave.wait()

        thread = threading.Thread(target=trio.run, args=[serve])
        thread.start()
        ready.wait(10)
        try:
            model = found["model"]
            self.session = {"model": model.model_name, "provider": model.provider()}
            env = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"], **model.environment()}
            if "COPILOT_CLI_PATH" in os.environ:
                env["COPILOT_CLI_PATH"] = os.environ["COPILOT_CLI_PATH"]
            yield {"cli": Stdio(), "env": env, "home": self._home, "max_restarts": 100}
        finally:
            token, leave = stop[0]
            token.run_sync_soon(leave.set)
            thread.join(10)

    def kill(self, client):
        os.kill(client.pid, signal.SIGKILL)


def answers(request):
    """What the model says."""
    prompt = request.prompt
    if prompt.startswith("add"):
        if request.step == 0:
            return ToolCalls([ToolCall("add", {"a": 1, "b": 2})])
        return Text(f"It is {request.tool_results[-1].content}.")
    if prompt == "for ever":
        return Silence()
    if prompt == "long":
        return Text("word " * 40, chunks=40, delay=0.02)
    if prompt == "some":
        return Text("x" * 200, chunks=200)
    if prompt == "many":
        return Text("x" * 10_000, chunks=10_000)
    return Text(prompt)


@pytest.fixture(name="script")
def _script():
    return answers


def _world(name, tmp_path):
    if name == "simulator":
        return Simulated()
    find_cli(None, os.environ)
    return Real(tmp_path / "home")


@pytest.fixture(
    params=[
        "simulator",
        pytest.param("real", marks=[pytest.mark.real_cli, pytest.mark.exhaustive("real")]),
    ]
)
def world(request, tmp_path):
    """Both; the real CLI, which takes seconds for each test, in the exhaustive run."""
    return _world(request.param, tmp_path)


@pytest.fixture(params=["simulator", pytest.param("real", marks=pytest.mark.real_cli)])
def each_world(request, tmp_path):
    """Both, always."""
    return _world(request.param, tmp_path)


@pytest.fixture
def real_world(tmp_path):
    find_cli(None, os.environ)
    return Real(tmp_path / "home")


@pytest.fixture(autouse=True)
def _nothing_is_left():
    before = set(threading.enumerate())
    yield
    left = [t for t in set(threading.enumerate()) - before if not t.name.startswith("Trio")]
    assert not [t for t in left if "portal" in t.name], left
    assert not trio.lowlevel.in_trio_run()
