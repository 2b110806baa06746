"""The public API of pipelines as type checkers see it. Checked by mypy and basedpyright, not run."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import assert_type

from copilot_actors import Client, ClientPool, Session
from copilot_actors.pipeline import (
    Pipeline,
    RateLimit,
    Report,
    Restart,
    Result,
    Run,
    open_pipeline,
    step,
)


async def review(session: Session, path: Path) -> int:
    async def count(text: str) -> int:
        return len(text)

    assert_type(await step("count", count, path.name), int)
    await step("count", count, 3)  # type: ignore[arg-type]
    return 1


def restart(path: Path) -> Restart:
    return "permanent" if path.suffix == ".py" else "temporary"


async def items() -> AsyncIterator[Path]:
    yield Path()


async def runs(client: Client, pool: ClientPool) -> None:
    async with client.pipeline("a", store="a.db", max_concurrency=2, restart="temporary") as opened:
        assert_type(opened, Pipeline)
        run = opened.run([Path()], review, key=str, ordered=True, restart=restart)
        assert_type(run, Run[int])
        async for result in run:
            assert_type(result, Result[int])
            assert_type(result.value, int | None)
            assert_type(result.unwrap(), int)
        assert_type(opened.run(items(), review, priority=lambda path: len(path.name)), Run[int])
        opened.run(["a"], review)  # type: ignore[arg-type]
        assert_type(await opened.drain(), Report)
    async with pool.pipeline("a", store=Path("a.db"), rate_limit=RateLimit(count=1)) as opened:
        assert_type(await opened.retry("a"), list[str])
    open_pipeline(client, "a", store="a.db", item_timeout=3.0)
    client.pipeline("a", store="a.db", max_concurency=2)  # type: ignore[call-arg]
