"""The file systems of sessions: who has which, one operation at a time, within a limit.

Also what is answered here in place of the CLI. With a session file system CLI 1.0.102 says of
every session that it has no log and no metadata, and deletes nothing; recovery needs all three.
"""

from __future__ import annotations

import collections
import errno
import functools
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

import msgspec
import trio

from copilot_actors._errors import InvalidOption, JsonValue, RpcError
from copilot_actors.client._cli_words import APPLICATION_ERROR
from copilot_actors.client._handlers._file_requests import (
    DATABASE,
    FILE_REQUESTS,
    file_error,
    is_sql_error,
)
from copilot_actors.client._isolation import is_own_fault
from copilot_actors.storage import NamespacedFileSystem, SessionFileSystem

if TYPE_CHECKING:
    from copilot_actors.client._connection._link import Link
    from copilot_actors.client._options._session_files import SessionFiles
    from copilot_actors.client._statistics import Counters

T = TypeVar("T")

_log = logging.getLogger("copilot_actors.session")

LOG = "events.jsonl"
PAGE_SIZE = 500
"""Lines of the log in one page, unless the request says otherwise."""
MAX_WAITING = 64
"""Operations of one session that wait for their turn; the CLI waits for most before the next."""
MAX_UNOWNED = 64
"""Sessions without a handle here whose file systems are remembered: closing ones, forks."""

_SESSION_ID = re.compile(r"[A-Za-z0-9_-]{1,255}\Z")


class _Mount:
    """The file system of one session, used by one task at a time."""

    def __init__(self, file_system: SessionFileSystem) -> None:
        self.file_system = file_system
        self.lock = trio.Lock()
        self.failing = False


