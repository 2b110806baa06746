"""Requests that the CLI makes only of clients that said that they would answer them."""

from __future__ import annotations

import functools
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

import trio

from copilot_actors._errors import ConnectionFault, RpcError, RpcTimeout

if TYPE_CHECKING:
    from copilot_actors.client._connection._connection import Connection
    from copilot_actors.client._options._session_options import SessionOptions

    from ._context import ClientContext
    from ._record import SessionRecord

_log = logging.getLogger("copilot_actors.handlers")

_OPTIONS: Mapping[str, str] = {
    "mcp.oauth_required": "on_mcp_auth_request",
    "mcp.headers_refresh_required": "on_mcp_headers_request",
}
"""Event that asks -> option with its handler."""


def interests(options: SessionOptions) -> frozenset[str]:
    """The events by which this session's handlers want to be asked."""
    return frozenset(
        name for name, option in _OPTIONS.items() if getattr(options, option) is not None
    )


def declare_interests(context: ClientContext, record: SessionRecord) -> None:
    """Say so, after each opening and resume."""
    connection = context.link.connection
    if connection is not None:
        for name in sorted(interests(record.options)):
            job = functools.partial(_declare, context, record, connection, name)
            context.start_job(job, f"interest {record.session_id}")


async def _declare(
    context: ClientContext, record: SessionRecord, connection: Connection, name: str
) -> None:
    within = context.options.rpc_timeout
    params = {"sessionId": record.session_id, "eventType": name}
    try:
        await connection.request(
            "session.eventLog.registerInterest",
            params,
            deadline=trio.current_time() + within,
            within=within,
        )
    except (RpcError, RpcTimeout) as error:
        _log.error("the CLI will not ask for %s: %s", name, error)
    except ConnectionFault:
        return  # the next connection declares it anew
