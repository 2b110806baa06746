"""Bringing a session whose cancel failed to rest: the guide's cancel-and-disconnect.

A session that is open here does that by itself when an abort is not confirmed. This is for the
one that failed over it, and for one that nobody here has open.
"""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING

import msgspec
import trio

from copilot_actors._errors import JsonValue, RpcError, RpcTimeout
from copilot_actors.client._connection._connection import Connection
from copilot_actors.client._replies import decode_reply

from ._session import _calls as calls
from ._session import _log as log
from ._session import _values as v
from ._session._handle import Session

if TYPE_CHECKING:
    from ._session._context import ClientContext

_CONFIRM_TIMEOUT = 5.0
"""Seconds for the CLI to end a turn (it takes 8 to 20 ms)."""
_POLL = 0.05


class _Task(msgspec.Struct):
    id: str
    status: str = ""


class _Tasks(msgspec.Struct):
    tasks: list[_Task] = msgspec.field(default_factory=list)


async def recover(context: ClientContext, session_id: str) -> None:
    """End what the CLI does for a session, then let it go.

    Raises:
        AbortFailed: the CLI still does not let it go.
        SessionInUse: another owner has it.
        ConnectionFault: the CLI is lost; a new one has nothing of the session's work.
    """
    record = context.table.get(session_id)
    if record is not None and record.phase is not v.Phase.FAILED:
        await Session(context, session_id).disconnect()
        record = context.table.get(session_id)
    if record is not None:
        await context.wait_closed(record)
    connection = context.link.connection
    if context.link.final:
        raise context.link.final_fault()
    # Without a connection a new CLI is on its way, which has nothing of the session's work.
    if connection is not None:
        kept = record is not None and context.leases.keeps(record)
        async with contextlib.nullcontext() if kept else context.leases.holding(session_id):
            await _end_work(connection, session_id)
            await calls.let_go(connection, session_id)
    if record is not None:
        await context.leases.give_back(record)
        context.table.remove(record)


async def _end_work(connection: Connection, session_id: str) -> None:
    """Abort the turn and what runs in the background, and see that it ends."""
    call = functools.partial(calls.call, connection, within=_CONFIRM_TIMEOUT)
    params: dict[str, JsonValue] = {"sessionId": session_id}
    try:
        await call("session.abort", params)
        raw = await call("session.tasks.list", params)
        for task in decode_reply("session.tasks.list", raw, _Tasks).tasks:
            if task.status == "running":
                await call("session.tasks.cancel", {**params, "id": task.id})
    except (RpcError, RpcTimeout):
        # The CLI does not have the session in memory, or cannot tell: letting it go shows.
        return
    with trio.move_on_after(_CONFIRM_TIMEOUT), contextlib.suppress(RpcTimeout):
        # No event tells: the session has no subscriber here.
        while await log.is_active(call, session_id):  # noqa: ASYNC110
            await trio.sleep(_POLL)
