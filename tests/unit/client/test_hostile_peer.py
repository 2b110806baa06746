"""Whatever a CLI says, the client lives on or ends one connection with a typed reason.

Between the client and a simulated CLI stands a liar. It changes, drops, repeats and swaps real
frames and puts forged ones and garbage between them, by a plan that Hypothesis makes up. Then it
stops lying, and a turn must work: on the same connection, or after the restart. Each example is
one trio run on a jumping clock.

The suite runs as many examples as its time allows; ``make hostile`` runs 2,500
(``COPILOT_ACTORS_HOSTILE_EXAMPLES``).
"""

from __future__ import annotations

import collections
import logging
import os
from contextlib import asynccontextmanager

import msgspec
import pytest
import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st

import copilot_actors as ca
from copilot_actors.protocol import KNOWN_EVENT_TYPES
from copilot_actors.testing import Script, Simulator, Text, ToolCall, ToolCalls
from copilot_actors.transport import Channel, Transport

EXAMPLES = int(os.environ.get("COPILOT_ACTORS_HOSTILE_EXAMPLES", "60"))
LIMIT = 900.0
"""Seconds of simulated time within which every caller has an answer, whatever was said."""
SCRIPT = Script.by_prompt(
    {
        "look": [ToolCalls([ToolCall("look", {"q": "x"})]), Text("looked")],
        "guarded": [ToolCalls([ToolCall("guarded", {"q": "x"})]), Text("allowed")],
    },
    default=Text("right", chunks=2),
)


# --- What the liar does ---------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _quiet():
    """What it logs of garbage is not looked at here, and takes a third of the time."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(before)


class Insert(msgspec.Struct, frozen=True):
    """Bytes of its own before a frame."""

    data: bytes


class Drop(msgspec.Struct, frozen=True):
    """The frame is lost."""


class Repeat(msgspec.Struct, frozen=True):
    """The frame comes again."""

    times: int


class Swap(msgspec.Struct, frozen=True):
    """The frame comes after the next one."""


class Replay(msgspec.Struct, frozen=True):
    """An earlier frame comes again before this one."""

    back: int


class Change(msgspec.Struct, frozen=True):
    """One member of the frame is removed (``None``), replaced, or stands twice."""

    place: int
    value: bytes | None
    twice: bool = False


class End(msgspec.Struct, frozen=True):
    """The stream ends, within the frame or before it."""

    within: bool


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def places(value, path=()):
    """The paths of all members of a JSON value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key)
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield (*path, index)
            yield from places(inner, (*path, index))


def changed(body: bytes, change: Change) -> bytes:
    message = msgspec.json.decode(body)
    known = list(places(message))
    path = known[change.place % len(known)]
    owner = message
    for step in path[:-1]:
        owner = owner[step]
    key = path[-1]
    if change.value is None:
        del owner[key]
    elif change.twice and isinstance(owner, dict):
        # The first of two equal keys wins here and the last there: neither may do harm.
        again = msgspec.json.encode(key) + b":" + change.value
        owner[key] = msgspec.Raw(msgspec.json.encode(owner[key]) + b"," + again)
    else:
        owner[key] = msgspec.Raw(change.value)
    return msgspec.json.encode(message)


class Liar(Transport):
    """Opens channels of the simulator and lies on them, until it is told to be honest."""

    def __init__(self, simulator: Simulator, plan) -> None:
        self.simulator = simulator
        self.plan = collections.defaultdict(list)
        for index, action in plan:
            self.plan[index].append(action)
        self.frames: list[bytes] = []
        self.honest = False

    def __repr__(self) -> str:
        return "Liar()"

    async def open(self, options) -> Channel:
        return LyingChannel(self, await self.simulator.open(options))

    def told(self, body: bytes) -> list[object]:
        """What the next frame of the CLI is to suffer."""
        index = len(self.frames)
        self.frames.append(body)
        return [] if self.honest else self.plan[index]


class LyingChannel(Channel):
    def __init__(self, liar: Liar, inner) -> None:
        self._inner = inner
        self.pid, self.token = inner.pid, inner.token
        self.stream = LyingStream(liar, inner.stream)

    @property
    def stderr_tail(self) -> str:
        return self._inner.stderr_tail

    async def wait_exit(self):
        return await self._inner.wait_exit()

    async def stop(self, *, graceful=True):
        return await self._inner.stop(graceful=graceful)


