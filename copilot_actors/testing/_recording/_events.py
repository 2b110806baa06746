"""What a recording takes from the wire: the events of sessions, made into entries. No IO."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final, NamedTuple, final

import msgspec

from copilot_actors._errors import JsonValue

from ._recording import Entry, RecordedAnswer, RecordedCall, RecordedFailure, RecordedPrompt

_KEPT_EVENTS: Final = 10_000
"""Events of a session whose place in it is known."""
_KEPT_MESSAGES: Final = 64
"""Messages of one session that are being streamed, sub-agents' among them."""

_PROMPTS: Final = frozenset({"user.message", "system.notification"})
"""What comes to the model as the words of a user."""

_ERRORS: Final = range(400, 600)

_RETRIES: Final[Mapping[str, int | None]] = {
    "api_error": HTTPStatus.INTERNAL_SERVER_ERROR,
    "rate_limit": HTTPStatus.TOO_MANY_REQUESTS,
    "streaming_error": None,
    "transient_auth_error": HTTPStatus.UNAUTHORIZED,
}
"""Reason of an ``assistant.turn_retry`` -> the status of what failed, which it does not tell."""

# What the CLI puts before the provider's words when it has given up.
_LAST_ERROR: Final = re.compile(r"\AFailed to get response.*? Last error: ", re.DOTALL)


class _Position(NamedTuple):
    """Where in a session an event stands: behind how many prompts, and answers to the last one."""

    prompts: int
    answers: int


class _Session:
    """What is known of one session.

    After a crash the CLI goes on where its log ends, which may be before what it has told. Each
    event names the one before it, and so where the session goes on.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.in_turn = False
        self.pieces: OrderedDict[str, list[str]] = OrderedDict()
        self.position = _Position(0, 0)
        self._after: OrderedDict[str, _Position] = OrderedDict()

    def is_told_again(self, event_id: JsonValue) -> bool:
        """Whether this event has come before."""
        return event_id in self._after

    def find(self, parent_id: JsonValue) -> None:
        """Go to where an event with this parent stands."""
        if isinstance(parent_id, str):
            self.position = self._after.get(parent_id, self.position)

    def passed(self, event_id: JsonValue, kind: JsonValue) -> None:
        """Note where the events behind this one stand."""
        if kind in _PROMPTS:
            self.position = _Position(self.position.prompts + 1, 0)
        elif kind == "assistant.message":
            self.position = self.position._replace(answers=self.position.answers + 1)
        if isinstance(event_id, str):
            self._after[event_id] = self.position
            if len(self._after) > _KEPT_EVENTS:
                self._after.popitem(last=False)


@final
class EventNotes:
    """Makes entries of the frames that come from a CLI; it outlives the processes.

    Sub-agents' events are passed over: the prompts that their models get are not on the wire.
    """

    def __init__(self) -> None:
        self._sessions: dict[str, _Session] = {}

    def take(self, message: Mapping[str, JsonValue]) -> Entry | None:
        """Return the entry that a frame makes, if it makes one."""
        params = message.get("params")
        if message.get("method") != "session.event" or not isinstance(params, dict):
            return None
        session_id, event = params.get("sessionId"), params.get("event")
        if not isinstance(session_id, str) or not isinstance(event, dict):
            return None
        data = event.get("data")
        if not isinstance(data, dict) or event.get("agentId") or data.get("parentToolCallId"):
            return None
        session = self._sessions.get(session_id)
        if session is None:
            session = self._sessions[session_id] = _Session(len(self._sessions) + 1)
        kind, event_id = event.get("type"), event.get("id")
        if event.get("ephemeral"):
            return _entry(session, kind, data)
        if session.is_told_again(event_id):
            return None
        session.find(event.get("parentId"))
        entry = _entry(session, kind, data)
        session.passed(event_id, kind)
        return entry


def _entry(session: _Session, kind: JsonValue, data: Mapping[str, JsonValue]) -> Entry | None:
    if kind in _PROMPTS:
        return _prompt(session, data)
    if not session.position.prompts:
        return None
    match kind:
        case "assistant.turn_start":
            session.in_turn = True
        case "assistant.message_delta":
            _keep_piece(session, data)
        case "assistant.message":
            return _answer(session, data)
        case "assistant.turn_retry":
            return _retried(session, data)
        case "session.error" if session.in_turn:
            return _failure(session, data)
        case "abort" if session.in_turn:
            session.in_turn = False
            return RecordedAnswer(
                session=session.number,
                turn=session.position.prompts - 1,
                step=session.position.answers,
                aborted=True,
            )
        case _:
            pass
    return None


def _prompt(session: _Session, data: Mapping[str, JsonValue]) -> RecordedPrompt:
    attachments = data.get("attachments")
    return RecordedPrompt(
        session=session.number,
        turn=session.position.prompts,
        text=_text(data.get("content")),
        attached=isinstance(attachments, list) and bool(attachments),
    )


def _keep_piece(session: _Session, data: Mapping[str, JsonValue]) -> None:
    message_id = data.get("messageId")
    if not isinstance(message_id, str):
        return
    session.pieces.setdefault(message_id, []).append(_text(data.get("deltaContent")))
    if len(session.pieces) > _KEPT_MESSAGES:
        session.pieces.popitem(last=False)


def _last_pieces(session: _Session) -> list[str]:
    """What came of an answer that broke off."""
    return session.pieces.popitem()[1] if session.pieces else []


def _answer(session: _Session, data: Mapping[str, JsonValue]) -> RecordedAnswer:
    session.in_turn = False
    requests = data.get("toolRequests")
    calls = [
        _call(request)
        for request in (requests if isinstance(requests, list) else [])
        if isinstance(request, dict)
    ]
    return RecordedAnswer(
        session=session.number,
        turn=session.position.prompts - 1,
        step=session.position.answers,
        text=_text(data.get("content")),
        chunks=len(session.pieces.pop(_text(data.get("messageId")), ())),
        tool_calls=calls,
    )


def _call(request: Mapping[str, JsonValue]) -> RecordedCall:
    arguments = request.get("arguments")
    if not isinstance(arguments, dict | str):
        arguments = msgspec.json.encode(arguments).decode()
    return RecordedCall(_text(request.get("name")), arguments)


def _retried(session: _Session, data: Mapping[str, JsonValue]) -> RecordedFailure:
    pieces = _last_pieces(session)
    return RecordedFailure(
        session=session.number,
        turn=session.position.prompts - 1,
        step=session.position.answers,
        status=_RETRIES.get(_text(data.get("reason")), HTTPStatus.INTERNAL_SERVER_ERROR),
        retried=True,
        text="".join(pieces),
        chunks=len(pieces),
    )


def _failure(session: _Session, data: Mapping[str, JsonValue]) -> RecordedFailure:
    session.in_turn = False
    pieces = _last_pieces(session)
    message = _LAST_ERROR.sub("", _text(data.get("message")))
    given = data.get("statusCode")
    status = given if isinstance(given, int) and given in _ERRORS else None
    return RecordedFailure(
        session=session.number,
        turn=session.position.prompts - 1,
        step=session.position.answers,
        status=status,
        message=message if status is None else message.removeprefix(f"{status} "),
        text="".join(pieces),
        chunks=len(pieces),
    )


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""
