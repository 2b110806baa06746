"""When a session has been at rest for long enough to be let go in the CLI."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
import trio

from . import _values as v

if TYPE_CHECKING:
    from copilot_actors.otp import Timer

    from ._context import ClientContext
    from ._record import SessionRecord

_ROUNDING = 1e-6
"""Seconds by which a timer may come before the sum of two floats says that it is due."""


class RestDue(msgspec.Struct, frozen=True):
    """It is time to look whether the session is at rest."""


class RestWatch:
    """Waits for the rest of one session. Costs nothing without ``passivate_after``."""

    __slots__ = ("_context", "_record", "_send_after", "_timer")

    def __init__(
        self,
        context: ClientContext,
        record: SessionRecord,
        send_after: Callable[[float, object], Timer],
    ) -> None:
        self._context = context
        self._record = record
        self._send_after = send_after
        self._timer: Timer | None = None

    def begin(self) -> None:
        """The session changed its phase, or stays loaded: count from now, if it is idle."""
        if self._record.options.passivate_after is not None:
            self._record.used = trio.current_time()
            self._wait(self._record.options.passivate_after)

    def _wait(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        idle = self._record.phase is v.Phase.IDLE
        self._timer = self._send_after(seconds, RestDue()) if idle else None

    def look(self) -> v.PauseDue | None:
        """Say that the session has rested long enough, or wait again."""
        record, limit = self._record, self._record.options.passivate_after
        if limit is None or record.phase is not v.Phase.IDLE:
            return None
        rested = trio.current_time() - max(record.used, record.last_event[0])
        if rested < limit - _ROUNDING:
            self._wait(limit - rested)
            return None
        if record.engaged or self._context.drain is not None or not self._context.sole_client:
            # The CLI of others may have the session loaded for them.
            self._wait(limit)
            return None
        return v.PauseDue(rested)
