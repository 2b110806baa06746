"""A program with a client open, for tests that kill it.

Run as ``python parent.py fake|real PATH idle|turn|tool``. Prints the CLI's pid once it is in that
state, then waits for its end.
"""

import os
import sys

import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Silence, Text, ToolCall, ToolCalls, open_scripted_model
from copilot_actors.transport import Stdio

SLEEP = ToolCall(
    "bash", {"command": "sleep 287", "description": "wait", "mode": "sync", "initial_wait": 60}
)
SCRIPT = Script.by_prompt({"turn": Silence(), "tool": [ToolCalls([SLEEP]), Text("done")]})


async def use(session, client, state):
    if state == "tool":
        started = trio.Event()
        await session.on("tool.execution_start", lambda event: started.set())
        await session.send(state)
        await started.wait()
    elif state == "turn":
        started = trio.Event()
        await session.on("assistant.turn_start", lambda event: started.set())
        await session.send(state)
        await started.wait()
    sys.stdout.write(f"{client.pid}\n")
    sys.stdout.flush()
    await trio.sleep_forever()


async def with_fake(path, state):
    async with ca.open_client(cli=Stdio(path), home=f"{path}-home", stop_timeout=2.0) as client:
        await use(await client.create_session(), client, state)


async def with_real(home, state):
    async with open_scripted_model(SCRIPT) as model:
        env = {
            name: os.environ[name]
            for name in ("PATH", "HOME", "COPILOT_CLI_PATH")
            if name in os.environ
        }
        env.update(model.environment())
        async with ca.open_client(env=env, home=home, stop_timeout=4.0) as client:
            session = await client.create_session(
                session_id="parent",
                model=model.model_name,
                provider=model.provider(),
                on_permission_request=ca.approve_all,
            )
            await use(session, client, state)


if __name__ == "__main__":
    kind, where, what = sys.argv[1:]
    trio.run({"fake": with_fake, "real": with_real}[kind], where, what)
