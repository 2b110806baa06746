"""What a connection may do in each state: the rules, as data.

Two rules, and nothing else changes a state:

1. ``Input.EOF`` and ``Input.FAULT`` end receiving; both are final.
2. Only an ``OPEN`` connection sends, since a peer that no longer answers must not be asked.
"""

from __future__ import annotations

import enum
from typing import Final


class ConnectionState(enum.Enum):
    """State of a connection."""

    OPEN = "open"
    ENDED = "ended"
    """The stream ended between two frames."""
    BROKEN = "broken"
    """The stream cannot be cut into frames any further, or ended inside one."""


class Input(enum.Enum):
    """What can happen to a connection."""

    DATA = "data"
    EOF = "end of stream"
    FAULT = "broken framing"
    SEND = "send"


TRANSITIONS: Final[dict[ConnectionState, dict[Input, ConnectionState]]] = {
    ConnectionState.OPEN: {
        Input.DATA: ConnectionState.OPEN,
        Input.EOF: ConnectionState.ENDED,
        Input.FAULT: ConnectionState.BROKEN,
        Input.SEND: ConnectionState.OPEN,
    },
    ConnectionState.ENDED: {
        Input.EOF: ConnectionState.ENDED,
        # A fault in bytes that came before the end is found when they are read.
        Input.FAULT: ConnectionState.BROKEN,
    },
    ConnectionState.BROKEN: {
        # A reader may not know yet: the bytes are dropped.
        Input.DATA: ConnectionState.BROKEN,
        Input.EOF: ConnectionState.BROKEN,
        Input.FAULT: ConnectionState.BROKEN,
    },
}
"""State and input to the next state. A missing cell is a mistake of this side."""
