"""Review the files of a folder, one session each. Kill it and start it again: it goes on.

A provider of your own is read from COPILOT_PROVIDER_BASE_URL and COPILOT_PROVIDER_API_KEY.

Run: python review_folder.py FOLDER STORE [GLOB]
"""

from __future__ import annotations

import os
import pathlib
import sys

import msgspec
import trio

from copilot_actors import ProviderConfig, Session, SessionOptions, open_client
from copilot_actors.pipeline import Progress, read_report, step


class Review(msgspec.Struct):
    summary: str
    advice: str


async def ask(session: Session, prompt: str) -> str:
    event = await session.send_and_wait(prompt, timeout=300)
    return "" if event is None else event.data.content


async def review(session: Session, path: pathlib.Path) -> Review:
    text = await trio.Path(path).read_text(errors="replace")
    summary = await step("summary", ask, session, f"Sum up {path.name} in one line:\n{text}")
    advice = await step("advice", ask, session, "What is the one thing to improve in it?")
    return Review(summary, advice)


def options() -> SessionOptions:
    url = os.environ.get("COPILOT_PROVIDER_BASE_URL")
    key = os.environ.get("COPILOT_PROVIDER_API_KEY", "")
    return SessionOptions(
        model=os.environ.get("COPILOT_MODEL", "gpt-5"),
        provider=ProviderConfig(base_url=url, api_key=key) if url else None,
    )


def show(progress: Progress) -> None:
    print(progress, file=sys.stderr)


async def main(paths: list[pathlib.Path], store: str) -> None:
    async with (
        open_client() as client,
        client.pipeline(
            "review",
            store=store,
            max_concurrency=4,
            session_options=options(),
            on_progress=show,
        ) as pipeline,
    ):
        async for result in pipeline.run(paths, review):
            if result.value is None:
                print(f"{result.key}: failed: {result.error}", flush=True)
            else:
                print(f"{result.key}: {result.value.summary}", flush=True)


if __name__ == "__main__":
    folder, store, *patterns = sys.argv[1:]
    found = pathlib.Path(folder).rglob(*patterns or ["*"])
    trio.run(main, sorted(path for path in found if path.is_file()), store)
    print(read_report(store))
