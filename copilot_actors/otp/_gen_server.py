"""GenServer: the callbacks that users write, and the loop that calls them. No restart policy."""

# ruff: noqa: ARG002 - signatures are given by the base class or protocol

from __future__ import annotations

from dataclasses import dataclass
from types import CoroutineType
from typing import TYPE_CHECKING, Any, ClassVar, Never, cast

from trio import current_time
from trio.lowlevel import checkpoint, disable_ki_protection, wait_task_rescheduled

from ._child_spec import (
    DEFAULT_MAILBOX_SIZE,
    DEFAULT_SHUTDOWN,
    ChildSpec,
    Overflow,
    Restart,
    Shutdown,
    check_literal,
)
from ._errors import BadReturn, MailboxFull, NoProcess
from ._links import link, unlink
from ._messages import Continue, IdleTimeout, Ignore, NoReply, Reply, Stop, Timeout
from ._process import CALL, CAST, DEAD, Child, Process, never_abort
from ._reasons import SHUTDOWN
from ._ref import ANSWERED, From, Monitor, Ref
from ._timer import ActorTimer, checked_seconds
from ._tree import logger

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from ._clock import Timer
    from ._process import Parent
    from ._reasons import Reason
    from ._registry import Via
    from ._tree import Tree

BATCH = 64
"""Messages that an actor handles before other tasks get a turn."""

_TURNS = range(BATCH)
_ONE_TURN = range(1)

_KINDS = ("call", "cast", "info")
_CALLBACKS = ("handle_call", "handle_cast", "handle_info")

_CALL_ACTIONS = frozenset({Reply, NoReply, Stop, Continue, IdleTimeout, Ignore})


@dataclass(frozen=True, slots=True)
class TraceEvent:
    """One step of a traced server.

    Attributes:
        ref: the server, pinned.
        kind: ``"call"``, ``"cast"``, ``"info"`` or ``"reply"``.
        message: the request, message or answer itself.
        time: trio's clock.
    """

    ref: Ref
    kind: str
    message: object
    time: float


