"""A program with a durable ledger that dies by ``kill -9`` where it is told to.

Run as ``python daemon.py STORE POINT PROVIDER [files]``. ``STORE`` holds the ledger, the CLI's home and a
line for each run of a handler. ``POINT`` is where it kills itself: ``commit:N:before`` or
``:after``, ``event:TYPE:N``, ``handler``, ``decision``, or ``none``. With ``files`` the files of
its session go through it, into a folder of ``STORE``, and it may kill itself around change N of
them: ``file:N:before``, ``file:N:after``. It asks every step of its
pipeline, each under a key of its own, and prints as one line of JSON what came of it.
"""

import json
import os
import signal
import sys
from pathlib import Path

import trio

import copilot_actors as ca

STEPS = ["plain 1", "tool 2", "guarded 3", "plain 4"]


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


class Ledger(ca.SqliteLedger):
    commits = 0
    last = ()

    async def commit(self, changes):
        self.commits += 1
        if self.last == (str(self.commits), "before"):
            die()
        await super().commit(changes)
        if self.last == (str(self.commits), "after"):
            die()


class Files(ca.DirectoryFileSystem):
    """A directory that counts what is changed in it."""

    changes = 0
    last = ()

    async def change(self, change):
        self.changes += 1
        number = str(self.changes)
        if self.last == (number, "before"):
            die()
        await change
        if self.last == (number, "after"):
            die()

    async def write_file(self, path, content, *, mode=None):
        await self.change(super().write_file(path, content, mode=mode))

    async def append_file(self, path, content, *, mode=None):
        await self.change(super().append_file(path, content, mode=mode))

    async def rename(self, src, dest):
        await self.change(super().rename(src, dest))


async def main(store, point, provider, kind_of_store="home"):
    kind, *rest = point.split(":")
    seen = 0

    def watch(event):
        nonlocal seen
        if kind == "event" and event.type == rest[0]:
            seen += 1
            if seen == int(rest[1]):
                die()

    def handler(name):
        async def run(arguments):
            with (store / "runs").open("a") as file:
                file.write(f"{name} {arguments['q']}\n")
            if kind == "handler":
                die()
            # Real time: so that a kill from outside may fall into the handler.
            await trio.sleep(0.05)
            return f"{name} {arguments['q']}"

        return run

    def decide(request):
        if kind == "decision":
            die()
        return ca.approve_once()

    schema = {"type": "object", "properties": {"q": {"type": "string"}}}
    options = {
        **json.loads(provider),
        "on_event": watch,
        "on_permission_request": decide,
        "tools": [
            ca.Tool("look", "look", schema, handler("look"), skip_permission=True),
            ca.Tool("guarded", "guarded", schema, handler("guarded")),
        ],
    }
    ledger = Ledger(store / "ledger.db")
    ledger.last = tuple(rest) if kind == "commit" else ()
    places = {}
    if kind_of_store == "files":
        files = Files(store / "files")
        files.last = tuple(rest) if kind == "file" else ()
        places["session_file_system"] = lambda _: files
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    async with ca.open_client(env=env, home=store / "home", ledger=ledger, **places) as client:
        report = {"pending": [(p.session_id, p.key, p.state) for p in client.pending()]}
        session = await client.resume_or_create_session("pipeline", **options)
        answers = {}
        for step in STEPS:
            key = f"agent-{step.replace(' ', '-')}"
            answer = await session.send_and_wait(step, source=key, timeout=120)
            answers[step] = answer.data["content"]
        messages = await session.get_messages()
        report["answers"] = answers
        report["prompts"] = [m.data["content"] for m in messages if m.type == "user.message"]
        report["left"] = len(client.pending())
        report["commits"] = ledger.commits
        report["changes"] = files.changes if places else 0
    sys.stdout.write(f"{json.dumps(report)}\n")


if __name__ == "__main__":
    trio.run(main, Path(sys.argv[1]), *sys.argv[2:])
