"""Results of requests, decoded: one of another shape is the CLI's fault, told as such."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from types import NoneType
from typing import TypeVar, cast, overload

import msgspec

from copilot_actors._errors import JsonValue, RpcError
from copilot_actors.protocol import SessionEvent, decode_event_list

T = TypeVar("T")

METHOD_NOT_FOUND = -32601
"""Code of the JSON-RPC error for a method that is not there."""

MALFORMED_REPLY = 0
"""Code of the :class:`RpcError` for a result that cannot be understood; JSON-RPC has none."""


@overload
def decode_reply(method: str, raw: msgspec.Raw) -> JsonValue: ...
@overload
def decode_reply(method: str, raw: msgspec.Raw, shape: type[T]) -> T: ...
def decode_reply(method: str, raw: msgspec.Raw, shape: object = object) -> object:
    """Decode the result of a request.

    Args:
        method: the request, for the error.
        raw: its result. Only its brackets have been checked so far, not what is in its strings
            and numbers (see ``jsonrpc``).
        shape: the type that it should have; by default any JSON value.

    Raises:
        RpcError: it is not that, with the code ``MALFORMED_REPLY``.
    """
    try:
        return msgspec.json.decode(raw, type=cast("type[object]", shape))
    except (msgspec.DecodeError, RecursionError) as error:
        reason = str(error)
    raise _malformed(method, reason)


def decode_typed(
    method: str, raw: msgspec.Raw, shape: type[T], redact: Callable[[str], str] = str
) -> T:
    """Decode the result of a request to a generated type.

    A result that a newer CLI has extended fits it: new fields are ignored, new words and members
    of unions are kept as they are.

    Raises:
        RpcError: it has another shape; its ``data`` is the result, so that nothing is lost but the
            secrets that ``redact`` replaces.
    """
    if shape is NoneType:
        # Some methods answer ``{}`` or ``{"success": true}`` where the schema says null.
        return cast("T", None)
    try:
        return msgspec.json.decode(raw, type=shape)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        reason = str(error)
    from copilot_actors.protocol._wire_struct import decode_open  # noqa: PLC0415 - rarely needed

    try:
        return cast("T", decode_open(raw, shape))
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        pass
    data: JsonValue = None
    with contextlib.suppress(msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        data = msgspec.json.decode(redact(bytes(raw).decode()))
    raise _malformed(method, reason, data)


def decode_events(method: str, raw: msgspec.Raw) -> list[SessionEvent]:
    """Decode a list of events out of the result of a request.

    Raises:
        RpcError: it is no list, with the code ``MALFORMED_REPLY``.
    """
    try:
        return decode_event_list(raw)
    except (msgspec.DecodeError, RecursionError) as error:
        reason = str(error)
    raise _malformed(method, reason)


def _malformed(method: str, reason: str, data: JsonValue = None) -> RpcError:
    """Made outside the handler: as its context the codec's error would show what the CLI said."""
    return RpcError(
        method, MALFORMED_REPLY, f"the reply has another shape than expected: {reason}", data
    )
