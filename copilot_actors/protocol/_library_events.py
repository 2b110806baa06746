"""The events of this library itself, typed like those of the CLI."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Literal

import msgspec

from ._typed_event import TypedEvent
from ._wire_struct import WireStruct


class SessionRecoveringData(WireStruct, frozen=True, kw_only=True):
    """The CLI is lost.

    Attributes:
        reason: how it ended.
        incarnation: number of the CLI that is lost.
    """

    reason: str
    incarnation: int


class SessionRecovering(TypedEvent[SessionRecoveringData]):
    """``copilot_actors.session.recovering``: ephemeral events may be missing from here."""

    __slots__ = ()

    event_type = "copilot_actors.session.recovering"
    data_type: ClassVar[Hashable] = SessionRecoveringData


class RecoveryGap(WireStruct, frozen=True, kw_only=True):
    """What a crash did to the stream of events.

    Attributes:
        missed: persistent events that were delivered from the log, just before this.
        withdrawn: ids of events that had been delivered and are not in the log.
        ephemeral: always ``"lost"``.
    """

    missed: int
    withdrawn: list[str]
    ephemeral: str = "lost"


class TranscriptRecovery(WireStruct, frozen=True, kw_only=True):
    """The CLI's report on a damaged log that it repaired as it loaded the session.

    Attributes:
        planned_backup_path: where the damaged file will be kept, byte for byte, as soon as the
            next event is written.
        invalid_line_numbers: lines that were none, from 1.
        session_start_moved: whether the log's first event was found further down.
        loaded_at: when the session was loaded so, in ISO 8601 and UTC, by this machine's clock.
    """

    planned_backup_path: str | None = None
    invalid_line_numbers: list[int] = msgspec.field(default_factory=list)
    session_start_moved: bool = False
    loaded_at: str = ""


class SessionRecoveredData(WireStruct, frozen=True, kw_only=True):
    """The session is loaded again.

    Attributes:
        session_id: the session.
        incarnation: number of this loading of the session.
        gap: what happened to the stream.
        sent_again: keys (``source``) of prompts that the crash took and that are sent once more.
        continued: whether a turn that was cut is continued.
        transcript: the CLI's report if it had to repair the log; ``None`` if it had not.
        seconds: time from the loss of the CLI until the session was loaded again.
    """

    session_id: str
    incarnation: int
    gap: RecoveryGap
    sent_again: list[str] = msgspec.field(default_factory=list)
    continued: bool = False
    transcript: TranscriptRecovery | None = None
    seconds: float = 0.0


class SessionRecovered(TypedEvent[SessionRecoveredData]):
    """``copilot_actors.session.recovered``: the marker of a gap."""

    __slots__ = ()

    event_type = "copilot_actors.session.recovered"
    data_type: ClassVar[Hashable] = SessionRecoveredData


class SessionRepairedData(WireStruct, frozen=True, kw_only=True):
    """A refused history was cut.

    Attributes:
        remedy: what was done.
        up_to_event_id: the event that is gone, with all after it; ``None``: everything.
    """

    remedy: Literal["truncate", "clear"]
    up_to_event_id: str | None = None


class SessionRepaired(TypedEvent[SessionRepairedData]):
    """``copilot_actors.session.repaired``: refused prompts are sent once more."""

    __slots__ = ()

    event_type = "copilot_actors.session.repaired"
    data_type: ClassVar[Hashable] = SessionRepairedData


class SessionWebSocketFallbackData(WireStruct, frozen=True, kw_only=True):
    """What was changed.

    Attributes:
        option: the option that is ``False`` from now on.
    """

    option: str


class SessionWebSocketFallback(TypedEvent[SessionWebSocketFallbackData]):
    """``copilot_actors.session.web_socket_fallback``: the session goes on over HTTP."""

    __slots__ = ()

    event_type = "copilot_actors.session.web_socket_fallback"
    data_type: ClassVar[Hashable] = SessionWebSocketFallbackData


class SessionPausedData(WireStruct, frozen=True, kw_only=True):
    """The session was let go in the CLI.

    Attributes:
        seconds: for how long nothing had been going on.
    """

    seconds: float


class SessionPaused(TypedEvent[SessionPausedData]):
    """``copilot_actors.session.paused``: the session is at rest, its memory in the CLI free."""

    __slots__ = ()

    event_type = "copilot_actors.session.paused"
    data_type: ClassVar[Hashable] = SessionPausedData


class SessionResumedData(WireStruct, frozen=True, kw_only=True):
    """The session is loaded again.

    Attributes:
        incarnation: number of this loading of the session.
        missed: how many events of its log were delivered only now.
    """

    incarnation: int
    missed: int


class SessionResumed(TypedEvent[SessionResumedData]):
    """``copilot_actors.session.resumed``: somebody needed a session that was paused."""

    __slots__ = ()

    event_type = "copilot_actors.session.resumed"
    data_type: ClassVar[Hashable] = SessionResumedData


class SecretUnavailableData(WireStruct, frozen=True, kw_only=True):
    """Which secret a recovery lacks.

    Attributes:
        option: the option that it is for.
        reason: what was wrong.
        attempt: how often it was asked for, this time included.
        retry_in: seconds until it is asked for again; ``None``: the session fails.
    """

    option: str
    reason: str
    attempt: int
    retry_in: float | None = None


class SessionSecretUnavailable(TypedEvent[SecretUnavailableData]):
    """``copilot_actors.session.secret_unavailable``: a recovery waits for a secret."""

    __slots__ = ()

    event_type = "copilot_actors.session.secret_unavailable"
    data_type: ClassVar[Hashable] = SecretUnavailableData


class MessageWithdrawnData(WireStruct, frozen=True, kw_only=True):
    """The message whose deltas are void."""

    message_id: str


class MessageWithdrawn(TypedEvent[MessageWithdrawnData]):
    """``copilot_actors.message.withdrawn``: the deltas so far will not become a message."""

    __slots__ = ()

    event_type = "copilot_actors.message.withdrawn"
    data_type: ClassVar[Hashable] = MessageWithdrawnData


class PromptSentAgainData(WireStruct, frozen=True, kw_only=True):
    """The prompt's new id and the one that was known."""

    message_id: str
    previous_message_id: str


