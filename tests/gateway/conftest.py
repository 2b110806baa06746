"""A gateway on loopback: over the simulator or the real CLI, with peers of both kinds.

Sockets of the system are between the two ends, so these tests take real time.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import signal
import subprocess
import types
import urllib.parse
from contextlib import asynccontextmanager

import pytest
import trio
from trio_websocket import ConnectionClosed, wrap_client_stream

import copilot_actors as ca
from copilot_actors.gateway import GatewayLimits, open_gateway
from copilot_actors.testing import Simulator, Text, ToolCalls, open_scripted_model
from copilot_actors.transport import WebSocket, find_cli

TOKEN = "test-token-0123456789"
LIMITS = GatewayLimits(question_timeout=5.0)


# --- Worlds ---------------------------------------------------------------------------------


class SimulatedWorld:
    """A client on the simulator."""

    def __init__(self):
        self.simulator = None
        self.session_options = {"model": "gpt-4.1"}

    @asynccontextmanager
    async def client(self, script, **options):
        self.simulator = Simulator(script)
        options = {"max_restarts": 100, **options}
        async with ca.open_client(cli=self.simulator, **options) as client:
            yield client

    def kill(self, client):
        self.simulator.kill()

    def model_calls(self):
        return len(self.simulator.model_requests)


class RealWorld:
    """A client on the real CLI."""

    def __init__(self, home):
        self.home = home
        self.model = None
        self.session_options = {}

    @asynccontextmanager
    async def client(self, script, **options):
        async with open_scripted_model(script) as model:
            self.model = model
            self.session_options = {"model": model.model_name, "provider": model.provider()}
            names = ("PATH", "HOME", "COPILOT_CLI_PATH")
            env = {name: os.environ[name] for name in names if name in os.environ}
            env.update(model.environment())
            options = {"env": env, "home": self.home, "max_restarts": 100, **options}
            async with ca.open_client(**options) as client:
                yield client

    def kill(self, client):
        os.kill(client.pid, signal.SIGKILL)

    def model_calls(self):
        return len(self.model.requests)


@pytest.fixture(params=["simulator", pytest.param("real", marks=pytest.mark.real_cli)])
def world(request, tmp_path):
    if request.param == "simulator":
        return SimulatedWorld()
    find_cli(None, os.environ)
    return RealWorld(tmp_path / "home")


@pytest.fixture
def simulated():
    return SimulatedWorld()


# --- Places ---------------------------------------------------------------------------------


class Place:
    """A gateway over a world's client, and a client over the gateway."""

    def __init__(self, world):
        self.world = world
        self.inner = None
        self.gateway = None
        self.remote = None

    def options(self, **more):
        return {**self.world.session_options, **more}

    def cut(self):
        """Cut the sockets of all peers, without a word."""
        for peer in list(self.gateway._core.peers):
            peer._scope.cancel()

    def kill(self):
        self.world.kill(self.inner)

    def peer(self, token=TOKEN, **more):
        return json_peer(self.gateway.url, token, **more)

    def statistics(self):
        return self.gateway.statistics()

    async def until(self, condition, seconds=20):
        with trio.fail_after(seconds):
            while not condition():  # noqa: ASYNC110
                # Another process, or the kernel, is waited for.
                await trio.sleep(0.01)

    async def history(self, session_id):
        events = await self.inner.open_sessions()[session_id].get_messages()
        return [event.type for event in events]


@asynccontextmanager
async def gateway_of(world, script, *, limits=LIMITS, tokens=(TOKEN,), **options):
    """A gateway over a world's client."""
    place = Place(world)
    with trio.fail_after(90):
        async with world.client(script) as place.inner:
            async with open_gateway(
                place.inner, tokens=list(tokens), limits=limits, **options
            ) as place.gateway:
                yield place


@asynccontextmanager
async def place_of(world, script, *, client=None, **options):
    """A gateway, and a client of this library over it."""
    async with gateway_of(world, script, **options) as place:
        transport = WebSocket(place.gateway.url, TOKEN)
        options = {"max_restarts": 100, **(client or {})}
        async with ca.open_client(cli=transport, **options) as place.remote:
            yield place


def content(event):
    return None if event is None else event.raw["data"]["content"]


