"""The values that the session machine works on: its state, its inputs and its effects.

All are frozen. A *key* names one prompt: it is stored by the CLI as ``source`` of the
``user.message`` and is how a prompt is found again in the log after a crash.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from copilot_actors._errors import JsonValue
from copilot_actors.client._options._session_options import (
    Delivery,
    Durability,
    Interrupted,
    OnTimeout,
)
from copilot_actors.protocol import SessionEvent

from ._fault_values import Aborted as Aborted
from ._fault_values import Cut as Cut
from ._fault_values import Ended as Ended
from ._fault_values import Failed as Failed
from ._fault_values import Lost as Lost
from ._fault_values import NoProgress as NoProgress
from ._fault_values import Refused as Refused
from ._fault_values import TimedOut as TimedOut
from ._fault_values import TurnFault as TurnFault
from ._fault_values import Unknown as Unknown
from ._stages import EndedBy as EndedBy
from ._stages import Phase as Phase
from ._stages import RequestStage as RequestStage
from ._stages import Stage as Stage


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """One prompt that is not yet over.

    ``written`` stays true once the prompt may have reached a CLI, through all recoveries;
    ``tool_ran`` is set when a tool was started for its turn, which forbids a silent resend;
    ``early`` accepts an answer while background work still runs, ``steers`` is for the turn under
    way. ``refusal`` is what the provider said when it refused the history, until that is repaired;
    ``repairs`` counts how often. ``sendable`` is false if an earlier life left it without its text.
    """

    key: str
    stage: Stage = Stage.PREPARED
    message_id: str | None = None
    written: bool = False
    tool_ran: bool = False
    expired: bool = False
    early: bool = False
    steers: bool = False
    refusal: Mapping[str, object] | None = None
    repairs: int = 0
    sendable: bool = True


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """The CLI's work on one prompt, with the steering prompts that joined it.

    ``keys`` is empty for a turn that nobody here asked for. ``live`` is set when this connection
    showed a sign of the run, so that an idle replayed by a resume cannot end it;
    ``doubtful`` while a failure waits for a sign that the CLI lives: one that is ending fails
    turns for odd reasons.
    ``tools`` are the tool calls that were started, ``open_tools`` those that are not over,
    ``results`` those that have a real result in the log. ``background`` is set while the main
    agent is idle and the CLI still has agents or shells running, ``inherited`` when some of an
    earlier run did at its begin. ``failure`` is the last failed
    model call, ``stuck`` why the run is being ended for want of progress. ``unasked`` are calls of
    our tools that were started and not requested of us yet; the handlers of those beside them
    wait for them (``waiting``), but only for a while (``patient``). ``held`` is set when an
    ``agentStop`` hook does not let the agent stop: what the CLI then asks belongs to the run.
    ``news`` is set when background work may have ended and the model was not told yet; ``lingers``
    counts the idles that were not believed for that reason.
    """

    keys: tuple[str, ...] = ()
    message_id: str | None = None
    answer: SessionEvent | None = None
    error: Mapping[str, object] | None = None
    aborted: bool = False
    doubtful: bool = False
    live: bool = False
    tools: tuple[str, ...] = ()
    open_tools: frozenset[str] = frozenset()
    results: frozenset[str] = frozenset()
    background: bool = False
    inherited: bool = False
    failure: Mapping[str, object] = msgspec.field(default_factory=dict)
    stuck: NoProgress | None = None
    unasked: frozenset[str] = frozenset()
    waiting: bool = False
    patient: bool = True
    held: bool = False
    news: bool = False
    lingers: int = 0


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    """One tool call or permission request of the CLI. ``epoch`` is the save it waits for."""

    request_id: str
    kind: Literal["tool", "permission"]
    tool_call_id: str | None
    event: SessionEvent
    stage: RequestStage = RequestStage.REQUESTED
    epoch: int = 0


class Job(enum.StrEnum):
    """The one request of the ordered lane that is in flight (the CLI keeps no order itself)."""

    SEND = "send"
    ABORT = "abort"
    CONTINUE = "continue"
    WITHDRAW = "withdraw"
    REPAIR = "repair"
    ATTACH = "attach"
    PAUSE = "pause"


NOTHING: frozenset[str] = frozenset()
"""The one empty set of all sessions: CPython makes a new one, of 216 bytes, at each call."""


class SessionState(msgspec.Struct, frozen=True, kw_only=True):
    """All that decides what a session does next.

    ``heard`` are the tool calls of the current turn for which a handler was started. ``settled``
    are calls whose end is in the log, and whose answers are kept for the sake of others.

    ``ended`` are requests that an abort ended, until save ``ended_epoch`` has put it into the log.
    ``compactions`` counts those since the last message or successful tool call; more than
    ``max_compactions`` end the run. ``refusals`` counts turns in a row whose history the provider
    refused; ``repairs`` tells that somebody decides what is done about it. ``background`` is set
    from the main agent's idle until the whole session's. ``waking`` tells that somebody needs a
    session that was let go: it is loaded again, and nothing was lost. ``web_sockets`` tells that
    the session may still be loaded without them, ``over_http`` that it is.
    """

    phase: Phase = Phase.STARTING
    delivery: Delivery = "effectively_once"
    interrupted: Interrupted = "continue"
    durability: Durability = "turn"
    on_timeout: OnTimeout = "abort"
    max_compactions: int | None = None
    repairs: bool = False
    own_tools: frozenset[str] = NOTHING
    connected: bool = False
    lane: Job | None = None
    prompts: tuple[Prompt, ...] = ()
    run: Run | None = None
    pending: tuple[Pending, ...] = ()
    settled: tuple[Pending, ...] = ()
    orphans: tuple[Pending, ...] = ()
    heard: frozenset[str] = NOTHING
    buffered: tuple[SessionEvent, ...] = ()
    streaming: str | None = None
    background: bool = False
    compacting: bool = False
    compactions: int = 0
    refusals: int = 0
    continue_wanted: bool = False
    rewind_to: str | None = None
    abort_wanted: bool = False
    keep_queue: bool = False
    discard: bool = False
    waking: bool = False
    web_sockets: bool = False
    over_http: bool = False
    ended: frozenset[str] = NOTHING
    ended_epoch: int = 0
    saving: int = 0
    saved: int = 0
    save_wanted: int = 0
    incarnation: int = 0


# --- Inputs ---------------------------------------------------------------------------------


class Connected(msgspec.Struct, frozen=True):
    """A connection is up and ready for this session."""


class Disconnected(msgspec.Struct, frozen=True):
    """The connection is gone; ``reason`` is for people."""

    reason: str


class Attached(msgspec.Struct, frozen=True, kw_only=True):
    """The session is loaded in the CLI: ``log`` is what was written since the anchor.

    ``withdrawn`` are the ids of events that were delivered and are not in the log: the crash
    took them back. ``seconds`` is for how long it was away, ``transcript`` the CLI's report if it
    repaired the log; they are told of, and nothing is decided by them. ``released`` tells that the
    CLI had let the session go before: what it emitted until then is over.
    """

    session_id: str = ""
    seconds: float = 0.0
    transcript: dict[str, JsonValue] | None = None
    released: bool = False
    created: bool = False
    active: bool = False
    initial: bool = False
    log: tuple[SessionEvent, ...] = ()
    seen: frozenset[str] = frozenset()
    withdrawn: tuple[str, ...] = ()


class Forgotten(msgspec.Struct, frozen=True):
    """What this side knows of the session is no longer so: it is to be loaded and read again.

    The CLI does not know it any more (it evicts idle ones; the send of ``key`` was refused), or
    events were lost. ``release``: the CLI is to let it go first, with what it does for it.
    """

    key: str | None = None
    reason: str = "the CLI no longer has the session"
    release: bool = False


class PauseDue(msgspec.Struct, frozen=True):
    """Nothing has been going on in the session for so many ``seconds``: the CLI may let it go."""

    seconds: float


class Paused(msgspec.Struct, frozen=True):
    """The end of the attempt to let the session go: whether it was, after ``seconds`` of rest."""

    released: bool
    seconds: float


class Needed(msgspec.Struct, frozen=True):
    """Somebody has a request to the session, which the CLI has to have loaded for that."""


class Submitted(msgspec.Struct, frozen=True):
    """A caller wants this prompt sent; ``early`` and ``steers`` as in :class:`Prompt`."""

    key: str
    early: bool = False
    steers: bool = False


class Acknowledged(msgspec.Struct, frozen=True):
    """The CLI answered the send with a message id."""

    key: str
    message_id: str


class SendRefused(msgspec.Struct, frozen=True):
    """The CLI answered the send with an error, or not within its deadline."""

    key: str
    error: BaseException


class Observed(msgspec.Struct, frozen=True):
    """The CLI emitted an event that matters to the machine."""

    event: SessionEvent


class SaveDone(msgspec.Struct, frozen=True):
    """``sessions.save`` number ``epoch`` was answered (or cannot be had)."""

    epoch: int


class HandlerDone(msgspec.Struct, frozen=True):
    """The handler of a request is over; its answer is recorded."""

    request_id: str


class CallsOverdue(msgspec.Struct, frozen=True):
    """The calls of the assistant message ``event_id`` were not all requested in time."""

    event_id: str


class NoticeOverdue(msgspec.Struct, frozen=True):
    """The model was not told in time of background work that ended (idle ``number`` of the run)."""

    number: int


class AnswerSent(msgspec.Struct, frozen=True):
    """The CLI replied to an answer: ``accepted`` is false when somebody else was first."""

    request_id: str
    accepted: bool


class AbortRequested(msgspec.Struct, frozen=True):
    """A caller wants the running turn, and what is queued behind it, aborted."""


class Expired(msgspec.Struct, frozen=True):
    """The caller of this prompt no longer waits for it."""

    key: str


class AbortFinished(msgspec.Struct, frozen=True):
    """``session.abort`` was answered and the CLI reports no active work."""

    confirmed: bool


class Alive(msgspec.Struct, frozen=True):
    """The CLI answered a ping after it had failed a turn: the failure is its last word."""


class Withdrawn(msgspec.Struct, frozen=True):
    """The prompt was (or could not be) removed from the CLI's queue."""

    key: str
    removed: bool


