"""One simulated CLI process: its pipes, its requests in both directions, its life and death."""

from __future__ import annotations

import random
import traceback
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, final

import trio

from copilot_actors._errors import JsonValue
from copilot_actors.testing._faults import _kinds as faults
from copilot_actors.testing._faults._injector import FaultInjector
from copilot_actors.transport._base import ExitStatus

from . import _control as control
from ._disk import SimulatedDisk
from ._frames import Frame, delivery, error_reply
from ._host import Dice, FilesOption, Inference, Params, RpcFailure, mapping_of, text_of
from ._kernel import Activity, Halt, Kernel, Slot
from ._methods import METHODS
from ._model import SimulatedModel
from ._session import SimulatedSession
from ._sessions import Pages, SessionHost
from ._wire import CliReader, Complaint, Message, frame_parts

PIPE_SIZE: Final = 65_536
"""Bytes that a frozen process's stdin takes before the writer waits, as on Linux."""
STDERR_KEPT: Final = 65_536
EXIT_DELAY: Final = 0.1
"""Seconds from SIGTERM or the end of stdin to the exit."""
SPLIT_PAUSE: Final = 0.0001
"""Seconds between the pieces of a frame that a fault has split."""
BUG_EXIT_CODE: Final = 70

_METHOD_NOT_FOUND: Final = -32601
_AUTHENTICATION_REQUIRED: Final = -32001


Output = Callable[[bytes], None]


