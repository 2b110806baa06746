"""A gateway under load: peers that never read, a reconnect storm, and a guesser of tokens.

The gateway, over the simulated CLI, is a process of its own; the peers are in this one.

- crowd: connections watch a session that streams, some of them never read. What does a request of
  the others take, at the median and at p99, and how much memory does the gateway take?
- storm: all peers lose their connections at once, again and again, while the session goes on, and
  come back with their cursors. Does each have each persistent event once?
- guesses: an address tries wrong tokens, and the right one in the end. Is a peer at another
  address served meanwhile?

Run: python benchmarks/gateway_load.py --connections 200 --deaf 20
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import statistics
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path

import trio
from trio_websocket import ConnectionClosed, ConnectionRejected, wrap_client_stream

import copilot_actors
from copilot_actors.gateway import GatewayLimits, open_gateway
from copilot_actors.testing import Simulator, Text

TOKEN = "benchmark-token-0123456789"
SESSION = "crowded"
LIMITS = GatewayLimits(
    slow_peer_timeout=2.0,
    outbox_size=512 * 1024,
    outbox_limit=2 * 1024 * 1024,
    auth_attempts=5,
    auth_window=60.0,
)
CHARACTERS = 40_000
"""Of an answer, streamed in 10 pieces within five seconds."""
PAUSE = 1.0
"""Seconds between the requests of one peer."""


# --- The gateway's process ------------------------------------------------------------------


async def serve() -> None:
    """Serve until the other process is gone."""
    simulator = Simulator(lambda _request: Text("x" * CHARACTERS, chunks=10, delay=0.5))
    async with (
        copilot_actors.open_client(cli=simulator) as client,
        open_gateway(client, tokens=[TOKEN], limits=LIMITS) as gateway,
    ):
        print(gateway.url, flush=True)
        await trio.to_thread.run_sync(sys.stdin.read)


def memory(pid: int) -> int:
    """Resident bytes of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@asynccontextmanager
