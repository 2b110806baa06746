"""What holds of the simulated CLI whatever comes and whenever it dies."""

import msgspec
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from copilot_actors.testing import (
    FrameMatch,
    Kill,
    Script,
    Simulator,
    StartFailure,
    Text,
    ToolCall,
    ToolCalls,
    check_history,
    strategies,
)
from copilot_actors.testing._simulator._methods import METHODS
from copilot_actors.transport import LaunchOptions

SCRIPT = Script.by_prompt({"w": [ToolCalls([ToolCall("t")]), Text("ok")]}, default=Text("plain"))
TOOLS = [{"name": "t", "skipPermission": True}]


def on_jumping_clock(main, *args):
    return trio.run(main, *args, clock=trio.testing.MockClock(autojump_threshold=0))


def frame(message):
    body = msgspec.json.encode({"jsonrpc": "2.0", **message})
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class Client:
    """Answers each tool call, and remembers the events and replies."""

    def __init__(self, channel):
        self.channel = channel
        self.number = 0
        self.durable = []
        self.replies = {}
        self.idle = 0

    async def call(self, method, **params):
        self.number += 1
        number = self.number
        await self.channel.stream.send_all(
            frame({"id": number, "method": method, "params": params})
        )
        while number not in self.replies:
            await self.read()
        return self.replies[number]

    async def read(self):
        data = b""
        while not data.endswith(b"}") or not self.whole(data):
            piece = await self.channel.stream.receive_some()
            if not piece:
                raise EOFError
            data += piece
        while data:
            head, _, data = data.partition(b"\r\n\r\n")
            length = int(head.split(b":")[1])
            await self.take(msgspec.json.decode(data[:length]))
            data = data[length:]

    @staticmethod
    def whole(data):
        while data:
            head, _, data = data.partition(b"\r\n\r\n")
            length = int(head.split(b":")[1])
            if len(data) < length:
                return False
            data = data[length:]
        return True

    async def take(self, message):
        if "method" not in message:
            self.replies[message["id"]] = message
            return
        event = message["params"].get("event")
        if event is None:
            return
        if "ephemeral" not in event:
            self.durable.append(event["id"])
        if event["type"] == "session.idle":
            self.idle += 1
        if event["type"] == "external_tool.requested":
            self.number += 1
            params = {
                "sessionId": "s",
                "requestId": event["data"]["requestId"],
                "result": "r",
            }
            method = "session.tools.handlePendingToolCall"
            await self.channel.stream.send_all(
                frame({"id": self.number, "method": method, "params": params})
            )


@given(index=st.integers(0, 90), before=st.booleans(), seed=st.integers(0, 5))
@settings(max_examples=100, deadline=None)
def test_a_log_is_always_a_part_of_what_was_emitted_and_can_be_resumed(index, before, seed):
    async def main():
        match = FrameMatch(index=index, process=0)
        simulator = Simulator(SCRIPT, seed=seed, faults=[Kill(match, before=before)])
        client = Client(await simulator.open(LaunchOptions()))
        try:
            await client.call("connect")
            await client.call("session.create", sessionId="s", tools=TOOLS, streaming=True)
            for prompt in ("plain", "w"):
                await client.call("session.send", sessionId="s", prompt=prompt)
                client.idle = 0
                while not client.idle:
                    await client.read()
            simulator.kill()
        except (EOFError, trio.BrokenResourceError):
            pass
        assert simulator.process.error is None
        if not simulator.store.has_journal("s"):
            return
        journal = simulator.store.journal("s")
        check_history(journal.events())
        assert len(journal.events()) == len(journal.lines)
        emitted = [
            f.message["params"]["event"]["id"]
            for f in simulator.log
            if f.message.get("method") == "session.event"
        ]
        kept = [e["id"] for e in journal.events() if e["type"] != "session.usage_record"]
        positions = [emitted.index(event_id) for event_id in kept]
        assert positions == sorted(set(positions))
        second = Client(await simulator.open(LaunchOptions()))
        resumed = await second.call("session.resume", sessionId="s", tools=TOOLS)
        assert "result" in resumed
        assert "transcriptRecovery" not in resumed["result"]
        await second.call("session.send", sessionId="s", prompt="plain")
        while not second.idle:
            await second.read()
        assert simulator.process.error is None
        check_history(journal.events())
        simulator.kill()

    on_jumping_clock(main)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
