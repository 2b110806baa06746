"""async_stream: nothing is lost, held up, left behind or wrapped in a group."""

import contextlib

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from copilot_actors.otp import (
    ActorExited,
    CallingSelf,
    GenServer,
    MaxChildren,
    TaskSupervisor,
    open_supervisor,
)


@contextlib.asynccontextmanager
async def opened(**options):
    async with open_supervisor([TaskSupervisor.child_spec(id="tasks", **options)]) as sup:
        yield sup.whereis("tasks", TaskSupervisor)


async def doze(item):
    await trio.sleep(item / 10)
    return item


async def generated(items, pause=1.0):
    for item in items:
        await trio.sleep(pause)
        yield item


class Iterable:
    """Its iterator is an async generator that only the stream sees."""

    def __init__(self, items):
        self.items = items
        self.closed = 0

    async def __aiter__(self):
        try:
            for item in self.items:
                await trio.sleep(1)
                yield item
        finally:
            self.closed += 1


def channel(items):
    send, receive = trio.open_memory_channel(len(items))
    for item in items:
        send.send_nowait(item)
    send.close()
    return receive


SOURCES = {"plain": list, "generator": generated, "iterable": Iterable, "channel": channel}


@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("patience", [0.001, 0.04, 0.3, 50])
async def test_cancelling_the_wait_for_a_result_loses_nothing(
    autojump_clock, patience, source, ordered
):
    items = [5, 1, 9, 0, 3, 7, 2]
    async with opened() as tasks:
        async with tasks.async_stream(
            doze, SOURCES[source](items), max_concurrency=3, ordered=ordered
        ) as stream:
            got = []
            with contextlib.suppress(StopAsyncIteration):
                while True:
                    with trio.move_on_after(patience):
                        got.append((await anext(stream)).unwrap())
                        continue
                    await trio.sleep(0.01)
        if ordered:
            assert got == items
        assert sorted(got) == sorted(items)
        assert tasks.children() == []


@pytest.mark.parametrize("ordered", [True, False])
async def test_a_result_that_is_there_is_not_held_up_by_the_next_item(autojump_clock, ordered):
    async def items():
        yield 10
        yield 20
        await trio.sleep(100)
        yield 0

    async with (
        opened() as tasks,
        tasks.async_stream(doze, items(), ordered=ordered) as stream,
    ):
        assert [(await anext(stream)).value, trio.current_time()] == [10, 1]
        assert [(await anext(stream)).value, trio.current_time()] == [20, 2]
        assert [(await anext(stream)).value, trio.current_time()] == [0, 100]
        with pytest.raises(StopAsyncIteration):
            await anext(stream)


@pytest.mark.parametrize(
    ("fault", "is_async"),
    [(ZeroDivisionError, False), (ZeroDivisionError, True), (KeyboardInterrupt, True)],
)
async def test_what_the_items_raise_comes_out_of_the_iteration_once(
    autojump_clock, fault, is_async
):
    def plain():
        yield 1
        yield 2
        raise fault

    async def later():
        for item in plain():
            yield item

    async with (
        opened() as tasks,
        tasks.async_stream(doze, later() if is_async else plain(), max_concurrency=1) as stream,
    ):
        assert [(await anext(stream)).value, (await anext(stream)).value] == [1, 2]
        with pytest.raises(fault):
            await anext(stream)
        for _ in range(2):
            with pytest.raises(StopAsyncIteration):
                await anext(stream)


async def test_what_the_items_raise_after_the_iteration_comes_out_of_the_block(autojump_clock):
    async def items():
        yield 1
        await trio.sleep(1)
        raise ZeroDivisionError

    async def use(tasks, error=None):
        async with tasks.async_stream(doze, items()) as stream:
            await anext(stream)
            await trio.sleep(2)
            if error is not None:
                raise error

    async with opened() as tasks:
        with pytest.raises(ZeroDivisionError):
            await use(tasks)
        with pytest.raises(KeyError):
            await use(tasks, KeyError())


