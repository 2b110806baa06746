"""When a session's history is what the provider refuses, and what can be cut out of it (case R4).

A provider that wants a result for each tool call, or finds the history malformed or too long,
answers every further turn with the same error; asking again unchanged only costs money.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from copilot_actors._errors import CopilotError
from copilot_actors.protocol import SessionEvent

MAX_REFUSALS = 2
"""Turns in a row that a provider refuses before the history is held to be the reason."""
MAX_REPAIRS = 2
"""Times that a history is cut for the sake of one prompt, each time deeper."""

_REFUSALS = frozenset({400, 413, 422})
"""Bad request, content too large, unprocessable content. Other states of this family are about
the key, the model's name or the quota."""
_ORPHAN_WORDS = ("tool_use", "tool_result", "tool_call_id")
_OTHER_CAUSES = frozenset({"authentication", "authorization", "quota", "rate_limit"})


class PoisonedSession(msgspec.Struct, frozen=True, kw_only=True):
    """What ``SessionOptions.on_poisoned`` is asked about.

    Attributes:
        session_id: the session.
        kind: ``"refused"``: the provider refuses the history; ``"unresumable"``: the CLI refuses
            to load the log.
        attempt: 1, or 2 when the history was cut already and is still refused.
        error: what the caller is told if nothing is done.
    """

    session_id: str
    kind: Literal["refused", "unresumable"]
    error: CopilotError
    attempt: int = 1


Remedy: TypeAlias = Literal["raise", "truncate", "clear"]
PoisonHandler: TypeAlias = Callable[[PoisonedSession], Remedy | Awaitable[Remedy]]

REMEDIES: tuple[Remedy, ...] = ("raise", "truncate", "clear")


def status_of(error: Mapping[str, object], call: Mapping[str, object]) -> int | None:
    """The HTTP status behind a failed turn: of the error, else of its last model call."""
    for data in (error, call):
        status = data.get("statusCode")
        if isinstance(status, int) and not isinstance(status, bool):
            return status
    return None


def is_refusal(error: Mapping[str, object], call: Mapping[str, object]) -> bool:
    """Whether the provider refused what it was sent, and not who sent it or how often."""
    return status_of(error, call) in _REFUSALS and error.get("errorType") not in _OTHER_CAUSES


def names_orphan(error: Mapping[str, object]) -> bool:
    """Whether the provider complains about tool calls without results, or the reverse."""
    message = str(error.get("message", "")).lower()
    return any(word in message for word in _ORPHAN_WORDS)


def cut_of(events: Sequence[SessionEvent], remedy: Remedy, attempt: int = 1) -> str | None:
    """The event to truncate the log at, with all that follows; ``None`` when nothing is there.

    ``"clear"`` cuts at the first user message. ``"truncate"`` cuts at the user message of the
    first turn with a tool call that has no result, else at that of the first of the last turns
    that have no answer, and at the second attempt one turn before.
    """
    starts = [
        index
        for index, event in enumerate(events)
        if event.type == "user.message" and event.agent_id is None
    ]
    if not starts:
        return None
    if remedy == "clear":
        return events[starts[0]].id
    turns = [events[a:b] for a, b in zip(starts, [*starts[1:], len(events)], strict=True)]
    for turn in turns:
        if _has_orphan(turn):
            return turn[0].id
    cut = len(turns) - 1
    while cut > 0 and not _is_answered(turns[cut - 1]):
        cut -= 1
    return turns[max(0, cut - attempt + 1)][0].id


def _has_orphan(turn: Sequence[SessionEvent]) -> bool:
    done = {str(event.data.get("toolCallId")) for event in turn if event.type == _TOOL_RESULT}
    for event in turn:
        requests = event.data.get("toolRequests") if event.type == "assistant.message" else None
        for request in requests if isinstance(requests, list) else ():
            if isinstance(request, dict) and str(request.get("toolCallId")) not in done:
                return True
    return False


def _is_answered(turn: Sequence[SessionEvent]) -> bool:
    return any(
        event.type == "assistant.message" and not event.data.get("toolRequests") for event in turn
    )


_TOOL_RESULT = "tool.execution_complete"
