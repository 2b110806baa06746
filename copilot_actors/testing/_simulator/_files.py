"""The files of simulated sessions in a file system of the client: ``sessionFs.*``.

What CLI 1.0.102 does with one, as far as it matters to a client: which requests it makes at a
create and a resume, that the log is appended to one batch after the other, that ``sessions.save``
and the end of a turn wait for it, and what it does when that fails.
"""

from __future__ import annotations

from typing import Final, final

from copilot_actors._errors import JsonValue

from ._disk import Event, Journal
from ._host import FilesOption, Host, Params, RpcFailure, mapping_of, text_of
from ._kernel import Activity, Slot

LOG: Final = "events.jsonl"
_RETRY: Final = 0.1
_NEXT_RETRY: Final = 1.0
_DIRECTORIES: Final = ("checkpoints", "files", "research")
_SECRET_FILE: Final = 0o600
_SECRET_DIRECTORY: Final = 0o700


class Refused(Exception):
    """The client's file system failed; ``missing`` if there is no such file."""

    def __init__(self, message: str, *, missing: bool = False) -> None:
        super().__init__(message)
        self.missing = missing


@final
class RemoteFiles:
    """The file system of one session, and the log in it."""

    def __init__(self, host: Host, session_id: str, option: FilesOption) -> None:
        self._host = host
        self._session_id = session_id
        self._option = option
        self._waiting: list[tuple[str, str]] = []
        self._idle: Slot[None] = Slot()
        self._idle.put(None)
        self.late = False
        """Whether the log could not be written at once: the turn's end is never told then."""
        self.journal = Journal()
        """What the log holds once everything is written."""

    def ask(self, operation: str, params: Params) -> Activity[dict[str, JsonValue]]:
        """Ask for one operation and return its answer.

        Raises:
            Refused: it failed.
        """
        scoped: dict[str, JsonValue] = {"sessionId": self._session_id, **params}
        reply = yield from self._host.request(f"sessionFs.{operation}", scoped).wait()
        result = reply.get("result")
        if "error" in reply:
            raise Refused(text_of(mapping_of(reply, "error"), "message"))
        answer = result if isinstance(result, dict) else {}
        failure = answer.get("error") if "error" in answer else answer if "code" in answer else None
        if isinstance(failure, dict):
            code = text_of(failure, "code")
            raise Refused(f"{code}: {text_of(failure, 'message')}", missing=code == "ENOENT")
        return answer

    def read(self, path: str) -> Activity[str | None]:
        """Return the content of a file, or ``None`` if there is none."""
        try:
            return text_of((yield from self.ask("readFile", {"path": path})), "content")
        except Refused as refusal:
            if refusal.missing:
                return None
            raise

    def replace(self, path: str, content: str) -> Activity[None]:
        """Write a file under another name and rename it."""
        new = f"{path}.tmp.{self._host.dice.uuid()}"
        yield from self.ask(
            "mkdir", {"path": self._option.state_path, "recursive": True, "mode": _SECRET_DIRECTORY}
        )
        yield from self.ask("writeFile", {"path": new, "content": content, "mode": _SECRET_FILE})
        yield from self.ask("rename", {"src": new, "dest": path})

    def prepare(self, working_directory: str) -> Activity[None]:
        """Do what a create does.

        Raises:
            RpcFailure: the file system failed, or has no such working directory.
        """
        failed = "Request session.create failed with message: session construction failed: "
        try:
            yield from self.read(self._option.path("settings.json"))
            known = yield from self.read(self._option.path("workspace.yaml"))
            for name in _DIRECTORIES:
                yield from self.ask(
                    "mkdir",
                    {
                        "path": self._option.path(name),
                        "recursive": True,
                        "mode": _SECRET_DIRECTORY,
                    },
                )
            if known is None:
                about = f"id: {self._session_id}\ncwd: {working_directory}\n"
                yield from self.replace(self._option.path("workspace.yaml"), about)
            if working_directory != self._option.working_directory:
                yield from self.ask("stat", {"path": working_directory})
            yield from self.read(self._option.path("permissions.json"))
        except Refused as refusal:
            raise RpcFailure(failed + ("" if refusal.missing else str(refusal))) from None

    def load(self) -> Activity[Journal | None]:
        """Do what a resume does, and return the log.

        Raises:
            RpcFailure: the file system failed.
        """
        path = self._option.path(LOG)
        try:
            yield from self.ask("exists", {"path": self._option.path("workspace.yaml")})
            found = yield from self.ask("exists", {"path": path})
            content = (yield from self.read(path)) if found.get("exists") is True else None
        except Refused as refusal:
            raise RpcFailure(
                f"Request session.resume failed with message: Failed to load session events: "
                f"{refusal}"
            ) from None
        if content is None:
            return None
        self.journal = Journal(content.encode())
        return self.journal

    def append(self, events: list[Event]) -> None:
        """Append events to the log, after what is being written."""
        begin = len(self.journal.data)
        self.journal.append(events)
        self._write("append", self.journal.data[begin:].decode())

    def rewrite(self, events: list[Event]) -> None:
        """Replace the log, after what is being written."""
        self.journal.data = b""
        self.journal.append(events)
        self._write("replace", self.journal.data.decode())

    def written(self) -> Activity[bool]:
        """Wait until everything is written; return whether that went well at once."""
        yield from self._idle.wait()
        late, self.late = self.late, False
        return not late

    def _write(self, how: str, content: str) -> None:
        self._waiting.append((how, content))
        if self._idle.done:
            self._idle = Slot()
            self._host.kernel.start(self._work())

    def _work(self) -> Activity[None]:
        while self._waiting:
            how, content = self._waiting.pop(0)
            yield from self._persist(how, content)
        self._idle.put(None)

    def _persist(self, how: str, content: str) -> Activity[None]:
        path = self._option.path(LOG)
        delay = _RETRY
        while True:
            try:
                if how == "replace":
                    yield from self.replace(path, content)
                else:
                    yield from self.ask(
                        "appendFile", {"path": path, "content": content, "mode": _SECRET_FILE}
                    )
            except Refused:
                self.late = self.late or delay > _RETRY
                yield delay
                delay = _NEXT_RETRY
            else:
                return
