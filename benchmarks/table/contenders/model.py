"""The scripted model for the real CLI: prints how to reach it; runs until its input ends."""

from __future__ import annotations

import json
import os
import sys

import trio

from copilot_actors.testing import Text, open_scripted_model
from copilot_actors.transport import find_cli


async def main() -> None:
    def script(request) -> Text:
        slow = request.prompt.startswith("slow")
        return Text("word " * 200, chunks=200, delay=0.1) if slow else Text("the answer")

    async with open_scripted_model(script) as model:
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        report = {
            "cli": str(find_cli(None, os.environ)),
            "env": {**kept, **model.environment()},
            "model": model.model_name,
            "provider": dict(model.provider()),
        }
        print(json.dumps(report), flush=True)
        await trio.to_thread.run_sync(sys.stdin.read)


trio.run(main)
