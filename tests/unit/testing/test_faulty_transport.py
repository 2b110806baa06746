"""Faults around any transport: frames pass untouched, and each fault happens once, where it says."""

import itertools
import signal

import msgspec
import pytest
import trio
import trio.testing

from copilot_actors import CliExited, open_client
from copilot_actors.testing import (
    DamageJournal,
    Deaf,
    Delay,
    Drop,
    Duplicate,
    Exit,
    FaultyTransport,
    FrameMatch,
    Freeze,
    Garble,
    GarbleHeader,
    Kill,
    NeverAnswer,
    Refuse,
    Script,
    Simulator,
    Split,
    StartFailure,
    Stray,
)
from copilot_actors.testing._faults._faulty_stream import FaultyStream, FrameCutter
from copilot_actors.testing._faults._injector import FaultInjector
from copilot_actors.transport import Channel, ExitStatus, LaunchOptions, StopReport, Transport

PONG = FrameMatch(reply_to="ping")
PING = FrameMatch(direction="to_cli", method="ping")


def frame(message, header=b"Content-Length: %d\r\n\r\n"):
    body = message if isinstance(message, bytes) else msgspec.json.encode(message)
    return header % len(body) + body


def ping(number):
    return frame({"jsonrpc": "2.0", "id": number, "method": "ping", "params": {}})


def pong(number):
    return frame({"jsonrpc": "2.0", "id": number, "result": {"message": "pong"}})


def note(number):
    return frame({"jsonrpc": "2.0", "method": "note", "params": {"n": number}})


class Wire:
    """A faulty stream; ``peer`` is the CLI's end of it."""

    def __init__(self, *faults):
        inner, self.peer = trio.testing.memory_stream_pair()
        self.log, self.signals = [], []
        self.injector = FaultInjector(faults)
        self.stream = FaultyStream(inner, 0, self.injector, self.log.append, self.signals.append)

    async def written(self, data=None):
        """What reaches the CLI of ``data``."""
        if data is not None:
            await self.stream.send_all(data)
        return await everything(self.peer)

    async def read(self, data=None):
        """What the client reads when the CLI writes ``data``."""
        if data is not None:
            await self.peer.send_all(data)
        return await everything(self.stream)


async def everything(stream, seconds=1.0):
    found = b""
    with trio.move_on_after(seconds):
        while piece := await stream.receive_some():
            found += piece
    return found


ODD = [
    frame({"jsonrpc": "2.0", "method": "a"}),
    frame({"jsonrpc": "2.0", "method": "b"}, b"content-length:%d\r\n\r\n"),
    frame({"jsonrpc": "2.0", "method": "c"}, b"X-Y: 1\r\nContent-Length: %d\r\n\r\n"),
    frame({"jsonrpc": "2.0", "method": "d"}, b"a banner\n\nContent-Length: %d\r\n\r\n"),
    frame({"jsonrpc": "2.0", "method": "e"}, b"Content-Length: %d\n\n"),
    frame(b"", b"Content-Length: %d\r\n\r\n"),
    frame(b"not JSON", b"Content-Length: %d\r\n\r\n"),
    frame(b"[1]", b"Content-Length: %d\r\n\r\n"),
]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 10_000])
def test_a_cutter_gives_whole_frames_and_loses_no_byte_however_they_come(size):
    data = b"".join(ODD)
    cutter = FrameCutter()
    found = []
    for at in range(0, len(data), size):
        found += cutter.feed(data[at : at + size])
    assert [head + body for head, body in found] == ODD
    assert cutter.rest() == b""


@pytest.mark.parametrize("size", [1, 5, 10_000])
@pytest.mark.parametrize("way", ["read", "written"])
async def test_without_a_fault_frames_pass_byte_for_byte(autojump_clock, way, size):
    wire = Wire()
    data = b"".join(ODD)
    sender = wire.peer if way == "read" else wire.stream
    for at in range(0, len(data), size):
        await sender.send_all(data[at : at + size])
    assert await getattr(wire, way)() == data
    assert [entry.note for entry in wire.log] == [""] * len(ODD)


