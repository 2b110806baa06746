"""Deadlines of many waits in one task: each calls back at its time, once or never."""

from __future__ import annotations

import math

import pytest
import trio

from copilot_actors.client._deadlines import DeadlineQueue


@pytest.fixture
async def queue(nursery):
    queue = DeadlineQueue()
    await nursery.start(started, queue)
    return queue


async def started(queue, task_status):
    task_status.started()
    await queue.run()


async def test_each_calls_back_at_its_time_whatever_the_order_they_came_in(queue, autojump_clock):
    begin, heard = trio.current_time(), []
    for seconds in (3, 1, 2):
        queue.add(
            begin + seconds,
            lambda seconds=seconds: heard.append((seconds, trio.current_time() - begin)),
        )
    await trio.sleep(4)
    assert heard == [(n, pytest.approx(n)) for n in (1, 2, 3)]
    assert len(queue) == 0


async def test_a_cancelled_one_never_calls_back_and_cancelling_it_again_does_nothing(
    queue, autojump_clock
):
    heard = []
    deadline = queue.add(trio.current_time() + 1, lambda: heard.append(1))
    deadline.cancel()
    deadline.cancel()
    await trio.sleep(2)
    assert heard == []
    assert len(queue) == 0


async def test_one_that_has_called_back_may_be_cancelled(queue, autojump_clock):
    deadline = queue.add(trio.current_time() + 1, lambda: None)
    await trio.sleep(2)
    deadline.cancel()
    assert len(queue) == 0


async def test_one_without_a_time_is_not_kept(queue, autojump_clock):
    queue.add(math.inf, lambda: None).cancel()
    queue.add(trio.current_time(), None).cancel()
    assert len(queue) == 0


async def test_one_may_be_added_by_another(queue, autojump_clock):
    heard = []
    queue.add(
        trio.current_time() + 1,
        lambda: queue.add(trio.current_time() + 1, lambda: heard.append(1)),
    )
    await trio.sleep(3)
    assert heard == [1]


@pytest.mark.parametrize("live", [0, 1000])
async def test_cancelled_ones_do_not_pile_up_beside_those_that_live(queue, autojump_clock, live):
    heard = []
    for _ in range(live):
        queue.add(trio.current_time() + 5, lambda: heard.append(1))
    for _ in range(5000):
        queue.add(trio.current_time() + 30, lambda: heard.append(2)).cancel()
    assert len(queue) <= 2 * live + 130
    await trio.sleep(31)
    assert heard == [1] * live
