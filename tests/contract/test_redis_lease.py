"""Leases in Redis: expiry and renewal, servers that fail, pause or forget, secrets, forgeries.

In real time, with a server of the tests' own; the waits are the shortest that show the point.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import trio

import copilot_actors as ca
from copilot_actors import LeaseLost, LeaseUnavailable, RedisLease, SessionInUse
from copilot_actors.testing import Simulator

STORE = "/a/home"
RACE = Path(__file__).parents[2] / "benchmarks" / "lease_race.py"


def key(backend):
    return backend._keys(STORE, "s")[0]


async def expired(backend):
    """Wait until the server has let the lease go."""
    with trio.fail_after(5):
        while await backend.get_holder(STORE, "s") is not None:  # noqa: ASYNC110
            await trio.sleep(0.02)  # a real server counts


# --- Expiry and renewal ---------------------------------------------------------------------


async def test_a_lease_that_nobody_renews_expires_and_its_holder_learns_that(redis):
    backend = RedisLease(redis.url, ttl=0.15)
    first = await backend.acquire(STORE, "s")
    await expired(backend)
    with pytest.raises(LeaseLost):
        await first.renew()
    second = await backend.acquire(STORE, "s")
    assert second.fencing > first.fencing
    await first.release()
    assert await backend.get_holder(STORE, "s") == second.holder
    await second.release()


async def test_a_lease_that_is_renewed_outlives_its_ttl(redis):
    backend = RedisLease(redis.url, ttl=1.5)
    assert backend.renew_interval == pytest.approx(0.5)
    held = await backend.acquire(STORE, "s")
    for _ in range(6):
        await trio.sleep(0.3)  # a real server counts
        await held.renew()
    with pytest.raises(SessionInUse):
        await backend.acquire(STORE, "s")
    await held.release()


async def test_a_clock_that_jumps_here_ends_no_lease_that_the_server_still_has(redis, mock_clock):
    backend = RedisLease(redis.url)
    held = await backend.acquire(STORE, "s")
    mock_clock.jump(10 * backend.ttl)  # a machine that was suspended
    await held.renew()
    await held.release()


async def test_a_clock_that_jumps_there_ends_the_lease_and_the_number_tells(redis):
    backend = RedisLease(redis.url)
    first = await backend.acquire(STORE, "s")
    redis.tell("PEXPIRE", key(backend), "1")  # what a jump of the server's clock comes to
    await expired(backend)
    second = await backend.acquire(STORE, "s")
    with pytest.raises(LeaseLost):
        await first.renew()
    assert second.fencing > first.fencing
    await second.release()


# --- A server that fails --------------------------------------------------------------------


async def test_a_server_that_is_gone_is_one_typed_error_and_later_a_lost_lease(redis):
    backend = RedisLease(redis.url, ttl=1.5, timeout=0.2)
    held = await backend.acquire(STORE, "s")
    redis.kill()
    with pytest.raises(LeaseUnavailable, match="Redis") as caught:
        await held.renew()
    assert (caught.value.session_id, caught.value.retryable) == ("s", True)
    for call in (backend.acquire, backend.get_holder):
        with pytest.raises(LeaseUnavailable):
            await call(STORE, "s")
    await trio.sleep(backend.ttl)  # a real server is away
    # By now somebody else may have it, for all that can be known here.
    with pytest.raises(LeaseLost) as lost:
        await held.renew()
    assert isinstance(lost.value.__cause__, LeaseUnavailable)
    await held.release()


async def test_a_server_that_forgot_everything_gives_greater_numbers(redis):
    backend = RedisLease(redis.url)
    first = await backend.acquire(STORE, "s")
    redis.kill()
    redis.start()
    second = await backend.acquire(STORE, "s")
    assert second.fencing > first.fencing
    with pytest.raises(LeaseLost):
        await first.renew()
    await first.release()
    await second.renew()
    await second.release()


async def test_a_short_absence_of_the_server_costs_nothing(redis):
    backend = RedisLease(redis.url, ttl=5)
    held = await backend.acquire(STORE, "s")
    redis.pause()
    with trio.move_on_after(0.2):
        await held.renew()
    redis.go_on()
    await held.renew()
    await held.release()
    assert await backend.get_holder(STORE, "s") is None


async def test_a_paused_server_is_waited_for_in_bounds_and_nothing_stays_held(redis):
    backend = RedisLease(redis.url, ttl=1, timeout=0.1)
    redis.pause()
    begun = trio.current_time()
    with pytest.raises(LeaseUnavailable, match=r"does not answer within 0\.1 s"):
        await backend.acquire(STORE, "s")
    assert trio.current_time() - begun < 3
    redis.go_on()
    # The server does now what it was asked for, in whatever order; the lease ends in any case.
    await expired(backend)


async def test_a_cancelled_acquire_of_a_paused_server_ends_soon_and_holds_nothing(redis):
    backend = RedisLease(redis.url, ttl=1)
    redis.pause()
    with trio.fail_after(4), trio.move_on_after(0.1) as scope:
        await backend.acquire(STORE, "s")
    assert scope.cancelled_caught
    redis.go_on()
    await expired(backend)


async def test_a_server_without_room_refuses_and_nothing_is_half_taken(redis):
    backend = RedisLease(redis.url)
    held = await backend.acquire(STORE, "old")
    redis.tell("CONFIG", "SET", "maxmemory", "1")
    with pytest.raises(LeaseUnavailable, match=r"OOM|memory"):
        await backend.acquire(STORE, "s")
    assert await backend.get_holder(STORE, "s") is None
    await held.release()
    redis.tell("CONFIG", "SET", "maxmemory", "0")
    held = await backend.acquire(STORE, "s")
    await held.release()


async def test_a_server_that_takes_no_writes_refuses(redis):
    backend = RedisLease(redis.url)
    redis.tell("REPLICAOF", "127.0.0.1", "1")
    try:
        with pytest.raises(LeaseUnavailable):
            await backend.acquire(STORE, "s")
    finally:
        redis.tell("REPLICAOF", "NO", "ONE")


# --- Strange leases and secrets -------------------------------------------------------------


async def test_forged_leases_keep_owners_out_and_belong_to_nobody_known(redis):
    backend = RedisLease(redis.url)
    redis.tell("HSET", key(backend), "token", "x", "holder", "{", "fencing", "-")
    with pytest.raises(SessionInUse, match="an unknown host") as caught:
        await backend.acquire(STORE, "s")
    assert caught.value.holder.fencing == 0
    assert await backend.get_holder(STORE, "s") == caught.value.holder
    redis.tell("DEL", key(backend))
    redis.tell("HSET", key(backend), "something", "else")
    with pytest.raises(SessionInUse):
        await backend.acquire(STORE, "s")
    redis.tell("SET", key(backend), "not a hash")
    with pytest.raises(LeaseUnavailable, match="wrong kind of value"):
        await backend.acquire(STORE, "s")


async def test_a_lease_under_another_token_is_neither_renewed_nor_released(redis):
    backend = RedisLease(redis.url)
    held = await backend.acquire(STORE, "s")
    redis.tell("HSET", key(backend), "token", "stolen")
    with pytest.raises(LeaseLost):
        await held.renew()
    await held.release()
    assert await backend.get_holder(STORE, "s") is not None


async def test_a_fork_neither_renews_nor_releases_the_lease_of_its_parent(redis, monkeypatch):
    backend = RedisLease(redis.url)
    held = await backend.acquire(STORE, "s")
    monkeypatch.setattr(os, "getpid", lambda: -1)
    await held.release()
    with pytest.raises(LeaseLost):
        await held.renew()
    monkeypatch.undo()
    assert await backend.get_holder(STORE, "s") == held.holder
    await held.release()


async def test_owners_with_one_namespace_share_sessions_wherever_their_homes_are(redis):
    here = RedisLease(redis.url, namespace="team")
    there = RedisLease(redis.url, namespace="team")
    held = await here.acquire("/home/a/.copilot", "s")
    with pytest.raises(SessionInUse):
        await there.acquire("/srv/copilot", "s")
    apart = await RedisLease(redis.url, namespace="others").acquire("/home/a/.copilot", "s")
    await apart.release()
    await held.release()


async def test_a_password_works_and_is_shown_nowhere(redis, caplog):
    secret = "sk-test/0123456789abcdef"
    redis.tell("CONFIG", "SET", "requirepass", secret)
    address = redis.url.removeprefix("redis://")
    quoted = secret.replace("/", "%2F")
    try:
        backend = RedisLease(f"redis://:{quoted}@{address}")
        held = await backend.acquire(STORE, "s")
        await held.release()
        wrong = RedisLease(f"redis://:{quoted}x@{address}")
        with pytest.raises(LeaseUnavailable) as caught:
            await wrong.acquire(STORE, "s")
        with pytest.raises(LeaseUnavailable):
            await RedisLease(redis.url).acquire(STORE, "s")
    finally:
        redis.tell("AUTH", secret, then=("CONFIG", "SET", "requirepass", ""))
    for text in (repr(backend), repr(wrong), str(caught.value), caplog.text):
        assert secret not in text
        assert quoted not in text


@pytest.mark.parametrize(
    "arguments",
    [
        {"url": "http://localhost"},
        {"url": "localhost:6379"},
        {"url": 6379},
        {"ttl": 0},
        {"ttl": float("nan")},
        {"ttl": True},
        {"timeout": -1},
        {"timeout": float("inf")},
        {"namespace": ""},
        {"namespace": 7},
    ],
)
def test_nonsense_is_refused_where_it_is_written(arguments):
    with pytest.raises(ca.InvalidOption):
        RedisLease(**{"url": "redis://localhost", **arguments})


def test_without_coredis_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "coredis", None)
    with pytest.raises(ca.InvalidOption, match="pip install 'copilot-actors"):
        RedisLease("redis://localhost")


# --- In a client ----------------------------------------------------------------------------


async def test_a_client_keeps_its_leases_and_gives_the_session_up_when_it_cannot(redis):
    cli, lease = Simulator(), RedisLease(redis.url, ttl=1.5, timeout=0.3)
    async with ca.open_client(cli=cli, lease=lease) as client:
        async with ca.open_client(cli=cli, lease=lease) as other:
            session = await client.create_session(session_id="s")
            await session.send_and_wait("one")
            await trio.sleep(1.3 * lease.ttl)  # a real server counts
            with pytest.raises(SessionInUse) as caught:
                await other.resume_session("s")
            assert caught.value.holder.pid == os.getpid()
            redis.pause()
            with trio.fail_after(10):
                await session.wait_state("failed")
            with pytest.raises(LeaseLost):
                await session.send("two")
            assert client.statistics().lost_leases == 1
            redis.go_on()
            await expired_in(client, lease)
            again = await other.resume_session("s")
            assert (await again.send_and_wait("two")).data.content == "two"


async def expired_in(client, lease):
    with trio.fail_after(5):
        while client.statistics().leases:  # noqa: ASYNC110
            await trio.sleep(0.02)  # a real server counts
    await trio.sleep(lease.ttl)  # a real server counts


# --- Real processes -------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["file", "redis"])
def test_two_processes_race_and_each_round_has_one_winner(backend, shared_redis):
    race([backend], rounds=100)


@pytest.mark.exhaustive
def test_two_processes_race_thousands_of_times_and_each_round_has_one_winner(shared_redis):
    race(["file", "redis"], rounds=2000)


def race(backends, rounds):
    chosen = [word for backend in backends for word in ("--backend", backend)]
    done = subprocess.run(
        [sys.executable, RACE, "--rounds", str(rounds), *chosen],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("one winner in each round") == len(backends)