class CompactionOverdue(msgspec.Struct, frozen=True):
    """A compaction took longer than ``seconds``; whether it could be cancelled."""

    seconds: float
    cancelled: bool = False


class RepairDone(msgspec.Struct, frozen=True):
    """The refused history was cut at an event, or it was decided to leave it."""

    changed: bool
    remedy: str = "raise"
    cut: str | None = None


class ContinueDone(msgspec.Struct, frozen=True):
    """The request to continue a cut turn was answered; ``error`` if it was refused."""

    error: BaseException | None = None


class CloseRequested(msgspec.Struct, frozen=True):
    """The session is to be disconnected."""


class CloseDone(msgspec.Struct, frozen=True):
    """The CLI has released the session, or is gone."""


class Broken(msgspec.Struct, frozen=True):
    """The session cannot go on."""

    error: BaseException


Input: TypeAlias = (
    Connected
    | Disconnected
    | Attached
    | Forgotten
    | PauseDue
    | Paused
    | Needed
    | Submitted
    | Acknowledged
    | SendRefused
    | Observed
    | SaveDone
    | HandlerDone
    | CallsOverdue
    | NoticeOverdue
    | AnswerSent
    | AbortRequested
    | Expired
    | AbortFinished
    | Alive
    | Withdrawn
    | CompactionOverdue
    | RepairDone
    | ContinueDone
    | CloseRequested
    | CloseDone
    | Broken
)


