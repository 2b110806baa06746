"""The actor of one session: it performs what the machine decides, and never waits.

Requests to the CLI and handlers of the user run as tasks of their own, which report back to the
mailbox; so the mailbox loop awaits nothing (design invariant 1).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

import msgspec
import trio

from copilot_actors._session_errors import SessionClosed, SessionFailed
from copilot_actors._turn_errors import TurnAborted
from copilot_actors.otp import Continue, GenServer, Normal, Shutdown, Stop
from copilot_actors.protocol import SessionEvent

from . import _values as v
from ._compaction import COMPACTION_EVENTS, note_compaction
from ._event_requests import REQUEST_EVENTS, observe_request
from ._events import MACHINE_EVENTS
from ._interests import declare_interests
from ._jobs import SessionJobs
from ._limits import LimitReached
from ._machine import ON_LINE, step
from ._messages import FromJob, LinkDown, LinkUp
from ._model_control import TIER_EVENTS
from ._record import AbortCall, AbortResult
from ._recovery import connection_lost
from ._rest_watch import RestDue, RestWatch
from ._restore import KEPT_EVENTS, keep
from ._turn_faults import session_over, turn_error

if TYPE_CHECKING:
    from copilot_actors.client._connection._connection import Connection

    from ._context import ClientContext
    from ._record import SessionRecord

_log = logging.getLogger("copilot_actors.session")
_ENDED = "ended with its client"

MAX_CRASHES = 3
CRASH_WINDOW = 5.0
"""A session actor that crashes more than ``MAX_CRASHES`` times in this many seconds fails alone;
its siblings and their supervisor's budget are not touched (case S3)."""


