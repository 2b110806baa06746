"""Options with parts: what they accept, how they are sent, and how a wrong part is named."""

from __future__ import annotations

import inspect
import typing

import pytest

import copilot_actors as ca
from copilot_actors.client._options._session_options import session_options, wire_options
from copilot_actors.client._options._values import OptionValue, conform

PROVIDER = {"base_url": "http://127.0.0.1:1/v1"}
KEY = "sk-test-0123456789abcdef"


def kinds():
    found = [thing for name in ca.__all__ if isinstance(thing := getattr(ca, name), type)]
    return [kind for kind in found if issubclass(kind, OptionValue) and kind.__struct_fields__]


def sent(name, value):
    return wire_options(session_options(None, {name: value}), creating=True)


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_every_value_is_documented_field_by_field(kind):
    for field in kind.__struct_fields__:
        assert f"        {field}: " in kind.__doc__, field


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_no_field_takes_a_value_of_an_odd_kind(kind):
    for field in kind.__struct_fields__:
        if kind.__annotations__[field] is object:
            continue
        with pytest.raises(ca.InvalidOption) as caught:
            conform({**minimal(kind), field: Odd()}, kind, "it")
        assert field in caught.value.option
        assert "sk-secret" not in str(caught.value)


class Odd:
    def __repr__(self):
        return "sk-secret"


def minimal(kind):
    """A value for each field that has to be given."""
    values = {
        str: "2026-11-29T00:00",
        "base_url": PROVIDER["base_url"],
        "selection": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}},
        "start": {"line": 1, "character": 1} if kind is ca.SelectionRange else 1,
        "end": {"line": 1, "character": 1} if kind is ca.SelectionRange else 1,
        "line": 1,
        "character": 1,
        "enabled": True,
        "action": "remove",
        "features": [],
        "flights": {},
        "configs": [],
        "parameters": {},
    }
    parameters = inspect.signature(kind).parameters.values()
    required = [one.name for one in parameters if one.default is inspect.Parameter.empty]
    return {name: values.get(name, values[str]) for name in required}


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_a_mapping_with_an_unknown_name_is_refused_with_the_nearest_one(kind):
    field = max(kind.__struct_fields__, key=len)
    with pytest.raises(ca.InvalidOption, match=f"did you mean '{field}'"):
        conform({**minimal(kind), f"{field}x": 1}, kind, "it")


def test_a_mapping_may_have_the_names_of_the_fields_or_of_the_wire():
    struct = ca.ProviderConfig(base_url="http://h/v1", api_key=KEY, max_output_tokens=5)
    fields = {"base_url": "http://h/v1", "api_key": KEY, "max_output_tokens": 5}
    wire = {"baseUrl": "http://h/v1", "apiKey": KEY, "maxOutputTokens": 5}
    expected = {"type": "openai", **wire}
    for value in (struct, fields, wire):
        assert sent("provider", value)["provider"] == expected
    assert struct.to_wire() == expected


def test_a_field_given_under_both_of_its_names_is_refused():
    with pytest.raises(ca.InvalidOption, match="twice"):
        sent("provider", {"base_url": "http://a/", "baseUrl": "http://b/"})


def test_what_is_missing_is_named():
    with pytest.raises(ca.InvalidOption, match=r"'provider\.base_url': is required"):
        sent("provider", {"type": "openai"})


