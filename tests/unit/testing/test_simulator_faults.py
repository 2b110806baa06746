"""Injected faults: where they happen, how often, and what they do."""

import msgspec
import pytest
import trio

from copilot_actors.testing import (
    Deaf,
    Delay,
    Drop,
    Duplicate,
    Exit,
    FrameMatch,
    Freeze,
    Garble,
    GarbleHeader,
    Kill,
    NeverAnswer,
    Refuse,
    Simulator,
    Split,
    Stray,
)
from copilot_actors.testing._faults._injector import FaultInjector
from copilot_actors.transport import LaunchOptions

PONG = FrameMatch(reply_to="ping")
PING = FrameMatch(direction="to_cli", method="ping")


def frame(method, number=1, **params):
    body = msgspec.json.encode({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


async def start(*faults, seed=0):
    simulator = Simulator(seed=seed, faults=faults)
    return simulator, await simulator.open(LaunchOptions())


async def receive(channel, seconds=1.0):
    data = b""
    with trio.move_on_after(seconds):
        while piece := await channel.stream.receive_some():
            data += piece
    return data


async def ping(channel, number=1, seconds=1.0):
    await channel.stream.send_all(frame("ping", number))
    return await receive(channel, seconds)


@pytest.mark.parametrize("at", [PONG, PING], ids=["reply", "request"])
async def test_a_dropped_frame_never_comes(autojump_clock, at):
    simulator, channel = await start(Drop(at))
    assert await ping(channel) == b""
    assert b"pong" in await ping(channel, 2)
    assert "Drop" in [entry.note for entry in simulator.log]


@pytest.mark.parametrize("at", [PONG, PING], ids=["reply", "request"])
async def test_a_delayed_frame_is_overtaken(autojump_clock, at):
    _, channel = await start(Delay(at, 5.0))
    assert await ping(channel) == b""
    assert b'"id":2' in await ping(channel, 2)
    assert b'"id":1' in await receive(channel, 10)


@pytest.mark.parametrize("at", [PONG, PING], ids=["reply", "request"])
async def test_a_duplicated_frame_comes_again(autojump_clock, at):
    _, channel = await start(Duplicate(at, 2))
    assert (await ping(channel)).count(b'"id":1') == 3


async def test_a_garbled_reply_keeps_its_length(autojump_clock):
    _, channel = await start(Garble(PONG, offset=3, value=0))
    head, _, body = (await ping(channel)).partition(b"\r\n\r\n")
    assert int(head.split(b":")[1]) == len(body)
    assert body[3] == 0


async def test_a_garbled_request_is_complained_about(autojump_clock):
    _, channel = await start(Garble(PING))
    data = await ping(channel)
    assert b'"id":null' in data
    assert b"-32700" in data
    assert b"pong" in await ping(channel, 2)


async def test_a_garbled_header_of_a_request_deafens(autojump_clock):
    _, channel = await start(GarbleHeader(PING))
    assert b'"id":null' in await ping(channel)
    assert await ping(channel, 2) == b""


async def test_a_garbled_header_of_a_reply_is_sent_as_given(autojump_clock):
    _, channel = await start(GarbleHeader(PONG, b"oops\r\n\r\n"))
    assert (await ping(channel)).startswith(b"oops\r\n\r\n{")


async def test_a_split_frame_comes_in_pieces_and_what_follows_waits(autojump_clock):
    _, channel = await start(Split(PONG, 10))
    await channel.stream.send_all(frame("ping", 1) + frame("status.get", 2))
    pieces = [await channel.stream.receive_some()]
    rest = await receive(channel)
    assert pieces == [b"Content-Le"]
    assert rest.index(b"pong") < rest.index(b'"version"')


@pytest.mark.parametrize("seconds", [0.00005, 0.001, 5.0])
async def test_nothing_overtakes_the_pieces_of_a_process_that_is_frozen_over_them(
    autojump_clock, seconds
):
    _, channel = await start(Split(PONG, 10), Freeze(PONG, seconds))
    await channel.stream.send_all(frame("ping", 1) + frame("status.get", 2))
    data = await receive(channel, 10)
    bodies = []
    while data:
        head, _, data = data.partition(b"\r\n\r\n")
        size = int(head.removeprefix(b"Content-Length: "))
        bodies.append(msgspec.json.decode(data[:size]))
        data = data[size:]
    assert sorted(body["id"] for body in bodies) == [1, 2]


async def test_stray_text_precedes_the_frame(autojump_clock):
    _, channel = await start(Stray(PONG, b"upgrade now\n"))
    assert (await ping(channel)).startswith(b"upgrade now\nContent-Length: ")


async def test_a_freeze_ends_after_its_time(autojump_clock):
    _, channel = await start(Freeze(PONG, seconds=20.0))
    assert b'"id":1' in await ping(channel)
    assert await ping(channel, 2, seconds=10) == b""
    assert b'"id":2' in await receive(channel, 15)


@pytest.mark.parametrize("before", [True, False])
async def test_a_kill_takes_the_frame_with_it_or_not(autojump_clock, before):
    simulator, channel = await start(Kill(PONG, 15, before))
    data = await ping(channel)
    assert (b"pong" in data) is not before
    assert (await channel.wait_exit()).signal == 15
    assert await simulator.open(LaunchOptions())


async def test_a_kill_at_a_request_comes_before_it_is_served(autojump_clock):
    _, channel = await start(Kill(PING))
    assert await ping(channel) == b""
    assert (await channel.wait_exit()).signal == 9


async def test_an_exit_has_a_code_and_stderr(autojump_clock):
    _, channel = await start(Exit(PONG, 3, "bye"))
    await ping(channel)
    assert (await channel.wait_exit()).code == 3
    assert channel.stderr_tail == "bye"


@pytest.mark.parametrize("at", [PONG, PING], ids=["reply", "request"])
async def test_a_deaf_process_still_speaks(autojump_clock, at):
    _, channel = await start(Deaf(at))
    assert b'"id":1' in await ping(channel)
    assert await ping(channel, 2) == b""


async def test_a_method_can_be_left_unanswered(autojump_clock):
    _, channel = await start(NeverAnswer("ping"))
    assert await ping(channel) == b""
    await channel.stream.send_all(frame("status.get", 2))
    assert b'"version"' in await receive(channel)


async def test_a_refused_request_is_an_error(autojump_clock):
    _, channel = await start(Refuse(PING, -32000, "no"))
    assert b'"code":-32000,"message":"no"' in await ping(channel)
    assert b"pong" in await ping(channel, 2)


async def test_a_fault_happens_at_the_event_it_names(autojump_clock):
    simulator, channel = await start(Kill(FrameMatch(event="user.message")))
    await channel.stream.send_all(frame("session.create", 1, sessionId="s"))
    await receive(channel)
    await channel.stream.send_all(frame("session.send", 2, sessionId="s", prompt="x"))
    await channel.wait_exit()
    last = list(simulator.log)[-1].message
    assert last["params"]["event"]["type"] == "user.message"


def message(method="ping"):
    return {"jsonrpc": "2.0", "id": 1, "method": method}


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        (FrameMatch(), [True, False, False]),
        (FrameMatch(nth=2), [False, True, False]),
        (FrameMatch(nth=0), [True, True, True]),
        (FrameMatch(index=2), [False, False, True]),
        (FrameMatch(process=1), [False, False, False]),
        (FrameMatch(method="pong", nth=0), [False, False, False]),
        (FrameMatch(direction="to_cli"), [False, False, False]),
    ],
)
def test_a_match_counts_the_frames_that_fit(match, expected):
    injector = FaultInjector([Drop(match)])
    found = [bool(injector.at_frame("from_cli", 0, index, message())) for index in range(3)]
    assert found == expected


def test_a_fault_is_not_met_again_by_the_next_process():
    injector = FaultInjector([Kill(FrameMatch(method="ping"))])
    assert injector.at_frame("from_cli", 0, 0, message())
    assert not injector.at_frame("from_cli", 1, 0, message())


def test_a_negative_count_is_refused():
    with pytest.raises(ValueError, match="expected 0 or more"):
        FrameMatch(nth=-1)


def test_faults_are_values():
    assert Kill(FrameMatch(index=3)) == Kill(FrameMatch(index=3))
    assert hash(Split(PONG, 2)) == hash(Split(PONG, 2))
    assert repr(Drop(FrameMatch(index=1))).startswith("Drop(at=FrameMatch(")
