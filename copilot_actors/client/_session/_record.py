"""What a client knows of each open session, independent of any actor or connection."""

from __future__ import annotations

import math
import uuid
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

import msgspec
import trio

from copilot_actors._errors import JsonValue
from copilot_actors.client._flag import Flag
from copilot_actors.client._handlers._shared_questions import SharedQuestions
from copilot_actors.client._handlers._tools import Tool
from copilot_actors.client._options._session_options import SessionOptions
from copilot_actors.client._promise import Promise
from copilot_actors.otp import Ref
from copilot_actors.protocol import EventData

from ._ledger import SessionLedger
from ._values import NOTHING, Effect, Pending, Phase, RequestStage, SessionState
from ._web_sockets import may_fall_back

if TYPE_CHECKING:
    from copilot_actors.client._connection._connection import Connection
    from copilot_actors.storage import HeldLease

    from ._compaction import CompactionOutcome
    from ._handle import Session
    from ._model_control import TierSwitch

_SETTLED = RequestStage.SETTLED

OpenMode: TypeAlias = Literal["create", "resume"]


class SessionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What the CLI said when it created or resumed the session."""

    workspace_path: str | None = None
    capabilities: dict[str, object] = msgspec.field(default_factory=dict)
    model: str | None = None
    agent_mode: str | None = None
    start_time: str | None = None
    transcript_recovery: dict[str, object] | None = None


class AbortResult(msgspec.Struct, frozen=True):
    """What ``session.abort`` did: a turn was ended, there was none, or the CLI did not confirm."""

    outcome: Literal["aborted", "nothing_to_abort", "failed"]


class AbortCall(msgspec.Struct, frozen=True):
    """Tells a session's actor that ``abort_waiters`` has a new caller."""


class RunningHandler:
    """A handler that runs, or whose answer is recorded; survives the CLI that asked."""

    __slots__ = ("cancel", "request")

    def __init__(self, request: Pending, cancel: Callable[[], None]) -> None:
        self.request = request
        self.cancel = cancel


