"""Which methods a peer may call, as a table: about whose session, and whether it only reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

Scope: TypeAlias = Literal["anybody", "session", "sessions", "program", "never"]


class Rule(msgspec.Struct, frozen=True):
    """One method.

    Attributes:
        scope: ``"anybody"`` who is authenticated; ``"session"``: who owns its ``sessionId``;
            ``"sessions"``: who owns all of its ``sessionIds``; ``"program"``: a peer that is no
            tenant; ``"never"``: only the program that runs the gateway.
        operation: what ``authorize`` is asked.
        reads: whether it changes nothing, so that a read-only peer may call it, and it is asked
            again when the CLI dies before it has answered.
    """

    scope: Scope
    operation: str
    reads: bool = False


def _rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for scope, operations in _TABLE.items():
        for method, (operation, reads) in operations.items():
            rules[method] = Rule(scope, operation, reads)
    return rules


_TABLE: Mapping[Scope, Mapping[str, tuple[str, bool]]] = {
    "anybody": {
        "ping": ("ping", True),
        "status.get": ("get_status", True),
        "auth.getStatus": ("get_auth_status", True),
        "models.list": ("list_models", True),
        "tools.list": ("list_tools", True),
        "session.list": ("list_sessions", True),
        "session.getLastId": ("get_last_session_id", True),
        "gateway.sessions": ("list_sessions", True),
    },
    "session": {
        "session.create": ("create_session", False),
        "session.resume": ("resume_session", False),
        "session.send": ("send", False),
        "session.sendMessages": ("send", False),
        "session.abort": ("abort", False),
        "session.destroy": ("disconnect", False),
        "session.detach": ("disconnect", False),
        "sessions.close": ("disconnect", False),
        "session.delete": ("delete_session", False),
        "sessions.delete": ("delete_session", False),
        "session.getMessages": ("get_messages", True),
        "session.getMetadata": ("get_metadata", True),
        "sessions.getMetadata": ("get_metadata", True),
        "session.metadata.snapshot": ("get_metadata", True),
        "session.metadata.activity": ("get_metadata", True),
        "sessions.readPersistedEvents": ("get_messages", True),
        "sessions.getEventFilePath": ("get_metadata", True),
        "sessions.save": ("save", True),
        "session.tools.set": ("set_tools", False),
        "session.tools.handlePendingToolCall": ("answer_tool", False),
        "session.permissions.handlePendingPermissionRequest": ("answer_permission", False),
        "session.ui.handlePendingElicitation": ("answer_question", False),
        "gateway.attach": ("attach", True),
        "gateway.tail": ("attach", True),
        "gateway.detach": ("attach", True),
    },
    "sessions": {
        "sessions.checkInUse": ("get_metadata", True),
        "sessions.getClientMetadata": ("get_metadata", True),
        "sessions.bulkDelete": ("delete_session", False),
    },
    "program": {
        "gateway.tree": ("dump_tree", True),
        "gateway.statistics": ("statistics", True),
    },
    "never": {
        # They set how the CLI works for everybody, or end it.
        "runtime.shutdown": ("stop", False),
        "sessionFs.setProvider": ("stop", False),
        "llmInference.setProvider": ("stop", False),
        "plugins.builtin.set": ("stop", False),
    },
}

RULES: Mapping[str, Rule] = _rules()

_READING = ("get", "list", "read", "is", "check", "tail", "snapshot", "pending", "current")


def rule_of(method: str) -> Rule:
    """The rule for a method, also for one that a newer CLI has.

    One of a session (``session.``) belongs to the session's owner, one of the CLI to the program's
    own peers.
    """
    known = RULES.get(method)
    if known is not None:
        return known
    reads = method.rpartition(".")[2].startswith(_READING)
    return Rule("session" if method.startswith("session.") else "program", method, reads)
