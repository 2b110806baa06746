"""A CLI process of ours: started whole, watched by itself, ended whole."""

from __future__ import annotations

import errno
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterable
from typing import Final, cast

import trio

from copilot_actors._errors import CliNotFound, ConnectFailed, StopFailed
from copilot_actors._redact import redact

from ._background import BackgroundTask
from ._base import ExitStatus, StopReport, write_now
from ._guard import Guard
from ._launch import Launch
from ._leftovers import end_instance
from ._tail import Tail

# How the time of a stop is shared out. End of file gets the most: a CLI with 100 loaded
# sessions was seen to take 4.9 s over it.
_EOF_SHARE: Final = 0.5
_TERM_SHARE: Final = 0.8
_MIN_KILL_SECONDS: Final = 1.0

_READ_SIZE = 64 * 1024
# A dead process leaves at most what fits its pipe; one that holds the pipe may go on writing.
_MAX_LAST_READS = 32

# Faults of the file, which the next start would meet again; all others may pass.
_NOT_A_PROGRAM = (FileNotFoundError, PermissionError, NotADirectoryError, IsADirectoryError)


class CliProcess:
    """One CLI process, in a session and process group of its own.

    Its stderr is read for life into a bounded tail. It ends with everything it started: its
    group by SIGKILL the moment its own end is seen, its tools (which have groups of their own)
    by their mark when it is stopped, and the whole by a guard when we are killed.
    """

    def __init__(self, process: trio.Process, launch: Launch, guard: Guard | None) -> None:
        self._process = process
        self._launch = launch
        self._guard = guard
        self._status: ExitStatus | None = None
        self._report: StopReport | None = None
        self._tail = Tail(launch.secrets)
        self._wait_lock = trio.Lock()
        self._stop_lock = trio.Lock()
        self._hurried = False
        self._patience: trio.CancelScope | None = None
        self._pidfd = _open_pidfd(process.pid)
        self._reaper: BackgroundTask | None = None
        self._drains = [BackgroundTask(self._drain_stderr, f"stderr of CLI {process.pid}")]

    @classmethod
    async def start(cls, launch: Launch, *, stdin: bool, seconds: float) -> CliProcess:
        """Start what ``launch`` describes.

        Cancellation leaves no process: either this returns or nothing runs.

        Args:
            launch: what to run.
            stdin: whether its stdin is a pipe of ours, rather than empty.
            seconds: how long to wait for one of trio's worker threads to fork in. A fork that has
                begun is waited for.

        Raises:
            CliNotFound: the file is not a program that this machine can run.
            ConnectFailed: the system has no room for a process now, or trio no thread in time.
        """
        with trio.move_on_after(seconds):
            return await cls._start(launch, stdin=stdin)
        raise ConnectFailed(
            launch.program,
            f"it cannot be started within {seconds:g} s: all worker threads of trio are taken",
        )

    @classmethod
    async def _start(cls, launch: Launch, *, stdin: bool) -> CliProcess:
        guard = await Guard.start(launch.instance, launch.env)
        try:
            # Forking runs in a thread, which is waited for even when we are cancelled, and there
            # is no checkpoint from there to the return.
            process = await trio.lowlevel.open_process(
                list(launch.argv),
                stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=dict(launch.env),
                cwd=launch.cwd,
                start_new_session=True,
            )
        except BaseException as error:
            if guard is not None:
                await guard.release()
            if isinstance(error, OSError):
                raise _start_error(error, launch.program) from error
            raise
        if guard is not None:
            guard.watch(process.pid)
        return cls(process, launch, guard)

    @property
    def pid(self) -> int:
        """Process id, which is the id of its group and session too."""
        return self._process.pid

    @property
    def stdio(self) -> trio.StapledStream[trio.abc.SendStream, trio.abc.ReceiveStream]:
        """Its stdin and stdout as one stream; only when it was started with ``stdin``."""
        stdio = self._process.stdio
        if stdio is None:
            raise RuntimeError("the process was started without a pipe for its stdin")
        return stdio

    @property
    def stdout(self) -> trio.abc.ReceiveStream:
        """Its stdout."""
        stdout = self._process.stdout
        if stdout is None:
            raise RuntimeError("the process was started without a pipe for its stdout")
        return stdout

    def write_nowait(self, data: bytes) -> int:
        """Write to its stdin what fits; see :meth:`Channel.send_nowait`."""
        stdin = self._process.stdin
        return write_now(stdin.fileno(), data) if isinstance(stdin, trio.lowlevel.FdStream) else 0

    @property
    def stderr_tail(self) -> str:
        """The last 64 KiB of its stderr, without the secrets it was given."""
        return self.tail_text()

    def tail_text(self, hidden: Iterable[str] = ()) -> str:
        """Return :attr:`stderr_tail` without the ``hidden`` either."""
        return self._tail.text(hidden)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What it was given and nobody may be shown."""
        return self._launch.secrets

    def redact(self, text: str) -> str:
        """Replace the secrets that it was given, in text of its that is to be shown."""
        return redact(text, self._launch.secrets)

    def drain_stdout(self) -> None:
        """From now on read its stdout and forget it, so that it never blocks on writing."""
        self._drains.append(BackgroundTask(self._drain_stdout, f"stdout of CLI {self.pid}"))

    def is_dead(self) -> bool:
        """Whether it has ended, as of now."""
        if self._status is not None:
            return True
        if self._pidfd is None:
            return self._process.poll() is not None
        poll = select.poll()
        poll.register(self._pidfd, select.POLLIN)
        return bool(poll.poll(0))

    async def wait(self) -> ExitStatus:
        """Wait for its end.

        Any number of tasks may wait. When this returns the group is gone, the process is reaped
        and its stderr is complete.
        """
        if self._status is not None:
            await trio.lowlevel.checkpoint()
            return self._status
        async with self._wait_lock:
            if self._status is None:
                if self._pidfd is not None:
                    await trio.lowlevel.wait_readable(self._pidfd)
                else:
                    # This reaps, so that the group is signalled a moment after its id is free.
                    await self._process.wait()
                self._status = self._collect()
        return self._status

    async def stop(self, *, graceful: bool, timeout: float) -> StopReport:  # noqa: ASYNC109
        """End it by the ladder of :meth:`Channel.stop`. Shielded and idempotent.

        A second caller waits for the first one's ladder; with ``graceful=False`` it makes that
        one go to SIGKILL at once.

        Raises:
            StopFailed: it outlives SIGKILL. Its tools are ended and our ends of its pipes closed
                all the same, and it is reaped when its end comes.
        """
        if not graceful:
            self._hurried = True
            if self._patience is not None:
                self._patience.cancel()
        report: StopReport | None = None
        with trio.CancelScope(shield=True):
            async with self._stop_lock:
                if self._report is None:
                    self._report = await self._stop(graceful=graceful, timeout=timeout)
                report = self._report
        # A scope that nobody cancels swallows nothing, which a type checker cannot know.
        return cast("StopReport", report)

    async def _stop(self, *, graceful: bool, timeout: float) -> StopReport:  # noqa: ASYNC109
        begun = trio.current_time()
        try:
            step = await self._descend(graceful=graceful, begun=begun, timeout=timeout)
            ended = await end_instance(self._launch.instance, killed_group=self.pid)
        except StopFailed:
            await end_instance(self._launch.instance, spared=self.pid)
            if self._reaper is None:
                self._reaper = BackgroundTask(self._reap, f"end of CLI {self.pid}")
            raise
        finally:
            await self._release()
        seconds = trio.current_time() - begun
        return StopReport(step=step, seconds=seconds, status=self._status, leftovers=ended)

    async def _descend(self, *, graceful: bool, begun: float, timeout: float) -> str:  # noqa: ASYNC109
        """Go down the ladder and name the step that did it."""
        if self.is_dead():
            await self.wait()
            return "already_exited"
        if graceful:
            stdin = self._process.stdin
            if stdin is not None:
                await trio.aclose_forcefully(stdin)
                if await self._dies_by(begun + timeout * _EOF_SHARE, patient=True):
                    return "eof"
            if not self._hurried:
                self._signal_group(signal.SIGTERM)
                # A stopped process takes no signal but SIGKILL until it is continued.
                self._signal_group(signal.SIGCONT)
                if await self._dies_by(begun + timeout * _TERM_SHARE, patient=True):
                    return "term"
        refused = self._signal_group(signal.SIGKILL)
        now = trio.current_time()
        if await self._dies_by(max(begun + timeout, now + _MIN_KILL_SECONDS), patient=False):
            return "kill"
        raise StopFailed(self.pid, refused or "it is still there after SIGKILL")

    async def _dies_by(self, deadline: float, *, patient: bool) -> bool:
        """Wait for its end until ``deadline``; ``patient``: or until somebody is in a hurry."""
        with trio.CancelScope(deadline=deadline) as scope:
            if patient:
                self._patience = scope
                if self._hurried:
                    scope.cancel()
            await self.wait()
        self._patience = None
        return self._status is not None

    async def _reap(self) -> None:
        """Wait for the end of a process that nobody could end, so that no zombie is left."""
        try:
            await self.wait()
        finally:
            # At the end of the run, if not before: nobody watches it any more.
            self._close_pidfd()

    async def _release(self) -> None:
        for drain in self._drains:
            await drain.stop()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                await trio.aclose_forcefully(pipe)
        if self._guard is not None:
            await self._guard.release()

    def _collect(self) -> ExitStatus:
        """Take the end of a dead process: its group first, while the group's id is still its."""
        self._signal_group(signal.SIGKILL)
        code = self._process.poll()
        self._close_pidfd()
        self._read_last_stderr()
        if code is None or code >= 0:
            return ExitStatus(code=code, signal=None)
        return ExitStatus(code=None, signal=-code)

    def _close_pidfd(self) -> None:
        if self._pidfd is not None:
            os.close(self._pidfd)
            self._pidfd = None

    def _signal_group(self, number: signal.Signals) -> str | None:
        """Signal the whole group; return why it was refused, if it was."""
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            return None
        except PermissionError as error:
            return f"{number.name} was refused: {error.strerror}"
        return None

    async def _drain_stderr(self) -> None:
        stderr = self._process.stderr
        if stderr is None:
            return
        while data := await stderr.receive_some(_READ_SIZE):
            self._tail.append(data)

    async def _drain_stdout(self) -> None:
        while await self.stdout.receive_some(_READ_SIZE):
            pass

    def _read_last_stderr(self) -> None:
        """Read what is in the pipe now: whoever saw the end wants to know its last words.

        The drain would get there too, but some switches later, and not to the end of the file
        while a tool of the CLI holds the pipe.
        """
        stderr = self._process.stderr
        if not isinstance(stderr, trio.lowlevel.FdStream) or stderr.fileno() < 0:
            return
        for _ in range(_MAX_LAST_READS):
            try:
                data = os.read(stderr.fileno(), _READ_SIZE)
            except OSError:
                return
            if not data:
                return
            self._tail.append(data)


def _open_pidfd(pid: int) -> int | None:
    """A descriptor that tells of the end without reaping; ``None`` where there are none."""
    if sys.platform != "linux":
        return None
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


def _start_error(error: OSError, program: str) -> CliNotFound | ConnectFailed:
    reason = error.strerror or str(error)
    if isinstance(error, _NOT_A_PROGRAM) or error.errno == errno.ENOEXEC:
        return CliNotFound([f"{program!r} cannot be run: {reason}"])
    return ConnectFailed(program, f"it cannot be started: {reason}")
