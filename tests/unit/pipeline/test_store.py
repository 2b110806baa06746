"""The store of a pipeline: one owner, readable while it is open, whole after any fault."""

from __future__ import annotations

import copy
import functools
import logging
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import textwrap

import msgspec
import pytest
import trio

import copilot_actors as ca
from copilot_actors import pipeline as pl
from copilot_actors.pipeline import ItemState
from copilot_actors.pipeline import _statements as sql
from copilot_actors.pipeline._store import Change, Store
from copilot_actors.pipeline._writer import Writer


async def echo(session, item) -> str:
    return item


async def opened(path, name="review"):
    store = Store(path, name)
    await store.open()
    return store


async def apply(store, operation):
    (result,) = await store.apply([Change(operation, durable=True)])
    return result


# --- One owner -------------------------------------------------------------------------------


async def test_a_second_owner_of_this_process_is_told_who_has_it(world):
    async with world.open():
        with pytest.raises(pl.PipelineInUse, match=f"in use by process {os.getpid()}") as caught:
            await opened(world.path)
        assert caught.value.holder.pid == os.getpid()
        with pytest.raises(pl.PipelineInUse):
            await pl.retry_items(world.path)
    assert await pl.retry_items(world.path) == []


HOLDER = """
    import sys, time, trio
    from copilot_actors.pipeline._store import Store
    from pathlib import Path
    async def main():
        store = Store(Path(sys.argv[1]), "review")
        await store.open()
        print("open", flush=True)
        time.sleep(60)
    trio.run(main)
"""


async def test_an_owner_that_is_killed_leaves_the_store_to_the_next_one(tmp_path):
    path = tmp_path / "review.db"
    command = [sys.executable, "-c", textwrap.dedent(HOLDER), path]
    holder = subprocess.Popen(command, stdout=subprocess.PIPE)  # noqa: ASYNC220 - a short one
    assert holder.stdout.readline() == b"open\n"
    with pytest.raises(pl.PipelineInUse, match=f"in use by process {holder.pid}"):
        await opened(path)
    assert pl.read_report(path).counts[ItemState.WAITING] == 0
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    await (await opened(path)).aclose()


async def test_the_file_is_its_owners_alone_and_a_link_to_it_is_the_same_store(tmp_path):
    path, link = tmp_path / "review.db", tmp_path / "link.db"
    link.symlink_to(path)
    store = await opened(path)
    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(pl.PipelineInUse):
        await opened(link)
    await store.aclose()
    await store.aclose()


# --- What is no store ------------------------------------------------------------------------


def other_version(path):
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()


def other_program(path):
    path.unlink()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE mine (a)")
    db.close()


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (other_version, "version 99; this library reads 1"),
        (other_program, "no store of a pipeline"),
        (lambda path: path.write_bytes(b"text, and not a database" * 100), "not a database"),
    ],
)
async def test_what_is_no_store_of_this_version_is_refused_and_not_changed(
    tmp_path, damage, reason
):
    path = tmp_path / "review.db"
    await (await opened(path)).aclose()
    damage(path)
    before = path.read_bytes()
    for attempt in (opened, pl.retry_items):
        with pytest.raises(pl.PipelineDamaged, match=reason):
            await attempt(path)
    with pytest.raises(pl.PipelineDamaged, match=reason):
        pl.read_report(path)
    assert path.read_bytes() == before


async def test_the_store_of_another_pipeline_is_refused_by_name(tmp_path):
    await (await opened(tmp_path / "a.db", "review")).aclose()
    with pytest.raises(pl.PipelineDamaged, match="belongs to the pipeline 'review'"):
        await opened(tmp_path / "a.db", "triage")
    await (await opened(tmp_path / "a.db", "review")).aclose()


async def test_a_folder_that_does_not_exist_is_named(tmp_path):
    with pytest.raises(pl.PipelineStoreFailed, match="folder does not exist"):
        await opened(tmp_path / "none" / "a.db")
    with pytest.raises(pl.PipelineStoreFailed, match="no such file"):
        pl.read_report(tmp_path / "none.db")


# --- Reading ---------------------------------------------------------------------------------


async def test_it_can_be_read_while_it_is_written(world):
    seen = []

    async def work(session, item) -> str:
        seen.append(pl.read_report(world.path).counts[ItemState.RUNNING])
        return item

    await world.results("abc", work, pipeline_options={"max_concurrency": 1})
    assert seen == [1, 1, 1]


