"""What grows with the number of sessions on one connection, and by which exponent.

- growth: 1, 10, ... 10,000 sessions that are open and idle. What does each hold, what did it take
  to open it, what does one turn take beside them, what does an event take that comes to one of them
  or is one of many spread over all? The exponent is the slope of a line through the logarithms: 1
  for the memory of all of them, 0 for whatever one of them takes.
- restart: the CLI is killed while so many sessions are open. How long until each is ready again?
- flood: one session, whose subscriber is slow, gets events as fast as the connection takes them.
  What does a turn of the others take meanwhile? Every event of the flood is seen, or counted by a
  marker; no persistent one is missed.

The peer is a process of its own that answers from memory, so that it is not what is measured, and
times are those of this process's processor, where nothing else is said. The restart is that of the
simulated CLI, which is in this process and counts too; ``--real N`` is the one of the real CLI::

    python benchmarks/growth.py [--quick] [--real 20] [--json FILE]
"""

from __future__ import annotations

import argparse
import collections
import gc
import json
import math
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import trio

import copilot_actors
from copilot_actors.testing import Script, Simulator, open_scripted_model

COUNTS = (1, 10, 100, 1_000, 10_000)
OPENED_AT_ONCE = 8
TURNS = 200
EVENTS = 20_000
FLOOD = 60_000
OTHERS = 20
SLOW_EVERY = 64
"""Of the flood's events, after which its subscriber rests for a millisecond."""
TIMEOUT = 300.0
HUGE = {"ping_interval": 1e6, "rpc_timeout": TIMEOUT}

LIMITS = {
    "memory of all": 1.1,
    "memory of each": 0.1,
    "opening one": 0.15,
    "a turn beside idle ones": 0.15,
    "an event beside idle ones": 0.15,
    "an event, spread": 0.25,
    "restart of one": 0.25,
}
"""The largest exponents allowed. The machine's caches get smaller for each session: a spread of
events over 10,000 mailboxes takes longer per event without anything here that looks at them all."""


# --- The peer -------------------------------------------------------------------------------


def event_frames(session_id: str, events: Sequence[dict[str, object]]) -> bytes:
    """The frames of some events of one session."""
    frames = []
    for event in events:
        params = {"sessionId": session_id, "event": event}
        notification = {"jsonrpc": "2.0", "method": "session.event", "params": params}
        frames.append(framed(msgspec.json.encode(notification)))
    return b"".join(frames)


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class Peer:
    """Answers as a CLI would, from memory and at once; floods on request."""

    def __init__(self) -> None:
        self._serial = 0
        self._ready: list[bytes] = []
        self._writing = threading.Lock()

    def run(self) -> None:
        buffer = b""
        while data := os.read(0, 1 << 16):
            buffer += data
            while (end := buffer.find(b"\r\n\r\n")) >= 0:
                size = int(buffer[:end].split(b":")[1])
                if len(buffer) < end + 4 + size:
                    break
                message = msgspec.json.decode(buffer[end + 4 : end + 4 + size])
                buffer = buffer[end + 4 + size :]
                if "method" in message and "id" in message:
                    self._serve(message)

    def _serve(self, message: dict[str, object]) -> None:
        method, params = message["method"], message["params"]
        result: object = {}
        events = b""
        if method == "connect":
            result = {"ok": True, "protocolVersion": 3, "version": "1.0.102"}
        elif method == "session.send":
            result, events = self._turn(params)
        elif method == "bench.prepare":
            self._prepare(params)
        elif method == "bench.flood":
            threading.Thread(target=self._flood, daemon=True).start()
        reply = {"jsonrpc": "2.0", "id": message["id"], "result": result}
        self._write(framed(msgspec.json.encode(reply)) + events)

    def _event(self, kind: str, data: dict[str, object], **more: object) -> dict[str, object]:
        self._serial += 1
        stamp = "2026-11-30T09:00:00.000Z"
        return {"type": kind, "data": data, "id": f"e{self._serial}", "timestamp": stamp, **more}

    def _turn(self, params: dict[str, object]) -> tuple[object, bytes]:
        self._serial += 1
        message_id, session_id = f"m{self._serial}", str(params["sessionId"])
        said = {"content": params["prompt"], "source": params.get("source")}
        events = [
            self._event("user.message", {**said, "messageId": message_id}),
            self._event("assistant.turn_start", {"turnId": "0"}),
            self._event(
                "assistant.message",
                {"messageId": "a", "content": "ok", "originatingMessageId": message_id},
            ),
            self._event("assistant.turn_end", {"turnId": "0"}),
            self._event("session.idle", {}, ephemeral=True),
        ]
        return {"messageId": message_id}, event_frames(session_id, events)

    def _prepare(self, params: dict[str, object]) -> None:
        """Ephemeral events, every hundredth a persistent one, round about the sessions named."""
        names, count = params["sessionIds"], params["count"]
        self._ready = []
        for number in range(count):
            session_id = names[number % len(names)]
            if number % 100 == 99 and params["persistent"]:
                event = self._event("session.info", {"message": str(number), "infoType": "x"})
            else:
                data = {"messageId": "a", "deltaContent": f"word {number}"}
                event = self._event("assistant.message_delta", data, ephemeral=True)
            self._ready.append(event_frames(session_id, [event]))

    def _flood(self) -> None:
        for place in range(0, len(self._ready), 100):
            self._write(b"".join(self._ready[place : place + 100]))
            # A lock is not fair: without a pause the answers to others never get their turn.
            time.sleep(0.0002)

    def _write(self, data: bytes) -> None:
        with self._writing:
            view = memoryview(data)
            while view:
                view = view[os.write(1, view) :]


