"""A Hypothesis state machine over sessions, for users to subclass: rules, crashes, invariants."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, cast

import msgspec
import trio
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from copilot_actors import _errors as errors
from copilot_actors._session_errors import SessionClosed
from copilot_actors.client import Client, Session, Tool, ToolInvocation, open_client
from copilot_actors.client._handlers._handler_calls import call, positional_count
from copilot_actors.otp import Backoff
from copilot_actors.protocol import SessionEvent
from copilot_actors.storage import MemoryLedger
from copilot_actors.testing._faults._kinds import Fault, FrameMatch, Freeze, Kill, Split
from copilot_actors.testing._scripted_model._script import Script, ScriptFunction
from copilot_actors.testing._simulator._simulator import Simulator

from ._guest_run import HostedContext
from ._session_witness import Conversation, Subscription, judge_history
from ._trio_machine import TrioMachine

if TYPE_CHECKING:
    from copilot_actors.client._application import ClientOptionFields
    from copilot_actors.client._options._fields import SessionOptionFields

Crash: TypeAlias = Literal["kill", "terminate", "freeze"]
Check: TypeAlias = Literal["prompts", "handlers", "events", "history", "processes"]

_GRACE = 10.0
"""Seconds that a caller's time-out may be late: without a CLI the abort is waited for 6 s."""

_TOLD = ("session.idle", "copilot_actors.")
"""Ephemeral events that stand in the trace; the others are many and say little."""


class _Asking:
    """One prompt that was sent, and whether its caller is back."""

    def __init__(self, session: str, handle: Session, prompt: str) -> None:
        self.session = session
        self.handle = handle
        self.prompt = prompt
        self.over = trio.Event()
        self.forsaken = False
        self.subscriptions: list[Subscription] = []


def _runner(
    pick: Callable[[SessionMachine], st.SearchStrategy[object]],
) -> st.SearchStrategy[object]:
    """A strategy that asks the machine itself what may be drawn."""
    return st.runner().flatmap(pick)


_OPEN = _runner(lambda machine: st.sampled_from(sorted(machine.sessions)))
_CLOSED = _runner(lambda machine: st.sampled_from(machine.closed_sessions))
_SUBSCRIBED = _runner(lambda machine: st.sampled_from(machine.subscribed_sessions))
_PROMPT = _runner(lambda machine: machine._prompts)
_FAULT = _runner(lambda machine: machine._faults)
_CRASHES: Sequence[Crash] = ("kill", "terminate", "freeze")