@pytest.mark.parametrize("taken", [0, 1, 2])
@pytest.mark.parametrize("end", ["return", "raise", "cancel"])
@pytest.mark.parametrize("pause", [0, 5])
async def test_the_end_of_the_block_closes_an_async_generator(autojump_clock, pause, end, taken):
    source = Iterable([1, 2, 3, 4])
    async with opened() as tasks:
        with trio.move_on_after(10) as scope:
            try:
                async with tasks.async_stream(doze, source, max_concurrency=1) as stream:
                    for _ in range(taken):
                        await anext(stream)
                    await trio.sleep(pause)
                    if end == "raise":
                        _ = 1 / 0
                    if end == "cancel":
                        await trio.sleep_forever()
            except ZeroDivisionError:
                assert end == "raise"
        assert scope.cancelled_caught == (end == "cancel")
        assert source.closed == (taken > 0)
        assert tasks.children() == []


async def test_an_item_under_way_at_the_end_of_the_block_is_given_up(autojump_clock):
    source = Iterable([1, 2])
    async with opened() as tasks:
        async with tasks.async_stream(doze, source) as stream:
            with trio.move_on_after(0.5):
                await anext(stream)
        assert source.closed == 1
        assert trio.current_time() == 0.5
        with pytest.raises(StopAsyncIteration):
            await anext(stream)


@pytest.mark.parametrize("source", ["plain", "generator"])
async def test_an_item_that_finds_the_supervisor_full_waits_for_another_try(autojump_clock, source):
    async with opened(max_children=1) as tasks:
        tasks.start_child(trio.sleep, 10)
        async with tasks.async_stream(doze, SOURCES[source]([1, 2]), max_concurrency=1) as stream:
            for _ in range(3):
                with pytest.raises(MaxChildren):
                    await anext(stream)
            await trio.sleep(20)
            assert [result.value async for result in stream] == [1, 2]


async def test_results_that_are_there_come_before_the_refusal_of_the_next_item(autojump_clock):
    async with opened(max_children=2) as tasks:
        async with tasks.async_stream(doze, [1, 2, 3], max_concurrency=2) as stream:
            with trio.move_on_after(0.01):
                await anext(stream)
            await trio.sleep(1)
            for _ in range(2):
                tasks.start_child(trio.sleep, 10)
            assert [(await anext(stream)).value, (await anext(stream)).value] == [1, 2]
            with pytest.raises(MaxChildren):
                await anext(stream)
            await trio.sleep(20)
            assert [result.value async for result in stream] == [3]


@pytest.mark.parametrize("source", SOURCES)
async def test_options_are_checked_before_anything_is_read(autojump_clock, source):
    async with opened() as tasks:
        with pytest.raises(ValueError, match="max_concurrency"):
            async with tasks.async_stream(doze, SOURCES[source]([1]), max_concurrency=0):
                raise AssertionError


@pytest.mark.parametrize("source", ["plain", "generator"])
async def test_two_tasks_cannot_wait_for_the_same_result(autojump_clock, source):
    got = []
    async with opened() as tasks:
        async with (
            tasks.async_stream(doze, SOURCES[source]([10])) as stream,
            trio.open_nursery() as nursery,
        ):

            async def first():
                got.append((await anext(stream)).value)

            nursery.start_soon(first)
            await wait_all_tasks_blocked()
            with pytest.raises(trio.BusyResourceError):
                await anext(stream)
        assert got == [10]


async def test_what_is_no_iterable_is_refused_at_once(autojump_clock):
    async with opened() as tasks:
        with pytest.raises(TypeError, match="not iterable"):
            async with tasks.async_stream(doze, 5):
                raise AssertionError


async def test_items_that_ask_the_actor_that_waits_for_them_are_refused(autojump_clock):
    class Server(GenServer):
        async def handle_call(self, request, from_):
            async def items():
                yield await self.ref.call("x", timeout=50)

            async with request.async_stream(doze, items()) as stream:
                return [result async for result in stream]

    async with opened() as tasks, open_supervisor([Server.child_spec(id="s")]) as sup:
        with pytest.raises(ActorExited) as caught:
            await sup.whereis("s").call(tasks, timeout=10)
        assert isinstance(caught.value.__cause__, CallingSelf)
        assert trio.current_time() < 1


async def test_a_stream_forgets_the_tasks_that_it_had_to_end(autojump_clock):
    async with (
        opened() as tasks,
        tasks.async_stream(trio.sleep, [1] * 50, timeout=0.1, on_timeout="kill_task") as stream,
    ):
        assert len([result async for result in stream]) == 50
        await wait_all_tasks_blocked()
        assert not stream._killed
