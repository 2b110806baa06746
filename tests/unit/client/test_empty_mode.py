"""The mode that starts from nothing: what stands where a session says nothing."""

from __future__ import annotations

import msgspec
import pytest

import copilot_actors as ca
from copilot_actors.client._options._session_options import session_options, wire_options
from copilot_actors.testing import Script, Simulator
from copilot_actors.transport import Stdio

REMOVED = {"environment_context": {"action": "remove"}}


def wire(creating=True, **options):
    given = {"available_tools": ["builtin:task"], **options}
    return wire_options(session_options(None, given, "empty"), creating=creating)


@pytest.mark.parametrize("creating", [True, False])
def test_nothing_of_the_machine_is_used(creating):
    sent = wire(creating)
    off = ("enableConfigDiscovery", "enableFileHooks", "enableHostGitOperations", "enableSkills")
    off += ("enableSessionStore", "enableSessionTelemetry", "coauthorEnabled")
    off += ("manageScheduleEnabled", "enableOnDemandInstructionDiscovery")
    assert {name: sent[name] for name in off} == dict.fromkeys(off, False)
    on = ("skipCustomInstructions", "customAgentsLocalOnly", "skipEmbeddingRetrieval")
    assert {name: sent[name] for name in on} == dict.fromkeys(on, True)
    assert sent["embeddingCacheStorage"] == sent["mcpOAuthTokenStorage"] == "in-memory"
    assert sent["memory"] == sent["toolSearch"] == {"enabled": False}
    assert sent["systemMessage"] == {"mode": "customize", "sections": REMOVED}


def test_what_a_session_says_stands():
    sent = wire(enable_skills=True, memory=None, enable_session_store=True)
    assert (sent["enableSkills"], sent["memory"], sent["enableSessionStore"]) == (True, None, True)


TONE = {"tone": {"action": "replace", "content": "Be warm."}}
KEPT = {"environment_context": {"action": "append", "content": "x"}}


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("More.", {"mode": "customize", "content": "More.", "sections": REMOVED}),
        (None, {"mode": "customize", "sections": REMOVED}),
        (
            ca.AppendSystemMessage(content="More."),
            {"mode": "customize", "content": "More.", "sections": REMOVED},
        ),
        (
            {"content": "More."},
            {"mode": "customize", "content": "More.", "sections": REMOVED},
        ),
        (
            ca.CustomizeSystemMessage(sections=TONE),
            {"mode": "customize", "sections": {**REMOVED, **TONE}},
        ),
        (
            {"mode": "customize", "sections": TONE, "content": "More."},
            {"mode": "customize", "content": "More.", "sections": {**REMOVED, **TONE}},
        ),
        ({"mode": "customize", "sections": KEPT}, {"mode": "customize", "sections": KEPT}),
        ({"mode": "replace", "content": "All."}, {"mode": "replace", "content": "All."}),
        (ca.ReplaceSystemMessage(content="All."), {"mode": "replace", "content": "All."}),
    ],
)
def test_the_system_message_says_nothing_of_the_machine_unless_it_is_told_to(message, expected):
    assert wire(system_message=message)["systemMessage"] == expected


def test_a_section_that_is_transformed_is_left_to_its_function():
    transforms = {"environment_context": str}
    sent = wire(section_transforms=transforms)["systemMessage"]
    assert sent["sections"] == {"environment_context": {"action": "transform"}}


def test_skills_of_the_program_are_no_skills_of_the_machine():
    class Skills:
        def list_skills(self):
            return []

        def read_skill(self, name):
            return None

    assert "enableSkills" not in wire(skill_provider=Skills())


async def test_a_session_that_names_no_tools_is_refused_before_anything_is_sent(
    autojump_clock, tmp_path
):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator, mode="empty", home=tmp_path) as client:
        with pytest.raises(ca.InvalidOption, match="needs it: name the tools") as refused:
            await client.create_session(model="m")
        assert refused.value.option == "available_tools"
        options = ca.SessionOptions(
            available_tools=ca.ToolSet().builtin(*ca.BUILTIN_TOOLS_ISOLATED)
        )
        session = await client.create_session(options, model="m")
        await session.set_tools([ca.Tool("look", "look", None, lambda: "seen", True)])
        simulator.kill()
        assert await session.send_and_wait("hello")
        sent = [frame.message for frame in simulator.log]
        opened = [
            message["params"]
            for message in sent
            if message.get("method") in ("session.create", "session.resume")
        ]
        assert len(opened) >= 2
        assert {params["enableSkills"] for params in opened} == {False}
        assert msgspec.structs.asdict(options)["enable_skills"] is msgspec.UNSET


async def test_a_client_of_its_own_cli_needs_a_folder_of_its_own():
    with pytest.raises(ca.InvalidOption, match="a folder of its own"):
        async with ca.open_client(cli=Stdio("/nowhere"), mode="empty"):
            raise AssertionError("it opened")


async def test_an_unknown_mode_is_refused(autojump_clock):
    with pytest.raises(ca.InvalidOption, match="mode"):
        async with ca.open_client(cli=Simulator(Script.echo()), mode="nothing"):
            raise AssertionError("it opened")
