"""A circuit breaker that all workers share, and the limits of a run. Sans-IO: times are given."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING, Literal

import msgspec

from copilot_actors.otp import Backoff

if TYPE_CHECKING:
    import random


class BreakerPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """When no attempt is begun because the provider would refuse it.

    A 429 opens the breaker at once, for as long as the provider says; where it does not say, and
    for server faults (status 500 and more), for ``backoff``. Then one attempt is let through, and
    its success lets all the others through.

    Attributes:
        threshold: server faults in a row, of all items together, that open it.
        backoff: how long it stays open where nobody says; grows while the one attempt fails.
        max_wait: seconds that a run waits at most: a limit that ends later stops the run.
    """

    threshold: int = 5
    backoff: Backoff = Backoff(5.0, 300.0, factor=2.0, jitter=0.1)
    max_wait: float = 3600.0


class RateLimit(msgspec.Struct, frozen=True, kw_only=True):
    """How many attempts may begin: ``count`` in ``seconds``, on the average.

    Attributes:
        count: attempts.
        seconds: in which.
        burst: attempts that may begin at once after a rest; ``None`` for ``count``.
    """

    count: int
    seconds: float = 1.0
    burst: int | None = None


class Breaker:
    """The state of a circuit breaker.

    Attributes:
        state: ``"closed"``, ``"open"``, or ``"half_open"``: one attempt is being tried.
        until: when it lets the next attempt through, if it is open.
        trips: how often it was opened.
    """

    def __init__(self, policy: BreakerPolicy, rng: random.Random) -> None:
        self._policy = policy
        self._rng = rng
        self._faults = 0
        self._in_a_row = 0
        self.state: Literal["closed", "open", "half_open"] = "closed"
        self.until = -math.inf
        self.trips = 0

    def ready_at(self) -> float:
        """When an attempt may begin; ``inf`` while one is being tried."""
        if self.state == "half_open":
            return math.inf
        return self.until if self.state == "open" else -math.inf

    def begin(self) -> bool:
        """An attempt begins, which `ready_at` allowed; return whether it is the one tried."""
        if self.state != "open":
            return False
        self.state = "half_open"
        return True

    def passed(self, *, trial: bool) -> None:
        """An attempt ended without a fault of the provider.

        Args:
            trial: it was the one tried. Others began before the breaker opened and prove nothing.
        """
        if self.state == "closed" or trial:
            self.state = "closed"
            self._faults = self._in_a_row = 0

    def gave_up(self, now: float) -> None:
        """The attempt that was tried ended without any answer: another one is let through."""
        self.state, self.until = "open", now

    def limited(self, now: float, seconds: float | None, *, trial: bool) -> float:
        """An attempt met a limit; return for how many seconds none begins."""
        pause = self._next_pause(trial=trial) if seconds is None else seconds
        self._open(now + pause, trial=trial)
        return pause

    def faulted(self, now: float, *, trial: bool) -> bool:
        """An attempt met a fault of the provider's server; return whether that opened it."""
        self._faults += 1
        if not trial and self._faults < self._policy.threshold:
            return False
        self._open(now + self._next_pause(trial=trial), trial=trial)
        return True

    def _next_pause(self, *, trial: bool) -> float:
        # Attempts that were under way together are one piece of news, the one tried is another.
        if trial or self.state == "closed":
            self._in_a_row += 1
        return self._policy.backoff.delay(max(0, self._in_a_row - 1), self._rng)

    def _open(self, until: float, *, trial: bool) -> None:
        self._faults = 0
        if self.state == "closed" or trial:
            self.trips += 1
            self.until = until
            self.state = "open"
        elif self.state == "open":
            self.until = max(self.until, until)


class TokenBucket:
    """How many attempts may begin now, by a `RateLimit`."""

    def __init__(self, limit: RateLimit | None, now: float) -> None:
        self._rate = math.inf if limit is None else limit.count / limit.seconds
        burst = None if limit is None else limit.burst
        self._size = math.inf if limit is None else float(burst or limit.count)
        self._tokens = self._size
        self._at = now

    def ready_at(self, now: float) -> float:
        """When an attempt may begin."""
        self._refill(now)
        # A hair less than one: the time that is waited for ends in a rounded number of seconds.
        return now if self._tokens >= 1 - 1e-9 else now + (1 - self._tokens) / self._rate

    def take(self, now: float) -> None:
        """An attempt begins."""
        self._refill(now)
        self._tokens -= 1

    def _refill(self, now: float) -> None:
        if not math.isinf(self._size):
            self._tokens = min(self._size, self._tokens + (now - self._at) * self._rate)
            self._at = now


class Intensity:
    """Failed attempts of a whole run, as a supervisor counts restarts."""

    def __init__(self, limit: int | None, seconds: float) -> None:
        self.limit = limit
        self.seconds = seconds
        self._times: deque[float] = deque(maxlen=None if limit is None else limit + 1)

    def exceeded(self, now: float) -> bool:
        """Count one more; return whether there were more than the limit within the time."""
        if self.limit is None:
            return False
        self._times.append(now)
        return len(self._times) > self.limit and now - self._times[0] <= self.seconds