class SessionMachine(TrioMachine):
    """Sessions on a simulated CLI that may die at any moment, as a Hypothesis state machine.

    Subclass it, say what your model answers (:meth:`script`) and how your sessions are opened
    (:meth:`session_options`), add rules and invariants of your own, and let pytest collect its
    ``TestCase``. Ready rules open, prompt, read and close sessions, subscribe, let time pass, crash
    the CLI now or at a frame to come, and restart the program over its ledger. What must hold,
    whatever happens, is checked for you:

    - every answered prompt stands once in the transcript, every other at most once;
    - a tool's handler runs once for each tool call id;
    - no subscription gets a persistent event twice, out of order or not at all, whatever dies;
    - every caller comes back, with an answer, within ``answer_timeout``;
    - a transcript is one that a session can have;
    - nothing raises that is not among ``tolerated_errors``; an ``AssertionError`` in a handler
      of yours fails the rule in which it happened, though the model is told of it as usual;
    - at the end no task and no process is left.

    Use :meth:`send_and_wait` and :meth:`send` for prompts of your own rules, so that these checks
    know of them. A session that your rules open or close by themselves is yours alone.

    Attributes:
        session_names: ids of the sessions that rules may open.
        max_faults: how many faults :meth:`inject` may draw in one example.
        answer_timeout: seconds of simulated time within which each prompt is answered.
        tolerated_errors: errors that a prompt may end with.
        unchecked: which of the checks above are switched off: ``"prompts"``, ``"handlers"``,
            ``"events"``, ``"history"``, ``"processes"``.
        seed: the simulator's seed; Hypothesis draws it, and shrinks it to 0.
        cli: the simulator.
        sessions: the handles of the sessions that are open now, by name.
    """

    session_names: ClassVar[Sequence[str]] = ("a", "b", "c")
    max_faults: ClassVar[int] = 5
    answer_timeout: ClassVar[float] = 600.0
    tolerated_errors: ClassVar[tuple[type[Exception], ...]] = ()
    unchecked: ClassVar[
        Collection[Literal["prompts", "handlers", "events", "history", "processes"]]
    ] = ()

    def __init__(self) -> None:
        super().__init__()
        self.seed = 0
        self.sessions: dict[str, Session] = {}
        self._cli: Simulator | None = None
        self._client: Client | None = None
        self._hosted: HostedContext | None = None
        self._ledger = MemoryLedger(store_prompts=True)
        self._conversations: dict[str, Conversation] = {}
        self._asking: list[_Asking] = []
        self._handled: set[tuple[str, str]] = set()
        self._injected = 0
        self._prompts: st.SearchStrategy[str] = self.prompts()
        self._faults: st.SearchStrategy[Fault] = self.faults()

    # --- For subclasses -------------------------------------------------------------------

    def script(self) -> ScriptFunction:
        """What the model answers; by default it repeats the prompt."""
        return Script.echo()

    def client_options(self) -> Mapping[str, object]:
        """Keyword arguments of :func:`~copilot_actors.open_client`.

        They come on top of this machine's own: the simulator, a ledger in memory, no limit of
        restarts, no jitter.
        """
        return {}

    def session_options(self, session: str) -> Mapping[str, object]:
        """Keyword arguments of ``create_session`` and ``resume_session`` for a session."""
        del session
        return {"model": "gpt-4.1"}

    def prompts(self) -> st.SearchStrategy[str]:
        """The prompts that the ready rules send; asked for once for each example."""
        return st.sampled_from(("hello", "and then?"))

    def faults(self) -> st.SearchStrategy[Fault]:
        """The faults that :meth:`inject` draws; asked for once for each example.

        The default has those that the library promises to mend without a trace: deaths by a
        signal, a CLI that hangs, and frames in pieces. (A CLI that exits by itself is another
        matter: three such ends while it loads one session quarantine that session.)
        """
        return _FAULTS

    def check_answer(self, session: str, prompt: str, answer: SessionEvent | None) -> None:
        """Judge an answer: raise ``AssertionError`` if it is wrong. Called once for each prompt."""

    def check_transcript(self, session: str, transcript: Sequence[SessionEvent]) -> None:
        """Judge the history of a session: called by :meth:`read` and for each at the end."""

    # --- For rules ------------------------------------------------------------------------

    @property
    def cli(self) -> Simulator:
        """The simulated CLI; made when it is first asked for."""
        if self._cli is None:
            self._cli = Simulator(self.script(), seed=self.seed)
        return self._cli

    @property
    def client(self) -> Client:
        """The client that is open; it is opened when it is first asked for."""
        if self._client is None:
            self._open_client()
        if self._client is None:
            raise AssertionError("a client that was opened is there")
        return self._client

    @property
    def closed_sessions(self) -> list[str]:
        """The names of ``session_names`` that are not open now."""
        return [name for name in self.session_names if name not in self.sessions]

    @property
    def subscribed_sessions(self) -> list[str]:
        """The names of the open sessions that :meth:`subscribe` has a subscription of."""
        return [name for name in sorted(self.sessions) if self._conversation(name).live()]

    def send_and_wait(self, session: str, prompt: str) -> SessionEvent | None:
        """Send a prompt and return the answer, which was checked.

        Returns:
            As of :meth:`Session.send_and_wait`; ``None`` also after an error that is tolerated.

        Raises:
            AssertionError: no answer in time, or a wrong one.
            CopilotError: an error that is not tolerated.
        """
        return self.run(self._ask, self._ask_begins(session, prompt))

    def send(self, session: str, prompt: str) -> None:
        """Send a prompt and do not wait; the answer is checked as soon as it is there."""
        asking = self._ask_begins(session, prompt)
        self.start_soon(self._ask, asking)

    def settle(self) -> None:
        """Wait until each prompt is answered and each session rests.

        Raises:
            TimeoutError: that was not so within ``patience``.
        """
        self.run(self._settle)

    # --- Rules ----------------------------------------------------------------------------

    @initialize(seed=st.integers(0, 15))
    def choose_seed(self, seed: int) -> None:
        """Choose the simulator's seed, unless it has begun."""
        if self._cli is None:
            self.seed = seed

    @precondition(lambda self: self.closed_sessions)
    @rule(session=_CLOSED)
    def open_session(self, session: str) -> None:
        """Create a session, or resume it if it was open before."""
        conversation = self._conversation(session)
        self.note("resume" if conversation.opened else "open", session)
        client = self.client
        subscription = Subscription(f"on_event of {session}, life {conversation.opened + 1}")
        options = cast("SessionOptionFields", self._options(session, subscription))
        if conversation.opened:
            handle = self.run(lambda: client.resume_or_create_session(session, **options))
        else:
            handle = self.run(lambda: client.create_session(session_id=session, **options))
        conversation.opened += 1
        conversation.subscriptions.append(subscription)
        self.sessions[session] = handle

    @precondition(lambda self: self.sessions)
    @rule(session=_OPEN)
    def close_session(self, session: str) -> None:
        """Disconnect a session, whatever it does; it may be opened again."""
        self.note("close", session)
        for asking in self._asking:
            asking.forsaken = asking.forsaken or asking.session == session
        handle = self.sessions.pop(session)
        self.run(handle.disconnect)
        self._conversation(session).end()

    @precondition(lambda self: self.sessions)
    @rule(session=_OPEN, prompt=_PROMPT)
    def ask(self, session: str, prompt: str) -> None:
        """Send a prompt and wait for the answer."""
        self.send_and_wait(session, prompt)

    @precondition(lambda self: self.sessions)
    @rule(session=_OPEN, prompt=_PROMPT)
    def ask_in_background(self, session: str, prompt: str) -> None:
        """Send a prompt; other rules go on while its turn runs."""
        self.send(session, prompt)

    @precondition(lambda self: self.sessions)
    @rule(session=_OPEN)
    def read(self, session: str) -> None:
        """Read a session's history and judge it."""
        self.note("read", session)
        self._judge(session, self.run(self.sessions[session].get_messages), at_end=False)

    @precondition(lambda self: self.sessions)
    @rule(session=_OPEN)
    def subscribe(self, session: str) -> None:
        """Subscribe to all events of a session."""
        conversation = self._conversation(session)
        number = len(conversation.subscriptions)
        subscription = Subscription(f"subscription {number} of {session}")
        self.note("subscribe", subscription.name)
        handle = self.sessions[session]
        subscription.reference = self.run(
            lambda: handle.on(functools.partial(self._noticed, subscription))
        )
        conversation.subscriptions.append(subscription)

    @precondition(lambda self: self.subscribed_sessions)
    @rule(session=_SUBSCRIBED)
    def unsubscribe(self, session: str) -> None:
        """End the oldest subscription of a session; nothing may come for it any more."""
        subscription = self._conversation(session).live()[0]
        self.note("unsubscribe", subscription.name)
        handle, reference = self.sessions[session], subscription.reference
        if reference is not None:
            self.run(lambda: handle.off(reference))
        subscription.over = True

    @precondition(lambda self: self.sessions)
    @rule(how=st.sampled_from(_CRASHES))
    def crash(self, how: Crash) -> None:
        """Kill, end or freeze the CLI as it is now."""
        self.note("crash", how)
        self.run(self._crash, how)

    @precondition(lambda self: self.sessions and self._injected < self.max_faults)
    @rule(fault=_FAULT)
    def inject(self, fault: Fault) -> None:
        """Let a fault happen at a frame to come."""
        self.note("inject", repr(fault))
        _ = self.client
        self._injected += 1
        self.cli.inject(fault)

    @rule(seconds=st.sampled_from((0.01, 0.2, 3.0, 60.0)))
    def let_time_pass(self, seconds: float) -> None:
        """Let simulated time pass, and all that happens in it."""
        self.note("let_time_pass", f"{seconds:g}")
        self.run(trio.sleep, seconds)

    @precondition(lambda self: self.sessions)
    @rule(orderly=st.booleans())
    def restart_program(self, orderly: bool) -> None:
        """End the client, with prompts under way, and open another one over its ledger and disk.

        The sessions that were open are resumed. A prompt that was under way has lost its caller;
        it is carried on with, and stands at most once in the transcript.
        """
        self.note("restart_program", "in order" if orderly else "by force")
        names = sorted(self.sessions)
        self.sessions.clear()
        for asking in self._asking:
            asking.forsaken = True
        client = self.client
        if not orderly:
            self.run(lambda: client.stop(force=True))
        self._close_client()
        for name in names:
            self._conversation(name).end()
            self.open_session(name)

    # --- The end of an example -----------------------------------------------------------

    def finish(self) -> None:
        """Wait for all answers and judge the history of each open session."""
        self.settle()
        for session in sorted(self.sessions):
            transcript = self.run(self.sessions[session].get_messages)
            self._judge(session, transcript, at_end=True)

    def after_close(self) -> list[str]:
        """Name the simulated processes that live or have failed."""
        wrong: list[str] = []
        if self._cli is None or "processes" in self.unchecked:
            return wrong
        for number, process in enumerate(self._cli.processes):
            if process.alive:
                wrong.append(f"the simulated process {number} is still alive")
            if process.error is not None:
                wrong.append(f"the simulated process {number} has failed: {process.error!r}")
        return wrong

    # --- Helpers --------------------------------------------------------------------------

    def _conversation(self, session: str) -> Conversation:
        return self._conversations.setdefault(session, Conversation(session))

    def _open_client(self) -> None:
        options: dict[str, object] = {
            "cli": self.cli,
            "ledger": self._ledger,
            "max_restarts": 1_000_000,
            # Jitter is real chance: it would make the times of two equal examples differ.
            "backoff": Backoff(0.1, 10.0),
            "on_subscriber_error": lambda fault: self._guest.fail(fault.error),
            **self.client_options(),
        }
        fields = cast("ClientOptionFields", options)
        while True:
            try:
                self._client, self._hosted = self._enter(open_client(**fields), "the client")
            except errors.ConnectionFault as error:
                # An injected fault has met the handshake: no client is opened over it, by contract.
                self.note("no client", type(error).__name__)
            else:
                return

    def _close_client(self) -> None:
        if self._hosted is not None:
            self._guest.leave(self._hosted, limit=self.patience)
        self._client = self._hosted = None

    def _options(self, session: str, subscription: Subscription) -> dict[str, object]:
        options = dict(self.session_options(session))
        own = cast("Callable[[SessionEvent], object] | None", options.get("on_event"))

        def on_event(event: SessionEvent) -> object:
            self._noticed(subscription, event)
            if not event.ephemeral or event.type.startswith(_TOLD):
                self.note(event.type, session)
            return None if own is None else own(event)

        options["on_event"] = on_event
        tools = cast("Sequence[Tool]", options.get("tools") or ())
        options["tools"] = [self._witnessed(session, tool) for tool in tools]
        return options

    def _witnessed(self, session: str, tool: Tool) -> Tool:
        handler = tool.handler
        if handler is None:
            return tool

        async def witness(arguments: object, invocation: ToolInvocation) -> object:
            key = (session, invocation.tool_call_id)
            self.note("handler", f"{tool.name} of {session}")
            if key in self._handled and not tool.idempotent:
                self._violated("handlers", [f"{tool.name} of {session} ran twice for {key[1]}"])
            self._handled.add(key)
            try:
                return await call(handler, *(arguments, invocation)[: positional_count(handler)])
            except AssertionError as error:
                self._guest.fail(error)
                raise

        return msgspec.structs.replace(tool, handler=witness)

    def _ask_begins(self, session: str, prompt: str) -> _Asking:
        self.note("ask", f"{session} {prompt!r}")
        conversation = self._conversation(session)
        conversation.asked[prompt] += 1
        asking = _Asking(session, self.sessions[session], prompt)
        # One that begins later may be too late for the answer.
        asking.subscriptions = [one for one in conversation.subscriptions if not one.over]
        self._asking.append(asking)
        return asking

    async def _ask(self, asking: _Asking) -> SessionEvent | None:
        conversation = self._conversation(asking.session)
        limit = self.answer_timeout
        answer = None
        try:
            with trio.fail_after(limit + _GRACE):
                answer = await asking.handle.send_and_wait(asking.prompt, timeout=limit)
        except (SessionClosed, errors.ConnectionStopped) as error:
            if not asking.forsaken:
                raise
            self.note("no answer", f"{asking.session} {type(error).__name__}")
        except self.tolerated_errors as error:
            self.note("no answer", f"{asking.session} {type(error).__name__}")
        else:
            conversation.answered[asking.prompt] += 1
            self.note("answer", f"{asking.session} to {asking.prompt!r}")
            if answer is not None:
                for subscription in asking.subscriptions:
                    subscription.due.append(answer.id)
            self.check_answer(asking.session, asking.prompt, answer)
        finally:
            asking.over.set()
            self._asking.remove(asking)
        return answer

    async def _settle(self) -> None:
        for asking in list(self._asking):
            await asking.over.wait()
        for name in sorted(self.sessions):
            await self.sessions[name].wait_state("idle", "paused")
        # An event too many would come now.
        await trio.sleep(1)

    async def _crash(self, how: Crash) -> None:
        cli = self.cli
        if not cli.processes or not cli.process.alive:
            await trio.lowlevel.checkpoint()
            return
        {"kill": cli.kill, "terminate": cli.terminate, "freeze": cli.freeze}[how]()
        await trio.lowlevel.checkpoint()

    def _noticed(self, subscription: Subscription, event: SessionEvent) -> None:
        if not subscription.notice(event):
            self._violated("events", [f"{subscription.name}: {event.type} came twice"])

    def _judge(self, session: str, transcript: Sequence[SessionEvent], *, at_end: bool) -> None:
        conversation = self._conversation(session)
        self._violated("prompts", conversation.judge_prompts(transcript))
        self._violated("history", [f"{session}: {line}" for line in judge_history(transcript)])
        if at_end:
            for subscription in conversation.subscriptions:
                self._violated("events", subscription.judge(transcript))
        self.check_transcript(session, transcript)

    def _violated(self, check: Check, wrong: list[str]) -> None:
        """Fail the example, from a task of the run or from a rule."""
        if not wrong or check in self.unchecked:
            return
        error = AssertionError("\n".join(wrong))
        if trio.lowlevel.in_trio_task():
            self._guest.fail(error)
        else:
            raise error


_FRAMES = st.builds(
    FrameMatch,
    direction=st.sampled_from(("from_cli", "to_cli")),
    nth=st.integers(1, 60),
)
_FAULTS: st.SearchStrategy[Fault] = st.one_of(
    st.builds(Kill, _FRAMES, before=st.booleans()),
    st.builds(Freeze, _FRAMES, seconds=st.sampled_from((0.5, 5.0))),
    st.builds(Split, st.builds(FrameMatch, nth=st.integers(1, 60)), size=st.integers(1, 40)),
)
