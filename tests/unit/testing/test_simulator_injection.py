"""What a test can make a simulated CLI do of its own accord."""

import msgspec
import pytest
import trio

from copilot_actors.testing import FrameMatch, Kill, Simulator
from copilot_actors.transport import LaunchOptions


def frame(message):
    body = msgspec.json.encode({"jsonrpc": "2.0", **message})
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def request(method, number=1, **params):
    return frame({"id": number, "method": method, "params": params})


async def receive(channel, seconds=1.0):
    data = b""
    with trio.move_on_after(seconds):
        while piece := await channel.stream.receive_some():
            data += piece
    return data


async def session():
    simulator = Simulator()
    channel = await simulator.open(LaunchOptions())
    await channel.stream.send_all(request("session.create", sessionId="s"))
    await receive(channel)
    return simulator, channel


async def test_any_event_can_be_emitted(autojump_clock):
    simulator, channel = await session()
    simulator.emit("s", "future.event", {"x": 1}, ephemeral=True)
    data = await receive(channel)
    assert b'"type":"future.event","data":{"x":1}' in data
    assert b'"ephemeral":true' in data


async def test_an_event_of_an_unknown_session_is_a_mistake(autojump_clock):
    simulator, _ = await session()
    with pytest.raises(KeyError):
        simulator.emit("other", "x", {})


async def test_a_turn_can_run_unasked(autojump_clock):
    simulator, channel = await session()
    message_id = simulator.prompt("s", "the schedule says so")
    data = await receive(channel)
    assert f'"originatingMessageId":"{message_id}"'.encode() in data
    assert b"session.idle" in data


async def test_a_session_can_be_forgotten(autojump_clock):
    simulator, channel = await session()
    simulator.forget("s")
    await channel.stream.send_all(request("session.send", 2, sessionId="s", prompt="x"))
    assert b"Session not found for sessionId: s" in await receive(channel)


async def test_any_frame_and_any_bytes_can_be_sent(autojump_clock):
    simulator, channel = await session()
    simulator.send({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "x"}})
    simulator.write(b"\x00rubbish")
    data = await receive(channel)
    assert b'"id":null' in data
    assert data.endswith(b"\x00rubbish")


async def test_a_frozen_process_sends_when_it_is_thawed(autojump_clock):
    simulator, channel = await session()
    simulator.freeze()
    simulator.write(b"late")
    assert await receive(channel) == b""
    simulator.thaw()
    assert await receive(channel) == b"late"


async def test_the_client_can_be_asked_anything(autojump_clock, nursery):
    simulator, channel = await session()
    replies = []

    async def ask():
        replies.append(await simulator.request("future.ask", {"q": 1}))

    nursery.start_soon(ask)
    data = await receive(channel)
    assert b'"method":"future.ask","params":{"q":1}' in data
    await channel.stream.send_all(frame({"id": 1, "error": {"code": -32601, "message": "no"}}))
    await receive(channel)
    assert replies[0]["error"]["code"] == -32601


DEATHS = {
    "kill": Simulator.kill,
    "exit": Simulator.exit,
    "terminate": Simulator.terminate,
    "kill while frozen": lambda simulator: (simulator.freeze(), simulator.kill()),
}


@pytest.mark.parametrize("death", DEATHS.values(), ids=DEATHS)
@pytest.mark.parametrize("when", ["before", "after"])
async def test_asking_the_client_ends_with_the_process(autojump_clock, nursery, death, when):
    simulator, channel = await session()
    if when == "before":
        death(simulator)
        await channel.wait_exit()
    else:

        @nursery.start_soon
        async def die():
            await trio.sleep(1)
            death(simulator)

    with trio.fail_after(10), pytest.raises(trio.BrokenResourceError, match="has ended"):
        await simulator.request("future.ask", {"q": 1})


async def test_asking_the_client_ends_when_the_question_itself_kills(autojump_clock):
    simulator, _ = await session()
    simulator.inject(Kill(FrameMatch(method="future.ask")))
    with trio.fail_after(10), pytest.raises(trio.BrokenResourceError, match="has ended"):
        await simulator.request("future.ask", {})


async def test_asking_the_client_can_be_cancelled(autojump_clock):
    simulator, channel = await session()
    with trio.move_on_after(1) as scope:
        await simulator.request("future.ask", {})
    assert scope.cancelled_caught
    assert b"future.ask" in await receive(channel)


async def test_a_fault_can_be_injected_later(autojump_clock):
    simulator, channel = await session()
    simulator.inject(Kill(FrameMatch(event="session.idle")))
    simulator.prompt("s", "x")
    assert (await channel.wait_exit()).signal == 9
    # What precedes an idle is on the disk by then.
    assert simulator.store.journal("s").types()[-1] == "assistant.turn_end"


async def test_a_frame_can_be_waited_for(autojump_clock, nursery):
    simulator, _ = await session()
    nursery.start_soon(simulator.wait_for, FrameMatch(event="session.idle"))
    simulator.prompt("s", "x")
    second = FrameMatch(event="pending_messages.modified", nth=2)
    with trio.fail_after(5):
        seen = await simulator.wait_for(second)
    assert seen.message["params"]["event"]["type"] == "pending_messages.modified"
    assert seen in simulator.log
