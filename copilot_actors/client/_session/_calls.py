"""Requests of a session's tasks to the CLI, and whether the CLI that refuses one still lives."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import outcome
import trio

from copilot_actors._errors import JsonValue, RpcError, RpcTimeout
from copilot_actors._session_errors import AbortFailed
from copilot_actors.client._connection._connection import Connection
from copilot_actors.jsonrpc import Response

from ._log import is_session_not_found

PROBE_TIMEOUT = 5.0
"""Seconds within which a CLI that lives answers a ping, and one that is ending has ended."""


LET_GO_TIMEOUT = 5.0
"""Seconds for the CLI to let go of a session whose turn it did not end."""


async def call(
    connection: Connection,
    method: str,
    params: Mapping[str, JsonValue],
    within: float,
    reply: outcome.Outcome[Response] | None = None,
) -> msgspec.Raw:
    """Send one request and wait for its reply, ``within`` seconds; or judge the ``reply`` to it.

    Raises:
        RpcError: a CLI that lives refused it.
        RpcTimeout: no reply in time.
        ConnectionFault: the CLI is gone; so is one that refused the request because it ends.
    """
    deadline = trio.current_time() + within
    try:
        if reply is not None:
            return await connection.conclude(
                method, reply.unwrap(), deadline=deadline, within=within
            )
        return await connection.request(method, params, deadline=deadline, within=within)
    except RpcError as error:
        if not is_session_not_found(error):
            await sign_of_life(connection)
        raise


async def sign_of_life(connection: Connection) -> None:
    """Ask whether the CLI lives: one that is ending refuses requests for odd reasons.

    Raises:
        ConnectionFault: it is gone, and the reason it gave means nothing.
    """
    deadline = trio.current_time() + PROBE_TIMEOUT
    try:
        await connection.request("ping", {}, deadline=deadline, within=PROBE_TIMEOUT)
    except (RpcError, RpcTimeout):
        return


async def let_go(connection: Connection, session_id: str) -> None:
    """Make the CLI forget a session in memory, and what it does for it; its data stays.

    Raises:
        AbortFailed: it refuses, or does not answer in time, and lives.
        ConnectionFault: it is gone.
    """
    try:
        await call(connection, "session.destroy", {"sessionId": session_id}, LET_GO_TIMEOUT)
    except RpcTimeout as error:
        await sign_of_life(connection)
        raise AbortFailed(session_id) from error
    except RpcError as error:
        if not is_session_not_found(error):
            raise AbortFailed(session_id) from error