async def gateway_process():
    command = [sys.executable, __file__, "--serve"]
    process = subprocess.Popen(  # noqa: ASYNC220 - it does not wait
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        url = (await trio.to_thread.run_sync(process.stdout.readline)).decode().strip()
        yield process.pid, int(url.rstrip("/").rpartition(":")[2])
    finally:
        process.stdin.close()
        process.wait()
        process.stdout.close()


# --- Peers ----------------------------------------------------------------------------------


class Peer:
    """Speaks JSON texts, and notes the persistent events that it gets."""

    def __init__(self, port: int, local: str = "127.0.0.1") -> None:
        self.port = port
        self.local = local
        self.persistent: list[str] = []
        self.turns = 0
        self._ids = itertools.count(1)
        self._replies: dict[int, object] = {}
        self._news = trio.Event()
        self.stream: trio.SocketStream | None = None

    @asynccontextmanager
    async def connected(self, token: str = TOKEN):
        self.stream = await trio.open_tcp_stream("127.0.0.1", self.port, local_address=self.local)
        try:
            async with trio.open_nursery() as nursery:
                self.socket = await wrap_client_stream(
                    nursery,
                    self.stream,
                    "127.0.0.1",
                    "/",
                    extra_headers=[(b"Authorization", b"Bearer " + token.encode())],
                    max_message_size=64 * 1024 * 1024,
                )
                nursery.start_soon(self._read, nursery.cancel_scope)
                yield self
                nursery.cancel_scope.cancel()
        finally:
            await trio.aclose_forcefully(self.stream)

    async def _read(self, over: trio.CancelScope) -> None:
        while True:
            try:
                message = json.loads(await self.socket.get_message())
            except ConnectionClosed:
                over.cancel()
                return
            if message.get("method") == "session.event":
                event = message["params"]["event"]
                if not event.get("ephemeral"):
                    self.persistent.append(event["id"])
                elif event["type"] == "session.idle":
                    self.turns += 1
                    self._tell()
            elif "id" in message:
                self._replies[message["id"]] = message
                self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = trio.Event()

    async def turn(self) -> None:
        """Let the session answer, and wait for the end of that."""
        before = self.turns
        await self.call("session.send", sessionId=SESSION, prompt="go")
        while self.turns == before:
            await self._news.wait()

    async def call(self, method: str, **params: object) -> dict[str, object]:
        number = next(self._ids)
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        await self.socket.send_message(json.dumps(request))
        while number not in self._replies:
            await self._news.wait()
        return self._replies.pop(number).get("result", {})


async def deafen(port: int) -> trio.SocketStream:
    """Attach a peer that never reads a byte again."""
    stream = await trio.open_tcp_stream("127.0.0.1", port)
    request = (
        "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {TOKEN}\r\n\r\n"
    )
    await stream.send_all(request.encode())
    while b"\r\n\r\n" not in await stream.receive_some():
        pass
    call = {"jsonrpc": "2.0", "id": 1, "method": "gateway.tail", "params": {"sessionId": SESSION}}
    body = json.dumps(call).encode()
    await stream.send_all(bytes([0x81, 0x80 | len(body)]) + b"\0\0\0\0" + body)
    return stream


async def talk(port: int, stop: trio.Event, stopped: trio.Event) -> None:
    """Keep the session at work, turn after turn, to the end of the last."""
    async with Peer(port).connected() as peer:
        await peer.call("gateway.attach", sessionId=SESSION)
        while not stop.is_set():
            await peer.turn()
    stopped.set()


# --- Scenarios ------------------------------------------------------------------------------


async def crowd(connections: int, deaf: int, seconds: float) -> dict[str, object]:
    took: list[float] = []

    async def watch(port: int, until: float, ready: list[int], go: trio.Event) -> None:
        async with Peer(port).connected() as peer:
            await peer.call("gateway.tail", sessionId=SESSION)
            ready.append(1)
            await go.wait()
            while trio.current_time() < until:
                begun = time.perf_counter()
                await peer.call("ping")
                took.append(time.perf_counter() - begun)
                await trio.sleep(PAUSE)

    async with gateway_process() as (pid, port), Peer(port).connected() as peer:
        await peer.call("session.create", sessionId=SESSION, model="gpt-4.1")
        empty = memory(pid)
        streams = [await deafen(port) for _ in range(deaf)]
        go, stop, ready = trio.Event(), trio.Event(), list[int]()
        peak = 0
        async with trio.open_nursery() as nursery:
            until = trio.current_time() + seconds
            async with trio.open_nursery() as watchers:
                for _ in range(connections - deaf - 2):
                    watchers.start_soon(watch, port, until, ready, go)
                while len(ready) < connections - deaf - 2:  # noqa: ASYNC110 - no event tells
                    await trio.sleep(0.01)
                full = memory(pid)
                nursery.start_soon(talk, port, stop, trio.Event())
                go.set()
                while trio.current_time() < until:
                    peak = max(peak, memory(pid))
                    await trio.sleep(0.1)
            stop.set()
        counted = (await peer.call("gateway.statistics"))["gateway"]
        for stream in streams:
            await trio.aclose_forcefully(stream)
    took.sort()
    return {
        "connections": connections,
        "deaf": deaf,
        "requests": len(took),
        "p50_ms": round(1000 * statistics.median(took), 1),
        "p99_ms": round(1000 * took[int(len(took) * 0.99)], 1),
        "cut_off": counted["slow_peers"],
        "lagged_events": counted["lagged_events"],
        "events": counted["events"],
        "memory_per_connection_kib": round((full - empty) / connections / 1024),
        "memory_empty_mib": round(empty / 2**20),
        "memory_peak_mib": round(peak / 2**20),
    }


async def storm(connections: int, rounds: int) -> dict[str, object]:
    took: list[float] = []
    peers: list[Peer] = []

    async def live(port: int, cuts: list[trio.Event], back: list[list[float]]) -> None:
        peer = Peer(port)
        peers.append(peer)
        for number in range(rounds + 1):
            begun = trio.current_time()
            async with peer.connected():
                cursor = peer.persistent[-1] if peer.persistent else ""
                await peer.call("gateway.attach", sessionId=SESSION, cursor=cursor)
                back[number].append(trio.current_time() - begun)
                await cuts[number].wait()
                # Cut in the midst of everything: what was not read is lost with the socket.

    async with gateway_process() as (_, port), Peer(port).connected() as peer:
        await peer.call("session.create", sessionId=SESSION, model="gpt-4.1")
        cuts = [trio.Event() for _ in range(rounds + 1)]
        back: list[list[float]] = [[] for _ in range(rounds + 1)]
        stop, stopped = trio.Event(), trio.Event()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(talk, port, stop, stopped)
            for _ in range(connections):
                nursery.start_soon(live, port, cuts, back)
            for number in range(rounds + 1):
                while len(back[number]) < connections:  # noqa: ASYNC110 - no event tells
                    await trio.sleep(0.01)
                if number == rounds:
                    stop.set()
                    await stopped.wait()
                    stored = await peer.call("session.getMessages", sessionId=SESSION)
                    ids = [event["id"] for event in stored["events"]]
                    with trio.move_on_after(30):
                        while any(one.persistent[-1:] != ids[-1:] for one in peers):  # noqa: ASYNC110 - no event tells
                            await trio.sleep(0.05)
                else:
                    await trio.sleep(0.3)
                cuts[number].set()
    took = sorted(seconds for times in back[1:] for seconds in times)
    return {
        "connections": connections,
        "rounds": rounds,
        "persistent_events": len(ids),
        "wrong_histories": sum(one.persistent != ids for one in peers),
        "back_p50_ms": round(1000 * statistics.median(took)),
        "back_max_ms": round(1000 * took[-1]),
    }


async def guesses(attempts: int) -> dict[str, object]:
    statuses: dict[int, int] = {}
    took: list[float] = []

    async def attempt(port: int, token: str) -> int:
        try:
            async with Peer(port, "127.0.0.2").connected(token):
                return 101
        except* ConnectionRejected as group:
            return_code = group.exceptions[0].status_code
        return return_code

    async with gateway_process() as (_, port), Peer(port).connected() as other:
        for number in range(attempts):
            status = await attempt(port, f"guess-{number:020}")
            statuses[status] = statuses.get(status, 0) + 1
            begun = time.perf_counter()
            await other.call("ping")
            took.append(time.perf_counter() - begun)
        last = await attempt(port, TOKEN)
        counted = (await other.call("gateway.statistics"))["gateway"]
    return {
        "attempts": attempts,
        "statuses": statuses,
        "right_token_afterwards": last,
        "tokens_looked_at": counted["refused_tokens"],
        "throttled": counted["throttled"],
        "others_p99_ms": round(1000 * sorted(took)[int(len(took) * 0.99)], 1),
    }


async def measure(arguments: argparse.Namespace) -> dict[str, object]:
    return {
        "crowd_all_read": await crowd(arguments.connections, 0, arguments.seconds),
        "crowd": await crowd(arguments.connections, arguments.deaf, arguments.seconds),
        "storm": await storm(arguments.connections, arguments.rounds),
        "guesses": await guesses(arguments.guesses),
    }


def failures(report: dict[str, object], arguments: argparse.Namespace) -> list[str]:
    """What must not happen."""
    crowd, storm, guessed = report["crowd"], report["storm"], report["guesses"]
    found = []
    if crowd["cut_off"] != arguments.deaf:
        found.append(f"{crowd['cut_off']} peers were cut off, not {arguments.deaf}")
    if storm["wrong_histories"]:
        found.append(f"{storm['wrong_histories']} peers lost or doubled events")
    if guessed["tokens_looked_at"] > LIMITS.auth_attempts or 101 in guessed["statuses"]:
        found.append("a guesser was listened to")
    if guessed["right_token_afterwards"] != 429:
        found.append("a guesser got in")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--deaf", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--guesses", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.serve:
        trio.run(serve)
        return 0
    report = trio.run(measure, arguments)
    found = failures(report, arguments)
    if arguments.json:
        print(json.dumps({**report, "failures": found}))
    else:
        for name, values in report.items():
            print(name)
            for key, value in values.items():
                print(f"  {key:28} {value}")
        for line in found:
            print(f"FAILED: {line}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