class PromptSentAgain(TypedEvent[PromptSentAgainData]):
    """``copilot_actors.prompt.sent_again``: a prompt whose id was known has a new one."""

    __slots__ = ()

    event_type = "copilot_actors.prompt.sent_again"
    data_type: ClassVar[Hashable] = PromptSentAgainData


class TurnLimitReachedData(WireStruct, frozen=True, kw_only=True):
    """Which limit the turn of a prompt is over.

    Attributes:
        message_id: of the prompt, or ``None`` as long as there is none.
        limit: name of the limit.
        seconds: its length.
        aborting: whether the turn is being aborted, or left.
    """

    limit: str
    seconds: float
    aborting: bool
    message_id: str | None = None


class TurnLimitReached(TypedEvent[TurnLimitReachedData]):
    """``copilot_actors.turn.timeout``: a turn is over its ``turn_timeout`` or ``quiet_timeout``."""

    __slots__ = ()

    event_type = "copilot_actors.turn.timeout"
    data_type: ClassVar[Hashable] = TurnLimitReachedData


class SubscriptionLaggedData(WireStruct, frozen=True, kw_only=True):
    """How many ephemeral events this subscriber alone has lost."""

    skipped: int


class SubscriptionLagged(TypedEvent[SubscriptionLaggedData]):
    """``copilot_actors.subscription.lagged``: this subscriber was too slow."""

    __slots__ = ()

    event_type = "copilot_actors.subscription.lagged"
    data_type: ClassVar[Hashable] = SubscriptionLaggedData


LIBRARY_EVENTS: dict[str, type[TypedEvent[object]]] = {
    event.event_type: event
    for event in (
        MessageWithdrawn,
        PromptSentAgain,
        SessionPaused,
        SessionRecovered,
        SessionRecovering,
        SessionRepaired,
        SessionResumed,
        SessionSecretUnavailable,
        SessionWebSocketFallback,
        SubscriptionLagged,
        TurnLimitReached,
    )
}
"""The class of each event type of this library."""
