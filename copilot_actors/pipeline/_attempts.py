"""One attempt of one item: its session, its work within its limits, and how that ended."""

from __future__ import annotations

import functools
import inspect
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import trio

from copilot_actors._errors import InvalidOption

from . import _statements as sql
from ._errors import ItemTimeout
from ._policy import RetryPolicy
from ._records import Usage, from_json, to_json
from ._step import Attempt, ItemInfo, current_attempt
from ._watch import Watch

if TYPE_CHECKING:
    from copilot_actors import SessionEvent
    from copilot_actors.client import Client, Session

    from ._host import Host
    from ._settings import PipelineOptions
    from ._writer import Writer

_log = logging.getLogger("copilot_actors.pipeline")

Work = Callable[["Session", object], Awaitable[object]]


class Entry:
    """An item that a run has at hand.

    Attributes:
        position: in the iterable, from 0.
        number: in the store.
        failures: attempts that failed, of all runs.
        trial: its attempt is the one that the breaker let through.
        limited: attempts in a row that met a limit of the provider.
        scope: of its attempt; cancelled to park it.
    """

    def __init__(
        self, position: int, key: str, item: object, *, priority: float, policy: RetryPolicy
    ) -> None:
        self.position = position
        self.key = key
        self.item = item
        self.priority = priority
        self.policy = policy
        self.number = 0
        self.session_id = ""
        self.attempts = 0
        self.failures = 0
        self.duration = 0.0
        self.usage = Usage()
        self.trial = False
        self.limited = 0
        self.scope = trio.CancelScope()


class Outcome:
    """How an attempt ended: with a value, an error, an error that ends the run, or parked.

    Attributes:
        text: the value as JSON.
        value: the value as its type.
        error: why the work failed.
        fatal: a BaseException of the work that is no Exception.
        host_gone: the client ended under it.
        seconds: how long it took.
    """

    def __init__(self) -> None:
        self.text: str | None = None
        self.value: object = None
        self.error: Exception | None = None
        self.fatal: BaseException | None = None
        self.host_gone = False
        self.seconds = 0.0
        self.usage = Usage()

    def meter(self, event: SessionEvent) -> None:
        """Add what a usage event says."""
        data = event.data
        self.usage += Usage(
            model_calls=1,
            input_tokens=_count(data.get("inputTokens")),
            output_tokens=_count(data.get("outputTokens")),
            cache_read_tokens=_count(data.get("cacheReadTokens")),
            cache_write_tokens=_count(data.get("cacheWriteTokens")),
            cost=_amount(data.get("cost")),
        )


def _count(value: object) -> int:
    return int(_amount(value))


def _amount(value: object) -> float:
    """A number of the CLI's; what is none, or makes no sense, counts as nothing."""
    if isinstance(value, int | float) and not isinstance(value, bool) and value >= 0:
        return float(value) if value < 2**53 else 0.0
    return 0.0


class Worker:
    """Makes attempts for one run.

    Attributes:
        watch: who times its work; to be entered before the first attempt.
    """

    def __init__(
        self,
        name: str,
        options: PipelineOptions,
        *,
        writer: Writer,
        host: Host,
        work: Work,
        as_type: object,
    ) -> None:
        self._name = name
        self._options = options
        self._writer = writer
        self._host = host
        self._work = work
        self._as_type = as_type
        self.watch = Watch(options.blocking_limit)

    async def attempt(self, entry: Entry, outcome: Outcome) -> None:
        """Record that an attempt begins, and make it. With nothing in its outcome it is parked.

        Raises:
            trio.Cancelled: the run itself is cancelled; the item is as one that is parked.
            PipelineStoreFailed: that it begins could not be recorded.
        """
        begin = functools.partial(sql.start, number=entry.number)
        steps = await self._writer.do(begin, durable=False)
        entry.attempts += 1
        info = ItemInfo(
            pipeline=self._name,
            key=entry.key,
            attempt=entry.attempts,
            session_id=entry.session_id,
        )
        current_attempt.set(Attempt(info, entry.number, steps, self._writer))
        began = trio.current_time()
        try:
            with entry.scope:
                await self._within_limit(entry, outcome)
        finally:
            outcome.seconds = trio.current_time() - began
        if entry.scope.cancel_called:
            # What work makes of its cancellation is no error of its own.
            outcome.error = None

    async def _within_limit(self, entry: Entry, outcome: Outcome) -> None:
        try:
            async with self._host.checkout(entry.session_id) as client:
                try:
                    await self._timed(client, entry, outcome)
                finally:
                    outcome.host_gone = client.state in ("failed", "stopped")
        except Exception as error:
            outcome.error = error
        except BaseException as error:
            if _is_cancellation(error):
                raise
            outcome.fatal = error

    async def _timed(self, client: Client, entry: Entry, outcome: Outcome) -> None:
        seconds = self._options.item_timeout
        limit = trio.CancelScope()
        if seconds is not None:
            limit.deadline = trio.current_time() + seconds
        try:
            with limit:
                value = await self._in_session(client, entry, outcome)
                outcome.text = to_json(entry.key, "the result", value)
                outcome.value = from_json(entry.key, "the result", outcome.text, self._as_type)
        except Exception as error:
            if not limit.cancel_called or seconds is None:
                raise
            raise ItemTimeout(entry.key, seconds) from error
        if limit.cancelled_caught and seconds is not None:
            raise ItemTimeout(entry.key, seconds)

    async def _in_session(self, client: Client, entry: Entry, outcome: Outcome) -> object:
        options = self._options.session_options
        if callable(options):
            options = options(entry.item)
        session = await client.resume_or_create_session(entry.session_id, options)
        try:
            await session.on("assistant.usage", outcome.meter)
            work = self._work(session, entry.item)
            if not inspect.isawaitable(work):
                raise InvalidOption("work", f"expected an async function, got {self._work!r}")
            return await self.watch.watched(work, entry.key)
        finally:
            # Bounded by itself; the next attempt finds the session closed.
            with trio.CancelScope(shield=True):
                await session.disconnect()


def _is_cancellation(error: BaseException) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return all(_is_cancellation(one) for one in error.exceptions)
    return isinstance(error, trio.Cancelled)
