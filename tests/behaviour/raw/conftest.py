"""Two worlds for one suite: the simulator under a mock clock, and the real CLI.

Every test of this folder runs in both and asserts the same literal trace, so the simulator
cannot drift from what it stands for. The client here is bare JSON-RPC: our own is not involved.
"""

import json
import os
import signal
import subprocess
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
import trio
from trio.testing import MockClock

from copilot_actors.testing import Simulator, open_scripted_model
from copilot_actors.transport import LaunchOptions, find_cli

SESSION = "s-1"
TOOLS = [
    {
        "name": "weather",
        "description": "Tells the weather.",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
        "skipPermission": True,
    },
    {
        "name": "guarded",
        "description": "Needs permission.",
        "parameters": {"type": "object", "properties": {}},
    },
]
# What a trace keeps of the ephemeral events: those that a client acts on.
KEPT_EPHEMERAL = {
    "agent.interrupted",
    "assistant.idle",
    "assistant.message_delta",
    "assistant.turn_retry",
    "elicitation.completed",
    "elicitation.requested",
    "exit_plan_mode.completed",
    "exit_plan_mode.requested",
    "session.idle",
    "user_input.completed",
    "user_input.requested",
}


class RpcError(Exception):
    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]
        self.message = error["message"]
        self.data = error.get("data")


