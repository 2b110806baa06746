"""The mode that starts from nothing: a session has what its options name, nothing of the machine.

The CLI knows no such mode. It is a set of options, which stand where a session says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import UNSET

from copilot_actors._errors import InvalidOption

from ._session_settings import Memory, ToolSearch
from ._system_message import AppendSystemMessage, CustomizeSystemMessage, ReplaceSystemMessage

if TYPE_CHECKING:
    from ._session_options import SessionOptions

BUILTIN_TOOLS_ISOLATED: Final = (
    "ask_user",
    "context_board",
    "exit_plan_mode",
    "list_agents",
    "read_agent",
    "send_inbox",
    "skill",
    "task",
    "task_complete",
    "write_agent",
)
"""Tools of the CLI that stay within one session: no file, no process, no network."""

_MACHINE: Final = "environment_context"
_REMOVE: Final[Mapping[str, object]] = {"action": "remove"}

_DEFAULTS: Final[Mapping[str, object]] = {
    "coauthor_enabled": False,
    "custom_agents_local_only": True,
    "embedding_cache_storage": "in-memory",
    "enable_config_discovery": False,
    "enable_file_hooks": False,
    "enable_host_git_operations": False,
    "enable_on_demand_instruction_discovery": False,
    "enable_session_store": False,
    "enable_session_telemetry": False,
    "enable_skills": False,
    "manage_schedule_enabled": False,
    "mcp_oauth_token_storage": "in-memory",
    "memory": Memory(enabled=False),
    "skip_custom_instructions": True,
    "skip_embedding_retrieval": True,
    "tool_search": ToolSearch(enabled=False),
}


def from_nothing(options: SessionOptions) -> SessionOptions:
    """Return the options of a session of a client with ``mode="empty"``.

    What the caller set stays as it is, ``None`` included.

    Raises:
        InvalidOption: ``available_tools`` is not set: each session names the tools that it has.
    """
    if options.available_tools is UNSET:
        raise InvalidOption(
            "available_tools",
            "a client with mode='empty' needs it: name the tools of the session, for instance "
            "ToolSet().builtin(*BUILTIN_TOOLS_ISOLATED).custom('*')",
        )
    unset: dict[str, object] = {
        name: value for name, value in _DEFAULTS.items() if getattr(options, name) is UNSET
    }
    if options.skill_provider is not None:
        unset.pop("enable_skills", None)
    if _MACHINE not in options.section_transforms:
        unset["system_message"] = _without_machine(options.system_message)
    return msgspec.structs.replace(options, **unset)


def _without_machine(message: object) -> object:
    """The system message without the section on the machine, unless it says otherwise."""
    if message is UNSET or message is None:
        return CustomizeSystemMessage(sections={_MACHINE: _REMOVE})
    if isinstance(message, str):
        return CustomizeSystemMessage(content=message, sections={_MACHINE: _REMOVE})
    if isinstance(message, AppendSystemMessage):
        return CustomizeSystemMessage(content=message.content, sections={_MACHINE: _REMOVE})
    if isinstance(message, CustomizeSystemMessage):
        return msgspec.structs.replace(message, sections=_with_removal(message.sections))
    if isinstance(message, ReplaceSystemMessage) or not isinstance(message, Mapping):
        return message
    if message.get("mode", "append") == "replace":
        return message
    sections = _with_removal(message.get("sections", UNSET))
    return {**message, "mode": "customize", "sections": sections}


def _with_removal(sections: object) -> dict[str, object]:
    given = dict(sections) if isinstance(sections, Mapping) else {}
    return {_MACHINE: _REMOVE, **given}
