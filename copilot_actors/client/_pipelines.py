"""The way from a client or a pool to a pipeline, which stands above them."""

from __future__ import annotations

import os
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Unpack, cast

if TYPE_CHECKING:
    from copilot_actors.client._client import Client
    from copilot_actors.pipeline import Pipeline, PipelineOptionFields


class Pipelines:
    """Opening pipelines. A base of :class:`Client` only."""

    def pipeline(
        self, name: str, *, store: str | os.PathLike[str], **options: Unpack[PipelineOptionFields]
    ) -> AbstractAsyncContextManager[Pipeline]:
        """Work over many items, one session each, that goes on where it stood after any crash.

        Args:
            name: 1 to 40 characters; stands in the ids of the sessions.
            store: path of the SQLite file with the progress; made if there is none.
            **options: see :class:`copilot_actors.pipeline.PipelineOptions`.

        Returns:
            The :class:`copilot_actors.pipeline.Pipeline`, for the length of a block.

        Raises:
            InvalidOption: a value that makes no sense; nothing was opened.
            PipelineError: on entering the block: the store is in use, damaged, or cannot be had.

        Example:
            >>> async def review(session: Session, path: str) -> str:
            ...     event = await session.send_and_wait(f"Review the file {path}.")
            ...     return event.data.content
            >>> async def main(client: Client, paths: list[str]) -> None:
            ...     async with client.pipeline("review", store="review.db") as pipeline:
            ...         async for result in pipeline.run(paths, review):
            ...             print(result.key, result.value, result.error)
        """
        from copilot_actors.pipeline import open_pipeline  # noqa: PLC0415 - most need none

        return open_pipeline(cast("Client", self), name, store=store, **options)
