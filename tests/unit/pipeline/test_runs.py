"""Runs over items on the simulator: what is finished once, what is run again, in what order."""

from __future__ import annotations

import collections
import logging
import math
import os
import signal
import threading
import time
from pathlib import Path

import msgspec
import pytest
import trio

import copilot_actors as ca
from copilot_actors import pipeline as pl
from copilot_actors.otp import Backoff
from copilot_actors.pipeline import ItemState, step
from copilot_actors.testing import HttpError, Simulator, Text

AT_ONCE = Backoff(0.0, 0.0)


async def ask(session, item) -> str:
    event = await session.send_and_wait(f"review {item}")
    return event.data.content


async def echo(session, item) -> str:
    return str(item)


def values(results):
    return sorted((result.key, result.value) for result in results)


# --- Finished once ---------------------------------------------------------------------------


async def test_each_item_has_a_result_and_a_second_run_recalls_it(world, autojump_clock):
    first = await world.results("abc", ask)
    assert values(first) == [(key, f"re: review {key}") for key in "abc"]
    assert {result.session_id for result in first} == {pl.session_id_of("review", k) for k in "abc"}
    assert all(r.attempts == 1 and not r.recalled and r.usage.model_calls == 1 for r in first)

    async def never(session, item) -> str:
        raise AssertionError("a finished item was run again")

    again = await world.results("abc", never)
    assert values(again) == values(first)
    assert all(result.recalled for result in again)
    assert [(r.key, r.usage, r.session_id) for r in sorted(again, key=lambda r: r.key)] == [
        (r.key, r.usage, r.session_id) for r in sorted(first, key=lambda r: r.key)
    ]


class Review(msgspec.Struct, frozen=True):
    grade: int
    path: Path


async def test_a_result_is_of_the_annotated_type_when_it_is_fresh_and_when_it_is_recalled(world):
    async def work(session, item) -> Review:
        return Review(1, Path(item))

    for _ in range(2):
        (result,) = await world.results(["a"], work)
        assert result.unwrap() == Review(1, Path("a"))

    async def untyped(session, item):
        return Review(1, Path(item))

    for _ in range(2):
        (result,) = await world.results(["b"], untyped)
        assert result.unwrap() == {"grade": 1, "path": "b"}


async def test_items_may_be_paths_structs_and_anything_with_a_key(world):
    results = await world.results([Path("a/b")], echo)
    results += await world.results([Review(3, Path("c"))], echo, key=lambda item: str(item.path))
    assert [result.key for result in results] == ["a/b", "c"]


@pytest.mark.parametrize("ordered", [True, False])
async def test_results_come_in_order_or_as_they_come(world, ordered, autojump_clock):
    begun = trio.Event()

    async def work(session, item) -> str:
        if item == "0":
            await begun.wait()
        begun.set()
        return item

    results = await world.results("0123", work, ordered=ordered)
    keys = [result.key for result in results]
    assert sorted(keys) == list("0123")
    assert (keys == list("0123")) is ordered


async def test_greater_priorities_begin_first_among_those_at_hand(world):
    begun = []

    async def work(session, item):
        begun.append(item)

    options = {"max_concurrency": 1, "lookahead": 9}
    await world.results("13572468", work, pipeline_options=options, priority=int)
    assert begun[-1] == "1"
    assert begun == sorted(begun, reverse=True)


async def test_an_endless_generator_is_pulled_as_there_is_room(world, autojump_clock):
    pulled = 0

    async def endless():
        nonlocal pulled
        while True:
            pulled += 1
            yield str(pulled)

    async with world.open(max_concurrency=2) as pipeline:
        taken = 0
        async for _ in pipeline.run(endless(), echo):
            taken += 1
            assert pulled <= taken + 3 * 2 + 2
            if taken == 30:
                break
    assert pl.read_report(world.path).counts[ItemState.FINISHED] >= 30


@pytest.mark.parametrize("kind", ["plain", "async"])
async def test_what_the_iterable_raises_comes_after_what_was_at_hand(world, kind):
    def plain():
        yield "a"
        yield "b"
        raise KeyError("source")

    async def waiting():
        for item in plain():
            yield item

    async with world.open() as pipeline:
        run = pipeline.run(plain() if kind == "plain" else waiting(), echo)
        assert {(await anext(run)).key for _ in range(2)} == {"a", "b"}
        with pytest.raises(KeyError, match="source"):
            await anext(run)
        with pytest.raises(StopAsyncIteration):
            await anext(run)


