"""Records what a model is asked and answers, around any transport."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Sequence
from typing import final

import trio

from copilot_actors import _errors as errors
from copilot_actors.storage import SECRET_PATTERNS
from copilot_actors.testing._faults._faulty_stream import FrameCutter, parse_frame
from copilot_actors.testing._simulator._wire import Message
from copilot_actors.transport import (
    Channel,
    ExitStatus,
    LaunchOptions,
    Stdio,
    StopReport,
    Transport,
    find_secrets,
)
from copilot_actors.transport._tail import secrets_of

from ._events import EventNotes
from ._file import RecordingFile

_log = logging.getLogger("copilot_actors.testing")


@final
class RecordingTransport(Transport):
    """A transport that writes down what is said between a session and its model.

    Run a session with a real model once, and let your tests replay it for ever::

        cli = RecordingTransport("cassettes/weather.jsonl")
        async with open_client(cli=cli) as client: ...

        script = Script.recorded("cassettes/weather.jsonl")

    The recording holds prompts, answers (their text, in how many pieces it came, tool calls with
    arguments) and errors of the provider, in JSON lines that may be read and edited. It does not
    hold what the model thought (``assistant.reasoning``), what sub-agents and compactions asked,
    results of tools, attachments, system messages and times.

    Before a line is written it loses: what the client knows to be secret (tokens, keys, headers,
    variables whose names say so), your own ``secrets``, what looks like a credential, and the
    paths of the user's home and the CLI's. Each line is on its way to the disk when the client
    sees what it tells of, so that the death of either process loses nothing. Frames pass byte for
    byte.

    Attributes:
        failure: why the recording was given up, if it was: sessions do not suffer from a full
            disk. It is logged, and the next ``open`` raises it.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        transport: Transport | None = None,
        *,
        secrets: Iterable[str] = (),
        patterns: Sequence[str] = SECRET_PATTERNS,
        overwrite: bool = False,
    ) -> None:
        """Wrap a transport.

        Args:
            path: the file, in a folder that exists; made with mode 0600 by the first ``open``.
            transport: what opens the channels; by default the real CLI (``Stdio()``). Faults
                belong inside: ``RecordingTransport(path, FaultyTransport(...))``.
            secrets: further values that must not be in the file.
            patterns: regular expressions of what else must not; ``()`` for none.
            overwrite: replace a file that is there, instead of refusing to.

        Raises:
            ValueError: a pattern is no regular expression.
        """
        self.transport = Stdio() if transport is None else transport
        self.failure: OSError | None = None
        self._file = RecordingFile(path, secrets, patterns)
        self._overwrite = overwrite
        self._notes = EventNotes()

    async def open(self, options: LaunchOptions) -> Channel:
        """Open a channel of the inner transport and record it.

        Raises:
            FileExistsError: the file is there and ``overwrite`` is not set; nothing was started.
            OSError: the file cannot be made or written.
            CopilotError: as the inner transport's ``open``.
        """
        if self.failure is not None:
            raise self.failure
        env = os.environ if options.env is None else options.env
        home = self.transport.home(options)
        self._file.hide(
            secrets_of(env, options.github_token),
            [(path, "[home]") for path in (home, options.home) if path],
        )
        self._file.begin(overwrite=self._overwrite)
        channel = await self.transport.open(options)
        self._hide([] if channel.token is None else [channel.token])
        return _RecordingChannel(channel, self)

    def home(self, options: LaunchOptions) -> str | None:
        """Name the store of the inner transport."""
        return self.transport.home(options)

    # Files are written in the task that reads: a line takes some microseconds, a thread hop more,
    # and a line that waits for a thread is not written yet when the client acts on its frame.

    def _took(self, message: Message) -> None:
        entry = self._notes.take(message)
        if entry is None or self.failure is not None:
            return
        try:
            self._file.append(entry)
        except OSError as error:
            self._give_up(error)

    def _hide(self, secrets: Iterable[str]) -> None:
        try:
            self._file.hide(secrets)
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        self.failure = error
        _log.error("the recording %s is not complete: %s", self._file.path, error)


class _RecordingChannel(Channel):
    """The inner channel, overheard."""

    def __init__(self, inner: Channel, recorder: RecordingTransport) -> None:
        self.inner = inner
        self.pid = inner.pid
        self.port = inner.port
        self.token = inner.token
        self._recorder = recorder
        self._sent = FrameCutter()
        self.stream = _RecordingStream(inner.stream, recorder, self._sending)

    def send_nowait(self, data: bytes) -> int:
        """Write what fits, and look for secrets in it."""
        written = self.inner.send_nowait(data)
        self._sending(data[:written])
        return written

    @property
    def stderr_tail(self) -> str:
        """The inner channel's."""
        return self.inner.stderr_tail

    def hide(self, secrets: Iterable[str]) -> None:
        """Hide these in the inner channel and in the recording."""
        known = tuple(secrets)
        self._recorder._hide(known)
        self.inner.hide(known)

    def redact(self, text: str) -> str:
        """Replace what the inner channel hides."""
        return self.inner.redact(text)

    def exit_error(self, status: ExitStatus, *, during_start: bool = False) -> errors.CliExited:
        """Return the inner channel's error."""
        return self.inner.exit_error(status, during_start=during_start)

    async def wait_exit(self) -> ExitStatus:
        """Wait for the end of the process."""
        return await self.inner.wait_exit()

    async def stop(self, *, graceful: bool = True) -> StopReport:
        """End the inner channel."""
        return await self.inner.stop(graceful=graceful)

    def _sending(self, data: bytes) -> None:
        # The client names what it knows by hide(); what a program sends by its own hand
        # (``client.request``) is only seen here.
        for _, body in self._sent.feed(data):
            message = parse_frame(body)
            if secrets := find_secrets(message.get("params")):
                self._recorder._hide(secrets)


@final
class _RecordingStream(trio.abc.Stream):
    """The inner stream; what comes is looked at, whole frame by whole frame."""

    def __init__(
        self, inner: trio.abc.Stream, recorder: RecordingTransport, sending: Callable[[bytes], None]
    ) -> None:
        self._inner = inner
        self._recorder = recorder
        self._sending = sending
        self._received = FrameCutter()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        data = await self._inner.receive_some(max_bytes)
        for _, body in self._received.feed(bytes(data)):
            self._recorder._took(parse_frame(body))
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self._sending(bytes(data))
        await self._inner.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._inner.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._inner.aclose()