# --- Effects --------------------------------------------------------------------------------


class Attach(msgspec.Struct, frozen=True):
    """Create or resume the session in the CLI and read its log; if so, ``release`` it first."""

    release: bool = False


class Pause(msgspec.Struct, frozen=True):
    """Let the session go, unless the CLI does something for it that this side cannot see."""

    seconds: float


class SendPrompt(msgspec.Struct, frozen=True):
    """Write ``session.send`` for this prompt."""

    key: str


class ContinueTurn(msgspec.Struct, frozen=True):
    """Write ``session.sendMessages`` with no message: the cut turn goes on (protocol 7.4).

    With ``rewind_to`` the log is first truncated before that event, so that the model is asked
    again for tool calls that reached nobody.
    """

    rewind_to: str | None = None


class AbortTurn(msgspec.Struct, frozen=True):
    """Write ``session.abort`` and confirm that nothing is active."""


class Probe(msgspec.Struct, frozen=True):
    """Ask the CLI for a sign of life before its failure of a turn is believed.

    ``patient``: the failure itself says that the CLI is ending, so it gets time to end first.
    """

    patient: bool = False


class WithdrawPrompt(msgspec.Struct, frozen=True):
    """Remove a prompt from the CLI's queue."""

    key: str


class Repair(msgspec.Struct, frozen=True):
    """Let the user decide about a history that the provider refuses, and carry it out."""

    key: str
    refusal: Mapping[str, object]
    attempt: int


