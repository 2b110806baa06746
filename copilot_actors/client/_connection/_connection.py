"""One connection to one CLI: the only place that reads or writes its bytes.

A supervised task (restarted by the connection supervisor) with a reader, a writer, a deadline
sweeper, a heartbeat and a watcher of the process. The writer owns the stream: callers only
enqueue whole frames, so a cancelled caller never tears one. Replies wake their callers directly;
events are put into the route of their session without waiting, so no session and no subscriber
can hold up a reply (design sections 4 and 9).
"""

from __future__ import annotations

import collections
import copy
import functools
import logging
from collections.abc import Awaitable, Callable, Mapping

import msgspec
import outcome
import trio

from copilot_actors._errors import (
    ConnectionFault,
    ConnectionLost,
    ConnectionStopped,
    CopilotError,
    InvalidOption,
    InvalidRequest,
    JsonValue,
    ProtocolVersionMismatch,
    RpcError,
    RpcTimeout,
)
from copilot_actors.client._cli_words import says_it_ends
from copilot_actors.client._deadlines import Deadline
from copilot_actors.client._isolation import is_own_fault
from copilot_actors.client._options._client_options import ClientOptions
from copilot_actors.client._replies import METHOD_NOT_FOUND
from copilot_actors.jsonrpc import (
    MAX_FRAME_SIZE,
    BadFrame,
    ConnectionState,
    ErrorObject,
    LocalProtocolError,
    Notification,
    ProtocolError,
    Request,
    Response,
    StrayText,
    TruncatedFrame,
    TypedNotification,
    UncorrelatedError,
    UnknownResponse,
)
from copilot_actors.jsonrpc import Connection as Codec
from copilot_actors.otp import ActorError
from copilot_actors.protocol import (
    KNOWN_EVENT_TYPES,
    SUPPORTED_PROTOCOL_VERSIONS,
    SessionEvent,
    SessionEventParams,
    decode_session_event,
    session_event,
)
from copilot_actors.transport import Channel, LaunchOptions, StopReport

from ._handshake import shake_hands
from ._link import NOTICES, Link, OrderedHandler
from ._pending import PendingRequests, Wake
from ._refusals import is_deliberate, refusal

_log = logging.getLogger("copilot_actors.connection")

OUTBOX_HIGH_WATER = 8 * 1024 * 1024
"""Bytes queued for the CLI above which a new request waits for room."""
ANSWERS_HIGH_WATER = OUTBOX_HIGH_WATER + MAX_FRAME_SIZE
"""Bytes queued above which a question of the CLI ends the connection. Answers cannot wait for
room, since the reader makes them; what our own requests may queue is below it."""
READ_SIZE = 64 * 1024
MAX_INBOUND_REQUESTS = 256
"""Requests of the CLI served at once; more are refused with a JSON-RPC error."""
_FORCED_STEPS = frozenset({"term", "kill"})
EXIT_GRACE = 0.5
"""Seconds between the end of the process and the end of its output, or the other way round."""
PROBE_TIMEOUT = 2.0
SHUTDOWN_TIMEOUT = 2.0

_NO_CLI = "Is this program the Copilot CLI?"
SHUTDOWN_GRACE = 8.0
"""Seconds that a CLI that shuts down by itself has (with 100 loaded sessions it takes 4.9 s)."""

_METHOD_SHOWN = 200