async def test_one_run_at_a_time_and_none_after_the_end(world):
    async with world.open() as pipeline:
        run = pipeline.run("ab", echo)
        with pytest.raises(trio.BusyResourceError):
            pipeline.run("c", echo)
        await run.aclose()
        assert [result.key async for result in pipeline.run("c", echo)] == ["c"]
    with pytest.raises(pl.PipelineError, match="has ended"):
        pipeline.run("d", echo)


# --- Steps -----------------------------------------------------------------------------------


async def test_a_recorded_step_is_skipped_by_the_next_attempt_and_the_next_run(world):
    ran = collections.Counter()
    fail = True

    async def part(name) -> int:
        ran[name] += 1
        return ran[name]

    async def work(session, item) -> list[int]:
        one = await step("one", part, "one")
        again = [await step("loop", part, f"loop{n}") for n in range(2)]
        if fail:
            raise OSError("crash")
        return [one, *again, await step("one", part, "second one")]

    options = {"max_attempts": 2, "backoff": AT_ONCE}
    (result,) = await world.results("a", work, pipeline_options=options)
    assert result.state is ItemState.DEAD_LETTER
    (record,) = pl.read_items(world.path)
    assert record.steps == ["loop", "loop#2", "one"]
    fail = False
    assert await pl.retry_items(world.path) == ["a"]
    (result,) = await world.results("a", work)
    assert result.unwrap() == [1, 1, 1, 1]
    assert set(ran.values()) == {1}
    assert result.attempts == 3


async def test_a_step_gives_what_was_stored_as_its_type(world):
    async def review() -> Review:
        return Review(2, Path("x"))

    async def untyped():
        return Review(2, Path("x"))

    async def work(session, item) -> bool:
        assert await step("typed", review) == Review(2, Path("x"))
        assert await step("untyped", untyped) == {"grade": 2, "path": "x"}
        assert await step("said", untyped, result_type=Review) == Review(2, Path("x"))
        info = pl.current_item()
        assert (info.pipeline, info.key, info.attempt) == ("review", "a", 1)
        assert info.session_id == session.session_id
        return True

    (result,) = await world.results("a", work)
    assert result.unwrap()


async def test_a_step_says_what_is_wrong_with_it(world):
    async def thing() -> object:
        return object()

    async def work(session, item) -> None:
        if item == "plain":
            await step("s", lambda: 1)
        elif item == "nameless":
            await step(3, thing)
        else:
            await step("s", thing)

    options = {"max_attempts": 1}
    found = {
        r.key: r.error
        for r in await world.results(["plain", "nameless", "x"], work, pipeline_options=options)
    }
    assert isinstance(found["plain"], TypeError)
    assert isinstance(found["nameless"], TypeError)
    assert isinstance(found["x"], pl.NotSerializable)
    assert "the result of step 's' cannot be stored" in str(found["x"])
    with pytest.raises(pl.PipelineError, match="within the work function"):
        await step("s", thing)


# --- Failures --------------------------------------------------------------------------------


async def test_a_poison_item_becomes_a_dead_letter_and_blocks_nobody(world, autojump_clock):
    attempts = []

    async def work(session, item) -> str:
        if item == "poison":
            attempts.append(trio.current_time())
            raise ValueError("always")
        return item

    options = {"max_concurrency": 1, "backoff": Backoff(100.0, 1000.0)}
    results = await world.results(["poison", "a", "b"], work, pipeline_options=options)
    assert [result.key for result in results] == ["a", "b", "poison"]
    dead = results[-1]
    assert (dead.state, dead.attempts, repr(dead.error)) == (
        ItemState.DEAD_LETTER,
        3,
        "ValueError('always')",
    )
    assert attempts[1] - attempts[0] >= 100
    assert attempts[2] - attempts[1] >= 200
    (again,) = await world.results(["poison"], work)
    assert again.recalled
    assert isinstance(again.error, pl.ItemFailed)
    assert (again.error.error_type, again.error.retryable) == ("ValueError", True)
    async with world.open() as pipeline:
        assert [record.key for record in await pipeline.dead_letters()] == ["poison"]
        assert await pipeline.retry("nobody") == []
        assert await pipeline.retry("poison") == ["poison"]
        assert await pipeline.dead_letters() == []


