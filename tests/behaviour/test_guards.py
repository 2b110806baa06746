"""Tool results of every form and permission rules, as the model and the CLI see them."""

from __future__ import annotations

import base64

import msgspec
import pytest
import trio

import copilot_actors as ca
from copilot_actors.client._handlers._permission_rules import KINDS
from copilot_actors.testing import FrameMatch, Script, Simulator, Text, ToolCall, ToolCalls

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

PERMISSIONS = "session.permissions"


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


class City(msgspec.Struct):
    name: str
    degrees: float


def nothing():
    return None


def mapping(arguments):
    return {"saw": arguments}


async def struct(arguments, invocation):
    return City(invocation.tool_name, 18.5)


def image():
    return ca.ToolResult(text="a dot", binary=[ca.ToolBinary(data=PIXEL, mime_type="image/png")])


RESULTS = [
    ("nothing", nothing, True, ""),
    ("mapping", mapping, True, '{"saw":{"n":1}}'),
    ("struct", struct, True, '{"name":"struct","degrees":18.5}'),
    ("image", image, True, "a dot"),
    ("failure", lambda: ca.ToolResult(text="no", result_type="failure", error="no"), False, "no"),
    ("denied", lambda: ca.ToolResult(text="not you", result_type="denied"), False, "not you"),
    ("bytes", lambda: b"x", False, "cannot be sent"),
    ("number", lambda: ca.ToolResult(text=7), False, "cannot be sent"),
    ("word", lambda: ca.ToolResult(text="t", result_type="oops"), False, "cannot be sent"),
]


@pytest.mark.exhaustive("real")
async def test_Y2_every_form_of_a_tool_result_is_what_the_model_gets(world):
    tools = [
        ca.Tool(name, name, {"type": "object"}, handler, True) for name, handler, *_ in RESULTS
    ]

    names = {tool.name for tool in tools}

    def script(request):
        if request.step == 0 and request.prompt in names:
            return ToolCalls([ToolCall(request.prompt, {"n": 1})])
        return Text("end")

    vision = {"supported_media_types": ["image/png"], "max_prompt_images": 1}
    sees = {"supports": {"vision": True}, "limits": {"vision": vision}}
    async with world.client(script) as client:
        session = await client.create_session(
            tools=tools, extra={"modelCapabilities": sees}, **world.session_options
        )
        async with session.events("tool.execution_complete") as stream:
            for name, _, succeeds, told in RESULTS:
                with trio.fail_after(20):
                    assert content(await session.send_and_wait(name)) == "end"
                data = (await anext(stream)).data
                assert data["success"] is succeeds, name
                text = data["result"]["content"] if succeeds else data["error"]["message"]
                assert told in text, name
                if name == "image" and world.name == "real CLI":
                    assert base64.b64encode(PIXEL).decode() in str(world.last_request().messages)
        assert client.statistics().handler_errors == 3


DECISIONS = [
    (ca.approve_once(), {"kind": "approve-once"}),
    (ca.approve_for_session(), {"kind": "approve-for-session"}),
    (
        ca.approve_for_location({"kind": "write"}, "/repo"),
        {"kind": "approve-for-location", "approval": {"kind": "write"}, "locationKey": "/repo"},
    ),
    (
        ca.approve_permanently("example.com"),
        {"kind": "approve-permanently", "domain": "example.com"},
    ),
    (ca.reject("no"), {"kind": "reject", "feedback": "no"}),
    (ca.user_not_available(), {"kind": "user-not-available"}),
    (ca.no_result(), {"kind": "user-not-available"}),
    (ca.PermissionDecision({"kind": "approved"}), {"kind": "user-not-available"}),
    (True, {"kind": "user-not-available"}),
    ({"kind": "approve-once"}, {"kind": "user-not-available"}),
    (None, {"kind": "user-not-available"}),
]


