"""Topic: publish and subscribe, with bounded subscribers. A value, never a global."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

import trio
from trio.lowlevel import Abort, RaiseCancelT, Task, current_task, reschedule, wait_task_rescheduled

from ._errors import MailboxFull, NoProcess
from ._process import DEAD, INFO, Process
from ._ref import Ref, check_mailbox, own_process
from ._wake import WOKEN

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Lagged:
    """A subscriber was too slow and lost messages.

    Attributes:
        skipped: how many, at this place in the stream.
    """

    skipped: int


class TopicStream(Generic[T]):
    """One subscriber's bounded buffer; an async iterator. Made by ``topic.stream()``.

    The oldest message gives way to a new one when the buffer is full; the next thing that the
    iterator yields is then ``Lagged(n)``.
    """

    __slots__ = ("_buffer", "_closed", "_limit", "_skipped", "_task")

    def __init__(self, limit: int) -> None:
        self._buffer: deque[T] = deque()
        self._limit = limit
        self._skipped = 0
        self._closed = False
        self._task: Task | None = None

    def __aiter__(self) -> TopicStream[T]:
        return self

    async def __anext__(self) -> T | Lagged:
        if not self._skipped and not self._buffer and not self._closed:
            if self._task is not None:
                raise trio.BusyResourceError("another task iterates over this stream")
            self._task = current_task()
            await wait_task_rescheduled(self._abort)
        else:
            await trio.lowlevel.checkpoint()
        if self._skipped:
            skipped, self._skipped = self._skipped, 0
            return Lagged(skipped)
        if self._buffer:
            return self._buffer.popleft()
        raise StopAsyncIteration

    def _abort(self, _: RaiseCancelT) -> Abort:
        self._task = None
        return Abort.SUCCEEDED

    def _put(self, message: T) -> bool:
        lost = len(self._buffer) >= self._limit
        if lost:
            self._buffer.popleft()
            self._skipped += 1
        self._buffer.append(message)
        self._wake()
        return not lost

    def _close(self) -> None:
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            reschedule(task, WOKEN)


class Topic(Generic[T]):
    """Delivers each published message to every subscriber, in order, without ever waiting.

    Actors subscribe with `subscribe` and get messages in ``handle_info``, bounded by their
    mailbox; other tasks iterate over `stream`, bounded by its buffer.

    Attributes:
        dropped: messages that a full mailbox or buffer has cost some subscriber.
    """

    __slots__ = ("_processes", "_streams", "dropped")

    def __init__(self) -> None:
        self._processes: dict[Process, None] = {}
        self._streams: dict[TopicStream[T], None] = {}
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._processes) + len(self._streams)

    def publish(self, message: T) -> int:
        """Deliver a message. A plain function, no checkpoint.

        Args:
            message: the message.

        Returns:
            How many subscribers got it; slow ones that lost it or an older one do not count.
        """
        delivered = 0
        for process in list(self._processes):
            counters = process.tree.counters
            overflows = counters.mailbox_overflows
            try:
                process.deliver(INFO, message)
                lost = counters.mailbox_overflows != overflows  # its policy is to drop something
            except (MailboxFull, NoProcess):
                lost = True
            if not lost:
                delivered += 1
            else:
                self.dropped += 1
                counters.lagged_messages += 1
        for stream in list(self._streams):
            if stream._put(message):
                delivered += 1
            else:
                self.dropped += 1
        return delivered

    def subscribe(self, ref: Ref | None = None) -> None:
        """Subscribe an actor until it ends or unsubscribes; idempotent.

        Args:
            ref: the actor; default the calling one.

        Raises:
            NoProcess: nothing runs at ``ref``.
            NotInActor: no ``ref`` given outside an actor.
            TypeError: it is a task, which has no mailbox; a task iterates over `stream`.
        """
        process = own_process("Topic.subscribe") if ref is None else ref._process
        if process is None or process.status is DEAD:
            raise NoProcess(ref, "subscribe")
        check_mailbox(process.ref)
        if process not in self._processes:
            self._processes[process] = None
            process.add_hook(_Unsubscribe(self, process))

    def unsubscribe(self, ref: Ref | None = None) -> None:
        """Undo `subscribe`; idempotent.

        Args:
            ref: the actor; default the calling one.
        """
        process = own_process("Topic.unsubscribe") if ref is None else ref._process
        if process is not None and process in self._processes:
            del self._processes[process]
            process.remove_hook(_Unsubscribe(self, process))

    @asynccontextmanager
    async def stream(self, buffer_size: int = 1024) -> AsyncIterator[TopicStream[T]]:
        """Subscribe the current block.

        Args:
            buffer_size: how many messages may wait for this subscriber.

        Yields:
            An async iterator over messages and `Lagged` markers, from now on.
        """
        if buffer_size < 1:
            raise ValueError(f"buffer_size: expected at least 1, got {buffer_size!r}")
        stream: TopicStream[T] = TopicStream(buffer_size)
        self._streams[stream] = None
        try:
            yield stream
        finally:
            self._streams.pop(stream, None)
            stream._close()

    def close(self) -> None:
        """End all streams (after what they have buffered) and forget all subscribers."""
        for stream in list(self._streams):
            stream._close()
        self._streams.clear()
        for process in list(self._processes):
            process.remove_hook(_Unsubscribe(self, process))
        self._processes.clear()


@dataclass(frozen=True, slots=True)
class _Unsubscribe:
    """The hook that removes an actor at its end."""

    topic: Topic[object] | Topic[T]  # type: ignore[valid-type]
    process: Process

    def __call__(self) -> None:
        self.topic._processes.pop(self.process, None)