KNOWN = st.fixed_dictionaries(
    {},
    optional={
        "sessionId": st.sampled_from(["s", "t"]) | JSON,
        "prompt": JSON,
        "mode": st.sampled_from(["enqueue", "immediate"]) | JSON,
        "messages": st.lists(JSON, max_size=2) | JSON,
        "requestId": JSON,
        "result": st.fixed_dictionaries({"kind": JSON}) | JSON,
        "continuePendingWork": JSON,
        "tools": st.lists(st.just({"name": "t"}) | JSON, max_size=2) | JSON,
        "cursor": JSON,
        "max": JSON,
        "hooks": JSON,
        "waitMs": JSON,
        "filter": JSON,
    },
)
REQUESTS = st.builds(
    lambda method, params, number: frame({"id": number, "method": method, "params": params}),
    st.sampled_from(sorted(METHODS)) | st.text(max_size=5),
    KNOWN | JSON,
    st.integers(0, 5) | st.text(max_size=3) | JSON,
)
REPLIES = st.builds(lambda number, result: frame({"id": number, "result": result}), JSON, JSON)


@given(pieces=st.lists(REQUESTS | REPLIES | st.binary(max_size=60), max_size=12))
@settings(max_examples=120, deadline=None)
def test_nothing_that_a_client_sends_is_a_bug_of_the_simulator(pieces):
    async def main():
        simulator = Simulator(SCRIPT)
        channel = await simulator.open(LaunchOptions())
        create = {"id": 1, "method": "session.create", "params": {"sessionId": "s"}}
        await channel.stream.send_all(frame(create))
        # Simulated time, here and below: see on_jumping_clock.
        await trio.sleep(0.1)
        for piece in pieces:
            try:
                await channel.stream.send_all(piece)
            except trio.BrokenResourceError:
                break
            await trio.sleep(0.01)
        await trio.sleep(2)
        assert simulator.process.error is None, channel.stderr_tail
        simulator.kill()

    on_jumping_clock(main)


PLACES = strategies.frame_matches() | st.builds(
    FrameMatch,
    direction=st.sampled_from(["from_cli", "to_cli"]),
    index=st.none() | st.integers(0, 60),
    event=st.none() | st.sampled_from(["user.message", "session.idle", "assistant.message"]),
    process=st.none() | st.integers(0, 1),
    nth=st.integers(0, 3),
)
FAULTS = [kind for kind in strategies.FAULT_KINDS if kind is not StartFailure]


@given(
    faults=strategies.fault_schedules(FAULTS, at=PLACES, max_faults=4, session_ids=["s"]),
    seed=st.integers(0, 3),
)
@settings(max_examples=50, deadline=None)
def test_no_fault_is_a_bug_of_the_simulator_and_each_run_repeats_itself(faults, seed):
    async def session(channel, method):
        requests = [
            {"id": 1, "method": "connect", "params": {}},
            {"id": 2, "method": method, "params": {"sessionId": "s", "streaming": True}},
            {"id": 3, "method": "session.send", "params": {"sessionId": "s", "prompt": "x"}},
            {"id": 4, "method": "sessions.save", "params": {"sessionId": "s"}},
            {"id": 5, "method": "session.abort", "params": {"sessionId": "s"}},
            {"id": 6, "method": "session.send", "params": {"sessionId": "s", "prompt": "y"}},
        ]
        for request in requests:
            try:
                await channel.stream.send_all(frame(request))
            except trio.BrokenResourceError:
                return
            await trio.sleep(0.2)

    async def main(simulator):
        for method in ("session.create", "session.resume"):
            channel = await simulator.open(LaunchOptions())
            with trio.move_on_after(30):
                await session(channel, method)
            await channel.stop(graceful=False)
            assert channel.process.error is None, channel.stderr_tail

    def trace():
        simulator = Simulator(SCRIPT, seed=seed, faults=faults)
        on_jumping_clock(main, simulator)
        return list(simulator.log)

    assert trace() == trace()