class BareClient:
    """One connection: requests by number, events in order, answers to the CLI's requests."""

    def __init__(self, stream, world):
        self.world = world
        self.stream = stream
        self.buffer = b""
        self.numbers = 0
        self.replies = {}
        self.events = []
        self.requests = []
        self.lifecycle = []
        self.answers = {}
        self.read_to = 0

    async def send(self, method, **params):
        self.numbers += 1
        await self.write({"id": self.numbers, "method": method, "params": params})
        return self.numbers

    async def write(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        await self.stream.send_all(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    async def call(self, method, **params):
        return await self.reply(await self.send(method, **params))

    async def reply(self, number):
        with trio.fail_after(60):
            while number not in self.replies:
                await self.read()
        message = self.replies.pop(number)
        if "error" in message:
            raise RpcError(message["error"])
        return message["result"]

    async def event(self, kind, **wanted):
        """Return the data of the next event of a kind, after those returned before."""
        with trio.fail_after(60):
            while True:
                while self.read_to < len(self.events):
                    event = self.events[self.read_to]
                    self.read_to += 1
                    data = event["data"]
                    if event["type"] == kind and wanted.items() <= data.items():
                        return data
                await self.read()

    async def request(self, method):
        """Return the next request of the CLI by a method."""
        with trio.fail_after(60):
            while True:
                for request in self.requests:
                    if request["method"] == method:
                        self.requests.remove(request)
                        return request
                await self.read()

    async def read(self):
        while b"\r\n\r\n" not in self.buffer:
            await self.fill()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        length = int(head.split(b":")[1])
        while len(self.buffer) < length:
            await self.fill()
        message = json.loads(self.buffer[:length])
        self.buffer = self.buffer[length:]
        method = message.get("method")
        if method is None:
            self.replies[message["id"]] = message
        elif method == "session.event":
            self.events.append(message["params"]["event"])
        elif method == "session.lifecycle":
            self.lifecycle.append(message["params"])
        elif "id" in message:
            await self.requested(message)

    async def requested(self, message):
        if message["method"] in self.answers:
            result = self.answers[message["method"]](message["params"])
            await self.write({"id": message["id"], "result": result})
        else:
            self.requests.append(message)

    async def fill(self):
        data = await self.stream.receive_some(65_536)
        if not data:
            raise EOFError
        self.buffer += data

    async def settle(self, seconds=0.3):
        """Read whatever comes within some time."""
        with trio.move_on_after(seconds):
            while True:
                await self.read()

    async def asked(self, count=1):
        """Read until the model has had so many requests."""
        with trio.fail_after(60):
            while len(self.world.requests) < count:
                await self.settle(0.05)

    async def open(self, method="session.create", **extra):
        params = {
            "sessionId": SESSION,
            "model": "gpt-4.1",
            "tools": TOOLS,
            "requestPermission": True,
            "streaming": True,
            **self.world.provider,
        }
        return await self.call(method, **(params | extra))

    async def resume(self, **extra):
        return await self.open("session.resume", **extra)

    async def prompt(self, text, **extra):
        sent = await self.call("session.send", sessionId=SESSION, prompt=text, **extra)
        return sent["messageId"]

    async def turn(self, text, **extra):
        message_id = await self.prompt(text, **extra)
        await self.event("session.idle")
        return message_id

    async def save(self):
        await self.call("sessions.save", sessionId=SESSION)

    async def tool(self, request_id, result):
        reply = await self.call(
            "session.tools.handlePendingToolCall",
            sessionId=SESSION,
            requestId=request_id,
            result=result,
        )
        return reply["success"]

    async def permit(self, request_id, **decision):
        reply = await self.call(
            "session.permissions.handlePendingPermissionRequest",
            sessionId=SESSION,
            requestId=request_id,
            result=decision or {"kind": "approve-once"},
        )
        return reply["success"]

    async def activity(self):
        reply = await self.call("session.metadata.activity", sessionId=SESSION)
        return reply["hasActiveWork"]

    def trace(self, start=0):
        """Return the types of the events since ``start`` that are kept, deltas joined."""
        trace = []
        for event in self.events[start:]:
            kind = event["type"]
            if event.get("ephemeral") and kind not in KEPT_EPHEMERAL:
                continue
            if kind == "assistant.message_delta" and trace and trace[-1] == kind:
                continue
            trace.append(kind)
        return trace

    def data(self, kind):
        return [event["data"] for event in self.events if event["type"] == kind]

    def mark(self):
        return len(self.events)


class SimulatedWorld:
    """Processes of the simulator over one store."""

    name = "sim"

    def __init__(self, script):
        self.provider = {}
        self.simulator = Simulator(script, seed=7)
        self.channels = []

    async def start(self):
        channel = await self.simulator.open(LaunchOptions())
        self.channels.append(channel)
        client = BareClient(channel.stream, self)
        await client.call("connect")
        return client

    async def kill(self, client, number=signal.SIGKILL):
        process = next(c.process for c in self.channels if c.stream is client.stream)
        if number == signal.SIGTERM:
            process.terminate()
        else:
            process.kill(number)
        await process.exited.wait()

    async def close_stdin(self, client):
        process = next(c.process for c in self.channels if c.stream is client.stream)
        await client.stream.send_eof()
        await process.exited.wait()

    def journal(self, session_id=SESSION):
        store = self.simulator.store
        return store.journal(session_id).data if store.has_journal(session_id) else None

    def set_journal(self, data, session_id=SESSION):
        self.simulator.store.journal(session_id).data = data

    @property
    def requests(self):
        return self.simulator.model_requests

    async def close(self):
        for channel in self.channels:
            await channel.stop(graceful=False)
            assert channel.process.error is None


class RealWorld:
    """Processes of the real CLI over one home directory."""

    name = "real"

    def __init__(self, model, home):
        self.model = model
        self.home = home
        self.processes = {}
        provider = model.provider()
        self.provider = {
            "provider": {
                "type": provider["type"],
                "baseUrl": provider["base_url"],
                "apiKey": provider["api_key"],
            }
        }

    async def start(self):
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        process = await trio.lowlevel.open_process(
            [
                find_cli(None, os.environ),
                "--headless",
                "--no-auto-update",
                "--log-level",
                "error",
                "--stdio",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=kept | self.model.environment() | {"COPILOT_HOME": str(self.home)},
            cwd=self.home,
            start_new_session=True,
        )
        stream = trio.StapledStream(process.stdin, process.stdout)
        client = BareClient(stream, self)
        self.processes[stream] = process
        await client.call("connect")
        return client

    async def kill(self, client, number=signal.SIGKILL):
        process = self.processes[client.stream]
        process.send_signal(number)
        await process.wait()

    async def close_stdin(self, client):
        await client.stream.send_stream.aclose()
        await self.processes[client.stream].wait()

    def _path(self, session_id):
        return self.home / "session-state" / session_id / "events.jsonl"

    def journal(self, session_id=SESSION):
        path = self._path(session_id)
        return path.read_bytes() if path.exists() else None

    def set_journal(self, data, session_id=SESSION):
        self._path(session_id).write_bytes(data)

    @property
    def requests(self):
        return self.model.requests

    async def close(self):
        for process in self.processes.values():
            process.kill()
            with trio.CancelScope(shield=True):
                await process.wait()
            await process.stdin.aclose()
            await process.stdout.aclose()


def written(world, session_id=SESSION):
    """Return the types in the log, or ``None`` without one."""
    data = world.journal(session_id)
    if data is None:
        return None
    types = [json.loads(line)["type"] for line in data.splitlines()]
    return [kind for kind in types if kind != "session.usage_record"]


def run_on_jumping_clock(main, *, clock=None, instruments=()):
    """Run a test of the simulator: its seconds take no time."""
    assert clock is None
    return trio.run(main, clock=MockClock(autojump_threshold=0), instruments=instruments)


SIMULATED = pytest.param("sim", marks=pytest.mark.trio(run=run_on_jumping_clock))
REAL = pytest.param("real", marks=pytest.mark.real_cli)


@pytest.fixture(params=[SIMULATED, REAL])
def which_world(request):
    return request.param


@pytest.fixture
def open_world(which_world, tmp_path):
    """Return a context manager that opens a world for a script."""

    @asynccontextmanager
    async def opener(script):
        async with AsyncExitStack() as stack:
            if which_world == "sim":
                world = SimulatedWorld(script)
            else:
                model = await stack.enter_async_context(open_scripted_model(script))
                world = RealWorld(model, tmp_path)
            try:
                yield world
            finally:
                await world.close()

    return opener


@pytest.fixture
def log_of():
    """Return the function that lists the event types in a session's log."""
    return written