class GenServer:
    """Base of servers: state lives on the instance, a restart makes a new instance.

    Every callback may be ``async def`` or plain ``def``. Callbacks of one actor never overlap.
    An exception out of a callback ends the actor with ``Crash(exc)``; its supervisor decides.

    Attributes:
        restart: default restart type of ``child_spec``.
        shutdown: default time limit for stopping, in seconds.
        significant: default significance.
        mailbox_size: how many user messages may wait.
        overflow: what happens to one more: ``"raise"`` refuses it in the sender,
            ``"drop_newest"`` and ``"drop_oldest"`` lose and count one. A call is never lost
            silently: its caller gets `MailboxFull`.
        trap_exits: exit signals arrive as `Exit` messages, and a shutdown by the supervisor waits
            for the current callback.
    """

    __slots__ = ("__dict__", "__weakref__", "_process")

    restart: ClassVar[Restart] = "permanent"
    shutdown: ClassVar[Shutdown] = DEFAULT_SHUTDOWN
    significant: ClassVar[bool] = False
    mailbox_size: ClassVar[int] = DEFAULT_MAILBOX_SIZE
    overflow: ClassVar[Overflow] = "raise"
    trap_exits: ClassVar[bool] = False

    _process: Process

    # Callbacks. Requests are typed Never so that a subclass may name the types it takes.

    # Any: a subclass chooses its parameters, and only Any lets it.
    def init(self, *args: Any, **kwargs: Any) -> object:
        """Set up the state. The start is over, for the supervisor, when this returns.

        Args:
            args: positional arguments of ``child_spec``.
            kwargs: keyword arguments of ``child_spec``.

        Returns:
            ``None``, `Continue`, `IdleTimeout`, `Ignore` or `Stop`.
        """

    def handle_call(self, request: Never, from_: From, /) -> object:
        """Answer a call.

        Args:
            request: what was asked.
            from_: identifies the call.

        Returns:
            The answer; or `Reply`, `NoReply`, `Stop`.
        """
        raise TypeError(f"{type(self).__name__} has no handle_call for {type(request).__name__}")

    def handle_cast(self, request: Never, /) -> object:
        """Do what a cast asks for.

        Args:
            request: what was asked.

        Returns:
            ``None``, `NoReply`, `Continue`, `IdleTimeout` or `Stop`.
        """
        raise TypeError(f"{type(self).__name__} has no handle_cast for {type(request).__name__}")

    def handle_info(self, message: Never, /) -> object:
        """Receive anything else: `Down`, `Exit`, `Timeout`, timers, whatever ``ref.send`` sent.

        The default logs the message's type and counts it.

        Args:
            message: the message.

        Returns:
            ``None``, `NoReply`, `Continue`, `IdleTimeout` or `Stop`.
        """
        self._process.tree.counters.unhandled_messages += 1
        logger.warning(
            "actor %r has no handle_info for a %s",
            self._process.child.label,
            type(message).__name__,
            extra={"otp_event": "unhandled", "otp_actor": self._process.child.label},
        )
        return None

    def handle_continue(self, arg: Never, /) -> object:
        """Go on after a callback that returned ``Continue(arg)``, before anything queued.

        Args:
            arg: the argument of `Continue`.

        Returns:
            ``None``, `NoReply`, `Continue`, `IdleTimeout` or `Stop`.
        """
        raise TypeError(f"{type(self).__name__} has no handle_continue for {type(arg).__name__}")

    def terminate(self, reason: Reason, /) -> object:
        """Clean up. Runs on every end but a kill, once ``init`` has succeeded.

        Shielded from cancellation and bounded by the child spec's ``shutdown``. If it raises,
        that exception becomes the exit reason.

        Args:
            reason: why the actor ends.
        """

    def format_status(self) -> object:
        """What reports, ``sys.get_status`` and dumps may show of the state.

        Returns:
            Anything; the default shows nothing, because state may hold secrets.
        """
        return None

    # For use inside callbacks.

    @property
    def ref(self) -> Ref:
        """The actor's own ref, pinned to its incarnation."""
        return self._process.ref

    def monitor(self, ref: Ref) -> Monitor:
        """Have a `Down` delivered to ``handle_info`` when the actor behind ``ref`` ends.

        Args:
            ref: whom to watch.

        Returns:
            The monitor; ``cancel()`` takes back a `Down` that was not handled yet.
        """
        return Monitor(ref, ref._process, self._process)

    def link(self, ref: Ref) -> None:
        """Link this actor and another one; see `otp.link`.

        Args:
            ref: the other.
        """
        link(self.ref, ref)

    def unlink(self, ref: Ref) -> None:
        """Undo `link`.

        Args:
            ref: the other.
        """
        unlink(self.ref, ref)

    def send_after(self, seconds: float, message: object) -> Timer:
        """Have a message delivered to ``handle_info`` later, if this incarnation still runs.

        Args:
            seconds: how long from now.
            message: the message.

        Returns:
            The timer.
        """
        return ActorTimer(self._process, checked_seconds(seconds), message, None)

    def send_interval(self, seconds: float, message: object) -> Timer:
        """Have a message delivered every so often while this incarnation runs, without drift.

        Args:
            seconds: the period; also the time to the first message.
            message: the message, the same object each time.

        Returns:
            The timer.

        Raises:
            ValueError: the period is not above zero.
        """
        if not seconds > 0:
            raise ValueError(f"seconds: expected more than 0, got {seconds!r}")
        return ActorTimer(self._process, seconds, message, seconds)

    @classmethod
    def child_spec(
        cls,
        *args: object,
        id: Hashable = None,  # noqa: A002 - OTP's key
        name: Hashable = None,
        via: Via | None = None,
        restart: Restart | None = None,
        shutdown: Shutdown | None = None,
        significant: bool | None = None,
        mailbox_size: int | None = None,
        overflow: Overflow | None = None,
        **kwargs: object,
    ) -> ChildSpec:
        """How a supervisor runs this class.

        Args:
            args: positional arguments of ``init``.
            id: the child's id; default the class's name.
            name: entry in the tree's name table, for ``sup.whereis(name)``.
            via: register under a key of a `Registry`.
            restart: ``"permanent"``, ``"transient"`` or ``"temporary"``; default the class's.
            shutdown: seconds, ``math.inf`` or ``"brutal_kill"``; default the class's.
            significant: see ``auto_shutdown``; default the class's.
            mailbox_size: default the class's.
            overflow: default the class's.
            kwargs: keyword arguments of ``init``.

        Returns:
            The spec.

        Raises:
            ValueError: an option has an impossible value.
        """
        start = ServerStart(
            cls,
            args,
            kwargs,
            cls.mailbox_size if mailbox_size is None else mailbox_size,
            cls.overflow if overflow is None else overflow,
        )
        return ChildSpec(
            id=cls.__qualname__ if id is None else id,
            anonymous=id is None,
            start=start,
            restart=cls.restart if restart is None else restart,
            shutdown=cls.shutdown if shutdown is None else shutdown,
            significant=cls.significant if significant is None else significant,
            name=name,
            via=via,
        )


def _awaitable(result: object) -> bool:
    return hasattr(result.__class__, "__await__")


