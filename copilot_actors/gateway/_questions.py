"""Permissions and tool calls that wait for a peer's answer: the first one counts."""

from __future__ import annotations

import collections
from typing import Literal, TypeAlias

from copilot_actors._errors import JsonValue
from copilot_actors.protocol import SessionEvent

Kind: TypeAlias = Literal["permission", "tool"]
Taken: TypeAlias = Literal["accepted", "already_answered", "unknown"]

KEPT = 1024
"""Requests of one session that are remembered when they are over, to refuse a late answer."""

ASKING: dict[str, Kind] = {
    "permission.requested": "permission",
    "external_tool.requested": "tool",
}
COMPLETED: dict[str, Kind] = {
    "permission.completed": "permission",
    "external_tool.completed": "tool",
}


class Question:
    """One question, under all ids that it had: a crash of the CLI may give it a new one."""

    __slots__ = ("answer", "call_id", "event", "kind", "over")

    def __init__(self, kind: Kind, call_id: str | None, event: SessionEvent | None) -> None:
        self.kind = kind
        self.call_id = call_id
        self.event = event
        self.answer: dict[str, JsonValue] | None = None
        self.over = False


class Questions:
    """The questions of one session."""

    def __init__(self) -> None:
        self._open: dict[tuple[Kind, str], Question] = {}
        self._over: collections.OrderedDict[tuple[Kind, str], None] = collections.OrderedDict()

    def __len__(self) -> int:
        return len({id(question) for question in self._open.values() if question.answer is None})

    def open(self) -> list[Question]:
        """Those that nobody has answered, in the order in which they were asked."""
        found = {id(q): q for q in self._open.values() if q.answer is None and not q.over}
        return list(found.values())

    def observe(self, event: SessionEvent) -> bool:
        """Take an event that asks, or that says that something is answered.

        Returns:
            Whether it was one of those.
        """
        request_id = event.data.get("requestId")
        if not isinstance(request_id, str):
            return False
        if event.type in ASKING:
            if event.data.get("resolvedByHook") is not True:
                self.asked(ASKING[event.type], request_id, _call_id(event), event)
            return True
        kind = COMPLETED.get(event.type)
        if kind is None:
            return False
        self.close(kind, request_id)
        return True

    def asked(
        self, kind: Kind, request_id: str, call_id: str | None, event: SessionEvent | None = None
    ) -> Question:
        """Return the question of a request; the same one for the same call, asked again."""
        known = self._open.get((kind, request_id))
        if known is None and call_id:
            known = next(
                (q for (of, _), q in self._open.items() if of == kind and q.call_id == call_id),
                None,
            )
        question = known or Question(kind, call_id, event)
        if event is not None:
            question.event = event
        self._open[kind, request_id] = question
        return question

    def answer(self, kind: Kind, request_id: str, answer: dict[str, JsonValue]) -> Taken:
        """Take an answer, if it is the first one."""
        question = self._open.get((kind, request_id))
        if question is None:
            return "already_answered" if (kind, request_id) in self._over else "unknown"
        if question.over or question.answer is not None:
            return "already_answered"
        question.answer = answer
        return "accepted"

    def close(self, kind: Kind, request_id: str) -> None:
        """The request is over, by whatever."""
        question = self._open.pop((kind, request_id), None)
        if question is not None:
            question.over = True
            for key in [key for key, other in self._open.items() if other is question]:
                del self._open[key]
                self._remember(key)
        self._remember((kind, request_id))

    def _remember(self, key: tuple[Kind, str]) -> None:
        self._over[key] = None
        while len(self._over) > KEPT:
            self._over.popitem(last=False)


def _call_id(event: SessionEvent) -> str | None:
    value = event.data.get("toolCallId")
    if event.type == "permission.requested":
        nested = event.data.get("permissionRequest")
        value = nested.get("toolCallId") if isinstance(nested, dict) else None
    return value if isinstance(value, str) else None
