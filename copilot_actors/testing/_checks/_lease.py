"""The contract of a backend of session leases, as a check that its author can run."""

from __future__ import annotations

import itertools
import math
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias

import trio

from copilot_actors._holder import Holder
from copilot_actors._session_errors import LeaseLost, SessionInUse
from copilot_actors.storage import HeldLease, Lease

from ._contract import Make, check_rule, made_by, require

TakeAway: TypeAlias = Callable[[str, str], Awaitable[None]]
"""Lets the lease of a store's session end behind its holder's back."""

_STORE: Final = "/copilot-actors/check-lease"
_OTHER_STORE: Final = "/copilot-actors/check-lease-2"
_CROWD: Final = 20
_CANCELLED: Final = 30


async def check_lease(
    backend: Lease | Make[Lease], other: Lease | None = None, *, take_away: TakeAway | None = None
) -> None:
    """Check that a backend keeps what :class:`Lease` promises to the client and its users.

    Takes and gives back leases of sessions that are called ``check-...`` in two stores of its own,
    in real time, some seconds long. It cannot show what only two machines or a broken network
    show; test those with your own means.

    Args:
        backend: what to check, or a function that makes it, plain or async.
        other: the same leases as another owner would have them, from a second connection, say;
            ``None``: ``backend`` itself.
        take_away: an async function ``(store, session_id)`` that ends a lease without its
            holder, as an expiry or an administrator does; ``None`` leaves those promises out.

    Raises:
        AssertionError: a promise is broken: which, and what was seen.
        TypeError: ``backend`` is or makes something else.
    """
    given: Make[Lease] = (lambda: backend) if isinstance(backend, Lease) else backend
    first = await made_by(given, Lease)
    second = first if other is None else other
    for name, promise in _PROMISES.items():
        await check_rule(name, partial(promise, first, second, f"check-{name}"))
    if take_away is not None:
        await check_rule("loss", partial(_what_is_lost_is_noticed, first, second, take_away))


async def _is_refused(backend: Lease, store: str, session_id: str) -> Holder | None:
    """Return whom a refusal names, or ``None`` if the lease was given."""
    try:
        held = await backend.acquire(store, session_id)
    except SessionInUse as error:
        require(error.session_id == session_id, "SessionInUse.session_id is another session's")
        return error.holder
    await held.release()
    return None


async def _is_lost(held: HeldLease) -> bool:
    try:
        await held.renew()
    except LeaseLost as error:
        require(error.session_id == held.session_id, "LeaseLost.session_id is another session's")
        return True
    return False


async def _one_owner(backend: Lease, other: Lease, session_id: str) -> None:
    held = await backend.acquire(_STORE, session_id)
    require(held.session_id == session_id, "HeldLease.session_id is another session's")
    require(held.fencing == held.holder.fencing, "fencing and holder.fencing differ")
    for who in (backend, other):
        named = await _is_refused(who, _STORE, session_id)
        require(named is not None, "a second owner got a lease that is held")
        require(named == held.holder, "SessionInUse does not name the holder")
        found = await who.get_holder(_STORE, session_id)
        require(found == held.holder, "get_holder does not name the holder")
    await held.renew()
    await held.release()


async def _free_at_once(backend: Lease, other: Lease, session_id: str) -> None:
    require(await backend.get_holder(_STORE, session_id) is None, "a fresh session has a holder")
    for who in (backend, other, backend):
        held = await who.acquire(_STORE, session_id)
        await held.release()
        found = await backend.get_holder(_STORE, session_id)
        require(found is None, "a released lease still has a holder")


async def _release_is_final(backend: Lease, other: Lease, session_id: str) -> None:
    first = await backend.acquire(_STORE, session_id)
    await first.release()
    await first.release()
    require(await _is_lost(first), "a released lease was renewed")
    second = await other.acquire(_STORE, session_id)
    await first.release()
    require(await _is_lost(first), "a released lease was renewed as that of the next owner")
    found = await backend.get_holder(_STORE, session_id)
    require(found == second.holder, "a second release took the lease of the next owner")
    await second.renew()
    await second.release()


