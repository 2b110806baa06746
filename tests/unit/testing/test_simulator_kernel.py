"""The kernel of simulated processes: order, waiting, cancelling, pausing, ends."""

import pytest
import trio
import trio.lowlevel

from copilot_actors.testing._simulator._kernel import Halt, Kernel, Slot


@pytest.fixture
def crashes():
    return []


@pytest.fixture
def kernel(crashes):
    return Kernel(crashes.append)


def noting(log, name, *waits):
    for wait in waits:
        log.append((name, trio.current_time()))
        yield wait
    log.append((name, trio.current_time()))


async def test_activities_run_in_the_order_of_their_moments(autojump_clock, nursery, kernel):
    log = []
    nursery.start_soon(kernel.run)
    kernel.start(noting(log, "a", 2.0, 2.0))
    kernel.start(noting(log, "b", 3.0))
    kernel.start(noting(log, "c"), after=1.0)
    await trio.sleep(10)
    kernel.halt()
    assert log == [("a", 0), ("b", 0), ("c", 1), ("a", 2), ("b", 3), ("a", 4)]


async def test_activities_of_one_moment_run_in_the_order_they_were_started(
    autojump_clock, nursery, kernel
):
    log = []
    nursery.start_soon(kernel.run)
    for name in range(1000):
        kernel.start(noting(log, name))
    await trio.sleep(1)
    kernel.halt()
    assert [name for name, _ in log] == list(range(1000))


async def test_a_slot_wakes_all_that_wait_and_keeps_its_first_value(
    autojump_clock, nursery, kernel
):
    slot = Slot()
    got = []

    def waiter():
        got.append((yield from slot.wait()))

    nursery.start_soon(kernel.run)
    kernel.start(waiter())
    kernel.start(waiter())
    await trio.sleep(1)
    assert got == []
    assert slot.put("first")
    assert not slot.put("second")
    await trio.sleep(1)
    kernel.start(waiter())
    await trio.sleep(1)
    kernel.halt()
    assert got == ["first"] * 3


async def test_a_cancelled_activity_ends_where_it_waits(autojump_clock, nursery, kernel):
    log = []

    def activity():
        try:
            yield 5.0
            log.append("not reached")
        finally:
            log.append("cleaned up")

    nursery.start_soon(kernel.run)
    running = kernel.start(activity())
    await trio.sleep(1)
    assert running.active
    running.cancel()
    running.cancel()
    assert not running.active
    assert running.finished.done
    await trio.sleep(10)
    kernel.halt()
    assert log == ["cleaned up"]


async def test_a_paused_kernel_makes_up_for_lost_time(autojump_clock, nursery, kernel):
    log = []
    nursery.start_soon(kernel.run)
    kernel.start(noting(log, "a"), after=2.0)
    kernel.start(noting(log, "b"), after=1.0)
    kernel.pause()
    assert kernel.paused
    await trio.sleep(10)
    assert log == []
    kernel.resume()
    await trio.lowlevel.checkpoint()
    await trio.testing.wait_all_tasks_blocked()
    assert log == [("b", 10), ("a", 10)]
    kernel.halt()


async def test_a_halted_kernel_runs_nothing_more(autojump_clock, kernel):
    log = []
    kernel.start(noting(log, "a"))
    kernel.halt()
    kernel.start(noting(log, "b"))
    with trio.fail_after(1):
        await kernel.run()
    assert log == []


async def test_halt_from_inside_ends_the_run(autojump_clock, kernel, crashes):
    def dying():
        yield 1.0
        raise Halt

    kernel.start(dying())
    with trio.fail_after(5):
        await kernel.run()
    assert crashes == []


async def test_a_crash_is_reported_and_the_others_go_on(autojump_clock, nursery, kernel, crashes):
    log = []

    def broken():
        yield 1.0
        raise ValueError("bug")

    nursery.start_soon(kernel.run)
    running = kernel.start(broken())
    kernel.start(noting(log, "other", 2.0))
    await trio.sleep(5)
    kernel.halt()
    assert [str(exc) for exc in crashes] == ["bug"]
    assert not running.active
    assert log == [("other", 0), ("other", 2)]