async def test_an_error_that_will_not_pass_is_final_at_once_unless_the_item_is_permanent(world):
    async def work(session, item) -> None:
        raise ca.InvalidOption("a", "b")

    options = {"backoff": AT_ONCE}
    results = await world.results(
        ["transient", "permanent", "temporary"], work, pipeline_options=options, restart=str
    )
    assert {r.key: (r.state, r.attempts) for r in results} == {
        "transient": (ItemState.FAILED, 1),
        "permanent": (ItemState.DEAD_LETTER, 3),
        "temporary": (ItemState.FAILED, 1),
    }


async def test_too_many_failures_stop_the_run_and_say_why(world, autojump_clock):
    async def work(session, item) -> None:
        raise ValueError(item)

    options = {"max_failures": 5, "max_seconds": 1e9, "backoff": AT_ONCE, "max_concurrency": 1}
    with pytest.raises(pl.TooManyFailures, match="more than 5 attempts failed") as caught:
        await world.results(map(str, range(1000)), work, pipeline_options=options)
    assert isinstance(caught.value.__cause__, ValueError)
    assert "more than 5" in pl.read_report(world.path).stopped


async def test_a_429_pauses_all_items_until_its_end_and_costs_no_attempt(world, autojump_clock):
    calls = []
    limited = True

    async def work(session, item) -> str:
        nonlocal limited
        calls.append(trio.current_time())
        if limited:
            limited = False
            raise ca.TurnFailed("s", None, "rate_limit", "slow down", 429, retry_after=500.0)
        return item

    options = {"max_concurrency": 1, "max_attempts": 1}
    results = await world.results("abc", work, pipeline_options=options)
    assert [result.error for result in results] == [None] * 3
    assert len(calls) == 4
    assert calls[1] - calls[0] >= 500


async def test_a_limit_of_the_cli_reaches_the_breaker(world, autojump_clock):
    failures = 6  # the CLI itself repeats the call five times

    def script(request):
        nonlocal failures
        failures -= 1
        return HttpError(429, "slow down") if failures >= 0 else Text("ok")

    world.script = script
    options = {"max_attempts": 1, "max_concurrency": 1}
    (result,) = await world.results("a", ask, pipeline_options=options)
    assert result.unwrap() == "ok"
    assert result.attempts == 2


async def test_a_limit_that_ends_too_late_stops_the_run_and_parks_its_items(world):
    async def work(session, item) -> None:
        raise ca.TurnFailed("s", None, "quota", "over", 402)

    with pytest.raises(pl.ProviderLimit, match="lasts for inf s"):
        await world.results("ab", work)
    states = {record.key: record.state for record in pl.read_items(world.path)}
    assert ItemState.FAILED not in states.values()


async def test_no_more_begin_than_the_rate_limit_lets(world):
    # On the real clock: one that jumps has no time for the threads in which the store is written.
    options = {"rate_limit": pl.RateLimit(count=10, seconds=1.0, burst=1)}
    async with world.open(**options) as pipeline:
        began = trio.current_time()
        assert len([result async for result in pipeline.run("abcd", echo)]) == 4
        assert trio.current_time() - began >= 0.3


# --- Bad input -------------------------------------------------------------------------------


async def test_an_item_that_cannot_be_stored_is_refused_by_key_and_the_others_go_on(world):
    ran = []

    async def work(session, item) -> None:
        ran.append(item)

    results = await world.results(
        ["a", object(), {1, 2}, "b"],
        work,
        key=lambda i: str(type(i)) if not isinstance(i, str) else i,
    )
    errors = {result.key: result.error for result in results}
    assert errors["a"] is errors["b"] is None
    error = errors["<class 'object'>"]
    assert isinstance(error, pl.NotSerializable)
    assert (error.key, error.what) == ("<class 'object'>", "the item")
    assert sorted(map(str, ran)) == ["a", "b", "{1, 2}"]


async def test_a_result_that_cannot_be_stored_fails_its_item_and_the_others_go_on(world):
    async def work(session, item):
        return object() if item == "bad" else item

    found = {r.key: r for r in await world.results(["bad", "good"], work)}
    assert found["bad"].state is ItemState.FAILED
    assert "the result cannot be stored" in str(found["bad"].error)
    assert found["good"].value == "good"


