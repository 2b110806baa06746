"""``session.workspace``: the files, the plan and the checkpoints that the CLI keeps for a session.

Rules of CLI 1.0.102 behind it: paths are relative to the workspace's ``files`` folder and may not
lead out of it; a file that is not there is an error whose text alone says so, while a checkpoint
or a plan that is not there is ``null``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Protocol, TypeVar, final

import msgspec

from copilot_actors._errors import InvalidOption, JsonValue, RpcError
from copilot_actors.client._replies import decode_reply

T = TypeVar("T")

_DRIVE: Final = re.compile(r"[A-Za-z]:")
_MAX_NAME_BYTES: Final = 255
"""No file system of the CLI's platforms has longer names; the CLI answers ENAMETOOLONG."""


class WorkspaceCheckpoint(msgspec.Struct, frozen=True, kw_only=True):
    """A summary of the conversation, which the CLI kept when it compacted the history.

    Attributes:
        number: counted from 1; a higher one is later. ``read_checkpoint`` takes it.
        title: what it is about.
        filename: its name in the ``checkpoints`` folder of the workspace.
    """

    number: int
    title: str
    filename: str


class Ask(Protocol):
    """Sends a request of the session and returns the result as it came."""

    async def __call__(
        self, method: str, params: Mapping[str, JsonValue], *, repeatable: bool = False
    ) -> msgspec.Raw:
        """Send it; a repeatable one again if the CLI dies before it answers."""
        ...


@final
class SessionWorkspace:
    """The workspace of a session that is open. Made by ``session.workspace``.

    Every call waits for a CLI that has the session loaded, as long as ``rpc_timeout``: a paused
    session is loaded for it. Each may be done twice without harm, so it is asked again if the CLI
    dies before it answers. A call that is cancelled may still be carried out.

    Each raises :exc:`SessionClosed` (or another session error that says why) if the session is
    over, and :exc:`CopilotError` with the CLI's answer, or why there is none. A session without
    a workspace (one that runs elsewhere) has no files, plan or checkpoints.

    The CLI follows links that lie in the folder, wherever they lead (CLI 1.0.102).

    For a session that nobody has open there is ``SessionStore``.
    """

    __slots__ = ("_ask",)

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    # --- Files ----------------------------------------------------------------------------

    async def list_files(self) -> tuple[str, ...]:
        """Return the paths of all files, sorted; relative to the ``files`` folder."""
        reply = await self._call("session.workspaces.listFiles", {}, _Files)
        return tuple(sorted(reply.files))

    async def read_file(self, path: str) -> str | None:
        """Return the text of a file, or ``None`` if there is no such file.

        Args:
            path: relative to the ``files`` folder, with slashes; in the form in which
                :meth:`list_files` gives it.

        Raises:
            InvalidOption: the path is absolute, has a part ``..`` or is otherwise none of a file
                there; nothing was sent.
        """
        wanted = _check_path(path)
        try:
            reply = await self._call("session.workspaces.readFile", {"path": wanted}, _Content)
        except RpcError:
            # Told by the list, since only the error's text says that it is not there.
            if wanted in await self.list_files():
                raise
            return None
        return reply.content

    async def write_file(self, path: str, content: str) -> None:
        """Write a file, whether there is one or not; missing folders are made.

        Seen by the agent at once, and told of by a ``session.workspace_file_changed`` event.

        Args:
            path: as in :meth:`read_file`.
            content: its whole text.

        Raises:
            InvalidOption: as in :meth:`read_file`, or the content is no text.
            InvalidRequest: the content cannot be sent (a lone surrogate, more than a frame).
        """
        await self._do(
            "session.workspaces.createFile",
            {"path": _check_path(path), "content": _check_text("content", content)},
        )

    # --- The plan -------------------------------------------------------------------------

    async def read_plan(self) -> str | None:
        """Return the text of the plan (``plan.md``), or ``None`` if there is none."""
        return (await self._call("session.plan.read", {}, _Content)).content

    async def update_plan(self, content: str) -> None:
        """Write the plan; told of by a ``session.plan_changed`` event.

        Raises:
            InvalidOption: the content is no text.
            InvalidRequest: the content cannot be sent.
        """
        await self._do("session.plan.update", {"content": _check_text("content", content)})

    async def delete_plan(self) -> None:
        """Delete the plan; nothing happens if there is none."""
        await self._do("session.plan.delete", {})

    # --- Checkpoints ----------------------------------------------------------------------

    async def list_checkpoints(self) -> tuple[WorkspaceCheckpoint, ...]:
        """Return the checkpoints that compactions left, oldest first."""
        reply = await self._call("session.workspaces.listCheckpoints", {}, _Checkpoints)
        return tuple(reply.checkpoints)

    async def read_checkpoint(self, number: int) -> str | None:
        """Return the summary of a checkpoint, in Markdown, or ``None`` if there is no such one.

        Raises:
            InvalidOption: the number is none from 0 on.
        """
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 1 << 32:
            raise InvalidOption("number", f"expected the number of a checkpoint, got {number!r}")
        method = "session.workspaces.readCheckpoint"
        return (await self._call(method, {"number": number}, _Content)).content

    # --- Helpers --------------------------------------------------------------------------

    async def _call(self, method: str, params: Mapping[str, JsonValue], shape: type[T]) -> T:
        return decode_reply(method, await self._ask(method, params, repeatable=True), shape)

    async def _do(self, method: str, params: Mapping[str, JsonValue]) -> None:
        await self._ask(method, params, repeatable=True)


class _Files(msgspec.Struct):
    files: list[str] = []


class _Content(msgspec.Struct):
    content: str | None = None


class _Checkpoints(msgspec.Struct):
    checkpoints: list[WorkspaceCheckpoint] = []


# Their annotations are read here: the checkpoint is shown as a class of the package, where they
# mean nothing.
msgspec.json.Decoder(_Checkpoints)


def _check_text(option: str, value: str) -> str:
    if not isinstance(value, str):
        raise InvalidOption(option, f"expected a text, got {type(value).__name__}")
    return value


def _check_path(path: str) -> str:
    """A path that names one file below the folder, on every platform and in one way only.

    Stricter than the CLI, which resolves ``a/../b`` and takes a backslash for part of a name
    where the system does.
    """
    if not isinstance(path, str) or not path:
        raise InvalidOption("path", f"expected a relative path with slashes, got {path!r}")
    if path.startswith("/") or _DRIVE.match(path):
        raise InvalidOption("path", f"{path!r} is absolute; it is relative to the files folder")
    if "\\" in path or "\0" in path:
        raise InvalidOption("path", f"{path!r} has a backslash or a NUL; its parts are parted by /")
    for part in path.split("/"):
        if part in {"", ".", ".."}:
            raise InvalidOption("path", f"{path!r} has the part {part!r}")
        if len(part.encode(errors="surrogatepass")) > _MAX_NAME_BYTES:
            raise InvalidOption("path", f"{part[:20]!r}... has more than {_MAX_NAME_BYTES} bytes")
    return path