@pytest.mark.parametrize("way", ["read", "written"])
async def test_what_follows_a_framing_error_passes_too(autojump_clock, way):
    wire = Wire()
    broken = b"Content-Length: zzz\r\n\r\n{}"
    assert await getattr(wire, way)(note(1) + broken) == note(1) + broken
    assert await getattr(wire, way)(note(2)) == note(2)


async def test_the_end_in_the_middle_of_a_frame_reaches_the_reader(autojump_clock):
    wire = Wire()
    await wire.peer.send_all(note(1) + note(2)[:9])
    await wire.peer.aclose()
    assert await wire.read() == note(1) + note(2)[:9]
    assert await wire.stream.receive_some() == b""


async def test_a_reader_may_ask_for_few_bytes(autojump_clock):
    wire = Wire()
    await wire.peer.send_all(note(1))
    found = b""
    while len(found) < len(note(1)):
        piece = await wire.stream.receive_some(3)
        assert 0 < len(piece) <= 3
        found += piece
    assert found == note(1)
    with pytest.raises(ValueError, match="max_bytes"):
        await wire.stream.receive_some(0)


NOTE = {
    "read": FrameMatch(method="note"),
    "written": FrameMatch(direction="to_cli", method="note"),
}


def garbled(data, value=0xFF):
    head, end, body = data.partition(b"\r\n\r\n")
    return head + end + bytes([value]) + body[1:]


CHANGES = {
    "drop": (Drop, {}, b""),
    "duplicate": (Duplicate, {"copies": 2}, note(1) * 3),
    "garble": (Garble, {}, garbled(note(1))),
    "garble header": (GarbleHeader, {"header": b"X"}, b"X" + note(1).partition(b"\r\n\r\n")[2]),
    "split": (Split, {"size": 4}, note(1)),
    "stray": (Stray, {"text": b"hello\n"}, b"hello\n" + note(1)),
}


@pytest.mark.parametrize("way", ["read", "written"])
@pytest.mark.parametrize("name", list(CHANGES))
async def test_a_fault_changes_the_first_frame_that_fits_and_no_other(autojump_clock, name, way):
    fault, options, expected = CHANGES[name]
    wire = Wire(fault(NOTE[way], **options))
    other = frame({"jsonrpc": "2.0", "method": "other"})
    data = other + note(1) + note(2) + note(1)
    assert await getattr(wire, way)(data) == other + expected + note(2) + note(1)
    assert [entry.note for entry in wire.log] == ["", fault.__name__, "", ""]


@pytest.mark.parametrize("way", ["read", "written"])
async def test_a_split_frame_comes_in_pieces(autojump_clock, way):
    wire = Wire(Split(NOTE[way], size=4))
    source, sink = (wire.peer, wire.stream) if way == "read" else (wire.stream, wire.peer)
    pieces = []

    async def collect():
        while sum(map(len, pieces)) < len(note(1)):
            pieces.append(bytes(await sink.receive_some()))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(collect)
        await trio.testing.wait_all_tasks_blocked()
        await source.send_all(note(1))
    assert b"".join(pieces) == note(1)
    if way == "read":
        assert {len(piece) for piece in pieces[:-1]} == {4}


@pytest.mark.parametrize("way", ["read", "written"])
async def test_a_late_frame_is_overtaken(autojump_clock, way):
    wire = Wire(Delay(NOTE[way], 5))
    assert await getattr(wire, way)(note(1) + note(2)) == note(2)
    begun = trio.current_time()
    sink = wire.stream if way == "read" else wire.peer
    assert await sink.receive_some() == note(1)
    assert trio.current_time() - begun == pytest.approx(4)
    await wire.stream.aclose()


async def test_late_frames_to_the_cli_come_in_the_order_of_their_times(autojump_clock):
    at = FrameMatch(direction="to_cli", method="note")
    slow, quick = Delay(at, 5), Delay(msgspec.structs.replace(at, nth=2), 2)
    wire = Wire(slow, quick)
    await wire.stream.send_all(note(1) + note(2))
    assert await everything(wire.peer, 3) == note(2)
    assert await everything(wire.peer, 3) == note(1)
    await wire.stream.aclose()