class SessionActor(GenServer):
    """One session. Its knowledge is the record and the ledger, so a restart loses nothing."""

    def init(self, context: ClientContext, record: SessionRecord) -> Continue:
        """Take over the record; a restarted actor resumes where its predecessor stood."""
        self._context = context
        self._link = context.link
        self._record = record
        self._publish = context.subscriptions.publish
        self._connection: Connection | None = None
        self._incarnation = 0
        self._last_durable: str | None = next(iter(record.anchors), None)
        self._next_anchor: tuple[int, str] | None = None
        self._jobs = SessionJobs(context, record, self._report)
        if record.ref is not None:
            record.crashes = (*record.crashes, trio.current_time())
        self._rest_watch: RestWatch | None = None
        context.link.listen(self._link_changed)
        # Each incarnation takes the route over; events that arrive while there is none are
        # counted and read from the log afterwards.
        record.ref = self.ref
        context.link.routes[record.session_id] = self.ref.cast
        return Continue("open")

    def handle_continue(self, _arg: object) -> object:
        """Begin: with the state that the record holds, and the connection if there is one."""
        record = self._record
        now = trio.current_time()
        recent = record.crashes = tuple(t for t in record.crashes if now - t <= CRASH_WINDOW)
        if len(recent) > MAX_CRASHES + 1:
            return self._give_up(len(recent))
        # What the predecessor had decided and not yet done; its requests ended with it.
        unfinished = [e for e in record.unfinished if not isinstance(e, _REQUESTS)]
        record.unfinished.clear()
        self._perform(record.state, unfinished)
        if len(recent) > MAX_CRASHES:
            reason = f"its actor crashed {len(recent)} times in {CRASH_WINDOW:g} s"
            return self._apply(v.Broken(SessionFailed(record.session_id, reason)))
        if record.state.connected:
            self._perform(
                *connection_lost(record.state, v.Disconnected("the session actor was restarted"))
            )
        self._catch_up()
        link = self._context.link
        if record.phase is v.Phase.CLOSING:
            # The report of its predecessor's release has nobody to go to.
            return self._apply(v.CloseDone())
        if record.close_wanted:
            return self._apply(v.CloseRequested())
        if link.final:
            return self._apply(v.Broken(link.final_fault()))
        if link.connection is not None:
            return self._on_line(link.connection)
        return None

    def _give_up(self, crashes: int) -> Stop:
        """Fail without the machine: that was tried, and crashed too."""
        record = self._record
        reason = f"its actor crashed {crashes} times in {CRASH_WINDOW:g} s, at last when it ended"
        record.error = SessionFailed(record.session_id, reason)
        record.state = msgspec.structs.replace(record.state, phase=v.Phase.FAILED)
        record.unfinished.clear()
        self._context.link.routes.pop(record.session_id, None)
        self._finish(record.error)
        return Stop(Normal())

    def _catch_up(self) -> None:
        """Take in what callers and handlers left while no actor was there to be told."""
        record = self._record
        known = {prompt.key for prompt in record.state.prompts}
        for key, entry in list(record.ledger.prompts.items()):
            if entry.turn.queued:
                continue
            if key not in known:
                self._apply(v.Submitted(key, entry.turn.early, entry.steers))
            if entry.expired:
                self._apply(v.Expired(key))
        for request_id in list(record.ledger.answers):
            self._apply(v.HandlerDone(request_id))
        if record.abort_waiters:
            self._apply(v.AbortRequested())

    def handle_cast(self, event: SessionEvent) -> object:
        """An event of the CLI. Events are cast, since a mailbox holds casts as they are."""
        record = self._record
        kind = event.type
        record.last_event = (self._link.heard_at, kind)
        if kind in _NOTED_EVENTS or record.state.phase not in ON_LINE:
            return self._event(event)
        # Most events, by far: they are for the subscribers alone. What _event and _deliver do.
        event_id = event.id
        if event_id and not event.ephemeral:
            if event_id in record.seen:
                return None
            record.seen[event_id] = None
            self._last_durable = event_id
        self._publish(record.session_id, event)
        return None

    def handle_info(self, message: object) -> object:
        """Everything else arrives here: inputs, news of the connection."""
        if type(message) is FromJob:
            if message.incarnation == self._incarnation:
                return self._apply(message.what)
            return None
        if type(message) is LinkUp:
            return self._on_line(message.connection)
        if type(message) is LinkDown:
            return self._off_line(message)
        if type(message) is AbortCall:
            return self._abort_called()
        if type(message) is LimitReached:
            return self._limit_reached(message)
        if type(message) is RestDue:
            due = None if self._rest_watch is None else self._rest_watch.look()
            return None if due is None else self._apply(due)
        return self._apply(cast("v.Input", message))

    def terminate(self, reason: object) -> None:
        """Leave the routes. If the tree ends, answer everybody: nobody waits for ever."""
        self._context.link.forget(self._link_changed)
        record = self._record
        if isinstance(reason, Shutdown) and not self._context.stopping():
            # An order to stop while the block goes on: the tree gives up above this actor.
            self._context.gave_up = True
        if self._context.stopping() or isinstance(reason, Normal | Shutdown):
            self._context.link.routes.pop(record.session_id, None)
            if record.phase not in (v.Phase.CLOSED, v.Phase.FAILED):
                link = self._context.link
                # When the tree ends because no connection can be had, callers are told that.
                record.error = link.fault if link.state == "reconnecting" else None
                closing = msgspec.structs.replace(record.state, phase=v.Phase.CLOSING)
                self._perform(*step(closing, v.CloseDone()))
                self._finish(record.error or SessionClosed(record.session_id, _ENDED))

    def format_status(self) -> object:
        """What reports may show: no prompt, no answer, no option."""
        state = self._record.state
        return {
            "session": self._record.session_id,
            "phase": str(state.phase),
            "prompts": len(state.prompts),
            "pending": len(state.pending),
            "incarnation": state.incarnation,
        }

    # --- Connection -----------------------------------------------------------------------

    def _link_changed(self, connection: Connection | None, reason: str) -> None:
        """Called by the link, in the connection's task: only a message to the mailbox."""
        if connection is not None:
            self.ref.send(LinkUp(connection))
            return
        link = self._context.link
        self.ref.send(LinkDown(reason, link.final_fault() if link.final else None))

    def _on_line(self, connection: Connection) -> object:
        if connection is self._connection or connection is not self._context.link.connection:
            return None
        self._connection = connection
        self._incarnation += 1
        self._jobs.use(connection, self._incarnation)
        return self._apply(v.Connected())

    def _off_line(self, news: LinkDown) -> object:
        self._connection = None
        self._record.connection = None
        self._record.end_asked()
        self._next_anchor = None
        self._incarnation += 1
        if news.fault is not None:
            return self._apply(v.Broken(news.fault))
        return self._apply(v.Disconnected(news.reason))

    # --- Steps ----------------------------------------------------------------------------

    def _event(self, event: SessionEvent) -> object:
        before = self._record.state
        online = before.phase in ON_LINE
        if online and event.id and not event.ephemeral and event.id in self._record.seen:
            # The frame came twice. The second would open a run that nobody ends, too.
            return None
        if online and event.type not in MACHINE_EVENTS:
            if event.type == "session.model_change":
                self._model_changed(event)
            elif event.type in KEPT_EVENTS:
                keep(self._record, event)
            self._deliver(event)
            if event.type in REQUEST_EVENTS:
                observe_request(self._context, self._record, event)
            return None
        last = self._last_durable
        if online and event.type in COMPACTION_EVENTS:
            note_compaction(self._record, event)
        outcome = self._apply(v.Observed(event))
        if event.type == "abort":
            self._record.end_questions()
        elif online and event.type in _WATCHED:
            _WATCHED[event.type](self, event)
        if online and last is not None:
            self._rest(event, before, last)
        return outcome

    def _expect_request(self, event: SessionEvent) -> None:
        """A tool of this process was started, so that its request must follow."""
        # A name of another type may not even be hashable.
        call_id, name = event.data.get("toolCallId"), str(event.data.get("toolName"))
        if name in self._record.tools and isinstance(call_id, str):
            self._jobs.watch_call(call_id)

    def _turn_began(self, event: SessionEvent) -> None:
        """The hard limit of a turn counts from here."""
        entry = self._record.ledger.prompts.get(str(event.data.get("source", "")))
        if entry is not None and entry.turn.began is None:
            entry.turn.began = trio.current_time()

    def _compaction_began(self, _event: SessionEvent) -> None:
        if self._record.options.compaction_timeout is not None:
            self._jobs.watch_compaction(self._record.compaction)

    def _model_changed(self, event: SessionEvent) -> None:
        """A recovery asks for the model that was in use, not for the one of the beginning."""
        model = event.data.get("newModel")
        if event.agent_id is None and isinstance(model, str):
            self._record.model = model

    def _apply(self, what: v.Input) -> object:
        record = self._record
        before, waking = record.state.phase, record.state.waking
        if isinstance(what, v.Broken) and before is not v.Phase.CLOSING:
            record.error = what.error
        self._perform(*step(record.state, what))
        after = record.state.phase
        if isinstance(what, v.AbortFinished):
            self._abort_over(what)
        elif isinstance(what, v.SaveDone) and self._next_anchor is not None:
            epoch, event_id = self._next_anchor
            if what.epoch >= epoch:
                record.rest(event_id)
                self._next_anchor = None
        if after is not before:
            self._opened(what, waking=waking)
            self._watch_rest()
        if isinstance(what, v.Paused | v.PauseDue):
            self._tried_to_pause(what)
        if after in (v.Phase.CLOSED, v.Phase.FAILED):
            self._finish(None)
            return Stop(Normal())
        return None

    def _tried_to_pause(self, what: v.Paused | v.PauseDue) -> None:
        """Count it; if the session stays loaded, its callers go on with it."""
        record = self._record
        if isinstance(what, v.Paused) and what.released:
            self._context.counters.sessions_paused += 1
        elif record.phase in ON_LINE and record.state.lane is not v.Job.PAUSE:
            record.connection = self._connection
            self._watch_rest()
            record.notify()

    def _pause(self, effect: v.Pause) -> None:
        # Requests of callers wait until it is over.
        self._record.connection = None
        self._jobs.pause(effect.seconds)

    def _opened(self, what: v.Input, *, waking: bool) -> None:
        record = self._record
        if isinstance(what, v.Attached):
            record.connection = self._connection
            declare_interests(self._context, record)
            record.opened.set(None)
            counters = self._context.counters
            if waking:
                counters.sessions_resumed += 1
            elif record.state.incarnation > 1:
                counters.recoveries += 1
            for waiter in record.abort_waiters:
                # An abort that was asked for while the CLI was away: nothing was continued.
                waiter.set(AbortResult("aborted"))
            record.abort_waiters.clear()

    def _rest(self, event: SessionEvent, before: v.SessionState, last: str) -> None:
        """Find a place to read the log from later: the end of all work, or the begin of a run.

        The CLI has flushed its log before it is idle; a run's begin is on disk with its next save.
        """
        record = self._record
        run = record.state.run
        if event.type == "session.idle":
            if record.phase is v.Phase.IDLE:
                record.rest(last)
                record.durable = True
        elif event.type == "user.message" and run is not None:
            old = before.run.message_id if before.run is not None else None
            if run.message_id != old:
                self._next_anchor = (record.state.save_wanted, last)

    def _perform(self, state: v.SessionState, effects: Sequence[v.Effect]) -> None:
        record = self._record
        changed = state.phase is not record.state.phase
        if state.prompts is not record.state.prompts:
            record.ledger.track(record.state.prompts, state.prompts)
        if changed and state.phase is v.Phase.RECOVERING:
            record.lost_at = trio.current_time()
        record.state = state
        unfinished = record.unfinished
        unfinished.extend(effects)
        while unfinished:
            effect = unfinished.pop(0)  # one or two, as a rule; an empty deque has 760 bytes
            _EFFECTS[type(effect)](self, effect)
        if changed:
            record.notify()

    def _finish(self, error: BaseException | None) -> None:
        """Closed or failed: tell everybody who still waits, and end the subscriptions."""
        record = self._record
        final = error or record.error or SessionClosed(record.session_id)
        parts: tuple[Callable[[], object], ...] = (
            lambda: record.opened.fail(final),
            self._fail_callers,
            record.end_handlers,
            lambda: record.ledger.clear(closed=record.ended_by_caller),
            lambda: self._context.release(record),
            lambda: record.closed.set(None),
            record.notify,
        )
        for part in parts:
            try:
                part()
            except Exception:
                # No other part may be lost for it: somebody waits for each.
                _log.exception("a part of the end of session %r failed", record.session_id)

    def _fail_callers(self) -> None:
        record = self._record
        for entry in list(record.ledger.prompts.values()):
            entry.fail(session_over(record))
        for waiter in record.abort_waiters:
            waiter.set(AbortResult("failed"))
        record.abort_waiters.clear()

    def _watch_rest(self) -> None:
        """The session changed its phase, or stays loaded: count its rest from now."""
        if self._record.options.passivate_after is not None:
            if self._rest_watch is None:
                self._rest_watch = RestWatch(self._context, self._record, self.send_after)
            self._rest_watch.begin()

    def _report(self, incarnation: int, what: v.Input) -> None:
        """Called by tasks of this session, with the number of their connection or 0.

        A request reports to the actor that made it, a handler (0) to whichever the session has.
        """
        if incarnation == 0:
            self._context.post(self._record.ref, what)
        else:
            self._context.post(self.ref, FromJob(incarnation, what))

    # --- Abort ----------------------------------------------------------------------------

    def _abort_called(self) -> object:
        record = self._record
        state = record.state
        queued = self._context.admission.forget(record.session_id)
        for entry in queued:
            record.ledger.fail(entry.key, v.Aborted(), closed=record.ended_by_caller)
            entry.fail(TurnAborted(record.session_id, None))
        busy = state.run is not None or state.prompts or state.pending or state.settled
        if queued and not busy:
            self._abort_over(v.AbortFinished(confirmed=True))
            return None
        if not busy or state.phase not in (v.Phase.IDLE, v.Phase.RUNNING, v.Phase.RECOVERING):
            for waiter in record.abort_waiters:
                waiter.set(AbortResult("nothing_to_abort"))
            record.abort_waiters.clear()
            return None
        return self._apply(v.AbortRequested())

    def _abort_over(self, what: v.AbortFinished) -> None:
        for waiter in self._record.abort_waiters:
            waiter.set(AbortResult("aborted" if what.confirmed else "failed"))
        self._record.abort_waiters.clear()

    def _limit_reached(self, reached: LimitReached) -> object:
        """A turn is over a limit of its own: subscribers are told, callers by its watcher."""
        entry = self._record.ledger.prompts.get(reached.key)
        if entry is None:
            return None
        data = {
            "messageId": entry.message_id,
            "limit": reached.limit,
            "seconds": reached.seconds,
            "aborting": reached.abort,
        }
        marker = SessionEvent(
            "copilot_actors.turn.timeout",
            data=data,
            ephemeral=True,
        )
        self._publish(self._record.session_id, marker)
        return self._apply(v.Expired(reached.key)) if reached.abort else None

    # --- Effects --------------------------------------------------------------------------

    def _send_prompt(self, effect: v.SendPrompt) -> None:
        entry = self._record.ledger.prompts.get(effect.key)
        if entry is None:
            return
        if entry.written:
            self._context.counters.prompts_sent_again += 1
        entry.written = True
        self._jobs.send(entry)

    def _continue_turn(self, effect: v.ContinueTurn) -> None:
        self._context.counters.turns_continued += 1
        self._jobs.continue_turn(effect.rewind_to)

    def _acknowledge(self, effect: v.Acknowledge) -> None:
        entry = self._record.ledger.prompts.get(effect.key)
        if entry is None:
            return
        previous, entry.message_id = entry.message_id, effect.message_id
        entry.acknowledged.set(effect.message_id)
        if previous is not None and previous != effect.message_id:
            marker = SessionEvent(
                "copilot_actors.prompt.sent_again",
                data={"messageId": effect.message_id, "previousMessageId": previous},
                ephemeral=True,
            )
            self._publish(self._record.session_id, marker)

    def _complete_turn(self, effect: v.CompleteTurn) -> None:
        entry = self._record.ledger.complete(effect.key, effect.answer)
        self._context.link.turn_finished()
        if entry is not None:
            entry.turn.ended_by = effect.ended_by
            entry.answer.set(effect.answer)
        self._context.admission.done(self._record.session_id, effect.key)

    def _fail_turn(self, effect: v.FailTurn) -> None:
        record = self._record
        entry = record.ledger.fail(
            effect.key,
            effect.fault,
            closed=record.ended_by_caller,
            told=record.phase is v.Phase.FAILED and not self._context.stopping(),
        )
        if entry is not None:
            entry.fail(turn_error(record, entry, effect.fault, self._link.redact))
        self._context.admission.done(self._record.session_id, effect.key)

    def _publish_all(self, effect: v.Publish) -> None:
        for event in effect.events:
            self._deliver(event)

    def _deliver(self, event: SessionEvent) -> None:
        """Publish an event and note that its record in the log is not to be delivered again."""
        if not event.ephemeral and event.id:
            self._record.seen[event.id] = None
            self._last_durable = event.id
        record = self._record
        if record.tier_switches and event.type in TIER_EVENTS:
            record.tier_switches = tuple(s for s in record.tier_switches if not s.observe(event))
        self._publish(record.session_id, event)

    def _cancel_handler(self, effect: v.CancelHandler) -> None:
        running = self._record.handlers.pop(effect.request_id, None)
        if running is not None:
            running.cancel()
        record = self._record
        # A session that ends with its client leaves its calls to the next life of the program.
        left = record.phase in (v.Phase.CLOSED, v.Phase.FAILED) and not record.ended_by_caller
        if not left:
            record.ledger.forget_answer(effect.request_id)

    def _adopt_handler(self, effect: v.AdoptHandler) -> None:
        record = self._record
        running = record.handlers.pop(effect.old_id, None)
        if running is not None:
            running.request = effect.request
            record.handlers[effect.request.request_id] = running
        record.ledger.adopt(effect.old_id, effect.request)

    def _forget_answer(self, effect: v.ForgetAnswer) -> None:
        self._record.ledger.forget_answer(effect.request_id)
        self._record.handlers.pop(effect.request_id, None)


