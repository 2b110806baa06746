"""File leases: dead holders, recycled pids, other boots and hosts, races of real processes."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec
import pytest
import trio

from copilot_actors import FileLease, Holder, LeaseLost, LeaseUnavailable, SessionInUse
from copilot_actors.storage import _lease_file
from copilot_actors.storage import _lease_records as records
from copilot_actors.storage._lease_owner import this_process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")

STORE = "/a/home"
PROGRAM = Path(__file__).with_name("lease_process.py")


class Process:
    """A process that takes leases; all calls block, so that tests decide who is when."""

    def __init__(self, directory):
        self.ending, hold = os.pipe()
        self.popen = subprocess.Popen(
            [sys.executable, PROGRAM, directory, str(self.ending)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=[self.ending],
        )
        self.hold = hold

    def tell(self, command):
        self.popen.stdin.write(command + "\n")
        self.popen.stdin.flush()

    def hear(self):
        return self.popen.stdout.readline().strip()

    def ask(self, command):
        self.tell(command)
        return self.hear()

    def kill(self):
        self.popen.kill()
        self.popen.wait()

    def close(self):
        self.kill()
        self.popen.stdin.close()
        self.popen.stdout.close()
        os.close(self.hold)  # ends its forks
        os.close(self.ending)


@pytest.fixture
def start(tmp_path):
    with contextlib.ExitStack() as stack:

        def start():
            process = Process(tmp_path)
            stack.callback(process.close)
            return process

        yield start


@pytest.fixture
def folder(tmp_path):
    name = hashlib.sha256(STORE.encode()).hexdigest()[:32]
    (tmp_path / name).mkdir()
    return tmp_path / name


@pytest.fixture
def backend(tmp_path):
    return FileLease(tmp_path)


def plant(folder, **changes):
    """Leave the file of another holder: this process, with some things changed."""
    holder = msgspec.structs.replace(this_process(1), **changes)
    (folder / "s").write_bytes(msgspec.json.encode(holder))
    return holder


@contextlib.contextmanager
def locked(path):
    with path.open("rb+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def descriptors():
    return len(list(Path("/proc/self/fd").iterdir()))


async def is_free(backend):
    try:
        held = await backend.acquire(STORE, "s")
    except SessionInUse:
        return False
    await held.release()
    return True


# --- Who is gone ----------------------------------------------------------------------------

BOOT, SPACE = {"boot_id": "another boot"}, {"pid_namespace": "pid:[1]"}
HOST, RECYCLED = {"host": "elsewhere"}, {"started": 1}

MATRIX = [
    # what is different, whether its file is locked, whether it is free
    ({}, False, False),
    ({}, True, False),
    (RECYCLED, False, True),
    (RECYCLED, True, True),
    ({"pid": 2**22 - 1}, True, True),
    (BOOT, False, True),
    (BOOT, True, False),
    (SPACE, False, True),
    (SPACE, True, False),
    (HOST, False, True),
    (HOST, True, False),
    ({**HOST, **BOOT}, False, False),
    ({**HOST, **BOOT}, True, False),
    ({"started": None}, False, True),
    ({"started": None}, True, False),
]


@pytest.mark.parametrize(("changes", "has_lock", "free"), MATRIX)
async def test_R5_a_lease_is_taken_over_only_when_its_holder_is_provably_gone(
    folder, backend, mock_clock, changes, has_lock, free
):
    holder = plant(folder, **changes)
    with locked(folder / "s") if has_lock else contextlib.nullcontext():
        before = (folder / "s").read_bytes()
        assert await is_free(backend) is free
        if not free:
            assert (folder / "s").read_bytes() == before
            assert await backend.get_holder(STORE, "s") == holder


@pytest.mark.parametrize("torn", [b"", b"{", b'{"host": "h', b"\0\0\0", b"[]"])
async def test_a_file_that_was_cut_off_belongs_to_nobody(folder, backend, mock_clock, torn):
    (folder / "s").write_bytes(torn)
    assert await is_free(backend)
    (folder / "s").write_bytes(torn)
    with locked(folder / "s"):
        assert not await is_free(backend)


async def test_numbers_grow_although_the_files_are_removed(folder, backend, mock_clock):
    first = await backend.acquire(STORE, "s")
    await first.release()
    assert sorted(path.name for path in folder.iterdir()) == [".guard"]
    second = await backend.acquire(STORE, "s")
    assert second.fencing > first.fencing
    await second.release()


async def test_a_file_that_somebody_removed_is_a_lost_lease(folder, backend, mock_clock):
    held = await backend.acquire(STORE, "s")
    (folder / "s").unlink()
    with pytest.raises(LeaseLost):
        await held.renew()
    other = await backend.acquire(STORE, "s")
    await held.release()
    assert await backend.get_holder(STORE, "s") == other.holder
    await other.release()


async def test_the_longest_session_id_has_a_file(backend, mock_clock):
    held = await backend.acquire(STORE, "x" * 255)
    await held.release()


# --- Folders that fail ----------------------------------------------------------------------


async def test_a_folder_that_cannot_be_written_is_one_typed_error(tmp_path, mock_clock):
    (tmp_path / "file").write_text("")
    backend = FileLease(tmp_path / "file")
    for call in (backend.acquire, backend.get_holder):
        with pytest.raises(LeaseUnavailable, match="Not a directory") as caught:
            await call(STORE, "s")
        assert caught.value.session_id == "s"
        assert caught.value.retryable


@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT])
@pytest.mark.parametrize("at", ["pwrite", "ftruncate"])
@pytest.mark.parametrize("nth", [1, 2], ids=["number", "record"])
async def test_a_disk_that_takes_no_write_refuses_and_nothing_is_half_taken(
    folder, backend, mock_clock, monkeypatch, fault, at, nth
):
    first = await backend.acquire(STORE, "other")
    before = descriptors()

    real, calls = getattr(os, at), itertools.count(1)

    def refuse(*args):
        if next(calls) < nth:
            return real(*args)
        raise OSError(fault, os.strerror(fault))

    monkeypatch.setattr(os, at, refuse)
    with pytest.raises(LeaseUnavailable, match=os.strerror(fault)):
        await backend.acquire(STORE, "s")
    # What is held already needs no room.
    await first.renew()
    assert await backend.get_holder(STORE, "s") is None
    await first.release()
    monkeypatch.undo()
    assert descriptors() < before
    held = await backend.acquire(STORE, "s")
    assert held.fencing > first.fencing
    await held.release()


@pytest.mark.skipif(os.getuid() != 0, reason="mounts a file system")
async def test_a_file_system_without_room_is_one_typed_error(tmp_path, mock_clock):
    done = await trio.to_thread.run_sync(
        lambda: subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=8k", "none", tmp_path], check=False
        )
    )
    if done.returncode:
        pytest.skip("no mounts here")
    try:
        backend = FileLease(tmp_path)
        held = await backend.acquire(STORE, "first")
        with contextlib.suppress(OSError), (tmp_path / "filler").open("wb") as filler:
            filler.write(b"x" * 65536)
        with pytest.raises(LeaseUnavailable, match="No space"):
            await backend.acquire(STORE, "s")
        await held.renew()
        await held.release()
        (tmp_path / "filler").unlink()
        assert await is_free(backend)
    finally:
        await trio.to_thread.run_sync(lambda: subprocess.run(["umount", tmp_path], check=True))


async def test_a_guard_that_stays_busy_is_waited_for_in_bounds(folder, backend, mock_clock):
    (folder / ".guard").write_text("7")
    with locked(folder / ".guard"):
        async with trio.open_nursery() as nursery:

            async def let_time_pass():
                while True:
                    await trio.testing.wait_all_tasks_blocked(0.001)
                    mock_clock.jump(0.5)

            nursery.start_soon(let_time_pass)
            with pytest.raises(LeaseUnavailable, match="within 5 s"):
                await backend.acquire(STORE, "s")
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize("what", ["acquire", "get_holder", "release"])
async def test_many_calls_at_once_queue_up_and_none_of_them_runs_out_of_time(
    folder, tmp_path, monkeypatch, what
):
    # The threads work in real time: all of them together take longer than one of them may.
    backend, count, each = FileLease(tmp_path, timeout=0.4), 100, 0.006
    (folder / records.GUARD).write_text("7")
    held = []
    if what == "release":
        held = [await backend.acquire(STORE, f"s{number}") for number in range(count)]
    guard = records._guard
    busy = []

    @contextlib.contextmanager
    def slow(where, **more):
        try:
            with guard(where, **more) as descriptor:
                time.sleep(each)
                yield descriptor
        except records.GuardBusy:
            busy.append(where)
            raise

    async def call(number):
        if what == "acquire":
            held.append(await backend.acquire(STORE, f"s{number}"))
        elif what == "release":
            await held[number].release()
        else:
            assert await backend.get_holder(STORE, f"s{number}") is None

    with monkeypatch.context() as patched:
        patched.setattr(records, "_guard", slow)
        async with trio.open_nursery() as nursery:
            for number in range(count):
                nursery.start_soon(call, number)
    assert not busy, "they compete with one another"
    left = {path.name for path in folder.iterdir()} - {".guard"}
    assert len(left) == (count if what == "acquire" else 0)
    for one in held:
        await one.release()


async def test_a_call_that_is_cancelled_in_the_queue_leaves_its_place(
    folder, backend, mock_clock, monkeypatch
):
    take, hanging, goes_on = records.take, threading.Event(), threading.Event()

    def slow(where, session_id):
        if session_id == "first":
            hanging.set()
            goes_on.wait(10)
        return take(where, session_id)

    monkeypatch.setattr(records, "take", slow)
    held = []

    async def acquire(session_id, scope):
        with scope:
            held.append(await backend.acquire(STORE, session_id))

    scopes = [trio.CancelScope() for _ in range(3)]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(acquire, "first", scopes[0])
        await trio.to_thread.run_sync(hanging.wait, 10)
        for name, scope in zip(("second", "third"), scopes[1:], strict=True):
            nursery.start_soon(acquire, name, scope)
            await trio.testing.wait_all_tasks_blocked()
        scopes[1].cancel()
        await trio.testing.wait_all_tasks_blocked()
        goes_on.set()
    assert [lease.session_id for lease in held] == ["first", "third"]
    assert sorted(path.name for path in folder.iterdir()) == [".guard", "first", "third"]
    for lease in held:
        await lease.release()


async def test_of_calls_behind_a_file_system_that_hangs_none_waits_longer_than_the_first(
    folder, backend, mock_clock, monkeypatch
):
    hanging, goes_on = threading.Event(), threading.Event()

    def hang(*_):
        hanging.set()
        goes_on.wait(10)
        raise OSError(errno.EIO, "gone")

    monkeypatch.setattr(records, "take", hang)
    refused = []

    async def acquire(number):
        with pytest.raises(LeaseUnavailable, match="does not answer within 5 s"):
            await backend.acquire(STORE, f"s{number}")
        refused.append(number)

    async with trio.open_nursery() as nursery:
        for number in range(20):
            nursery.start_soon(acquire, number)
        await trio.to_thread.run_sync(hanging.wait, 10)
        mock_clock.jump(5.5)
        await trio.testing.wait_all_tasks_blocked()
        assert len(refused) == 20
        goes_on.set()


async def test_what_a_file_system_does_too_late_is_undone(folder, backend, mock_clock, monkeypatch):
    take, hanging, goes_on = records.take, threading.Event(), threading.Event()

    def slow(*args):
        hanging.set()
        goes_on.wait(10)
        return take(*args)

    undo, undone = _lease_file._undo_take, threading.Event()

    def undo_and_tell(taken):
        undo(taken)
        undone.set()

    monkeypatch.setattr(records, "take", slow)
    monkeypatch.setattr(_lease_file, "_undo_take", undo_and_tell)
    before = descriptors()
    async with trio.open_nursery() as nursery:

        async def refused():
            with pytest.raises(LeaseUnavailable, match="does not answer within 5 s"):
                await backend.acquire(STORE, "s")

        nursery.start_soon(refused)
        await trio.to_thread.run_sync(hanging.wait, 10)
        mock_clock.jump(6)
    goes_on.set()
    # The thread that was left behind works in real time.
    assert await trio.to_thread.run_sync(undone.wait, 10)
    monkeypatch.undo()
    assert await is_free(backend)
    while descriptors() > before:
        await trio.lowlevel.checkpoint()


async def test_no_descriptor_is_left(backend, mock_clock):
    before = descriptors()
    for _ in range(3):
        held = await backend.acquire(STORE, "s")
        assert descriptors() == before + 1
        with pytest.raises(SessionInUse):
            await backend.acquire(STORE, "s")
        await backend.get_holder(STORE, "s")
        await held.renew()
        await held.release()
    assert descriptors() == before


# --- Real processes -------------------------------------------------------------------------


def test_two_processes_that_race_for_an_id_never_both_have_it(start):
    pair, owners = [start(), start()], []
    for _ in range(200):
        for process in pair:
            process.tell("take s")
        answers = [process.hear() for process in pair]
        (winner,) = [n for n, answer in enumerate(answers) if answer.startswith("got")]
        assert answers[1 - winner] == f"refused {pair[winner].popen.pid}"
        owners.append((winner, int(answers[winner].split()[1])))
        assert pair[winner].ask("drop s") == "done"
    numbers = [number for _, number in owners]
    assert numbers == sorted(set(numbers))


def test_of_those_that_reclaim_a_stale_lease_at_once_one_gets_it(start, folder):
    processes = [start() for _ in range(4)]
    for process in processes:
        assert process.ask("take warm").startswith(("got", "refused"))
    for number in range(100):
        plant(folder, **(RECYCLED if number % 2 else BOOT))
        for process in processes:
            process.tell("take s")
        answers = [process.hear() for process in processes]
        (winner,) = [p for p, answer in zip(processes, answers, strict=True) if "got" in answer]
        assert answers.count(f"refused {winner.popen.pid}") == 3
        assert winner.ask("drop s") == "done"


async def test_kill_9_of_the_holder_lets_the_next_owner_in_at_once(start, backend):
    process = start()
    assert process.ask("take s").startswith("got")
    assert not await is_free(backend)
    process.kill()
    held = await backend.acquire(STORE, "s")
    assert held.succeeded.pid == process.popen.pid
    await held.release()
    after = await backend.acquire(STORE, "s")
    assert after.succeeded is None
    await after.release()


async def test_a_stopped_holder_is_respected(start, backend):
    process = start()
    assert process.ask("take s").startswith("got")
    process.popen.send_signal(signal.SIGSTOP)
    assert not await is_free(backend)


async def test_a_fork_neither_holds_nor_releases_the_lease_of_its_parent(start, backend):
    process = start()
    assert process.ask("take s").startswith("got")
    child = int(process.ask("fork"))
    os.kill(child, signal.SIGTERM)
    assert not await is_free(backend)
    process.ask("fork")
    # The fork goes on and keeps the lock of the file, which proves nothing.
    process.kill()
    assert await is_free(backend)


async def test_a_holder_that_is_a_zombie_is_gone(start, backend):
    process = start()
    assert process.ask("take s").startswith("got")
    process.popen.kill()
    os.waitid(os.P_PID, process.popen.pid, os.WEXITED | os.WNOWAIT)  # noqa: ASYNC222
    assert await is_free(backend)


def test_a_holder_is_one_line_of_json(folder):
    holder = plant(folder)
    assert msgspec.json.decode((folder / "s").read_bytes(), type=Holder) == holder
