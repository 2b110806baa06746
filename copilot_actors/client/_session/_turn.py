"""What is known of one prompt's turn beside its parameters: limits, progress and result."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

import msgspec
from msgspec import UnsetType

from copilot_actors._errors import JsonValue
from copilot_actors.client._options._session_options import OnTimeout
from copilot_actors.protocol import SessionEvent

if TYPE_CHECKING:
    from copilot_actors._turn_errors import TurnStalled, TurnTimeout
    from copilot_actors.client._options._attachments import Attachment
    from copilot_actors.client._options._session_settings import TraceContext

    from ._values import EndedBy

SendMode: TypeAlias = Literal["enqueue", "immediate"]
AgentMode: TypeAlias = Literal["interactive", "plan", "autopilot", "shell"]


class TurnResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a turn ended well.

    Attributes:
        answer: the last ``assistant.message`` event of the turn, or ``None`` if it had none.
        message_id: the id that the CLI gave the prompt.
        ended_by: the rule by which the turn counts as over: ``"session.idle"``: the CLI had
            nothing left to do, not in the background either; ``"assistant.idle"``: its main
            agent had nothing left to do (``wait_for_background=False``); ``"next_turn"``: the
            turn of another prompt began; ``"history"``: a crash or a lost event hid the end, and
            the CLI's log shows it.
    """

    answer: SessionEvent | None
    message_id: str | None
    ended_by: EndedBy


class SendFields(TypedDict, total=False):
    """The keyword arguments of ``session.send``."""

    turn_timeout: float | UnsetType | None
    quiet_timeout: float | UnsetType | None
    on_timeout: OnTimeout | UnsetType
    attachments: Sequence[Attachment | Mapping[str, JsonValue]] | None
    mode: SendMode | None
    agent_mode: AgentMode | None
    display_prompt: str | None
    source: str | None
    request_headers: Mapping[str, str] | None
    trace_context: TraceContext | Mapping[str, str] | None
    response_schema: Mapping[str, JsonValue] | None


class TurnFields(SendFields, total=False):
    """The keyword arguments of ``session.run_turn``: those of ``session.send_and_wait``."""

    timeout: float | None
    wait_for_background: bool | UnsetType


class TurnLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of one turn in seconds, and what happens to it when one is reached."""

    turn: float = math.inf
    quiet: float = math.inf
    on_timeout: OnTimeout = "abort"

    @property
    def unlimited(self) -> bool:
        """Whether nothing is to be watched."""
        return math.isinf(self.turn) and math.isinf(self.quiet)


class TurnProgress:
    """What happened to a prompt's turn so far.

    ``began`` is when its ``user.message`` was seen; ``fault`` the limit that it is over;
    ``early`` accepts an answer while background work runs; ``queued`` is set while it waits for
    its admission (``max_concurrent_turns``).
    """

    __slots__ = ("began", "early", "ended_by", "fault", "limits", "queued")

    def __init__(self) -> None:
        self.limits = TurnLimits()
        self.early = False
        self.queued = False
        self.began: float | None = None
        self.fault: TurnStalled | TurnTimeout | None = None
        self.ended_by: EndedBy = "session.idle"
