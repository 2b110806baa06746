"""Errors of the codec, split by who is to blame.

::

    ProtocolError
     +- LocalProtocolError      this side asked for something that cannot be sent
     +- RemoteProtocolError     the peer's bytes cannot be understood: the connection is over
         +- FrameTooLarge       a header announces a body over the limit
         +- TruncatedFrame      the stream ended inside a frame
"""

from __future__ import annotations


class ProtocolError(Exception):
    """Base of the codec's errors."""


class LocalProtocolError(ProtocolError):
    """This side asked for something that cannot be sent; nothing was sent or allocated."""


class RemoteProtocolError(ProtocolError):
    """The peer broke the framing, so no later byte can be trusted. The connection is over.

    A bad body inside a good frame is not this: it loses only itself and is a
    :class:`~copilot_actors.jsonrpc.BadFrame` event.
    """


class FrameTooLarge(RemoteProtocolError):
    """A header announces a body over the limit. Nothing was allocated for it.

    Attributes:
        size: bytes announced.
        limit: bytes allowed.
    """

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(f"a frame of {size} bytes was announced; the limit is {limit} bytes")
        self.size = size
        self.limit = limit


class TruncatedFrame(RemoteProtocolError):
    """The stream ended inside a frame.

    Attributes:
        expected: bytes of the body that were announced, or ``None`` inside a header.
        received: bytes of that body, or of that header, that had come.
    """

    def __init__(self, expected: int | None, received: int) -> None:
        where = (
            f"inside a header, after {received} bytes of it"
            if expected is None
            else f"after {received} of a frame's {expected} bytes"
        )
        super().__init__(f"the stream ended {where}")
        self.expected = expected
        self.received = received