class LyingStream(trio.abc.Stream):
    def __init__(self, liar: Liar, inner) -> None:
        self._liar = liar
        self._inner = inner
        self._buffer = bytearray()
        self._held = b""
        self._over = False

    async def send_all(self, data) -> None:
        await self._inner.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._inner.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def receive_some(self, max_bytes=None) -> bytes:
        while not self._over:
            data = await self._inner.receive_some()
            if not data:
                return b""
            self._buffer += data
            out = b"".join(self._frames())
            if out:
                return out
        return b""

    def _frames(self):
        buffer = self._buffer
        while not self._over and (end := buffer.find(b"\r\n\r\n")) >= 0:
            size = int(buffer[:end].partition(b":")[2])
            if len(buffer) < end + 4 + size:
                return
            body = bytes(buffer[end + 4 : end + 4 + size])
            del buffer[: end + 4 + size]
            yield self._lied(body)

    def _lied(self, body: bytes) -> bytes:
        earlier = len(self._liar.frames)
        before, after, times, held = b"", self._held, 1, False
        self._held = b""
        for action in self._liar.told(body):
            match action:
                case Insert(data):
                    before += data
                case Drop():
                    times = 0
                case Repeat(more):
                    times += more
                case Swap():
                    held = True
                case Replay(back):
                    if earlier:
                        before += frame(self._liar.frames[-2 - back % earlier])
                case Change() as change:
                    # A value that is no JSON can be put in, not changed again.
                    try:
                        body = changed(body, change)
                    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                        continue
                case End(within):
                    self._over = True
                    return before + (frame(body)[: len(body) // 2] if within else b"")
        if held:
            self._held = frame(body)
            return before + after
        return before + frame(body) * times + after


# --- What it may say ------------------------------------------------------------------------

ODD = st.sampled_from(
    [
        b"1e400",
        b"-0.0",
        b"123456789012345678901234567890",
        b'"\\ud800"',
        b'"\xff\xfe"',
        b'"\\u0000\xe2\x80\xa8"',
        b"[" * 600 + b"]" * 600,
        b'{"a":' * 300 + b"1" + b"}" * 300,
        b'"' + b"x" * 70_000 + b'"',
        b"NaN",
        b"{}",
        b"[]",
        b"[null]",
        b"null",
        b"true",
        b'"s"',
        b'""',
        b"7",
        b"-1",
        b'{"sessionId":"s"}',
    ]
)
JSON = ODD | st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False)
    | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=4,
).map(msgspec.json.encode)
IDS = (
    st.integers(0, 40).map(lambda n: b"%d" % n)
    | st.sampled_from([b"null", b'"1"', b"1.0", b"2.5", b"-3", b"true", b"[]", b"99999"])
    | JSON
)
METHODS = st.sampled_from(
    [
        "userInput.request",
        "exitPlanMode.request",
        "hooks.invoke",
        "connect",
        "x.y",
        "",
        "session.event",
    ]
).map(msgspec.json.encode)
SESSIONS = st.sampled_from([b'"s"', b'"s"', b'"s"', b'"t"', b'"nobody"', b"null", b"5"])
TURN_EVENTS = (
    "user.message", "assistant.turn_start", "assistant.message_start", "assistant.turn_retry",
    "assistant.message", "assistant.turn_end", "session.error", "abort", "session.idle",
    "tool.execution_start", "tool.execution_complete", "external_tool.requested",
    "external_tool.completed", "permission.requested", "permission.completed",
    "session.compaction_start", "session.compaction_complete", "session.background_tasks_changed",
    "session.model_change", "session.shutdown", "session.resume",
)  # fmt: skip
TYPES = (
    st.sampled_from(TURN_EVENTS)
    | st.sampled_from(sorted(KNOWN_EVENT_TYPES))
    | st.sampled_from(["x.future", "", "copilot_actors.session.recovered"])
).map(msgspec.json.encode)
WORDS = st.sampled_from(
    [b'"r1"', b'"r2"', b'"look"', b'"guarded"', b'"nope"', b'"queued"', b'"steering"', b'"idle"',
     b"true", b"false", b'"c1"', b"401", b'{"agents":[{}]}', b'{"toolCallId":"c1","kind":"shell"}',
     b'{"q":"x"}', b'"other words"']
)  # fmt: skip
DATA_FIELDS = (
    "requestId", "toolCallId", "toolName", "arguments", "messageId", "source", "delivery",
    "originatingMessageId", "parentToolCallId", "content", "permissionRequest", "aborted",
    "backgroundTasks", "errorType", "message", "statusCode", "isAutopilotContinuation",
    "resolvedByHook", "success", "result", "error", "toolRequests",
)  # fmt: skip
ENVELOPE_FIELDS = ("id", "timestamp", "parentId", "ephemeral", "agentId")


