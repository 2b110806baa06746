"""A daemon on the real CLI that drains at SIGTERM. Run as ``python draining.py HOME DEADLINE``.

Prints the CLI's pid once a turn of three seconds is under way, then what became of it.
"""

import os
import sys

import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Text, open_scripted_model

SCRIPT = Script.by_prompt({"slow": Text("one two three four", chunks=4, delay=1.0)})


def say(*words):
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


async def ask(client, session):
    await session.on("assistant.turn_start", lambda event: say(client.pid))
    try:
        say("answer", (await session.send_and_wait("slow")).data.content)
    except ca.TurnAborted:
        say("aborted")
    except ca.SessionClosed:
        say("cut")


async def main(home, deadline):
    async with open_scripted_model(SCRIPT) as model:
        names = ("PATH", "HOME", "COPILOT_CLI_PATH")
        env = {name: os.environ[name] for name in names if name in os.environ}
        env.update(model.environment())
        async with (
            ca.open_client(env=env, home=home) as client,
            trio.open_nursery() as nursery,
        ):
            session = await client.create_session(
                session_id="s", model=model.model_name, provider=model.provider()
            )
            nursery.start_soon(ask, client, session)
            report = await client.drain_at_signal(deadline=deadline)
        say("report", *(one.outcome for one in report.sessions), f"{report.seconds:.2f}")


if __name__ == "__main__":
    trio.run(main, sys.argv[1], float(sys.argv[2]))