def light_cli() -> copilot_actors.Stdio:
    return copilot_actors.Stdio(path=sys.executable, args=[__file__, "--peer"])


# --- Growth ---------------------------------------------------------------------------------


@asynccontextmanager
async def many_sessions(count: int):
    """A client of the light peer with so many sessions open; yields what opening them took."""
    with tempfile.TemporaryDirectory() as home:  # leases are files in there
        options = {"cli": light_cli(), "home": home, **HUGE}
        async with copilot_actors.open_client(**options) as client:
            warm = await client.create_session(session_id="warm", model="gpt-4.1")
            await warm.send_and_wait("hello", timeout=TIMEOUT)
            began = time.process_time()
            sessions = await open_sessions(client, count)
            yield client, sessions, (time.process_time() - began) / count


async def open_sessions(client, count: int) -> list[copilot_actors.Session]:
    sessions: list[copilot_actors.Session] = []
    numbers = iter(range(count))

    async def opener() -> None:
        for number in numbers:
            session = await client.create_session(session_id=f"s{number}", model="gpt-4.1")
            sessions.append(session)

    async with trio.open_nursery() as nursery:
        for _ in range(min(OPENED_AT_ONCE, count)):
            nursery.start_soon(opener)
    return sessions


async def memory_of(count: int) -> dict[str, float]:
    """Bytes that Python holds for each session, once it is open and idle."""
    async with many_sessions(1) as (client, _, _):
        gc.collect()
        tracemalloc.start()
        try:
            for number in range(count):
                await client.create_session(session_id=f"m{number}", model="gpt-4.1")
            gc.collect()
            held = tracemalloc.get_traced_memory()[0]
        finally:
            tracemalloc.stop()
    return {"memory of all": held, "memory of each": held / count}


async def times_of(count: int) -> dict[str, float]:
    """Microseconds of the processor: opening one session, a turn, an event."""
    async with many_sessions(count) as (client, sessions, opened):
        gc.collect()
        # What is there stays: a full collection in the middle of a row is not the row's.
        gc.freeze()
        one, turns = sessions[0], []
        for _ in range(TURNS):
            began = time.process_time()
            await one.send_and_wait("hello", timeout=TIMEOUT)
            turns.append(time.process_time() - began)
        alone = await flooded(client, [one], EVENTS)
        spread = await flooded(client, sessions, EVENTS)
    seconds = {
        "opening one": opened,
        "a turn beside idle ones": statistics.median(turns),
        "an event beside idle ones": alone,
        "an event, spread": spread,
    }
    return {name: value * 1e6 for name, value in seconds.items()}


async def flooded(client, sessions, count: int) -> float:
    """Seconds per event from the request to the last event at its subscriber."""
    missing, done = count, trio.Event()

    def note(_event) -> None:
        nonlocal missing
        missing -= 1
        if not missing:
            done.set()

    refs = [await session.on("assistant.message_delta", note) for session in sessions]
    names = [session.session_id for session in sessions]
    params = {"sessionIds": names, "count": count, "persistent": False}
    await client.request("bench.prepare", params)
    began = time.process_time()
    await client.request("bench.flood", {})
    with trio.fail_after(TIMEOUT):
        await done.wait()
    spent = time.process_time() - began
    for session, ref in zip(sessions, refs, strict=True):
        await session.off(ref)
    return spent / count


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """The slope of the least-squares line through the logarithms."""
    xs = [math.log(x) for x, _ in points]
    ys = [math.log(max(y, 1e-12)) for _, y in points]
    x_mean, y_mean = statistics.fmean(xs), statistics.fmean(ys)
    spread = sum((x - x_mean) ** 2 for x in xs)
    return sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True)) / spread