@pytest.mark.parametrize(
    ("option", "value", "path"),
    [
        ("provider", {**PROVIDER, "type": "opnai"}, "provider.type"),
        ("provider", {"base_url": "ftp://h"}, "provider.base_url"),
        ("provider", {**PROVIDER, "max_output_tokens": 0}, "provider.max_output_tokens"),
        ("providers", [{"name": "a/b", **PROVIDER}], "providers[0].name"),
        ("mcp_servers", {"a": {"type": "htp", "url": "x"}}, "mcp_servers['a'].type"),
        ("mcp_servers", {"a": {"command": "x", "timeout": 0}}, "mcp_servers['a'].timeout"),
        ("custom_agents", [{"name": "a", "prompt": "p", "tools": [1]}], "custom_agents[0].tools"),
        ("custom_agents", [{"name": "", "prompt": "p"}], "custom_agents[0].name"),
        ("infinite_sessions", {"buffer_exhaustion_threshold": 1.5}, "buffer_exhaustion"),
        ("infinite_sessions", {"background_compaction_threshold": True}, "background"),
        ("session_limits", {"max_ai_credits": 0}, "session_limits.max_ai_credits"),
        ("memory", {"mode": "x"}, "memory.enabled"),
        ("system_message", {"mode": "apend", "content": "x"}, "system_message.mode"),
        ("system_message", {"mode": "replace"}, "system_message.content"),
        ("available_tools", ["view", "*"], "available_tools[1]"),
        ("auth_client_id_metadata_url", "http://h/x", "auth_client_id_metadata_url"),
        ("canvas_provider", {"id": "connection:1"}, "canvas_provider.id"),
        ("feature_flags", {"A": "yes"}, "feature_flags['A']"),
        ("skill_directories", "folder", "skill_directories"),
        ("working_directory", b"folder", "working_directory"),
    ],
)
def test_a_wrong_part_is_named_by_its_path(option, value, path):
    with pytest.raises(ca.InvalidOption) as caught:
        session_options(None, {option: value})
    assert path in caught.value.option
    assert "expected" in caught.value.reason or "required" in caught.value.reason


def test_an_unknown_section_of_the_system_message_is_refused_with_the_nearest_one():
    with pytest.raises(ca.InvalidOption, match="did you mean 'tone'"):
        sent("system_message", ca.CustomizeSystemMessage(sections={"tones": {"action": "remove"}}))


@pytest.mark.parametrize(
    ("given", "wire"),
    [
        ("be brief", {"mode": "append", "content": "be brief"}),
        (ca.AppendSystemMessage(content="x"), {"mode": "append", "content": "x"}),
        ({"content": "x"}, {"mode": "append", "content": "x"}),
        (ca.ReplaceSystemMessage(content="x"), {"mode": "replace", "content": "x"}),
        ({"mode": "replace", "content": "x"}, {"mode": "replace", "content": "x"}),
        (
            ca.CustomizeSystemMessage(sections={"tone": ca.SectionOverride(action="remove")}),
            {"mode": "customize", "sections": {"tone": {"action": "remove"}}},
        ),
    ],
)
def test_a_system_message_is_text_or_one_of_three_modes(given, wire):
    assert sent("system_message", given)["systemMessage"] == wire


def test_mcp_servers_are_told_apart_by_their_type_or_by_what_they_have():
    servers = {
        "a": ca.McpStdioServer(command="run", working_directory="/w", env={"K": KEY}),
        "b": {"url": "http://h"},
        "c": {"type": "sse", "url": "http://h", "headers": {"A": "b"}},
        "d": {"type": "local", "command": "run"},
    }
    assert sent("mcp_servers", servers)["mcpServers"] == {
        "a": {"type": "stdio", "command": "run", "cwd": "/w", "env": {"K": KEY}},
        "b": {"type": "http", "url": "http://h"},
        "c": {"type": "sse", "url": "http://h", "headers": {"A": "b"}},
        "d": {"type": "local", "command": "run"},
    }


def test_tools_are_chosen_by_name_or_by_where_they_come_from():
    tools = ca.ToolSet().builtin("view", "grep").mcp("*").custom("deploy")
    params = sent("available_tools", tools)
    assert params["availableTools"] == ["builtin:view", "builtin:grep", "mcp:*", "custom:deploy"]
    assert sent("excluded_tools", ["bash"])["toolFilterPrecedence"] == "excluded"
    assert tools == ca.ToolSet(tools.patterns)
    assert hash(tools) == hash(ca.ToolSet(tools.patterns))
    assert "builtin:view" in repr(tools)


