"""The file of a durable ledger: its owner, its mode, and whatever may be wrong with it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys

import pytest
import trio

import copilot_actors as ca
from copilot_actors.storage import _sqlite
from copilot_actors.testing import Simulator

from .test_backends import call, changes, prompt

HOLDER = """
import sys, trio, copilot_actors as ca
from copilot_actors.storage import CallRecord, key_of
async def main():
    ledger = ca.SqliteLedger(sys.argv[1])
    try:
        await ledger.open()
    except ca.LedgerInUse:
        print("in use"); return
    record = CallRecord(session_id="s", request_id="r1", kind="tool")
    await ledger.commit({key_of(record): record})
    print("committed", flush=True)
    await trio.sleep_forever()
trio.run(main)
"""


def holder(path):
    return subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True
    )


async def opened(path, **options):
    ledger = ca.SqliteLedger(path, **options)
    return ledger, await ledger.open()


async def test_what_a_killed_process_committed_is_there_and_its_lock_is_not(tmp_path):
    path = tmp_path / "ledger.db"
    process = holder(path)
    assert process.stdout.readline() == "committed\n"
    with pytest.raises(ca.LedgerInUse):
        await opened(path)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    ledger, records = await opened(path)
    assert changes(*records) == changes(call())
    await ledger.aclose()


async def test_a_second_process_is_refused_while_the_file_is_open(tmp_path):
    path = tmp_path / "ledger.db"
    ledger, _ = await opened(path)
    for _ in range(2):
        # A refused owner in this process must not have loosened the lock.
        with pytest.raises(ca.LedgerInUse):
            await opened(path)
        process = holder(path)
        assert process.communicate()[0] == "in use\n"
    await ledger.commit(changes(prompt()))
    await ledger.aclose()


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
async def test_the_file_and_its_log_are_for_their_owner_alone(tmp_path):
    path = tmp_path / "ledger.db"
    path.touch(0o644)
    before = os.umask(0)
    try:
        ledger, _ = await opened(path)
        await ledger.commit(changes(prompt()))
        files = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert files == {"ledger.db": 0o600, "ledger.db-wal": 0o600}
    await ledger.aclose()
    assert [file.name for file in tmp_path.iterdir()] == ["ledger.db"]


async def test_what_was_removed_is_not_left_in_the_file(tmp_path):
    path = tmp_path / "ledger.db"
    ledger, _ = await opened(path)
    secret = "a result that is nobody's business " * 50
    await ledger.commit(changes(call(method="m", params={"result": secret})))
    await ledger.commit({("call", "s", "r1"): None})
    await ledger.aclose()
    assert secret[:30].encode() not in path.read_bytes()


def foreign(path):
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE mine (x)")
    connection.execute("INSERT INTO mine VALUES (1)")
    connection.commit()
    connection.close()


def ours(path):
    async def make():
        ledger, _ = await opened(path)
        many = [prompt(f"agent-{n}", params={"prompt": "x" * 500}) for n in range(200)]
        await ledger.commit(changes(*many))
        await ledger.aclose()

    trio.run(make)


def change(statement, *values):
    def damage(path):
        ours(path)
        connection = sqlite3.connect(path)
        connection.execute(statement, values)
        connection.commit()
        connection.close()

    return damage


def overwritten(path):
    ours(path)
    data = bytearray(path.read_bytes())
    data[5000:30000] = b"\xff" * 25000
    path.write_bytes(data)


def truncated(path):
    ours(path)
    path.write_bytes(path.read_bytes()[: 3 * 4096 + 100])


DAMAGES = {
    "text": lambda path: path.write_text("this is not a database, " * 400),
    "foreign": foreign,
    "newer": change("PRAGMA user_version = 99"),
    "no table": change("DROP TABLE entries"),
    "unreadable entry": change("UPDATE entries SET record = '{' WHERE key = 'agent-7'"),
    "other state": change(
        'UPDATE entries SET record = replace(record, \'"number":1\', \'"number":"x"\')'
    ),
    "misfiled entry": change("UPDATE entries SET key = 'agent-x' WHERE key = 'agent-7'"),
    "overwritten": overwritten,
    "truncated": truncated,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_foreign_or_damaged_file_is_one_typed_error_and_stays_as_it_is(tmp_path, damage):
    path = tmp_path / "ledger.db"
    damage(path)
    before = path.read_bytes()

    async def main():
        for _ in range(2):
            with pytest.raises(ca.LedgerDamaged) as caught:
                await opened(path)
            assert not caught.value.retryable
            assert str(path) in str(caught.value)
        simulator = Simulator()
        with pytest.raises(ca.LedgerDamaged):
            async with ca.open_client(cli=simulator, ledger=ca.SqliteLedger(path)):
                raise AssertionError("it opened")
        assert simulator.processes == []

    trio.run(main)
    assert path.read_bytes() == before


async def test_an_empty_file_becomes_a_ledger(tmp_path):
    path = tmp_path / "ledger.db"
    path.touch()
    ledger, records = await opened(path)
    assert records == []
    await ledger.aclose()


@pytest.mark.parametrize("where", ["missing/ledger.db", "."])
async def test_a_place_where_no_file_can_be_is_one_typed_error(tmp_path, where):
    with pytest.raises(ca.LedgerFailed):
        await opened(tmp_path / where)


@pytest.mark.parametrize("path", ["", ":memory:", 3, b"x", None])
def test_what_is_no_path_is_refused(path):
    with pytest.raises(ca.InvalidOption):
        ca.SqliteLedger(path)


def test_an_unknown_mode_is_refused(tmp_path):
    with pytest.raises(ca.InvalidOption):
        ca.SqliteLedger(tmp_path / "x", synchronous="off")


@pytest.mark.parametrize(("synchronous", "level"), [("normal", 1), ("full", 2)])
async def test_the_mode_is_what_was_asked_for(tmp_path, synchronous, level):
    ledger, _ = await opened(tmp_path / "ledger.db", synchronous=synchronous)
    assert ledger._connection.execute("PRAGMA synchronous").fetchone() == (level,)
    assert ledger._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    await ledger.aclose()


async def test_a_full_disk_is_a_typed_fault_that_stores_nothing_and_passes(tmp_path):
    path = tmp_path / "ledger.db"
    ledger, _ = await opened(path)
    await ledger.commit(changes(prompt()))
    pages = ledger._connection.execute("PRAGMA page_count").fetchone()[0]
    ledger._connection.execute(f"PRAGMA max_page_count = {pages}")
    many = [call(f"r{n}", params={"result": "x" * 3000}, method="m") for n in range(50)]
    for _ in range(2):
        with pytest.raises(ca.LedgerFailed, match="full") as caught:
            await ledger.commit(changes(*many))
        assert caught.value.retryable
    ledger._connection.execute("PRAGMA max_page_count = 1000000")
    await ledger.commit(changes(call("after")))
    await ledger.aclose()
    ledger, records = await opened(path)
    assert changes(*records) == changes(prompt(), call("after"))
    await ledger.aclose()


async def test_a_closed_ledger_says_so(tmp_path):
    ledger, _ = await opened(tmp_path / "ledger.db")
    await ledger.aclose()
    with pytest.raises(ca.LedgerFailed, match="closed"):
        await ledger.commit(changes(prompt()))


def test_sqlite_is_loaded_only_when_a_file_is_opened():
    code = (
        "import sys, copilot_actors as ca; ledger = ca.SqliteLedger('x');"
        "print([m for m in sys.modules if 'sqlite3' in m])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_file_says_whose_it_is(tmp_path):
    ours(tmp_path / "ledger.db")
    header = (tmp_path / "ledger.db").read_bytes()[:100]
    assert header[68:72] == _sqlite.APPLICATION_ID.to_bytes(4, "big") == b"COPA"
