"""A flag is an event that costs nothing until somebody waits for it."""

from __future__ import annotations

import sys

import trio
import trio.testing

from copilot_actors.client._flag import Flag
from copilot_actors.client._promise import Promise


async def test_setting_a_flag_wakes_everybody_who_waits(autojump_clock):
    flag, woken = Flag(), []

    async def wait(number):
        await flag.wait()
        woken.append(number)

    async with trio.open_nursery() as nursery:
        for number in range(3):
            nursery.start_soon(wait, number)
        await trio.testing.wait_all_tasks_blocked()
        assert not flag.is_set()
        assert not woken
        flag.set()
        flag.set()
    assert flag.is_set()
    assert sorted(woken) == [0, 1, 2]


async def test_waiting_for_a_flag_is_a_checkpoint_and_can_be_cancelled(autojump_clock):
    flag = Flag()
    with trio.move_on_after(1) as scope:
        await flag.wait()
    assert scope.cancelled_caught
    flag.set()
    with trio.testing.assert_checkpoints():
        await flag.wait()
    with trio.CancelScope() as scope:
        scope.cancel()
        await flag.wait()
    assert scope.cancelled_caught


async def test_what_nobody_waits_for_holds_no_event():
    flag, promise = Flag(), Promise()
    flag.set()
    promise.set(None)
    assert sys.getsizeof(flag) < 64
    assert flag._event is None
    await promise.wait()
