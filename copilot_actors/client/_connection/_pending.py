"""Requests of ours without an answer: who is woken by the reply, the deadline or the end."""

from __future__ import annotations

import copy
import functools
import math
from collections.abc import Callable
from typing import TypeAlias

import msgspec
import outcome

from copilot_actors._errors import ConnectionFault, RpcTimeout
from copilot_actors.client._deadlines import Deadline, DeadlineQueue
from copilot_actors.jsonrpc import Response

Wake: TypeAlias = Callable[[outcome.Outcome[Response]], None]
"""Gets the reply, or the error in its place, once. It must not raise and must not wait."""


class _Waiter(msgspec.Struct):
    wake: Wake
    deadline: Deadline


class PendingRequests:
    """Each request has one waiter, which is woken exactly once or has left before.

    ``abandon`` is told the id of each request whose reply is not awaited any more; ``deadlines``
    needs a task that runs it.
    """

    __slots__ = ("_abandon", "_waiters", "deadlines")

    def __init__(self, abandon: Callable[[int], bool]) -> None:
        self._abandon = abandon
        self._waiters: dict[int, _Waiter] = {}
        self.deadlines = DeadlineQueue()

    def __len__(self) -> int:
        return len(self._waiters)

    def add(self, request_id: int, wake: Wake, *, method: str, when: float, within: float) -> None:
        """Wait for the reply until ``when``, on trio's clock; ``within`` is for the error."""
        expire = (
            None
            if math.isinf(when)
            else functools.partial(self._time_out, request_id, method, within)
        )
        self._waiters[request_id] = _Waiter(wake, self.deadlines.add(when, expire))

    def forget(self, request_id: int) -> Wake | None:
        """Nobody waits any more: a reply that still comes is late."""
        waiter = self._waiters.pop(request_id, None)
        self._abandon(request_id)
        if waiter is None:
            return None
        waiter.deadline.cancel()
        return waiter.wake

    def settle(self, request_id: int, result: outcome.Outcome[Response]) -> None:
        """Wake whoever waits for this reply."""
        if request_id in self._waiters and (wake := self.forget(request_id)) is not None:
            wake(result)

    def end(self, fault: ConnectionFault) -> None:
        """No reply comes any more."""
        for request_id in list(self._waiters):
            self.settle(request_id, outcome.Error(copy.copy(fault)))

    def _time_out(self, request_id: int, method: str, within: float) -> None:
        self.settle(request_id, outcome.Error(RpcTimeout(method, within)))
