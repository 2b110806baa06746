"""``kill -9`` of a program with a durable ledger and the real CLI; its next life carries on.

At every point: each step of the pipeline has its answer, each prompt stands once in the
transcript, no handler ran twice, no secret and no prompt is in the ledger, no process is left.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from copilot_actors.testing import Text, ToolCall, ToolCalls, open_scripted_model
from copilot_actors.transport import find_cli

DAEMON = Path(__file__).with_name("daemon.py")
STEPS = ["plain 1", "tool 2", "guarded 3", "plain 4"]
API_KEY = "sk-test-0123456789abcdef"
TOOLS = {"tool": "look", "guarded": "guarded"}


def choose(request):
    kind, _, rest = request.prompt.partition(" ")
    if kind == "plain":
        return Text(f"answer {rest}", chunks=3, delay=0.02)
    if request.step == 0:
        return ToolCalls([ToolCall(TOOLS[kind], {"q": rest})])
    return Text(f"answer {rest}: {request.tool_results[-1].content}")


def right_answers(step):
    kind, _, rest = step.partition(" ")
    if kind == "plain":
        return {f"answer {rest}"}
    unknown = (
        f"The program that ran {TOOLS[kind]} ended before it had a result. "
        "Whether the call took effect is unknown."
    )
    return {f"answer {rest}: {TOOLS[kind]} {rest}", f"answer {rest}: {unknown}"}


async def read(stream):
    return b"".join([chunk async for chunk in stream])


class Daemon:
    """Lives of one program over one store."""

    def __init__(self, store, model, *places):
        self.store = store
        self.places = places
        provider = {**model.provider(), "api_key": API_KEY}
        self.provider = json.dumps({"model": model.model_name, "provider": provider})
        self.env = {
            name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH") if name in os.environ
        }
        if "COPILOT_CLI_PATH" in os.environ:
            self.env["COPILOT_CLI_PATH"] = os.environ["COPILOT_CLI_PATH"]
        self.env.update(model.environment())

    @asynccontextmanager
    async def life(self, point="none"):
        command = [sys.executable, str(DAEMON), str(self.store), point, self.provider, *self.places]
        process = await trio.lowlevel.open_process(
            command, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
            with trio.CancelScope(shield=True):
                await process.wait()
            await process.stdout.aclose()
            await process.stderr.aclose()

    async def live_until(self, point):
        """One life that kills itself."""
        async with self.life(point) as process:
            with trio.fail_after(120):
                await process.wait()
            output = await read(process.stdout)
            errors = await read(process.stderr)
        assert process.returncode == -signal.SIGKILL, (output, errors.decode()[-2000:])
        return process.pid

    async def live(self):
        """One life to its end: its report."""
        async with self.life() as process:
            with trio.fail_after(120):
                output = await read(process.stdout)
                errors = await read(process.stderr)
                await process.wait()
        assert process.returncode == 0, errors.decode()[-3000:]
        return json.loads(output)

    def judge(self, report):
        assert report["prompts"] == STEPS, report
        assert report["left"] == 0
        for step in STEPS:
            assert report["answers"][step] in right_answers(step), report
        runs = self.store / "runs"
        lines = runs.read_text().split("\n") if runs.exists() else []
        assert len(lines) == len(set(lines)), lines
        self.judge_file()

    def judge_file(self):
        """No prompt and no key, neither in the database nor in its log; for the owner alone."""
        for file in self.store.glob("ledger.db*"):
            data = file.read_bytes()
            assert API_KEY.encode() not in data
            for step in STEPS:
                assert step.encode() not in data
            assert file.stat().st_mode & 0o777 == 0o600


@pytest.fixture
async def daemon(tmp_path):
    find_cli(None, os.environ)
    async with open_scripted_model(choose) as model:
        yield Daemon(tmp_path, model)


@pytest.fixture
async def daemon_with_files(tmp_path):
    """One that keeps the files of its session itself, in a folder."""
    find_cli(None, os.environ)
    async with open_scripted_model(choose) as model:
        yield Daemon(tmp_path, model, "files")


POINTS = [
    "commit:1:before",  # nothing is recorded, nothing was written
    "commit:1:after",  # recorded, not written
    "commit:2:after",
    "commit:4:after",
    "commit:6:before",
    "event:user.message:1",
    "event:assistant.message_delta:2",
    "event:assistant.message:1",
    "event:external_tool.requested:1",
    "handler",
    "event:external_tool.completed:1",
    "event:tool.execution_complete:1",
    "decision",
    "event:permission.completed:1",
    "event:session.idle:2",
]
ALWAYS = (
    "commit:1:before",
    "commit:2:after",
    "event:assistant.message_delta:2",
    "handler",
    "decision",
)


@pytest.mark.real_cli
@pytest.mark.slow
@pytest.mark.parametrize(
    "point",
    [
        pytest.param(point, marks=() if point in ALWAYS else pytest.mark.exhaustive)
        for point in POINTS
    ],
)
async def test_a_daemon_killed_at_any_point_of_its_work_goes_on_in_its_next_life(
    daemon, processes, point
):
    killed = await daemon.live_until(point)
    daemon.judge_file()
    report = await daemon.live()
    daemon.judge(report)
    if point == "handler":
        assert report["answers"]["tool 2"].endswith("is unknown.")
        assert report["pending"] == [["pipeline", "agent-tool-2", "seen"]]
    with trio.fail_after(10):
        while processes.left_by(killed):  # real processes: real time  # noqa: ASYNC110
            await trio.sleep(0.05)


@pytest.mark.real_cli
@pytest.mark.slow
async def test_a_daemon_killed_again_and_again_at_random_moments_finishes_its_work(daemon):
    rng = random.Random(11)
    for _ in range(6):
        async with daemon.life() as process:
            # Real time: a start takes about a second, the work two more.
            with trio.move_on_after(rng.uniform(0.6, 3.0)):
                await process.wait()
    daemon.judge(await daemon.live())


@pytest.mark.real_cli
async def test_a_second_daemon_on_the_same_ledger_is_refused_before_it_starts_a_cli(daemon):
    async with daemon.life("none") as first:
        with trio.fail_after(60):
            while not (daemon.store / "ledger.db-wal").exists():  # noqa: ASYNC110
                await trio.sleep(0.02)  # real processes: real time
        async with daemon.life() as second:
            with trio.fail_after(60):
                errors = await read(second.stderr)
                await second.wait()
        assert b"LedgerInUse" in errors
        assert first.returncode is None


FILE_POINTS = [
    "commit:1:after",
    "commit:4:after",
    "event:user.message:1",
    "event:assistant.message:1",
    "event:external_tool.requested:1",
    "handler",
    "event:external_tool.completed:1",
    "decision",
    "event:session.idle:2",
    *(f"file:{number}:{when}" for number in range(1, 15) for when in ("before", "after")),
]


@pytest.mark.real_cli
@pytest.mark.slow
@pytest.mark.parametrize(
    "point",
    [
        pytest.param(point, marks=() if point == "file:6:after" else pytest.mark.exhaustive)
        for point in FILE_POINTS
    ],
)
async def test_a_killed_daemon_that_keeps_the_files_of_its_session_itself_goes_on(
    daemon_with_files, processes, point
):
    daemon = daemon_with_files
    killed = await daemon.live_until(point)
    daemon.judge_file()
    report = await daemon.live()
    daemon.judge(report)
    assert report["changes"] > 0
    # Nothing of the session is in the CLI's own store.
    assert not list(daemon.store.glob("home/session-state/*/events.jsonl"))
    with trio.fail_after(10):
        while processes.left_by(killed):  # real processes: real time  # noqa: ASYNC110
            await trio.sleep(0.05)


@pytest.mark.real_cli
@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(4))
async def test_a_daemon_with_its_own_files_finishes_its_work_over_kills_at_random_moments(
    daemon_with_files, seed
):
    rng = random.Random(seed)
    for _ in range(6):
        async with daemon_with_files.life() as process:
            # Real time: a start takes about a second, the work two more.
            with trio.move_on_after(rng.uniform(0.6, 3.0)):
                await process.wait()
    daemon_with_files.judge(await daemon_with_files.live())
