"""When a tenant whose client gave up may have the next one."""

from __future__ import annotations

import copy
import random
from typing import NamedTuple

import trio

from copilot_actors._errors import CopilotError
from copilot_actors.otp import Backoff


class _Failure(NamedTuple):
    times: int
    not_before: float
    fault: CopilotError


class Failures:
    """The latest failure of each tenant; forgotten once it is old, so that this stays small."""

    def __init__(self, backoff: Backoff | None) -> None:
        self._backoff = backoff
        self._failures: dict[str, _Failure] = {}
        self._rng = random.Random()  # noqa: S311 - jitter, not a secret

    def __len__(self) -> int:
        return len(self._failures)

    def note(self, name: str, fault: CopilotError, lived: float) -> None:
        """A client did not start, or gave up after ``lived`` seconds."""
        if self._backoff is None:
            return
        now = trio.current_time()
        before = self._failures.get(name)
        healthy = lived >= self._backoff.healthy_after
        count = 0 if before is None or healthy else before.times
        delay = self._backoff.delay(count, self._rng)
        self._failures[name] = _Failure(count + 1, now + delay, fault)
        for other, failure in list(self._failures.items()):
            if failure.not_before + self._backoff.healthy_after < now:
                del self._failures[other]

    def not_before(self, name: str) -> float:
        """The earliest time of the next start."""
        failure = self._failures.get(name)
        return 0.0 if failure is None else failure.not_before

    def fault(self, name: str) -> CopilotError | None:
        """Why the last one failed, as an error of one's own."""
        failure = self._failures.get(name)
        return None if failure is None else copy.copy(failure.fault)
