"""LAYER 0: Copilot's words on the wire as values. No IO, no actor."""

from ._event_types import KNOWN_EVENT_TYPES as KNOWN_EVENT_TYPES
from ._log_line import NoEvent as NoEvent
from ._log_line import decode_log_line as decode_log_line
from ._log_line import log_line_kind as log_line_kind
from ._session_event import EventData as EventData
from ._session_event import SessionEvent as SessionEvent
from ._session_event import SessionEventParams as SessionEventParams
from ._session_event import decode_event_list as decode_event_list
from ._session_event import decode_session_event as decode_session_event
from ._session_event import session_event as session_event
from ._version import SUPPORTED_PROTOCOL_VERSIONS as SUPPORTED_PROTOCOL_VERSIONS
from ._version import is_supported as is_supported

__all__ = [
    "KNOWN_EVENT_TYPES",
    "SUPPORTED_PROTOCOL_VERSIONS",
    "EventData",
    "NoEvent",
    "SessionEvent",
    "SessionEventParams",
    "decode_event_list",
    "decode_log_line",
    "decode_session_event",
    "is_supported",
    "log_line_kind",
    "session_event",
]