@final
class SimulatedProcess(SessionHost):
    """A process over a disk.

    Attributes:
        index: its number in the simulation, from 0.
        status: how it ended, or ``None`` while it lives.
        exited: set when it has ended.
        stderr: what it wrote on stderr.
        error: the exception of a bug in the simulator or a script, which ended it.
    """

    def __init__(
        self,
        *,
        index: int,
        pid: int,
        seed: str,
        disk: SimulatedDisk,
        model: SimulatedModel,
        injector: FaultInjector,
        log: Callable[[Frame], None],
        write: Output,
        end_output: Callable[[], None],
        token: str | None,
        working_directory: str,
        started_at: float,
    ) -> None:
        self.index = index
        self.pid = pid
        self.disk = disk
        self.model = model
        self.token = token
        self.working_directory = working_directory
        self.files: FilesOption | None = None
        self.started_at = started_at
        # A text seeds the same in every Python process; hash() of a tuple does not.
        self.dice = Dice(random.Random(seed))  # noqa: S311
        self.kernel = Kernel(self._crashed)
        self.sessions: dict[str, SimulatedSession] = {}
        self.shut_down: set[str] = set()
        self.authenticated = token is None
        self.forwards_telemetry = False
        self.agent_hosts: dict[str, list[str]] = {}
        self.intercepts_models = False
        self.inferences: dict[str, Inference] = {}
        self.pages = Pages(self.dice)
        self.status: ExitStatus | None = None
        self.exited = trio.Event()
        self.stderr = b""
        self.error: Exception | None = None
        self._injector = injector
        self._log = log
        self._write = write
        self._end_output = end_output
        self._reader = CliReader()
        self._unread = bytearray()
        self._room = trio.Event()
        self._held: list[bytes] = []
        self._pieces: deque[tuple[float, bytes]] = deque()
        self._frames = {"from_cli": 0, "to_cli": 0}
        self._requests: dict[JsonValue, Slot[Params]] = {}
        self._request_count = 0
        self._followers: list[Activity[None]] = []
        self._nursery: trio.Nursery | None = None
        self._leaving = False

    # Life and death

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        return self.status is None

    @property
    def frozen(self) -> bool:
        """Whether it is stopped by SIGSTOP."""
        return self.kernel.paused

    async def run(self) -> None:
        """Run until the process ends."""
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                await self.kernel.run()
                nursery.cancel_scope.cancel()
        except Exception as exc:
            self._crashed(exc)

    def kill(self, signal: int = 9) -> None:
        """Die of a signal: what is not written to the disk is lost, the pipes break."""
        self._end(ExitStatus(code=None, signal=signal))

    def exit(self, code: int = 0, stderr: str = "") -> None:
        """Exit at once with a code, as after a fatal error: nothing is saved."""
        self.stderr = (self.stderr + stderr.encode())[-STDERR_KEPT:]
        self._end(ExitStatus(code=code, signal=None))

    def terminate(self) -> None:
        """Get SIGTERM: save the sessions and exit with code 0, unless frozen."""
        self.leave(after=EXIT_DELAY)

    def leave(self, *, after: float) -> None:
        """Exit in an orderly way after so many seconds."""
        if not self._leaving:
            self._leaving = True
            self.kernel.start(self._leave(), after=after)

    def freeze(self, seconds: float | None = None) -> None:
        """Stop as by SIGSTOP, for so many seconds or until :meth:`thaw`."""
        self.kernel.pause()
        if seconds is not None:

            async def thaw_later() -> None:
                await trio.sleep(seconds)
                self.thaw()

            self.background(thaw_later)

    def thaw(self) -> None:
        """Go on as by SIGCONT."""
        if not self.alive:
            return
        held, self._held = self._held, []
        for data in held:
            self._write(data)
        self.kernel.resume()

    def background(self, function: Callable[[], Awaitable[object]]) -> None:
        """Run an async function until the process ends."""
        if self._nursery is not None:
            self._nursery.start_soon(function)

    def act(self, function: Callable[[], object]) -> None:
        """Do something as the process: at once, or when it is thawed; never once it is dead."""
        self.kernel.start(_calling(function))

    def _leave(self) -> Activity[None]:
        for session in list(self.sessions.values()):
            control.close(session, tell=False)
        self._end(ExitStatus(code=0, signal=None))
        yield from ()

    def _end(self, status: ExitStatus) -> None:
        if self.status is not None:
            return
        self.status = status
        self.kernel.halt()
        self.inferences.clear()
        self.disk.process_died(self.pid)
        self._end_output()
        self._room.set()
        self.exited.set()

    def _crashed(self, exc: Exception) -> None:
        self.error = exc
        self.exit(BUG_EXIT_CODE, "".join(traceback.format_exception(exc)))

    # Bytes

    async def accept(self, data: bytes) -> None:
        """Take bytes on stdin; waits while the process is frozen and its pipe is full.

        Raises:
            trio.BrokenResourceError: the process has ended.
        """
        while True:
            if not self.alive:
                raise trio.BrokenResourceError("the simulated process has ended")
            room = PIPE_SIZE - len(self._unread) if self.frozen else len(data)
            if room > 0:
                self._unread += data[:room]
                data = data[room:]
                self.kernel.start(self._read())
            if not data:
                return
            self._room = trio.Event()
            await self._room.wait()

    def end_input(self) -> None:
        """Take the end of stdin."""
        if self.alive:
            self.leave(after=EXIT_DELAY)

    def _read(self) -> Activity[None]:
        data = bytes(self._unread)
        self._unread.clear()
        self._room.set()
        for item in self._reader.feed(data):
            if isinstance(item, Complaint):
                self._send(item.reply())
            else:
                self._received(item)
        yield from ()

    def write_raw(self, data: bytes) -> None:
        """Write bytes that need not be frames."""
        self._output(data)

    def _output(self, data: bytes) -> None:
        if not data:
            return
        if self.frozen:
            self._held.append(data)
        elif self.alive:
            self._write(data)

    # Frames

    def notify(self, method: str, params: Params) -> None:
        """Send a notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": dict(params)})

    def request(self, method: str, params: Params) -> Slot[Params]:
        """Send a request; the slot gets its reply."""
        slot: Slot[Params] = Slot()
        self._request_count += 1
        number = self._request_count
        self._requests[number] = slot
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": dict(params)})
        return slot

    def send(self, message: Message) -> None:
        """Send any frame."""
        self._send(message)

    def after_reply(self, activity: Activity[None]) -> None:
        """Run an activity in the same burst as the next reply."""
        self._followers.append(activity)

    def _send(self, message: Message, reply_to: str | None = None) -> None:
        if not self.alive:
            raise Halt
        index = self._count("from_cli")
        happening = self._injector.at_frame("from_cli", self.index, index, message, reply_to)
        if self._ends_before(happening):
            self._trace("from_cli", message, index, happening, reply_to)
            self._carry_out(happening)
            raise Halt
        self._trace("from_cli", message, index, happening, reply_to)
        data, delay, size = delivery(*frame_parts(message), happening)
        if size:
            self._output_split(data, size)
        elif delay:
            self.kernel.start(self._output_later(data), after=delay)
        elif self._pieces:
            self._output_in_turn([(0.0, data)])
        else:
            self._output(data)
        self._carry_out(happening)
        if not self.alive:
            raise Halt

    def _output_split(self, data: bytes, size: int) -> None:
        pieces = [(SPLIT_PAUSE, data[start : start + size]) for start in range(0, len(data), size)]
        self._output_in_turn(pieces)

    def _output_in_turn(self, pieces: list[tuple[float, bytes]]) -> None:
        """Write each after its pause, behind what waits already: nothing overtakes a piece."""
        begun = bool(self._pieces)
        self._pieces += pieces
        if not begun:
            self.kernel.start(self._output_pieces())

    def _output_pieces(self) -> Activity[None]:
        while self._pieces:
            pause, data = self._pieces[0]
            if pause:
                yield pause
            self._output(data)
            self._pieces.popleft()

    def _output_later(self, data: bytes) -> Activity[None]:
        self._output(data)
        yield from ()

    def _received(self, message: Message) -> None:
        index = self._count("to_cli")
        happening = self._injector.at_frame("to_cli", self.index, index, message)
        self._trace("to_cli", message, index, happening)
        if self._ends_before(happening):
            self._carry_out(happening)
            raise Halt
        if self._reader.deaf:
            return
        times, delay = 1, self.dice.delay(0.0002, 0.0012)
        for fault in happening:
            if isinstance(fault, faults.Drop):
                times = 0
            elif isinstance(fault, faults.Duplicate):
                times += fault.copies
            elif isinstance(fault, faults.Delay):
                delay += fault.seconds
            elif isinstance(fault, faults.Garble | faults.GarbleHeader):
                times = 0
                self._reader.deaf = isinstance(fault, faults.GarbleHeader)
                self._send(Complaint(-32700, "EOF while parsing a value").reply())
            elif isinstance(fault, faults.Refuse):
                times = 0
                self._send(error_reply(message.get("id"), fault.code, fault.message))
        for _ in range(times):
            self.kernel.start(self._serve(message), after=delay)
        self._carry_out(happening)
        if not self.alive:
            raise Halt

    def _serve(self, message: Message) -> Activity[None]:
        """Serve one frame of the client: requests run at once, beside one another."""
        method = text_of(message, "method")
        if not method:
            slot = self._requests.pop(message.get("id"), None)
            if slot is not None:
                slot.put(message)
            return
        if "id" not in message or self._injector.unanswered(self.index, method):
            return
        try:
            result = yield from self._result(method, mapping_of(message, "params"))
        except RpcFailure as failure:
            reply = error_reply(message["id"], failure.code, failure.message, failure.data)
        else:
            reply = {"jsonrpc": "2.0", "id": message["id"], "result": result}
        followers, self._followers = self._followers, []
        self._send(reply, reply_to=method)
        for follower in followers:
            yield from follower

    def _result(self, method: str, params: Params) -> Activity[JsonValue]:
        if not self.authenticated and method != "connect":
            raise RpcFailure("AUTHENTICATION_REQUIRED", _AUTHENTICATION_REQUIRED)
        handler = METHODS.get(method)
        if handler is None:
            raise RpcFailure(f"Unhandled method {method}", _METHOD_NOT_FOUND)
        return (yield from handler(self, params))

    # Faults

    def _ends_before(self, happening: list[faults.FrameFault]) -> bool:
        return any(
            isinstance(fault, faults.Kill | faults.Exit) and fault.before for fault in happening
        )

    def _carry_out(self, happening: list[faults.FrameFault]) -> None:
        for fault in happening:
            if isinstance(fault, faults.Kill):
                self.kill(fault.signal)
            elif isinstance(fault, faults.Exit):
                self.exit(fault.code, fault.stderr)
            elif isinstance(fault, faults.Freeze):
                self.freeze(fault.seconds)
            elif isinstance(fault, faults.Deaf):
                self._reader.deaf = True

    def _count(self, direction: faults.Direction) -> int:
        number = self._frames[direction]
        self._frames[direction] += 1
        return number

    def _trace(
        self,
        direction: faults.Direction,
        message: Message,
        index: int,
        happening: list[faults.FrameFault],
        reply_to: str | None = None,
    ) -> None:
        note = ", ".join(type(fault).__name__ for fault in happening)
        now = trio.current_time()
        self._log(Frame(now, self.index, direction, message, index, reply_to, note))


def _calling(function: Callable[[], object]) -> Activity[None]:
    function()
    yield from ()
