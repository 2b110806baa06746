"""A byte stream to a CLI whose frames faults happen to, in both directions.

Nothing runs here by itself but what is named: the reader does what is due when it is due (late
frames, a thaw), and one task of the channel writes the client's late frames.
"""

from __future__ import annotations

import heapq
import itertools
import math
import signal
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final, final

import msgspec
import trio

from copilot_actors._errors import JsonValue
from copilot_actors.jsonrpc import FrameBuffer, RemoteProtocolError
from copilot_actors.testing._simulator._frames import Frame, delivery, error_reply
from copilot_actors.testing._simulator._wire import Message, frame_parts
from copilot_actors.transport._background import BackgroundTask

from . import _kinds as faults
from ._injector import FaultInjector

KEPT_REQUESTS: Final = 100_000
"""Unanswered requests of the client whose methods are known, for ``FrameMatch.reply_to``."""

_decode: Callable[[bytes], JsonValue] = msgspec.json.Decoder().decode


@final
class FrameCutter:
    """Cuts a byte stream into whole frames, and loses no byte of it.

    Text that is no frame belongs to the head of the next one. From a framing error on there are
    no frames: what is fed comes back as it is, with an empty body.
    """

    def __init__(self) -> None:
        self._frames = FrameBuffer()
        self._raw = bytearray()
        self.broken = False

    def feed(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Take bytes; give the head and the body of each frame that they complete."""
        self._raw += data
        if not self.broken:
            self._frames.feed(data)
        while not self.broken:
            try:
                body = self._frames.next_frame()
            except RemoteProtocolError:
                self.broken = True
                break
            if body is None:
                return
            # Whatever the reader has not used yet lies behind this frame.
            size = len(self._raw) - self._frames.buffered
            head = bytes(self._raw[: size - len(body)])
            del self._raw[:size]
            yield head, bytes(body)
        if rest := self.rest():
            yield rest, b""

    def rest(self) -> bytes:
        """Take what has come of a frame that is not whole."""
        rest = bytes(self._raw)
        self._raw.clear()
        return rest


class _Late(msgspec.Struct, frozen=True, order=True):
    """Bytes that are due later; the number keeps the order of those that are due at once."""

    due: float
    number: int
    data: bytes
    size: int


@final
class FaultyStream(trio.abc.Stream):
    """The stream of one channel.

    Frames of both directions are matched in whole and pass byte for byte unless a fault fits.
    What :meth:`send_all` is given of a frame waits for the rest of it. Cancelling
    :meth:`receive_some` loses nothing; cancelling :meth:`send_all` may leave a part written, as
    with any stream.

    Args:
        inner: the stream to the CLI.
        process: number of the process, from 0.
        injector: what goes wrong.
        log: called with each frame.
        send_signal: sends the process a signal.
    """

    def __init__(
        self,
        inner: trio.abc.Stream,
        process: int,
        injector: FaultInjector,
        log: Callable[[Frame], None],
        send_signal: Callable[[int], None],
    ) -> None:
        self._inner = inner
        self._process = process
        self._injector = injector
        self._log = log
        self._send_signal = send_signal
        self._cutters = {"from_cli": FrameCutter(), "to_cli": FrameCutter()}
        self._counts = {"from_cli": 0, "to_cli": 0}
        self._asked: dict[JsonValue, str] = {}
        self._numbers = itertools.count()
        # From the CLI: what may be read, what comes later, what waits for a thaw.
        self._ready: deque[bytes] = deque()
        self._joinable = False
        self._late: list[_Late] = []
        self._held: list[tuple[bytes, bytes]] = []
        self._frozen = False
        self._thaw_at = math.inf
        self._reading: trio.CancelScope | None = None
        self._ended = False
        # To the CLI.
        self._writing = trio.Lock()
        self._late_out: list[_Late] = []
        self._late_writer: BackgroundTask | None = None
        self._late_added = trio.Event()
        self._deaf = False
        # A signal was sent: neither side hears of the other any more.
        self._killed = False
        self._closed = False

    # From the CLI

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Return what has come; ``b""`` at the end. Frames that were late by then are lost.

        Raises:
            trio.BusyResourceError: another task reads.
            trio.BrokenResourceError: the stream to the CLI is broken.
            trio.ClosedResourceError: it was closed on this side.
        """
        if max_bytes is not None and max_bytes < 1:
            raise ValueError(f"max_bytes: expected 1 or more, got {max_bytes}")
        await trio.lowlevel.checkpoint()
        while True:
            if self._closed:
                raise trio.ClosedResourceError
            self._take_what_is_due()
            if self._ready:
                return self._pop(max_bytes)
            if self._ended:
                return b""
            if self._reading is not None:
                raise trio.BusyResourceError("another task reads")
            data = None
            self._reading = trio.CancelScope(deadline=self._next_due())
            with self._reading:
                try:
                    data = await self._inner.receive_some()
                finally:
                    self._reading = None
            if data is None:
                continue
            if data:
                for head, body in self._cutters["from_cli"].feed(bytes(data)):
                    self._received(head, body)
                continue
            self._ended = True
            self._late.clear()
            self._held.clear()
            rest = self._cutters["from_cli"].rest()
            if rest and not (self._killed or self._frozen):
                self._put(rest, 0)

    def thaw(self) -> None:
        """Let a frozen process go on (SIGCONT); nothing happens to one that is not frozen."""
        if not self._frozen:
            return
        self._frozen = False
        self._thaw_at = math.inf
        self._send_signal(signal.SIGCONT)
        held, self._held = self._held, []
        for head, body in held:
            self._received(head, body)
        self._wake()

    def _received(self, head: bytes, body: bytes) -> None:
        if self._killed:
            return
        if self._frozen:
            # It was written before the signal arrived, and a moment later than the frame.
            self._held.append((head, body))
            return
        if self._cutters["from_cli"].broken and not body:
            self._put(head, 0)
            return
        message = parse_frame(body)
        request = message.get("id")
        reply_to = None
        if "method" not in message and isinstance(request, int | str):
            reply_to = self._asked.pop(request, None)
        happening = self._match("from_cli", message, reply_to)
        if not _ends_before(happening):
            data, delay, size = delivery(head, body, happening)
            if delay:
                late = _Late(trio.current_time() + delay, next(self._numbers), data, size)
                heapq.heappush(self._late, late)
            else:
                self._put(data, size)
        self._carry_out(happening)

    def _put(self, data: bytes, size: int) -> None:
        """Make bytes readable, in pieces of ``size`` unless it is 0."""
        if size:
            self._ready.extend(_pieces(data, size))
        elif self._joinable and self._ready:
            self._ready[-1] += data
        elif data:
            self._ready.append(data)
        self._joinable = not size

    def _pop(self, max_bytes: int | None) -> bytes:
        data = self._ready.popleft()
        if max_bytes is not None and len(data) > max_bytes:
            self._ready.appendleft(data[max_bytes:])
            data = data[:max_bytes]
        return data

    def _take_what_is_due(self) -> None:
        now = trio.current_time()
        if self._thaw_at <= now:
            self.thaw()
        while self._late and self._late[0].due <= now and not self._frozen:
            late = heapq.heappop(self._late)
            if not self._killed:
                self._put(late.data, late.size)

    def _next_due(self) -> float:
        late = self._late[0].due if self._late and not self._frozen else math.inf
        return min(late, self._thaw_at)

    def _wake(self) -> None:
        """Make the reader look again at what there is to do."""
        if self._reading is not None:
            self._reading.cancel()

    # To the CLI

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Write the frames that are whole now, as the faults will have it.

        What a dead or deaf process is sent is lost without an error until its output has ended.

        Raises:
            trio.BrokenResourceError: the stream to the CLI is broken.
            trio.ClosedResourceError: it was closed on this side.
        """
        async with self._writing:
            if self._closed:
                raise trio.ClosedResourceError
            if self._killed and self._ended:
                raise trio.BrokenResourceError("a fault has ended the process")
            for head, body in self._cutters["to_cli"].feed(bytes(data)):
                pieces, afterwards = self._to_write(head, body)
                for piece in pieces:
                    await self._inner.send_all(piece)
                self._carry_out(afterwards)

    async def wait_send_all_might_not_block(self) -> None:
        """Wait until the stream to the CLI takes data; see :class:`trio.abc.SendStream`."""
        await self._inner.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        """Close the stream to the CLI. What is late is lost."""
        self._closed = True
        self._wake()
        try:
            if self._late_writer is not None:
                await self._late_writer.stop()
        finally:
            await self._inner.aclose()

    def _to_write(self, head: bytes, body: bytes) -> tuple[list[bytes], list[faults.FrameFault]]:
        """Return what is written now in place of a frame, and the faults that come after that."""
        if self._killed or self._deaf:
            return [], []
        if self._cutters["to_cli"].broken and not body:
            return [head], []
        message = parse_frame(body)
        method, request = message.get("method"), message.get("id")
        happening = self._match("to_cli", message, None)
        if _ends_before(happening):
            return [], happening
        if isinstance(method, str) and isinstance(request, int | str):
            self._asked[request] = method
            if len(self._asked) > KEPT_REQUESTS:
                del self._asked[next(iter(self._asked))]
            if self._injector.unanswered(self._process, method):
                return [], happening
        for fault in happening:
            if isinstance(fault, faults.Refuse):
                self._refuse(message, fault)
                return [], happening
        data, delay, size = delivery(head, body, happening)
        if delay:
            self._write_late(_Late(trio.current_time() + delay, next(self._numbers), data, size))
            return [], happening
        return _pieces(data, size), happening

    def _refuse(self, message: Message, fault: faults.Refuse) -> None:
        head, body = frame_parts(error_reply(message.get("id"), fault.code, fault.message))
        self._received(head, body)
        self._wake()

    def _write_late(self, late: _Late) -> None:
        heapq.heappush(self._late_out, late)
        if self._late_writer is not None and not self._late_writer.done:
            # It may sleep for a frame that is due later than this one.
            self._late_added.set()
            return
        self._late_writer = BackgroundTask(
            self._write_what_is_late, f"late frames to CLI process {self._process}"
        )

    async def _write_what_is_late(self) -> None:
        while self._late_out:
            self._late_added = trio.Event()
            with trio.move_on_at(self._late_out[0].due):
                await self._late_added.wait()
            async with self._writing:
                while self._late_out and self._late_out[0].due <= trio.current_time():
                    late = heapq.heappop(self._late_out)
                    if not (self._killed or self._deaf):
                        for piece in _pieces(late.data, late.size):
                            await self._inner.send_all(piece)

    # Faults

    def _match(
        self, direction: faults.Direction, message: Message, reply_to: str | None
    ) -> list[faults.FrameFault]:
        """Count a frame, return what happens at it, and enter it in the log."""
        index = self._counts[direction]
        self._counts[direction] += 1
        happening = self._injector.at_frame(direction, self._process, index, message, reply_to)
        note = ", ".join(type(fault).__name__ for fault in happening)
        now = trio.current_time()
        self._log(Frame(now, self._process, direction, message, index, reply_to, note))
        return happening

    def _carry_out(self, happening: list[faults.FrameFault]) -> None:
        for fault in happening:
            if isinstance(fault, faults.Kill):
                self._killed = True
                self._send_signal(fault.signal)
            elif isinstance(fault, faults.Freeze):
                self._frozen = True
                self._send_signal(signal.SIGSTOP)
                if fault.seconds is not None:
                    self._thaw_at = trio.current_time() + fault.seconds
                self._wake()
            elif isinstance(fault, faults.Deaf):
                self._deaf = True


def parse_frame(body: bytes) -> Message:
    """Return what a frame says; one that is no JSON object fits only what asks for no word."""
    try:
        value = _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _pieces(data: bytes, size: int) -> list[bytes]:
    if not data:
        return []
    return [data[at : at + size] for at in range(0, len(data), size)] if size else [data]


def _ends_before(happening: list[faults.FrameFault]) -> bool:
    return any(isinstance(fault, faults.Kill) and fault.before for fault in happening)
