"""What tool and command handlers are told: the trio API's values, with a handle of this side.

At runtime they are the same classes, so that ``@tool`` knows them; type checkers see the session.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import msgspec

    from copilot_actors._errors import JsonValue

    from ._facade import Session

    class ToolInvocation(msgspec.Struct, frozen=True, kw_only=True):
        """As ``copilot_actors.ToolInvocation``; its session is of this side."""

        session: Session
        tool_call_id: str
        tool_name: str
        request_id: str
        arguments: JsonValue

    class CommandInvocation(msgspec.Struct, frozen=True, kw_only=True):
        """As ``copilot_actors.CommandInvocation``; its session is of this side."""

        session: Session
        name: str
        arguments: str
        command: str
        request_id: str

else:
    from copilot_actors.client import CommandInvocation as CommandInvocation
    from copilot_actors.client import ToolInvocation as ToolInvocation