async def test_a_second_item_with_a_key_is_refused_and_the_first_one_is_not_touched(world):
    results = await world.results("abab", echo)
    assert values([r for r in results if r.error is None]) == [("a", "a"), ("b", "b")]
    refused = [result.error for result in results if result.error is not None]
    assert [type(error) for error in refused] == [pl.DuplicateKey] * 2
    assert len(await world.results("ab", echo)) == 2


@pytest.mark.parametrize(
    "key",
    ["", "a b", "../../etc/passwd", "ä" * 300, "\0", "\ud800", "'; DROP TABLE items; --", "🙂"],
)
async def test_any_text_is_a_key(world, key):
    (result,) = await world.results([1], ask, key=lambda _: key)
    assert (result.key, result.value) == (key, "re: review 1")
    (record,) = pl.read_items(world.path)
    assert record.key == key
    assert msgspec.json.decode(record.to_json().encode()) if key != "\ud800" else record.to_json()
    (again,) = await world.results([1], ask, key=lambda _: key)
    assert again.recalled


@pytest.mark.parametrize(("item", "key"), [(3, None), ("a", lambda _: 3), ("a", lambda _: None)])
async def test_a_key_that_is_no_text_ends_the_run(world, item, key):
    with pytest.raises(ca.InvalidOption, match="key"):
        await world.results([item], echo, key=key)


async def test_an_item_over_its_limit_is_cancelled_and_tried_again(world):
    # On the real clock: the store is written in threads, for which a clock that jumps has no time.
    tries = []

    async def work(session, item) -> str:
        tries.append(item)
        if item == "slow" and len(tries) < 3:
            await trio.sleep_forever()
        return item

    options = {"item_timeout": 0.3, "max_attempts": 2, "backoff": AT_ONCE}
    async with world.open(**options) as pipeline:
        results = [r async for r in pipeline.run(["slow", "b"], work)]
    assert values(results) == [("b", "b"), ("slow", "slow")]
    tries.clear()
    options["max_attempts"] = 1

    async def never(session, item) -> None:
        await trio.sleep_forever()

    (result,) = await world.results(["never"], never, pipeline_options=options)
    assert isinstance(result.error, pl.ItemTimeout)
    assert (result.error.key, result.error.seconds) == ("never", 0.3)


async def test_work_that_blocks_the_loop_is_reported_with_its_key(world, caplog):
    async def work(session, item) -> str:
        if item == "b":
            time.sleep(0.3)  # noqa: ASYNC251 - the fault that is to be seen
        return item

    async with world.open(blocking_limit=0.2) as pipeline:
        with caplog.at_level(logging.WARNING, "copilot_actors.pipeline"):
            results = [r async for r in pipeline.run("ab", work)]
        assert pipeline.progress().blocked >= 1
    assert len(results) == 2
    assert any("item 'b' kept the event loop" in message for message in caplog.messages)


async def test_work_that_blocks_the_loop_is_reported_while_it_does(world, caplog):
    def told():
        return [message for message in caplog.messages if "and still does" in message]

    async def work(session, item) -> int:
        # Gives the loop back only when it has been told of: else the run would hang for good.
        end = time.monotonic() + 20
        while len(told()) < 2 and time.monotonic() < end:
            time.sleep(0.01)  # noqa: ASYNC251 - the fault that is to be seen
        return len(told())

    async with world.open(blocking_limit=0.1) as pipeline:
        with caplog.at_level(logging.WARNING, "copilot_actors.pipeline"):
            (result,) = [r async for r in pipeline.run(["stuck"], work)]
        assert pipeline.progress().blocked >= 1
    assert result.value == 2
    assert "the work of item 'stuck'" in told()[0]
    assert "test_runs.py" in told()[0]
    assert "in work" in told()[0]
    assert not any("pipeline watch" in thread.name for thread in threading.enumerate())


class Fatal(BaseException):
    pass


@pytest.mark.parametrize("error", [Fatal, KeyboardInterrupt, SystemExit, GeneratorExit])
async def test_a_base_exception_of_work_ends_the_run_in_order(world, error):
    begun = trio.Event()

    async def work(session, item) -> str:
        if item == "fatal":
            await begun.wait()
            raise error
        begun.set()
        await trio.sleep_forever()

    with pytest.raises(error):
        await world.results(["other", "fatal"], work)
    assert {r.key: r.state for r in pl.read_items(world.path)} == {
        "other": ItemState.PARKED,
        "fatal": ItemState.PARKED,
    }
    assert len(await world.results(["other", "fatal"], echo)) == 2


