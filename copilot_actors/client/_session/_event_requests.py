"""What the CLI asks by an event and takes the answer to by a method: all but tools and permissions.

Those two survive a crash of the CLI and belong to the session's machine. These do not: a request
ends with the connection on which it was made, and its handler with it. The first answer of any
client wins; one that comes later is refused by the CLI and means nothing.
"""

from __future__ import annotations

import functools
import logging
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias, cast

import msgspec
import trio

from copilot_actors._errors import ConnectionFault, CopilotError, JsonValue, RpcTimeout
from copilot_actors.client._handlers._commands import CommandInvocation, command_answer
from copilot_actors.client._handlers._handler_calls import Handler, consult
from copilot_actors.client._handlers._mcp_requests import (
    NO_HEADERS,
    NO_TOKEN,
    mcp_auth_answer,
    mcp_auth_request,
    mcp_headers_answer,
    mcp_headers_request,
    sampling_answer,
    sampling_request,
)
from copilot_actors.client._handlers._questions import (
    CANCELLED,
    ElicitationRequest,
    elicitation_answer,
    elicitation_request,
    session_limits_answer,
    session_limits_request,
    text,
)
from copilot_actors.client._handlers._shared_questions import QUESTION_EVENTS
from copilot_actors.protocol import SessionEvent

from ._context import SHARED_PATIENCE, handling

if TYPE_CHECKING:
    from copilot_actors.client._connection._connection import Connection
    from copilot_actors.client._options._session_options import SessionOptions

    from ._context import ClientContext
    from ._record import SessionRecord

_log = logging.getLogger("copilot_actors.handlers")

Fields: TypeAlias = Mapping[str, JsonValue]
Answer: TypeAlias = dict[str, JsonValue]