class ServerStart:
    """Starts a `GenServer` class with arguments."""

    __slots__ = ("args", "cls", "kwargs", "limit", "overflow")

    kind = "worker"

    def __init__(
        self,
        cls: type[GenServer],
        args: tuple[object, ...],
        kwargs: dict[str, object],
        mailbox_size: int,
        overflow: Overflow,
    ) -> None:
        if mailbox_size < 1:
            raise ValueError(f"mailbox_size: expected at least 1, got {mailbox_size!r}")
        check_literal("overflow", overflow, Overflow)
        self.cls = cls
        self.args = args
        self.kwargs = kwargs
        self.limit = 2 * mailbox_size
        self.overflow: Overflow = overflow

    def __repr__(self) -> str:
        return self.cls.__qualname__

    def make_ref(self, child: Child) -> Ref:
        """A plain ref."""
        return Ref(child)

    def make_process(self, tree: Tree, parent: Parent, child: Child) -> ServerProcess:
        """A process with a new instance."""
        return ServerProcess(tree, parent, child, self)


class ServerProcess(Process):
    """Runs the callbacks of one `GenServer` instance."""

    __slots__ = ("handled", "idle", "idle_over", "server", "start", "tracer", "turn", "turns")

    task_name = "otp.GenServer"

    def __init__(self, tree: Tree, parent: Parent, child: Child, start: ServerStart) -> None:
        super().__init__(tree, parent, child)
        self.start = start
        self.limit = start.limit
        self.overflow = start.overflow
        self.idle: float | None = None
        self.idle_over = False
        self.handled = 0
        self.turn = -1
        self.turns = _TURNS
        self.tracer: Callable[[TraceEvent], object] | None = None
        self.server = start.cls()
        self.server._process = self

    @property
    def trap_exits(self) -> bool:  # type: ignore[override]
        """Read from the instance, so that ``init`` may set it."""
        return self.server.trap_exits

    def redacted_state(self) -> object:
        """The server's own idea of what may be shown."""
        try:
            return self.server.format_status()
        except Exception as exc:
            return f"<format_status raised {type(exc).__name__}>"

    @disable_ki_protection
    async def serve(self) -> Reason:
        """``init``, then messages until told to stop."""
        if not await self._init():
            return self.stopping or SHUTDOWN
        server = self.server
        while not self.attention or not await self._attend():
            box = self.box
            if not box:
                self.box = None
                self.current = None
                if self.idle is not None:
                    await self._park_idle()
                else:
                    self.parked = True
                    await wait_task_rescheduled(never_abort)
                continue
            self.idle = None
            if self.tracer is not None:
                self._trace(_KINDS[cast("int", box[0])], box[1])
            for turn in self.turns:
                # The mailbox holds kinds and payloads in turn; a cast() here would cost a call.
                kind: int = box.popleft()  # type: ignore[assignment]
                self.current = item = box.popleft()
                self.turn = turn
                if kind:
                    result = server.handle_cast(item) if kind == CAST else server.handle_info(item)  # type: ignore[arg-type]
                    if result is not None:
                        if type(result) is CoroutineType or _awaitable(result):
                            result = await result  # type: ignore[misc]
                        if result is not None:
                            await self._follow(_CALLBACKS[kind], result)
                            break
                else:
                    call: From = item  # type: ignore[assignment]
                    result = server.handle_call(call.request, call)  # type: ignore[arg-type]
                    if type(result) is CoroutineType or _awaitable(result):
                        result = await result  # type: ignore[misc]
                    if type(result) in _CALL_ACTIONS:
                        await self._after_call(call, result)
                        break
                    if call.done != ANSWERED or result is not None:
                        # (None after an explicit otp.reply is no second answer.)
                        if self.tracer is not None:
                            self._trace("reply", result)
                        call._resolve(result)
                if not box or self.attention:
                    break
            else:
                await checkpoint()
            self.handled += turn + 1
            self.turn = -1
        assert self.stopping is not None  # noqa: S101 - _attend returns True only then
        return self.stopping

    def set_tracer(self, sink: Callable[[TraceEvent], object] | None) -> None:
        """Trace from the next message on: one message per turn, so that each one is shown."""
        self.tracer = sink
        self.turns = _TURNS if sink is None else _ONE_TURN

    def _trace(self, kind: str, message: object) -> None:
        sink = self.tracer
        assert sink is not None  # noqa: S101 - checked by the callers, who are the hot path
        if isinstance(message, From):
            message = message.request
        try:
            sink(TraceEvent(self.ref, kind, message, current_time()))
        except Exception:
            self.set_tracer(None)
            logger.exception("the trace of %r is over: its sink raised", self.child.label)

    async def _init(self) -> bool:
        spec = self.child.spec
        if spec.via is not None:
            spec.via.registry.register(spec.via.key, spec.via.value, ref=self.ref)
        try:
            result = self.server.init(*self.start.args, **self.start.kwargs)
            if _awaitable(result):
                result = await result  # type: ignore[misc]
        except Stop as stop:
            result = stop
        if isinstance(result, Stop):
            self.stopping = result.reason
            return False
        if isinstance(result, Ignore):
            self.ignored = True
            return False
        if self.stopping is not None:  # told to stop while init swallowed the cancellation
            return False
        if result is not None and not isinstance(result, Continue | IdleTimeout):
            raise BadReturn("init", "None, Continue, IdleTimeout, Ignore or Stop", result)
        self.acked()
        if result is not None:
            await self._follow("init", result)
        return True

    async def _attend(self) -> bool:
        """Everything but user messages. True if the actor is to stop."""
        budget = BATCH
        while True:
            self.attention = False
            while self.control:
                self.control.popleft()()
            if self.stopping is not None:
                return True
            if self.suspended:
                await self.park()
                continue
            if not self.urgent:
                return False
            budget -= 1
            if budget == 0:
                budget = BATCH
                await checkpoint()
            await self._info(self.urgent.popleft())

    async def _info(self, message: object) -> None:
        self.idle = None
        self.current = message
        if self.tracer is not None:
            self._trace("info", message)
        result = self.server.handle_info(message)  # type: ignore[arg-type]
        if _awaitable(result):
            result = await result  # type: ignore[misc]
        if result is not None:
            await self._follow("handle_info", result)

    async def _park_idle(self) -> None:
        """Park, but not for longer than the idle time."""
        assert self.idle is not None  # noqa: S101 - checked by the caller
        self.idle_over = False
        timer = self.tree.clock.after(self.idle, self._idle_expired)
        await self.park()
        timer.cancel()
        if self.idle_over and not self.box and not self.attention:
            self.idle = None
            await self._info(Timeout())

    def _idle_expired(self) -> None:
        self.idle_over = True
        self.wake()

    async def _after_call(self, call: From, action: object) -> None:
        """Do what ``handle_call`` returned instead of an answer."""
        if isinstance(action, Reply):
            if self.tracer is not None:
                self._trace("reply", action.value)
            call._resolve(action.value)
            then: object = action.then
        elif isinstance(action, NoReply):
            if not call.done:
                if self.deferred is None:
                    self.deferred = {}
                self.deferred[call] = None
            then = action.then
        elif isinstance(action, Stop):
            if action.has_reply:
                call._resolve(action.reply)
            elif not call.done:
                if self.deferred is None:
                    self.deferred = {}
                self.deferred[call] = None
            then = action
        else:
            raise BadReturn("handle_call", "an answer, Reply, NoReply or Stop", action)
        if then is not None:
            await self._follow("handle_call", then)

    async def _follow(self, callback: str, action: object) -> None:
        """Do what a callback returned, and what ``handle_continue`` returns in turn."""
        while action is not None:
            if isinstance(action, Continue):
                self.idle = None
                action = self.server.handle_continue(action.arg)  # type: ignore[arg-type]
                if _awaitable(action):
                    action = await action  # type: ignore[misc]
                callback = "handle_continue"
            elif isinstance(action, IdleTimeout):
                self.idle = action.seconds
                return
            elif isinstance(action, NoReply):
                action = action.then
            elif isinstance(action, Stop):
                if self.stopping is None:
                    self.stopping = action.reason
                self.attention = True
                return
            else:
                raise BadReturn(callback, "None, NoReply, Continue, IdleTimeout or Stop", action)

    @property
    def cleans_up(self) -> bool:  # type: ignore[override]
        """Whether the class has a ``terminate`` of its own."""
        return type(self.server).terminate is not GenServer.terminate

    @disable_ki_protection
    async def cleanup(self, reason: Reason) -> None:
        """``terminate``."""
        result = self.server.terminate(reason)
        if _awaitable(result):
            await result  # type: ignore[misc]

    def refuse(self, kind: int, payload: object) -> None:
        """A message met a full or closed mailbox."""
        name = type(payload.request if isinstance(payload, From) else payload).__name__
        if self.status is DEAD:
            raise NoProcess(self.ref, name)
        counters = self.tree.counters
        counters.mailbox_overflows += 1
        box = self.box
        if self.overflow == "raise" or not box or (kind == CALL and self.overflow != "drop_oldest"):
            raise MailboxFull(self.ref, name, self.limit // 2)
        if self.overflow == "drop_oldest":
            old_kind = box.popleft()
            old = box.popleft()
            if old_kind == CALL:
                call = cast("From", old)
                call._fail(MailboxFull(self.ref, type(call.request).__name__, self.limit // 2))
            box.append(kind)
            box.append(payload)

    def stopped_by(self, stop: Stop) -> Reason:
        """Raised out of ``handle_call``, a `Stop` may carry the answer."""
        if stop.has_reply and isinstance(self.current, From) and not self.current.done:
            self.current._resolve(stop.reply)
        return stop.reason

    def _fail_callers(self, reason: Reason) -> None:
        current = self.current
        if isinstance(current, From):
            current._exited(reason)
        super()._fail_callers(reason)