def calls(*wanted):
    """The prompt ``go`` makes these calls; the answer repeats what came of them."""

    def choose(request):
        if request.prompt.startswith("go") and request.step == 0:
            return ToolCalls(list(wanted))
        results = [result.content for result in request.tool_results]
        return Text("|".join(results) or f"echo {request.prompt}")

    return choose


@pytest.fixture
def certificate(tmp_path):
    """A certificate for 127.0.0.1, signed by itself, and its key."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl to make a certificate")
    names = [str(tmp_path / name) for name in ("certificate.pem", "key.pem")]
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test"
    more = ["-addext", "subjectAltName=IP:127.0.0.1", "-out", names[0], "-keyout", names[1]]
    subprocess.run([openssl, *words.split(), *more], check=True, capture_output=True)
    return names


def kill_group(pid):
    """End a process that leads a group, and all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


@pytest.fixture
def kit():
    """What the tests of this folder share."""
    return types.SimpleNamespace(
        TOKEN=TOKEN,
        LIMITS=LIMITS,
        Refused=Refused,
        gateway_of=gateway_of,
        place_of=place_of,
        json_peer=json_peer,
        content=content,
        calls=calls,
        kill_group=kill_group,
    )


# --- JSON peers -----------------------------------------------------------------------------


class Refused(Exception):
    """The gateway answered with an error."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]
        self.message = error["message"]
        self.data = error.get("data")


class JsonPeer:
    """Speaks JSON texts; collects what comes."""

    def __init__(self, socket):
        self.socket = socket
        self.events = []
        self.requests = []
        self.closed = None
        self._ids = itertools.count(1)
        self._replies = {}
        self._news = trio.Event()

    async def read(self):
        while True:
            try:
                message = json.loads(await self.socket.get_message())
            except ConnectionClosed as error:
                self.closed = error.reason
                self._tell()
                return
            if message.get("method") == "session.event":
                self.events.append(message["params"]["event"])
            elif "method" in message and "id" in message:
                self.requests.append(message)
            elif "id" in message:
                self._replies[message["id"]] = message
            self._tell()

    def _tell(self):
        self._news.set()
        self._news = trio.Event()

    async def until(self, condition, seconds=10):
        with trio.fail_after(seconds):
            while not (found := condition()):
                assert self.closed is None, self.closed
                await self._news.wait()
        return found

    async def event(self, event_type, **data):
        return await self.until(
            lambda: next(
                (
                    e
                    for e in self.events
                    if e["type"] == event_type
                    and all(e["data"].get(name) == value for name, value in data.items())
                ),
                None,
            )
        )

    async def until_closed(self, seconds=10):
        with trio.fail_after(seconds):
            while self.closed is None:
                await self._news.wait()
        return self.closed

    async def call(self, method, **params):
        number = next(self._ids)
        await self.socket.send_message(
            json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        )
        await self.until(lambda: number in self._replies)
        reply = self._replies.pop(number)
        if "error" in reply:
            raise Refused(reply["error"])
        return reply["result"]

    async def answer(self, number, result):
        await self.socket.send_message(
            json.dumps({"jsonrpc": "2.0", "id": number, "result": result})
        )


def bearer(token):
    return [] if token is None else [(b"Authorization", b"Bearer " + token.encode())]


@asynccontextmanager
async def json_peer(url, token=None, *, headers=(), subprotocols=None, ssl_context=None, seconds=3):
    parts = urllib.parse.urlsplit(url)
    stream = await trio.open_tcp_stream(parts.hostname, parts.port)
    if ssl_context is not None:
        stream = trio.SSLStream(stream, ssl_context, server_hostname=parts.hostname)
    try:
        async with trio.open_nursery() as nursery:
            with trio.fail_after(seconds):  # trio-websocket waits on when the stream just ends
                socket = await wrap_client_stream(
                    nursery,
                    stream,
                    parts.netloc,
                    f"{parts.path}?{parts.query}",
                    extra_headers=[*bearer(token), *headers],
                    subprotocols=subprotocols,
                    max_message_size=64 * 1024 * 1024,
                )
            peer = JsonPeer(socket)
            nursery.start_soon(peer.read)
            try:
                yield peer
            finally:
                with trio.CancelScope(shield=True), trio.move_on_after(2):
                    await socket.aclose()
            nursery.cancel_scope.cancel()
    finally:
        await trio.aclose_forcefully(stream)