async def test_a_client_that_is_stopped_stops_the_run_and_fails_no_item(world, autojump_clock):
    async with world.client() as client:
        async with client.pipeline("review", store=world.path) as pipeline:

            async def work(session, item) -> None:
                await client.stop()
                await session.send_and_wait("x")

            with pytest.raises(ca.ConnectionStopped):
                async for _ in pipeline.run("ab", work):
                    pass
    assert {r.state for r in pl.read_items(world.path)} <= {ItemState.PARKED, ItemState.WAITING}


async def test_a_client_that_gives_up_stops_the_run_and_fails_no_item(world, autojump_clock):
    world.client_options = {"max_restarts": 0}

    async def work(session, item) -> None:
        world.simulator.kill()
        await session.send_and_wait("x")

    with pytest.raises(ca.ConnectionFault):
        await world.results("ab", work)
    assert {r.state for r in pl.read_items(world.path)} <= {ItemState.PARKED, ItemState.WAITING}
    assert len(await world.results("ab", echo)) == 2


async def test_work_that_is_no_async_function_is_told(world):
    (result,) = await world.results("a", lambda session, item: item)
    assert (type(result.error), result.attempts) == (ca.InvalidOption, 1)
    async with world.open() as pipeline:
        for items, work in ((3, echo), ("a", "work")):
            with pytest.raises(TypeError):
                pipeline.run(items, work)


# --- Cut and resumed -------------------------------------------------------------------------


async def test_an_item_under_way_goes_on_in_its_session_with_its_history(world, autojump_clock):
    cut = trio.Event()

    async def half(session, item) -> None:
        await session.send_and_wait("first half")
        cut.set()
        await trio.sleep_forever()

    async with world.open() as pipeline:
        run = pipeline.run("a", half)
        await cut.wait()
        await run.aclose()

    async def rest(session, item) -> list[str]:
        messages = await session.get_messages()
        return [e.data.content for e in messages if e.type == "user.message"]

    (result,) = await world.results("a", rest)
    assert result.unwrap() == ["first half"]
    assert result.attempts == 2


@pytest.mark.parametrize("how", ["break", "raise", "cancel"])
async def test_leaving_the_block_early_parks_what_is_under_way(world, how, autojump_clock):
    async def work(session, item) -> str:
        if item != "a":
            await trio.sleep_forever()
        return item

    with trio.CancelScope() as scope:
        try:
            async with world.open() as pipeline:
                async for _ in pipeline.run("abc", work):
                    if how == "break":
                        break
                    if how == "raise":
                        raise KeyError  # noqa: TRY301 - out of the block
                    scope.cancel()
        except KeyError:
            assert how == "raise"
    states = {record.key: record.state for record in pl.read_items(world.path)}
    assert states["a"] is ItemState.FINISHED
    assert set(states.values()) <= {ItemState.FINISHED, ItemState.PARKED, ItemState.WAITING}


async def test_a_temporary_item_that_was_cut_is_not_run_again(world, autojump_clock):
    begun = trio.Event()

    async def work(session, item) -> None:
        begun.set()
        await trio.sleep_forever()

    async with world.open(restart="temporary") as pipeline:
        run = pipeline.run("a", work)
        await begun.wait()
        await run.aclose()
    (result,) = await world.results("a", echo)
    assert result.state is ItemState.FAILED
    assert result.error.error_type == "ItemInterrupted"


@pytest.mark.parametrize("running", ["finish", "park"])
async def test_a_drain_lets_finish_or_parks(world, running, autojump_clock):
    go = trio.Event()
    begun = trio.Event()

    async def work(session, item) -> str:
        begun.set()
        await go.wait()
        return item

    results = []
    async with world.open(max_concurrency=1) as pipeline:
        async with trio.open_nursery() as nursery:

            async def consume():
                run = pipeline.run(map(str, range(100)), work)
                results.extend([result async for result in run])

            nursery.start_soon(consume)
            await begun.wait()
            if running == "finish":
                nursery.start_soon(pipeline.drain, 1e9)
                await trio.testing.wait_all_tasks_blocked()
                go.set()
            else:
                report = await pipeline.drain(1e9, running="park")
                assert report.counts[ItemState.PARKED] == 1
        assert pipeline.draining
        assert [r async for r in pipeline.run("x", work)] == []
    assert [result.key for result in results] == (["0"] if running == "finish" else [])
    assert pl.read_report(world.path).stopped == "drained"


