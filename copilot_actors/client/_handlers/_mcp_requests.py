"""What MCP servers need of the host: tokens, headers, and a model for their own questions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import msgspec

from copilot_actors._errors import JsonValue

from ._handler_calls import plain_json, unexpected
from ._questions import Fields, text


class McpAuthRequest(msgspec.Struct, frozen=True, kw_only=True):
    """An MCP server wants an OAuth token.

    Attributes:
        session_id: the session that uses the server.
        request_id: the CLI's id of the request.
        server_name: as configured.
        server_url: its address.
        reason: ``"initial"``, ``"refresh"``, ``"reauth"`` or ``"upscope"``.
        details: the whole request as it was on the wire: ``wwwAuthenticateParams``,
            ``resourceMetadata``, ``staticClientConfig``, ...
    """

    session_id: str
    request_id: str
    server_name: str
    server_url: str
    reason: str
    details: Mapping[str, JsonValue]

    def __repr__(self) -> str:
        # The details may hold a client secret.
        return f"McpAuthRequest(server_name={self.server_name!r}, reason={self.reason!r}, ...)"


class McpAuthToken(msgspec.Struct, frozen=True, kw_only=True):
    """A token for an MCP server; hidden in ``repr``.

    Attributes:
        access_token: secret.
        token_type: the CLI's default is ``"Bearer"``.
        expires_in: seconds.
    """

    access_token: str
    token_type: str | None = None
    expires_in: int | None = None

    def __repr__(self) -> str:
        return "McpAuthToken(...)"


McpAuthHandler: TypeAlias = Callable[
    [McpAuthRequest], McpAuthToken | Awaitable[McpAuthToken | None] | None
]

NO_TOKEN: JsonValue = {"kind": "cancelled"}


def mcp_auth_request(session_id: str, fields: Fields) -> McpAuthRequest:
    """Read the data of ``mcp.oauth_required``."""
    return McpAuthRequest(
        session_id=session_id,
        request_id=text(fields, "requestId"),
        server_name=text(fields, "serverName"),
        server_url=text(fields, "serverUrl"),
        reason=text(fields, "reason"),
        details=fields,
    )


def mcp_auth_answer(value: object) -> JsonValue:
    """The reply for what the handler returned; ``None`` is a cancellation.

    Raises:
        TypeError: it is neither a token nor ``None``.
    """
    if value is None:
        return NO_TOKEN
    if not isinstance(value, McpAuthToken) or not isinstance(value.access_token, str):
        raise unexpected(value, "an McpAuthToken or None")
    if not isinstance(value.token_type, str | None):
        raise unexpected(value.token_type, "token_type as text")
    if not isinstance(value.expires_in, int | float | None):
        raise unexpected(value.expires_in, "expires_in as seconds")
    reply: dict[str, JsonValue] = {"kind": "token", "accessToken": value.access_token}
    if value.token_type is not None:
        reply["tokenType"] = value.token_type
    if value.expires_in is not None:
        reply["expiresIn"] = int(value.expires_in)
    return reply


class McpHeadersRequest(msgspec.Struct, frozen=True, kw_only=True):
    """An MCP server with ``headersRefreshTtlMs`` in its configuration wants fresh headers.

    Attributes:
        session_id: the session that uses the server.
        request_id: the CLI's id of the request.
        server_name: as configured.
        server_url: its address.
        reason: ``"startup"``, ``"ttl-expired"`` or ``"auth-failed"``.
    """

    session_id: str
    request_id: str
    server_name: str
    server_url: str
    reason: str


McpHeadersHandler: TypeAlias = Callable[
    [McpHeadersRequest], Mapping[str, str] | Awaitable[Mapping[str, str] | None] | None
]

NO_HEADERS: JsonValue = {"kind": "none"}


def mcp_headers_request(session_id: str, fields: Fields) -> McpHeadersRequest:
    """Read the data of ``mcp.headers_refresh_required``."""
    return McpHeadersRequest(
        session_id=session_id,
        request_id=text(fields, "requestId"),
        server_name=text(fields, "serverName"),
        server_url=text(fields, "serverUrl"),
        reason=text(fields, "reason"),
    )


def mcp_headers_answer(value: object) -> JsonValue:
    """The reply for what the handler returned; ``None`` is no headers.

    Raises:
        TypeError: it is neither a mapping of text to text nor ``None``.
    """
    if value is None:
        return NO_HEADERS
    if not isinstance(value, Mapping) or not all(
        isinstance(name, str) and isinstance(item, str) for name, item in value.items()
    ):
        raise unexpected(value, "a mapping of text to text, or None")
    return {"kind": "headers", "headers": dict(value)}


class SamplingRequest(msgspec.Struct, frozen=True, kw_only=True):
    """An MCP server asks the host's model something (``sampling/createMessage``).

    Attributes:
        session_id: the session that uses the server.
        request_id: the CLI's id of the request.
        server_name: as configured.
        request: MCP's parameters: ``messages``, ``maxTokens``, ``systemPrompt``, ...
    """

    session_id: str
    request_id: str
    server_name: str
    request: Mapping[str, JsonValue]


SamplingHandler: TypeAlias = Callable[
    [SamplingRequest],
    Mapping[str, JsonValue] | Awaitable[Mapping[str, JsonValue] | None] | None,
]


def sampling_request(session_id: str, fields: Fields) -> SamplingRequest:
    """Read the data of ``sampling.requested``."""
    request = fields.get("request")
    return SamplingRequest(
        session_id=session_id,
        request_id=text(fields, "requestId"),
        server_name=text(fields, "serverName"),
        request=request if isinstance(request, dict) else {},
    )


def sampling_answer(value: object) -> dict[str, JsonValue]:
    """The reply for what the handler returned: MCP's result, or ``None`` for a rejection.

    Raises:
        TypeError: it is neither a mapping nor ``None``, or has no ``role`` and ``content``.
    """
    if value is None:
        return {}
    plain = plain_json(value)
    if not isinstance(plain, dict) or not {"role", "content"} <= plain.keys():
        raise unexpected(value, "MCP's result with role, model and content, or None")
    return {"response": plain}
