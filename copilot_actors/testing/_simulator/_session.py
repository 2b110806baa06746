"""One session that a simulated process has loaded: its options, history, log and queue.

The log is written as by the real CLI (protocol, section 7.1): in batches, about 100 ms after the
events, at the end of a run and on ``sessions.save``. What is not written yet dies with the
process. A session that only started or resumed writes nothing at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, final

import msgspec

from copilot_actors._errors import JsonValue

from ._disk import Event, Journal
from ._files import RemoteFiles
from ._host import Host, Params, mapping_of, mappings_of, text_of
from ._kernel import Activity, Running, Slot
from ._pending import OpenTool, PendingPermission, PendingTool

FLUSH_DELAY: Final = 0.1
"""Seconds from an event to its batch's write."""

# These alone do not make a session worth a write: seen with resume + save + kill, and with
# resume + destroy, both of which leave the file as it was.
_IDLE_TYPES: Final = frozenset({"session.start", "session.resume", "session.shutdown"})


class SessionOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options of create and resume that change what the simulator does."""

    model: str
    streaming: bool
    hooks: bool
    asks_permission: bool
    asks_user: bool
    asks_plan: bool
    elicits: bool
    client_name: str
    working_directory: str
    tools: dict[str, dict[str, JsonValue]]
    commands: frozenset[str] = frozenset()
    canvases: frozenset[str] = frozenset()
    has_skills: bool = False
    provider: dict[str, JsonValue] = msgspec.field(default_factory=dict)
    system_message: dict[str, JsonValue] = msgspec.field(default_factory=dict)
    tiers: tuple[str | None, ...] = ()
    """What automatic routing is to prefer, if anything was said of it."""

    @classmethod
    def parse(cls, params: Params, working_directory: str) -> SessionOptions:
        """Read the parameters of ``session.create`` or ``session.resume``."""
        return cls(
            model=text_of(params, "model", "gpt-4.1"),
            streaming=params.get("streaming") is True,
            hooks=params.get("hooks") is True,
            asks_permission=params.get("requestPermission") is True,
            asks_user=params.get("requestUserInput") is True,
            asks_plan=params.get("requestExitPlanMode") is True,
            elicits=params.get("requestElicitation") is True,
            client_name=text_of(params, "clientName", "sdk"),
            working_directory=text_of(params, "workingDirectory", working_directory),
            tools={text_of(tool, "name"): tool for tool in mappings_of(params, "tools")},
            commands=frozenset(text_of(item, "name") for item in mappings_of(params, "commands")),
            canvases=frozenset(text_of(item, "id") for item in mappings_of(params, "canvases")),
            has_skills=params.get("hasSkillProvider") is True,
            provider=mapping_of(params, "provider"),
            system_message=mapping_of(params, "systemMessage"),
            tiers=tiers_of(mapping_of(params, "capi")),
        )


def tiers_of(params: Params) -> tuple[str | None, ...]:
    """The preference of automatic routing in parameters, ``None`` for the provider's choice."""
    if "autoTier" not in params:
        return ()
    tier = params["autoTier"]
    return (tier if isinstance(tier, str) else None,)


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """One user message that waits for its turn."""

    message_id: str
    text: str
    shown: str
    source: str | None
    attachments: list[dict[str, JsonValue]] = msgspec.field(default_factory=list)


class QueuedTurn(msgspec.Struct, kw_only=True):
    """One turn that waits: no prompt continues the history (``sendMessages`` with ``[]``).

    ``notice`` tells the model of something instead of a prompt.
    """

    item_id: str
    prompts: list[Prompt]
    delivery: str
    origin: str | None
    mode: str | None
    notice: str | None = None
    response_format: Mapping[str, JsonValue] | None = None


class Turn(msgspec.Struct, kw_only=True):
    """The turn that is running.

    Attributes:
        interaction_id: one for all model calls of the turn.
        origin: id of the message that started it, or ``None`` for a continued turn.
        number: index of the model call.
        open: whether a turn_start has no turn_end yet.
        phase: what is going on: ``""``, ``"model_call"`` or ``"tool_call"``.
        streaming: whether a part of the answer has arrived.
        rejected: whether the user rejected a call without a word, which ends the turn.
        declined: whether a tool said that its call is rejected, which ends the turn in peace.
        response_format: what its answers are held to, as the provider is told.
        calls: ids and names of the tool calls under way.
        children: the activities of its tools, by call id.
    """

    interaction_id: str
    origin: str | None
    response_format: Mapping[str, JsonValue] | None = None
    number: int = 0
    open: bool = False
    phase: str = ""
    streaming: bool = False
    rejected: bool = False
    declined: bool = False
    calls: dict[str, str] = msgspec.field(default_factory=dict)
    children: dict[str, Running] = msgspec.field(default_factory=dict)


