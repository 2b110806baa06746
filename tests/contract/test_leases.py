"""What every backend of session leases promises. A new backend is added to the fixture."""

from __future__ import annotations

import dataclasses
import os
import platform

import pytest
import trio

from copilot_actors import FileLease, Holder, LeaseLost, ProcessLease, RedisLease, SessionInUse
from copilot_actors.storage import Lease
from copilot_actors.testing import check_lease

STORE = "/a/home"
OTHER_STORE = "/another/home"


@pytest.fixture(params=["process", "file", "redis"])
def backend(request, tmp_path) -> Lease:
    if request.param == "process":
        return ProcessLease()
    if request.param == "redis":
        return RedisLease(request.getfixturevalue("redis").url)
    return FileLease(tmp_path / "leases")


@pytest.fixture
def other(backend, request) -> Lease:
    """The same leases for another owner."""
    if isinstance(backend, ProcessLease):
        return ProcessLease()
    return dataclasses.replace(backend)


@pytest.fixture
def take_away(backend, request, tmp_path):
    """Let a lease end behind its holder's back."""
    if isinstance(backend, ProcessLease):
        return None

    async def take_away(store, session_id):
        if isinstance(backend, RedisLease):
            server = request.getfixturevalue("redis")
            assert server.tell("DEL", backend._keys(store, session_id)[0]) == ":1"
        else:
            (path,) = (tmp_path / "leases").glob(f"*/{session_id}")
            path.unlink()

    return take_away


async def test_a_backend_keeps_its_contract(backend, other, take_away):
    # In real time: files and servers have no other.
    await check_lease(backend, other, take_away=take_away)


async def test_a_held_session_is_refused_and_its_holder_named(backend, mock_clock):
    held = await backend.acquire(STORE, "s")
    for _ in range(2):
        with pytest.raises(SessionInUse) as caught:
            await backend.acquire(STORE, "s")
        assert caught.value.session_id == "s"
        assert caught.value.holder == held.holder
    assert (held.holder.pid, held.holder.host) == (os.getpid(), platform.node())
    assert held.holder.since.endswith("Z")
    assert f"process {os.getpid()} on {platform.node()} since 2" in str(caught.value)
    await held.release()


async def test_a_released_session_is_free_at_once(backend, mock_clock):
    for _ in range(3):
        held = await backend.acquire(STORE, "s")
        await held.release()
        assert await backend.get_holder(STORE, "s") is None


async def test_releasing_again_takes_nothing_from_the_next_owner(backend, mock_clock):
    first = await backend.acquire(STORE, "s")
    await first.release()
    second = await backend.acquire(STORE, "s")
    await first.release()
    assert await backend.get_holder(STORE, "s") == second.holder
    with pytest.raises(SessionInUse):
        await backend.acquire(STORE, "s")
    await second.release()


async def test_each_later_lease_has_a_greater_number(backend, mock_clock):
    numbers = []
    for session_id in "aabab":
        held = await backend.acquire(STORE, session_id)
        assert held.fencing == held.holder.fencing
        numbers.append(held.fencing)
        await held.release()
    assert numbers == sorted(set(numbers))


async def test_sessions_and_stores_do_not_touch_each_other(backend, mock_clock):
    names = [(STORE, "a"), (STORE, "b"), (OTHER_STORE, "a")]
    held = [await backend.acquire(*name) for name in names]
    assert [lease.session_id for lease in held] == ["a", "b", "a"]
    await held[0].release()
    assert await backend.get_holder(STORE, "a") is None
    assert await backend.get_holder(STORE, "b") == held[1].holder
    assert await backend.get_holder(OTHER_STORE, "a") == held[2].holder
    for lease in held[1:]:
        await lease.release()


async def test_nobody_holds_what_was_never_taken(backend, mock_clock):
    assert await backend.get_holder(STORE, "s") is None


async def test_a_lease_can_be_renewed_until_it_is_given_up(backend, mock_clock):
    held = await backend.acquire(STORE, "s")
    await held.renew()
    await held.renew()
    await held.release()
    with pytest.raises(LeaseLost):
        await held.renew()
    later = await backend.acquire(STORE, "s")
    with pytest.raises(LeaseLost):
        await held.renew()
    await later.release()


async def test_of_many_that_ask_at_once_one_gets_it(backend, mock_clock):
    got, refused = [], []

    async def ask():
        try:
            got.append(await backend.acquire(STORE, "s"))
        except SessionInUse as error:
            refused.append(error.holder)

    async with trio.open_nursery() as nursery:
        for _ in range(20):
            nursery.start_soon(ask)
        # Files contend for a lock, which is tried again after some milliseconds.
        while len(got) + len(refused) < 20:
            mock_clock.jump(0.001)
            await trio.testing.wait_all_tasks_blocked(0.001)
    (held,) = got
    assert refused == [held.holder] * 19
    await held.release()


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
async def test_a_cancelled_acquire_leaves_nothing_held(backend, turns):
    # In real time: a thread is cancelled at some moment of its work.
    for attempt in range(10):
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:

                async def cancel(nursery=nursery, attempt=attempt):
                    for _ in range(turns):
                        await trio.lowlevel.checkpoint()
                    await trio.sleep(turns * attempt * 0.0002)
                    nursery.cancel_scope.cancel()

                nursery.start_soon(cancel)
                held = await backend.acquire(STORE, "s")
                with trio.CancelScope(shield=True):
                    await held.release()
        assert not scope.cancelled_caught
        # What a thread still does after the cancellation, it undoes.
        with trio.fail_after(5):
            while await backend.get_holder(STORE, "s") is not None:  # noqa: ASYNC110
                await trio.sleep(0.001)


async def test_release_is_carried_out_although_it_is_cancelled(backend, mock_clock):
    held = await backend.acquire(STORE, "s")
    with trio.CancelScope() as scope:
        scope.cancel()
        await held.release()
    assert await backend.get_holder(STORE, "s") is None


async def test_both_backends_say_what_they_cover(tmp_path):
    assert ProcessLease().covers("anything")
    assert FileLease().covers("/home/somebody/.copilot")
    assert not FileLease().covers("simulated disk 1")
    assert FileLease(tmp_path).covers("simulated disk 1")


def test_a_holder_reads_as_a_sentence():
    assert str(Holder(host="h", pid=1)) == "process 1 on h"
