"""The two borders: complete, as generated, light to import; and where their calls are refused."""

from __future__ import annotations

import asyncio
import functools
import inspect
import subprocess
import sys
import threading

import pytest
import trio
import trio.lowlevel

import copilot_actors as ca
from copilot_actors import aio, blocking, chat
from copilot_actors._border._adapter import Adapter
from copilot_actors._border._service import Call, Service
from copilot_actors._border._table import ABSENT, INTERNAL
from copilot_actors._tools import gen_borders
from copilot_actors.client import SkillProvider
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


@pytest.mark.parametrize("border", [blocking, aio], ids=["blocking", "aio"])
def test_the_chat_has_the_same_names_and_arguments_everywhere(border):
    assert public(border.Chat) == public(chat.Chat)
    arguments = inspect.signature(chat.Copilot.session).parameters
    assert list(inspect.signature(border.Copilot.session).parameters) == list(arguments)


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


class Upper(Adapter):
    """A border on which every word is in capitals on the other side."""

    def to_user(self, session):
        return session

    def from_user(self, value):
        return value.upper() if isinstance(value, str) else value

    async def finish(self, result):
        return await result


def plain(*arguments):
    return "word"


async def waits(*arguments):
    return "word"


class Skills:
    def list_skills(self):
        return "skills"

    async def read_skill(self, name):
        return name


async def result_of(handler, *arguments):
    result = handler(*arguments)
    return await result if inspect.isawaitable(result) else result


@pytest.mark.parametrize("function", [plain, waits])
@pytest.mark.parametrize(
    ("hold", "find"),
    [
        (lambda f: f, lambda v: v),
        (lambda f: functools.partial(f, 1), lambda v: v),
        (lambda f: {"preToolUse": f}, lambda v: v["preToolUse"]),
        (lambda f: [ca.Tool("x", handler=f)], lambda v: v[0].handler),
        (lambda f: (ca.Command("x", f),), lambda v: v[0].handler),
        (
            lambda f: ca.Canvas(
                id="c", display_name="c", description="c", open=f, actions=[ca.CanvasAction("a", f)]
            ),
            lambda v: v.actions[0].handler,
        ),
        (lambda f: ca.SessionOptions(on_event=f), lambda v: v.on_event),
        (lambda f: {"provider": {"api_key": f}}, lambda v: v["provider"]["api_key"]),
    ],
)
async def test_a_handler_is_wrapped_wherever_it_is(function, hold, find):
    given = hold(function)
    assert await result_of(find(Upper().adapted(given))) == "WORD"
    assert await result_of(find(given)) == "word"  # what was given stays as it is


async def test_a_provider_of_skills_is_wrapped_method_by_method():
    skills = Upper().adapted(Skills())
    assert isinstance(skills, SkillProvider)
    assert skills.list_skills() == "SKILLS"
    assert await skills.read_skill("x") == "X"


@pytest.mark.parametrize(
    "value",
    [None, 3, "x", b"x", int, ca.SessionOptions, [1, "x"], {"a": [1]}, ca.Tool("x"), ca.Stdio()],
    ids=repr,
)
def test_what_holds_no_handler_crosses_as_it_is(value):
    assert Upper().adapted(value) is value


@pytest.mark.parametrize("cancelled", ["before", "while it runs", "after", "never"])
async def test_a_result_that_nobody_takes_is_released_once(cancelled, autojump_clock):
    released = []
    begun = trio.Event()

    async def work():
        begun.set()
        with trio.CancelScope(shield=True):
            await trio.sleep(1)  # it succeeds, cancelled or not
        return "session"

    async def undo(value):
        await trio.lowlevel.checkpoint()
        released.append(value)

    over = trio.Event()
    call = Call(work(), undo, over.set)
    service = Service(lambda: None, "client")
    async with trio.open_nursery() as nursery:
        service._nursery = nursery
        if cancelled == "before":
            service.abandon(call)
        service.begin(call)
        if cancelled == "while it runs":
            await begun.wait()
            service.abandon(call)
        await over.wait()
        if cancelled == "after":
            service.abandon(call)
            service.abandon(call)
    assert released == ([] if cancelled == "never" else ["session"])


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
