"""Pipelines on the real CLI: killed at random moments, and the program of the tutorial."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from copilot_actors import pipeline as pl
from copilot_actors.pipeline import ItemState
from copilot_actors.testing import Text, open_scripted_model

PROGRAM = Path(__file__).parents[2] / "docs" / "examples" / "review_folder.py"


@pytest.mark.exhaustive("real")
@pytest.mark.real_cli
@pytest.mark.slow
def test_kills_of_the_program_and_its_clis_lose_nothing_and_repeat_nothing(report_of, nothing_in):
    report, code = report_of("pipeline_kill.py", "--items", "16", "--kills", "2", "--seed", "3")
    assert code == 0, report
    assert report["finished_with_the_right_value"] == 16, report
    assert report["errors"] == [], report
    nothing_in(report, "results_twice", "recorded_steps_run_again", "processes_left")


def slow(request):
    return Text(f"re: {request.prompt.splitlines()[0]}", chunks=2, delay=0.05)


@pytest.mark.real_cli
@pytest.mark.slow
async def test_the_tutorials_program_is_killed_twice_and_ends_complete(processes, tmp_path):
    folder, store = tmp_path / "src", tmp_path / "review.db"
    folder.mkdir()
    for number in range(8):
        (folder / f"{number}.py").write_text(f"x = {number}\n")
    async with open_scripted_model(slow) as model:
        environment = {
            **os.environ,
            **model.environment(),
            "COPILOT_HOME": str(tmp_path / "home"),
            "COPILOT_PROVIDER_API_KEY": model.provider()["api_key"],
        }

        def start():
            return subprocess.Popen(
                [sys.executable, PROGRAM, folder, store, "*.py"],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )

        done = 0
        for _ in range(2):
            program = start()
            with trio.fail_after(60):
                # A real program, real time: kill it when it has made some progress.
                while done_items(store) < done + 2:  # noqa: ASYNC110
                    await trio.sleep(0.05)
            program.send_signal(signal.SIGKILL)
            program.stdout.close()
            program.wait()
            done = done_items(store)
            with trio.fail_after(10):
                while processes.left_by(program.pid):  # noqa: ASYNC110
                    await trio.sleep(0.05)
        program = start()
        output, _ = await trio.to_thread.run_sync(program.communicate)
    assert program.returncode == 0
    lines = re.findall(r"^.*/(\d+)\.py: re: Sum up \d+\.py in one line:$", output, re.MULTILINE)
    assert sorted(map(int, lines)) == list(range(8))
    assert "8 finished" in output
    report = pl.read_report(store)
    assert report.complete
    assert report.runs == 3


def done_items(store):
    try:
        return pl.read_report(store).counts[ItemState.FINISHED]
    except pl.PipelineError:
        return 0  # it is just being made


@pytest.mark.real_cli
async def test_the_command_runs_a_file_and_recalls_it(tmp_path):
    (tmp_path / "items.jsonl").write_text(
        '{"id": "a", "text": "one"}\n\n{"id": 7, "text": "two"}\n'
    )
    command = ["pipeline", "run", "items.jsonl", "--prompt", "Review {text}, {{really}}"]
    command += ["--key", "id", "--out", "out.jsonl", "--clis", "2", "--json"]
    async with open_scripted_model(slow) as model:
        environment = {
            **os.environ,
            **model.environment(),
            "COPILOT_HOME": str(tmp_path / "home"),
            "COPILOT_PROVIDER_API_KEY": model.provider()["api_key"],
        }
        for _ in range(2):
            done = await trio.run_process(
                [sys.executable, "-m", "copilot_actors", *command],
                cwd=tmp_path,
                env=environment,
                capture_stdout=True,
                capture_stderr=True,
                check=False,
            )
            assert done.returncode == 0, done.stderr
        calls = len(model.requests)
    records = list(pl.read_items(tmp_path / "items.jsonl.db"))
    assert [(r.key, r.value, r.attempts) for r in records] == [
        ("a", "re: Review one, {really}", 1),
        ("7", "re: Review two, {really}", 1),
    ]
    assert (tmp_path / "out.jsonl").read_text().splitlines() == [r.to_json() for r in records]
    assert calls == 2


@pytest.mark.real_cli
async def test_the_command_drains_at_sigterm_and_goes_on_later(processes, tmp_path):
    (tmp_path / "items.jsonl").write_text("".join(f'"item {n}"\n' for n in range(10)))
    command = [sys.executable, "-m", "copilot_actors", "pipeline", "run", "items.jsonl"]
    command += ["--prompt", "{item}", "--concurrency", "2"]
    store = tmp_path / "items.jsonl.db"
    async with open_scripted_model(slow) as model:
        environment = {
            **os.environ,
            **model.environment(),
            "COPILOT_HOME": str(tmp_path / "home"),
            "COPILOT_PROVIDER_API_KEY": model.provider()["api_key"],
        }
        for code in (1, 0):
            program = await trio.lowlevel.open_process(
                command,
                cwd=tmp_path,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            if code:
                with trio.fail_after(60):
                    while done_items(store) < 2:  # noqa: ASYNC110 - a real program, real time
                        await trio.sleep(0.05)
                program.send_signal(signal.SIGTERM)
            assert await program.wait() == code
            if code:
                report = pl.read_report(store)
                assert report.stopped == "drained"
                assert report.counts[ItemState.RUNNING] == 0
                assert not report.complete
    assert pl.read_report(store).complete
    assert {record.attempts for record in pl.read_items(store)} == {1}
