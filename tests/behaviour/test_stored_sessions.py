"""Stored sessions: whose they are, which are listed, and which are removed."""

from __future__ import annotations

import datetime as dt
import json
import os
import shutil
import subprocess
import time

import pytest
import trio

import copilot_actors as ca
from copilot_actors import SessionFilter, SessionId
from copilot_actors.testing import FrameMatch, Refuse, Script

ECHO = Script.echo()
DAY = 86400.0


def leases(world):
    """A simulated home is no folder, so files do not cover it."""
    return {"lease": ca.ProcessLease()} if world.name == "simulator" else {}


async def store(client, world, *session_ids, **options):
    """Leave sessions on the disk, closed."""
    for session_id in session_ids:
        session = await client.create_session(
            session_id=session_id, **world.session_options, **options
        )
        await session.send_and_wait("one")
        await session.disconnect()


def age(world, session_id, seconds):
    """Let it be so long ago that a session was written to."""
    if world.name == "simulator":
        journal = world.simulator.store.journal(str(session_id))
        lines = journal.lines
        last = json.loads(lines[-1])
        then = dt.datetime.fromisoformat(last["timestamp"]) - dt.timedelta(seconds=seconds)
        last["timestamp"] = then.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        journal.data = b"".join(line + b"\n" for line in [*lines[:-1], json.dumps(last).encode()])
    else:
        then = time.time() - seconds
        os.utime(world.home / "session-state" / str(session_id) / "events.jsonl", (then, then))


def remove(world, session_id):
    """What somebody else does who deletes it."""
    if world.name == "simulator":
        world.simulator.store.delete(session_id)
    else:
        shutil.rmtree(world.home / "session-state" / session_id)


def reasons(report):
    return {one.session_id: one.reason or one.outcome for one in report.sessions}


async def listed(client, **fields):
    return sorted(s.session_id for s in await client.list_sessions(SessionFilter(**fields)))


# --- Listing --------------------------------------------------------------------------------


@pytest.mark.exhaustive("real")
async def test_every_method_that_takes_an_id_takes_a_session_id_value(world):
    one = SessionId(tenant="acme", user="Alice", task="PR 42")
    async with world.client(ECHO) as client:
        session = await client.create_session(session_id=one, **world.session_options)
        assert session.session_id == str(one)
        await session.send_and_wait("one")
        await session.disconnect()
        session = await client.resume_session(one, **world.session_options)
        await session.disconnect()
        session = await client.resume_or_create_session(one, **world.session_options)
        await session.disconnect()
        found = await client.get_session_metadata(one)
        assert found.session_id == str(one)
        assert found.owner == one
        with pytest.raises(ca.InvalidOption, match="no pending prompt"):
            client.forget_pending(one, "x")
        await client.delete_session(one)
        assert await client.get_session_metadata(one) is None


@pytest.mark.exhaustive("real")
async def test_the_times_of_a_stored_session_are_aware_and_in_order(world):
    async with world.client(ECHO) as client:
        await store(client, world, "s")
        (one,) = await client.list_sessions()
        assert one.start_time.utcoffset() == one.modified_time.utcoffset() == dt.timedelta()
        assert one.start_time <= one.modified_time
        if world.name == "real CLI":
            assert abs(one.idle_at(dt.datetime.now(dt.UTC))) < 60


@pytest.mark.exhaustive("real")
async def test_sessions_are_listed_by_owner_and_no_owner_is_taken_for_another(world):
    ids = [
        SessionId(user="a", task="b-c"),
        SessionId(user="a-b", task="c"),
        SessionId(user="a", tenant="t"),
        SessionId(task="a"),
    ]
    async with world.client(ECHO) as client:
        await store(client, world, *ids, "user", "user-A", "plain")
        assert await listed(client, user="a") == sorted(map(str, [ids[0], ids[2]]))
        assert await listed(client, user="a", tenant=None) == [str(ids[0])]
        assert await listed(client, tenant="t") == [str(ids[2])]
        assert await listed(client, user=None) == [str(ids[3])]
        assert await listed(client, user="A") == []
        assert len(await listed(client)) == 7