_NOTED_EVENTS = (
    MACHINE_EVENTS | KEPT_EVENTS | REQUEST_EVENTS | TIER_EVENTS | {"session.model_change"}
)
"""Event types that mean something to the actor itself, not only to the subscribers."""

_REQUESTS = (
    v.Attach,
    v.Pause,
    v.SendPrompt,
    v.ContinueTurn,
    v.AbortTurn,
    v.WithdrawPrompt,
    v.Repair,
    v.SaveLog,
    v.SendAnswer,
    v.Release,
)
"""Effects that are requests to the CLI: a recovery decides on them anew."""

_Perform: TypeAlias = Callable[[SessionActor, v.Effect], None]

_EFFECTS: dict[type, _Perform] = {
    v.Attach: lambda actor, e: actor._jobs.attach(release=cast("v.Attach", e).release),
    v.Pause: cast("_Perform", SessionActor._pause),
    v.SendPrompt: cast("_Perform", SessionActor._send_prompt),
    v.ContinueTurn: cast("_Perform", SessionActor._continue_turn),
    v.AbortTurn: lambda actor, _e: actor._jobs.abort(),
    v.AwaitNotice: lambda actor, e: actor._jobs.await_notice(cast("v.AwaitNotice", e).number),
    v.AwaitCalls: lambda actor, e: actor._jobs.await_calls(cast("v.AwaitCalls", e).event_id),
    v.Probe: lambda actor, e: actor._jobs.probe(patient=cast("v.Probe", e).patient),
    v.WithdrawPrompt: lambda actor, e: actor._jobs.withdraw(cast("v.WithdrawPrompt", e).key),
    v.Repair: lambda actor, e: actor._jobs.repair(cast("v.Repair", e)),
    v.SaveLog: lambda actor, e: actor._jobs.save(cast("v.SaveLog", e).epoch),
    v.StartHandler: lambda actor, e: actor._jobs.start_handler(cast("v.StartHandler", e).request),
    v.SendAnswer: lambda actor, e: actor._jobs.send_answer(cast("v.SendAnswer", e).request),
    v.AdoptHandler: cast("_Perform", SessionActor._adopt_handler),
    v.CancelHandler: cast("_Perform", SessionActor._cancel_handler),
    v.ForgetAnswer: cast("_Perform", SessionActor._forget_answer),
    v.Acknowledge: cast("_Perform", SessionActor._acknowledge),
    v.CompleteTurn: cast("_Perform", SessionActor._complete_turn),
    v.FailTurn: cast("_Perform", SessionActor._fail_turn),
    v.Publish: cast("_Perform", SessionActor._publish_all),
    v.ReportRecovery: lambda actor, e: actor._jobs.report_recovery(cast("v.ReportRecovery", e)),
    v.Release: lambda actor, e: actor._jobs.release(abort=cast("v.Release", e).abort),
}

_WATCHED: dict[str, Callable[[SessionActor, SessionEvent], None]] = {
    "tool.execution_start": SessionActor._expect_request,
    "user.message": SessionActor._turn_began,
    "session.compaction_start": SessionActor._compaction_began,
}
"""Events after which something has to happen in time."""
