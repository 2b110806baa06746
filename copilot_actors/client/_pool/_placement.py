"""Which client of a pool serves a caller: rules over values, without a clock or a task."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from typing import Literal, TypeAlias

import msgspec

Placement: TypeAlias = Literal["sticky", "least_busy"]
MemberState: TypeAlias = Literal["starting", "up", "leaving"]


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """What counts of one client when a caller is placed.

    Attributes:
        name: the tenant, or the worker's number.
        state: ``"starting"``, ``"up"`` or ``"leaving"``.
        load: open sessions, and places promised for sessions to come.
        pinned: whether somebody has it in hand, so that it must stay.
        rested_at: when it was last used.
        sessions: ids of its open sessions.
    """

    name: str
    state: MemberState
    load: int
    pinned: bool
    rested_at: float
    sessions: Collection[str] = ()

    @property
    def idle(self) -> bool:
        """Whether it may go: it is up, nobody has it in hand and no session is open."""
        return self.state == "up" and not self.pinned and not self.sessions


class Use(msgspec.Struct, frozen=True):
    """This client serves the caller."""

    name: str


class Start(msgspec.Struct, frozen=True):
    """A new client of this name serves the caller."""

    name: str


class Wait(msgspec.Struct, frozen=True):
    """Nobody serves the caller now: what there is not enough of."""

    lacking: Literal["clients", "sessions"]


Decision: TypeAlias = Use | Start | Wait


def place(
    seats: Collection[Seat],
    *,
    placement: Placement,
    tenant: str,
    session_id: str | None,
    max_clients: int,
    max_sessions: float = math.inf,
) -> Decision:
    """Decide who serves a caller.

    A session that is open stays with the client that has it, full or not. Otherwise ``sticky``
    gives each tenant a client of its own; ``least_busy`` takes one without anything to do, or
    else a new one, or else the one with the fewest sessions.
    """
    room = len(seats) < max_clients
    if placement == "sticky":
        own = next((seat for seat in seats if seat.name == tenant), None)
        if own is None:
            return Start(tenant) if room else Wait("clients")
        if own.state == "leaving":
            return Wait("clients")
        fits = own.load < max_sessions or session_id in own.sessions
        return Use(own.name) if fits else Wait("sessions")
    staying = [seat for seat in seats if seat.state != "leaving"]
    for seat in staying:
        if session_id in seat.sessions:
            return Use(seat.name)
    free = [seat for seat in staying if seat.load < max_sessions]
    # Of equals the one that was used last: the others may come to rest.
    best = min(free, key=lambda seat: (seat.load, -seat.rested_at), default=None)
    if best is not None and best.load == 0:
        return Use(best.name)
    if room:
        return Start(_free_number(seats))
    if best is not None:
        return Use(best.name)
    return Wait("sessions" if staying else "clients")


def to_evict(
    seats: Collection[Seat],
    *,
    max_clients: int,
    wanted: int,
    idle_since: float,
) -> list[str]:
    """Choose the clients that have to go now, least recently used first.

    Args:
        seats: all clients.
        max_clients: how many there may be; what is over goes as it comes to rest.
        wanted: how many callers wait for the place of another client.
        idle_since: those that were last used before this go in any case.
    """
    idle = sorted((seat for seat in seats if seat.idle), key=lambda seat: seat.rested_at)
    leaving = sum(seat.state == "leaving" for seat in seats)
    surplus = max(0, len(seats) - max_clients)
    count = max(0, surplus + wanted - leaving)
    return [
        seat.name
        for number, seat in enumerate(idle)
        if number < count or seat.rested_at <= idle_since
    ]


def by_business(seats: Iterable[Seat]) -> list[str]:
    """Names of the clients that are up, those that are missed least first."""
    up = [seat for seat in seats if seat.state == "up"]
    return [seat.name for seat in sorted(up, key=lambda s: (s.load, s.pinned, s.rested_at))]


def _free_number(seats: Iterable[Seat]) -> str:
    taken = {seat.name for seat in seats}
    number = 0
    while str(number) in taken:
        number += 1
    return str(number)
