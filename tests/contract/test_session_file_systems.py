"""One contract, checked on every session file system of the library, and on broken ones."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from datetime import datetime

import pytest
import trio

import copilot_actors as ca
from copilot_actors.storage import has_databases
from copilot_actors.storage._file_system import split_path
from copilot_actors.testing import check_session_file_system
from copilot_actors.testing._checks._session_file_system import RULES, rule_name


@pytest.fixture(params=["memory", "directory", "namespace", "namespace in a directory"])
def make(request, tmp_path):
    def in_directory():
        return ca.DirectoryFileSystem(tmp_path / os.urandom(8).hex())

    return {
        "memory": ca.InMemoryFileSystem,
        "directory": in_directory,
        "namespace": lambda: ca.NamespacedFileSystem(ca.InMemoryFileSystem(), "tenant/session"),
        "namespace in a directory": lambda: ca.NamespacedFileSystem(in_directory(), "session"),
    }[request.param]


async def test_the_file_systems_of_the_library_keep_the_rules(make):
    await check_session_file_system(make)


async def test_the_file_system_may_be_made_by_an_async_function():
    async def make():
        await trio.lowlevel.checkpoint()
        return ca.InMemoryFileSystem()

    await check_session_file_system(make)


class Broken(ca.InMemoryFileSystem):
    """Base of file systems that each break one rule."""


class LosesNewlines(Broken):
    async def read_file(self, path):
        return (await super().read_file(path)).replace("\r\n", "\n")


class KeepsTheTail(Broken):
    async def write_file(self, path, content, *, mode=None):
        old = await super().read_file(path) if await self.exists(path) else ""
        if mode is None and old:
            content += old[len(content) :]
        await super().write_file(path, content)


class WantsParents(Broken):
    async def append_file(self, path, content, *, mode=None):
        await self.stat(path.rpartition("/")[0] or "/")
        await super().append_file(path, content)


class AppendsInFront(Broken):
    async def append_file(self, path, content, *, mode=None):
        old = await super().read_file(path) if await self.exists(path) else ""
        await super().write_file(path, content + old)


class IgnoresCase(Broken):
    async def write_file(self, path, content, *, mode=None):
        await super().write_file(path.lower(), content)

    async def read_file(self, path):
        return await super().read_file(path.lower())


class ReadsNothing(Broken):
    async def read_file(self, path):
        try:
            return await super().read_file(path)
        except FileNotFoundError:
            return ""


class ExistsByPrefix(Broken):
    async def exists(self, path):
        return any(known.startswith(path) for known in self.paths) or await super().exists(path)


class WritesOverDirectories(Broken):
    async def write_file(self, path, content, *, mode=None):
        if await self.exists(path) and (await self.stat(path)).kind == "directory":
            await self.rm(path, recursive=True)
        await super().write_file(path, content)


class CountsCharacters(Broken):
    async def stat(self, path):
        info = await super().stat(path)
        size = len(await self.read_file(path)) if info.kind == "file" else 0
        return ca.FileInfo(kind=info.kind, size=size, modified=info.modified, created=info.created)


class HasNoTimeZone(Broken):
    async def stat(self, path):
        info = await super().stat(path)
        now = datetime(2026, 1, 1)  # noqa: DTZ001 - the defect
        return ca.FileInfo(kind=info.kind, size=info.size, modified=now, created=now)


class MakesAgain(Broken):
    async def mkdir(self, path, *, recursive=False, mode=None):
        if recursive and await self.exists(path):
            await self.rm(path, recursive=True)
        await super().mkdir(path, recursive=recursive)


class ListsEverything(Broken):
    async def readdir_with_types(self, path):
        await super().readdir_with_types(path)
        below = [known for known in self.paths if known.startswith(path)]
        return [ca.DirectoryEntry(known.rpartition("/")[2], "file") for known in below]


class RemovesNeighbours(Broken):
    async def rm(self, path, *, recursive=False, force=False):
        await super().rm(path, recursive=recursive, force=force)
        if recursive:
            for known in self.paths:
                if known.startswith(path):
                    await super().rm(known)


class Copies(Broken):
    async def rename(self, src, dest):
        await self.write_file(dest, await self.read_file(src))


class RenamesInTwoSteps(Broken):
    async def rename(self, src, dest):
        if await self.exists(dest) and (await self.stat(dest)).kind == "file":
            await self.rm(dest)
            for _ in range(3):
                await trio.lowlevel.checkpoint()
        await super().rename(src, dest)


class TearsWhenCancelled(Broken):
    async def append_file(self, path, content, *, mode=None):
        with trio.CancelScope(shield=True):
            await super().append_file(path, content[: len(content) // 2])
        await trio.lowlevel.checkpoint()
        await super().append_file(path, content[len(content) // 2 :])


class LeadsOut(Broken):
    async def write_file(self, path, content, *, mode=None):
        await super().write_file(path.replace("/..", "/outside"), content)


class ForgetsRows(Broken):
    async def sqlite_query(self, path, statement):
        result = await super().sqlite_query(path, statement)
        return ca.SqlResult() if statement.kind == "run" else result


class CommitsEach(Broken):
    async def sqlite_transaction(self, path, statements):
        return [await self.sqlite_query(path, statement) for statement in statements]


DEFECTS = {
    "what was written is read back": [LosesNewlines],
    "a write replaces all of a file": [KeepsTheTail],
    "writes and appends make the parents": [WantsParents],
    "an append adds to the end": [AppendsInFront],
    "odd names are names": [IgnoresCase],
    "what is missing is said to be missing": [ReadsNothing],
    "what is there exists": [ExistsByPrefix],
    "directories are not files": [WritesOverDirectories],
    "stat tells kind size and times": [CountsCharacters, HasNoTimeZone],
    "mkdir makes directories": [MakesAgain],
    "a directory lists what is directly in it": [ListsEverything],
    "rm removes what it is told and no more": [RemovesNeighbours],
    "rename moves and replaces": [Copies],
    "a renamed file is there at every moment": [RenamesInTwoSteps],
    "a cancelled operation is done or not": [TearsWhenCancelled],
    "no path leads out": [LeadsOut],
    "a database keeps its rows": [ForgetsRows],
    "a transaction is done in whole or not": [CommitsEach],
}


def test_there_is_a_defect_for_each_rule():
    assert list(DEFECTS) == [rule_name(rule) for rule in RULES]


@pytest.mark.parametrize(
    ("rule", "broken"), [(rule, one) for rule, many in DEFECTS.items() for one in many]
)
async def test_a_file_system_that_breaks_a_rule_is_found_out(rule, broken):
    with pytest.raises(AssertionError, match=rule):
        await check_session_file_system(broken)


# --- A directory is not left ----------------------------------------------------------------


@pytest.fixture
def outside(tmp_path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret").write_text("secret")
    return tmp_path / "outside"


@pytest.fixture
def root(tmp_path):
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


LINKED = {
    "read_file": lambda fs, path: fs.read_file(path),
    "write_file": lambda fs, path: fs.write_file(path, "x"),
    "append_file": lambda fs, path: fs.append_file(path, "x"),
    "exists": lambda fs, path: fs.exists(path),
    "stat": lambda fs, path: fs.stat(path),
    "sqlite": lambda fs, path: fs.sqlite_query(
        path, ca.SqlStatement(query="CREATE TABLE t (x)", kind="exec")
    ),
}


@pytest.mark.parametrize("operation", LINKED)
@pytest.mark.parametrize("place", ["/link/secret", "/file", "/link/new"])
async def test_links_are_not_followed(root, outside, operation, place):
    (root / "link").symlink_to(outside)
    (root / "file").symlink_to(outside / "secret")
    with pytest.raises(PermissionError):
        await LINKED[operation](ca.DirectoryFileSystem(root), place)
    assert (outside / "secret").read_text() == "secret"
    assert [path.name for path in outside.iterdir()] == ["secret"]


async def test_links_are_not_listed_and_are_removed_themselves(root, outside):
    (root / "d").mkdir()
    (root / "d" / "link").symlink_to(outside)
    os.mkfifo(root / "d" / "pipe")
    fs = ca.DirectoryFileSystem(root)
    assert await fs.readdir_with_types("/d") == []
    with pytest.raises(PermissionError):
        await fs.read_file("/d/pipe")
    await fs.rm("/d", recursive=True)
    assert not (root / "d").exists()
    assert (outside / "secret").read_text() == "secret"


@pytest.mark.parametrize(
    "query",
    [
        "ATTACH DATABASE '{0}/other.db' AS o",
        "VACUUM INTO '{0}/copy.db'",
        "PRAGMA temp_store_directory = '{0}'",
        "PRAGMA journal_mode = WAL",
        "SELECT load_extension('{0}/x.so')",
    ],
)
@pytest.mark.parametrize("kind", ["exec", "run", "query"])
async def test_sql_reaches_no_other_file(root, outside, query, kind):
    fs = ca.DirectoryFileSystem(root)
    with pytest.raises(sqlite3.Error):
        await fs.sqlite_query("/s.db", ca.SqlStatement(query=query.format(outside), kind=kind))
    assert [path.name for path in outside.iterdir()] == ["secret"]


@pytest.mark.parametrize("make", [ca.InMemoryFileSystem, None], ids=["memory", "directory"])
async def test_sql_is_bounded(root, make):
    fs = make() if make else ca.DirectoryFileSystem(root)
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT {} FROM n"
    for query in (endless.format("count(*)"), endless.format("x")):
        with pytest.raises(sqlite3.Error):
            await fs.sqlite_query("/s.db", ca.SqlStatement(query=query, kind="query"))
    for query in ("SELECT 1; SELECT 2", "no sql", "SELECT :missing"):
        with pytest.raises(sqlite3.Error):
            await fs.sqlite_query("/s.db", ca.SqlStatement(query=query, kind="query"))


async def test_new_files_are_for_their_owner_alone_unless_said_otherwise(root):
    fs = ca.DirectoryFileSystem(root / "new")
    await fs.write_file("/d/secret", "x")
    await fs.append_file("/d/log", "x")
    await fs.write_file("/d/open", "x", mode=0o644)
    await fs.write_file("/d/open", "y", mode=0o600)
    modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in (root / "new" / "d").iterdir()}
    assert modes == {"secret": 0o600, "log": 0o600, "open": 0o644}
    assert stat.S_IMODE((root / "new" / "d").stat().st_mode) == 0o700


async def test_a_write_that_fails_leaves_the_old_content_and_nothing_else(root, monkeypatch):
    fs = ca.DirectoryFileSystem(root)
    await fs.write_file("/file", "old")
    await fs.append_file("/log", "old")
    write = os.write

    def full(file, data):
        if len(data) > 4:
            return write(file, data[:4])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    for operation in (fs.write_file, fs.append_file):
        with pytest.raises(OSError, match="No space"):
            await operation("/file" if operation == fs.write_file else "/log", "new content")
    monkeypatch.undo()
    assert await fs.read_file("/file") == "old"
    assert await fs.read_file("/log") == "old"
    assert sorted(path.name for path in root.iterdir()) == ["file", "log"]


async def test_what_is_no_utf8_text_or_too_large_is_not_read(root, monkeypatch):
    fs = ca.DirectoryFileSystem(root)
    (root / "image").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="utf-8"):
        await fs.read_file("/image")
    (root / "huge").touch()
    os.truncate(root / "huge", 64 * 1024 * 1024 + 1)
    with pytest.raises(OSError, match="too large"):
        await fs.read_file("/huge")


async def test_memory_is_bounded_and_a_refused_write_changes_nothing():
    fs = ca.InMemoryFileSystem(max_bytes=10)
    await fs.write_file("/a", "12345")
    await fs.append_file("/a", "67890")
    for operation in (fs.append_file, fs.write_file):
        with pytest.raises(OSError, match="10 bytes"):
            await operation("/b", "1")
    assert fs.paths == ["/a"]
    await fs.write_file("/a", "")
    await fs.write_file("/b", "1234567890")
    await fs.rm("/b")
    await fs.write_file("/c", "1234567890")


@pytest.mark.parametrize("prefix", ["", "..", "a/..", "/a", "a//b", ".", "a\0b"])
def test_a_namespace_is_a_name(prefix):
    with pytest.raises(ca.InvalidOption):
        ca.NamespacedFileSystem(ca.InMemoryFileSystem(), prefix)


async def test_a_namespace_has_databases_only_where_its_files_are_has_them():
    class Plain(ca.SessionFileSystem):
        pass

    Plain.__abstractmethods__ = frozenset()
    inner = ca.NamespacedFileSystem(ca.NamespacedFileSystem(Plain(), "a"), "b")
    assert not has_databases(inner)
    assert has_databases(ca.NamespacedFileSystem(ca.InMemoryFileSystem(), "a"))
    with pytest.raises(NotImplementedError):
        await inner.sqlite_query("/x", ca.SqlStatement(query="SELECT 1", kind="query"))


@pytest.mark.parametrize("root", ["", 3, "a\0b"])
def test_a_directory_has_a_path(root):
    with pytest.raises(ca.InvalidOption):
        ca.DirectoryFileSystem(root)


@pytest.mark.parametrize("path", ["/..", "..", "/a/../..", "/a/b/../../../c"])
def test_a_path_that_leads_out_is_refused(path):
    with pytest.raises(PermissionError):
        split_path(path)


async def test_a_disk_that_hangs_holds_up_no_cancellation_and_later_operations_wait(
    root, monkeypatch
):
    fs = ca.DirectoryFileSystem(root)
    await fs.write_file("/file", "old")
    hanging, write, writing = threading.Event(), os.write, threading.Event()

    def hang(file, data):
        writing.set()
        hanging.wait()
        return write(file, data)

    monkeypatch.setattr(os, "write", hang)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(fs.write_file, "/file", "first")
        # Real time, here and below: threads do the work.
        await trio.to_thread.run_sync(writing.wait)
        nursery.cancel_scope.cancel()
    with trio.move_on_after(0.02) as scope:
        await fs.write_file("/file", "dropped")
    assert scope.cancelled_caught
    async with trio.open_nursery() as nursery:
        nursery.start_soon(fs.append_file, "/file", ", second")
        await trio.sleep(0.02)  # a real thread hangs
        monkeypatch.undo()
        hanging.set()
    assert await fs.read_file("/file") == "first, second"


async def test_a_threads_limiter_is_used(root):
    limiter = trio.CapacityLimiter(1)
    fs = ca.DirectoryFileSystem(root, limiter=limiter)
    async with limiter:
        with trio.move_on_after(0.01) as scope:  # real time: the thread never starts
            await fs.exists("/")
    assert scope.cancelled_caught
    assert await fs.exists("/")
