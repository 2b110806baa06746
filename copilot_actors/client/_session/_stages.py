"""How far things have come: a session, a prompt, a request; and how a turn came to its end."""

from __future__ import annotations

import enum
from typing import Literal, TypeAlias


class Phase(enum.StrEnum):
    """What a session is doing; ``session.state`` shows it."""

    STARTING = "starting"
    IDLE = "idle"
    RUNNING = "running"
    RECOVERING = "recovering"
    PAUSED = "paused"
    CLOSING = "closing"
    CLOSED = "closed"
    FAILED = "failed"


EndedBy: TypeAlias = Literal["session.idle", "assistant.idle", "next_turn", "history"]
"""By which rule a turn counts as over: the CLI has nothing left to do; its main agent has nothing
left to do (accepted early); the next turn began; a crash hid the end and the log shows it."""


class Stage(enum.IntEnum):
    """How far a prompt has come."""

    PREPARED = 0
    WRITTEN = 1
    ACKNOWLEDGED = 2
    SEEN = 3


class RequestStage(enum.IntEnum):
    """How far a tool call or a permission request has come."""

    REQUESTED = 0
    """Seen, not yet known to be in the CLI's log: no handler may run."""
    RUNNING = 1
    """The handler has been started; it is never started again for this request."""
    ANSWERED = 2
    """The handler's answer is recorded; it is sent, again after each crash, until accepted."""
    DELIVERED = 3
    """The CLI accepted the answer; its completion is not yet known to be in the log."""
    SETTLED = 4
    """The CLI reported the completion; forgotten with the next save."""
