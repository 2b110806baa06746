"""Layer 0, sans-IO: JSON-RPC 2.0 in Content-Length frames; no IO, clock, task or method name."""

from ._connection import NEED_DATA as NEED_DATA
from ._connection import Connection as Connection
from ._connection import ConnectionStatistics as ConnectionStatistics
from ._errors import FrameTooLarge as FrameTooLarge
from ._errors import LocalProtocolError as LocalProtocolError
from ._errors import ProtocolError as ProtocolError
from ._errors import RemoteProtocolError as RemoteProtocolError
from ._errors import TruncatedFrame as TruncatedFrame
from ._framing import MAX_FRAME_SIZE as MAX_FRAME_SIZE
from ._framing import FrameBuffer as FrameBuffer
from ._framing import frame as frame
from ._messages import INTERNAL_ERROR as INTERNAL_ERROR
from ._messages import BadFrame as BadFrame
from ._messages import ErrorObject as ErrorObject
from ._messages import Event as Event
from ._messages import Notification as Notification
from ._messages import Request as Request
from ._messages import RequestId as RequestId
from ._messages import Response as Response
from ._messages import StrayText as StrayText
from ._messages import TypedNotification as TypedNotification
from ._messages import UncorrelatedError as UncorrelatedError
from ._messages import UnknownResponse as UnknownResponse
from ._state import ConnectionState as ConnectionState

__all__ = [
    "INTERNAL_ERROR",
    "MAX_FRAME_SIZE",
    "NEED_DATA",
    "BadFrame",
    "Connection",
    "ConnectionState",
    "ConnectionStatistics",
    "ErrorObject",
    "Event",
    "FrameBuffer",
    "FrameTooLarge",
    "LocalProtocolError",
    "Notification",
    "ProtocolError",
    "RemoteProtocolError",
    "Request",
    "RequestId",
    "Response",
    "StrayText",
    "TruncatedFrame",
    "TypedNotification",
    "UncorrelatedError",
    "UnknownResponse",
    "frame",
]
