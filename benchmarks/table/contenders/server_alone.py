"""What the synthetic server can do: prepared requests in bulk, answers counted and not decoded.

The others are measured through it; where one of them came near these figures, its row would tell
of the server. Batches are small enough for both pipes, so that neither side ever waits to write.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable

import bare
import harness
from harness import Meter, Metrics

BATCH = 20
REQUEST_ID = re.compile(rb'"external_tool.requested".*?"requestId":"(req-\d+)"')


def call(method: str, params: str) -> bytes:
    body = f'{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}'
    return bare.frame(body.encode())


def prompt(session: str, text: str) -> bytes:
    return call("session.send", f'{{"sessionId":"{session}","prompt":"{text}"}}')


class Pipe:
    """The server at the end of two pipes, blocking."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            harness.server_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._output = self._process.stdin.fileno()
        self._input = self._process.stdout.fileno()

    def ask(self, requests: bytes, mark: bytes, count: int = 1) -> None:
        """Write, and read until the mark has come so many times."""
        os.write(self._output, requests)
        rest, tail = len(mark) - 1, b""
        while count > 0:
            data = os.read(self._input, bare.READ_SIZE)
            # A mark may lie across two reads; the seam is too short to have one of its own.
            count -= data.count(mark) + (tail + data[:rest]).count(mark)
            tail = (tail + data if len(data) < rest else data)[-rest:]

    def write(self, data: bytes) -> None:
        os.write(self._output, data)

    def read(self) -> bytes:
        return os.read(self._input, bare.READ_SIZE)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def flood(size: int) -> Callable[[Pipe, int], Metrics]:
    def run(pipe: Pipe, count: int) -> Metrics:
        pipe.ask(call("session.create", '{"sessionId":"bench"}'), b"session.start")
        meter = Meter()
        name = "small" if size < 1000 else "large"
        pipe.ask(prompt("bench", f"flood {name} {count}"), b'"session.idle"')
        meter.read()
        return harness.flood_metrics(meter, count, size)

    return run


def ping_many(pipe: Pipe, count: int) -> Metrics:
    requests = call("ping", "{}") * 250
    meter = Meter()
    for _ in range(count // 250):
        pipe.ask(requests, b'"result"', 250)
    meter.read()
    return meter.rate("ping_1000", count)


def turn(pipe: Pipe, count: int) -> Metrics:
    pipe.ask(call("session.create", '{"sessionId":"bench"}'), b"session.start")
    meter = Meter()
    for _ in range(count):
        pipe.ask(prompt("bench", "go"), b'"session.idle"')
    meter.read()
    return meter.rate("turn", count)


def turns(pipe: Pipe, count: int) -> Metrics:
    batches = [range(first, first + BATCH) for first in range(0, 1000, BATCH)]
    for batch in batches:
        creates = [call("session.create", f'{{"sessionId":"bench-{n}"}}') for n in batch]
        pipe.ask(b"".join(creates), b"session.start", BATCH)
    sends = [b"".join(prompt(f"bench-{n}", "go") for n in batch) for batch in batches]
    meter = Meter()
    for _ in range(count):
        for requests in sends:
            pipe.ask(requests, b'"session.idle"', BATCH)
    meter.read()
    return meter.rate("turns_1000", count * 1000)


def tools(window: int) -> Callable[[Pipe, int], Metrics]:
    def run(pipe: Pipe, count: int) -> Metrics:
        pipe.ask(call("session.create", '{"sessionId":"bench"}'), b"session.start")
        meter = Meter()
        frames, left = bare.Frames(), count // 100
        pipe.write(prompt("bench", f"tools {window} 100"))
        while left:
            bodies = frames.feed(pipe.read())
            found = [match[1] for body in bodies if (match := REQUEST_ID.search(body))]
            answers = [
                call(
                    "session.tools.handlePendingToolCall",
                    f'{{"sessionId":"bench","requestId":"{request.decode()}","result":"value 7"}}',
                )
                for request in found
            ]
            if answers:
                pipe.write(b"".join(answers))
            if any(b'"session.idle"' in body for body in bodies):
                left -= 1
                pipe.write(prompt("bench", f"tools {window} 100"))
        meter.read()
        return meter.rate(f"tools_{window}", count)

    return run


def sessions(pipe: Pipe, count: int) -> Metrics:
    meter = Meter()
    for first in range(0, count, BATCH):
        creates = [
            call("session.create", f'{{"sessionId":"bench-{number}"}}')
            for number in range(first, first + BATCH)
        ]
        pipe.ask(b"".join(creates), b"session.start", BATCH)
    meter.read()
    return meter.rate("session_create", count)


SCENARIOS = {
    "events-small": flood(380),
    "events-64k": flood(64 * 1024),
    "ping-1000": ping_many,
    "turn": turn,
    "turns-1000": turns,
    "tools-1": tools(1),
    "tools-32": tools(32),
    "sessions": sessions,
}


def measured(scenario: Callable[[Pipe, int], Metrics]) -> Callable[[int], Metrics]:
    def run(count: int) -> Metrics:
        pipe = Pipe()
        try:
            return scenario(pipe, count)
        finally:
            pipe.close()

    return run


if __name__ == "__main__":
    # What is measured is the server: the time of its reader says nothing.
    os.environ.pop("BENCH_CPU", None)
    harness.main({name: measured(scenario) for name, scenario in SCENARIOS.items()})
