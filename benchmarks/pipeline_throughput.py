"""Items per second: a pipeline, and the same work by hand with GitHub's Python SDK, in one run.

Each item is a session of its own with two prompts to the scripted model, eight at once, over one
real CLI of the same version for both. The pipeline records each item and step in its store, on
disk; the work by hand appends each result to a file and forgets everything when it is killed. Both
are programs of their own and take turns; their own time of starting a CLI is not counted.

The SDK is run by the interpreter of an environment of its own:

    python -m venv /tmp/sdk && /tmp/sdk/bin/pip install github-copilot-sdk
    python benchmarks/pipeline_throughput.py --peer /tmp/sdk/bin/python
"""

# ruff: noqa: PLC0415 - each program imports what its own environment has

from __future__ import annotations

import argparse
import asyncio
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

CONCURRENCY = 8
PROMPTS = ("draft", "check")


# --- The two programs: the second one runs where this library is not installed ---------------


def run_pipeline(items: int, folder: pathlib.Path, model: dict) -> float:
    import trio

    import copilot_actors
    from copilot_actors.pipeline import step

    async def ask(session, prompt: str) -> str:
        return (await session.send_and_wait(prompt)).data.content

    async def work(session, item: int) -> list[str]:
        return [await step(name, ask, session, f"{name} {item}") for name in PROMPTS]

    async def main() -> float:
        options = copilot_actors.SessionOptions(model=model["name"], provider=model["provider"])
        async with (
            copilot_actors.open_client(home=str(folder / "home")) as client,
            client.pipeline(
                "bench",
                store=folder / "store.db",
                session_options=options,
                max_concurrency=CONCURRENCY,
            ) as pipeline,
        ):
            begin = time.perf_counter()
            run = pipeline.run(range(items), work, key=str)
            values = [result.unwrap() async for result in run]
            seconds = time.perf_counter() - begin
        assert len(values) == items
        return seconds

    return trio.run(main)


def run_by_hand(items: int, folder: pathlib.Path, model: dict) -> float:
    from copilot import CopilotClient, RuntimeConnection

    async def main() -> float:
        connection = RuntimeConnection.for_stdio(path=os.environ["COPILOT_CLI_PATH"])
        client = CopilotClient(connection=connection, base_directory=str(folder / "home"))
        await client.start()
        places = asyncio.Semaphore(CONCURRENCY)
        file = (folder / "results").open("w")

        async def one(item: int) -> None:
            async with places:
                session = await client.create_session(
                    session_id=f"bench-{item}", model=model["name"], provider=model["provider"]
                )
                answers = []
                for name in PROMPTS:
                    event = await session.send_and_wait(f"{name} {item}")
                    answers.append(event.data.content)
                await session.disconnect()
                file.write(json.dumps([item, answers]) + "\n")

        begin = time.perf_counter()
        await asyncio.gather(*map(one, range(items)))
        seconds = time.perf_counter() - begin
        file.close()
        assert len((folder / "results").read_text().splitlines()) == items
        await client.stop()
        return seconds

    return asyncio.run(main())


PROGRAMS = {"pipeline": run_pipeline, "by hand": run_by_hand}


# --- Measuring ------------------------------------------------------------------------------


async def measure(items: int, rounds: int, peer: str) -> dict[str, object]:
    import trio

    from copilot_actors.testing import Text, open_scripted_model
    from copilot_actors.transport import find_cli

    seconds: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    async with open_scripted_model(lambda request: Text(f"done: {request.prompt}")) as model:
        given = json.dumps({"name": model.model_name, "provider": dict(model.provider())})
        environment = {
            **os.environ,
            **model.environment(),
            "COPILOT_CLI_PATH": str(find_cli(None, os.environ)),
        }
        for _ in range(rounds):
            for name, python in (("pipeline", sys.executable), ("by hand", peer)):
                with tempfile.TemporaryDirectory() as folder:
                    command = [python, __file__, "--program", name, "--folder", folder]
                    command += ["--items", str(items), "--model", given]
                    done = await trio.run_process(
                        command, env=environment, capture_stdout=True, stderr=subprocess.DEVNULL
                    )
                    seconds[name].append(float(done.stdout))
    rates = {name: [items / one for one in found] for name, found in seconds.items()}
    return {
        "items": items,
        "rounds": rounds,
        **{
            f"{name}_per_second": {
                "min": round(min(found), 2),
                "median": round(statistics.median(found), 2),
                "max": round(max(found), 2),
            }
            for name, found in rates.items()
        },
        "pipeline_to_by_hand": round(
            statistics.median(rates["pipeline"]) / statistics.median(rates["by hand"]), 2
        ),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--items", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peer", help="an interpreter that has github-copilot-sdk")
    parser.add_argument("--json", action="store_true", help="print the report as JSON only")
    parser.add_argument("--program", choices=list(PROGRAMS), help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--model", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.program is not None:
        print(PROGRAMS[options.program](options.items, options.folder, json.loads(options.model)))
        return 0
    if options.peer is None:
        parser.error("--peer is needed: an interpreter that has github-copilot-sdk")
    import trio

    report = trio.run(measure, options.items, options.rounds, options.peer)
    if options.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name:24} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