async def _numbers_grow(backend: Lease, other: Lease, session_id: str) -> None:
    numbers: list[int] = []
    for who in (backend, other, backend, other):
        held = await who.acquire(_STORE, session_id)
        numbers.append(held.fencing)
        await held.release()
    grow = all(a < b for a, b in itertools.pairwise(numbers))
    require(grow, f"a later lease has no greater number: {numbers}")


async def _names_are_apart(backend: Lease, other: Lease, session_id: str) -> None:
    names = [(_STORE, session_id), (_STORE, f"{session_id}-2"), (_OTHER_STORE, session_id)]
    held = [await backend.acquire(*name) for name in names]
    await held[0].release()
    for name, lease in zip(names[1:], held[1:], strict=True):
        found = await other.get_holder(*name)
        require(found == lease.holder, "sessions or stores share a lease")
    for lease in held[1:]:
        await lease.release()


async def _one_of_a_crowd(backend: Lease, other: Lease, session_id: str) -> None:
    got: list[HeldLease] = []
    named: list[Holder] = []

    async def ask(who: Lease) -> None:
        try:
            got.append(await who.acquire(_STORE, session_id))
        except SessionInUse as error:
            named.append(error.holder)

    async with trio.open_nursery() as nursery:
        for number in range(_CROWD):
            nursery.start_soon(ask, (backend, other)[number % 2])
    require(len(got) == 1, f"{len(got)} of {_CROWD} got the lease at once")
    require(set(named) == {got[0].holder}, "the others were not told who got it")
    await got[0].release()


async def _release_in_spite_of_cancellation(backend: Lease, other: Lease, session_id: str) -> None:
    held = await backend.acquire(_STORE, session_id)
    with trio.CancelScope() as scope:
        scope.cancel()
        await held.release()
    found = await other.get_holder(_STORE, session_id)
    require(found is None, "a release that was cancelled did not release")


async def _cancelled_holds_nothing(backend: Lease, other: Lease, session_id: str) -> None:
    begun = trio.current_time()
    await (await backend.acquire(_STORE, session_id)).release()
    whole = trio.current_time() - begun
    for attempt in range(_CANCELLED):
        held = None
        # At some moment of the work: before, in the middle, after.
        with trio.move_on_after(whole * attempt / _CANCELLED):
            held = await backend.acquire(_STORE, session_id)
        if held is not None:
            await held.release()
        # What a thread or a server still does then, the backend undoes.
        while await other.get_holder(_STORE, session_id) is not None:  # noqa: ASYNC110
            await trio.sleep(0.005)


async def _what_is_lost_is_noticed(backend: Lease, other: Lease, take_away: TakeAway) -> None:
    session_id = "check-loss"
    for taken_by_other in (False, True):
        first = await backend.acquire(_STORE, session_id)
        await take_away(_STORE, session_id)
        second = await other.acquire(_STORE, session_id) if taken_by_other else None
        require(await _is_lost(first), "a lease that was taken away was renewed")
        await first.release()
        if second is not None:
            await second.renew()
            require(second.fencing > first.fencing, "the next owner has no greater number")
            found = await backend.get_holder(_STORE, session_id)
            require(found == second.holder, "a lost lease took that of the next owner")
            await second.release()


async def _interval_is_sane(backend: Lease, other: Lease, session_id: str) -> None:
    del other, session_id
    interval = backend.renew_interval
    sane = interval is None or (math.isfinite(interval) and interval > 0)
    require(sane, f"renew_interval is {interval!r}, not seconds or None")
    await trio.lowlevel.checkpoint()


_PROMISES: Final[dict[str, Callable[[Lease, Lease, str], Awaitable[None]]]] = {
    "interval": _interval_is_sane,
    "owner": _one_owner,
    "free": _free_at_once,
    "final": _release_is_final,
    "numbers": _numbers_grow,
    "names": _names_are_apart,
    "crowd": _one_of_a_crowd,
    "shield": _release_in_spite_of_cancellation,
    "cancel": _cancelled_holds_nothing,
}
"""What every backend promises, by the name that its sessions have here."""
