"""The two borders: complete, as generated, light to import; and where their calls are refused."""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import sys
import threading

import pytest

import copilot_actors as ca
from copilot_actors import aio, blocking
from copilot_actors._border._table import ABSENT, INTERNAL
from copilot_actors._tools import gen_borders
from copilot_actors.testing import Simulator

CLASSES = ["Client", "Session", "SessionUi", "AgentHost"]


def public(cls):
    return {name for name in dir(cls) if not name.startswith("_")} - INTERNAL


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("border", [blocking, aio], ids=["blocking", "aio"])
def test_every_public_name_is_on_the_border_or_in_the_table_of_the_absent(border, name):
    absent = {
        full.partition(".")[2]
        for full in ABSENT[border.__name__.rpartition(".")[2]]
        if full.startswith(f"{name}.")
    }
    there = public(getattr(border, name))
    assert public(getattr(ca, name)) - there == absent
    assert there <= public(getattr(ca, name)) | {"url", "token"}


def test_the_classes_are_what_the_generator_writes():
    assert gen_borders.differences(gen_borders.render()) == []


@pytest.mark.parametrize("name", CLASSES)
def test_what_waits_in_trio_is_a_coroutine_function_in_asyncio_and_plain_in_a_thread(name):
    for method in public(getattr(ca, name)):
        trio_side = getattr(getattr(ca, name), method)
        if not inspect.iscoroutinefunction(trio_side):
            continue
        assert inspect.iscoroutinefunction(getattr(getattr(aio, name), method))
        there = getattr(getattr(blocking, name), method, None)
        assert there is None or not inspect.iscoroutinefunction(there)


@pytest.mark.parametrize("border", ["aio", "blocking"])
def test_the_package_loads_no_border_and_a_border_no_other(border):
    other = {"aio": "blocking", "blocking": "aio"}[border]
    code = (
        "import sys, copilot_actors;"
        "assert not [m for m in sys.modules if m.startswith(('copilot_actors.aio',"
        "'copilot_actors.blocking', 'copilot_actors._border'))];"
        f"import copilot_actors.{border};"
        f"assert 'copilot_actors.{other}' not in sys.modules;"
        f"assert ('asyncio' in sys.modules) == {border == 'aio'};"
        "assert not [m for m in sys.modules if 'copilot_actors.testing' in m or '_generated.rpc' in m]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("module", [blocking, aio], ids=["blocking", "aio"])
def test_all_is_complete_and_each_class_is_shown_under_the_public_module(module):
    assert module.__all__ == sorted(module.__all__)
    for name in module.__all__:
        assert getattr(module, name) is not None
    for name in CLASSES:
        assert getattr(module, name).__module__ == module.__name__


async def test_the_blocking_api_refuses_to_stop_trio():
    with pytest.raises(ca.WrongEventLoop, match="open_client there") as caught:
        blocking.open_client(cli=Simulator()).__enter__()
    assert caught.value.running == "trio"


def test_the_blocking_api_refuses_to_stop_asyncio():
    async def main():
        with pytest.raises(ca.WrongEventLoop, match="aio there") as caught:
            blocking.open_client(cli=Simulator()).__enter__()
        return caught.value.running

    assert asyncio.run(main()) == "asyncio"


async def test_the_asyncio_bridge_says_what_to_use_in_trio():
    block = aio.open_client(cli=Simulator())
    with pytest.raises(ca.WrongEventLoop, match="use copilot_actors") as caught:
        await block.__aenter__()
    assert caught.value.running == "trio"


def test_an_open_client_refuses_calls_from_inside_of_a_loop():
    with blocking.open_client(cli=Simulator()) as client:

        async def main():
            with pytest.raises(ca.WrongEventLoop):
                client.ping()
            return client.state  # what does not wait is allowed

        assert asyncio.run(main()) == "connected"


@pytest.mark.parametrize("options", [{"cli": None}, {"nonsense": 1}, {"rpc_timeout": -1}])
def test_wrong_options_are_refused_as_in_trio_and_nothing_is_left(options):
    with pytest.raises(ca.InvalidOption):
        blocking.open_client(**options).__enter__()
    assert not [t for t in threading.enumerate() if "portal" in t.name]

    async def main():
        with pytest.raises(ca.InvalidOption):
            await aio.open_client(**options).__aenter__()
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())
