"""JSON-RPC 2.0 on the wire, and the events that a connection makes of it.

One decode gives the envelope; ``params``, ``result`` and ``error.data`` stay
:class:`msgspec.Raw`, so their reader decodes them once, into the type it wants. Raw JSON has been
checked for its structure, not for its strings: invalid UTF-8 and lone surrogates inside it show
up as :class:`msgspec.DecodeError` there.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import UNSET, Raw, UnsetType

RequestId: TypeAlias = int | str | float
"""What a peer may use to name its request. Ours are always ``int``."""

INTERNAL_ERROR = -32603
"""JSON-RPC's code for a failure inside the peer."""

EMPTY_PARAMS = Raw(b"{}")
NULL = Raw(b"null")


class Envelope(msgspec.Struct, gc=False):
    """Any inbound message; which one it is depends on the fields that are present."""

    method: str | UnsetType | None = UNSET
    id: int | str | float | UnsetType | None = UNSET
    params: Raw = EMPTY_PARAMS
    result: Raw | UnsetType = UNSET
    error: Raw | UnsetType = UNSET


class ErrorObject(msgspec.Struct, frozen=True, gc=False):
    """The ``error`` member of a response. ``data`` is raw JSON, ``null`` when absent."""

    code: int
    message: str
    data: Raw = NULL


class Request(msgspec.Struct, frozen=True, gc=False):
    """The peer asks; answer with ``send_response`` or ``send_error`` and the same ``id``.

    Absent ``params`` read as an empty object, here and in :class:`Notification`.
    """

    id: RequestId
    method: str
    params: Raw = EMPTY_PARAMS


class Notification(msgspec.Struct, frozen=True, gc=False):
    """The peer tells."""

    method: str
    params: Raw = EMPTY_PARAMS


class TypedNotification(msgspec.Struct, frozen=True, gc=False):
    """A notification that was decoded, envelope and ``params``, in one pass.

    Attributes:
        params: a value of the type that the connection was given for this method.
        message: the JSON text of the whole notification, for what the type leaves out.
    """

    params: object
    message: bytes | bytearray


class Response(msgspec.Struct, frozen=True, gc=False):
    """The answer to one of our pending requests.

    Attributes:
        id: what ``send_request`` returned.
        method: the method of that request.
        result: raw JSON; meaningless when ``error`` is set.
        error: the failure, or ``None``.
    """

    id: int
    method: str
    result: Raw = NULL
    error: ErrorObject | None = None


class UnknownResponse(msgspec.Struct, frozen=True, gc=False):
    """An answer that nobody waits for.

    Attributes:
        id: the id it carries.
        late: whether it is the id of a request of ours that was abandoned or answered before;
            otherwise we never sent it.
    """

    id: RequestId
    late: bool


class BadFrame(msgspec.Struct, frozen=True, gc=False):
    """A body that is no JSON-RPC message. The frames around it are not touched.

    Attributes:
        reason: what is wrong.
        excerpt: its first characters, as the peer sent them: not redacted.
        size: bytes of the body.
    """

    reason: str
    excerpt: str
    size: int


class UncorrelatedError(msgspec.Struct, frozen=True, gc=False):
    """The peer refused something of ours and cannot say what (``id`` is null or absent).

    It makes the connection suspect. After a fault in the framing the CLI lives on but never
    reads again; after a bad body it is fine; only a probe tells the two apart.
    """

    error: ErrorObject


class StrayText(msgspec.Struct, frozen=True, gc=False):
    """Text that is no frame was skipped. Reported once per connection; the rest is counted.

    Attributes:
        text: the first characters of it, as the peer sent them: not redacted.
    """

    text: str


Event: TypeAlias = (
    Request
    | Notification
    | TypedNotification
    | Response
    | UnknownResponse
    | BadFrame
    | UncorrelatedError
    | StrayText
)


class RequestOut(msgspec.Struct, gc=False):
    """An outbound request. The order of the fields is the order on the wire."""

    jsonrpc: str
    id: int
    method: str
    params: object


class NotificationOut(msgspec.Struct, gc=False):
    """An outbound notification."""

    jsonrpc: str
    method: str
    params: object


class ResultOut(msgspec.Struct, gc=False):
    """An outbound success."""

    jsonrpc: str
    id: RequestId
    result: object


class ErrorBody(msgspec.Struct, gc=False, omit_defaults=True):
    """The error of an outbound failure; ``data`` is left out when there is none."""

    code: int
    message: str
    data: object = None


class ErrorOut(msgspec.Struct, gc=False):
    """An outbound failure."""

    jsonrpc: str
    id: RequestId
    error: ErrorBody
