"""Faults for any transport, the real CLI's first: what the simulator does, around a real process.

The same fault values and the same rules of matching as on the simulator
(:mod:`copilot_actors.testing`), so that a test of one world reads as a test of the other.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections import deque
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import final

import trio

from copilot_actors import _errors as errors
from copilot_actors.testing._simulator._disk import Journal
from copilot_actors.testing._simulator._frames import Frame
from copilot_actors.testing._simulator._simulator import KEPT_FRAMES, SimulatedChannel, Simulator
from copilot_actors.transport import (
    Channel,
    ExitStatus,
    LaunchOptions,
    Stdio,
    StopReport,
    Transport,
)

from . import _kinds as faults
from ._faulty_stream import FaultyStream
from ._injector import FaultInjector, damage

_NEEDS_A_PID = (faults.Kill, faults.Freeze)


@final
class FaultyChannel(Channel):
    """A channel whose frames faults happen to; all else is the inner channel's.

    :meth:`~copilot_actors.transport.Channel.send_nowait` takes nothing, so that each frame goes
    through ``stream``, where it is seen whole before any of it is written.
    """

    def __init__(
        self,
        inner: Channel,
        process: int,
        injector: FaultInjector,
        log: deque[Frame],
    ) -> None:
        self.inner = inner
        self.pid = inner.pid
        self.port = inner.port
        self.token = inner.token
        self._gone = False
        # A signal through a descriptor never meets another process that got the same number.
        self._pidfd = _open_pidfd(inner)
        self.stream = self._stream = FaultyStream(
            inner.stream, process, injector, log.append, self._signal
        )

    @property
    def stderr_tail(self) -> str:
        """The inner channel's."""
        return self.inner.stderr_tail

    def hide(self, secrets: Iterable[str]) -> None:
        """Hide these in the inner channel."""
        self.inner.hide(secrets)

    def redact(self, text: str) -> str:
        """Replace what the inner channel hides."""
        return self.inner.redact(text)

    def exit_error(self, status: ExitStatus, *, during_start: bool = False) -> errors.CliExited:
        """Return the inner channel's error."""
        return self.inner.exit_error(status, during_start=during_start)

    def thaw(self) -> None:
        """Let the process go on (SIGCONT), if a ``Freeze`` has stopped it."""
        self._stream.thaw()

    async def wait_exit(self) -> ExitStatus:
        """Wait for the end of the process."""
        status = await self.inner.wait_exit()
        self._gone = True
        return status

    async def stop(self, *, graceful: bool = True) -> StopReport:
        """End the inner channel, and what is still late here; see :meth:`Channel.stop`."""
        try:
            return await self.inner.stop(graceful=graceful)
        finally:
            self._gone = True
            with trio.CancelScope(shield=True):
                await trio.aclose_forcefully(self.stream)
            if self._pidfd is not None:
                os.close(self._pidfd)
                self._pidfd = None

    def _signal(self, number: int) -> None:
        if self._gone:
            return
        if isinstance(self.inner, SimulatedChannel):
            _signal_simulated(self.inner, number)
        elif self.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                if sys.platform == "linux" and self._pidfd is not None:
                    signal.pidfd_send_signal(self._pidfd, number)
                else:
                    os.kill(self.pid, number)