# --- Restart --------------------------------------------------------------------------------


class Restart:
    """Kill, and wait until each session has said that it is back."""

    def __init__(self, count: int) -> None:
        self._missing = count
        self._done = trio.Event()

    def note(self, _event) -> None:
        self._missing -= 1
        if not self._missing:
            self._done.set()

    async def measure(self, kill) -> dict[str, float]:
        began, spent = time.perf_counter(), time.process_time()
        kill()
        with trio.fail_after(TIMEOUT):
            await self._done.wait()
        return {"wall": time.perf_counter() - began, "cpu": time.process_time() - spent}


async def simulated_restart(count: int) -> dict[str, float]:
    simulator, restart = Simulator(Script.echo()), Restart(count)
    async with copilot_actors.open_client(cli=simulator, **HUGE) as client:
        sessions = await open_sessions(client, count)
        for session in sessions:
            await session.send_and_wait("hello", timeout=TIMEOUT)
            await session.on("copilot_actors.session.recovered", restart.note)
        return await restart.measure(simulator.process.kill)


async def real_restart(count: int) -> dict[str, float]:
    restart = Restart(count)
    with tempfile.TemporaryDirectory() as home:
        async with open_scripted_model(Script.echo()) as model:
            kept = {name: os.environ[name] for name in ("PATH", "HOME")}
            options = {"env": {**model.environment(), **kept}, "home": home}
            async with copilot_actors.open_client(**options) as client:
                for number in range(count):
                    session = await client.create_session(
                        session_id=f"s{number}", model=model.model_name, provider=model.provider()
                    )
                    await session.send_and_wait("hello", timeout=TIMEOUT)
                    await session.on("copilot_actors.session.recovered", restart.note)
                return await restart.measure(lambda: os.kill(client.pid, signal.SIGKILL))


# --- Flood ----------------------------------------------------------------------------------


async def flood(count: int) -> dict[str, object]:
    """Turns of some sessions while another one is flooded, and what of the flood was seen."""
    async with many_sessions(OTHERS) as (client, sessions, _):
        noisy = await client.create_session(session_id="noisy", model="gpt-4.1")
        seen: collections.Counter[str] = collections.Counter()
        came = lagged = 0
        over = trio.Event()
        persistent: list[str] = []

        async def slow(event) -> None:
            nonlocal came, lagged
            if event.type == "copilot_actors.subscription.lagged":
                lagged += event.data["skipped"]
            else:
                came += 1
                seen[event.id] += 1
                if event.type == "session.info":
                    persistent.append(event.data["message"])
                if came % SLOW_EVERY == 0:
                    await trio.sleep(0.001)
            if came + lagged == count:
                over.set()

        await noisy.on(slow)
        params = {"sessionIds": ["noisy"], "count": count, "persistent": True}
        await client.request("bench.prepare", params)
        quiet = await turns_of(sessions, trio.Event(), least=10)
        ended = trio.Event()
        loud: list[float] = []
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def ask() -> None:
                loud.extend(await turns_of(sessions, ended, least=1))

            await client.request("bench.flood", {})
            with trio.fail_after(TIMEOUT):
                await over.wait()
            ended.set()
        counted = client.statistics().lagged_events
    expected = [str(number) for number in range(99, count, 100)]
    return {
        "quiet": quiet,
        "loud": loud,
        "lost": count - came - lagged,
        "twice": sum(n > 1 for n in seen.values()),
        "lagged": lagged,
        "all named": lagged == counted and persistent == expected,
    }


async def turns_of(sessions, ended: trio.Event, *, least: int) -> list[float]:
    """Seconds, on the wall, of turns that the sessions ask for one after the other."""
    taken: list[float] = []

    async def asker(session) -> None:
        asked = 0
        while asked < least or (least == 1 and not ended.is_set()):
            began = time.perf_counter()
            await session.send_and_wait("hello", timeout=TIMEOUT)
            taken.append(time.perf_counter() - began)
            asked += 1
            await trio.sleep(0.01)

    async with trio.open_nursery() as nursery:
        for session in sessions:
            nursery.start_soon(asker, session)
    return taken


# --- The report -----------------------------------------------------------------------------


