"""Every published method is called through its facade, on the real CLI and on the simulator.

Offline, against folders of its own, with the least arguments that the schema allows; some have
better ones in ``ARGUMENTS``. What came of each call stands in ``protocol_outcomes.json``, from
which docs/protocol-coverage.md is written; ``COPILOT_ACTORS_RECORD=1`` records it anew. A result that
does not fit its type, or an event that does not fit its class, fails the test.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import msgspec
import pytest
import trio
from msgspec import inspect

import copilot_actors as ca
from copilot_actors.protocol import events as ev
from copilot_actors.protocol import rpc
from copilot_actors.testing import HttpError, Script, Silence, Text, ToolCall, ToolCalls

RECORDED = Path(__file__).with_name("protocol_outcomes.json")
_ACCOUNT = "changes the accounts of whoever runs the tests"
_SHARES = "shares the session with GitHub, if somebody is signed in"
LEFT_OUT = {
    "account.login": _ACCOUNT,
    "account.logout": _ACCOUNT,
    "connect": "the handshake, which every connection of this suite begins with",
    "runtime.shutdown": "ends the CLI; every test of this suite ends with it",
    "session.gitHubAuth.login": _ACCOUNT,
    "session.gitHubAuth.logout": _ACCOUNT,
    "session.gitHubAuth.logoutUser": _ACCOUNT,
    "session.gitHubAuth.switchToAuth": _ACCOUNT,
    "session.remote.enable": _SHARES,
    "session.shutdown": "ends the session",
    "session.suspend": "ends the session",
    "session.ui.elicitation": "waits for a person",
    "session.ui.ephemeralQuery": "asks a model that needs an account",
    "session.visibility.set": _SHARES,
    "sessions.startRemoteControl": _SHARES,
}
"""Methods that the sweep does not call, and why."""
FIRST = {"session.tasks.waitForPending"}
"""Those that would wait for what another one starts."""


def least(shape, name=""):
    """The smallest value that a type allows."""
    match shape:
        case inspect.StructType():
            needed = [field for field in shape.fields if field.required]
            return shape.cls(**{f.name: least(f.type, f.encode_name) for f in needed})
        case inspect.UnionType():
            return least(shape.types[0], name)
        case inspect.LiteralType():
            return shape.values[0]
        case inspect.ListType() | inspect.CollectionType():
            return []
        case inspect.StrType():
            return "s" if name == "sessionId" else "x"
        case inspect.IntType() | inspect.FloatType():
            return 1
        case inspect.BoolType():
            return False
        case inspect.NoneType():
            return None
    return {}


ARGUMENTS = {
    "mcp.config.add": {"name": "docs", "config": {"command": "true", "args": []}},
    "mcp.config.remove": {"name": "docs"},
    "mcp.config.update": {"name": "docs", "config": {"command": "false", "args": []}},
    "session.metadata.setWorkingDirectory": {"working_directory": "/tmp"},
    "session.permissions.folderTrust.addTrusted": {"path": "/tmp"},
    "session.permissions.paths.add": {"path": "/tmp"},
    "session.permissions.paths.updatePrimary": {"path": "/tmp"},
    "session.plan.update": {"content": "# Plan"},
    "session.send": {"prompt": "more"},
}
"""Better arguments than the least."""


def arguments(method):
    """Positional and keyword arguments for a method."""
    if method.name in ARGUMENTS:
        return (), ARGUMENTS[method.name]
    if method.params is None:
        return (), {}
    shape = inspect.type_info(getattr(rpc, method.params))
    if not isinstance(shape, inspect.StructType):
        return (least(shape),), {}
    needed = [field for field in shape.fields if field.required]
    return (), {field.name: least(field.type, field.encode_name) for field in needed}


async def outcome(root, method):
    """What comes of a call, in a word or two."""
    function = root
    for name in method.path.split("."):
        function = getattr(function, name)
    positional, named = arguments(method)
    try:
        await function(*positional, **named, rpc_timeout=10.0)
    except ca.RpcError as error:
        if error.code == 0:
            return f"malformed: {error.message}"
        return "not in this CLI" if error.code == -32601 else f"refused ({error.code})"
    except ca.CopilotError as error:
        return type(error).__name__
    return "typed"


def recorded():
    return msgspec.json.decode(RECORDED.read_bytes()) if RECORDED.exists() else {}


def remember(world, key, value):
    known = recorded()
    known.setdefault(world.name, {})[key] = value
    text = msgspec.json.encode(known, order="sorted")
    RECORDED.write_bytes(msgspec.json.format(text, indent=1) + b"\n")


def compare(world, outcomes):
    """Record the outcomes, or hold them against the recorded ones.

    What is refused depends on the machine too (who is signed in, which programs there are), so an
    answer in its type and a refusal may stand for one another; nothing else may.
    """
    if os.environ.get("COPILOT_ACTORS_RECORD"):
        remember(world, "methods", outcomes)
    before = recorded()[world.name]["methods"]

    def kind(what):
        return "answered" if what == "typed" or what.startswith("refused") else what

    assert {name: kind(what) for name, what in outcomes.items()} == {
        name: kind(what) for name, what in before.items()
    }


async def test_Y1_every_published_method_answers_in_its_type_or_with_a_typed_error(world, tmp_path):
    methods = [m for m in rpc.published_methods() if m.group in ("server", "session")]
    assert set(LEFT_OUT) <= {method.name for method in methods}
    outcomes, seen = {}, set()
    # Some write files where they run: logs that are collected, for instance.
    folder = tmp_path / "work"
    folder.mkdir()
    async with world.client(Script.echo(), working_directory=folder) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        await session.on(lambda event: seen.add(ev.typed(event)))
        await session.send_and_wait("hello")
        # Those of the CLI last: they may delete the session.
        for method in sorted(
            methods,
            key=lambda method: (method.group == "server", method.name not in FIRST, method.name),
        ):
            if method.name in LEFT_OUT:
                continue
            root = client.rpc if method.group == "server" else session.rpc
            outcomes[method.name] = await outcome(root, method)
    assert not [name for name, what in outcomes.items() if what.startswith("malformed")]
    assert sorted({event.type for event in seen if broken(event)}) == []
    if os.environ.get("COPILOT_ACTORS_RECORD"):
        remember(world, "events of methods", sorted({event.type for event in seen}))
    compare(world, outcomes)


def broken(event):
    return not isinstance(event, ev.UnknownEvent) and event.malformed


# --- Events ---------------------------------------------------------------------------------

DAY = {
    "look": [ToolCalls([ToolCall("look", {"q": "x"})]), Text("looked", chunks=2)],
    "fail": [ToolCalls([ToolCall("fail", {})]), Text("failed")],
    "run": [
        ToolCalls([ToolCall("bash", {"command": "echo hi", "description": "greet"})]),
        Text("ran"),
    ],
    "forbidden": [
        ToolCalls([ToolCall("bash", {"command": "rm -r x", "description": "remove"})]),
        Text("refused"),
    ],
    "ask": [
        ToolCalls([ToolCall("ask_user", {"question": "?", "choices": ["a"]})]),
        Text("asked"),
    ],
    "leave": [
        ToolCalls(
            [
                ToolCall(
                    "exit_plan_mode",
                    {
                        "summary": "S",
                        "actions": ["interactive"],
                        "recommendedAction": "interactive",
                    },
                )
            ]
        ),
        Text("left"),
    ],
    "delegate": [
        ToolCalls(
            [
                ToolCall(
                    "task",
                    {
                        "agent_type": "explore",
                        "prompt": "scout around",
                        "description": "scout",
                        "name": "scout",
                    },
                )
            ]
        ),
        Text("delegated"),
    ],
    "wrong": [HttpError(400, "no")],
    "wait": [Silence()],
}
"""What the model does in a busy day, by prompt."""


def busy(request):
    """By a word of the prompt, since plan mode puts some of its own before it."""
    wanted = [steps for word, steps in DAY.items() if word in request.prompt.split()]
    steps = wanted[0] if wanted else [Text("ok")]
    return steps[min(request.step, len(steps) - 1)]


@ca.tool
def look(q: str) -> str:
    """Look."""
    return q


@ca.tool
def fail() -> str:
    """Fail."""
    raise ValueError("on purpose")


def decide(request):
    if "rm" in str(request.details):
        return ca.reject("not that")
    return ca.approve_once()


async def test_Y1_every_event_of_a_busy_day_fits_its_class(world, tmp_path):
    seen = {}

    def note(event):
        seen.setdefault(event.type, []).append(ev.typed(event))

    options = {
        "tools": [look, fail],
        "on_permission_request": decide,
        "on_user_input_request": lambda request: "a",
        "on_exit_plan_mode_request": lambda request: True,
        "hooks": {"preToolUse": lambda arguments: None},
        "on_event": note,
        "streaming": True,
    }
    async with world.client(busy, working_directory=tmp_path) as client:
        session = await client.create_session(**options, **world.session_options)
        with trio.fail_after(60):
            for prompt in ("hello", "look", "fail", "run", "forbidden", "ask", "delegate"):
                await session.send_and_wait(prompt)
            await session.send_and_wait("leave", agent_mode="plan")
            with pytest.raises(ca.TurnFailed):
                await session.send_and_wait("wrong")
            with contextlib.suppress(ca.TurnError):
                async with (
                    session.events("model.call_start") as calls,
                    trio.open_nursery() as tasks,
                ):
                    tasks.start_soon(until_aborted, session)
                    await anext(calls)
                    await session.abort()
            await session.rpc.log(message="noted")
            await session.rpc.mode.set(mode="autopilot")
            for change in (
                session.rpc.plan.update(content="# Plan"),
                session.rpc.name.set(name="Busy"),
                session.rpc.history.compact(),
            ):
                with contextlib.suppress(ca.RpcError):
                    await change
            world.kill(client)
            await session.send_and_wait("hello again")
            for event in await session.get_messages():
                note(event)
            await session.disconnect()
    wrong = {kind: one.raw for kind, events in seen.items() for one in events if broken(one)}
    assert wrong == {}
    kinds = sorted(kind for kind in seen if not kind.startswith("copilot_actors."))
    if os.environ.get("COPILOT_ACTORS_RECORD"):
        remember(world, "events", kinds)
    # Some come only when the CLI has the time for them: the page names those that were recorded.
    assert {"user.message", "assistant.message", "tool.execution_complete"} <= set(kinds)


async def until_aborted(session):
    with pytest.raises(ca.TurnAborted):
        await session.send_and_wait("wait")
