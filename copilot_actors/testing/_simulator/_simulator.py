"""An in-memory Copilot CLI: a transport whose processes are simulated.

It speaks the protocol of CLI 1.0.102 over trio memory streams, on trio's clock and from one
seed, so that a test under ``MockClock`` takes no time and repeats exactly. What it is faithful
in is what clients get wrong: an acknowledgement is not durability, requests are served in any
order, a dead process loses the tail of its log, pending work outlives it. Both it and the real
CLI pass one suite (``tests/behaviour/raw``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final, final

import trio
import trio.testing

from copilot_actors import _errors as errors
from copilot_actors._errors import JsonValue
from copilot_actors.testing._faults._injector import FaultInjector, fits
from copilot_actors.testing._faults._kinds import Fault, FrameMatch
from copilot_actors.testing._scripted_model._script import ModelRequest, Script, ScriptFunction
from copilot_actors.transport._base import Channel, ExitStatus, LaunchOptions, StopReport, Transport

from ._disk import SimulatedDisk
from ._frames import Frame
from ._host import Params
from ._kernel import Activity
from ._model import SimulatedModel
from ._process import SimulatedProcess
from ._turn import start_run

KEPT_FRAMES: Final = 100_000
_FIRST_PID: Final = 4_000_001
"""Above the largest pid of Linux (2**22), so that no signal ever reaches a real process."""
_LADDER_SHARE: Final = 0.4


@final
class SimulatedChannel(Channel):
    """The channel to one simulated process."""

    def __init__(
        self,
        process: SimulatedProcess,
        stream: trio.StapledStream[trio.abc.SendStream, trio.abc.ReceiveStream],
        options: LaunchOptions,
        token: str | None,
    ) -> None:
        self.process = process
        self.stream = stream
        self.pid = process.pid
        self.token = token
        self._options = options

    @property
    def stderr_tail(self) -> str:
        """The last 64 KiB of the process's stderr, without the secrets that it was given."""
        return self.redact(self.process.stderr.decode(errors="replace"))

    async def wait_exit(self) -> ExitStatus:
        """Wait for the end of the process."""
        await self.process.exited.wait()
        status = self.process.status
        if status is None:
            raise AssertionError("an ended process has a status")
        return status

    async def stop(self, *, graceful: bool = True) -> StopReport:
        """End the process: end of stdin, SIGTERM, SIGKILL, as the real transport does."""
        started = trio.current_time()
        step = "already_exited" if not self.process.alive else ""
        with trio.CancelScope(shield=True):
            await trio.lowlevel.checkpoint()
            if not step and graceful:
                step = await self._ladder()
            if not step:
                self.process.kill()
                step = "kill"
            await trio.aclose_forcefully(self.stream)
        seconds = trio.current_time() - started
        return StopReport(step=step, seconds=seconds, status=self.process.status)

    async def _ladder(self) -> str:
        share = self._options.stop_timeout * _LADDER_SHARE
        for step, act in (("eof", self.process.end_input), ("term", self.process.terminate)):
            act()
            with trio.move_on_after(share):
                await self.process.exited.wait()
                return step
        return ""


class _Awaited:
    """A frame that somebody waits for."""

    def __init__(self, count: int) -> None:
        self.missing = count
        self.came = trio.Event()
        self.frame: Frame | None = None


