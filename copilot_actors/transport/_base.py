"""What a transport is: it opens a byte stream to one CLI, and knows its process if it has one."""

from __future__ import annotations

import abc
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec
import trio

from copilot_actors._errors import CliExited
from copilot_actors._redact import REDACTED as REDACTED
from copilot_actors._redact import redact

LogLevel = Literal["none", "error", "warning", "info", "debug", "all"]


class ExitStatus(msgspec.Struct, frozen=True):
    """How a process ended: an exit ``code`` or the number of a ``signal``, never both."""

    code: int | None
    signal: int | None


_SIGKILL = 9

_REFUSED = (
    "It refuses an argument: one of args=, or one of ours if it is older than this library; "
    "a newer one comes with: copilot-actors install-cli"
)

_STDERR_HINTS = (
    ("unrecognized option", "It does not know our arguments: is it the Copilot CLI?"),
    ("unexpected argument", _REFUSED),
    ("unknown option", _REFUSED),
    ("invalid value", _REFUSED),
    ("address already in use", "Another program listens on that port."),
    ("cannot execute", "The file is for another kind of machine."),
    ("error while loading shared libraries", "The file is for another kind of system."),
    ("no space left on device", "A disk is full: look at COPILOT_HOME and the cache directory."),
    ("permission denied", "It may not read or write a file: look at COPILOT_HOME and HOME."),
)
"""What a line of stderr, in lower case, means for the user; the first that fits."""


def exit_hint(status: ExitStatus, stderr_tail: str, *, during_start: bool) -> str:
    """Say what to do about an exit, or ``""`` when there is nothing to add."""
    said = stderr_tail.lower()
    for text, hint in _STDERR_HINTS:
        if text in said:
            return hint
    if status.signal == _SIGKILL:
        return "It was killed from outside, or by the kernel for lack of memory."
    if not during_start or status.signal is not None:
        return ""
    if status.code == 0:
        return "Is this program the Copilot CLI?"
    if not said.strip():
        # What the CLI does when it cannot create its home.
        return (
            "It said nothing: is this program the Copilot CLI, and are COPILOT_HOME and HOME "
            "writable directories?"
        )
    return ""


def write_now(fd: int, data: bytes) -> int:
    """Write to a non-blocking descriptor, for :meth:`Channel.send_nowait`."""
    if fd < 0:
        raise trio.ClosedResourceError
    try:
        return os.write(fd, data)
    except BlockingIOError:
        return 0
    except OSError as error:
        raise trio.BrokenResourceError from error


class StopReport(msgspec.Struct, frozen=True, kw_only=True):
    """How far the stop ladder had to go.

    Attributes:
        step: ``"not_owned"``, ``"already_exited"``, ``"eof"`` (the end of its input, or a
            ``runtime.shutdown`` sent just before), ``"term"`` or ``"kill"``.
        seconds: how long it took on trio's clock.
        status: how the process ended, or ``None`` when it is not ours.
        leftovers: processes that the CLI had put into sessions of their own (shell tools) and
            that were found and ended.
    """

    step: str
    seconds: float
    status: ExitStatus | None = None
    leftovers: int = 0


class LaunchOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What a client tells its transport about the CLI to start. Times are seconds."""

    env: Mapping[str, str] | None = None
    home: str | None = None
    working_directory: str | None = None
    github_token: str | None = None
    use_logged_in_user: bool | None = None
    log_level: LogLevel = "error"
    session_idle_timeout: float | None = None
    start_timeout: float = 30.0
    stop_timeout: float = 10.0

    def __repr__(self) -> str:
        """Show everything but the token and the values of ``env``."""
        hidden = {
            "env": None if self.env is None else f"<{len(self.env)} variables>",
            "github_token": None if self.github_token is None else REDACTED,
        }
        fields = {**msgspec.structs.asdict(self), **hidden}
        return f"LaunchOptions({', '.join(f'{name}={value!r}' for name, value in fields.items())})"


class Channel(abc.ABC):
    """One open connection to one CLI.

    The owner reads and writes ``stream`` (raw bytes, both directions) and ends the whole with
    :meth:`stop`. A channel whose process is not ours has ``pid`` ``None``.
    """

    stream: trio.abc.Stream
    pid: int | None = None
    port: int | None = None
    token: str | None = None
    """Connection token to present in the handshake, or ``None``."""

    def send_nowait(self, data: bytes) -> int:  # noqa: ARG002
        """Write what fits without waiting, and return how many bytes that was.

        For the one who writes to ``stream``, while no ``send_all`` is under way: it saves the
        switch to a writer task. The rest of a frame of which a part was written must be next.

        Returns:
            0 when the pipe is full, and always where a channel cannot tell.

        Raises:
            trio.BrokenResourceError: the other side is gone.
            trio.ClosedResourceError: this side closed it.
        """
        return 0

    @property
    @abc.abstractmethod
    def stderr_tail(self) -> str:
        """The last bytes (at most 64 KiB) of the process's stderr, decoded; ``""`` if not ours."""

    @abc.abstractmethod
    async def wait_exit(self) -> ExitStatus:
        """Wait for the end of the process itself, not for the end of its pipes.

        A grandchild that holds stdout hides the end of file, so the process is watched by
        itself. For a process that is not ours this waits until it is cancelled.
        """

    _hidden: tuple[str, ...] = ()

    def hide(self, secrets: Iterable[str]) -> None:
        """Replace these too from now on: what the CLI was told over the wire, the whole list."""
        self._hidden = tuple(secrets)

    def redact(self, text: str) -> str:
        """Replace the secrets that were given to the CLI, in text of its that is to be shown.

        :attr:`stderr_tail` and :meth:`exit_error` have been through this already.
        """
        return redact(text, self._secrets())

    def _secrets(self) -> Iterator[str]:
        """All that :meth:`redact` replaces."""
        yield from self._hidden
        if self.token is not None:
            yield self.token

    def exit_error(self, status: ExitStatus, *, during_start: bool = False) -> CliExited:
        """Return the error that says how the process ended, why, and what to do about it.

        Args:
            status: what :meth:`wait_exit` returned.
            during_start: whether the handshake was not complete yet.
        """
        tail = self.stderr_tail
        return CliExited(
            status.code,
            status.signal,
            tail,
            during_start=during_start,
            hint=exit_hint(status, tail, during_start=during_start),
        )

    @abc.abstractmethod
    async def stop(self, *, graceful: bool = True) -> StopReport:
        """End the connection and our process, by a bounded ladder, whatever their state.

        Steps: stdin EOF, SIGTERM to the process group, SIGKILL to the group, reap. With
        ``graceful=False`` only the last two. Idempotent. Shielded from cancellation and bounded
        by ``LaunchOptions.stop_timeout`` seconds, of which SIGKILL gets one at least, and two
        more for what the process left behind. ``runtime.shutdown`` is the caller's first step:
        a transport knows no JSON.

        Raises:
            StopFailed: the process outlives SIGKILL. All the rest is done: its tools are ended,
                and it is reaped whenever it ends.
        """


class Transport(abc.ABC):
    """Opens channels; a value that a client keeps and uses again for each restart."""

    @abc.abstractmethod
    async def open(self, options: LaunchOptions) -> Channel:
        """Start or reach a CLI and return the open channel.

        Cancellation leaves no process behind.

        Raises:
            CliNotFound: no binary.
            CliExited: the process ended before it was ready.
            ConnectFailed: the address does not answer, or no process can be started in time.
            HandshakeTimeout: a spawned server did not name its port in time.
        """
