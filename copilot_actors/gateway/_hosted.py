"""One session that the gateway offers: who is attached, what was asked, what was sent."""

from __future__ import annotations

import collections
import logging
import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

import trio

from copilot_actors._errors import CopilotError, JsonValue
from copilot_actors.client import (
    PermissionDecision,
    PermissionRequest,
    Session,
    SubscriptionRef,
    Tool,
    ToolInvocation,
    ToolResult,
    user_not_available,
)
from copilot_actors.protocol import SessionEvent

from ._event_questions import EventQuestions
from ._questions import Question, Questions
from ._session_params import Params, tool_of
from ._wire import EncodedEvent

if TYPE_CHECKING:
    from ._limits import GatewayLimits
    from ._peer import Peer
    from ._statistics import Counters
    from ._tokens import Principal

_log = logging.getLogger("copilot_actors.gateway")

MAX_HELD = 10_000
"""Live events that wait while a peer is told what it missed."""
KEPT_SENDS = 1024
"""Prompts of a session whose keys are remembered, so that one that comes again is known."""

_RECOVERING = "copilot_actors.session.recovering"
_RECOVERED = "copilot_actors.session.recovered"
_BEGINS_WORK = frozenset({"user.message", "assistant.turn_start"})


class Attachment:
    """One peer's view of one session."""

    __slots__ = ("ahead", "flags", "held", "peer", "tools")

    def __init__(self, peer: Peer, flags: frozenset[str], tools: frozenset[str]) -> None:
        self.peer = peer
        self.flags = flags
        self.tools = tools
        self.held: list[EncodedEvent] | None = None
        self.ahead: set[str] = set()

    def deliver(self, event: EncodedEvent) -> None:
        """Send an event, or hold it back while older ones are on their way."""
        if self.held is None:
            if event.id in self.ahead and not event.ephemeral:
                self.ahead.discard(event.id)
            else:
                self.peer.send_event(event)
        elif len(self.held) < MAX_HELD:
            self.held.append(event)
        else:
            self.peer.cut_off("slow", "it did not take the history that it asked for")

    def catch_up(
        self, session_id: str, cursor: str, history: list[SessionEvent], published: str | None
    ) -> bool:
        """Send what the peer missed, then what was held back meanwhile: each event once.

        A reply may overtake the events before it, which are on their way through the session: what
        the history has beyond the last event that was ``published`` comes once more.

        Args:
            session_id: whose history it is.
            cursor: the id of the last persistent event that the peer has; empty if it has none.
            history: all persistent events.
            published: the id of the last one that went to the peers.

        Returns:
            Whether the cursor is in the history; if not, all of it is sent.
        """
        ids = [event.id for event in history]
        known = set(ids)
        missed = history[ids.index(cursor) + 1 :] if cursor in known else history
        for event in missed:
            self.peer.send_event(EncodedEvent(session_id, event))
        held, self.held = self.held or [], None
        for encoded in held:
            if encoded.ephemeral or encoded.id not in known:
                self.peer.send_event(encoded)
        last = ids.index(published) + 1 if published is not None and published in known else 0
        self.ahead = set(ids[last:])
        return cursor in known or not cursor


class Sent:
    """A prompt that a peer sent: its message id, or why it was refused."""

    __slots__ = ("done", "error", "message_id")

    def __init__(self) -> None:
        self.done = trio.Event()
        self.message_id: str | None = None
        self.error: Exception | None = None


