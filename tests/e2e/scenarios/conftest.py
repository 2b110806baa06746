"""What the scenarios of docs/scenarios.md share: how to wait for an event and how to be refused."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest
import trio

import copilot_actors as ca


@pytest.fixture
def follow():
    """Open a subscription whose ``until`` waits for the next event with these fields."""

    @asynccontextmanager
    async def opened(session, *types):
        async with session.events(*types) as stream:

            async def until(**wanted):
                with trio.fail_after(20):
                    async for event in stream:
                        data = event.raw["data"]
                        if all(data.get(name) == value for name, value in wanted.items()):
                            return event
                raise AssertionError(f"the session ended without {wanted}")

            yield until

    return opened


@pytest.fixture
def refused():
    """Assert that the CLI knows a method and says no, for a reason with these words in it."""

    async def check(target, method, params, *words):
        with pytest.raises(ca.RpcError) as caught:
            await target.request(method, params)
        assert "unhandled method" not in str(caught.value).lower()
        for word in words:
            assert word in str(caught.value).lower()

    return check


@pytest.fixture
def becomes():
    """Ask again until an answer is as wanted, and return it: the CLI has no event for it."""

    async def ask(wanted, target, method, params=None):
        with trio.fail_after(20):
            while True:
                answer = await target.request(method, params)
                if wanted(answer):
                    return answer
                # Real time: the CLI writes, starts or ends something in its own time.
                await trio.sleep(0.05)

    return ask
