"""``copilot-actors serve`` as a process, over the real CLI, and the commands that look at it."""

from __future__ import annotations

import json
import os
import signal
import socket as sockets
import subprocess
import sys
from contextlib import asynccontextmanager

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Text, open_scripted_model
from copilot_actors.transport import WebSocket, find_cli

pytestmark = pytest.mark.real_cli

TOKEN = "daemon-token-0123456789"
COMMAND = [sys.executable, "-m", "copilot_actors"]


class Daemon:
    """A daemon in a process, and what its service manager hears."""

    def __init__(self, folder, model):
        find_cli(None, os.environ)
        self.folder = folder
        self.home = folder / "home"
        self.log = folder / "log"
        self.config = folder / "serve.toml"
        self.process = None
        self.told = sockets.socket(sockets.AF_UNIX, sockets.SOCK_DGRAM)
        self.told.bind(str(folder / "notify"))
        names = ("PATH", "HOME", "COPILOT_CLI_PATH", "PYTHONPATH")
        self.env = {name: os.environ[name] for name in names if name in os.environ}
        self.env |= {"NOTIFY_SOCKET": str(folder / "notify"), **model.environment()}
        self.env |= {"COPILOT_ACTORS_TOKEN": TOKEN}
        provider = model.provider()
        self.settings = (
            f'[gateway]\nport = 0\n[[gateway.tokens]]\nname = "test"\nenv = "COPILOT_ACTORS_TOKEN"\n'
            f'[client]\nhome = "home"\nledger = "ledger.db"\n'
            f'[session]\nmodel = "{model.model_name}"\nprovider = {{ type = "openai", '
            f'base_url = "{provider["base_url"]}", api_key = "{provider["api_key"]}" }}\n'
            f'[daemon]\nlog_format = "json"\n'
        )
        self.config.write_text(self.settings)

    async def start(self):
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: ASYNC220 - it does not wait
                [*COMMAND, "serve", "--config", str(self.config)], env=self.env, stderr=log
            )
        assert (await self.news()).startswith("READY=1")
        return self.url

    @property
    def url(self):
        return json.loads((self.home / "copilot-actors-serve.json").read_text())["url"]

    async def news(self):
        with trio.fail_after(30):
            return (await trio.to_thread.run_sync(self.told.recv, 4096)).decode()

    async def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        with trio.fail_after(40):
            return await trio.to_thread.run_sync(self.process.wait)

    def close(self):
        self.told.close()
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    async def command(self, *words):
        done = await trio.run_process(
            [*COMMAND, *words, "--home", str(self.home)],
            env=self.env,
            capture_stdout=True,
            capture_stderr=True,
            check=False,
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def messages(self):
        return [json.loads(line)["message"] for line in self.log.read_text().splitlines()]


@asynccontextmanager
async def daemon_of(tmp_path, script):
    async with open_scripted_model(script) as model:
        daemon = Daemon(tmp_path, model)
        daemon.model = model
        try:
            yield daemon
        finally:
            daemon.close()


async def test_a_daemon_serves_reloads_is_looked_at_and_drains(tmp_path, kit):
    async with daemon_of(tmp_path, kit.calls()) as daemon:
        url = await daemon.start()
        async with ca.open_client(cli=WebSocket(url, TOKEN)) as remote:
            session = await remote.create_session(session_id="far")
            assert kit.content(await session.send_and_wait("hello")) == "echo hello"

            code, out, _ = await daemon.command("ps")
            assert code == 0
            assert "far" in out
            assert "idle" in out
            code, out, _ = await daemon.command("tree", "--json")
            assert "far" in json.loads(out)["tree"]
            code, out, _ = await daemon.command("tail", "far", "--history", "--count", "4")
            assert code == 0
            assert "session.start" in out
            code, _, errors = await daemon.command("tail", "absent")
            assert code == 4, errors
            assert "Session not found" in errors

            (tmp_path / "wrong").write_text("wrong-token-0123456789")
            code, _, errors = await daemon.command("ps", "--token-file", str(tmp_path / "wrong"))
            assert code == 4
            assert "401" in errors

            second = await trio.run_process(
                [*COMMAND, "serve", "--config", str(daemon.config)],
                env=daemon.env,
                capture_stderr=True,
                check=False,
            )
            assert second.returncode == 4
            assert f"process {daemon.process.pid}" in second.stderr.decode()

            daemon.config.write_text(daemon.settings + "[gatway]\n")
            daemon.process.send_signal(signal.SIGHUP)
            assert (await daemon.news()).startswith("RELOADING=1")
            assert (await daemon.news()).startswith("READY=1")
            assert any(
                "the old one stays: there is no setting gatway" in m for m in daemon.messages()
            )
            assert kit.content(await session.send_and_wait("again")) == "echo again"

            daemon.config.write_text(
                daemon.settings.replace(
                    "[client]", "[gateway.limits]\nmax_connections = 3\n[client]"
                )
            )
            daemon.process.send_signal(signal.SIGHUP)
            await daemon.news()
            await daemon.news()
            assert "the configuration was reloaded" in daemon.messages()

        assert await daemon.end() == 0
        assert await daemon.news() == "STOPPING=1"
        assert not (daemon.home / "copilot-actors-serve.json").exists()


@pytest.mark.exhaustive
async def test_a_turn_under_way_is_finished_while_the_daemon_drains(tmp_path, kit):
    script = lambda _: Text("the answer", chunks=2, delay=1.5)  # noqa: E731
    async with daemon_of(tmp_path, script) as daemon:
        url = await daemon.start()
        async with kit.json_peer(url, TOKEN) as peer:
            await peer.call("session.create", sessionId="far")
            await peer.call("session.send", sessionId="far", prompt="go")
            await peer.event("assistant.message_delta")
            daemon.process.send_signal(signal.SIGTERM)
            await peer.event("assistant.message", content="the answer")
        assert await daemon.end(signal.SIGCONT) == 0
        assert "session far: finished" in daemon.messages()


@pytest.mark.exhaustive
async def test_a_killed_daemon_with_a_ledger_costs_the_remote_caller_nothing(tmp_path, kit):
    script = lambda _: Text("the answer", chunks=2, delay=1.5)  # noqa: E731
    async with daemon_of(tmp_path, script) as daemon:
        url = await daemon.start()
        port = url.rstrip("/").rpartition(":")[2]
        daemon.config.write_text(daemon.settings.replace("port = 0", f"port = {port}"))
        async with ca.open_client(cli=WebSocket(url, TOKEN), max_restarts=100) as remote:
            session = await remote.create_session(session_id="far")
            answers = []
            async with trio.open_nursery() as nursery:

                async def ask():
                    answers.append(kit.content(await session.send_and_wait("go", timeout=60)))

                nursery.start_soon(ask)
                async with session.events("assistant.message_delta") as deltas:
                    await anext(deltas)
                assert await daemon.end(signal.SIGKILL) == -signal.SIGKILL
                await daemon.start()
            assert answers == ["the answer"]
            types = [event.type for event in await session.get_messages()]
            assert types.count("user.message") == 1
            assert types.count("assistant.message") == 1
        assert await daemon.end() == 0


@pytest.mark.exhaustive
async def test_a_daemon_that_cannot_listen_or_start_says_so(tmp_path, kit):
    async with daemon_of(tmp_path, kit.calls()) as daemon:
        with sockets.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            done = await trio.run_process(
                [*COMMAND, "serve", "--config", str(daemon.config), "--port", str(port)],
                env=daemon.env,
                capture_stderr=True,
                check=False,
            )
        assert done.returncode == 5
        daemon.config.write_text(daemon.settings.replace("[client]", '[client]\ncli = "absent"'))
        done = await trio.run_process(
            [*COMMAND, "serve", "--config", str(daemon.config)],
            env=daemon.env,
            capture_stderr=True,
            check=False,
        )
        assert done.returncode == 3
        assert "absent" in done.stderr.decode()