class SessionFileSystems:
    """Serves the file systems of one client to its CLI, whichever process that is."""

    def __init__(
        self,
        option: SessionFiles,
        link: Link,
        counters: Counters,
        enter: Callable[[str], object] = str,
    ) -> None:
        """``enter`` is called with the session's id in the task of each request of the CLI."""
        self._enter = enter
        self._option = option
        self._counters = counters
        self.log_written: Callable[[str], None] | None = None
        """Told when the log of a session could be written again after a failure."""
        self.home: str | None = None
        """The ``COPILOT_HOME`` of the CLI, where that is known."""
        self._mounts: dict[str, _Mount] = {}
        self._unowned: collections.OrderedDict[str, _Mount] = collections.OrderedDict()
        for method in FILE_REQUESTS:
            link.request_handlers[method] = functools.partial(self._serve, method)
        link.stand_ins.update(
            {
                "sessions.getMetadata": self._metadata,
                "sessions.readPersistedEvents": self._events,
                "sessions.delete": self._delete,
                "sessions.bulkDelete": self._delete_all,
            }
        )

        if isinstance(option.file_system, SessionFileSystem):
            link.stand_ins.update({"session.list": self._list, "sessions.list": self._list})

    def mount(self, session_id: str) -> None:
        """Get the file system of a session that is about to be opened.

        Raises:
            InvalidOption: there is none to be had, or another open session has the same one.
        """
        self._unowned.pop(session_id, None)
        file_system = self._option.file_system_of(session_id)
        identity = _identity(file_system)
        for other, mount in self._mounts.items():
            if other != session_id and _identity(mount.file_system) == identity:
                reason = f"the sessions {other!r} and {session_id!r} would share one file system"
                raise InvalidOption("session_file_system", reason)
        self._mounts[session_id] = _Mount(file_system)

    def unmount(self, session_id: str) -> None:
        """The session is over; its CLI may still have something to write."""
        mount = self._mounts.pop(session_id, None)
        if mount is not None:
            self._remember(session_id, mount)

    async def make_directory(self, session_id: str, path: object) -> None:
        """Make the working directory of a session, without which the CLI opens none.

        Raises:
            RpcError: the file system failed.
        """
        if isinstance(path, str):
            await self._own(
                "session.create",
                session_id,
                lambda mount: mount.file_system.mkdir(path, recursive=True),
            )

    # --- Requests of the CLI ----------------------------------------------------------------

    async def _serve(self, method: str, params: JsonValue) -> JsonValue:
        fields = params if isinstance(params, dict) else {}
        logs = method == "sessionFs.appendFile" and fields.get("path") == self._option.path(LOG)
        request = FILE_REQUESTS[method]
        mount: _Mount | None = None
        try:
            mount = self._of(fields.get("sessionId"))
            self._enter(str(fields.get("sessionId")))
            with trio.fail_after(self._option.timeout):
                async with mount.lock:
                    answer = await request.operation(
                        mount.file_system, fields, self._option.path(DATABASE)
                    )
        except BaseException as error:
            if not is_own_fault(error):
                raise
            fault = self._judge(method, error)
            if mount is not None and logs:
                mount.failing = True
            if request.failure is None:
                raise fault from None
            return request.failure(fault)
        if logs:
            self._written(str(fields.get("sessionId")), mount)
        return answer

    def _judge(self, method: str, error: BaseException) -> BaseException:
        """Count and report what went wrong; return what the CLI is told."""
        if isinstance(error, trio.TooSlowError):
            self._counters.handler_timeouts += 1
            _log.error("%s was over its limit of %g s", method, self._option.timeout)
            return TimeoutError(errno.ETIMEDOUT, "no answer in time")
        if not isinstance(error, FileNotFoundError) and not is_sql_error(error):
            self._counters.file_system_faults += 1
            shown = None if isinstance(error, OSError) else error
            _log.error("%s failed: %s", method, type(error).__name__, exc_info=shown)
        return error

    def _written(self, session_id: str, mount: _Mount) -> None:
        mount.failing, failed = False, mount.failing
        if failed and self.log_written is not None:
            self.log_written(session_id)

    def _of(self, session_id: object) -> _Mount:
        if not isinstance(session_id, str) or not _SESSION_ID.match(session_id):
            raise LookupError("the request names no session")
        mount = self._mounts.get(session_id) or self._unowned.get(session_id)
        if mount is None:
            mount = _Mount(self._option.file_system_of(session_id))
            self._remember(session_id, mount)
        if mount.lock.statistics().tasks_waiting >= MAX_WAITING:
            raise BlockingIOError(errno.EAGAIN, "too many operations at once")
        return mount

    def _remember(self, session_id: str, mount: _Mount) -> None:
        self._unowned[session_id] = mount
        while len(self._unowned) > MAX_UNOWNED:
            self._unowned.popitem(last=False)

    # --- In place of the CLI ----------------------------------------------------------------

    async def _metadata(self, params: Mapping[str, JsonValue]) -> JsonValue:
        session_id = str(params.get("sessionId", ""))
        described = await self._describe("sessions.getMetadata", session_id)
        return {} if described is None else {"session": described}

    async def _list(self, params: Mapping[str, JsonValue]) -> JsonValue:
        """The sessions in the one file system that all of them have a directory in."""
        given = params.get("filter")
        wanted = given if isinstance(given, dict) else {}
        base = self._option.file_system
        if not isinstance(base, SessionFileSystem):
            raise TypeError("a function cannot be asked which sessions there are")
        names = await self._attempt("session.list", lambda: base.readdir("/"))
        sessions: list[JsonValue] = []
        for name in names:
            if not isinstance(name, str) or not _SESSION_ID.match(name):
                continue
            described: dict[str, JsonValue] | None
            try:
                described = await self._describe("session.list", name)
            except RpcError as error:
                _log.warning("session %r cannot be described: %s", name, error)
                described = {"sessionId": name}
            context = (described or {}).get("context")
            known = context if isinstance(context, dict) else {}
            if described is not None and all(known.get(k) == v for k, v in wanted.items()):
                sessions.append(described)
        return {"sessions": sessions}

    async def _describe(self, method: str, session_id: str) -> dict[str, JsonValue] | None:
        text = await self._read_log(method, session_id)
        if not text:
            return None
        data = (_event(text.partition("\n")[0]) or {}).get("data")
        fields = data if isinstance(data, dict) else {}
        described: dict[str, JsonValue] = {"sessionId": session_id, "isRemote": False}
        if isinstance(fields.get("startTime"), str):
            described["startTime"] = fields["startTime"]
        last = _event(text.rstrip("\n").rpartition("\n")[2]) or {}
        if isinstance(last.get("timestamp"), str):
            described["modifiedTime"] = last["timestamp"]
        if isinstance(fields.get("context"), dict):
            described["context"] = fields["context"]
        return described

    async def _events(self, params: Mapping[str, JsonValue]) -> JsonValue:
        """One page of a log; a line that is no event is left out, a torn end among them.

        The cursor says how many lines come before the page (backward) or were read (forward).
        """
        method = "sessions.readPersistedEvents"
        text = await self._read_log(method, str(params.get("sessionId", "")))
        lines = (text or "").split("\n")
        most, cursor = params.get("max"), params.get("cursor")
        size = most if isinstance(most, int) and most > 0 else PAGE_SIZE
        place = int(cursor) if isinstance(cursor, str) and cursor.isdecimal() else None
        if params.get("direction") == "backward":
            end = len(lines) if place is None else place
            start = cursor_after = max(0, end - size)
            more = start > 0
        else:
            start = place or 0
            end = cursor_after = start + size
            more = end < len(lines)
        events: list[JsonValue] = [
            event for line in lines[start:end] if (event := _event(line)) is not None
        ]
        page: dict[str, JsonValue] = {"events": events, "hasMore": more, "cursorStatus": "ok"}
        return {**page, "cursor": str(cursor_after)}

    async def _delete(self, params: Mapping[str, JsonValue]) -> JsonValue:
        session_id = str(params.get("sessionId", ""))
        places = [self._option.state_path]
        if self.home is not None:
            # CLI 1.0.102 keeps a part of a session under the path that it has on the machine.
            places.append(f"{self.home}/session-state/{session_id}")

        async def remove(mount: _Mount) -> None:
            for place in places:
                await mount.file_system.rm(place, recursive=True, force=True)

        await self._own("sessions.delete", session_id, remove)
        self._unowned.pop(session_id, None)
        return {}

    async def _delete_all(self, params: Mapping[str, JsonValue]) -> JsonValue:
        """Delete one after the other; what it frees is the length of their logs, in bytes."""
        method, freed = "sessions.bulkDelete", dict[str, JsonValue]()
        named = params.get("sessionIds")
        for session_id in named if isinstance(named, list) else ():
            text = await self._read_log(method, str(session_id))
            await self._delete({"sessionId": session_id})
            freed[str(session_id)] = len((text or "").encode())
        return {"freedBytes": freed}

    async def _read_log(self, method: str, session_id: str) -> str | None:
        path = self._option.path(LOG)

        async def read(mount: _Mount) -> str | None:
            try:
                content: object = await mount.file_system.read_file(path)
            except FileNotFoundError:
                return None
            if not isinstance(content, str):
                raise TypeError("a file has text")
            return content

        return await self._own(method, session_id, read)

    async def _own(
        self, method: str, session_id: str, operation: Callable[[_Mount], Awaitable[T]]
    ) -> T:
        """Do something of our own on a session's file system, as the CLI's requests are done."""

        async def locked() -> T:
            mount = self._of(session_id)
            async with mount.lock:
                return await operation(mount)

        return await self._attempt(method, locked)

    async def _attempt(self, method: str, operation: Callable[[], Awaitable[T]]) -> T:
        """Do something within the limit.

        Raises:
            RpcError: it failed, or took too long.
        """
        try:
            with trio.fail_after(self._option.timeout):
                return await operation()
        except BaseException as error:
            if not is_own_fault(error):
                raise
            self._counters.file_system_faults += 1
            slow = isinstance(error, trio.TooSlowError)
            reason = "no answer in time" if slow else file_error(error)["message"]
            message = f"the session's file system failed: {reason}"
            raise RpcError(method, APPLICATION_ERROR, message) from error


def _identity(file_system: SessionFileSystem) -> tuple[object, ...]:
    """What two file systems have in common if they are the same files."""
    if isinstance(file_system, NamespacedFileSystem):
        return (*_identity(file_system.inner), file_system.prefix)
    return (id(file_system),)


def _event(line: str) -> dict[str, JsonValue] | None:
    """The event on a line of a log, or ``None`` if the line is none."""
    try:
        event: JsonValue = msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return event if isinstance(event, dict) else None
