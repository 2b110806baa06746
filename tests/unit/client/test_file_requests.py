"""What the CLI is told of a session's file system, whatever that returns or raises."""

from __future__ import annotations

import errno
import sqlite3
from datetime import UTC, datetime

import pytest
import trio

import copilot_actors as ca
from copilot_actors.client._connection._link import Link
from copilot_actors.client._handlers import _file_requests
from copilot_actors.client._options._session_files import session_files
from copilot_actors.client._session._files import MAX_UNOWNED, MAX_WAITING, SessionFileSystems
from copilot_actors.client._statistics import Counters

NOW = datetime(2026, 1, 2, 3, 4, 5, 678000, tzinfo=UTC)
OK = {
    "readFile": ({"path": "/f"}, "text"),
    "writeFile": ({"path": "/f", "content": "x"}, None),
    "appendFile": ({"path": "/f", "content": "x", "mode": 384}, None),
    "exists": ({"path": "/f"}, True),
    "stat": ({"path": "/f"}, ca.FileInfo(kind="file", size=1, modified=NOW, created=NOW)),
    "mkdir": ({"path": "/f", "recursive": True}, None),
    "readdir": ({"path": "/"}, ["a"]),
    "readdirWithTypes": ({"path": "/"}, [ca.DirectoryEntry("a", "file")]),
    "rm": ({"path": "/f", "force": True}, None),
    "rename": ({"src": "/f", "dest": "/g"}, None),
    "sqliteExists": ({}, False),
    "sqliteQuery": (
        {"query": "SELECT 1", "queryType": "query", "params": {}},
        ca.SqlResult(rows=[{"a": 1}], columns=["a"]),
    ),
    "sqliteTransaction": (
        {"statements": [{"query": "INSERT", "queryType": "run"}]},
        [ca.SqlResult(rows_affected=1, last_insert_rowid=7)],
    ),
}
ANSWERS = {
    "readFile": {"content": "text"},
    "exists": {"exists": True},
    "stat": {
        "isFile": True, "isDirectory": False, "size": 1,
        "mtime": "2026-01-02T03:04:05.678Z", "birthtime": "2026-01-02T03:04:05.678Z",
    },
    "readdir": {"entries": ["a"]},
    "readdirWithTypes": {"entries": [{"name": "a", "type": "file"}]},
    "sqliteExists": {"exists": False},
    "sqliteQuery": {"rows": [{"a": 1}], "columns": ["a"], "rowsAffected": 0},
    "sqliteTransaction": {
        "results": [{"rows": [], "columns": [], "rowsAffected": 1, "lastInsertRowid": 7}]
    },
}  # fmt: skip
NAMES = {"readdirWithTypes": "readdir_with_types"}
UNTOLD = {"exists", "sqliteExists"}
"""Operations for whose failure the protocol has no answer but an error of the request."""


class Odd(ca.SqliteFileSystem):
    """Returns what it is told to, or calls it."""

    def __init__(self, value):
        self.value = value

    async def answer(self, *_args, **_options):
        if isinstance(self.value, BaseException):
            raise self.value
        if callable(self.value):
            return await self.value()
        return self.value


for name in (
    "read_file", "write_file", "append_file", "exists", "stat", "mkdir", "readdir",
    "readdir_with_types", "rm", "rename", "sqlite_exists", "sqlite_query", "sqlite_transaction",
):  # fmt: skip
    setattr(Odd, name, Odd.answer)
Odd.__abstractmethods__ = frozenset()


def served(file_system, **options):
    counters = Counters()
    link = Link(counters, rpc_timeout=1.0)
    option = session_files(ca.SessionFiles(file_system=file_system, **options))
    return SessionFileSystems(option, link, counters), link, counters


async def ask(link, operation, params, session_id="s"):
    return await link.request_handlers[f"sessionFs.{operation}"](
        {"sessionId": session_id, **params}
    )


def error_of(answer):
    return answer.get("error", answer)


@pytest.mark.parametrize("operation", OK)
async def test_every_operation_is_mapped(operation):
    params, value = OK[operation]
    _, link, _ = served(lambda _: Odd(value))
    assert await ask(link, operation, params) == ANSWERS.get(operation)


def test_every_operation_of_the_schema_is_served():
    from copilot_actors.protocol._generated import client_session  # noqa: PLC0415

    names = {
        n.removeprefix("SessionFs").removesuffix("Params")
        for n in client_session.__all__
        if n.startswith("SessionFs") and n.endswith("Params")
    }
    assert {f"sessionFs.{n[0].lower()}{n[1:]}" for n in names} == set(_file_requests.FILE_REQUESTS)