def measured(what: str, count: int) -> dict[str, float]:
    """The figures of one part in a process of its own, which no other part has filled."""
    command = [sys.executable, __file__, "--part", what, str(count)]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


PARTS = {
    "memory": memory_of,
    "times": times_of,
    "simulated": simulated_restart,
    "real": real_restart,
    "flood": flood,
}


def growth_rows(counts: Sequence[int]) -> Iterator[dict[str, object]]:
    found: dict[str, list[tuple[int, float]]] = {}
    for count in counts:
        for name, value in {**measured("memory", count), **measured("times", count)}.items():
            found.setdefault(name, []).append((count, value))
    for name, points in found.items():
        unit = "bytes" if name.startswith("memory") else "us"
        yield row("growth", name, unit, points)


def row(kind: str, name: str, unit: str, points: Sequence[tuple[int, float]]) -> dict[str, object]:
    """One row of the report: a contender is a number of sessions, the ratio is the exponent."""
    slope, limit = exponent(points), LIMITS[name]
    return {
        "row": kind,
        "name": name,
        "unit": unit,
        "contenders": {f"{count} sessions": value for count, value in points},
        "ratio": {"of": "log", "to": "log", "median": slope, "low": slope, "high": slope},
        "target": f"<= {limit}",
        "met": slope <= limit,
        "note": "exponent of growth",
    }


def restart_rows(counts: Sequence[int], real: int) -> Iterator[dict[str, object]]:
    cpu = []
    wall: dict[str, float] = {}
    for count in counts:
        took = measured("simulated", count)
        cpu.append((count, took["cpu"] / count * 1e3))
        wall[f"{count} sessions, simulator"] = took["wall"]
    yield row("restart", "restart of one", "ms", cpu)
    if real:
        wall[f"{real} sessions, real CLI"] = measured("real", real)["wall"]
    yield plain("restart: kill to the last one ready", "s", wall)


def flood_rows(count: int) -> Iterator[dict[str, object]]:
    report = measured("flood", count)
    times = {}
    for when in ("quiet", "loud"):
        cuts = statistics.quantiles(report[when], n=100)
        times[f"{when} p50"], times[f"{when} p99"] = cuts[49] * 1e3, cuts[98] * 1e3
    yield plain("flood: a turn of the others", "ms", times)
    lost = {name: report[name] for name in ("lost", "twice", "lagged")}
    right = not report["lost"] and not report["twice"] and report["all named"]
    yield {
        **plain("flood: events of the flood", "events", lost),
        "target": "none lost by name",
        "met": bool(right),
    }


def plain(name: str, unit: str, contenders: dict[str, float]) -> dict[str, object]:
    """A row without a target."""
    kind, _, name = name.partition(": ")
    nothing = {"ratio": None, "target": None, "met": None, "note": ""}
    return {"row": kind, "name": name, "unit": unit, "contenders": contenders, **nothing}


def show(one: dict[str, object]) -> None:
    figures = "  ".join(f"{who} {value:,.4g}" for who, value in one["contenders"].items())
    verdict = "" if one["met"] is None else "  met" if one["met"] else "  MISSED"
    grown = "" if one["ratio"] is None else f"  exponent {one['ratio']['median']:.2f}"
    target = "" if one["target"] is None else f" (wanted {one['target']})"
    name = f"{one['row']}: {one['name']} [{one['unit']}]"
    print(f"{name}\n    {figures}\n   {grown}{target}{verdict}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="up to 1,000 sessions, a small flood")
    parser.add_argument("--real", type=int, default=0, help="restart the real CLI with so many")
    parser.add_argument("--json", metavar="FILE", help="write the rows there too")
    parser.add_argument("--peer", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--part", nargs=2, help=argparse.SUPPRESS)
    options, _ = parser.parse_known_args()  # a client adds arguments of the CLI to the peer's
    if options.peer:
        Peer().run()
        return 0
    if options.part is not None:
        what, count = options.part
        print(json.dumps(trio.run(PARTS[what], int(count))))
        return 0
    counts = COUNTS[:-1] if options.quick else COUNTS
    restarted = (10, 100) if options.quick else (10, 100, 1_000)
    rows = []
    for source in (
        growth_rows(counts),
        restart_rows(restarted, options.real),
        flood_rows(FLOOD // 6 if options.quick else FLOOD),
    ):
        for one in source:
            show(one)
            rows.append(one)
    if options.json:
        Path(options.json).write_text(json.dumps({"rows": rows}, indent=2), encoding="utf-8")
    return int(any(one["met"] is False for one in rows))


if __name__ == "__main__":
    sys.exit(main())