async def test_the_export_is_json_lines_of_all_items_in_order(world):
    await world.results(["b", "a", "ü\n"], echo, ordered=True)
    lines = [record.to_json() for record in pl.read_items(world.path)]
    assert not any("\n" in line for line in lines)
    records = [msgspec.json.decode(line) for line in lines]
    assert [(r["key"], r["item"], r["value"], r["state"]) for r in records] == [
        (key, key, key, "finished") for key in ("b", "a", "ü\n")
    ]
    assert records[0]["session_id"] == pl.session_id_of("review", "b")
    assert [r.key for r in pl.read_items(world.path, ["failed"])] == []


# --- Writing ---------------------------------------------------------------------------------


async def test_what_comes_up_during_a_commit_is_one_commit(tmp_path):
    store = await opened(tmp_path / "a.db")
    writer = Writer(store, 0.0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(writer.run)
        async with trio.open_nursery() as callers:
            for number in range(100):
                admit = functools.partial(
                    sql.admit, run=1, key=str(number), item="1", session_id="s"
                )
                callers.start_soon(functools.partial(writer.do, admit, durable=True))
        nursery.cancel_scope.cancel()
    assert (writer.commits, writer.changes) <= (3, 100)
    with pytest.raises(pl.PipelineStoreFailed, match="closed"):
        await writer.do(sql.begin_run, durable=False)
    await store.aclose()


async def test_a_change_that_its_caller_does_not_wait_for_is_done(tmp_path):
    store = await opened(tmp_path / "a.db")
    writer = Writer(store, 0.0)
    async with trio.open_nursery() as nursery:
        with trio.CancelScope() as scope:
            scope.cancel()
            await writer.do(sql.begin_run, durable=False)
        nursery.start_soon(writer.run)
        assert await writer.do(sql.begin_run, durable=False) == 2
        nursery.cancel_scope.cancel()
    await store.aclose()


def make_room(db):
    db.execute("PRAGMA max_page_count = 1000000")


async def test_a_full_disk_ends_the_run_and_loses_nothing_that_was_recorded(world):
    async def work(session, item) -> str:
        return item * 5000

    async with world.open(store_patience=0.2, max_concurrency=2) as pipeline:
        run = pipeline.run("abcdefgh", work)
        first = await anext(run)
        # The pages that are at hand last for the bookkeeping, not for another value.
        pipeline._store._connection.execute("PRAGMA max_page_count = 1")
        found = [first]
        with pytest.raises(pl.PipelineStoreFailed, match="full"):
            found.extend([result async for result in run])
    kept = {r.key: r.value for r in pl.read_items(world.path) if r.state is ItemState.FINISHED}
    assert kept.items() >= {(r.key, r.value) for r in found}
    results = await world.results("abcdefgh", work)
    assert sorted(r.value for r in results) == [key * 5000 for key in "abcdefgh"]


async def test_a_disk_that_has_room_again_in_time_stops_nothing(world, caplog):
    async def work(session, item) -> str:
        return item * 5000

    async with world.open(store_patience=30.0) as pipeline:
        run = pipeline.run("abcdefgh", work)
        await anext(run)
        db = pipeline._store._connection
        db.execute("PRAGMA max_page_count = 1")
        with caplog.at_level(logging.WARNING, "copilot_actors.pipeline"):
            await trio.sleep(0.3)  # a real disk, real time
            make_room(db)
            assert len([result async for result in run]) == 7


async def test_every_fault_can_be_copied_and_says_whether_it_may_pass(tmp_path):
    holder = ca.Holder(host="h", pid=1)
    for error in (
        pl.PipelineInUse("a.db", holder),
        pl.PipelineDamaged("a.db", "no"),
        pl.PipelineStoreFailed("a.db", "full"),
        pl.TooManyFailures(3, 1.0, "k", "last"),
        pl.ProviderLimit(3.0, "k", "last"),
        pl.DuplicateKey("k"),
        pl.NotSerializable("k", "the item", "no"),
        pl.ItemTimeout("k", 1.0),
        pl.ItemInterrupted("k", 2),
        pl.ItemFailed("k", "ValueError", "no", retryable=True),
    ):
        for again in (copy.copy(error), pickle.loads(pickle.dumps(error))):
            assert type(again) is type(error)
            assert str(again) == str(error)
            assert again.__dict__ == error.__dict__
            assert isinstance(again, pl.PipelineError)
