"""The options of a pipeline: names, defaults, and what is wrong with a value."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypedDict, get_args

import msgspec

from copilot_actors._errors import InvalidOption
from copilot_actors.client import SessionOptions
from copilot_actors.client._nearest import nearest
from copilot_actors.client._options._checks import check_seconds
from copilot_actors.otp import Backoff

from ._breaker import BreakerPolicy, RateLimit
from ._policy import Restart

if TYPE_CHECKING:
    from ._progress import Progress

OnDrain: TypeAlias = Literal["finish", "park"]
"""What a drain does with items under way: let them finish, or give them up for the next run."""


class PipelineOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How a pipeline works. All times in seconds.

    Attributes:
        max_concurrency: items under way at once.
        session_options: of each item's session: one value, or a function of the item.
        restart: ``"transient"`` tries an item again unless its error says that it is of no use,
            ``"permanent"`` whatever the error is, ``"temporary"`` never, not after a crash of the
            program either.
        max_attempts: attempts of an item that may fail; then it is a dead letter.
        max_interruptions: ends of the program in the middle of an item, in a row; then it is a
            dead letter, since it may be what ends the program.
        backoff: waiting time between the attempts of an item; it keeps no place from others. A
            ``seed`` makes its jitter reproducible.
        item_timeout: seconds for an attempt's work; ``None`` for none.
        max_failures: failed attempts, of all items together, within ``max_seconds``; one more
            stops the run. ``None`` for no limit.
        max_seconds: see ``max_failures``.
        rate_limit: how many attempts may begin in a time; ``None`` for no limit.
        breaker: when nothing is begun because the provider would refuse it.
        lookahead: items that are pulled before there is room for them, among which priorities
            choose; ``None`` for as many as ``max_concurrency``.
        max_waiting: items that may wait for their next attempt; no further ones are pulled
            while there are so many.
        blocking_limit: seconds that a work function may keep the event loop to itself; more is
            logged with the item's key, when it ends and while it lasts, and counted.
        drain_signals: signals at which the pipeline drains; a second one parks at once. Only in
            the main thread.
        drain_deadline: seconds for such a drain.
        on_drain: what such a drain does with items under way.
        on_progress: a plain function that is called with a :class:`Progress` each
            ``progress_interval`` and at the end of a run.
        progress_interval: see there.
        store_patience: seconds for which a store that cannot be written (a full disk) is tried
            again, before the run is stopped.
    """

    max_concurrency: int = 8
    session_options: SessionOptions | Callable[..., SessionOptions] | None = None
    restart: Restart = "transient"
    max_attempts: int = 3
    max_interruptions: int = 10
    backoff: Backoff = Backoff(1.0, 60.0, factor=2.0, jitter=0.2)
    item_timeout: float | None = None
    max_failures: int | None = 100
    max_seconds: float = 60.0
    rate_limit: RateLimit | None = None
    breaker: BreakerPolicy = BreakerPolicy()
    lookahead: int | None = None
    max_waiting: int = 100
    blocking_limit: float = 1.0
    drain_signals: Sequence[int] = ()
    drain_deadline: float = 20.0
    on_drain: OnDrain = "finish"
    on_progress: Callable[[Progress], None] | None = None
    progress_interval: float = 1.0
    store_patience: float = 30.0


class PipelineOptionFields(TypedDict, total=False):
    """The fields of :class:`PipelineOptions` as keyword arguments, for type checkers."""

    max_concurrency: int
    session_options: SessionOptions | Callable[..., SessionOptions] | None
    restart: Restart
    max_attempts: int
    max_interruptions: int
    backoff: Backoff
    item_timeout: float | None
    max_failures: int | None
    max_seconds: float
    rate_limit: RateLimit | None
    breaker: BreakerPolicy
    lookahead: int | None
    max_waiting: int
    blocking_limit: float
    drain_signals: Sequence[int]
    drain_deadline: float
    on_drain: OnDrain
    on_progress: Callable[[Progress], None] | None
    progress_interval: float
    store_patience: float


_COUNTS: Final = ("max_concurrency", "max_attempts", "max_interruptions", "max_waiting")
_SECONDS: Final = (
    "max_seconds",
    "blocking_limit",
    "drain_deadline",
    "progress_interval",
    "store_patience",
)


def check_options(given: PipelineOptionFields) -> PipelineOptions:
    """Return the options of a pipeline.

    Raises:
        InvalidOption: an unknown name, or a value that makes no sense.
    """
    for name in given:
        if name not in PipelineOptions.__struct_fields__:
            hint = nearest(name, list(PipelineOptions.__struct_fields__))
            raise InvalidOption(name, f"a pipeline has no such option{hint}")
    options = PipelineOptions(**given)
    for name in _COUNTS:
        check_count(name, getattr(options, name), least=1)
    for name in ("max_failures", "lookahead"):
        if getattr(options, name) is not None:
            check_count(name, getattr(options, name), least=0)
    for name in _SECONDS:
        check_seconds(name, getattr(options, name))
    if options.item_timeout is not None:
        check_seconds("item_timeout", options.item_timeout)
    if options.progress_interval <= 0:
        raise InvalidOption("progress_interval", "expected more than 0 seconds")
    check_restart(options.restart)
    if options.on_drain not in get_args(OnDrain):
        raise InvalidOption("on_drain", f"expected one of {get_args(OnDrain)}")
    if not isinstance(options.backoff, Backoff):
        raise InvalidOption("backoff", f"expected a Backoff, got {options.backoff!r}")
    if options.on_progress is not None and not callable(options.on_progress):
        raise InvalidOption("on_progress", "expected a function or None")
    sessions = options.session_options
    if not (sessions is None or isinstance(sessions, SessionOptions) or callable(sessions)):
        raise InvalidOption("session_options", "expected SessionOptions or a function of the item")
    _check_limits(options)
    return options


def check_restart(value: object) -> Restart:
    """Return a kind of restart.

    Raises:
        InvalidOption: it is none.
    """
    kinds: tuple[Restart, ...] = get_args(Restart)
    for kind in kinds:
        if value == kind:
            return kind
    raise InvalidOption("restart", f"expected one of {get_args(Restart)}, got {value!r}")


def check_count(name: str, value: object, *, least: int) -> int:
    """Return a whole number.

    Raises:
        InvalidOption: naming it.
    """
    if isinstance(value, int) and not isinstance(value, bool) and value >= least:
        return value
    raise InvalidOption(name, f"expected a whole number of at least {least}, got {value!r}")


def _check_limits(options: PipelineOptions) -> None:
    rate = options.rate_limit
    if rate is not None:
        if not isinstance(rate, RateLimit):
            raise InvalidOption("rate_limit", f"expected a RateLimit or None, got {rate!r}")
        check_count("rate_limit.count", rate.count, least=1)
        if rate.burst is not None:
            check_count("rate_limit.burst", rate.burst, least=1)
        if not 0 < rate.seconds < math.inf:
            raise InvalidOption("rate_limit.seconds", f"expected seconds > 0, got {rate.seconds!r}")
    if not isinstance(options.breaker, BreakerPolicy):
        raise InvalidOption("breaker", f"expected a BreakerPolicy, got {options.breaker!r}")
    check_count("breaker.threshold", options.breaker.threshold, least=1)
    check_seconds("breaker.max_wait", options.breaker.max_wait)
    for number in options.drain_signals:
        if number not in list(signal.Signals):
            raise InvalidOption("drain_signals", f"{number!r} is no signal")
