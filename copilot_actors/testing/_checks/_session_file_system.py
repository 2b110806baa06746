"""A contract check for session file systems: one function for each rule."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeAlias

import trio
import trio.testing

from copilot_actors.client._isolation import is_own_fault
from copilot_actors.storage import (
    DirectoryEntry,
    FileInfo,
    SessionFileSystem,
    SqliteFileSystem,
    SqlStatement,
    has_databases,
)

from ._contract import check_rule, made_by, require, rule_name

MakeFileSystem: TypeAlias = Callable[[], SessionFileSystem | Awaitable[SessionFileSystem]]
"""Returns a new, empty file system; may be async."""

_TEXT: Final = "first\nsecond\r\n\u00e4\u20ac\U0001f600\ttail"
_BIG: Final = 1024 * 1024
_ROUNDS: Final = 25


async def check_session_file_system(make: MakeFileSystem) -> None:
    """Check that a session file system keeps the rules that the CLI and the client rely on.

    Run it in a test of your own, in real time if the file system uses threads or a network. Each
    rule gets a new file system. The rules are those of the docstrings of ``SessionFileSystem``
    and, if it has databases, ``SqliteFileSystem``.

    Args:
        make: returns a new, empty file system; may be async. The check removes nothing.

    Raises:
        AssertionError: a rule is broken: which, and what was seen.
        TypeError: ``make`` returned something else.

    Example:
        >>> async def test_my_file_system_keeps_the_rules() -> None:
        ...     await check_session_file_system(MyFileSystem)
    """
    for rule in RULES:
        file_system = await made_by(make, SessionFileSystem)
        await check_rule(rule_name(rule), partial(rule, file_system), patience=math.inf)


@contextmanager
def _raises(expected: type[OSError] | tuple[type[OSError], ...], doing: str) -> Iterator[None]:
    try:
        yield
    except expected:
        return
    except OSError as error:
        raise AssertionError(f"{doing} raised {type(error).__name__}") from error
    raise AssertionError(f"{doing} raised nothing")


# --- Files ----------------------------------------------------------------------------------


async def _what_was_written_is_read_back(fs: SessionFileSystem) -> None:
    for text in (_TEXT, "", "x" * _BIG):
        await fs.write_file(f"/{len(text)}", text)
        found = await fs.read_file(f"/{len(text)}")
        require(found == text, f"{len(text)} characters became {len(found)} others")


async def _a_write_replaces_all_of_a_file(fs: SessionFileSystem) -> None:
    await fs.write_file("/file", "a long content", mode=0o600)
    await fs.write_file("/file", "short")
    require(await fs.read_file("/file") == "short", "something of the old content was left")


async def _writes_and_appends_make_the_parents(fs: SessionFileSystem) -> None:
    await fs.write_file("/a/b/file", "written")
    await fs.append_file("/c/d/file", "appended")
    require(await fs.read_file("/a/b/file") == "written", "the written file is another one")
    require(await fs.read_file("/c/d/file") == "appended", "the appended file is another one")
    require((await fs.stat("/a/b")).kind == "directory", "a parent is no directory")


async def _an_append_adds_to_the_end(fs: SessionFileSystem) -> None:
    lines = [f"{number} \u00e4\n" for number in range(100)]
    for line in lines:
        await fs.append_file("/log", line, mode=0o600)
    require(await fs.read_file("/log") == "".join(lines), "lines are missing, changed or moved")


async def _odd_names_are_names(fs: SessionFileSystem) -> None:
    names = [
        "a b",
        "\u00fcml\u00e4ut",
        ".hidden",
        "a.tmp.1-2",
        "A",
        "a",
        "x" * 200,
        "-",
        "%41",
        "*",
    ]
    for name in names:
        await fs.write_file(f"/d/{name}", name)
    found = {entry.name for entry in await fs.readdir_with_types("/d")}
    require(found == set(names), f"the directory has {sorted(found ^ set(names))}")
    for name in names:
        require(await fs.read_file(f"/d/{name}") == name, f"{name!r} has another's content")


async def _what_is_missing_is_said_to_be_missing(fs: SessionFileSystem) -> None:
    await fs.write_file("/file", "")
    for path in ("/none", "/none/none"):
        with _raises(FileNotFoundError, "reading a missing file"):
            await fs.read_file(path)
        with _raises(FileNotFoundError, "stat of a missing file"):
            await fs.stat(path)
        with _raises(FileNotFoundError, "listing a missing directory"):
            await fs.readdir_with_types(path)
        require(await fs.exists(path) is False, "a missing file exists")


async def _what_is_there_exists(fs: SessionFileSystem) -> None:
    await fs.write_file("/d/file", "")
    for path in ("/", "/d", "/d/file"):
        require(await fs.exists(path) is True, f"{path} does not exist")
    for path in ("/D", "/d/fil", "/d/file2"):
        require(await fs.exists(path) is False, f"{path} exists")


async def _directories_are_not_files(fs: SessionFileSystem) -> None:
    await fs.write_file("/d/file", "kept")
    with _raises(IsADirectoryError, "reading a directory"):
        await fs.read_file("/d")
    with _raises(IsADirectoryError, "writing to a directory"):
        await fs.write_file("/d", "")
    with _raises(IsADirectoryError, "appending to a directory"):
        await fs.append_file("/d", "")
    with _raises(NotADirectoryError, "listing a file"):
        await fs.readdir_with_types("/d/file")
    with _raises((NotADirectoryError, FileNotFoundError), "writing below a file"):
        await fs.write_file("/d/file/below", "")
    require(await fs.read_file("/d/file") == "kept", "the file was changed")


async def _stat_tells_kind_size_and_times(fs: SessionFileSystem) -> None:
    await fs.write_file("/d/file", _TEXT)
    info = await fs.stat("/d/file")
    require(isinstance(info, FileInfo), f"stat returned {type(info).__name__}")
    require(info.kind == "file", "a file is none")
    size = len(_TEXT.encode())
    require(info.size == size, f"{size} bytes of UTF-8 have the size {info.size}")
    for moment in (info.modified, info.created):
        require(moment.tzinfo is not None, "a time has no time zone")
    require((await fs.stat("/d")).kind == "directory", "a directory is none")
    require((await fs.stat("/")).kind == "directory", "the root is no directory")


async def _mkdir_makes_directories(fs: SessionFileSystem) -> None:
    await fs.mkdir("/one", mode=0o700)
    with _raises(FileExistsError, "making a directory twice"):
        await fs.mkdir("/one")
    with _raises(FileNotFoundError, "making a directory without its parent"):
        await fs.mkdir("/none/two")
    await fs.mkdir("/a/b/c", recursive=True)
    await fs.write_file("/a/b/file", "kept")
    await fs.mkdir("/a/b", recursive=True)
    require(await fs.read_file("/a/b/file") == "kept", "what was in the directory is gone")
    require((await fs.stat("/a/b/c")).kind == "directory", "it is no directory")
    with _raises((FileExistsError, NotADirectoryError), "making a directory of a file"):
        await fs.mkdir("/a/b/file", recursive=True)


async def _a_directory_lists_what_is_directly_in_it(fs: SessionFileSystem) -> None:
    require(list(await fs.readdir_with_types("/")) == [], "a new file system is not empty")
    await fs.write_file("/d/file", "")
    await fs.write_file("/d/sub/deep/file", "")
    await fs.mkdir("/d/empty")
    await fs.write_file("/dd/other", "")
    found = await fs.readdir_with_types("/d")
    require(all(isinstance(entry, DirectoryEntry) for entry in found), "no DirectoryEntry")
    kinds = {entry.name: entry.kind for entry in found}
    require(kinds == {"file": "file", "sub": "directory", "empty": "directory"}, f"it has {kinds}")
    require(len(found) == len(kinds), "a name is there twice")
    require(sorted(await fs.readdir("/d")) == sorted(kinds), "readdir has other names")


async def _rm_removes_what_it_is_told_and_no_more(fs: SessionFileSystem) -> None:
    for path in ("/d/file", "/d/sub/file", "/dd", "/file"):
        await fs.write_file(path, "")
    await fs.rm("/file")
    require(not await fs.exists("/file"), "the file is still there")
    with _raises(FileNotFoundError, "removing what is missing"):
        await fs.rm("/file")
    await fs.rm("/file", force=True)
    await fs.rm("/none/none", recursive=True, force=True)
    with _raises(OSError, "removing a directory as a file"):
        await fs.rm("/d")
    require(await fs.exists("/d/sub/file"), "a refused removal removed something")
    await fs.rm("/d", recursive=True)
    for path in ("/d", "/d/file", "/d/sub/file"):
        require(not await fs.exists(path), f"{path} is still there")
    require(await fs.exists("/dd"), "a neighbour is gone")
    await fs.write_file("/d/file", "new")
    require([e.name for e in await fs.readdir_with_types("/d")] == ["file"], "old files came back")


async def _rename_moves_and_replaces(fs: SessionFileSystem) -> None:
    await fs.write_file("/new", "new")
    await fs.write_file("/d/old", "old")
    await fs.rename("/new", "/d/old")
    require(await fs.read_file("/d/old") == "new", "the target has another content")
    require(not await fs.exists("/new"), "the source is still there")
    await fs.rename("/d", "/e")
    require(await fs.read_file("/e/old") == "new", "a moved directory lost its files")
    require(not await fs.exists("/d/old"), "a moved directory is still there")
    with _raises(FileNotFoundError, "renaming what is missing"):
        await fs.rename("/none", "/other")
    with _raises(FileNotFoundError, "renaming to a missing directory"):
        await fs.rename("/e/old", "/none/old")
    require(await fs.read_file("/e/old") == "new", "a refused rename lost the file")


async def _a_renamed_file_is_there_at_every_moment(fs: SessionFileSystem) -> None:
    whole = {f"{number}" * 1000 for number in range(_ROUNDS)}
    await fs.write_file("/file", "0" * 1000)
    done = trio.Event()

    async def read() -> None:
        while not done.is_set():
            content = await fs.read_file("/file")
            require(content in whole, f"{len(content)} characters were half of a file")
            await trio.lowlevel.checkpoint()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(read)
        for number in range(_ROUNDS):
            await fs.write_file("/file.tmp", f"{number}" * 1000)
            await fs.rename("/file.tmp", "/file")
        done.set()


async def _a_cancelled_operation_is_done_or_not(fs: SessionFileSystem) -> None:
    await fs.write_file("/file", "old")
    await fs.write_file("/log", "old")
    with trio.CancelScope() as scope:
        scope.cancel()
        await fs.write_file("/file", "new" * 1000)
    found = await fs.read_file("/file")
    require(found in ("old", "new" * 1000), "a cancelled write left half of a file")
    with trio.CancelScope() as scope:
        scope.cancel()
        await fs.append_file("/log", "new" * 1000)
    found = await fs.read_file("/log")
    require(found in ("old", "old" + "new" * 1000), "a cancelled append left half of it")
    names = sorted(entry.name for entry in await fs.readdir_with_types("/"))
    require(names == ["file", "log"], f"a cancelled write left {names}")


async def _no_path_leads_out(fs: SessionFileSystem) -> None:
    for path in ("/../out", "/a/../../out", "/../../../../tmp/out"):
        try:
            await fs.write_file(path, "out")
        except (OSError, ValueError):
            continue
        inside = path.rsplit("..", 1)[1]
        require(await fs.exists(inside), f"{path} was written elsewhere")
        await fs.rm(inside)
    await fs.write_file("/a/./b//../c", "c")
    require(await fs.read_file("/a/c") == "c", "'.' and '..' within the root are another file")


# --- Databases ------------------------------------------------------------------------------

_TABLE: Final = SqlStatement(
    query="CREATE TABLE t (id TEXT PRIMARY KEY, n INTEGER); CREATE TABLE u (x);", kind="exec"
)
_ALL: Final = SqlStatement(query="SELECT id, n FROM t ORDER BY id", kind="query")
_DATABASE: Final = "/state/session.db"


def _insert(key: str, number: int) -> SqlStatement:
    return SqlStatement(
        query="INSERT INTO t VALUES (:key, @number)",
        kind="run",
        parameters={"key": key, "number": number},
    )


async def _a_database_keeps_its_rows(fs: SessionFileSystem) -> None:
    if not isinstance(fs, SqliteFileSystem) or not has_databases(fs):
        return
    require(await fs.sqlite_exists(_DATABASE) is False, "a database is there at the start")
    await fs.sqlite_query(_DATABASE, _TABLE)
    require(await fs.sqlite_exists(_DATABASE) is True, "a database that was made is not there")
    result = await fs.sqlite_query(_DATABASE, _insert("a", 1))
    require(result.rows_affected == 1, f"one row counts as {result.rows_affected}")
    result = await fs.sqlite_query(_DATABASE, _ALL)
    require(list(result.columns) == ["id", "n"], f"the columns are {list(result.columns)}")
    require([dict(r) for r in result.rows] == [{"id": "a", "n": 1}], f"rows: {result.rows}")
    other = await fs.sqlite_query(
        "/other.db", SqlStatement(query="SELECT count(*) AS n FROM sqlite_master", kind="query")
    )
    require([dict(r) for r in other.rows] == [{"n": 0}], "two databases are one")


async def _a_transaction_is_done_in_whole_or_not(fs: SessionFileSystem) -> None:
    if not isinstance(fs, SqliteFileSystem) or not has_databases(fs):
        return
    await fs.sqlite_query(_DATABASE, _TABLE)
    results = await fs.sqlite_transaction(_DATABASE, [_insert("a", 1), _insert("b", 2), _ALL])
    require(len(results) == len("abc"), "a result is missing")
    require(len(results[-1].rows) == len("ab"), "a statement does not see those before it")
    try:
        await fs.sqlite_transaction(_DATABASE, [_insert("c", 3), _insert("a", 4)])
    except Exception as error:
        require(is_own_fault(error), "the failure ended more than the statement")
    else:
        raise AssertionError("a transaction with a statement that fails did not raise")
    left = [row["id"] for row in (await fs.sqlite_query(_DATABASE, _ALL)).rows]
    require(left == ["a", "b"], f"after a failed transaction there is {left}")


RULES: Final = (
    _what_was_written_is_read_back,
    _a_write_replaces_all_of_a_file,
    _writes_and_appends_make_the_parents,
    _an_append_adds_to_the_end,
    _odd_names_are_names,
    _what_is_missing_is_said_to_be_missing,
    _what_is_there_exists,
    _directories_are_not_files,
    _stat_tells_kind_size_and_times,
    _mkdir_makes_directories,
    _a_directory_lists_what_is_directly_in_it,
    _rm_removes_what_it_is_told_and_no_more,
    _rename_moves_and_replaces,
    _a_renamed_file_is_there_at_every_moment,
    _a_cancelled_operation_is_done_or_not,
    _no_path_leads_out,
    _a_database_keeps_its_rows,
    _a_transaction_is_done_in_whole_or_not,
)
"""The rules, in the order in which they are checked."""
