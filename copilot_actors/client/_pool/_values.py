"""What a pool of clients is told and what it tells of itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec

from copilot_actors.client._options._client_options import ClientOptions

from ._placement import MemberState

OptionsFactory: TypeAlias = Callable[[str], ClientOptions | Awaitable[ClientOptions]]
"""Makes the options of a client from the tenant's name, or the worker's number."""


class PoolMember(msgspec.Struct, frozen=True, kw_only=True):
    """One client of a pool.

    Attributes:
        name: the tenant, or the worker's number with ``placement="least_busy"``.
        state: ``"starting"``, ``"up"``, or ``"leaving"``: it is being drained.
        pid: of its CLI, or ``None`` while there is none.
        sessions: open sessions.
        in_use: whether somebody has it in hand, so that it is not evicted.
        idle_for: seconds since it was last used.
    """

    name: str
    state: MemberState
    pid: int | None
    sessions: int
    in_use: bool
    idle_for: float


class PoolStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """A snapshot of a pool's counters.

    Attributes:
        max_clients: how many clients there may be.
        clients: those that there are, starting and leaving ones included.
        starting: those that are being started.
        leaving: those that are being drained.
        sessions: sessions open in all of them.
        waiting: callers that wait for a client.
        started: clients that came up.
        failed_starts: clients that did not.
        evicted: clients that were ended for lack of use, or to make room.
        gave_up: clients whose CLI could not be kept alive.
        refused: callers that got ``PoolFull``.
    """

    max_clients: int
    clients: int = 0
    starting: int = 0
    leaving: int = 0
    sessions: int = 0
    waiting: int = 0
    started: int = 0
    failed_starts: int = 0
    evicted: int = 0
    gave_up: int = 0
    refused: int = 0
