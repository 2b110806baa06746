"""Child specifications and restart policies: data and its validation, no running code."""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, get_args

if TYPE_CHECKING:
    from ._child import Child
    from ._process import Parent, Process
    from ._ref import Ref
    from ._registry import Via
    from ._tree import Tree

Restart: TypeAlias = Literal["permanent", "transient", "temporary"]
Shutdown: TypeAlias = float | Literal["brutal_kill"]
Strategy: TypeAlias = Literal["one_for_one", "one_for_all", "rest_for_one"]
AutoShutdown: TypeAlias = Literal["never", "any_significant", "all_significant"]
Overflow: TypeAlias = Literal["raise", "drop_newest", "drop_oldest"]
ChildType: TypeAlias = Literal["worker", "supervisor"]

DEFAULT_SHUTDOWN = 5.0
DEFAULT_MAILBOX_SIZE = 10_000


class Start(Protocol):
    """How a child is made; the library's classes provide it, users do not write one.

    Attributes:
        constructs_nothing: `make_process` runs no code of users.
        has_init: the start runs code of users, so that it may fail or take time.
        waits: that code may have to wait.
    """

    @property
    def constructs_nothing(self) -> bool: ...

    @property
    def has_init(self) -> bool: ...

    @property
    def waits(self) -> bool: ...

    def make_ref(self, child: Child) -> Ref:
        """The child's address: a `Ref` or a supervisor handle."""
        ...

    def make_process(self, tree: Tree, parent: Parent, child: Child) -> Process:
        """A new incarnation, not yet running."""
        ...