ERRORS = {
    "missing": (FileNotFoundError("/secret"), "ENOENT", "no such file or directory"),
    "denied": (PermissionError(errno.EACCES, "Permission denied", "/secret"), "UNKNOWN", "EACCES"),
    "full": (OSError(errno.ENOSPC, "No space left"), "UNKNOWN", "ENOSPC: No space left"),
    "plain": (OSError("secret"), "UNKNOWN", "OSError"),
    "odd": (RuntimeError("secret"), "UNKNOWN", "RuntimeError"),
    "group": (ExceptionGroup("secret", [ValueError("secret")]), "UNKNOWN", "ExceptionGroup"),
    "no exception": (type("Strange", (BaseException,), {})("secret"), "UNKNOWN", "Strange"),
    "unsupported": (NotImplementedError("secret"), "UNKNOWN", "NotImplementedError"),
}


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("operation", OK)
async def test_exceptions_become_errors_of_the_protocol_and_tell_no_secret(operation, kind):
    error, code, message = ERRORS[kind]
    _, link, counters = served(lambda _: Odd(error))
    if operation in UNTOLD:
        with pytest.raises(BaseException) as raised:
            await ask(link, operation, OK[operation][0])
        assert raised.value is error
        return
    answer = await ask(link, operation, OK[operation][0])
    failure = error_of(answer)
    if operation == "sqliteTransaction":
        assert failure["errorClass"] == "fatal"
        assert answer["results"] == []
    else:
        assert failure["code"] == code
    assert message in failure["message"]
    assert "secret" not in str(answer)
    assert counters.file_system_faults == (kind != "missing")


@pytest.mark.parametrize("operation", ["sqliteQuery", "sqliteTransaction"])
async def test_what_sqlite_says_of_a_statement_is_told_whole(operation):
    _, link, counters = served(lambda _: Odd(sqlite3.OperationalError("no such table: t")))
    answer = await ask(link, operation, OK[operation][0])
    assert error_of(answer)["message"] == "no such table: t"
    assert counters.file_system_faults == 0


async def test_a_database_that_is_busy_may_be_asked_again_and_a_slow_one_may_not():
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorcode = 5
    _, link, _ = served(lambda _: Odd(busy))
    answer = await ask(link, "sqliteTransaction", OK["sqliteTransaction"][0])
    assert answer["error"]["errorClass"] == "busyOrLocked"


WRONG = {
    "readFile": [None, b"bytes", 3, "\ud800"],
    "exists": [None, "yes", 1],
    "stat": [
        None,
        {"size": 1},
        ca.FileInfo(kind="file", size=-1, modified=NOW, created=NOW),
        ca.FileInfo(kind="file", size=2**60, modified=NOW, created=NOW),
        ca.FileInfo(kind="file", size=True, modified=NOW, created=NOW),
        ca.FileInfo(kind="link", size=1, modified=NOW, created=NOW),
        ca.FileInfo(kind="file", size=1, modified=NOW.replace(tzinfo=None), created=NOW),
        ca.FileInfo(kind="file", size=1, modified=NOW, created="today"),
    ],
    "readdir": [None, "names", [1], ["a/b"], [".."], [""], ["a\0"], ["x"] * 100_001],
    "readdirWithTypes": [None, ["a"], [ca.DirectoryEntry("a", "link")], [ca.DirectoryEntry(1, "file")]],
    "sqliteExists": [None, 0],
    "sqliteQuery": [
        None,
        {},
        ca.SqlResult(rows=[{"a": b"x"}]),
        ca.SqlResult(rows=[{"a": float("nan")}]),
        ca.SqlResult(rows=[object()]),
    ],
    "sqliteTransaction": [None, [], [ca.SqlResult()] * 2, [None]],
}  # fmt: skip