class Connection:
    """See the module. Made anew for each incarnation; :meth:`run` is its whole life."""

    def __init__(self, options: ClientOptions, launch: LaunchOptions, link: Link) -> None:
        self._options = options
        self._launch = launch
        self._link = link
        self._counters = link.counters
        # Events come by the thousand, and some are large: one pass over each.
        self._codec = Codec(typed=("session.event", SessionEventParams))
        self._pending = PendingRequests(self._codec.abandon)
        self._outbox: collections.deque[bytes] = collections.deque()
        self._outbox_bytes = 0
        self._writing = False
        self._shutting_down = False
        self._outbox_filled = trio.Event()
        self._room = trio.lowlevel.ParkingLot()
        self._suspect = trio.Event()
        self._ended = trio.Event()
        self._scope: trio.CancelScope | None = None
        self._fault: ConnectionFault | None = None
        self._serving = 0
        self._channel: Channel | None = None
        self._ready = False
        self.retired: str | None = None
        self.version = ""
        self._refusal: InvalidOption | None = None
        self.sessions_loaded = 0

    @property
    def channel(self) -> Channel | None:
        """The open channel, or ``None`` before the start."""
        return self._channel

    @property
    def pending(self) -> int:
        """Requests of ours without an answer."""
        return len(self._pending)

    @property
    def busy(self) -> bool:
        """Whether a request is under way, ours or the CLI's."""
        return bool(self._pending or self._outbox or self._writing or self._serving)

    # --- Life -----------------------------------------------------------------------------

    def retire(self, reason: str) -> None:
        """End in good order, to be replaced: nothing may be under way."""
        self.retired = reason
        self._link.retire(self, reason)
        if self._scope is not None:
            self._scope.cancel()

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Open, shake hands, serve until the connection ends; then leave nothing behind.

        Raises:
            ConnectionFault: why it ended. Cancellation is an orderly stop.
            InvalidOption: the CLI does not have an option of the client.
        """
        channel = await self._options.cli.open(self._launch)
        self._channel = self._link.channel = channel
        try:
            async with trio.open_nursery() as nursery:
                self._scope = nursery.cancel_scope
                nursery.start_soon(self._guard, self._pending.deadlines.run)
                nursery.start_soon(self._guard, self._read, channel, nursery)
                nursery.start_soon(self._guard, self._write, channel)
                nursery.start_soon(self._guard, self._watch_process, channel)
                await self._serve(nursery, task_status)
        finally:
            graceful = self._fault is None
            fault = self._fault or ConnectionStopped(self.retired or "the client is stopped")
            try:
                self._end(fault)
                self._link.down(self, fault)
            finally:
                with trio.CancelScope(shield=True):
                    self._stopped(channel, await channel.stop(graceful=graceful), graceful=graceful)
        raise self._refusal or fault

    def _stopped(self, channel: Channel, report: StopReport, *, graceful: bool) -> None:
        """Tell how far the stop ladder had to go, and what the CLI had left behind."""
        if report.step == "not_owned":
            return
        forced = report.step in _FORCED_STEPS
        self._counters.forced_stops += forced
        self._counters.leftovers += report.leftovers
        unusual = report.leftovers or (forced and graceful)
        _log.log(
            logging.WARNING if unusual else logging.DEBUG,
            "CLI %(pid)s has ended (%(step)s, %(seconds).1f s); "
            "%(leftovers)d processes that it left were ended",
            {"pid": channel.pid, **msgspec.structs.asdict(report)},
        )

    async def _guard(self, task: Callable[..., Awaitable[None]], *args: object) -> None:
        """A defect in one task of the connection ends the connection, as one plain fault."""
        try:
            await task(*args)
        except Exception as error:
            _log.exception("the connection failed in %s", getattr(task, "__name__", task))
            self._fail(ConnectionLost(f"internal error: {error!r}"))

    async def _serve(self, nursery: trio.Nursery, task_status: trio.TaskStatus[None]) -> None:
        try:
            await self._handshake()
            self._ready = True
            self._counters.connections += 1
            self._link.up(self)
            task_status.started()
            nursery.start_soon(self._guard, self._probe_when_suspect)
            await self._heartbeat()
        except trio.Cancelled:
            if self._fault is None:
                await self._say_goodbye()
            raise
        except ConnectionFault as fault:
            self._fail(fault)
        except InvalidOption as refusal:
            self._refusal = refusal
            self._fail(ConnectionLost(str(refusal)))

    async def _say_goodbye(self) -> None:
        """Ask the runtime to end: its first step writes ``session.shutdown`` to each log."""
        with trio.CancelScope(shield=True):
            # The nursery of reader and writer is being cancelled, so this writes by itself.
            try:
                _, frame = self._codec.send_request("runtime.shutdown", {})
                with trio.move_on_after(SHUTDOWN_TIMEOUT):
                    channel = self._channel
                    # Nothing may follow a frame that was cut by the cancellation.
                    clean = not self._outbox and not self._writing
                    if channel is not None and channel.pid is not None and clean:
                        await channel.stream.send_all(frame)
            except (trio.BrokenResourceError, trio.ClosedResourceError, trio.BusyResourceError):
                return
            except ProtocolError:
                return

    async def _handshake(self) -> None:
        """Agree on a version, and set what belongs to the process and not to a session."""
        options = self._options
        seconds = options.handshake_timeout
        deadline = trio.current_time() + seconds

        async def call(method: str, params: dict[str, JsonValue]) -> msgspec.Raw:
            return await self.request(method, params, deadline=deadline, within=seconds)

        self.version = await shake_hands(call, options, self._channel, self._redact)

    async def _heartbeat(self) -> None:
        """A hung CLI counts as dead: no pong within ``ping_timeout`` ends the connection."""
        while True:
            await trio.sleep(self._options.ping_interval)
            await self._ping(self._options.ping_timeout)

    async def _probe_when_suspect(self) -> None:
        """After an error without an id the CLI is fine, or alive but deaf for ever: ask it."""
        while True:
            await self._suspect.wait()
            self._suspect = trio.Event()
            try:
                await self._ping(PROBE_TIMEOUT)
            except ConnectionFault as fault:
                self._fail(fault)

    async def _ping(self, seconds: float) -> None:
        try:
            await self.request("ping", {}, deadline=trio.current_time() + seconds, within=seconds)
        except RpcTimeout as error:
            raise ConnectionLost(f"no answer to a ping within {seconds:g} s") from error
        except RpcError:
            return

    async def _watch_process(self, channel: Channel) -> None:
        """A grandchild that holds stdout hides the end of file, so the process is watched."""
        status = await channel.wait_exit()
        # The reader sees the rest of the output and then the end of file.
        await trio.sleep(EXIT_GRACE)
        self._fail(channel.exit_error(status, during_start=not self._ready))

    def _fail(self, fault: ConnectionFault) -> None:
        """End the connection; the first fault counts."""
        if self._fault is None:
            self._counters.connection_faults += 1
            self._end(fault)
            # At once, not when the tasks have ended: whoever asks again waits for the next one.
            self._link.down(self, fault)
        if self._scope is not None:
            self._scope.cancel()

    def _lost(self, reason: str) -> ConnectionLost:
        """The fault of a wire that broke; before the handshake it may not be a CLI's at all."""
        return ConnectionLost(reason if self._ready else f"{reason}. {_NO_CLI}")

    def _end(self, fault: ConnectionFault) -> None:
        """Answer every caller that waits for a reply, for room or for the reason."""
        self._fault = self._fault or fault
        self._ended.set()
        self._pending.end(fault)
        self._room.unpark_all()

    # --- Outbound -------------------------------------------------------------------------

    async def request(
        self, method: str, params: object, *, deadline: float, within: float
    ) -> msgspec.Raw:
        """Send one request and wait for its reply.

        The frame is built here, so that bad input raises in its caller. A caller that is
        cancelled leaves a whole frame behind; its late reply is dropped and counted.

        Args:
            method: name on the wire.
            params: anything that msgspec can encode.
            deadline: on trio's clock.
            within: the same as seconds from the start, for the error.

        Raises:
            RpcError: the CLI's error.
            RpcTimeout: the deadline passed.
            ConnectionFault: the connection ended.
            InvalidRequest: the parameters cannot be encoded.
        """
        stand_in = self._link.stand_ins.get(method)
        if stand_in is not None and isinstance(params, Mapping):
            with trio.move_on_at(deadline):
                return msgspec.Raw(msgspec.json.encode(await stand_in(params)))
            raise RpcTimeout(method, within)
        while self._outbox_bytes > OUTBOX_HIGH_WATER and self._fault is None:
            with trio.move_on_at(deadline) as scope:
                await self._room.park()
            if scope.cancelled_caught:
                raise RpcTimeout(method, within)
        if self._codec.state is not ConnectionState.OPEN:
            # The stream has ended; within a moment it is known why.
            await self._ended.wait()
        if self._fault is not None:
            raise copy.copy(self._fault)
        try:
            request_id, frame = self._codec.send_request(method, params)
        except LocalProtocolError as error:
            raise InvalidRequest(f"{method}: {error}") from error
        wake = functools.partial(trio.lowlevel.reschedule, trio.lowlevel.current_task())
        self._pending.add(request_id, wake, method=method, when=deadline, within=within)
        self._counters.requests += 1
        self._enqueue(frame)

        def abort(_raise_cancel: Callable[[], None]) -> trio.lowlevel.Abort:
            self._pending.forget(request_id)
            return trio.lowlevel.Abort.SUCCEEDED

        response: Response = await trio.lowlevel.wait_task_rescheduled(abort)
        return await self.conclude(method, response, deadline=deadline, within=within)

    def post(self, method: str, params: object, *, within: float, wake: Wake) -> bool:
        """Send one request whose reply a plain function takes; see :meth:`conclude`.

        Returns:
            Whether it was sent. If not, ``wake`` is never called, and :meth:`request` waits for
            room or says what is wrong.
        """
        if (
            self._fault is not None
            or self._codec.state is not ConnectionState.OPEN
            or self._outbox_bytes > OUTBOX_HIGH_WATER
            or method in self._link.stand_ins
        ):
            return False
        try:
            request_id, frame = self._codec.send_request(method, params)
        except LocalProtocolError:
            return False
        when = trio.current_time() + within
        self._pending.add(request_id, wake, method=method, when=when, within=within)
        self._counters.requests += 1
        self._enqueue(frame)
        return True

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Deadline:
        """Call a plain function, which must not raise, unless the connection ends before."""
        return self._pending.deadlines.add(trio.current_time() + seconds, callback)

    async def conclude(
        self, method: str, response: Response, *, deadline: float, within: float
    ) -> msgspec.Raw:
        """The result of a response, or its error; as :meth:`request` raises it."""
        refusal = response.error
        if refusal is None:
            return response.result
        if says_it_ends(refusal.code, refusal.message):
            await self._wait_for_the_end(deadline)
            raise self._end_or_timeout(method, within)
        raise _rpc_error(method, refusal, self._redact)

    def _end_or_timeout(self, method: str, within: float) -> CopilotError:
        return RpcTimeout(method, within) if self._fault is None else copy.copy(self._fault)

    async def _wait_for_the_end(self, deadline: float) -> None:
        """The CLI got SIGTERM or the end of its input and accepts nothing more.

        Within a moment it has written its logs and ends, and that end is what the caller is
        told; one that does not end in time is taken for dead.
        """
        if not self._shutting_down:
            self._shutting_down = True
            hanging = self._lost("the CLI is shutting down but does not end")
            self.call_later(SHUTDOWN_GRACE, functools.partial(self._fail, hanging))
        with trio.move_on_at(deadline):
            await self._ended.wait()

    def _enqueue(self, frame: bytes) -> None:
        """Write a whole frame: at once while nothing is under way, else through the writer.

        The switch to the writer task would double the time of a small request (perf.md, series
        L); what the pipe does not take becomes the writer's next bytes, so no frame is torn.
        """
        if not self._writing and not self._outbox and self._channel is not None:
            try:
                sent = self._channel.send_nowait(frame)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                sent = 0  # the writer finds out too, and says why
            if sent == len(frame):
                return
            frame = frame[sent:]
        self._outbox.append(frame)
        self._outbox_bytes += len(frame)
        self._outbox_filled.set()

    def _enqueue_answer(self, frame: bytes) -> None:
        """Queue an answer, unless the CLI asks on and on and reads none."""
        if self._outbox_bytes > ANSWERS_HIGH_WATER:
            self._fail(self._lost("the CLI does not read the answers to its requests"))
        else:
            self._enqueue(frame)

    async def _write(self, channel: Channel) -> None:
        """The only writer. Joins what is queued into one write."""
        try:
            while True:
                if not self._outbox:
                    self._outbox_filled = trio.Event()
                    await self._outbox_filled.wait()
                batch = b"".join(self._outbox)
                self._outbox.clear()
                self._writing = True
                await channel.stream.send_all(batch)
                self._writing = False
                self._outbox_bytes -= len(batch)
                if self._outbox_bytes <= OUTBOX_HIGH_WATER:
                    self._room.unpark_all()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            # The process is gone or closed its input. Its exit tells more, if it comes soon.
            with trio.move_on_after(EXIT_GRACE):
                await channel.wait_exit()
                await trio.sleep_forever()
            self._fail(self._lost("the CLI closed its input"))

    # --- Inbound --------------------------------------------------------------------------

    async def _read(self, channel: Channel, nursery: trio.Nursery) -> None:
        reason = "the CLI closed its output"
        observed, link = self._observed, self._link
        try:
            while data := await channel.stream.receive_some(READ_SIZE):
                link.heard_at = trio.current_time()
                self._codec.receive_data(data)
                # No await in this loop: all whole frames of a read are handled at once.
                for event in self._codec.events():
                    if type(event) is TypedNotification:
                        params: SessionEventParams = event.params  # type: ignore[assignment]
                        observed(params.session_id, session_event(params, event.message))
                    else:
                        self._dispatch(event, nursery)
            self._codec.receive_eof()
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            reason = f"reading failed: {error}"
        except TruncatedFrame:
            reason = "the CLI closed its output in the middle of a frame"
        except ProtocolError as error:
            self._fail(self._lost(f"broken framing: {error}"))
            return
        with trio.move_on_after(EXIT_GRACE):
            status = await channel.wait_exit()
            self._fail(channel.exit_error(status, during_start=not self._ready))
            return
        self._fail(self._lost(reason))

    def _dispatch(self, event: object, nursery: trio.Nursery) -> None:
        if type(event) is Notification:
            self._notified(event)
        elif type(event) is Response:
            self._pending.settle(event.id, outcome.Value(event))
        elif type(event) is Request:
            self._requested(event, nursery)
        elif type(event) is UnknownResponse:
            self._counters.late_replies += 1
        elif type(event) is UncorrelatedError:
            self._counters.uncorrelated_errors += 1
            _log.warning("error without an id: %s", self._redact(event.error.message))
            self._suspect.set()
        elif type(event) is BadFrame:
            self._counters.bad_frames += 1
            _log.warning("a frame of %d bytes is not JSON-RPC: %s", event.size, event.reason)
        elif type(event) is StrayText:
            self._counters.stray_lines += 1
            _log.warning("the CLI printed text between frames: %r", self._redact(event.text))

    def _redact(self, text: str) -> str:
        return self._channel.redact(text) if self._channel is not None else text

    def _observed(self, session_id: str, event: SessionEvent) -> None:
        self._counters.events += 1
        if event.type not in KNOWN_EVENT_TYPES:
            self._counters.unknown_events += 1
        route = self._link.routes.get(session_id)
        if route is not None:
            try:
                route(event)
            except ActorError:
                route = None
        if route is None:
            self._counters.unroutable_events += 1

    def _notified(self, event: Notification) -> None:
        if event.method == "session.event":
            try:
                session_id, observed = decode_session_event(event.params)
            except (msgspec.MsgspecError, RecursionError):
                self._counters.malformed_events += 1
            else:
                self._observed(session_id, observed)
        elif event.method in NOTICES:
            self._link.notified(event.method, event.params)
        elif (handler := self._link.notification_handlers.get(event.method)) is not None:
            handler(event.params)
        else:
            self._counters.unknown_notifications += 1

    def _requested(self, event: Request, nursery: trio.Nursery) -> None:
        handler = self._link.request_handlers.get(event.method)
        if not self._ready and event.method == "connect":
            # Our own words come back: the program echoes its input.
            self._fail(ProtocolVersionMismatch(None, SUPPORTED_PROTOCOL_VERSIONS))
        elif (ordered := self._link.ordered_handlers.get(event.method)) is not None:
            self._answer_in_order(event, ordered)
        elif handler is None:
            self._counters.unknown_requests += 1
            refusal = f"unhandled: {event.method[:_METHOD_SHOWN]}"
            self._enqueue_answer(self._codec.send_error(event.id, METHOD_NOT_FOUND, refusal))
        elif self._serving >= MAX_INBOUND_REQUESTS:
            self._counters.refused_requests += 1
            refusal = "too many requests at once"
            self._enqueue_answer(self._codec.send_error(event.id, -32000, refusal))
        else:
            self._serving += 1
            nursery.start_soon(self._guard, self._answer, event, name=f"serve {event.method}")

    def _answer_in_order(self, event: Request, handler: OrderedHandler) -> None:
        """Serve a request before the frame behind it is looked at."""
        try:
            result = handler(msgspec.json.decode(event.params))
            frame = self._codec.send_response(event.id, result)
        except (LookupError, msgspec.MsgspecError, RecursionError) as error:
            frame = self._codec.send_error(event.id, -32603, str(error))
        self._enqueue_answer(frame)

    async def _answer(self, event: Request) -> None:
        """Serve one request of the CLI; it is always answered, whatever the handler does.

        Unless the stream has ended meanwhile: within a moment the connection knows why.
        """
        handler = self._link.request_handlers[event.method]
        try:
            result = await handler(msgspec.json.decode(event.params))
            if self._codec.state is not ConnectionState.OPEN:
                return
            frame = self._codec.send_response(event.id, result)
        except BaseException as error:
            if not is_own_fault(error):
                raise
            if not is_deliberate(error):
                self._counters.handler_errors += 1
                _log.exception("the handler of %s failed", event.method)
            if self._codec.state is not ConnectionState.OPEN:
                return
            frame = self._codec.send_error(event.id, *refusal(error))
        finally:
            self._serving -= 1
        self._enqueue_answer(frame)


def _rpc_error(method: str, error: ErrorObject, redact: Callable[[str], str]) -> CopilotError:
    """The CLI's answer as an exception: it may quote what it was told, secrets among it."""
    try:
        data: JsonValue = msgspec.json.decode(redact(bytes(error.data).decode()))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        data = None
    return RpcError(method, error.code, redact(error.message), data)