def members(fields) -> bytes:
    inner = b",".join(msgspec.json.encode(name) + b":" + value for name, value in fields.items())
    return b"{" + inner + b"}"


DATA = st.dictionaries(st.sampled_from(DATA_FIELDS), WORDS | WORDS | JSON, max_size=5).map(members)


@st.composite
def events(draw) -> bytes:
    event = {"type": draw(TYPES), "data": draw(DATA | DATA | DATA | JSON)}
    event |= draw(st.dictionaries(st.sampled_from(ENVELOPE_FIELDS), WORDS | JSON, max_size=3))
    params = members({"sessionId": draw(SESSIONS), "event": members(event)})
    return members({"jsonrpc": b'"2.0"', "method": b'"session.event"', "params": params})


def message(**fields):
    return st.fixed_dictionaries(fields).map(members)


PARAMS = (
    message(sessionId=SESSIONS)
    | st.builds(
        lambda session, hook, value: members(
            {"sessionId": session, "hookType": hook, "input": value, "question": value}
        ),
        SESSIONS,
        st.sampled_from([b'"preToolUse"', b'"x"', b"3"]),
        JSON,
    )
    | JSON
)
ERRORS = st.sampled_from(
    [
        b'{"code":-32603,"message":"Session not found: s"}',
        b'{"code":-32075,"message":"damaged","data":{"invalidLineNumbers":[1]}}',
        b'{"code":-32000,"message":"Cannot read properties of undefined"}',
        b'{"code":"1","message":2}',
        b'{"code":-32603,"message":"the server is shutting down"}',
    ]
)
BODIES = st.one_of(
    events(),
    events(),
    message(id=IDS, result=JSON | st.just(b'{"messageId":"m"}')),
    message(id=IDS, error=ERRORS | JSON),
    message(id=IDS, method=METHODS, params=PARAMS),
    message(method=METHODS | st.just(b'"session.lifecycle"'), params=PARAMS),
    message(id=IDS, method=METHODS | JSON),
    JSON,
    st.binary(max_size=40),
)
GARBAGE = st.binary(max_size=40) | st.sampled_from(
    [
        b"A new version is available\r\n",
        b"\r\n\r\n",
        b"Content-Length: x\r\n\r\n{}",
        b"Content-Length: -5\r\n\r\n",
        b"Content-Length: 1000000000000\r\n\r\n{}",
        b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}    ",
        b"content-length: 2\r\nX: y\r\n\r\n{}",
        b"Content-Length: 0\r\n\r\n",
        b"x" * 100_000,
    ]
)
FLOOD = st.builds(lambda body, times: frame(body) * times, BODIES, st.sampled_from([2, 5, 300]))
ACTIONS = st.one_of(
    st.builds(Insert, BODIES.map(frame)),
    st.builds(Insert, BODIES.map(frame)),
    st.builds(Insert, BODIES.map(frame)),
    st.builds(Insert, FLOOD),
    st.builds(Insert, GARBAGE),
    st.builds(Change, st.integers(0, 30), st.none() | WORDS | JSON, st.booleans()),
    st.builds(Change, st.integers(0, 30), st.none() | WORDS | JSON, st.booleans()),
    st.builds(Drop),
    st.builds(Repeat, st.integers(1, 3)),
    st.builds(Swap),
    st.builds(Replay, st.integers(0, 30)),
    st.builds(End, st.booleans()),
)
PLANS = st.lists(st.tuples(st.integers(0, 70), ACTIONS), min_size=1, max_size=6)


# --- What must hold -------------------------------------------------------------------------