class SessionRecord:
    """One open session: its options and handlers (which the CLI never stores), and its state.

    The machine's state is a value and lives here, so that a session actor that crashed is
    restarted with everything it knew. ``durable`` tells that the CLI has a log of the session,
    ``anchors`` and ``seen`` what of it has been delivered; ``connection`` is the one whose CLI
    has the session loaded; ``unfinished`` holds the effects of the last step that are still to be
    performed; ``released`` is set when ``lease`` is given back and the id free for other owners.
    ``model`` is the one that the session uses, ``agent_mode`` the mode that it was last heard to
    be in, ``open_canvases`` what ``session.canvas.open`` needs by instance, ``compaction`` the
    number of the last compaction of its history and ``last_compaction`` how the last one ended
    that did; ``tier_switches`` are those that wait for a turn
    that puts them in force, one or two. ``handlers`` are tools and permissions by request,
    ``asked`` what was asked by other events, ``shared`` what was asked of every client;
    ``questions``, ``hooks`` and ``services`` the scopes of handlers that end with their turn,
    before an abort, or with the session. ``changing`` is held while options are replaced.
    ``requests`` counts those of callers that are under way, ``used`` is when the last one ended;
    ``pausing`` is there once the CLI was asked to let the session go, and set when that is over.
    ``session`` is the handle that its opener has, and so the one that its handlers get.
    ``transcript`` is the CLI's report on the last load that repaired the log, ``lost_at`` when
    the CLI was last lost.
    """

    __slots__ = (
        "_changed",
        "_changing",
        "_hooks",
        "_questions",
        "_services",
        "_shared",
        "abort_waiters",
        "agent_mode",
        "anchors",
        "asked",
        "check_before_create",
        "close_wanted",
        "closed",
        "compaction",
        "connection",
        "crashes",
        "durable",
        "error",
        "handlers",
        "info",
        "last_compaction",
        "last_event",
        "lease",
        "ledger",
        "lost_at",
        "mode",
        "model",
        "open_canvases",
        "opened",
        "options",
        "pausing",
        "ref",
        "released",
        "requests",
        "seen",
        "session",
        "session_id",
        "state",
        "suspicion",
        "tier_switches",
        "tools",
        "transcript",
        "unfinished",
        "used",
    )

    session: Session

    def __init__(
        self, session_id: str, options: SessionOptions, ledger: SessionLedger, mode: OpenMode
    ) -> None:
        self.session_id = session_id
        self.options = options
        self.ledger = ledger
        self.mode: OpenMode = mode
        self.tools: dict[str, Tool] = {tool.name: tool for tool in options.tools}
        self.info = SessionInfo()
        self.state = SessionState(
            delivery=options.delivery,
            interrupted=options.interrupted,
            durability=options.durability,
            on_timeout=options.on_timeout,
            max_compactions=options.max_compactions,
            repairs=options.on_poisoned is not None,
            web_sockets=may_fall_back(options),
            own_tools=frozenset(self.tools) or NOTHING,
        )
        self.error: BaseException | None = None
        self.opened: Promise[None] = Promise()
        self.closed: Promise[None] = Promise()
        self.lease: HeldLease | None = None
        self.released = Flag()
        self.abort_waiters: list[Promise[AbortResult]] = []
        self.handlers: dict[str, RunningHandler] = {}
        self._questions: set[trio.CancelScope] | None = None
        self._hooks: set[trio.CancelScope] | None = None
        self._services: set[trio.CancelScope] | None = None
        self.asked: dict[str, trio.CancelScope] = {}
        self._shared: SharedQuestions | None = None
        self._changing: trio.Lock | None = None
        self.anchors: tuple[str, ...] = ()
        self.seen: dict[str, None] = {}
        self.unfinished: list[Effect] = []
        self.requests = 0
        self.used = -math.inf
        self.pausing: Flag | None = None
        self.last_event: tuple[float, str | None] = (-math.inf, None)
        self.compaction = 0
        self.last_compaction: CompactionOutcome | None = None
        self.model: str | None = None
        self.tier_switches: tuple[TierSwitch, ...] = ()
        self.agent_mode: str | None = None
        self.open_canvases: dict[str, dict[str, JsonValue]] = {}
        self.transcript: EventData | None = None
        self.lost_at: float | None = None
        self.durable = False
        self.check_before_create = True
        self.close_wanted = False
        self.crashes: tuple[float, ...] = ()
        self.suspicion = 0
        self.ref: Ref | None = None
        self.connection: Connection | None = None
        self._changed: trio.Event | None = None

    # --- Made when they are needed: most sessions are idle, and there are many ---------------

    @property
    def questions(self) -> set[trio.CancelScope]:
        """Scopes of handlers that end with their turn."""
        if self._questions is None:
            self._questions = set()
        return self._questions

    @property
    def hooks(self) -> set[trio.CancelScope]:
        """Scopes of handlers that end before an abort."""
        if self._hooks is None:
            self._hooks = set()
        return self._hooks

    @property
    def services(self) -> set[trio.CancelScope]:
        """Scopes of handlers that end with the session."""
        if self._services is None:
            self._services = set()
        return self._services

    @property
    def shared(self) -> SharedQuestions:
        """What was asked of every client of the session."""
        if self._shared is None:
            self._shared = SharedQuestions()
        return self._shared

    @property
    def changing(self) -> trio.Lock:
        """Held while options are replaced."""
        if self._changing is None:
            self._changing = trio.Lock()
        return self._changing

    @property
    def changed(self) -> trio.Event:
        """Set at the next change of phase."""
        if self._changed is None:
            self._changed = trio.Event()
        return self._changed

    # --- State --------------------------------------------------------------------------------

    @property
    def suspends(self) -> bool:
        """Whether a handler runs that a turn waits for."""
        return bool(self._hooks or self._questions)

    @property
    def phase(self) -> Phase:
        """What the session is doing."""
        return self.state.phase

    def use_tools(self, tools: dict[str, Tool]) -> None:
        """Answer calls of these tools from now on."""
        self.tools = tools
        self.state = msgspec.structs.replace(self.state, own_tools=frozenset(tools) or NOTHING)

    def end_questions(self) -> None:
        """Cancel the handlers of questions: nobody waits for their answers any more."""
        for scope in self._questions or ():
            scope.cancel()

    def end_hooks(self) -> None:
        """Cancel the hooks that run, so that they are answered with nothing.

        An unanswered hook holds up the CLI, abort included, so it cannot wait for the abort's end.
        Called just before the request for that is written: the answers come after it.
        """
        for scope in self._hooks or ():
            scope.cancel()

    def end_asked(self) -> None:
        """Cancel what was asked by events: the requests have died with their connection."""
        for scope in self.asked.values():
            scope.cancel()
        self.asked.clear()
        if self._shared is not None:
            self._shared.clear()

    def end_handlers(self) -> None:
        """The session is over: cancel every handler, whoever waits for it."""
        self.end_asked()
        self.end_questions()
        self.end_hooks()
        for scope in self._services or ():
            scope.cancel()
        for running in list(self.handlers.values()):
            running.cancel()
        self.handlers.clear()

    @property
    def engaged(self) -> bool:
        """Whether a caller, a handler or a question needs the session to stay loaded.

        A tier that waits for the next turn is known to the loaded session alone.
        """
        running = self.handlers or self.suspends or self._services or self.asked
        return bool(
            self.requests
            or running
            or (self._shared is not None and self._shared.open)
            or self.ledger.prompts
            or (self._changing is not None and self._changing.locked())
            or bool(self.tier_switches)
        )

    @property
    def ended_by_caller(self) -> bool:
        """Whether a caller had this session, once it was open, and ended it with its turns."""
        return self.close_wanted and self.state.incarnation > 0

    @property
    def waiting(self) -> tuple[str, ...]:
        """What the turn waits for that may be silent for long: ids of tool calls and questions."""
        state = self.state
        asked = [p.tool_call_id or p.request_id for p in state.pending if p.stage < _SETTLED]
        tools = state.run.open_tools if state.run is not None else ()
        return tuple(sorted({*asked, *tools}))

    def rest(self, event_id: str) -> None:
        """The log holds everything up to this event: a recovery need not read what is older.

        The place before stays known, for the case that the event was not on disk after all.
        """
        if self.anchors[:1] == (event_id,):
            return
        self.anchors = (event_id, *self.anchors[:1])
        oldest = self.anchors[-1]
        if oldest in self.seen:
            for known in list(self.seen):
                del self.seen[known]
                if known == oldest:
                    break

    def notify(self) -> None:
        """Wake everybody who waits for a change of phase."""
        changed, self._changed = self._changed, None
        if changed is not None:
            changed.set()