class Hosted:
    """A session with its peers. Outlives them, and every restart of the CLI.

    Args:
        session_id: its id.
        owner: who created or resumed it; ``None`` for a session of the gateway's own program,
            whose handlers stay the program's.
        limits: the gateway's.
        counters: the gateway's.
    """

    def __init__(
        self,
        session_id: str,
        owner: Principal | None,
        limits: Callable[[], GatewayLimits],
        counters: Counters,
    ) -> None:
        self.session_id = session_id
        self.owner = owner
        self.session: Session | None = None
        self.subscription: SubscriptionRef | None = None
        self.attachments: dict[Peer, Attachment] = {}
        self.questions = Questions()
        self.event_questions = EventQuestions(self, limits)
        self.tools: dict[str, tuple[Params, Principal]] = {}
        self.told: Mapping[str, JsonValue] = {}
        self.sends: collections.OrderedDict[str, Sent] = collections.OrderedDict()
        self.prompted = False
        self.unused_since = trio.current_time()
        self.changing = trio.Lock()
        self.published: str | None = None
        self._at_work = False
        self._limits = limits
        self._counters = counters
        self._changed = trio.Event()
        self.start: Callable[[Callable[[], Awaitable[None]]], None] | None = None
        """Starts a task of the gateway's."""

    @property
    def alive(self) -> bool:
        """Whether the session is open (or being opened)."""
        return self.session is None or self.session.state not in ("closed", "closing", "failed")

    # --- Peers ----------------------------------------------------------------------------

    def attach(
        self, peer: Peer, flags: frozenset[str] = frozenset(), tools: frozenset[str] = frozenset()
    ) -> Attachment:
        """Let a peer have the session's events from now on, and answer what ``flags`` says."""
        attachment = self.attachments.get(peer)
        if attachment is None:
            attachment = self.attachments[peer] = Attachment(peer, flags, tools)
            peer.attached[self.session_id] = self
        else:
            attachment.flags, attachment.tools = flags, tools
        self.notify()
        return attachment

    def detach(self, peer: Peer) -> None:
        """The peer has gone, or wants no more events. Its tools stay: it may come again."""
        if self.attachments.pop(peer, None) is not None:
            peer.attached.pop(self.session_id, None)
            self.unused_since = trio.current_time()
            self.notify()

    def capable(self, flag: str) -> list[Peer]:
        """The peers that said that they answer this, the latest last."""
        return [peer for peer, found in self.attachments.items() if flag in found.flags]

    def notify(self) -> None:
        """Wake those who wait for an answer or for a peer."""
        self._changed.set()
        self._changed = trio.Event()

    async def wait_change(self) -> None:
        """Wait until a peer comes, goes or answers."""
        await self._changed.wait()

    # --- Events ---------------------------------------------------------------------------

    def publish(self, event: SessionEvent) -> None:
        """Send an event of the session to its peers; called in the session's own task."""
        if self.questions.observe(event):
            self.notify()
        if not event.ephemeral and event.id:
            self.published = event.id
        if event.agent_id is None:
            if event.type in _BEGINS_WORK:
                self._at_work = self.prompted = True
            elif event.type == "session.idle":
                self._at_work = False
        if event.type == _RECOVERED and self._at_work and self.start is not None:
            self.start(self._tell_idle)
        if not self.attachments:
            return
        encoded = EncodedEvent(self.session_id, event)
        for attachment in list(self.attachments.values()):
            attachment.deliver(encoded)
        if event.type == _RECOVERING:
            self._restart_clients()

    def _restart_clients(self) -> None:
        """Let peers that keep a state of their own read the log anew, as after their CLI's crash.

        What they saw may not be in the log any more, and what they sent may get another id: a
        client that speaks the CLI's protocol knows how to deal with that after the end of its
        connection, and only then.
        """
        for peer in list(self.attachments):
            if peer.framed:
                self._counters.restarted_peers += 1
                peer.close(1012, "the CLI was restarted: connect again and resume")

    async def _tell_idle(self) -> None:
        """After a crash the log may have told the end of a turn, whose event is not in there."""
        session = self.session
        if session is None:
            return
        try:
            await session.wait_state("idle")
        except CopilotError:
            return
        if self._at_work:
            self.publish(
                SessionEvent("session.idle", id=str(uuid.uuid4()), data={}, ephemeral=True)
            )

    # --- Questions ------------------------------------------------------------------------

    async def ask_permission(self, request: PermissionRequest) -> PermissionDecision:
        """The handler of the gateway's client: wait for the first authorised peer, or say no."""
        question = self.questions.asked("permission", request.request_id, request.tool_call_id)
        answer = await self._answer(question, lambda: bool(self.capable("permission")))
        result = None if answer is None else answer.get("result")
        if not isinstance(result, dict):
            return user_not_available()
        return PermissionDecision(result)

    def tool(self, declared: Params) -> Tool:
        """The gateway's side of a tool that a peer has."""
        name = str(declared["name"])

        async def call(_arguments: JsonValue, invocation: ToolInvocation) -> object:
            question = self.questions.asked("tool", invocation.request_id, invocation.tool_call_id)
            answer = await self._answer(question, lambda: self._has_tool(name))
            if answer is None:
                text = f"The program that has the tool {name} is not connected."
                return ToolResult(text=text, result_type="failure", error=text)
            error = answer.get("error")
            if error is not None:
                text = error if isinstance(error, str) else "The tool failed."
                return ToolResult(text=text, result_type="failure", error=text)
            return answer.get("result")

        return tool_of(declared, call)

    def _has_tool(self, name: str) -> bool:
        return any(name in attachment.tools for attachment in self.attachments.values())

    async def _answer(
        self, question: Question, somebody: Callable[[], bool]
    ) -> dict[str, JsonValue] | None:
        """Wait for a peer's answer; ``None`` if nobody is there for ``question_timeout``."""
        limits = self._limits()
        last = trio.current_time() + limits.answer_timeout
        absent: float | None = None
        while question.answer is None:
            now = trio.current_time()
            if somebody():
                absent, deadline = None, last
            else:
                absent = now if absent is None else absent
                deadline = min(last, absent + limits.question_timeout)
            if now >= deadline:
                question.over = True
                self._counters.questions_unanswered += 1
                _log.warning(
                    "nobody answered a %s request of session %r", question.kind, self.session_id
                )
                return None
            with trio.move_on_at(deadline):
                await self.wait_change()
        return question.answer

    # --- Prompts --------------------------------------------------------------------------

    def sent(self, source: str) -> tuple[Sent, bool]:
        """Return the prompt that has this key, and whether it is new."""
        known = self.sends.get(source)
        if known is not None:
            return known, False
        made = self.sends[source] = Sent()
        while len(self.sends) > KEPT_SENDS:
            self.sends.popitem(last=False)
        return made, True