@pytest.mark.exhaustive("real")
async def test_sessions_are_listed_by_how_long_they_were_idle(world):
    async with world.client(ECHO) as client:
        await store(client, world, "old", "fresh")
        age(world, "old", 2 * DAY)
        assert await listed(client, idle_for=DAY) == ["old"]
        assert await listed(client, idle_for=3 * DAY) == []
        assert len(await listed(client, idle_for=0)) == 2


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])
async def test_the_cli_filters_by_folder_and_git_repository_without_a_network(world, tmp_path):
    repository, plain = tmp_path / "repository", tmp_path / "plain"
    inside = repository / "inside"
    for folder in (inside, plain):
        folder.mkdir(parents=True)

    async def git(*arguments):
        author = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
        await trio.run_process(
            ["git", "-C", str(repository), *author, *arguments], stdout=subprocess.DEVNULL
        )

    await git("init", "--quiet", "--initial-branch", "topic/x")
    await git("commit", "--quiet", "--allow-empty", "--message", "x")
    await git("remote", "add", "origin", "https://github.com/octo/hello.git")
    async with world.client(ECHO) as client:
        for name, folder in (("root", repository), ("inside", inside), ("plain", plain)):
            await store(client, world, name, working_directory=folder)
        assert await listed(client, cwd=repository) == ["root"]
        assert await listed(client, cwd=f"{plain}/") == ["plain"]
        assert await listed(client, git_root=repository) == ["inside", "root"]
        assert await listed(client, repository="octo/hello") == ["inside", "root"]
        assert await listed(client, repository="hello") == []
        assert await listed(client, branch="topic/x") == ["inside", "root"]
        assert await listed(client, branch="topic/x", cwd=inside) == ["inside"]
        assert await listed(client, branch="main") == []


# --- Pruning --------------------------------------------------------------------------------


@pytest.mark.exhaustive("real")
async def test_pruning_deletes_what_is_idle_and_says_why_the_rest_is_kept(world):
    mine, yours = SessionId(user="me", task="old"), SessionId(user="you", task="old")
    async with world.client(ECHO, **leases(world)) as client:
        await store(client, world, mine, yours, "fresh", "spared", "open")
        for name in (mine, yours, "spared", "open"):
            age(world, name, 2 * DAY)
        session = await client.resume_session("open", **world.session_options)
        dry = await client.prune_sessions(DAY, exclude=["spared"], dry_run=True)
        assert dry.dry_run
        assert sorted(dry.would_delete) == sorted([str(mine), str(yours)])
        assert (dry.deleted, dry.failed, dry.freed_bytes) == ((), (), 0)
        assert len(await client.list_sessions()) == 5
        report = await client.prune_sessions(
            DAY, session_filter=SessionFilter(user="me"), exclude=["spared"]
        )
        assert (report.deleted, report.kept) == ((str(mine),), ())
        assert report.freed_bytes > 100
        steps = []
        report = await client.prune_sessions(
            idle_for=DAY, exclude=["spared"], on_progress=steps.append
        )
        assert reasons(report) == {
            str(yours): "deleted",
            "fresh": "used",
            "spared": "excluded",
            "open": "open_here",
        }
        assert [(s.done, s.total) for s in steps] == [(n + 1, 4) for n in range(4)]
        assert {s.session.session_id for s in steps} == set(reasons(report))
        assert sorted(s.session_id for s in await client.list_sessions()) == [
            "fresh",
            "open",
            "spared",
        ]
        assert (await session.send_and_wait("two")).data.content == "two"
        assert client.statistics().leases == 1


@pytest.mark.exhaustive("real")
async def test_what_somebody_else_has_open_is_kept_and_its_holder_named(world):
    async with world.client(ECHO, **leases(world)) as client:
        await store(client, world, "leased", "bare", "old")
        async with world.second_client(**leases(world)) as other:
            leased = await other.resume_session("leased", **world.session_options)
            await leased.send_and_wait("two")
            async with world.second_client(lease=None) as without:
                # As a terminal does: no lease, only the mark of the CLI itself.
                bare = await without.resume_session("bare", **world.session_options)
                await bare.send_and_wait("two")
                for name in ("leased", "bare", "old"):
                    age(world, name, 2 * DAY)
                for dry_run in (True, False):
                    report = await client.prune_sessions(DAY, dry_run=dry_run)
                    assert reasons(report) == {
                        "leased": "in_use",
                        "bare": "in_use",
                        "old": "would_delete" if dry_run else "deleted",
                    }
                    by_id = {one.session_id: one for one in report.sessions}
                    assert by_id["leased"].holder.pid == os.getpid()
                    assert by_id["bare"].holder is None
                assert (await leased.send_and_wait("three")).data.content == "three"
                assert (await bare.send_and_wait("three")).data.content == "three"


@pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])
@pytest.mark.exhaustive("real")
async def test_what_another_client_of_the_server_has_open_is_kept(world):
    token = "t-0123456789abcdef"
    async with world.client(ECHO, cli=ca.Tcp(token=token)) as owner:
        await store(owner, world, "open", "old")
        session = await owner.resume_session("open", **world.session_options)
        async with ca.open_client(cli=ca.Tcp(port=owner.port, token=token)) as guest:
            report = await guest.prune_sessions(0)
        assert reasons(report) == {"open": "in_use", "old": "deleted"}
        assert (await session.send_and_wait("two")).data.content == "two"


@pytest.mark.exhaustive("real")
async def test_what_happens_between_the_list_and_the_deletion_counts(world):
    async with world.client(ECHO, **leases(world)) as client:
        await store(client, world, "used", "removed", "old", "first")
        for name in ("used", "removed", "old"):
            age(world, name, 2 * DAY)

        def meanwhile(step):
            if step.session.session_id == "first":
                age(world, "used", -2 * DAY if world.name == "simulator" else 0)
                remove(world, "removed")

        report = await client.prune_sessions(DAY, exclude={"first"}, on_progress=meanwhile)
        assert reasons(report) == {
            "used": "used",
            "removed": "gone",
            "old": "deleted",
            "first": "excluded",
        }


@pytest.mark.exhaustive("real")
async def test_what_goes_wrong_with_one_session_stops_none_of_the_others(world):
    faults = [
        Refuse(FrameMatch(direction="to_cli", method="sessions.bulkDelete", nth=2)),
        Refuse(FrameMatch(direction="to_cli", method="sessions.getMetadata", nth=13)),
        Refuse(FrameMatch(direction="to_cli", method="sessions.checkInUse", nth=1)),
    ]
    async with world.client(ECHO, faults=faults, **leases(world)) as client:
        names = [f"s-{n}" for n in range(9)]
        await store(client, world, *names)

        def broken(step):
            raise RuntimeError("a progress bar that fails")

        report = await client.prune_sessions(0, on_progress=broken)
        assert sorted(one.session_id for one in report.sessions) == names
        assert (len(report.deleted), len(report.failed), report.kept) == (6, 3, ())
        for one in report.sessions:
            assert (one.error is None) == (one.outcome == "deleted")
            assert one.error is None or "refused by a fault" in str(one.error)
        left = sorted(s.session_id for s in await client.list_sessions())
        assert left == sorted(report.failed)
        assert client.statistics().handler_errors == 9
        assert client.statistics().leases == 0
        assert len((await client.prune_sessions(0)).deleted) == 3


@pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])
@pytest.mark.exhaustive("real")
async def test_what_the_disk_does_not_let_go_has_failed_and_is_still_listed(world):
    async with world.client(ECHO) as client:
        await store(client, world, "stuck", "old")
        log = str(world.home / "session-state" / "stuck" / "events.jsonl")
        if (
            await trio.run_process(["chattr", "+i", log], check=False, capture_stderr=True)
        ).returncode:
            pytest.skip("no immutable files here")
        try:
            report = await client.prune_sessions(0)
        finally:
            with trio.CancelScope(shield=True):
                await trio.run_process(["chattr", "-i", log])
        assert reasons(report) == {"stuck": "failed", "old": "deleted"}
        assert [s.session_id for s in await client.list_sessions()] == ["stuck"]
        assert (await client.prune_sessions(0)).deleted == ("stuck",)


@pytest.mark.exhaustive("real")
async def test_two_that_prune_at_once_delete_each_session_once(world):
    async with world.client(ECHO, **leases(world)) as client:
        names = [f"s-{n}" for n in range(9)]
        await store(client, world, *names)
        async with world.second_client(**leases(world)) as other:
            reports = []

            async def prune(who):
                reports.append(await who.prune_sessions(0))

            async with trio.open_nursery() as nursery:
                nursery.start_soon(prune, client)
                nursery.start_soon(prune, other)
            first, second = reports
            assert sorted(first.deleted + second.deleted) == names
            assert first.failed == second.failed == ()
            rest = {one.reason for report in reports for one in report.sessions if one.reason}
            assert rest <= {"in_use", "gone"}
            assert await other.list_sessions() == []