async def test_sigterm_drains_and_a_second_one_parks_at_once(world):
    # Real signals: real time.
    async def work(session, item) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        if item == "0":
            await trio.sleep(0.2)  # the signal comes while it works
            os.kill(os.getpid(), signal.SIGTERM)
        await trio.sleep_forever()

    async with world.open(drain_signals=[signal.SIGTERM], max_concurrency=1) as pipeline:
        assert [r async for r in pipeline.run(map(str, range(100)), work)] == []
        assert pipeline.draining
    assert next(pl.read_items(world.path)).state is ItemState.PARKED


# --- Seeing it -------------------------------------------------------------------------------


async def test_progress_is_told_while_it_goes_on_and_at_the_end(world, autojump_clock):
    told = []

    async def work(session, item) -> None:
        await trio.sleep(2)

    await world.results(
        "abc", work, pipeline_options={"on_progress": told.append, "max_concurrency": 1}
    )
    assert told[-1].over
    assert told[-1].finished == 3
    assert "3 done, 0 running, 0 failed, 0 retries" in str(told[-1])


async def test_the_report_sums_all_runs(world, autojump_clock):
    await world.results("ab", ask)
    await world.results("abc", ask)
    report = pl.read_report(world.path)
    assert report.complete
    assert (report.attempts, report.runs, report.usage.model_calls) == (3, 2, 3)
    assert report.stopped == "complete"
    assert "3 finished" in str(report)


# --- Options ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("max_concurrency", 0),
        ("max_concurrency", True),
        ("max_attempts", 1.5),
        ("restart", "always"),
        ("item_timeout", math.inf),
        ("rate_limit", (1, 2)),
        ("rate_limit", pl.RateLimit(count=0)),
        ("rate_limit", pl.RateLimit(count=1, seconds=0)),
        ("breaker", None),
        ("backoff", 3),
        ("on_drain", "stop"),
        ("on_progress", 3),
        ("progress_interval", 0),
        ("session_options", "gpt"),
        ("drain_signals", ["SIGTERM"]),
        ("max_concurency", 3),
    ],
)
async def test_an_option_that_makes_no_sense_is_refused_by_name(world, option, value):
    with pytest.raises(ca.InvalidOption) as caught:
        async with world.open(**{option: value}):
            pass
    assert caught.value.option.startswith(option)
    assert not world.path.exists()


@pytest.mark.parametrize("name", ["", "x" * 41, 3, None])
async def test_a_name_that_stands_in_no_id_is_refused(world, name):
    async with world.client() as client:
        with pytest.raises(ca.InvalidOption, match="name"):
            client.pipeline(name, store=world.path)
        with pytest.raises(ca.InvalidOption, match="store"):
            client.pipeline("a", store=":memory:")
    with pytest.raises(ca.InvalidOption, match="host"):
        pl.open_pipeline(None, "a", store=world.path)


# --- Several CLIs ----------------------------------------------------------------------------


async def test_items_are_spread_over_a_pool_and_one_cli_that_dies_touches_only_its_own(tmp_path):
    def script(request):
        return Text("ok", chunks=1, delay=0.02)

    simulators = {}

    def options(name):
        simulators.setdefault(name, Simulator(script))
        return ca.ClientOptions(cli=simulators[name], max_restarts=100, backoff=None)

    killed = False

    async def work(session, item) -> str:
        nonlocal killed
        if item == "7" and not killed:
            killed = True
            simulators["0"].kill()
        return (await session.send_and_wait(item)).data.content

    async with ca.open_pool(options, max_clients=2, placement="least_busy") as pool:
        async with pool.pipeline("review", store=tmp_path / "p.db", max_concurrency=4) as pipeline:
            results = [r async for r in pipeline.run(map(str, range(16)), work)]
    assert [r.error for r in results] == [None] * 16
    assert all(len(one.model_requests) >= 4 for one in simulators.values())
    assert {r.attempts for r in results} == {1}
