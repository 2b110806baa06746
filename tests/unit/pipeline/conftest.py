from __future__ import annotations

from contextlib import asynccontextmanager

import pytest

import copilot_actors as ca
from copilot_actors.testing import Simulator, Text


class World:
    """A simulated CLI and a store; ``open`` opens a pipeline over them, again and again."""

    def __init__(self, directory):
        self.path = directory / "review.db"
        self.script = lambda request: Text(f"re: {request.prompt}")
        self.simulator = Simulator(self.answer)
        self.client_options = {}

    def answer(self, request):
        return self.script(request)

    @asynccontextmanager
    async def client(self):
        async with ca.open_client(cli=self.simulator, **self.client_options) as client:
            yield client

    @asynccontextmanager
    async def open(self, **options):
        async with self.client() as client:
            async with client.pipeline("review", store=self.path, **options) as pipeline:
                yield pipeline

    async def results(self, items, work, *, pipeline_options=None, **run_options):
        async with self.open(**(pipeline_options or {})) as pipeline:
            return [result async for result in pipeline.run(items, work, **run_options)]


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)
