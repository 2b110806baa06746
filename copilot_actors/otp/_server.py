"""The loop of a GenServer: takes messages from the lanes and calls the callbacks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from types import CoroutineType
from typing import TYPE_CHECKING, cast

from outcome import Error, Outcome, Value
from trio import current_time
from trio.lowlevel import (
    cancel_shielded_checkpoint,
    checkpoint,
    disable_ki_protection,
    enable_ki_protection,
    reschedule,
)

from ._call import ANSWERED, From
from ._child import Child
from ._errors import BadReturn, MailboxFull, NoProcess
from ._messages import Continue, IdleTimeout, Ignore, NoReply, Reply, Stop, Timeout
from ._process import CALL, DEAD, IDLE, INFO, PARKED_TRAP, STOP, Letter, Process, letter
from ._reasons import SHUTDOWN
from ._tree import current_process, logger
from ._wake import WOKEN, sleep

if TYPE_CHECKING:
    from collections.abc import Callable

    from ._gen_server import ServerStart
    from ._process import Parent
    from ._reasons import Reason
    from ._ref import Ref
    from ._tree import Tree

BATCH = 128
"""Messages that an actor handles before other tasks get a turn, unless they had one just now."""

BATCHES = 8
"""Batches that it handles at most before other tasks get a turn."""

TURN = 0.001
"""Seconds after which they get one at the end of a batch."""

_NO_TURNS = repeat(None, 0)
_NO_CALL = From()

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


_PLAIN = frozenset({type(None), bool, int, float, str, bytes, tuple, list, dict, set, frozenset})
"""Types of most answers. That a class has no ``__await__`` costs 2,400 instructions to find out."""


def _awaitable(result: object) -> bool:
    cls = result.__class__
    return cls not in _PLAIN and hasattr(cls, "__await__")


class ServerProcess(Process):
    """Runs the callbacks of one `GenServer` instance."""

    __slots__ = (
        "actions",
        "batches",
        "begun",
        "draining",
        "gave_way",
        "handled",
        "idle",
        "idle_over",
        "rest",
        "server",
        "start",
        "tracer",
        "turns",
    )

    task_name = "otp.GenServer"

    def __init__(self, tree: Tree, parent: Parent, child: Child, start: ServerStart) -> None:
        super().__init__(tree, parent, child)
        self.start = start
        self.limit = start.limit
        self.overflow = start.overflow
        self.inlines = start.inlines
        self.idle: float | None = None
        self.idle_over = False
        self.rest: tuple[From, Outcome[object]] | None = None
        self.draining = False
        self.handled = 0
        self.actions = 0
        self.batches = 0
        self.gave_way = 0.0
        self.turns = _NO_TURNS
        self.tracer: Callable[[TraceEvent], object] | None = None
        self.begun: Outcome[object] | None = None
        self.server = start.cls()
        self.server._process = self

    def await_work(self) -> None:
        """An inline call needs the context of the actor's task."""
        if self.inlines:
            self.tree.spawn(self)
            self.acked()
        else:
            super().await_work()

    def start_here(self) -> None:
        """Run a plain ``init`` now, in the starter's task, but in the actor's own context.

        It is as quick as the constructor, which runs there too. Unless it returns ``None`` and
        the actor is to live, the rest of the start is the business of the actor's task.
        """
        context = self.context = self.tree.context.copy()
        try:
            result = context.run(self._run_init)
        except BaseException as exc:
            self.begun = Error(exc)
        else:
            if result is None and self.stopping is None:
                self.await_work()
                return
            self.begun = Value(result)
        self.tree.spawn(self)

    @disable_ki_protection
    def _run_init(self) -> object:
        current_process.set(self)
        return self.server.init(*self.start.args, **self.start.kwargs)

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
    async def serve(self) -> Reason:  # noqa: PLR0915 - one loop: a call per message costs too much
        """``init``, then messages until told to stop."""
        if not self.started and not await self._init():
            return self.stopping or SHUTDOWN
        self.start_deadlines()
        server = self.server
        budget = BATCH
        item: object
        result: object
        call: From
        while not self.attention or not await self._attend():
            box = self.box
            if not box:
                # An idle actor keeps no deque (760 bytes) and no message, in this frame neither.
                self.box = box = None
                self.current = item = result = None
                call = _NO_CALL
                budget = BATCH
                if self.idle is not None:
                    await self._park_idle()
                else:
                    self.parked = IDLE
                    await sleep(PARKED_TRAP)
                    self.start_deadlines()
                    if self.rest is not None:
                        await self._finish_inline(*self.rest)
                continue
            self.idle = None
            size = len(box)
            if self.tracer is not None:
                self._trace_entry(box[0])
                size = 1
            if size > budget:  # noqa: PLR1730 - min() costs more
                size = budget
            budget -= size
            self.handled += size
            self.turns = turns = repeat(None, size)
            for _ in turns:
                self.current = item = box.popleft()
                kind = type(item)
                if kind is not From and kind is not Letter:  # first, for the sake of bursts
                    result = server.handle_cast(item)  # type: ignore[arg-type]
                    if result is not None:
                        if type(result) is CoroutineType or _awaitable(result):
                            result = await result  # type: ignore[misc]
                        if result is not None:
                            await self._follow("handle_cast", result)
                            break
                elif kind is From and item.queued:  # type: ignore[attr-defined]
                    call = item  # type: ignore[assignment]
                    call.queued = False
                    result = server.handle_call(call.request, call)  # type: ignore[arg-type]
                    if type(result) is CoroutineType or _awaitable(result):
                        result = await result  # type: ignore[misc]
                    if type(result) in _CALL_ACTIONS:
                        await self._after_call(call, result)
                        break
                    if not call.done and self.tracer is None:  # what _resolve does
                        call.done = ANSWERED
                        call._result = result
                        reschedule(call._task, WOKEN)  # type: ignore[arg-type] # it waits
                    elif call.done != ANSWERED or result is not None:
                        # (None after an explicit otp.reply is no second answer.)
                        if self.tracer is not None:
                            self._trace("reply", result)
                        call._resolve(result)
                elif kind is Letter and item.kind == INFO:  # type: ignore[attr-defined]
                    self.current = item = item.payload  # type: ignore[attr-defined]
                    result = server.handle_info(item)  # type: ignore[arg-type]
                    if result is not None:
                        if type(result) is CoroutineType or _awaitable(result):
                            result = await result  # type: ignore[misc]
                        if result is not None:
                            await self._follow("handle_info", result)
                            break
                elif await self._open(item):
                    break
                if self.attention:
                    break
            left = turns.__length_hint__()
            if left:
                budget += left
                self.handled -= left
                self.turns = _NO_TURNS
            if not budget:
                budget = BATCH
                if not self._may_go_on():
                    await cancel_shielded_checkpoint()  # a signal is attended to anyway
        assert self.stopping is not None  # noqa: S101 - _attend returns True only then
        return self.stopping

    def set_tracer(self, sink: Callable[[TraceEvent], object] | None) -> None:
        """Trace from the next batch on, of one message each, so that each one is shown."""
        self.tracer = sink

    def _trace_entry(self, entry: object) -> None:
        if type(entry) is From and entry.queued:
            self._trace("call", entry.request)
        elif type(entry) is not Letter:
            self._trace("cast", entry)
        elif entry.kind == INFO:
            self._trace("info", entry.payload)

    def _trace(self, kind: str, message: object) -> None:
        sink = self.tracer
        assert sink is not None  # noqa: S101 - checked by the callers, who are the hot path
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
            begun, self.begun = self.begun, None
            if begun is not None:
                result = begun.unwrap()
            else:
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

    def _may_go_on(self) -> bool:
        """Whether a full batch may be followed by another one before other tasks get a turn.

        A turn of the others costs as much as thirty messages even if there is nothing for them to
        do, so it has to be due: the last one a millisecond ago, or too many messages handled since.
        While many are at work a turn takes longer than that, and each handles one batch per turn.
        A clock that stands still (MockClock) shows nothing: others get their turn.
        """
        now = self.tree.clock.now()
        self.batches += 1
        if self.batches < BATCHES and 0.0 < now - self.gave_way < TURN:
            return True
        self.batches = 0
        self.gave_way = now
        return False

    async def _open(self, item: object) -> bool:
        """Handle what comes seldom. True if it ends the batch."""
        if isinstance(item, Letter):
            self._drained(cast("Reason", item.payload))
            return True
        result = self.server.handle_cast(item)  # type: ignore[arg-type] # the From of another call
        if result is not None and (type(result) is CoroutineType or _awaitable(result)):
            result = await result  # type: ignore[misc]
        if result is None:
            return False
        await self._follow("handle_cast", result)
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
            if then is None:
                await self._count_action()
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
            await self._count_action()
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

    async def _count_action(self) -> None:
        """Give way to other tasks at every 128th action.

        An action ends a batch of messages, so it needs a count of its own: an actor that keeps
        itself busy with actions must not keep the run from everything else.
        """
        self.actions += 1
        if self.actions >= BATCH:
            self.actions = 0
            await checkpoint()

    @property
    def total_handled(self) -> int:
        """User messages handled, the one in hand included."""
        return self.handled + self.inlined - self.turns.__length_hint__()

    @property
    def cleans_up(self) -> bool:  # type: ignore[override]
        """Whether the class has a ``terminate`` of its own."""
        return self.start.cleans_up

    def answer_inline(self, call: From) -> bool:
        """Run ``handle_call`` in the caller's task if the actor is idle.

        Whatever is not a plain answer goes to the actor's task.
        """
        if self.parked != IDLE or self.tracer is not None:
            return False
        self.inlined += 1
        outcome: Outcome[object]
        try:
            # In the actor's own context: the caller's variables are none of its business.
            result = self.task.context.run(self.server.handle_call, call.request, call)  # type: ignore[union-attr, arg-type]
        except BaseException as exc:
            outcome = Error(exc)
        else:
            kind = type(result)
            if not call.done and (
                kind in _PLAIN or not (kind in _CALL_ACTIONS or _awaitable(result))
            ):
                call.done = ANSWERED
                call._result = result
                return True
            outcome = Value(result)
        # Not a message: it is over before anything that was queued or ordered meanwhile.
        self.rest = call, outcome
        self.current = call
        self.wake()
        return True

    async def _finish_inline(self, call: From, outcome: Outcome[object]) -> None:
        """The rest of a call whose ``handle_call`` ran in its caller's task."""
        self.rest = None
        result = outcome.unwrap()
        if _awaitable(result):
            result = await result  # type: ignore[misc]
        if type(result) in _CALL_ACTIONS:
            await self._after_call(call, result)
        elif call.done != ANSWERED or result is not None:
            call._resolve(result)

    @disable_ki_protection
    async def cleanup(self, reason: Reason) -> None:
        """``terminate``."""
        result = self.server.terminate(reason)
        if _awaitable(result):
            await result  # type: ignore[misc]

    @enable_ki_protection
    def drain(self, reason: Reason, timeout: float | None) -> None:
        """Queue an order to stop; what comes after it is handled by nobody."""
        if self.draining:
            return  # the actor ends with the order that came first
        if self.overflow == "drop_oldest":
            self.deliver(STOP, reason)
            self.overflow = "drop_newest"  # no message that will be handled gives way to others
        elif len(self.box or ()) < self.limit:
            self.deliver(STOP, reason)
        else:
            self.tree.counters.mailbox_overflows += 1
            raise MailboxFull(self.ref, "stop", self.limit, timeout)
        self.draining = True

    def _drained(self, reason: Reason) -> None:
        """The order of `drain` has its turn."""
        self.current = None
        self.handled -= 1  # it is no message
        self.request_stop(reason)

    def refuse(self, kind: int, payload: object) -> None:
        """A message met a full or closed mailbox."""
        name = type(payload.request if isinstance(payload, From) else payload).__name__
        if self.status is DEAD:
            raise NoProcess(self.ref, name)
        self.tree.counters.mailbox_overflows += 1
        if self.overflow == "raise" or (kind == CALL and self.overflow == "drop_newest"):
            timeout = payload.timeout if isinstance(payload, From) else None
            raise MailboxFull(self.ref, name, self.limit, timeout)
        if self.overflow == "drop_oldest":
            box = self.box
            assert box is not None  # noqa: S101 - it is full
            old = box.popleft()
            if type(old) is From and old.queued:
                name = type(old.request).__name__
                old._fail(MailboxFull(self.ref, name, self.limit, old.timeout))
            box.append(letter(kind, payload))

    def stopped_by(self, stop: Stop) -> Reason:
        """Raised out of ``handle_call``, a `Stop` may carry the answer."""
        if stop.has_reply and isinstance(self.current, From) and not self.current.done:
            self.current._resolve(stop.reply)
        return stop.reason

    def _fail_callers(self, reason: Reason) -> bool:
        current = self.current
        called = isinstance(current, From)
        if isinstance(current, From):
            current._exited(reason)
        for entry in self.box or ():
            if type(entry) is From and entry.queued:
                called = True
                entry._exited(reason)
            elif type(entry) is not Letter or entry.kind != STOP:
                self.tree.counters.dropped_messages += 1
        return super()._fail_callers(reason) or called
