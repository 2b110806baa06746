"""The gateway's own errors on the wire, and what becomes of the client's there."""

from __future__ import annotations

import msgspec

from copilot_actors._errors import (
    AccessDenied,
    CopilotError,
    InvalidRequest,
    JsonValue,
    RpcError,
)
from copilot_actors._session_errors import SessionNotFound

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
AUTHENTICATION_REQUIRED = -32001
AUTHENTICATION_FAILED = -32002
AUTHENTICATION_NOT_CONFIGURED = -32003
ACCESS_DENIED = -32004
TOO_MANY_REQUESTS = -32005
TOO_MANY_SESSIONS = -32006
MESSAGE_TOO_LARGE = -32007
"""-32001 to -32003 are the CLI's own (protocol section 2)."""


class Refusal(Exception):
    """A request that is answered with an error; nobody is at fault here."""

    def __init__(self, code: int, message: str, data: JsonValue = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


def refusal_of(error: Exception) -> Refusal:
    """What a peer is told of an error: data as it is, and nothing of this program."""
    data: JsonValue
    if isinstance(error, Refusal):
        return error
    if isinstance(error, RpcError):
        return Refusal(error.code, error.message, error.data)
    if isinstance(error, SessionNotFound):
        # In the CLI's words, by which clients know it.
        return Refusal(INTERNAL_ERROR, f"Session not found for sessionId: {error.session_id}")
    data = {"error": type(error).__name__}
    if isinstance(error, AccessDenied):
        return Refusal(ACCESS_DENIED, str(error), data)
    if isinstance(error, InvalidRequest | msgspec.ValidationError):
        return Refusal(INVALID_PARAMS, str(error), data)
    if isinstance(error, CopilotError):
        return Refusal(INTERNAL_ERROR, str(error), {**data, "retryable": error.retryable})
    return Refusal(INTERNAL_ERROR, "the gateway failed to serve this request", data)