@pytest.mark.parametrize(
    ("operation", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
async def test_a_result_of_the_wrong_kind_is_a_failure_and_no_answer(operation, value):
    _, link, counters = served(lambda _: Odd(value))
    if operation in UNTOLD:
        with pytest.raises(TypeError):
            await ask(link, operation, OK[operation][0])
    else:
        failure = error_of(await ask(link, operation, OK[operation][0]))
        assert failure.get("code", failure.get("errorClass")) in ("UNKNOWN", "fatal")
    assert counters.file_system_faults == 1


async def test_an_answer_that_fits_into_no_frame_is_a_failure(monkeypatch):
    monkeypatch.setattr(_file_requests, "MAX_ANSWER", 100)
    _, link, _ = served(lambda _: Odd("x" * 101))
    assert error_of(await ask(link, "readFile", {"path": "/f"}))["message"].startswith("EFBIG")


@pytest.mark.parametrize(
    "params", [{}, {"path": None}, {"path": 3}, {"path": "/f", "content": ["x"]}]
)
async def test_a_request_without_its_parts_reaches_no_file_system(params):
    _, link, _ = served(ca.InMemoryFileSystem())
    assert error_of(await ask(link, "writeFile", params))["code"] == "UNKNOWN"


@pytest.mark.parametrize("session_id", [None, "", "../x", "a/b", "x" * 256, 3])
async def test_an_id_that_no_session_has_reaches_no_file_system(session_id):
    asked = []
    _, link, _ = served(asked.append)
    assert error_of(await ask(link, "readFile", {"path": "/f"}, session_id))["code"] == "UNKNOWN"
    assert asked == []


async def test_operations_of_one_session_come_one_after_the_other(autojump_clock):
    running, most = [0], [0]

    async def work():
        running[0] += 1
        most[0] = max(most[0], running[0])
        await trio.sleep(1)  # simulated time
        running[0] -= 1
        return "text"

    systems = {"a": Odd(work), "b": Odd(work)}
    _, link, _ = served(systems.get)
    async with trio.open_nursery() as nursery:
        for _ in range(3):
            for name in systems:
                nursery.start_soon(ask, link, "readFile", {"path": "/f"}, name)
    assert most == [2]
    assert trio.current_time() == pytest.approx(3)


async def test_a_slow_operation_is_answered_in_time_and_cancelled(autojump_clock):
    _, link, counters = served(lambda _: Odd(trio.sleep_forever), timeout=2.0)
    started = trio.current_time()
    answer = await ask(link, "readFile", {"path": "/f"})
    assert answer == {
        "content": "",
        "error": {"code": "UNKNOWN", "message": "ETIMEDOUT: no answer in time"},
    }
    answer = await ask(link, "sqliteTransaction", OK["sqliteTransaction"][0])
    assert answer["error"]["errorClass"] == "postCommitAmbiguous"
    with pytest.raises(TimeoutError):
        await ask(link, "exists", {"path": "/f"})
    assert trio.current_time() - started == pytest.approx(6)
    assert counters.handler_timeouts == 3


async def test_only_so_many_operations_of_a_session_wait(autojump_clock):
    _, link, _ = served(lambda _: Odd(trio.sleep_forever), timeout=2.0)
    messages = []

    async def one():
        messages.append(error_of(await ask(link, "readFile", {"path": "/f"}))["message"])

    async with trio.open_nursery() as nursery:
        for _ in range(MAX_WAITING + 10):
            nursery.start_soon(one)
    assert sum(message.startswith("EAGAIN") for message in messages) == 9


async def test_a_cancelled_request_passes_its_cancellation_on():
    _, link, _ = served(lambda _: Odd(trio.sleep_forever))
    with trio.move_on_after(0) as scope:
        await ask(link, "readFile", {"path": "/f"})
    assert scope.cancelled_caught


async def test_file_systems_of_sessions_that_nobody_holds_are_forgotten_in_the_end():
    asked = []

    def of(name):
        asked.append(name)
        return ca.InMemoryFileSystem()

    systems, link, _ = served(of)
    systems.mount("open")
    for number in range(MAX_UNOWNED + 5):
        await ask(link, "exists", {"path": "/"}, f"s{number}")
    await ask(link, "exists", {"path": "/"}, "open")
    await ask(link, "exists", {"path": "/"}, f"s{MAX_UNOWNED}")
    assert len(asked) == MAX_UNOWNED + 6
    await ask(link, "exists", {"path": "/"}, "s0")
    assert len(asked) == MAX_UNOWNED + 7


BAD_OPTIONS = [
    ({"file_system": 3}, "file_system"),
    ({"working_directory": "work"}, "working_directory"),
    ({"working_directory": "/a/../b"}, "working_directory"),
    ({"state_path": "/"}, "state_path"),
    ({"state_path": "state"}, "state_path"),
    ({"state_path": "/a\0b"}, "state_path"),
    ({"conventions": "vms"}, "conventions"),
    ({"sqlite": "yes"}, "sqlite"),
    ({"timeout": 0}, "timeout"),
    ({"timeout": float("inf")}, "timeout"),
    ({"timeout": True}, "timeout"),
]


@pytest.mark.parametrize(("fields", "named"), BAD_OPTIONS)
def test_a_wrong_option_is_named(fields, named):
    with pytest.raises(ca.InvalidOption) as refusal:
        session_files(ca.SessionFiles(**{"file_system": ca.InMemoryFileSystem(), **fields}))
    assert refusal.value.option == f"session_file_system.{named}"


def test_a_database_is_announced_only_where_there_is_one():
    def sqlite(**fields):
        return ca.SessionFiles(**fields).to_wire()["capabilities"]["sqlite"]

    memory = ca.InMemoryFileSystem()
    plain = ca.NamespacedFileSystem(
        type(
            "Plain",
            (ca.SessionFileSystem,),
            dict.fromkeys(ca.SessionFileSystem.__abstractmethods__, Odd.answer),
        )(),
        "a",
    )
    assert sqlite(file_system=memory) is True
    assert sqlite(file_system=memory, sqlite=False) is False
    assert sqlite(file_system=lambda _: memory) is True
    assert sqlite(file_system=plain) is False


def test_windows_paths_are_joined_by_their_own_separator():
    option = ca.SessionFiles(
        file_system=ca.InMemoryFileSystem(),
        working_directory="C:\\work",
        state_path="C:\\state",
        conventions="windows",
    )
    assert session_files(option).path("events.jsonl") == "C:\\state\\events.jsonl"