async def test_closing_loses_what_is_late_and_leaves_no_task(autojump_clock):
    wire = Wire(Delay(PING, 5), Delay(FrameMatch(method="note"), 5))
    before = trio.lowlevel.current_statistics().tasks_living
    await wire.stream.send_all(ping(1))
    await wire.read(note(1))
    await wire.stream.aclose()
    await trio.testing.wait_all_tasks_blocked()
    assert trio.lowlevel.current_statistics().tasks_living == before
    assert await everything(wire.peer, 10) == b""
    with pytest.raises(trio.ClosedResourceError):
        await wire.stream.receive_some()
    with pytest.raises(trio.ClosedResourceError):
        await wire.stream.send_all(ping(2))


async def test_a_reply_is_matched_by_the_method_of_its_request(autojump_clock):
    wire = Wire(Drop(PONG))
    await wire.stream.send_all(frame({"jsonrpc": "2.0", "id": 1, "method": "status"}) + ping(2))
    assert await wire.read(pong(1) + pong(2) + pong(2)) == pong(1) + pong(2)
    assert [entry.reply_to for entry in wire.log[2:]] == ["status", "ping", None]


async def test_an_event_is_matched_by_its_type(autojump_clock):
    def event(name):
        return frame({"method": "session.event", "params": {"event": {"type": name}}})

    wire = Wire(Drop(FrameMatch(event="session.idle")))
    assert await wire.read(event("user.message") + event("session.idle")) == event("user.message")


@pytest.mark.parametrize("before", [True, False])
async def test_nothing_is_read_behind_the_frame_of_a_death(autojump_clock, before):
    wire = Wire(Kill(FrameMatch(method="note"), signal=9, before=before))
    other = frame({"method": "other"})
    expected = other if before else other + note(1)
    assert await wire.read(other + note(1) + note(2)) == expected
    assert wire.signals == [9]
    assert await wire.read(note(3)) == b""
    await wire.peer.aclose()
    assert await wire.stream.receive_some() == b""
    with pytest.raises(trio.BrokenResourceError):
        await wire.stream.send_all(ping(1))


@pytest.mark.parametrize("before", [True, False])
async def test_nothing_is_written_behind_the_frame_of_a_death(autojump_clock, before):
    wire = Wire(Kill(PING, before=before))
    assert await wire.written(note(1) + ping(1) + note(2)) == note(1) + (b"" if before else ping(1))
    assert wire.signals == [9]


async def test_a_frozen_cli_says_nothing_until_the_time_is_over(autojump_clock):
    wire = Wire(Freeze(FrameMatch(method="note"), seconds=5))
    assert await wire.read(note(1) + note(2)) == note(1)
    assert wire.signals == [signal.SIGSTOP]
    assert await wire.read() == b""
    assert await everything(wire.stream, 4) == note(2)
    assert wire.signals == [signal.SIGSTOP, signal.SIGCONT]


async def test_a_freeze_at_a_frame_of_the_client_ends_by_a_thaw(autojump_clock):
    wire = Wire(Freeze(PING))
    async with trio.open_nursery() as nursery:
        got = []

        @nursery.start_soon
        async def read():
            got.append(bytes(await wire.stream.receive_some()))

        await trio.testing.wait_all_tasks_blocked()
        await wire.stream.send_all(ping(1))
        await wire.peer.send_all(pong(1))
        await trio.sleep(100)
        assert got == []
        wire.stream.thaw()
    assert got == [pong(1)]
    assert wire.signals == [signal.SIGSTOP, signal.SIGCONT]
    wire.stream.thaw()
    assert len(wire.signals) == 2


async def test_what_a_frozen_cli_had_said_is_lost_with_it(autojump_clock):
    wire = Wire(Freeze(FrameMatch(method="note")))
    await wire.peer.send_all(note(1) + note(2))
    await wire.peer.aclose()
    assert await wire.read() == note(1)


async def test_a_deaf_cli_reads_nothing_more_and_goes_on_talking(autojump_clock):
    wire = Wire(Deaf(PING))
    assert await wire.written(ping(1) + ping(2)) == ping(1)
    assert await wire.written(ping(3)) == b""
    assert await wire.read(note(1)) == note(1)


