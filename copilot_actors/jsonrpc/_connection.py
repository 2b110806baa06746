"""One side of a JSON-RPC 2.0 conversation: bytes in, events out; calls in, bytes out."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias, cast

import msgspec
from msgspec import UNSET, Raw, UnsetType

from copilot_actors._redact import CUT, excerpt

from ._errors import LocalProtocolError, RemoteProtocolError
from ._framing import EXCERPT_SIZE, MAX_FRAME_SIZE, FrameBuffer, frame
from ._messages import (
    INTERNAL_ERROR,
    NULL,
    BadFrame,
    Envelope,
    ErrorBody,
    ErrorObject,
    ErrorOut,
    Event,
    Notification,
    NotificationOut,
    Request,
    RequestId,
    RequestOut,
    Response,
    ResultOut,
    StrayText,
    TypedNotification,
    UncorrelatedError,
    UnknownResponse,
)
from ._state import TRANSITIONS, ConnectionState, Input

_BAD_EXCERPT = 200


class _NeedData(enum.Enum):
    NEED_DATA = enum.auto()

    def __repr__(self) -> str:
        return "NEED_DATA"


NEED_DATA: Final = _NeedData.NEED_DATA
"""What :meth:`Connection.next_event` returns when no whole frame is left."""

# One of each for all connections: both keep their buffers between calls and no state.
_ENCODER = msgspec.json.Encoder()
_decode_envelope = msgspec.json.Decoder(Envelope).decode
_decode_error = msgspec.json.Decoder(ErrorObject).decode


class _Typed(msgspec.Struct, kw_only=True, gc=False):
    method: str
    params: object
    id: int | str | float | UnsetType | None = UNSET


_DecodeTyped: TypeAlias = Callable[[bytes | bytearray], _Typed]


class ConnectionStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """What a connection has seen so far.

    Attributes:
        state: state of the connection.
        pending: requests of ours without an answer.
        buffered: bytes that wait for the rest of their frame.
        frames: bodies received, good and bad.
        bad_frames: bodies that were no JSON-RPC message.
        unknown_responses: answers that nobody waited for.
        uncorrelated_errors: errors with no id.
        stray_lines: lines of text that were no frame.
        stray_bytes: bytes of that text.
    """

    state: ConnectionState
    pending: int
    buffered: int
    frames: int
    bad_frames: int
    unknown_responses: int
    uncorrelated_errors: int
    stray_lines: int
    stray_bytes: int


def _typed_decoder(method: str, params: type) -> tuple[bytes, _DecodeTyped]:
    """Return how such a notification begins, as peers write it, and its decoder."""
    fields = [("params", params)]
    shape = cast(
        "type[_Typed]",
        msgspec.defstruct("Typed", fields, bases=(_Typed,), kw_only=True, gc=False),
    )
    head = b'{"jsonrpc":"2.0","method":%s,"params":' % msgspec.json.encode(method)
    return head, msgspec.json.Decoder(shape).decode


def _in_one_pass(decode: _DecodeTyped, body: bytes | bytearray) -> TypedNotification | None:
    """Decode in one pass, or not at all: whatever is odd about ``body`` is told elsewhere."""
    try:
        message = decode(body)
    except (msgspec.DecodeError, RecursionError):
        return None
    if message.id is not UNSET and message.id is not None:
        return None
    return TypedNotification(message.params, body)


class Connection:
    """The codec of one connection, without IO, clock or tasks.

    Feed what was read with :meth:`receive_data`, then take :meth:`events` (or
    :meth:`next_event` until ``NEED_DATA``). The ``send_*`` methods return the bytes to write;
    each return value is one whole frame and must be written whole and in order.

    Not safe to use from several threads.

    Args:
        max_frame_size: bytes allowed in one body, in both directions.
        typed: the method of one kind of notification, and a type. Those whose ``params`` fit it
            are decoded in one pass and become a :class:`TypedNotification`, which is worth it for
            the one kind that comes by the thousand. All others, and what is written in an
            unusual order, become a :class:`Notification` as ever.
    """

    __slots__ = (
        "_bad_frames",
        "_frames",
        "_framing",
        "_max",
        "_next_id",
        "_pending",
        "_state",
        "_stray_reported",
        "_typed",
        "_uncorrelated_errors",
        "_unknown_responses",
        "_waiting",
    )

    def __init__(
        self,
        *,
        max_frame_size: int = MAX_FRAME_SIZE,
        typed: tuple[str, type[msgspec.Struct]] | None = None,
    ) -> None:
        self._typed = None if typed is None else _typed_decoder(*typed)
        self._framing = FrameBuffer(max_frame_size)
        self._max = max_frame_size
        self._state = ConnectionState.OPEN
        self._pending: dict[RequestId, str] = {}
        self._next_id = 1
        # A body that was cut together with the first stray text, which is reported before it.
        self._waiting: bytes | bytearray | None = None
        self._stray_reported = False
        self._frames = 0
        self._bad_frames = 0
        self._unknown_responses = 0
        self._uncorrelated_errors = 0

    @property
    def state(self) -> ConnectionState:
        """``OPEN`` until the stream ends or its framing breaks; both are final."""
        return self._state

    @property
    def pending(self) -> int:
        """Number of our requests that were neither answered nor abandoned."""
        return len(self._pending)

    @property
    def stray_excerpt(self) -> str:
        """The first characters of all text that was no frame, for a diagnosis; ``""`` if none.

        Not redacted. One that was cut ends in an ellipsis, as those of all events do.
        """
        text = self._framing.stray_excerpt
        return text + CUT if self._framing.stray_bytes > EXCERPT_SIZE else text

    def statistics(self) -> ConnectionStatistics:
        """Return the counters, as of now."""
        framing = self._framing
        return ConnectionStatistics(
            state=self._state,
            pending=len(self._pending),
            buffered=framing.buffered,
            frames=self._frames,
            bad_frames=self._bad_frames,
            unknown_responses=self._unknown_responses,
            uncorrelated_errors=self._uncorrelated_errors,
            stray_lines=framing.stray_lines,
            stray_bytes=framing.stray_bytes,
        )

    # Inbound

    def receive_data(self, data: bytes | bytearray | memoryview) -> None:
        """Take bytes that the peer sent, in pieces of any size.

        Never fails on what the bytes are: faults show up in :meth:`next_event`, after the events
        of the frames before them. Memory is bounded as long as the events are taken between
        calls: at most one frame and what was fed since.

        Raises:
            LocalProtocolError: :meth:`receive_eof` was called before.
        """
        self._move(Input.DATA)
        self._framing.feed(data if type(data) is bytes else bytes(data))

    def receive_eof(self) -> None:
        """Say that the peer's stream has ended. Take the events of the last read before this.

        Our pending requests stay in the table; their callers are the caller's to tell.
        Idempotent.

        Raises:
            TruncatedFrame: it ended inside a frame. The state is ``BROKEN`` then, else
                ``ENDED``.
        """
        self._move(Input.EOF)
        try:
            self._framing.finish()
        except RemoteProtocolError:
            self._move(Input.FAULT)
            raise

    def next_event(self) -> Event | Literal[_NeedData.NEED_DATA]:
        """Return the next event, or ``NEED_DATA``.

        Events come in the order of their frames.

        Raises:
            RemoteProtocolError: the framing is broken. Raised again by each later call; the
                events before the fault have been returned.
        """
        body = self._waiting
        if body is None:
            try:
                body = self._framing.next_frame()
            except RemoteProtocolError:
                self._move(Input.FAULT)
                if self._framing.stray_lines and not self._stray_reported:
                    return self._report_stray()
                raise
        else:
            self._waiting = None
        if not self._stray_reported and self._framing.stray_lines:
            self._waiting = body
            return self._report_stray()
        if body is None:
            return NEED_DATA
        self._frames += 1
        if self._typed is not None:
            head, decode = self._typed
            if body.startswith(head) and (typed := _in_one_pass(decode, body)) is not None:
                return typed
        try:
            envelope = _decode_envelope(body)
        except (msgspec.DecodeError, RecursionError) as error:
            # RecursionError: brackets nested deeper than the decoder's stack.
            return self._bad(body, str(error))
        method = envelope.method
        if type(method) is str:
            message_id = envelope.id
            if message_id is UNSET or message_id is None:
                return Notification(method, envelope.params)
            return Request(message_id, method, envelope.params)
        return self._answer(envelope, body)

    def events(self) -> Iterator[Event]:
        """Iterate over the events of all whole frames that have come.

        The same as :meth:`next_event` until ``NEED_DATA``, and it may be stopped and begun again
        at any event.

        Raises:
            RemoteProtocolError: as :meth:`next_event`.
        """
        next_event, framing = self.next_event, self._framing
        typed, next_frame = self._typed, framing.next_frame
        while True:
            if typed is not None and self._waiting is None:
                # What comes by the thousand is cut and decoded here, in no call more than needed.
                # All else, faults included, is left to next_event, which comes upon it again.
                head, decode = typed
                message = None
                try:
                    self._waiting = body = next_frame()
                    if self._stray_reported or not framing.stray_lines:
                        if body is None:
                            return
                        if body.startswith(head):
                            message = decode(body)
                except (RemoteProtocolError, msgspec.DecodeError, RecursionError):
                    pass
                if message is not None and (message.id is UNSET or message.id is None):
                    self._waiting = None
                    self._frames += 1
                    yield TypedNotification(message.params, body)  # type: ignore[arg-type]
                    continue
            event = next_event()
            if event is NEED_DATA:
                return
            yield event

    # Outbound

    def send_request(self, method: str, params: object) -> tuple[int, bytes]:
        """Allocate an id, enter it as pending and return it with the frame to write.

        Args:
            method: name of the method.
            params: anything msgspec encodes, or :class:`msgspec.Raw` that is JSON already.

        Raises:
            LocalProtocolError: ``params`` cannot be encoded or is over the limit, or the
                connection is not ``OPEN``. No id was allocated.
        """
        request_id = self._next_id
        data = self._encode(RequestOut("2.0", request_id, method, params), method)
        self._next_id = request_id + 1
        self._pending[request_id] = method
        return request_id, data

    def send_notification(self, method: str, params: object) -> bytes:
        """Return the frame of a notification.

        Raises:
            LocalProtocolError: as :meth:`send_request`.
        """
        return self._encode(NotificationOut("2.0", method, params), method)

    def send_response(self, request_id: RequestId, result: object) -> bytes:
        """Return the frame that answers the peer's :class:`Request` with ``result``.

        Raises:
            LocalProtocolError: as :meth:`send_request`. The peer still waits: answer it with
                :meth:`send_error`.
        """
        return self._encode(ResultOut("2.0", request_id, result), "the result")

    def send_error(
        self, request_id: RequestId, code: int, message: str, data: object = None
    ) -> bytes:
        """Return the frame that answers the peer's :class:`Request` with a failure.

        Raises:
            LocalProtocolError: as :meth:`send_response`.
        """
        return self._encode(
            ErrorOut("2.0", request_id, ErrorBody(code, message, data)), "the error"
        )

    def abandon(self, request_id: int) -> bool:
        """Stop waiting for an answer. One that still comes is an :class:`UnknownResponse`.

        Returns:
            Whether the request was pending.
        """
        return self._pending.pop(request_id, None) is not None

    # Helpers

    def _move(self, what: Input) -> None:
        state = TRANSITIONS[self._state].get(what)
        if state is None:
            raise LocalProtocolError(f"{what.value} on a connection that is {self._state.value}")
        self._state = state

    def _encode(self, message: msgspec.Struct, what: str) -> bytes:
        self._move(Input.SEND)
        try:
            body = _ENCODER.encode(message)
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            reason = _encode_reason(error)
        else:
            if len(body) <= self._max:
                return frame(body)
            reason = f"{len(body)} bytes are over the limit of {self._max}"
        # Raised outside the handler, so that the error does not carry the codec's own, whose
        # attributes hold the whole text that was refused.
        raise LocalProtocolError(f"{what} cannot be sent: {reason}")

    def _report_stray(self) -> StrayText:
        self._stray_reported = True
        return StrayText(self.stray_excerpt)

    def _bad(self, body: bytes | bytearray, reason: str) -> BadFrame:
        self._bad_frames += 1
        return BadFrame(reason, excerpt(body, _BAD_EXCERPT), len(body))

    def _answer(self, envelope: Envelope, body: bytes | bytearray) -> Event:
        """Make the event of a message without a method."""
        request_id = envelope.id
        error = _error_of(envelope.error)
        if request_id is UNSET or request_id is None:
            if error is None:
                return self._bad(body, "neither a request, a notification nor a response")
            self._uncorrelated_errors += 1
            return UncorrelatedError(error)
        result = envelope.result
        if result is UNSET:
            if error is None:
                return self._bad(body, "a response with neither result nor error")
            result = NULL
        method = self._pending.pop(request_id, None)
        if method is None:
            self._unknown_responses += 1
            late = type(request_id) is int and 0 < request_id < self._next_id
            return UnknownResponse(request_id, late)
        # A peer may write our 1 as 1.0.
        return Response(int(request_id), method, result, error)


def _error_of(raw: object) -> ErrorObject | None:
    """Decode an error member. A malformed one is still a failure that its caller must hear of."""
    if not isinstance(raw, Raw):
        return None
    try:
        return _decode_error(raw)
    except (msgspec.DecodeError, RecursionError) as error:
        text = bytes(raw)
        if text == b"null":
            return None
        shown = excerpt(text, _BAD_EXCERPT)
        return ErrorObject(INTERNAL_ERROR, f"malformed error object ({error}): {shown}")


def _encode_reason(error: Exception) -> str:
    if isinstance(error, UnicodeEncodeError):
        return f"character {error.start} is a lone surrogate, which is not valid Unicode"
    if isinstance(error, RecursionError):
        return "it is nested too deeply, or contains itself"
    return str(error)