class SaveLog(msgspec.Struct, frozen=True):
    """Write ``sessions.save``."""

    epoch: int


class AwaitCalls(msgspec.Struct, frozen=True):
    """Report when the calls of the assistant message ``event_id`` have had their time."""

    event_id: str


class AwaitNotice(msgspec.Struct, frozen=True):
    """Report when the news of background work that ended have had their time."""

    number: int


class StartHandler(msgspec.Struct, frozen=True):
    """Run the handler of this request."""

    request: Pending


class SendAnswer(msgspec.Struct, frozen=True):
    """Send the recorded answer of this request."""

    request: Pending


class CancelHandler(msgspec.Struct, frozen=True):
    """The request is over elsewhere: cancel its handler, drop its answer."""

    request_id: str


class AdoptHandler(msgspec.Struct, frozen=True):
    """The handler (or answer) of request ``old_id`` now belongs to ``request``."""

    old_id: str
    request: Pending


class ForgetAnswer(msgspec.Struct, frozen=True):
    """The answer is in the CLI's log; the ledger need not keep it."""

    request_id: str


class Acknowledge(msgspec.Struct, frozen=True):
    """Tell the sender the message id."""

    key: str
    message_id: str


class CompleteTurn(msgspec.Struct, frozen=True):
    """Tell the caller the answer, and by which rule the turn counts as over."""

    key: str
    answer: SessionEvent | None
    ended_by: EndedBy = "session.idle"


class FailTurn(msgspec.Struct, frozen=True):
    """Tell the caller why there is no answer."""

    key: str
    fault: TurnFault


class Publish(msgspec.Struct, frozen=True):
    """Deliver events to the subscribers, in this order."""

    events: tuple[SessionEvent, ...]


class ReportRecovery(msgspec.Struct, frozen=True):
    """Tell the user's ``on_recovery``."""

    event: SessionEvent


class Release(msgspec.Struct, frozen=True):
    """Let the CLI release the session (``session.destroy``); the data stays."""

    abort: bool


Effect: TypeAlias = (
    Attach
    | Pause
    | SendPrompt
    | ContinueTurn
    | AbortTurn
    | Probe
    | WithdrawPrompt
    | Repair
    | SaveLog
    | AwaitCalls
    | AwaitNotice
    | StartHandler
    | SendAnswer
    | AdoptHandler
    | CancelHandler
    | ForgetAnswer
    | Acknowledge
    | CompleteTurn
    | FailTurn
    | Publish
    | ReportRecovery
    | Release
)
