"""One run over items: pulls them, begins attempts, decides what becomes of each, gives results."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import math
import random
from typing import TYPE_CHECKING, Final, Generic, TypeVar, cast

import trio

from copilot_actors._errors import ConnectionStopped
from copilot_actors._session_errors import SessionClosed

from . import _statements as sql
from ._attempts import Entry, Outcome, Worker
from ._breaker import Breaker, Intensity, TokenBucket
from ._errors import (
    DuplicateKey,
    ItemInterrupted,
    NotSerializable,
    ProviderLimit,
    TooManyFailures,
)
from ._feed import Source
from ._keys import session_id_of
from ._policy import (
    after_cut,
    after_failure,
    describe,
    is_provider_fault,
    limit_in,
)
from ._progress import Progress
from ._queue import ItemQueue
from ._records import Result, StoredError, Usage, to_json
from ._results import Results, recalled
from ._rules import Rules
from ._settings import PipelineOptions
from ._states import FINAL, ItemInput, ItemState, next_state

if TYPE_CHECKING:
    from copilot_actors.otp import TaskSupervisor

    from ._host import Host
    from ._statements import Admission
    from ._writer import Writer

T = TypeVar("T")

_BATCH: Final = 64
"""Items that are looked up in one transaction."""
_ORDER_WINDOW: Final = 1000
"""In order: items from the first without a result to the last one pulled."""
_MAX_LIMITED: Final = 100
"""Attempts of an item in a row that met a limit of the provider; then it counts as failed."""


class Run(Generic[T]):
    """The results of a run, as an async iterator. Made by ``Pipeline.run``.

    Items are pulled and attempts begin as results are taken. One task iterates. Leaving the loop
    early stops nothing by itself: :meth:`aclose` does, and the end of the pipeline's block.
    """

    def __init__(
        self,
        name: str,
        options: PipelineOptions,
        *,
        writer: Writer,
        host: Host,
        source: Source[object],
        rules: Rules,
        worker: Worker,
        as_type: object,
        ordered: bool,
        rng: random.Random,
    ) -> None:
        self._name = name
        self._options = options
        self._writer = writer
        self._host = host
        self._source = source
        self._rules = rules
        self._worker = worker
        self._as_type = as_type
        self._rng = rng
        now = trio.current_time()
        self._began = now
        self._ended: float | None = None
        self._breaker = Breaker(options.breaker, rng)
        self._bucket = TokenBucket(options.rate_limit, now)
        self._intensity = Intensity(options.max_failures, options.max_seconds)
        self._queue: ItemQueue[Entry] = ItemQueue()
        self._running: dict[int, Entry] = {}
        self._results: Results[T] = Results(ordered=ordered)
        self._number = 0
        self._pulled = 0
        self._counts: dict[str, int] = dict.fromkeys(
            ("finished", "recalled", "failed", "refused", "retries"), 0
        )
        self._usage = Usage()
        self._feeding = trio.CancelScope()
        self._fed = False
        self._stopping = ""
        self._error: BaseException | None = None
        self._lot = trio.lowlevel.ParkingLot()
        self._iterating = False
        self._over = trio.Event()

    # --- For its caller -------------------------------------------------------------------

    def __aiter__(self) -> Run[T]:
        return self

    async def __anext__(self) -> Result[T]:
        await trio.lowlevel.checkpoint()
        if self._iterating:
            raise trio.BusyResourceError("another task iterates over this run")
        self._iterating = True
        try:
            while not self._results:
                if self._over.is_set():
                    error, self._error = self._error, None
                    if error is not None:
                        raise error
                    raise StopAsyncIteration
                await self._lot.park()
        finally:
            self._iterating = False
        result = self._results.pop()
        self._wake()
        return result

    async def aclose(self) -> None:
        """End the run in order: items under way are parked. Bounded by how work takes that."""
        self._stop("closed", park=True)
        await self._over.wait()

    def progress(self) -> Progress:
        """A snapshot of it."""
        now = trio.current_time() if self._ended is None else self._ended
        elapsed = now - self._began
        ready = self._breaker.ready_at()
        return Progress(
            elapsed=elapsed,
            pulled=self._pulled,
            running=len(self._running),
            waiting=len(self._queue),
            blocked=self._worker.watch.blocked,
            paused_for=max(0.0, ready - now) if math.isfinite(ready) else 0.0,
            rate=self._counts["finished"] / elapsed if elapsed > 0 else 0.0,
            usage=self._usage,
            over=self._over.is_set(),
            **self._counts,
        )

    # --- For its pipeline -----------------------------------------------------------------

    def _begin(self, tasks: TaskSupervisor, items: TaskSupervisor) -> None:
        """Start its tasks.

        Raises:
            NoProcess: the pipeline has ended.
        """
        self._items = items
        tasks.start_child(self._feed, name=f"feed {self._name}")
        tasks.start_child(self._dispatch, name=f"dispatch {self._name}")

    def _skip(self) -> None:
        """Give nothing: the pipeline drains."""
        self._ended = self._began
        self._over.set()

    def _stop(self, reason: str, *, park: bool, error: BaseException | None = None) -> None:
        """Pull and begin nothing any more; with ``park``, give up what is under way. Idempotent."""
        self._stopping = self._stopping or reason
        if self._error is None and not self._over.is_set():
            self._error = error
        self._feeding.cancel()
        if park:
            for entry in self._running.values():
                entry.scope.cancel()
        self._wake()

    # --- Pulling items --------------------------------------------------------------------

    async def _feed(self) -> None:
        try:
            with self._feeding:
                with trio.CancelScope(shield=True):  # or its end could not be recorded
                    self._number = await self._writer.do(sql.begin_run, durable=False)
                while True:
                    while not (room := self._room()):
                        await self._lot.park()
                    if not await self._pull(min(room, _BATCH)):
                        break
        except Exception as error:
            # What is at hand still comes to its end; then the caller gets the error.
            self._error = self._error or error
        finally:
            self._fed = True
            self._wake()
            await self._source.aclose()

    def _room(self) -> int:
        """How many items may be pulled."""
        limit = self._options.max_concurrency
        ahead = limit if self._options.lookahead is None else self._options.lookahead
        if (
            len(self._results) >= limit
            or self._queue.delayed >= self._options.max_waiting
            or (self._results.ordered and self._pulled - self._results.due >= _ORDER_WINDOW)
        ):
            return 0
        return max(0, limit + ahead - len(self._running) - self._queue.ready)

    async def _pull(self, count: int) -> bool:
        items = await self._source.read(count)
        entries: list[tuple[Entry, str]] = []
        failure: Exception | None = None
        for item in items:
            try:
                entry = self._rules.entry(self._pulled, item)
            except Exception as error:
                failure = error
                break
            self._pulled += 1
            entry.session_id = session_id_of(self._name, entry.key)
            try:
                entries.append((entry, to_json(entry.key, "the item", item)))
            except NotSerializable as error:
                self._refuse(entry, error)
        run = self._number
        known = await self._writer.do(
            lambda db: [sql.admit(db, run, e.key, text, e.session_id) for e, text in entries],
            durable=False,
        )
        for (entry, _), admission in zip(entries, known, strict=True):
            await self._admit(entry, admission)
        self._wake()
        if failure is not None:
            raise failure
        return bool(items)

    async def _admit(self, entry: Entry, admission: Admission) -> None:
        record = admission.record
        entry.number, entry.attempts, entry.failures = (
            record.number,
            record.attempts,
            record.failures,
        )
        entry.duration, entry.usage = record.duration, record.usage
        if admission.duplicate:
            self._refuse(entry, DuplicateKey(entry.key))
        elif record.state in FINAL:
            self._counts["recalled"] += 1
            self._give(entry, cast("Result[T]", recalled(record, admission.value, self._as_type)))
        else:
            what = after_cut(entry.policy, record.state, record.interruptions)
            if what is ItemInput.START:
                self._queue.push(entry, entry.priority, entry.position)
            else:
                outcome = Outcome()
                outcome.error = ItemInterrupted(entry.key, record.interruptions)
                await self._settle(entry, outcome, what)

    def _refuse(self, entry: Entry, error: Exception) -> None:
        """An item that is not run, and of which nothing is recorded."""
        self._counts["refused"] += 1
        result: Result[T] = Result(key=entry.key, error=error, state=ItemState.FAILED)
        self._give(entry, result)

    # --- Attempts -------------------------------------------------------------------------

    async def _dispatch(self) -> None:
        try:
            with self._worker.watch:
                while not self._is_over():
                    now = trio.current_time()
                    self._queue.release(now)
                    until = min(self._begin_attempts(now), self._queue.next_release())
                    with trio.move_on_at(until):
                        await self._lot.park()
        finally:
            with trio.CancelScope(shield=True), contextlib.suppress(Exception):
                reason = self._stopping or "complete"
                reason = reason if self._error is None else describe(self._error)
                number = self._number
                await self._writer.do(lambda db: sql.end_run(db, number, reason), durable=False)
            self._ended = trio.current_time()
            self._queue.drop()
            self._over.set()
            self._wake()

    def _is_over(self) -> bool:
        if self._running or not self._fed:
            return False
        return bool(self._stopping) or not self._queue

    def _begin_attempts(self, now: float) -> float:
        """Begin what may begin; return when to look again at the latest."""
        while (
            not self._stopping
            and self._queue.ready
            and len(self._running) < self._options.max_concurrency
            and len(self._results) < self._options.max_concurrency
        ):
            ready = max(self._breaker.ready_at(), self._bucket.ready_at(now))
            if ready > now:
                return ready
            entry = self._queue.pop()
            entry.trial = self._breaker.begin()
            entry.scope = trio.CancelScope()
            self._bucket.take(now)
            self._running[entry.number] = entry
            self._items.start_child(self._attempt, entry, name=f"item {entry.key[:80]}")
        return math.inf

    async def _attempt(self, entry: Entry) -> None:
        outcome = Outcome()
        try:
            try:
                await self._worker.attempt(entry, outcome)
            except trio.Cancelled:
                # The whole pipeline is being ended; what its item has come to is recorded still.
                with trio.CancelScope(shield=True):
                    await self._settle(entry, outcome, ItemInput.PARK)
                raise
            await self._conclude(entry, outcome)
        except Exception as error:
            self._stop("failed", park=True, error=error)
        finally:
            del self._running[entry.number]
            self._wake()

    async def _conclude(self, entry: Entry, outcome: Outcome) -> None:
        """Decide what becomes of an item whose attempt has ended, and record it."""
        now = trio.current_time()
        error = outcome.error
        what = ItemInput.PARK
        if outcome.fatal is not None:
            self._stop("failed", park=True, error=outcome.fatal)
        elif outcome.text is not None:
            what = ItemInput.FINISH
        elif error is not None:
            gone = self._host.end(error)
            if gone is None:
                what = self._after_error(entry, outcome, error, now)
            else:
                self._stop("failed", park=True, error=gone)
        if what is ItemInput.PARK and entry.trial:
            self._breaker.gave_up(now)
        elif what is ItemInput.FINISH:
            self._breaker.passed(trial=entry.trial)
            entry.limited = 0
        await self._settle(entry, outcome, what)

    def _after_error(
        self, entry: Entry, outcome: Outcome, error: Exception, now: float
    ) -> ItemInput:
        limit = limit_in(error, dt.datetime.now(dt.UTC))
        if limit is not None:
            pause = self._breaker.limited(now, limit.seconds, trial=entry.trial)
            if pause > self._options.breaker.max_wait:
                fault = ProviderLimit(pause, entry.key, describe(error))
                fault.__cause__ = error
                self._stop("failed", park=True, error=fault)
                return ItemInput.PARK
            entry.limited += 1
            if entry.policy.restart != "temporary" and entry.limited < _MAX_LIMITED:
                # Not the item's fault: it keeps its attempts.
                outcome.error = None
                return ItemInput.RETRY
        elif is_provider_fault(error):
            self._breaker.faulted(now, trial=entry.trial)
        else:
            self._breaker.passed(trial=entry.trial)
        what = after_failure(entry.policy, entry.failures + 1, error)
        lost = outcome.host_gone and isinstance(error, ConnectionStopped | SessionClosed)
        if lost and what is ItemInput.REFUSE and entry.policy.restart != "temporary":
            # A client of a pool gave up under it; another one takes its place.
            what = ItemInput.RETRY
        return what

    async def _settle(self, entry: Entry, outcome: Outcome, what: ItemInput) -> None:
        """Record the end of an attempt, and do what follows from it."""
        error = outcome.error
        if what is ItemInput.PARK and entry.policy.restart == "temporary":
            what, error = ItemInput.REFUSE, ItemInterrupted(entry.key, 1)
        entry.duration += outcome.seconds
        entry.usage += outcome.usage
        self._usage += outcome.usage
        ending = sql.Ending(
            what,
            outcome.seconds,
            entry.usage,
            outcome.text if what is ItemInput.FINISH else None,
            None if error is None else StoredError.of(error),
        )
        record = functools.partial(sql.end, number=entry.number, ending=ending)
        await self._writer.do(record, durable=True)
        state = next_state(ItemState.RUNNING, what)
        if error is not None:
            entry.failures += 1
            self._count_failure(entry, error)
        if what is ItemInput.RETRY:
            self._counts["retries"] += 1
            pause = 0.0
            if error is not None:
                pause = self._options.backoff.delay(entry.failures - 1, self._rng)
            until = trio.current_time() + pause
            self._queue.delay(entry, entry.priority, entry.position, until)
        elif state in FINAL:
            finished = state is ItemState.FINISHED
            self._counts["finished" if finished else "failed"] += 1
            self._give(
                entry,
                Result(
                    key=entry.key,
                    value=cast("T", outcome.value) if finished else None,
                    error=error,
                    state=state,
                    attempts=entry.attempts,
                    duration=entry.duration,
                    session_id=entry.session_id,
                    usage=entry.usage,
                ),
            )

    def _count_failure(self, entry: Entry, error: Exception) -> None:
        if self._intensity.exceeded(trio.current_time()) and not self._stopping:
            limit, seconds = self._intensity.limit or 0, self._intensity.seconds
            fault = TooManyFailures(limit, seconds, entry.key, describe(error))
            fault.__cause__ = error
            self._stop("failed", park=True, error=fault)

    # --- Results --------------------------------------------------------------------------

    def _give(self, entry: Entry, result: Result[T]) -> None:
        self._results.add(entry.position, result)
        self._wake()

    def _wake(self) -> None:
        self._lot.unpark_all()