async def test_a_request_that_nobody_serves_does_not_reach_the_cli(autojump_clock):
    wire = Wire(NeverAnswer("ping"))
    assert await wire.written(ping(1) + note(1) + ping(2)) == note(1)


async def test_a_refused_request_is_answered_at_once_and_not_served(autojump_clock):
    wire = Wire(Refuse(PING, code=-5, message="no"))
    got = []

    async def read():
        got.append(
            msgspec.json.decode((await wire.stream.receive_some()).partition(b"\r\n\r\n")[2])
        )

    async with trio.open_nursery() as nursery:
        nursery.start_soon(read)
        await trio.testing.wait_all_tasks_blocked()
        await wire.stream.send_all(ping(1))
    assert got == [{"jsonrpc": "2.0", "id": 1, "error": {"code": -5, "message": "no"}}]
    assert await wire.written(ping(2)) == ping(2)


async def test_a_fault_injected_later_counts_from_then_on(autojump_clock):
    wire = Wire()
    assert await wire.read(note(1)) == note(1)
    wire.injector.add([Drop(FrameMatch(method="note"))])
    assert await wire.read(note(2) + note(3)) == note(3)


async def test_cancelling_a_read_loses_nothing(autojump_clock):
    wire = Wire(Split(FrameMatch(method="note"), size=5))
    await wire.peer.send_all(note(1))
    found = b""
    for turn in itertools.count():
        with trio.CancelScope() as scope:
            if turn % 2:
                scope.cancel()
            found += await wire.stream.receive_some()
        if len(found) == len(note(1)):
            break
    assert found == note(1)


async def test_two_readers_are_refused(autojump_clock):
    wire = Wire()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(wire.stream.receive_some)
        await trio.testing.wait_all_tasks_blocked()
        with pytest.raises(trio.BusyResourceError):
            await wire.stream.receive_some()
        nursery.cancel_scope.cancel()


async def test_a_writer_waits_while_the_cli_does_not_read():
    inner, peer = trio.testing.lockstep_stream_pair()
    stream = FaultyStream(inner, 0, FaultInjector([]), lambda _: None, lambda _: None)
    done = False

    async def write():
        nonlocal done
        await stream.send_all(note(1))
        done = True

    async with trio.open_nursery() as nursery:
        nursery.start_soon(write)
        await trio.testing.wait_all_tasks_blocked()
        assert not done
        await peer.receive_some()
    assert done


# The transport


class Plain(Transport):
    """Opens a channel without a process."""

    def __init__(self):
        self.stopped = 0

    async def open(self, options):
        return PlainChannel(self)


class PlainChannel(Channel):
    port = 7
    token = "tok-en"

    def __init__(self, transport):
        self.transport = transport
        self.stream, self.peer = trio.testing.memory_stream_pair()

    @property
    def stderr_tail(self):
        return self.redact("the tail, tok-en")

    async def wait_exit(self):
        await trio.lowlevel.checkpoint()
        return ExitStatus(code=3, signal=None)

    async def stop(self, *, graceful=True):
        await trio.lowlevel.checkpoint()
        self.transport.stopped += 1
        return StopReport(step=f"graceful={graceful}", seconds=0)


async def test_a_channel_is_the_inner_one_but_for_its_frames():
    channel = await FaultyTransport(Plain()).open(LaunchOptions())
    assert (channel.pid, channel.port, channel.token) == (None, 7, "tok-en")
    channel.hide(["hid-den"])
    assert "hid-den" not in channel.redact("a hid-den thing")
    assert "the tail" in channel.stderr_tail
    assert "tok-en" not in channel.stderr_tail
    assert channel.send_nowait(note(1)) == 0
    status = await channel.wait_exit()
    error = channel.exit_error(status, during_start=True)
    assert (error.code, error.during_start, error.stderr_tail) == (3, True, channel.stderr_tail)
    assert (await channel.stop(graceful=False)).step == "graceful=False"
    assert (await channel.stop()).step == "graceful=True"


