"""A peer that costs next to nothing, and counters of what no busy machine can change."""

from __future__ import annotations

import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
import trio
import trio.testing

import copilot_actors
from copilot_actors import ConnectionLost
from copilot_actors.transport import Channel, ExitStatus, StopReport, Transport

READ_SIZE = 64 * 1024
LIBRARY = str(Path(copilot_actors.__file__).parent)


def framed(message) -> bytes:
    body = msgspec.json.encode({"jsonrpc": "2.0", **message})
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class LightStream(trio.abc.Stream):
    """Answers while it is written to, so that no task but the library's own takes a step."""

    def __init__(self) -> None:
        self.reads = 0
        self.writes = 0
        self._serial = 0
        self.ended = False
        self._unread = bytearray()
        self._filled = trio.Event()

    async def receive_some(self, max_bytes=None):
        await trio.lowlevel.checkpoint_if_cancelled()
        while not self._unread and not self.ended:
            self._filled = trio.Event()
            await self._filled.wait()
        self.reads += 1
        data = bytes(self._unread[:READ_SIZE])
        del self._unread[:READ_SIZE]
        return data

    async def send_all(self, data):
        await trio.lowlevel.checkpoint()
        self.take(data)

    async def wait_send_all_might_not_block(self):
        await trio.lowlevel.checkpoint()

    async def aclose(self):
        await trio.lowlevel.checkpoint()

    def put(self, data: bytes) -> None:
        self._unread += data
        self._filled.set()

    def end(self) -> None:
        """What a client sees of a CLI that dies."""
        self.ended = True
        self._filled.set()

    def take(self, data: bytes) -> None:
        """Serve the whole frames of one write."""
        self.writes += 1
        for piece in data.split(b"Content-Length: ")[1:]:
            message = msgspec.json.decode(piece.partition(b"\r\n\r\n")[2])
            result, more = {}, b""
            if message["method"] == "connect":
                result = {"ok": True, "protocolVersion": 3, "version": "1.0.102"}
            elif message["method"] == "session.send":
                result, more = self._turn(message["params"])
            self.put(framed({"id": message["id"], "result": result}) + more)

    def event(self, session_id: str, kind: str, data, **more) -> bytes:
        self._serial += 1
        stamp = "2026-11-30T09:00:00.000Z"
        event = {"type": kind, "data": data, "id": f"e{self._serial}", "timestamp": stamp, **more}
        params = {"sessionId": session_id, "event": event}
        return framed({"method": "session.event", "params": params})

    def _turn(self, params):
        session_id, message_id = params["sessionId"], f"m{self._serial}"
        said = {"content": params["prompt"], "source": params["source"], "messageId": message_id}
        answer = {"messageId": "a", "content": "ok", "originatingMessageId": message_id}
        return {"messageId": message_id}, b"".join(
            [
                self.event(session_id, "user.message", said),
                self.event(session_id, "assistant.turn_start", {"turnId": "0"}),
                self.event(session_id, "assistant.message", answer),
                self.event(session_id, "assistant.turn_end", {"turnId": "0"}),
                self.event(session_id, "session.idle", {}, ephemeral=True),
            ]
        )


class LightChannel(Channel):
    pid = 1

    def __init__(self) -> None:
        self.stream = LightStream()

    def send_nowait(self, data):
        self.stream.take(data)
        return len(data)

    @property
    def stderr_tail(self):
        return ""

    async def wait_exit(self):
        if not self.stream.ended:
            await trio.sleep_forever()
        return ExitStatus(0, None)

    def exit_error(self, status, *, during_start):
        return ConnectionLost("the peer has ended it")

    async def stop(self, *, graceful=True):
        return StopReport(step="not_owned", seconds=0.0)


class LightCli(Transport):
    async def open(self, options):
        self.channel = LightChannel()
        return self.channel


class Counter(trio.abc.Instrument):
    """Counts, while it is entered, steps of tasks and calls of the library's Python functions.

    Calls of generators that go on count, those of C functions do not: versions of trio and msgspec
    make no difference, and those of Python hardly any.
    """

    def __init__(self) -> None:
        self.steps = 0
        self.calls = 0

    def before_task_step(self, task):
        self.steps += 1

    def _profile(self, frame, what, _argument):
        if what == "call" and frame.f_code.co_filename.startswith(LIBRARY):
            self.calls += 1

    def __enter__(self):
        trio.lowlevel.add_instrument(self)
        self._before = sys.getprofile()
        sys.setprofile(self._profile)
        return self

    def __exit__(self, *_):
        sys.setprofile(self._before)
        trio.lowlevel.remove_instrument(self)


class Cost(NamedTuple):
    """Of one action."""

    steps: float
    calls: float
    reads: float
    writes: float


class Run:
    """A client with sessions that are open and idle, and the peer's end of its stream."""

    def __init__(self, client, cli, sessions) -> None:
        self.client = client
        self.sessions = sessions
        self._cli = cli

    @property
    def peer(self) -> LightStream:
        return self._cli.channel.stream

    async def count(self, times: int, action) -> Cost:
        """What one of so many actions costs, and all that follows from it."""
        await action(0)
        await trio.testing.wait_all_tasks_blocked()
        reads, writes = self.peer.reads, self.peer.writes
        with Counter() as counter:
            for number in range(times):
                await action(number + 1)
            await trio.testing.wait_all_tasks_blocked()
        return Cost(
            steps=(counter.steps - 1) / times,  # the last is this task's own
            calls=counter.calls / times,
            reads=(self.peer.reads - reads) / times,
            writes=(self.peer.writes - writes) / times,
        )

    def deltas(self, count: int, size: int = 380) -> bytes:
        """So many frames of a streamed answer of the first session."""
        text = "x" * (size - 240)
        delta = {"messageId": "7d9c1f52-8a34-4be1-b9a2-6f0c3d4e5f60", "deltaContent": text}
        kind, session_id = "assistant.message_delta", self.sessions[0].session_id
        event = self.peer.event
        return b"".join(event(session_id, kind, delta, ephemeral=True) for _ in range(count))

    async def flood(self, count: int) -> Cost:
        """What one of so many events costs that come as fast as they are read."""
        data = [self.deltas(1), self.deltas(count)]

        async def arrive(number):
            self.peer.put(data[number])
            await trio.testing.wait_all_tasks_blocked()

        all_of_them = await self.count(1, arrive)
        return Cost(*(value / count for value in all_of_them))


@pytest.fixture
def light(tmp_path):
    """``async with light(10) as run``: ten sessions over the light peer."""

    @asynccontextmanager
    async def opened(count: int = 1, **options):
        cli = LightCli()
        given = {"ping_interval": 1e6, "home": tmp_path, "lease": None, **options}
        async with copilot_actors.open_client(cli=cli, **given) as client:
            sessions = [
                await client.create_session(session_id=f"s{number}", model="gpt-4.1")
                for number in range(count)
            ]
            yield Run(client, cli, sessions)

    return opened
