"""GenServer: the callbacks that users write. The loop that calls them is in _server."""

# ruff: noqa: ARG002 - signatures are given by the base class or protocol

from __future__ import annotations

import inspect
import math
from typing import TYPE_CHECKING, Any, ClassVar, Never

from ._call import From
from ._child import Child
from ._child_spec import (
    DEFAULT_MAILBOX_SIZE,
    DEFAULT_SHUTDOWN,
    ChildSpec,
    Overflow,
    Restart,
    Shutdown,
    check_literal,
)
from ._links import link, unlink
from ._monitor import Monitor
from ._process import Process
from ._ref import Ref
from ._server import ServerProcess
from ._timer import ActorTimer, checked_period, checked_seconds
from ._tree import logger

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ._clock import Timer
    from ._process import Parent
    from ._reasons import Reason
    from ._registry import Via
    from ._tree import Tree


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
        inline_calls: a call to an idle actor whose ``handle_call`` is a plain function runs in
            the caller's task, without a task switch, about ten times as fast. Order, crashes and
            answers are as always, and the actor's own context variables are seen; but a caller
            that does nothing but such calls lets other tasks run only at every 16th.
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
    inline_calls: ClassVar[bool] = False

    _process: Process

    # Callbacks. Requests are typed Never so that a subclass may name the types it takes.

    # Any: a subclass chooses its parameters, and only Any lets it.
    def init(self, *args: Any, **kwargs: Any) -> object:
        """Set up the state. The start is over, for the supervisor, when this returns.

        A dynamic supervisor runs a plain one in the task of whoever asked for the start.

        Args:
            args: positional arguments of ``child_spec``.
            kwargs: keyword arguments of ``child_spec``.

        Returns:
            ``None``, `Continue`, `IdleTimeout`, `Ignore` or `Stop`.
        """
        if args or kwargs:
            raise TypeError(f"{type(self).__name__} has no init, so child_spec takes no arguments")
        return None

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
        return ActorTimer(self._process, checked_period(seconds), message, seconds)

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
        start_timeout: float = math.inf,
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
            start_timeout: seconds that ``init`` may take; default no limit.
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
            start_timeout=start_timeout,
            name=name,
            via=via,
        )


class ServerStart:
    """Starts a `GenServer` class with arguments."""

    __slots__ = (
        "args",
        "cleans_up",
        "cls",
        "constructs_nothing",
        "has_init",
        "inlines",
        "kwargs",
        "limit",
        "overflow",
        "waits",
    )

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
        self.inlines = cls.inline_calls and not inspect.iscoroutinefunction(cls.handle_call)
        self.cleans_up = cls.terminate is not GenServer.terminate
        self.constructs_nothing = (
            cls.__init__ is object.__init__ and cls.__new__ is object.__new__ and type(cls) is type
        )
        self.has_init = cls.init is not GenServer.init or bool(args or kwargs)
        self.waits = inspect.iscoroutinefunction(cls.init)
        self.args = args
        self.kwargs = kwargs
        self.limit = mailbox_size
        self.overflow: Overflow = overflow

    def __repr__(self) -> str:
        return self.cls.__qualname__

    def make_ref(self, child: Child) -> Ref:
        """A plain ref."""
        return Ref(child)

    def make_process(self, tree: Tree, parent: Parent, child: Child) -> ServerProcess:
        """A process with a new instance."""
        return ServerProcess(tree, parent, child, self)