class _Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of request.

    Attributes:
        what: its name in messages.
        completed: the event that says that somebody has answered.
        method: takes the answer.
        handler: the session's handler for a request, or ``None``.
        request: what the handler is given.
        accept: makes the answer's parameters of the request and what the handler returned.
        otherwise: the parameters of the safe answer.
        limit: the option with the time limit.
        of_turn: whether a turn waits for the answer, so that an abort ends the handler.
    """

    what: str
    completed: str
    method: str
    handler: Callable[[SessionOptions, Fields], object]
    request: Callable[[SessionRecord, Fields], object]
    accept: Callable[[object, object], Answer]
    otherwise: Fields
    limit: str
    of_turn: Callable[[Fields], bool] = lambda _fields: True


def _option(name: str) -> Callable[[SessionOptions, Fields], object]:
    return lambda options, _fields: getattr(options, name)


def _plain(
    read: Callable[[str, Fields], object],
) -> Callable[[SessionRecord, Fields], object]:
    return lambda record, fields: read(record.session_id, fields)


def _result(answer: Callable[[object], JsonValue]) -> Callable[[object, object], Answer]:
    return lambda _request, value: {"result": answer(value)}


def _command(options: SessionOptions, fields: Fields) -> object:
    name = text(fields, "commandName")
    return next((item.handler for item in options.commands if item.name == name), None)


def _invocation(record: SessionRecord, fields: Fields) -> CommandInvocation:
    return CommandInvocation(
        session=record.session,
        name=text(fields, "commandName"),
        arguments=text(fields, "args"),
        command=text(fields, "command"),
        request_id=text(fields, "requestId"),
    )


def _never(_fields: Fields) -> bool:
    return False


_KINDS: Mapping[str, _Kind] = {
    "elicitation.requested": _Kind(
        what="elicitation",
        completed="elicitation.completed",
        method="session.ui.handlePendingElicitation",
        handler=_option("on_elicitation_request"),
        request=_plain(elicitation_request),
        accept=lambda request, value: {
            "result": elicitation_answer(cast("ElicitationRequest", request), value)
        },
        otherwise={"result": CANCELLED},
        limit="question_timeout",
        # What ``session.ui`` asks outlives an abort.
        of_turn=lambda fields: bool(
            text(fields, "elicitationSource") or text(fields, "toolCallId")
        ),
    ),
    "command.execute": _Kind(
        what="command",
        completed="command.completed",
        method="session.commands.handlePendingCommand",
        handler=_command,
        request=_invocation,
        accept=lambda _request, value: command_answer(value),
        otherwise={"error": "The command failed."},
        limit="tool_timeout",
        of_turn=_never,
    ),
    "mcp.oauth_required": _Kind(
        what="MCP auth",
        completed="mcp.oauth_completed",
        method="session.mcp.oauth.handlePendingRequest",
        handler=_option("on_mcp_auth_request"),
        request=_plain(mcp_auth_request),
        accept=_result(mcp_auth_answer),
        otherwise={"result": NO_TOKEN},
        limit="question_timeout",
        of_turn=_never,
    ),
    "mcp.headers_refresh_required": _Kind(
        what="MCP headers",
        completed="mcp.headers_refresh_completed",
        method="session.mcp.headers.handlePendingHeadersRefreshRequest",
        handler=_option("on_mcp_headers_request"),
        request=_plain(mcp_headers_request),
        accept=_result(mcp_headers_answer),
        otherwise={"result": NO_HEADERS},
        limit="hook_timeout",
        of_turn=_never,
    ),
    "sampling.requested": _Kind(
        what="sampling",
        completed="sampling.completed",
        method="session.ui.handlePendingSampling",
        handler=_option("on_sampling_request"),
        request=_plain(sampling_request),
        accept=lambda _request, value: sampling_answer(value),
        otherwise={},
        limit="tool_timeout",
    ),
    "session_limits_exhausted.requested": _Kind(
        what="session limits",
        completed="session_limits_exhausted.completed",
        method="session.ui.handlePendingSessionLimitsExhausted",
        handler=_option("on_session_limits_request"),
        request=_plain(session_limits_request),
        accept=lambda _request, value: {"response": session_limits_answer(value)},
        otherwise={"response": {"action": "cancel"}},
        limit="question_timeout",
    ),
}

_COMPLETED = frozenset(kind.completed for kind in _KINDS.values())
_CAPABILITIES = "capabilities.changed"

REQUEST_EVENTS = frozenset({*_KINDS, *_COMPLETED, *QUESTION_EVENTS, _CAPABILITIES})
"""The events that :func:`observe_request` is for."""


def observe_request(context: ClientContext, record: SessionRecord, event: SessionEvent) -> None:
    """Serve a request that an event makes, or end the handler of one that is answered.

    Called in the session's own task: it only starts and cancels tasks.
    """
    if event.type in QUESTION_EVENTS:
        record.shared.observe(event)
    if event.type == _CAPABILITIES:
        known = {**record.info.capabilities, **event.data}
        record.info = msgspec.structs.replace(record.info, capabilities=known)
    if event.type in _COMPLETED:
        scope = record.asked.pop(text(event.data, "requestId"), None)
        if scope is not None:
            scope.cancel()
        return
    kind = _KINDS.get(event.type)
    if kind is None:
        return
    request_id, connection = text(event.data, "requestId"), context.link.connection
    if not request_id or request_id in record.asked or connection is None:
        return
    asked = _Asked(context, record, kind, event.data, connection)
    if asked.handler is None:
        asked.patience = _patience(context, record, kind, event.type)
    record.asked[request_id] = asked.scope
    if not context.start_handler(asked.serve, f"{kind.what} {record.session_id}"):
        context.counters.refused_requests += 1
        del record.asked[request_id]
        refuse = functools.partial(asked.reply, kind.otherwise)
        context.start_job(refuse, f"refuse {kind.what} {record.session_id}")


def _patience(context: ClientContext, record: SessionRecord, kind: _Kind, event_type: str) -> float:
    """Seconds until a request without a handler gets the safe answer.

    An application that subscribes to the event by its name answers itself, through ``request``.
    """
    if context.subscriptions.names(record.session_id, event_type):
        limit: float | None = getattr(record.options, kind.limit)
        return math.inf if limit is None else limit
    return 0.0 if context.sole_client else SHARED_PATIENCE


class _Asked:
    """One request, from its event to the reply."""

    def __init__(
        self,
        context: ClientContext,
        record: SessionRecord,
        kind: _Kind,
        fields: Fields,
        connection: Connection,
    ) -> None:
        self._context = context
        self._record = record
        self._kind = kind
        self._fields = fields
        self._connection = connection
        self.handler = cast("Handler | None", kind.handler(record.options, fields))
        self.patience = 0.0
        self.scope = trio.CancelScope()

    async def serve(self) -> None:
        """Ask the handler and reply; cancelled, there is nobody to reply to any more."""
        context, record, kind = self._context, self._record, self._kind
        of_turn = kind.of_turn(self._fields)
        if of_turn and record.state.run is not None:
            handling.set(handling.get() | {record.session_id})
        try:
            with self.scope:
                await trio.sleep(self.patience)  # whoever answers ends it
                request = kind.request(record, self._fields)
                answer = await consult(
                    kind.what,
                    self.handler,
                    request,
                    accept=functools.partial(kind.accept, request),
                    otherwise=dict(kind.otherwise),
                    limit=getattr(record.options, kind.limit),
                    counters=context.counters,
                    scopes=record.questions if of_turn else record.services,
                )
                self._hide_token(answer)
                await self.reply(answer)
        finally:
            request_id = text(self._fields, "requestId")
            if record.asked.get(request_id) is self.scope:
                del record.asked[request_id]

    async def reply(self, answer: Fields) -> None:
        """Send the answer, again until the CLI takes notice: the first one wins."""
        params = {
            **answer,
            "sessionId": self._record.session_id,
            "requestId": text(self._fields, "requestId"),
        }
        within = self._context.options.rpc_timeout
        while True:
            deadline = trio.current_time() + within
            try:
                await self._connection.request(
                    self._kind.method, params, deadline=deadline, within=within
                )
            except RpcTimeout:
                continue
            except ConnectionFault:
                return  # the request has died with the CLI
            except CopilotError as error:
                _log.error("the answer to a %s request was refused: %s", self._kind.what, error)
            return

    def _hide_token(self, answer: Fields) -> None:
        result = answer.get("result")
        token = result.get("accessToken") if isinstance(result, dict) else None
        if isinstance(token, str):
            self._context.link.hide([token])