@pytest.mark.parametrize("kind", [*KINDS, "of a newer CLI"])
async def test_X1_every_kind_of_permission_is_asked_for_and_every_decision_is_sent(
    autojump_clock, kind
):
    decisions, asked = [decision for decision, _ in DECISIONS], []

    def decide(request):
        asked.append((request.kind, request.details["detail"]))
        return decisions.pop(0)

    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m", on_permission_request=decide)
        for number, (_, wire) in enumerate(DECISIONS):
            nested = {"kind": kind, "toolCallId": f"c{number}", "detail": number}
            data = {"requestId": f"r{number}", "permissionRequest": nested}
            simulator.emit(session.session_id, "permission.requested", data)
            frame = await simulator.wait_for(
                FrameMatch(
                    direction="to_cli", method=f"{PERMISSIONS}.handlePendingPermissionRequest"
                )
            )
            assert frame.message["params"]["result"] == wire
            assert frame.message["params"]["requestId"] == f"r{number}"
        assert asked == [(kind, number) for number in range(len(DECISIONS))]
        assert client.statistics().handler_errors == 4


async def test_X1_rules_decide_on_what_the_cli_asks(world, tmp_path):
    inside, outside = tmp_path / "work", tmp_path / "other"
    inside.mkdir()
    outside.mkdir()
    (inside / "a").write_text("content of a")
    (inside / "secret").write_text("content of secret")
    rules = ca.PermissionRules(
        [
            ca.PermissionRule(effect="deny", paths=[f"{inside}/secret"]),
            ca.PermissionRule(effect="allow", kinds=["read", "write"], paths=[str(inside)]),
            ca.PermissionRule(effect="allow", commands=["echo *"]),
            ca.PermissionRule(effect="allow", kinds=["custom-tool"], tools=["look"]),
        ]
    )

    def bash(line):
        return ToolCall("bash", {"command": line, "description": "d"})

    cells = {
        "echo": (bash("echo fine"), True),
        "two": (bash("echo fine; echo more"), True),
        "redirect": (bash(f"echo evil > {inside}/x"), False),
        "other": (bash("exit 0"), False),
        "substitute": (bash("echo $(exit 0)"), False),
        "read": (ToolCall("view", {"path": f"{inside}/a"}), True),
        "secret": (ToolCall("view", {"path": f"{inside}/secret"}), False),
        "dots": (ToolCall("view", {"path": f"{inside}/../other/a"}), False),
        "write": (ToolCall("create", {"path": f"{inside}/new", "file_text": "x"}), True),
        "elsewhere": (ToolCall("create", {"path": f"{outside}/new", "file_text": "x"}), False),
        "look": (ToolCall("look", {}), True),
        "peek": (ToolCall("peek", {}), False),
    }

    def script(request):
        if request.step == 0 and request.prompt in cells:
            return ToolCalls([cells[request.prompt][0]])
        return Text("end")

    async with world.client(script) as client:
        session = await client.create_session(
            on_permission_request=rules,
            tools=[ca.Tool(n, n, {"type": "object"}, lambda: "seen") for n in ("look", "peek")],
            working_directory=str(inside) if world.name == "real CLI" else "/",
            **world.session_options,
        )
        async with session.events("tool.execution_complete") as stream:
            for name, (_, allowed) in cells.items():
                with trio.fail_after(20):
                    assert content(await session.send_and_wait(name)) == "end"
                assert (await anext(stream)).data["success"] is allowed, name
        assert not (inside / "x").exists()
        assert not (outside / "new").exists()
        assert client.statistics().handler_errors == 0


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])
async def test_a_lasting_decision_is_not_asked_for_again(world, tmp_path):
    asked, decisions = [], []

    def decide(request):
        asked.append(request.kind)
        return decisions.pop(0)

    def script(request):
        if request.step == 0:
            path = f"{tmp_path}/{request.prompt}"
            return ToolCalls([ToolCall("create", {"path": path, "file_text": "x"})])
        return Text("end")

    async with world.client(script) as client:
        session = await client.create_session(
            on_permission_request=decide,
            working_directory=str(tmp_path),
            **world.session_options,
        )
        # A domain cannot be approved for a file: the CLI refuses the call.
        decisions += [ca.approve_permanently("example.com"), ca.no_result()]
        decisions += [ca.approve_for_location({"kind": "write"}, str(tmp_path))]
        for name in ("permanently", "nobody", "here", "again"):
            with trio.fail_after(20):
                await session.send_and_wait(name)
        assert asked == ["write"] * 3
        made = {path.name for path in tmp_path.iterdir()}
        assert {"here", "again"} <= made
        assert not {"permanently", "nobody"} & made
