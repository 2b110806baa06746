"""The options on the real CLI: whose effect is seen, which are only taken, and which cannot be.

Read by the tests of :mod:`tests.e2e.test_options` and by ``docs/options_coverage.py``.
"""

from __future__ import annotations

import sys

import msgspec

import copilot_actors as ca

MCP_SERVER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    result = {
        "initialize": {
            "protocolVersion": message.get("params", {}).get("protocolVersion"),
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "small", "version": "1"},
        },
        "tools/list": {
            "tools": [{"name": "fathom", "description": "d", "inputSchema": {"type": "object"}}]
        },
    }.get(message.get("method"))
    if result is not None:
        answer = {"jsonrpc": "2.0", "id": message["id"], "result": result}
        print(json.dumps(answer), flush=True)
"""


class Folders:
    """Files that some options point to."""

    def __init__(self, root):
        def write(path, text):
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            return str(root / path.partition("/")[0])

        self.work = write("work/AGENTS.md", "FOLDER-INSTRUCTIONS")
        self.skills = write(
            "skills/deploy/SKILL.md", "---\nname: deploy\ndescription: SKILL-DEPLOY\n---\nDo it."
        )
        self.agents = write(
            "agents/tester.agent.md", "---\nname: tester\ndescription: AGENT-TESTER\n---\nTest."
        )
        self.more = write("more/x.instructions.md", "MORE-INSTRUCTIONS")
        self.extra = write("extra/readme", "")


def text(request):
    """All that a model was told."""
    return msgspec.json.encode(request.messages).decode()


def tools(request):
    return {tool["function"]["name"] for tool in request.tools}


def holds(*words):
    return lambda request: all(word in text(request) for word in words)


def lacks(*words):
    return lambda request: not any(word in text(request) for word in words)


def seen_cases(folders, provider, work=None):
    """Case -> (options, what holds of the model's request for them)."""
    mine = {"name": "mine", **provider}
    reviewer = ca.CustomAgent(
        name="reviewer", description="AGENT-REVIEWER", prompt="PROMPT-REVIEWER", tools=["view"]
    )
    tone = {"tone": ca.SectionOverride(action="replace", content="TONE-OF-OURS")}
    return {
        "none": ({}, holds("FOLDER-INSTRUCTIONS", "Co-authored-by")),
        "provider.wire_model": (
            {"provider": {**provider, "wire_model": "wire-x"}},
            lambda request: request.model == "wire-x",
        ),
        "providers, models": (
            {
                "provider": ca.UNSET,
                "model": "mine/theirs",
                "providers": [mine],
                "models": [ca.ProviderModel(id="theirs", provider="mine")],
            },
            lambda request: request.model == "theirs",
        ),
        "streaming": ({"streaming": False}, lambda request: not request.stream),
        "system_message": ({"system_message": "APPENDED-BY-US"}, holds("APPENDED-BY-US")),
        "system_message: replace": (
            {"system_message": ca.ReplaceSystemMessage(content="ONLY-THIS")},
            lambda request: request.messages[0]["content"] == "ONLY-THIS",
        ),
        "system_message: customize": (
            {"system_message": ca.CustomizeSystemMessage(sections=tone, content="AFTER-ALL")},
            holds("TONE-OF-OURS", "AFTER-ALL", "FOLDER-INSTRUCTIONS"),
        ),
        "organization_custom_instructions": (
            {"organization_custom_instructions": "ORGANIZATION-SAYS"},
            holds("ORGANIZATION-SAYS"),
        ),
        "skip_custom_instructions": (
            {"skip_custom_instructions": True},
            lacks("FOLDER-INSTRUCTIONS"),
        ),
        "instruction_directories": (
            {"instruction_directories": [folders.more]},
            holds("MORE-INSTRUCTIONS"),
        ),
        "additional_directories": (
            {"additional_directories": [folders.extra]},
            holds(folders.extra),
        ),
        "available_tools": (
            {"available_tools": ca.ToolSet().builtin("view")},
            lambda request: tools(request) == {"view"},
        ),
        "excluded_tools": (
            {"available_tools": ["view", "bash"], "excluded_tools": ["bash"]},
            lambda request: tools(request) == {"view"},
        ),
        "tool_search": (
            {
                "tool_search": ca.ToolSearch(enabled=True, defer_threshold=0),
                "mcp_servers": {"small": small_server()},
            },
            lambda request: "tool_search_tool" in tools(request),
        ),
        "manage_schedule_enabled": (
            {"manage_schedule_enabled": True},
            lambda request: "manage_schedule" in tools(request),
        ),
        "coauthor_enabled": ({"coauthor_enabled": False}, lacks("Co-authored-by")),
        "custom_agents, agent": (
            {"custom_agents": [reviewer], "agent": "reviewer"},
            holds("PROMPT-REVIEWER"),
        ),
        "default_agent": (
            {"default_agent": ca.DefaultAgent(excluded_tools=["view"])},
            lambda request: "view" not in tools(request),
        ),
        "agent_directories": (
            {"agent_directories": [folders.agents]},
            lambda request: "AGENT-TESTER" in msgspec.json.encode(request.tools).decode(),
        ),
        "included_builtin_agents": (
            {"included_builtin_agents": ["explore"]},
            lambda request: "rubber-duck" not in msgspec.json.encode(request.tools).decode(),
        ),
        "excluded_builtin_agents": (
            {"excluded_builtin_agents": ["explore"]},
            lambda request: "explore" not in agents(request),
        ),
        "enable_skills": (
            {"skill_directories": [folders.skills], "enable_skills": False},
            lacks("SKILL-DEPLOY"),
        ),
        "skill_directories": (
            {"skill_directories": [folders.skills]},
            holds("SKILL-DEPLOY", "customize-cloud-agent"),
        ),
        "included_builtin_skills": ({"included_builtin_skills": []}, lacks("customize-cloud")),
        "disabled_skills": (
            {"skill_directories": [folders.skills], "disabled_skills": ["deploy"]},
            lacks("SKILL-DEPLOY"),
        ),
        "mcp_servers": (
            {"mcp_servers": {"small": small_server()}},
            lambda request: any("fathom" in name for name in tools(request)),
        ),
        "disabled_mcp_servers": (
            {"mcp_servers": {"small": small_server()}, "disabled_mcp_servers": ["small"]},
            lambda request: not any("fathom" in name for name in tools(request)),
        ),
        "working_directory": ({"working_directory": folders.extra}, lacks("FOLDER-INSTRUCTIONS")),
        "sandbox_config": ({"sandbox_config": ca.Sandbox(enabled=True)}, holds("andbox")),
        "enable_session_store": (
            {"enable_session_store": True},
            lambda request: any("session_store" in name for name in tools(request)),
        ),
        "ask_user_variant": (
            {
                "on_user_input_request": lambda request: "no",
                "ask_user_variant": "elicitation",
                "extra": {"requestElicitation": True},
            },
            lambda request: "ask_user" in tools(request),
        ),
    }


TOGETHER = (
    "streaming",
    "system_message: customize",
    "organization_custom_instructions",
    "instruction_directories",
    "additional_directories",
    "manage_schedule_enabled",
    "coauthor_enabled",
    "default_agent",
    "agent_directories",
    "excluded_builtin_agents",
    "skill_directories",
    "mcp_servers",
    "enable_session_store",
)
"""Cases that do not touch each other, so that one session can show them all."""

ALONE = ("providers, models", "system_message: replace", "excluded_tools", "custom_agents, agent")
"""Cases that always run; the others are further cells of the matrix."""


def agents(request):
    (task,) = [tool for tool in request.tools if tool["function"]["name"] == "task"]
    return task["function"]["parameters"]["properties"]["agent_type"].get("enum", [])


def small_server():
    return ca.McpStdioServer(command=sys.executable, args=["-c", MCP_SERVER])


def taken_cases(folders):
    """Option -> a value that the CLI takes; its effect cannot be seen without an account."""
    return {
        "capi": ca.CapiOptions(enable_web_socket_responses=False),
        "reasoning_effort": "high",
        "reasoning_summary": "concise",
        "verbosity": "low",
        "context_tier": "long_context",
        "model_capabilities": ca.ModelCapabilities(supports=ca.ModelSupports(vision=True)),
        "image_generation": ca.ImageGeneration(enabled=False),
        "enable_citations": True,
        "session_limits": ca.SessionLimits(max_ai_credits=30),
        "include_sub_agent_streaming_events": False,
        "refresh_custom_instructions": True,
        "enable_on_demand_instruction_discovery": True,
        "memory": ca.Memory(enabled=False),
        "large_output": ca.LargeOutput(max_size_bytes=1000, output_directory=folders.extra),
        "custom_agents_local_only": True,
        "plugin_directories": [folders.extra],
        "hook_directories": [folders.extra],
        "enable_file_hooks": False,
        "autopilot": ca.Autopilot(continuation_enabled=False, max_continues=1),
        "mcp_oauth_token_storage": "in-memory",
        "auth_client_id_metadata_url": "https://example.com/client.json",
        "enable_mcp_apps": False,
        "github_mcp_tool_config": ca.GitHubMcpTools(additional_tools=["x"]),
        "trust_working_directory": "session",
        "enable_config_discovery": False,
        "enable_host_git_operations": False,
        "enable_file_change_tracking": True,
        "interactive_user": False,
        "infinite_sessions": ca.InfiniteSessions(background_compaction_threshold=0.7),
        "embedding_cache_storage": "in-memory",
        "skip_embedding_retrieval": True,
        "remote_session": "off",
        "managed_settings": ca.ManagedSettings(
            permissions=ca.ManagedPermissions(deny=["Shell(rm *)"])
        ),
        "enforce_managed_model_defaults": False,
        "enable_session_telemetry": False,
        "feature_flags": {"SOMETHING": True},
        "exp_assignments": ca.ExpAssignments(
            features=[], flights={}, configs=[], assignment_context=""
        ),
        "enable_experimental_mode": False,
        "canvas_provider": ca.CanvasProvider(id="app:1"),
        "request_canvas_renderer": False,
        "request_extensions": False,
        "extension_sdk_path": folders.extra,
        "extension_info": ca.ExtensionInfo(source="ours", name="one"),
        "suppress_resume_event": True,
        "open_canvases": [],
        "diagnostics": {"sources": {"mcp": {"level": "info"}}},
    }


UNCHECKED = frozenset(
    {
        "canvas_provider",
        "custom_agents_local_only",
        "embedding_cache_storage",
        "enable_citations",
        "enable_file_change_tracking",
        "enable_host_git_operations",
        "enable_mcp_apps",
        "enable_on_demand_instruction_discovery",
        "enforce_managed_model_defaults",
        "extension_info",
        "extension_sdk_path",
        "large_output",
        "mcp_oauth_token_storage",
        "model_capabilities",
        "open_canvases",
        "refresh_custom_instructions",
        "request_canvas_renderer",
        "request_extensions",
        "skip_embedding_retrieval",
        "suppress_resume_event",
    }
)
"""Taken options whose value CLI 1.0.102 does not check: it has the name, and took any JSON."""

ELSEWHERE = {
    "model": "every test",
    "provider": "every test",
    "trace_context": "the spans are in the trace (test_telemetry)",
    "name": "listed (test_options)",
    "client_name": "listed (test_options)",
    "config_directory": "the session is stored there (test_options)",
    "allow_transcript_recovery": "test_recovery",
}
"""Options whose effect another test sees."""

NOT_OFFLINE = {
    "github_token": "the CLI asks GitHub whether it is right",
    "enable_managed_settings": "the CLI asks GitHub for the policy",
    "excluded_managed_settings": "CLI 1.0.102 does not have it: UnsupportedOption",
}
"""Options that need an account, or another CLI."""

WITHOUT = {
    "cloud": "the CLI refuses an id of ours for a cloud session, and supervision needs one",
    "create_session_fs_handler": "one file system, or a function of the session's id, is an option of the client",
}
"""Options of GitHub's SDK that there are not here, and why."""
