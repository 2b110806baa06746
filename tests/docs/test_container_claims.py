"""What containers.md says of the CLI on a read-only root, tried on the real one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
import trio

from copilot_actors.testing import Script, open_scripted_model
from copilot_actors.transport import find_cli

PROGRAM = """\
import os
import trio
from copilot_actors import ProviderConfig, open_client


async def main():
    async with open_client() as client:
        provider = ProviderConfig(
            base_url=os.environ["COPILOT_PROVIDER_BASE_URL"],
            api_key=os.environ["COPILOT_PROVIDER_API_KEY"],
        )
        session = await client.create_session(model="gpt-5", provider=provider)
        print((await session.send_and_wait("still here")).data.content)


trio.run(main)
"""
READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && ! touch "$1/file" && '


UNSHARE = ["unshare", "--mount", "sh", "-ec"]


def may_mount():
    try:
        done = subprocess.run([*UNSHARE, "mount --bind / /"], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


@pytest.mark.real_cli
@pytest.mark.exhaustive("real")
async def test_a_cli_that_unpacked_itself_needs_no_writable_home(tmp_path):
    if not await trio.to_thread.run_sync(may_mount):
        pytest.skip("mounts need a privileged user")
    home, data = tmp_path / "home", tmp_path / "data"
    home.mkdir()
    cli = str(find_cli(None, os.environ))
    await trio.run_process(
        [cli, "--version"], env={**os.environ, "HOME": str(home)}, capture_stdout=True
    )
    async with open_scripted_model(Script.echo()) as model:
        done = await trio.run_process(
            [*UNSHARE, f'{READ_ONLY} exec "$2" -c "$3"', "sh", home, sys.executable, PROGRAM],
            env={
                **os.environ,
                **model.environment(),
                "COPILOT_PROVIDER_API_KEY": model.provider()["api_key"],
                "COPILOT_CLI_PATH": cli,
                "COPILOT_HOME": str(data),
                "HOME": str(home),
            },
            capture_stdout=True,
            capture_stderr=True,
            check=False,
        )
    assert done.stdout == b"still here\n", done.stderr
