"""The usual transport: a CLI of our own, spoken to through its stdin and stdout."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator, Sequence

from ._base import Channel, ExitStatus, LaunchOptions, StopReport, Transport
from ._launch import plan_launch
from ._process import CliProcess


class ProcessChannel(Channel):
    """A channel to a process of ours, whatever leads there."""

    def __init__(self, process: CliProcess, stop_timeout: float) -> None:
        self._process = process
        self._stop_timeout = stop_timeout
        self.pid = process.pid

    def send_nowait(self, data: bytes) -> int:
        """Write what fits; see :meth:`Channel.send_nowait`."""
        return self._process.write_nowait(data)

    @property
    def stderr_tail(self) -> str:
        """The last 64 KiB of its stderr; secrets that it was given are replaced."""
        return self._process.tail_text(self._secrets())

    def _secrets(self) -> Iterator[str]:
        """The tokens, and the values of variables whose names call them secret."""
        yield from super()._secrets()
        yield from self._process.secrets

    async def wait_exit(self) -> ExitStatus:
        """Wait for the end of the process; its group is gone then and its stderr complete."""
        return await self._process.wait()

    async def stop(self, *, graceful: bool = True) -> StopReport:
        """End the process and all it started; see :meth:`Channel.stop`.

        Half of ``stop_timeout`` is for the end of file, up to four fifths for SIGTERM, the rest
        (a second at least) for SIGKILL. Then processes that it left in sessions of their own are
        ended (Linux), within two seconds more. Calls in other tasks wait for the same end; one
        with ``graceful=False`` turns a patient stop into SIGKILL at once.
        """
        return await self._process.stop(graceful=graceful, timeout=self._stop_timeout)


@dataclasses.dataclass(frozen=True, slots=True)
class Stdio(Transport):
    """Starts the CLI as a child process and speaks to it through pipes.

    Args:
        path: the binary; ``None`` finds it (:func:`find_cli`). A ``.js`` file runs through node.
        args: arguments put before ours, so that ``path`` may be an interpreter. No secrets: every
            user of the machine can read them.
    """

    path: str | os.PathLike[str] | None = None
    args: Sequence[str] = ()

    async def open(self, options: LaunchOptions) -> Channel:
        """Start the CLI and return as soon as it runs; it has not said anything by then.

        One that is no CLI shows itself in the handshake: by its exit
        (:meth:`Channel.exit_error`), by stray text, or by silence. Cancellation leaves no
        process.

        Raises:
            CliNotFound: no binary, or a file that this machine cannot run.
            ConnectFailed: the system has no room for another process, or this program has taken
                all worker threads of trio for longer than ``start_timeout``.
            InvalidOption: a value that no process can be started with.
        """
        launch = plan_launch(options, path=self.path, args=self.args, mode=["--stdio"])
        process = await CliProcess.start(launch, stdin=True, seconds=options.start_timeout)
        channel = ProcessChannel(process, options.stop_timeout)
        channel.stream = process.stdio
        return channel
