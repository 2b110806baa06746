"""The least that a trio client of the CLI can be: what the machine and trio allow.

One reader task, one typed decoding pass, a table of waiting tasks, writes by the caller. No
supervision, no sessions that survive, no limits, no cancellation safety, no odd frames: a ceiling
for a client that has those, not a client.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import msgspec
import trio
from trio.lowlevel import Abort, Task, current_task, reschedule, wait_task_rescheduled

READ_SIZE = 64 * 1024


class Data(msgspec.Struct, rename="camel"):
    message_id: str | None = None
    originating_message_id: str | None = None
    delta_content: str | None = None
    request_id: str | None = None


class Event(msgspec.Struct):
    type: str
    data: Data
    id: str
    timestamp: str


class Params(msgspec.Struct, rename="camel"):
    session_id: str | None = None
    event: Event | None = None


class Message(msgspec.Struct):
    id: int | None = None
    result: msgspec.Raw = msgspec.Raw()
    error: msgspec.Raw = msgspec.Raw()
    method: str | None = None
    params: Params | None = None


decode = msgspec.json.Decoder(Message).decode


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Frames:
    """Bytes to bodies."""

    def __init__(self) -> None:
        self._buffer = b""

    def feed(self, data: bytes) -> list[bytes]:
        buffer = self._buffer + data if self._buffer else data
        place, bodies = 0, []
        while (head := buffer.find(b"\r\n\r\n", place)) >= 0:
            begin = head + 4
            end = begin + int(buffer[place + 16 : head])
            if end > len(buffer):
                break
            bodies.append(buffer[begin:end])
            place = end
        self._buffer = buffer[place:]
        return bodies


def unparked(_: object) -> Abort:
    return Abort.SUCCEEDED


class BareClient:
    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.on_event: Callable[[str, Event], None] = lambda _session, _event: None
        self._number = 0
        self._waiting: dict[int, Task | None] = {}
        self._turns: dict[str, Task] = {}
        assert process.stdin is not None
        assert process.stdout is not None
        self._output = process.stdin.fileno()
        os.set_blocking(self._output, False)
        self.input = trio.lowlevel.FdStream(os.dup(process.stdout.fileno()))
        self._tail = bytearray()
        self._full = trio.Event()
        self.ended = trio.Event()
        """Set at the end of the CLI's output."""

    async def read(self) -> None:
        frames = Frames()
        while data := await self.input.receive_some(READ_SIZE):
            for body in frames.feed(data):
                message = decode(body)
                if message.id is not None:
                    waiter = self._waiting.pop(message.id, None)
                    if waiter is not None:
                        reschedule(waiter)
                elif message.params is not None and (event := message.params.event) is not None:
                    session = message.params.session_id or ""
                    if event.type == "session.idle" and session in self._turns:
                        reschedule(self._turns.pop(session))
                    else:
                        self.on_event(session, event)
        self.ended.set()

    def write(self, data: bytes) -> None:
        """Write what fits; the rest is for the writer, and so is all that comes after it."""
        if not self._tail:
            with suppress(BlockingIOError):
                data = data[os.write(self._output, data) :]
        if data:
            self._tail += data
            self._full.set()

    async def drain(self) -> None:
        """The writer: what did not fit."""
        while True:
            await self._full.wait()
            self._full = trio.Event()
            while self._tail:
                await trio.lowlevel.wait_writable(self._output)
                del self._tail[: os.write(self._output, self._tail)]

    def start(self, method: str, params: bytes, waiter: Task | None) -> None:
        self._number += 1
        self._waiting[self._number] = waiter
        self.write(
            frame(
                b'{"jsonrpc":"2.0","id":%d,"method":"%b","params":%b}'
                % (self._number, method.encode(), params)
            )
        )

    async def request(self, method: str, params: bytes = b"{}") -> None:
        self.start(method, params, current_task())
        await wait_task_rescheduled(unparked)

    async def turn(self, session: str, prompt: str) -> None:
        """Send and wait for the end of the turn; the reply alone wakes nobody."""
        self._turns[session] = current_task()
        params = b'{"sessionId":"%b","prompt":"%b"}' % (session.encode(), prompt.encode())
        self.start("session.send", params, None)
        await wait_task_rescheduled(unparked)

    async def create(self, session: str) -> None:
        await self.request(
            "session.create", b'{"sessionId":"%b","model":"bench"}' % session.encode()
        )

    async def answer_tool(self, session: str, request: str) -> None:
        await self.request(
            "session.tools.handlePendingToolCall",
            b'{"sessionId":"%b","requestId":"%b","result":"value 7"}'
            % (session.encode(), request.encode()),
        )


@asynccontextmanager
async def opened(
    command: Sequence[str], env: dict[str, str] | None = None
) -> AsyncIterator[BareClient]:
    process = subprocess.Popen(  # noqa: ASYNC220 - nothing else runs yet
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env
    )
    client = BareClient(process)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(client.read)
            nursery.start_soon(client.drain)
            await client.request("connect")
            yield client
            nursery.cancel_scope.cancel()
    finally:
        process.kill()
        process.wait()
