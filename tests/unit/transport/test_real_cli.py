"""The transports against the real CLI: the facts that the fakes only imitate."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import msgspec
import pytest
import trio

from copilot_actors import jsonrpc, transport
from copilot_actors._errors import CliExited
from copilot_actors.testing import (
    Script,
    Text,
    ToolCall,
    ToolCalls,
    open_scripted_model,
)
from copilot_actors.transport import LaunchOptions, Stdio, Tcp

pytestmark = [
    pytest.mark.real_cli,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc"),
]

# The CLI does not start offline without the address of a model; nobody needs to listen there.
OFFLINE = {
    "COPILOT_OFFLINE": "true",
    "COPILOT_MODEL": "gpt-4.1",
    "COPILOT_PROVIDER_BASE_URL": "http://127.0.0.1:9/v1",
}


@pytest.fixture
def offline(tmp_path):
    env = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return LaunchOptions(env={**env, **OFFLINE}, home=str(tmp_path / "home"))


class Peer:
    """The least that can ask the CLI something: one question at a time."""

    def __init__(self, channel):
        self.channel = channel
        self.connection = jsonrpc.Connection()

    async def ask(self, method, params):
        request_id, data = self.connection.send_request(method, params)
        with trio.fail_after(30):
            await self.channel.stream.send_all(data)
            while True:
                for event in self.connection.events():
                    if isinstance(event, jsonrpc.Response) and event.id == request_id:
                        return event.error or msgspec.json.decode(event.result)
                data = await self.channel.stream.receive_some()
                assert data, self.channel.stderr_tail
                self.connection.receive_data(data)


async def test_it_answers_over_pipes_and_ends_at_the_end_of_file(cli_path, offline, processes):
    channel = await Stdio(cli_path).open(offline)
    assert (await Peer(channel).ask("connect", {}))["ok"]
    report = await channel.stop()
    assert report.step == "eof"
    assert report.status.code == 0


async def test_its_own_server_wants_its_token(cli_path, offline, processes):
    channel = await Tcp(path=cli_path).open(offline)
    try:
        for token in (None, "wrong"):
            stranger = await Tcp(port=channel.port, token=token).open(offline)
            error = await Peer(stranger).ask("connect", {} if token is None else {"token": token})
            assert error.code == -32002
            error = await Peer(stranger).ask("ping", {})
            assert error.code == -32001
            await stranger.stop()
        assert (await Peer(channel).ask("connect", {"token": channel.token}))["ok"]
    finally:
        report = await channel.stop()
    assert report.step == "term"
    assert report.status.code == 0


async def test_an_argument_it_does_not_know_is_explained(cli_path, offline, processes):
    channel = await Stdio(cli_path, ["--no-such-option"]).open(offline)
    with trio.fail_after(20):
        status = await channel.wait_exit()
    error = channel.exit_error(status, during_start=True)
    assert status.code == 1
    assert "no-such-option" in error.stderr_tail
    assert "install-cli" in str(error)
    await channel.stop()
    with trio.fail_after(20), pytest.raises(CliExited, match="no-such-option"):
        await Tcp(path=cli_path, args=["--no-such-option"]).open(offline)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_its_end_is_seen_at_once(cli_path, offline, processes, number):
    channel = await Stdio(cli_path).open(offline)
    await Peer(channel).ask("connect", {})
    begun = trio.current_time()
    os.kill(channel.pid, number)
    with trio.fail_after(5):
        status = await channel.wait_exit()
    assert trio.current_time() - begun < 1
    assert status.signal == signal.SIGKILL if number == signal.SIGKILL else status.code == 0
    assert (await channel.stop()).step == "already_exited"


async def test_a_shell_tool_that_outlives_it_is_ended(cli_path, offline, processes):
    command = {"command": "sleep 271", "description": "wait", "mode": "sync", "initial_wait": 60}
    script = Script.by_prompt({"go": [ToolCalls([ToolCall("bash", command)]), Text("done")]})
    async with open_scripted_model(script) as model:
        channel = await Stdio(cli_path).open(offline)
        peer = Peer(channel)
        await peer.ask("connect", {})
        session = {"sessionId": "s-1"}
        provider = {
            "type": "openai",
            "baseUrl": model.base_url,
            "apiKey": model.provider()["api_key"],
        }
        await peer.ask(
            "session.create",
            {**session, "model": "gpt-4.1", "provider": provider, "requestPermission": True},
        )
        await peer.ask("session.permissions.setApproveAll", {**session, "enabled": True})
        await peer.ask("session.send", {**session, "prompt": "go"})
        with trio.fail_after(30):
            while not (tools := sleepers("271")):
                await peer.ask("ping", {})
        assert all(os.getpgid(pid) != channel.pid for pid in tools)
        os.kill(channel.pid, signal.SIGKILL)
        await channel.wait_exit()
        assert any(processes.lives(pid) for pid in tools)
        report = await channel.stop()
        assert report.leftovers >= 1
        for pid in tools:
            await processes.gone(pid)


def sleepers(seconds):
    """Pids of ``sleep`` processes, told apart by how long they sleep."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if words[:2] == [b"sleep", seconds.encode()]:
                found.append(int(entry.name))
    return found


PARENT = textwrap.dedent(
    """
    import sys, trio
    from copilot_actors import jsonrpc
    from copilot_actors.transport import LaunchOptions, Stdio

    async def main():
        channel = await Stdio(sys.argv[1]).open(LaunchOptions(home=sys.argv[2]))
        await channel.stream.send_all(jsonrpc.Connection().send_request("connect", {})[1])
        await channel.stream.receive_some()
        print(channel.pid, flush=True)
        await trio.sleep_forever()

    trio.run(main)
    """
)


@pytest.mark.parametrize("frozen", [False, True])
async def test_it_does_not_outlive_us(cli_path, tmp_path, processes, frozen):
    us = await trio.lowlevel.open_process(
        [sys.executable, "-c", PARENT, str(cli_path), str(tmp_path / "home")],
        stdout=subprocess.PIPE,
        env={**os.environ, **OFFLINE},
    )
    with trio.fail_after(30):
        cli = int(await us.stdout.receive_some())
    await us.stdout.aclose()
    if frozen:
        os.kill(cli, signal.SIGSTOP)
    us.kill()
    await us.wait()
    await processes.gone(cli, 5.0)


async def test_it_is_found_where_the_others_look_for_it(cli_path):
    assert transport.find_cli(None, os.environ) == cli_path