@dataclass(frozen=True, slots=True)
class ChildSpec:
    """How a supervisor starts, stops and restarts one child.

    Built by the ``child_spec`` class methods; change one with ``spec.replace(...)``.

    Attributes:
        id: unique within a static supervisor; a dynamic one refuses duplicates of explicit ids.
        start: how the child is made.
        restart: ``"permanent"`` always, ``"transient"`` after an abnormal end, ``"temporary"``
            never.
        shutdown: seconds that the child has to stop before it is killed, ``math.inf`` for no
            limit, or ``"brutal_kill"``.
        type: ``"worker"`` or ``"supervisor"``.
        significant: its own end may shut the supervisor down (``auto_shutdown``).
        start_timeout: seconds that ``init`` may take; then it is cancelled and the start has
            failed with `StartTimeout`. ``math.inf`` for no limit, OTP's default.
        name: entry in the tree's name table while the child exists.
        via: registers the actor under a key of a `Registry` before ``init`` runs.
        anonymous: the id is a default that nobody asked for.
    """

    id: Hashable
    start: Start
    restart: Restart = "permanent"
    shutdown: Shutdown = DEFAULT_SHUTDOWN
    type: ChildType = "worker"
    significant: bool = False
    start_timeout: float = math.inf
    name: Hashable = None
    via: Via | None = None
    anonymous: bool = False

    def __post_init__(self) -> None:
        if self.restart not in get_args(Restart):
            raise ValueError(f"restart: expected one of {get_args(Restart)}, got {self.restart!r}")
        if self.shutdown != "brutal_kill" and not (
            isinstance(self.shutdown, int | float) and self.shutdown >= 0
        ):
            raise ValueError(
                f"shutdown: expected seconds >= 0, math.inf or 'brutal_kill', got {self.shutdown!r}"
            )
        if not self.start_timeout >= 0:
            raise ValueError(f"start_timeout: expected seconds >= 0, got {self.start_timeout!r}")
        if self.significant and self.restart == "permanent":
            raise ValueError("a permanent child cannot be significant: its end is never final")

    @property
    def starts_at_once(self) -> bool:
        """Whether nothing of a start can fail or be waited for once the incarnation is made."""
        return self.via is None and not self.start.has_init

    @property
    def starts_here(self) -> bool:
        """Whether the start can be over when the call that orders it returns."""
        return self.via is None and not self.start.waits

    def replace(
        self,
        *,
        id: Hashable = None,  # noqa: A002 - OTP's key
        restart: Restart | None = None,
        shutdown: Shutdown | None = None,
        significant: bool | None = None,
        start_timeout: float | None = None,
        name: Hashable = None,
    ) -> ChildSpec:
        """A copy with some keys changed (Elixir: ``Supervisor.child_spec/2``).

        Args:
            id: new id.
            restart: new restart type.
            shutdown: new shutdown limit.
            significant: new significance.
            start_timeout: new limit of ``init``.
            name: new name.

        Returns:
            The new spec; keys that were not given are as before.
        """
        return replace(
            self,
            id=self.id if id is None else id,
            anonymous=self.anonymous and id is None,
            restart=self.restart if restart is None else restart,
            shutdown=self.shutdown if shutdown is None else shutdown,
            significant=self.significant if significant is None else significant,
            start_timeout=self.start_timeout if start_timeout is None else start_timeout,
            name=self.name if name is None else name,
        )


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waiting time before a restart: exponential, capped, with jitter, reset by healthy time.

    The n-th restart in a row waits ``initial * factor**(n-1)`` seconds, at most ``maximum``. A
    child that stayed up for ``reset_after`` seconds starts again at ``initial``. The jitter draws
    from a generator of the supervisor's own, so a ``seed`` makes it reproducible.

    Attributes:
        initial: first delay in seconds.
        maximum: longest delay in seconds.
        factor: growth per restart.
        jitter: fraction of the delay, 0 to 1, by which it is shortened at random.
        reset_after: seconds of healthy time that reset it; default ``maximum``.
        seed: seed of the jitter.
    """

    initial: float
    maximum: float
    factor: float = 2.0
    jitter: float = 0.0
    reset_after: float | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.initial <= self.maximum < math.inf:
            raise ValueError("backoff: expected 0 <= initial <= maximum < inf")
        if not self.factor >= 1 or not 0 <= self.jitter <= 1:
            raise ValueError("backoff: expected factor >= 1 and 0 <= jitter <= 1")

    def delay(self, attempt: int, rng: random.Random) -> float:
        """Seconds to wait before restart number ``attempt`` in a row.

        Args:
            attempt: 0 for the first.
            rng: source of the jitter.

        Returns:
            The delay.
        """
        # The exponent is capped: 2.0**1100 overflows, and a daemon may restart for weeks.
        delay = min(self.maximum, self.initial * self.factor ** min(attempt, 64))
        return delay * (1 - self.jitter * rng.random()) if self.jitter else delay

    @property
    def healthy_after(self) -> float:
        """Seconds after which a child counts as healthy."""
        return self.maximum if self.reset_after is None else self.reset_after


@dataclass(slots=True)
class RestartBudget:
    """How many restarts a supervisor may still do: ``max_restarts`` within ``max_seconds``.

    A restart is in the window while ``now <= then + max_seconds`` (OTP's test, on a finer clock).
    """

    max_restarts: int
    max_seconds: float
    history: deque[tuple[float, Hashable, str]] = field(default_factory=deque)

    def __post_init__(self) -> None:
        if self.max_restarts < 0 or not self.max_seconds > 0:
            raise ValueError("expected max_restarts >= 0 and max_seconds > 0")

    def spend(self, now: float, child: Hashable, why: str) -> bool:
        """Count one restart.

        Args:
            now: the time.
            child: whose restart.
            why: one line for the history.

        Returns:
            False if that was one too many.
        """
        history = self.history
        while history and now > history[0][0] + self.max_seconds:
            history.popleft()
        history.append((now, child, why))
        return len(history) <= self.max_restarts


def check_literal(option: str, value: object, allowed: object) -> None:
    """Refuse an option whose value is not one of a literal type's.

    Args:
        option: name for the message.
        value: the value given.
        allowed: a ``Literal`` type.

    Raises:
        ValueError: if it is not allowed.
    """
    if value not in get_args(allowed):
        raise ValueError(f"{option}: expected one of {get_args(allowed)}, got {value!r}")
