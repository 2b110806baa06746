"""Questions that the CLI puts to each client of a session by a request, of which the first answers.

Only an event tells the others that it is over, under an id that is not in their requests: so both
are matched by what was asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeAlias

import trio

from copilot_actors._errors import JsonValue
from copilot_actors.protocol import SessionEvent

Topic: TypeAlias = str

MAX_OPEN = 256
"""Open questions that are remembered: no more requests of a CLI are served at once."""

_KEYS: Mapping[Topic, str | None] = {
    "user_input": "question",
    "exit_plan_mode": "summary",
    "auto_mode_switch": None,
}
"""Topic -> the field by which its questions are told apart."""

_EVENTS: Mapping[str, tuple[Topic, bool]] = {
    f"{topic}.{step}": (topic, step == "completed")
    for topic in _KEYS
    for step in ("requested", "completed")
}


QUESTION_EVENTS = frozenset(_EVENTS)


class Scopes(Protocol):
    """Where a handler's scope is kept while it runs."""

    def add(self, scope: trio.CancelScope, /) -> None:
        """The handler begins."""
        ...

    def discard(self, scope: trio.CancelScope, /) -> None:
        """It has ended."""
        ...


class SharedQuestions:
    """The open questions of one session."""

    __slots__ = ("_asked", "_running")

    def __init__(self) -> None:
        self._asked: dict[str, tuple[Topic, JsonValue]] = {}
        self._running: dict[trio.CancelScope, tuple[Topic, JsonValue]] = {}

    def observe(self, event: SessionEvent) -> None:
        """Take note of a question, or end the handlers of one that somebody has answered."""
        known = _EVENTS.get(event.type)
        if known is None:
            return
        topic, over = known
        request_id = event.data.get("requestId")
        if not isinstance(request_id, str):
            return
        if not over:
            self._asked[request_id] = (topic, _key(topic, event.data))
            if len(self._asked) > MAX_OPEN:
                del self._asked[next(iter(self._asked))]
            return
        question = self._asked.pop(request_id, (topic, None))
        for scope, running in list(self._running.items()):
            if running == question:
                scope.cancel()

    @property
    def open(self) -> bool:
        """Whether a question waits for an answer."""
        return bool(self._asked or self._running)

    def clear(self) -> None:
        """The CLI that asked is gone."""
        self._asked.clear()

    def handling(self, topic: Topic, fields: Mapping[str, JsonValue], scopes: Scopes) -> Scopes:
        """Where the scope of a handler of this question is kept, beside ``scopes``."""
        return _Watched(self._running, (topic, _key(topic, fields)), scopes)


def _key(topic: Topic, fields: Mapping[str, JsonValue]) -> JsonValue:
    name = _KEYS[topic]
    return None if name is None else fields.get(name)


class _Watched:
    def __init__(
        self,
        running: dict[trio.CancelScope, tuple[Topic, JsonValue]],
        question: tuple[Topic, JsonValue],
        scopes: Scopes,
    ) -> None:
        self._running = running
        self._question = question
        self._scopes = scopes

    def add(self, scope: trio.CancelScope, /) -> None:
        self._running[scope] = self._question
        self._scopes.add(scope)

    def discard(self, scope: trio.CancelScope, /) -> None:
        self._running.pop(scope, None)
        self._scopes.discard(scope)