@final
class FaultyTransport(Transport):
    """A transport that injects faults into what another one opens.

    Frames pass byte for byte unless a fault fits. A fault happens as on the simulator, with
    these differences, which a real process makes:

    - ``Kill`` sends the signal when the frame is seen here: what the CLI wrote behind that frame
      is lost to the client, what it did by then may be on its disk.
    - ``Freeze`` sends SIGSTOP; what was written behind the frame is held until the time is over
      or :meth:`thaw`.
    - a ``Garble`` or ``GarbleHeader`` of a frame to the CLI is left to the CLI to make sense of.
    - ``DamageJournal`` damages ``session-state/<id>/events.jsonl`` under the home that the
      transport names.

    Attributes:
        log: the last 100,000 frames of all processes, as they were before any fault, with what
            was done to them. Nothing in it is redacted.
        starts: how many processes were asked for so far.
    """

    def __init__(
        self, transport: Transport | None = None, *, faults: Sequence[faults.Fault] = ()
    ) -> None:
        """Wrap a transport.

        Args:
            transport: what opens the channels; by default the real CLI (``Stdio()``).
            faults: what goes wrong.

        Raises:
            ValueError: a fault that nothing outside of the CLI can cause: ``Exit``, or a
                ``Refuse`` of a frame that is no request of the client.
        """
        _check(faults)
        self.transport = Stdio() if transport is None else transport
        self.log: deque[Frame] = deque(maxlen=KEPT_FRAMES)
        self.starts = 0
        self._injector = FaultInjector(faults)
        self._channel: FaultyChannel | None = None
        self._needs_pid = any(isinstance(fault, _NEEDS_A_PID) for fault in faults)

    async def open(self, options: LaunchOptions) -> Channel:
        """Open a channel of the inner transport and wrap it.

        Raises:
            CliExited: a :class:`StartFailure` says so; nothing was started then.
            ValueError: a fault that this transport cannot have: ``Kill`` or ``Freeze`` where the
                process is not ours, ``DamageJournal`` where its home is not known.
            CopilotError: as the inner transport's ``open``.
        """
        process = self.starts
        self.starts += 1
        await self._damage_journals(process, options)
        failure = self._injector.start_failure(process)
        if failure is not None:
            await trio.lowlevel.checkpoint()
            raise errors.CliExited(failure.code, None, failure.stderr, during_start=True)
        inner = await self.transport.open(options)
        if self._needs_pid and inner.pid is None:
            await inner.stop(graceful=False)
            raise ValueError(
                "FaultyTransport: Kill and Freeze need a process of ours; this has none"
            )
        self._channel = FaultyChannel(inner, process, self._injector, self.log)
        return self._channel

    def home(self, options: LaunchOptions) -> str | None:
        """Name the store of the inner transport."""
        return self.transport.home(options)

    def inject(self, *faults: faults.Fault) -> None:
        """Add faults; they count frames from now on.

        Raises:
            ValueError: as in the constructor and in :meth:`open`.
        """
        _check(faults)
        if any(isinstance(fault, _NEEDS_A_PID) for fault in faults):
            if self._channel is not None and self._channel.pid is None:
                raise ValueError("FaultyTransport: Kill and Freeze need a process of ours")
            self._needs_pid = True
        self._injector.add(faults)

    def thaw(self) -> None:
        """Let the latest process go on (SIGCONT), if a ``Freeze`` has stopped it."""
        if self._channel is not None:
            self._channel.thaw()

    async def _damage_journals(self, process: int, options: LaunchOptions) -> None:
        damages = self._injector.journal_damage(process)
        if not damages:
            return
        if isinstance(self.transport, Simulator):
            self._injector.damage_journals(process, self.transport.store)
            return
        home = self.transport.home(options)
        if home is None:
            raise ValueError("FaultyTransport: DamageJournal: the transport names no home")
        for fault in damages:
            path = Path(home, "session-state", fault.session_id, "events.jsonl")
            await trio.to_thread.run_sync(_damage_file, path, fault.damage)


def _check(given: Sequence[faults.Fault]) -> None:
    for fault in given:
        reason = _refusal(fault)
        if reason:
            raise ValueError(f"FaultyTransport: {type(fault).__name__}: {reason}")


def _refusal(fault: faults.Fault) -> str:
    """Say why a fault cannot be had here, or ``""``."""
    if isinstance(fault, faults.Exit):
        return "nobody outside of a process chooses its exit code; use Kill, or the simulator"
    if isinstance(fault, faults.Refuse) and fault.at.direction != "to_cli":
        return f"expected at.direction 'to_cli', got {fault.at.direction!r}"
    return ""


def _damage_file(path: Path, kind: faults.JournalDamage) -> None:
    try:
        journal = Journal(path.read_bytes())
    except FileNotFoundError:
        return
    damage(journal, kind)
    path.write_bytes(journal.data)


def _open_pidfd(inner: Channel) -> int | None:
    if sys.platform != "linux" or inner.pid is None or isinstance(inner, SimulatedChannel):
        return None
    try:
        return os.pidfd_open(inner.pid)
    except OSError:
        return None


def _signal_simulated(channel: SimulatedChannel, number: int) -> None:
    if number == signal.SIGSTOP:
        channel.process.freeze()
    elif number == signal.SIGCONT:
        channel.process.thaw()
    else:
        channel.process.kill(number)