class Caller:
    """Asks everything a user may ask; only typed errors may come back."""

    def __init__(self) -> None:
        self.errors: list[ca.CopilotError] = []
        self.seen = 0
        self.broken: list[BaseException] = []

    async def call(self, function, *args, **options):
        try:
            return await function(*args, **options)
        except ca.CopilotError as error:
            self.errors.append(error)
            return None

    def look_at(self, event) -> None:
        """A subscriber that reads all of every event."""
        try:
            self.seen += 1
            dict(event.data)
            msgspec.json.encode(event.raw)
            repr(event)
        except BaseException as error:
            self.broken.append(error)
            raise

    def options(self):
        schema = {"type": "object", "properties": {"q": {"type": "string"}}}
        return {
            "model": "gpt-4.1",
            "streaming": True,
            "on_event": self.look_at,
            "on_permission_request": ca.approve_all,
            "on_user_input_request": lambda _request: "words",
            "hooks": {"preToolUse": lambda _input: None},
            "tools": [
                ca.Tool("look", "Look", schema, lambda _a: "seen", skip_permission=True),
                ca.Tool("guarded", "Look", schema, lambda _a: "seen"),
            ],
        }


@asynccontextmanager
async def nothing_left():
    """No task more than before, and nobody left waiting."""
    before = trio.lowlevel.current_statistics().tasks_living
    with trio.fail_after(LIMIT):
        yield
    # System tasks of the simulated processes end in the next passes.
    await trio.testing.wait_all_tasks_blocked()
    assert trio.lowlevel.current_statistics().tasks_living <= before


async def lie_and_recover(plan) -> Liar:
    liar = Liar(Simulator(SCRIPT), plan)
    caller = Caller()
    async with nothing_left():
        try:
            async with ca.open_client(
                cli=liar, backoff=None, max_restarts=1000, handshake_timeout=10.0
            ) as client:
                client.on_lifecycle(repr)
                session = await hostile_part(client, caller)
                liar.honest = True
                await honest_part(client, caller, session)
        except ca.ConnectionFault:
            # The first start failed: typed, and before anything else was possible.
            if liar.honest:
                raise
        liar.simulator.process.kill()
    assert not caller.broken, caller.broken
    assert all(process.error is None for process in liar.simulator.processes)
    return liar


async def hostile_part(client, caller) -> ca.Session | None:
    session = await caller.call(client.create_session, session_id="s", **caller.options())
    async with trio.open_nursery() as nursery:
        if session is not None:
            for prompt in ("plain", "look", "guarded"):
                nursery.start_soon(caller.call, session.send_and_wait, prompt)
            nursery.start_soon(caller.call, session.get_messages)
        for function in (client.ping, client.list_sessions, client.list_models):
            nursery.start_soon(caller.call, function)
    return session


async def honest_part(client, caller, session) -> None:
    # What was said last takes its effect now: a ping that was not answered, say.
    await trio.sleep(40)
    try:
        await client.wait_state("connected")
    except ca.ConnectionFault as error:
        if not error.permanent:
            raise
        return
    if session is None or session.state in ("failed", "closed"):
        session = await client.resume_or_create_session("s", **caller.options())
    try:
        answer = await session.send_and_wait("plain")
    except ca.TurnTimeout as error:
        # A lost hook request: the CLI waits for its answer for ever and confirms no abort.
        if error.aborted:
            raise
        await session.disconnect()
        session = await client.resume_or_create_session("s", **caller.options())
        answer = await session.send_and_wait("plain")
    assert answer.data["content"] == "right"
    fresh = await client.create_session(session_id="fresh", **caller.options())
    answer = await fresh.send_and_wait("guarded")
    assert answer.data["content"] == "allowed"
    assert len(await session.get_messages()) > 1
    await client.list_sessions()
    statistics = client.statistics()
    assert statistics.pending_requests == 0
    assert statistics.pending_prompts == 0
    assert statistics.sessions == 2
    # Each connection that ended is counted (also one that never completed its handshake) and
    # says why.
    assert statistics.connection_faults >= statistics.connections - 1
    assert client.fault is not None or statistics.connections == 1


@given(plan=PLANS)
@settings(max_examples=EXAMPLES, deadline=None)
def test_whatever_a_cli_says_one_connection_ends_at_most_and_a_turn_works_afterwards(plan):
    trio.run(lie_and_recover, plan, clock=trio.testing.MockClock(autojump_threshold=0))


@given(plan=PLANS)
@settings(max_examples=10, deadline=None)
def test_a_run_repeats_itself(plan):
    """What Hypothesis finds can be replayed: nothing is left to chance but the prompts' keys."""

    def trace():
        trio._core._run._r.seed(1)
        liar = trio.run(lie_and_recover, plan, clock=trio.testing.MockClock(autojump_threshold=0))
        return [
            (frame.time, frame.process, frame.direction, frame.message.get("method"))
            for frame in liar.simulator.log
        ]

    assert trace() == trace()