@pytest.mark.parametrize(
    ("option", "wire", "value", "expected"),
    [
        ("large_output", "largeOutput", ca.LargeOutput(output_directory="/o"), {"outputDir": "/o"}),
        ("infinite_sessions", "infiniteSessions", False, False),
        (
            "model_capabilities",
            "modelCapabilities",
            ca.ModelCapabilities(
                supports=ca.ModelSupports(reasoning_effort=True, adaptive_thinking="optional"),
                limits=ca.ModelLimits(vision=ca.VisionLimits(max_prompt_images=2)),
            ),
            {
                "supports": {"reasoningEffort": True, "adaptive_thinking": "optional"},
                "limits": {"vision": {"max_prompt_images": 2}},
            },
        ),
        (
            "exp_assignments",
            "expAssignments",
            {"features": [], "flights": {}, "configs": [], "assignment_context": "c"},
            {"Features": [], "Flights": {}, "Configs": [], "AssignmentContext": "c"},
        ),
        (
            "custom_agents",
            "customAgents",
            [ca.CustomAgent(name="a", prompt="p", tools=None, mcp_servers={"m": {"command": "x"}})],
            [
                {
                    "name": "a",
                    "prompt": "p",
                    "tools": None,
                    "mcpServers": {"m": {"type": "stdio", "command": "x"}},
                }
            ],
        ),
        ("capi", "capi", ca.CapiOptions(auto_tier="new-tier"), {"autoTier": "new-tier"}),
        ("config_directory", "configDir", "/c", "/c"),
        ("enable_experimental_mode", "isExperimentalMode", True, True),
        ("enable_mcp_apps", "requestMcpApps", True, True),
    ],
)
def test_an_option_has_its_own_name_on_the_wire(option, wire, value, expected):
    assert sent(option, value)[wire] == expected


class BytesPath:
    def __fspath__(self):
        return b"/folder"


def test_a_path_of_bytes_is_refused():
    with pytest.raises(ca.InvalidOption, match="working_directory"):
        sent("working_directory", BytesPath())


@pytest.mark.parametrize("option", ["extra", "diagnostics", "model_capabilities"])
def test_what_contains_itself_is_refused(option):
    endless = {}
    endless["a"] = endless["supports"] = endless
    with pytest.raises(ca.InvalidOption):
        sent(option, endless)


@pytest.mark.parametrize("option", ["model", "system_message", "organization_custom_instructions"])
def test_text_that_is_no_unicode_is_refused(option):
    with pytest.raises(ca.InvalidOption, match="cannot be sent"):
        sent(option, "a\ud800b")


def test_what_is_given_as_extra_is_sent_as_it_is_and_wins():
    params = sent("extra", {"newOption": {"a": 1}, "model": 5})
    assert params["newOption"] == {"a": 1}
    assert params["model"] == 5


@pytest.mark.parametrize(
    "value",
    [
        ca.ProviderConfig(base_url="http://h", api_key=KEY, bearer_token=KEY, headers={"A": KEY}),
        ca.NamedProvider(name="n", base_url="http://h", api_key=KEY, headers={"A": KEY}),
        ca.McpStdioServer(command="x", env={"A": KEY}),
        ca.McpHttpServer(url="http://h", headers={"A": KEY}),
        ca.BlobAttachment(data=KEY.encode(), mime_type="text/plain"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_no_secret_is_in_a_repr(value):
    agent = ca.CustomAgent(name="a", prompt="p", mcp_servers={"m": value})
    options = ca.SessionOptions(provider=value, mcp_servers={"m": value}, github_token=KEY)
    for shown in (repr(value), str(value), f"{agent}", f"{options}"):
        assert KEY not in shown
        assert KEY.encode().hex() not in shown


def test_the_annotations_of_public_values_can_be_resolved():
    for kind in kinds():
        assert typing.get_type_hints(kind)