@final
class Simulator(Transport):
    """Makes simulated CLI processes, one at each :meth:`open`, all over one disk.

    Attributes:
        store: the disk. It survives the processes; another simulator may share it.
        processes: every process so far, oldest first.
        log: the trace: the last 100,000 frames of all processes, with time and direction.
    """

    def __init__(
        self,
        script: ScriptFunction | None = None,
        *,
        seed: int = 0,
        store: SimulatedDisk | None = None,
        faults: Sequence[Fault] | None = None,
        token: str | None = None,
        auto: Mapping[str, JsonValue] | None = None,
    ) -> None:
        """Make a simulator.

        Args:
            script: what the model answers; by default it repeats the prompt.
            seed: decides every id, delay and order.
            store: the disk; by default an empty one.
            faults: what goes wrong.
            token: the connection token that the processes want.
            auto: signs an account in, whose lists of models say this of automatic routing:
                ``{"defaultTier": ..., "tiers": [...]}``; by default nobody is signed in.
        """
        self.store = SimulatedDisk() if store is None else store
        self.processes: list[SimulatedProcess] = []
        self.log: deque[Frame] = deque(maxlen=KEPT_FRAMES)
        self._seed = seed
        self._token = token
        self._model = SimulatedModel(script or Script.echo(), auto)
        self._injector = FaultInjector(faults or ())
        self._started_at: float | None = None
        self._awaited: list[tuple[FrameMatch, _Awaited]] = []

    @property
    def script(self) -> ScriptFunction:
        """What the model answers; set it to change that from the next request on."""
        return self._model.script

    @script.setter
    def script(self, script: ScriptFunction) -> None:
        self._model.script = script

    @property
    def model_requests(self) -> tuple[ModelRequest, ...]:
        """The requests to the model so far, oldest first; at most the last 1000."""
        return tuple(self._model.requests)

    @property
    def process(self) -> SimulatedProcess:
        """The process that was started last.

        Raises:
            LookupError: none was started yet.
        """
        if not self.processes:
            raise LookupError("the simulator has not started a process yet")
        return self.processes[-1]

    async def open(self, options: LaunchOptions) -> Channel:
        """Start a process. It runs until it is ended or the trio run ends.

        Raises:
            CliExited: a :class:`StartFailure` says so.
        """
        await trio.lowlevel.checkpoint()
        index = len(self.processes)
        if self._started_at is None:
            self._started_at = trio.current_time()
        self._injector.damage_journals(index, self.store)
        output = trio.testing.MemoryReceiveStream()
        stdin = trio.testing.MemorySendStream()
        process = SimulatedProcess(
            index=index,
            pid=self.store.next_pid(_FIRST_PID),
            seed=f"{self._seed}/{index}",
            disk=self.store,
            model=self._model,
            injector=self._injector,
            log=self._logged,
            write=output.put_data,
            end_output=output.put_eof,
            token=self._token,
            working_directory=options.working_directory or "/simulated/work",
            started_at=self._started_at,
        )
        self.processes.append(process)

        async def forward() -> None:
            try:
                data = bytes(stdin.get_data_nowait())
            except trio.WouldBlock:  # nothing was sent
                data = b""
            await process.accept(data)

        stdin.send_all_hook = forward
        stdin.close_hook = process.end_input
        failure = self._injector.start_failure(index)
        if failure is not None:
            process.exit(failure.code, failure.stderr)
            raise errors.CliExited(failure.code, None, failure.stderr, during_start=True)
        # A system task, because like a real process it is no child of the task that opens it.
        trio.lowlevel.spawn_system_task(process.run, name=f"simulated CLI {process.pid}")
        return SimulatedChannel(process, trio.StapledStream(stdin, output), options, self._token)

    def home(self, options: LaunchOptions) -> str | None:  # noqa: ARG002
        """Name the disk: simulators over one are CLIs with one ``COPILOT_HOME``."""
        return f"simulated disk {id(self.store):x}"

    def kill(self, signal: int = 9) -> None:
        """Kill the latest process: the unwritten end of its logs is lost, its pipes break."""
        self.process.kill(signal)

    def terminate(self) -> None:
        """Send SIGTERM to the latest process: it saves and exits with 0 after 0.1 s."""
        self.process.terminate()

    def freeze(self) -> None:
        """Stop the latest process (SIGSTOP)."""
        self.process.freeze()

    def thaw(self) -> None:
        """Let the latest process go on (SIGCONT)."""
        self.process.thaw()

    def exit(self, code: int = 1, stderr: str = "") -> None:
        """Make the latest process exit at once with a code; it saves nothing."""
        self.process.exit(code, stderr)

    # What no script and no client causes

    def inject(self, *faults: Fault) -> None:
        """Add faults; they count frames from now on."""
        self._injector.add(faults)

    async def wait_for(self, match: FrameMatch) -> Frame:
        """Wait for the next frame that fits, or the ``nth`` from now on, and return it."""
        awaited = _Awaited(max(match.nth, 1))
        entry = (match, awaited)
        self._awaited.append(entry)
        try:
            await awaited.came.wait()
        finally:
            self._awaited.remove(entry)
        if awaited.frame is None:
            raise AssertionError("a frame that came is known")
        return awaited.frame

    def emit(
        self,
        session_id: str,
        name: str,
        data: Mapping[str, JsonValue],
        *,
        ephemeral: bool = False,
    ) -> None:
        """Make a session of the latest process emit any event; it is logged unless ephemeral.

        Raises:
            KeyError: the session is not loaded.
        """
        process = self.process
        session = process.sessions[session_id]
        process.act(lambda: session.emit(name, dict(data), ephemeral=ephemeral))

    def prompt(self, session_id: str, text: str) -> str:
        """Start a turn that no client asked for, as a schedule of the CLI does.

        Returns:
            The message id.

        Raises:
            KeyError: the session is not loaded.
        """
        process = self.process
        session = process.sessions[session_id]
        prompt = session.prompt({"prompt": text})

        def start() -> None:
            session.enqueue([prompt], {})
            start_run(session)

        process.act(start)
        return prompt.message_id

    def forget(self, session_id: str) -> None:
        """Make the latest process forget a session without a word; its log stays.

        Raises:
            KeyError: the session is not loaded.
        """
        session = self.process.sessions.pop(session_id)
        session.drop_run()
        session.closed = True

    def send(self, message: Mapping[str, JsonValue]) -> None:
        """Make the latest process send any frame."""
        process = self.process
        process.act(lambda: process.send(dict(message)))

    def write(self, data: bytes) -> None:
        """Make the latest process write bytes that need not be frames."""
        process = self.process
        process.act(lambda: process.write_raw(data))

    async def request(
        self, method: str, params: Mapping[str, JsonValue]
    ) -> Mapping[str, JsonValue]:
        """Make the latest process ask the client something; return the client's whole reply.

        Waits as long as the process lives if the client does not answer.

        Raises:
            trio.BrokenResourceError: the process has ended without a reply.
        """
        process = self.process
        came = trio.Event()
        replies: list[Params] = []

        def ask() -> Activity[None]:
            replies.append((yield from process.request(method, params).wait()))
            came.set()

        async def notice_the_end() -> None:
            await process.exited.wait()
            came.set()

        process.kernel.start(ask())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(notice_the_end)
            await came.wait()
            nursery.cancel_scope.cancel()
        if not replies:
            raise trio.BrokenResourceError("the simulated process has ended")
        return replies[0]

    def _logged(self, frame: Frame) -> None:
        self.log.append(frame)
        for match, awaited in self._awaited:
            if match.direction != frame.direction or awaited.frame is not None:
                continue
            if fits(match, frame.process, frame.index, frame.message, frame.reply_to):
                awaited.missing -= 1
                if awaited.missing == 0:
                    awaited.frame = frame
                    awaited.came.set()