@pytest.mark.parametrize("fault", [Kill(PONG), Freeze(PONG)], ids=["kill", "freeze"])
async def test_a_signal_needs_a_process_of_ours(fault):
    plain = Plain()
    with pytest.raises(ValueError, match="a process of ours"):
        await FaultyTransport(plain, faults=[fault]).open(LaunchOptions())
    assert plain.stopped == 1
    transport = FaultyTransport(plain)
    await transport.open(LaunchOptions())
    with pytest.raises(ValueError, match="a process of ours"):
        transport.inject(fault)


@pytest.mark.parametrize(
    ("fault", "reason"),
    [(Exit(PONG), "Exit: .*exit code"), (Refuse(PONG), "Refuse: .*'to_cli', got 'from_cli'")],
)
def test_what_cannot_be_done_from_outside_is_refused_by_name(fault, reason):
    with pytest.raises(ValueError, match=reason):
        FaultyTransport(Plain(), faults=[fault])
    with pytest.raises(ValueError, match=reason):
        FaultyTransport(Plain()).inject(fault)


async def test_a_start_fails_once_and_opens_nothing():
    simulator = Simulator()
    transport = FaultyTransport(simulator, faults=[StartFailure(code=4, stderr="no")])
    with pytest.raises(CliExited) as caught:
        await transport.open(LaunchOptions())
    assert (caught.value.code, caught.value.stderr_tail) == (4, "no")
    assert not simulator.processes
    await transport.open(LaunchOptions())
    assert transport.starts == 2


class Homely(Plain):
    def __init__(self, home):
        super().__init__()
        self.directory = home

    def home(self, options):
        return self.directory


async def test_a_journal_is_damaged_before_the_start_that_finds_it(tmp_path):
    path = tmp_path / "session-state" / "s" / "events.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(b'{"type":"session.start"}\n')
    damage = [DamageJournal("s", "no_newline"), DamageJournal("other", "nuls")]
    transport = FaultyTransport(Homely(str(tmp_path)), faults=damage)
    assert transport.home(LaunchOptions()) == str(tmp_path)
    await transport.open(LaunchOptions())
    assert path.read_bytes().endswith(b"\n")
    await transport.open(LaunchOptions())
    assert path.read_bytes() == b'{"type":"session.start"}'


async def test_a_journal_is_not_damaged_where_nobody_knows_it():
    fault = DamageJournal("s", "nuls", process=0)
    with pytest.raises(ValueError, match="DamageJournal"):
        await FaultyTransport(Plain(), faults=[fault]).open(LaunchOptions())


SESSION_FAULTS = {
    "lost reply": Drop(FrameMatch(reply_to="session.send")),
    "doubled event": Duplicate(FrameMatch(event="assistant.message")),
    "death before the reply": Kill(FrameMatch(reply_to="session.send"), before=True),
    "death after the reply": Kill(FrameMatch(reply_to="session.send")),
    "death at the end": Kill(FrameMatch(event="session.idle")),
    "frozen": Freeze(FrameMatch(event="user.message")),
    "deaf": Deaf(FrameMatch(direction="to_cli", method="session.send")),
    "split": Split(FrameMatch(event="assistant.message")),
    "garbled header": GarbleHeader(FrameMatch(event="assistant.message")),
    "damaged log": DamageJournal("s", "torn"),
}


@pytest.mark.parametrize("name", list(SESSION_FAULTS))
async def test_a_session_on_the_simulator_survives_a_fault_around_it(autojump_clock, name):
    simulator = Simulator(Script.echo())
    faults = [SESSION_FAULTS[name]]
    if name == "damaged log":
        faults.append(Kill(FrameMatch(event="session.idle")))
    cli = FaultyTransport(simulator, faults=faults)
    async with open_client(cli=cli, ping_interval=1, ping_timeout=1, max_restarts=50) as client:
        session = await client.create_session(session_id="s", model="gpt-4.1")
        assert (await session.send_and_wait("one")).data.content == "one"
        assert (await session.send_and_wait("two")).data.content == "two"
        messages = await session.get_messages()
    prompts = [e.data["content"] for e in messages if e.type == "user.message"]
    assert prompts == ["one", "two"]
    assert any(entry.note for entry in cli.log) or name == "damaged log"
