"""The tail of stderr: bounded, and without secrets wherever the cut falls."""

import pytest
import trio

from copilot_actors.transport._background import BackgroundTask
from copilot_actors.transport._base import LaunchOptions
from copilot_actors.transport._launch import plan_launch
from copilot_actors.transport._tail import TAIL_SIZE, Tail, secrets_of

SECRET = "ghp_0123456789abcdef"


def test_a_short_text_is_kept_whole():
    tail = Tail()
    tail.append(b"one\n")
    tail.append("zwei →\n".encode())
    assert tail.text() == "one\nzwei →\n"
    assert tail.dropped == 0


def test_only_the_end_is_kept_and_what_was_dropped_is_counted():
    tail = Tail()
    for number in range(100_000):
        tail.append(b"%07d\n" % number)
    assert tail.text().endswith("0099999\n")
    assert len(tail.text()) == TAIL_SIZE
    assert 0 < tail.dropped < 800_000


@pytest.mark.parametrize("before", range(len(SECRET)))
def test_a_secret_is_hidden_though_the_cut_runs_through_it(before):
    tail = Tail([SECRET])
    tail.append(b"x" * 100_000 + SECRET.encode() + b"y" * (TAIL_SIZE - before))
    text = tail.text()
    assert not any(SECRET[i:] in text for i in range(len(SECRET) - 6))
    assert len(text) <= TAIL_SIZE


def test_a_secret_that_contains_another_is_hidden_whole():
    secrets = secrets_of({"A_TOKEN": SECRET, "B_TOKEN": SECRET + "-longer"})
    tail = Tail(secrets)
    tail.append((SECRET + "-longer").encode())
    assert tail.text() == "[redacted]"


def test_secrets_are_told_by_name_and_by_the_caller():
    env = {
        "GH_TOKEN": "t" * 20,
        "aws_secret_key": "s" * 20,
        "PATH": "/usr/bin:/bin",
        "X_API_KEY": "1",
    }
    assert set(secrets_of(env, "o" * 20, None, "")) == {"t" * 20, "s" * 20, "o" * 20}


def test_the_plan_of_a_launch_does_not_show_secrets(tmp_path):
    options = LaunchOptions(github_token=SECRET, env={"A": SECRET}, home=str(tmp_path))
    assert SECRET not in repr(options)
    assert "home=" in repr(options)
    launch = plan_launch(
        options,
        path="/bin/sh",
        args=[],
        mode=["--stdio"],
    )
    assert SECRET not in repr(launch)
    assert not any(SECRET in argument for argument in launch.argv)


async def test_a_background_task_keeps_its_error_and_ends_once():
    async def fail():
        await trio.lowlevel.checkpoint()
        raise ValueError("boom")

    task = BackgroundTask(fail, "fails")
    await task.wait()
    assert task.done
    assert isinstance(task.failure, ValueError)
    await task.stop()
    forever = BackgroundTask(trio.sleep_forever, "sleeps")
    assert not forever.done
    await forever.stop()
    assert forever.done
    assert forever.failure is None