class TableKeeper(Protocol):
    """Who limits the sessions of a client, and wants to know when there are more or fewer."""

    def admit(self) -> None:
        """Refuse a session that is about to be opened by raising, or take note of it."""

    def changed(self) -> None:
        """A session was entered, or is over."""


class SessionTable:
    """The open sessions of a client by id: what the session supervisor must keep alive."""

    def __init__(self) -> None:
        self._records: dict[str, SessionRecord] = {}
        self.keeper: TableKeeper | None = None

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[SessionRecord]:
        return iter(list(self._records.values()))

    def get(self, session_id: str) -> SessionRecord | None:
        """The record of an open session, or ``None``."""
        return self._records.get(session_id)

    def add(self, record: SessionRecord) -> None:
        """Enter a session that is being opened."""
        self._records[record.session_id] = record
        self.changed()

    def remove(self, record: SessionRecord) -> None:
        """Forget a session; a later one under the same id is not touched."""
        if self._records.get(record.session_id) is record:
            del self._records[record.session_id]
            self.changed()

    def admit(self) -> None:
        """Let the keeper refuse one more session."""
        if self.keeper is not None:
            self.keeper.admit()

    def changed(self) -> None:
        """Tell the keeper."""
        if self.keeper is not None:
            self.keeper.changed()


def new_session_id() -> str:
    """A fresh id, chosen here so that the session can be routed before the CLI knows it."""
    return str(uuid.uuid4())