@final
class SimulatedSession:
    """State of one loaded session."""

    def __init__(  # noqa: PLR0915 - as many as it has fields
        self,
        host: Host,
        session_id: str,
        options: SessionOptions,
        history: Sequence[Event] = (),
        start_time: str = "",
        *,
        files: RemoteFiles | None = None,
    ) -> None:
        self.host, self.files = host, files
        self.session_id = session_id
        self.options = options
        self.history = list(history)
        self._parent: JsonValue = self.history[-1]["id"] if self.history else None
        self.start_time = start_time or host.timestamp()
        self.mode = _last_mode(history)
        self.model = options.model
        self.auto_tier = options.tiers[0] if options.tiers else None
        self.pending_tiers: tuple[str | None, ...] = ()
        """The preference that the next turn with the model ``auto`` tries, if there is one."""
        self.approve_all = False
        self.approved_kinds: set[str] = set()
        self.queue: list[QueuedTurn] = []
        self.steering: list[Prompt] = []
        self.waiting: list[Slot[None]] = []
        """Sends with ``wait`` that are answered after the next ``session.idle``."""
        self.run: Running | None = None
        self.compaction: Slot[str | None] | None = None
        """The compaction that runs: its summary, or ``None`` once it is cancelled."""
        self.turn: Turn | None = None
        self.tools: dict[str, PendingTool] = {}
        self.permissions: dict[str, PendingPermission] = {}
        self.elicitations: dict[str, Slot[Params]] = {}
        self.asked: dict[str, tuple[str, Slot[Params]]] = {}
        """What the client was asked by other events: the event that ends it, and its answer."""
        self.consulted: dict[str, Slot[Params]] = {}
        """Questions that were put by a request, by the id in their event."""
        self.interests: set[str] = set()
        """Events by which the client wants to be asked."""
        self.open_canvases: dict[str, dict[str, JsonValue]] = {}
        """Instance -> what it was opened with and what is shown."""
        self.interrupted: list[OpenTool] = []
        self.hooks: set[str] = set()
        """What waits for the answer to a hook: a tool call's id, or ``""`` for the turn itself."""
        self.start_hook: Running | None = None
        """The ``sessionStart`` hook, while the first turn has not come to its model call."""
        self.aborting: Slot[None] | None = None
        """Set while an abort waits for a hook: put when the run has ended."""
        self.shells: list[dict[str, JsonValue]] = []
        """Commands that were started in the background, ended ones too."""
        self.shell_ends: list[Slot[None]] = []
        """Their ends, as far as nobody waits for them yet."""
        self.last_origin: str | None = None
        self.turns_run = 0
        self.resumed = bool(history)
        self.closed = False
        self.stream: list[Event] = list(history)
        """The history and every event since, ephemeral ones too, for ``eventLog.read``."""
        self.changed: Slot[None] = Slot()
        self._items = 0
        self._unwritten: list[Event] = []
        self._write_due: Running | None = None
        # New sessions wait for their first prompt; loaded ones for anything that matters.
        self._new = self.journal is None
        self._writing = False
        self.system_known = any(event["type"] == "system.message" for event in history)

    # Events

    def emit(self, name: str, data: dict[str, JsonValue], *, ephemeral: bool = False) -> Event:
        """Emit an event: to the client, and to the log unless it is ephemeral."""
        event = self._event(name, data, ephemeral=ephemeral)
        if not ephemeral:
            self.history.append(event)
            self._parent = event["id"]
            self._record(event)
        self._publish(event)
        return event

    def emit_unrecorded(self, name: str, data: dict[str, JsonValue]) -> None:
        """Emit an event that is not ephemeral and yet is not in the log."""
        event = self._event(name, data, ephemeral=False)
        self.history.append(event)
        self._publish(event)

    def record(self, name: str, data: dict[str, JsonValue]) -> None:
        """Write an event to the log only; what comes next is its child all the same."""
        event = self._event(name, data, ephemeral=False)
        self._parent = event["id"]
        self._record(event)

    def _event(self, name: str, data: dict[str, JsonValue], *, ephemeral: bool) -> Event:
        event: Event = {
            "type": name,
            "data": data,
            "id": self.host.dice.uuid(),
            "timestamp": self.host.timestamp(),
            "parentId": self._parent,
        }
        if ephemeral:
            event["ephemeral"] = True
        return event

    def _publish(self, event: Event) -> None:
        if self.closed:
            return
        self.stream.append(event)
        changed, self.changed = self.changed, Slot()
        changed.put(None)
        self.host.notify("session.event", {"sessionId": self.session_id, "event": event})
        if "ephemeral" not in event:
            self.lifecycle("session.updated")

    def lifecycle(self, kind: str) -> None:
        """Tell the client that something happened to the session as a whole."""
        times: JsonValue = {"startTime": self.start_time, "modifiedTime": self.host.timestamp()}
        self.host.notify(
            "session.lifecycle",
            {"type": kind, "sessionId": self.session_id, "metadata": times},
        )

    # The log

    def _record(self, event: Event) -> None:
        self._unwritten.append(_as_written(event))
        name = event["type"]
        self._writing = self._writing or (
            name == "user.message" if self._new else name not in _IDLE_TYPES
        )
        if self._writing and (self._write_due is None or not self._write_due.active):
            self._write_due = self.host.kernel.start(self._write_later())

    def _write_later(self) -> Activity[None]:
        yield FLUSH_DELAY
        self._write()

    def flush(self) -> None:
        """Write now what waits for its batch."""
        if self._write_due is not None:
            self._write_due.cancel()
        self._write()

    def _write(self) -> None:
        if self._writing and self._unwritten and not self.closed:
            if self.files is not None:
                self.files.append(self._unwritten)
            else:
                self.host.disk.append(self.session_id, self._unwritten)
                self.host.disk.lock(self.session_id, self.host.pid)
            self._unwritten = []

    @property
    def journal(self) -> Journal | None:
        """The log, or ``None`` if nothing was ever written."""
        if self.files is not None:
            return self.files.journal if self.files.journal.data else None
        disk = self.host.disk
        return disk.journal(self.session_id) if disk.has_journal(self.session_id) else None

    def written(self) -> Activity[bool]:
        """Wait until the client's file system has what was flushed.

        Returns:
            Whether it took it at once.
        """
        if self.files is None:
            return True
        return (yield from self.files.written())

    def truncate(self, event_id: str) -> int:
        """Remove an event and all after it from the history and the log.

        Returns:
            How many events were removed from the history; 0 when there is no such event.
        """
        self.flush()
        ids = [event["id"] for event in self.history]
        if event_id not in ids:
            return 0
        removed = len(self.history) - ids.index(event_id)
        gone = ids[ids.index(event_id) :]
        self.history = self.history[: ids.index(event_id)]
        cut = next(i for i, event in enumerate(self.stream) if event["id"] == event_id)
        del self.stream[cut:]
        journal = self.journal
        kept = journal.events() if journal is not None else []
        first = next((i for i, event in enumerate(kept) if event["id"] in gone), len(kept))
        before = kept[:first] or self.history
        self._parent = before[-1]["id"] if before else None
        if self.files is not None:
            self.files.rewrite(kept[:first])
        elif journal is not None:
            journal.data = b""
            journal.append(kept[:first])
        self.emit(
            "session.snapshot_rewind",
            {"upToEventId": event_id, "eventsRemoved": removed},
            ephemeral=True,
        )
        return removed

    # Prompts

    def prompt(self, params: Params) -> Prompt:
        """Make a prompt of the parameters of a send."""
        text = text_of(params, "prompt")
        source = params.get("source")
        return Prompt(
            message_id=self.host.dice.uuid(),
            text=text,
            shown=text_of(params, "displayPrompt", text),
            source=source if isinstance(source, str) and source != "user" else None,
            attachments=mappings_of(params, "attachments"),
        )

    def enqueue(
        self, prompts: list[Prompt], params: Params, *, prepend: bool = False
    ) -> QueuedTurn:
        """Queue a turn; whoever calls this starts the run if there is none."""
        self._items += 1
        mode = params.get("agentMode")
        item = QueuedTurn(
            item_id=str(self._items),
            prompts=prompts,
            delivery="queued" if self.busy else "idle",
            origin=prompts[-1].message_id if prompts else None,
            mode=mode if isinstance(mode, str) else None,
            response_format=_provider_format(params),
        )
        self.queue.insert(0 if prepend else len(self.queue), item)
        self.pending_changed()
        return item

    def pending_changed(self) -> None:
        """Tell the client that the queue changed."""
        self.emit("pending_messages.modified", {}, ephemeral=True)

    @property
    def busy(self) -> bool:
        """Whether a run is going on, or waits for answers of the client."""
        return self.run is not None and self.run.active

    def say_idle(self, *, aborted: bool) -> None:
        """Emit ``session.idle`` and answer those who waited for it."""
        data: dict[str, JsonValue] = {"aborted": True} if aborted else {}
        self.emit("session.idle", {**data, "mode": self.mode}, ephemeral=True)
        waiting, self.waiting = self.waiting, []
        for slot in waiting:
            slot.put(None)

    def drop_run(self) -> Turn | None:
        """End the run where it stands, without a word; the queue is emptied.

        Returns:
            The turn that was running.
        """
        turn, self.turn = self.turn, None
        if self.run is not None:
            self.run.cancel()
            self.run = None
        if turn is not None:
            for child in turn.children.values():
                child.cancel()
        self.queue.clear()
        self.steering.clear()
        return turn


def _last_mode(history: Sequence[Event]) -> str:
    """The mode that a log ends in."""
    for event in reversed(history):
        if event["type"] == "session.mode_changed":
            return text_of(mapping_of(event, "data"), "newMode", "interactive")
    return "interactive"


def _provider_format(params: Params) -> dict[str, JsonValue] | None:
    """The ``response_format`` of the model's requests for the ``responseFormat`` of a prompt."""
    wanted = params.get("responseFormat")
    if not isinstance(wanted, dict):
        return None
    return {"type": "json_schema", "json_schema": wanted.get("jsonSchema")}


def _as_written(event: Event) -> Event:
    """Return the event as the log has it: without what only a user interface needs."""
    data = event["data"]
    if event["type"] != "tool.execution_complete" or not isinstance(data, dict):
        return event
    result = data.get("result")
    if not isinstance(result, dict):
        return event
    shorter = {key: value for key, value in result.items() if key != "detailedContent"}
    return {**event, "data": {**data, "result": shorter}}