@pytest.mark.exhaustive("real")
async def test_a_cancelled_run_holds_nothing_and_can_be_carried_on_with(world):
    async with world.client(ECHO, **leases(world)) as client:
        names = [f"s-{n}" for n in range(20)]
        await store(client, world, *names)
        with trio.CancelScope() as scope:
            await client.prune_sessions(0, on_progress=lambda _: scope.cancel())
        assert scope.cancelled_caught
        left = {s.session_id for s in await client.list_sessions()}
        assert 0 < len(left) < 20
        async with world.second_client(**leases(world)) as other:
            for name in sorted(left)[:3]:
                session = await other.resume_session(name, **world.session_options)
                await session.disconnect()
            report = await other.prune_sessions(0)
            # What the CLI had been asked for, it may still have deleted after the list.
            assert {one.outcome for one in report.sessions} == {"deleted"}
        assert await client.list_sessions() == []


@pytest.mark.exhaustive("real")
async def test_a_cli_that_dies_meanwhile_is_replaced_and_the_run_goes_on(world):
    async with world.client(ECHO, **leases(world)) as client:
        names = [f"s-{n}" for n in range(10)]
        await store(client, world, *names)

        def kill(step):
            if step.done == 4:
                world.kill(client)

        report = await client.prune_sessions(0, on_progress=kill)
        assert report.failed == ()
        assert sorted(report.deleted + report.kept) == names
        # The answer to a deletion that was carried out may have died with the CLI.
        assert {one.reason for one in report.sessions} <= {None, "gone"}
        assert await client.list_sessions() == []
        assert client.statistics().connections == 2


@pytest.mark.parametrize(
    "arguments",
    [
        {"idle_for": -1},
        {"idle_for": float("nan")},
        {"idle_for": float("inf")},
        {"idle_for": True},
        {"idle_for": "1"},
        {"idle_for": None},
        {"idle_for": 1, "exclude": "s-1"},
        {"idle_for": 1, "exclude": SessionId(user="a")},
        {"idle_for": 1, "exclude": ["not an id"]},
        {"idle_for": 1, "exclude": 7},
        {"idle_for": 1, "session_filter": {"user": "a"}},
        {"idle_for": 1, "on_progress": 7},
        {"idle_for": 1, "on_progress": store},
    ],
)
@pytest.mark.parametrize("world_name", ["simulator"])
async def test_nonsense_is_refused_before_anything_is_sent(world, arguments):
    async with world.client(ECHO) as client:
        await store(client, world, "s")
        before = client.statistics().requests
        with pytest.raises(ca.InvalidRequest):
            await client.prune_sessions(**arguments)
        assert client.statistics().requests == before


@pytest.mark.parametrize("world_name", ["simulator"])
async def test_a_session_with_a_prompt_in_the_durable_ledger_is_kept(world):
    ledger = ca.MemoryLedger()
    async with world.client(ECHO, ledger=ledger) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        await session.send_and_wait("one")
        async with trio.open_nursery() as nursery:

            async def ask():
                with pytest.raises(ca.CopilotError):
                    await session.send_and_wait("two")

            nursery.start_soon(ask)
            await trio.sleep(0.01)  # a real CLI keeps real time
            await client.stop(force=True)
    # Outside of the first block, whose client owns the ledger.
    async with world.second_client(ledger=ledger) as client:
        (pending,) = client.pending()
        assert reasons(await client.prune_sessions(0)) == {"s": "pending"}
        client.forget_pending("s", pending.key)
        assert reasons(await client.prune_sessions(0)) == {"s": "deleted"}


# --- A CLI without a lease ------------------------------------------------------------------


@pytest.mark.exhaustive("real")
async def test_a_session_that_a_cli_without_a_lease_has_is_resumed_with_a_warning(world, caplog):
    async with world.client(ECHO, **leases(world)) as client:
        await store(client, world, "s", "free")
        async with world.second_client(lease=None) as without:
            bare = await without.resume_session("s", **world.session_options)
            await bare.send_and_wait("two")
            await client.resume_session("free", **world.session_options)
            assert client.statistics().in_use_elsewhere == 0
            session = await client.resume_session("s", **world.session_options)
            assert client.statistics().in_use_elsewhere == 1
            (record,) = [r for r in caplog.records if r.name == "copilot_actors.lease"]
            assert "'s' is resumed although another process" in record.getMessage()
            # Its own replacements are no others.
            if world.name == "simulator":
                world.simulator.processes[0].kill()
            else:
                world.kill(client)
            await session.wait_state("recovering")
            await session.wait_state("idle")
            assert client.statistics().in_use_elsewhere == 1
