"""Listing and pruning a thousand stored sessions on the real Copilot CLI: time and memory.

    python benchmarks/stored_sessions.py [--sessions 1000]

One session is held by the CLI itself; the others are copies of its folder under ids of their own,
which the CLI lists like its own (that is checked first). Half of them are two days old. Memory is
the largest resident size of the CLI and of this process.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import resource
import shutil
import tempfile
import time
from pathlib import Path

import trio

import copilot_actors
from copilot_actors import SessionFilter, SessionId
from copilot_actors.testing import Script, open_scripted_model

DAY = 86400.0


def copy_session(source: Path, session_id: str, modified: float) -> None:
    """Make a stored session out of another one, as the CLI would have written it."""
    folder = source.with_name(session_id)
    shutil.copytree(source, folder)
    for name, before, after in (
        ("events.jsonl", f'"sessionId":"{source.name}"', f'"sessionId":"{session_id}"'),
        ("workspace.yaml", f"id: {source.name}\n", f"id: {session_id}\n"),
    ):
        path = folder / name
        path.write_text(path.read_text().replace(before, after))
    os.utime(folder / "events.jsonl", (modified, modified))


def peak_mb(pid: int | str) -> float:
    """The largest resident size that a process ever had."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return float("nan")


async def measure(count: int) -> None:
    home = Path(tempfile.mkdtemp(prefix="stored-sessions-"))
    try:
        async with open_scripted_model(Script.echo()) as model:
            env = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"], **model.environment()}
            async with copilot_actors.open_client(env=env, home=home) as client:
                session = await client.create_session(
                    session_id="first", model=model.model_name, provider=model.provider()
                )
                for number in range(3):
                    await session.send_and_wait(f"prompt {number}")
                await session.disconnect()
                now = time.time()
                for number in range(count - 1):
                    session_id = SessionId(user=f"u{number % 10}", task=str(number)).encode()
                    age = 2 * DAY if number % 2 else 0.0
                    copy_session(home / "session-state" / "first", session_id, now - age)
                await run(client, count)
    finally:
        shutil.rmtree(home)


async def run(client: copilot_actors.Client, count: int) -> None:
    begun_cli, begun_us = peak_mb(client.pid), peak_mb("self")
    for label, wanted in (
        ("list, cold", None),
        ("list, warm", None),
        ("list of one user, idle for a day", SessionFilter(user="u1", idle_for=DAY)),
    ):
        begun = time.perf_counter()
        found = await client.list_sessions(wanted)
        print(f"{label}: {len(found)} sessions in {time.perf_counter() - begun:.3f} s", flush=True)
        if wanted is None and len(found) != count:
            raise SystemExit(f"the CLI lists {len(found)} of {count}")
    steps: list[float] = []
    for dry_run in (True, False):
        report = await client.prune_sessions(
            DAY, dry_run=dry_run, on_progress=lambda _: steps.append(time.perf_counter())
        )
        if report.failed:
            raise SystemExit(f"not deleted: {[s.error for s in report.sessions if s.error][:3]}")
        what = "prune, dry run (nothing is deleted)" if dry_run else "prune"
        gone = report.would_delete if dry_run else report.deleted
        print(
            f"{what}: {len(gone)} idle, {len(report.kept)} kept in {report.seconds:.2f} s "
            f"({report.seconds / max(1, len(gone)) * 1000:.1f} ms each), "
            f"{report.freed_bytes / 1e6:.1f} MB freed",
            flush=True,
        )
    left = await client.list_sessions()
    old = [one for one in left if (one.idle_at(dt.datetime.now(dt.UTC)) or 0) >= DAY]
    print(
        f"left: {len(left)} sessions, {len(old)} of them old; {client.statistics().leases} leases"
    )
    ours = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"peak memory: CLI {peak_mb(client.pid):.0f} MB (before {begun_cli:.0f}), "
        f"this process {ours:.0f} MB (before {begun_us:.0f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sessions", type=int, default=1000)
    trio.run(measure, parser.parse_args().sessions)


if __name__ == "__main__":
    main()
