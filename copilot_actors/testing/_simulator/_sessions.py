"""What the request handlers of a simulated CLI need: the process with its sessions."""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import Final, TypeAlias, final

from copilot_actors._errors import JsonValue

from . import _resume as resume
from ._disk import Event
from ._host import Dice, Host, Params, RpcFailure, text_of
from ._kernel import Activity
from ._session import SimulatedSession

_RETAINED: Final = 8
_DIRECTIONS: Final = ("forward", "backward")
_PAGE: Final = 500


@final
class Pages:
    """The continuations of ``sessions.readPersistedEvents``: snapshots, each cursor used once."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self._rest: dict[str, tuple[str, str, list[Event]]] = {}

    def read(self, host: Host, params: Params) -> JsonValue:
        """Return the next page.

        Raises:
            RpcFailure: the direction is unknown, or the log is missing or damaged.
        """
        session_id = text_of(params, "sessionId")
        direction = text_of(params, "direction", "forward")
        if direction not in _DIRECTIONS:
            raise RpcFailure(
                "Request sessions.readPersistedEvents failed with message: invalid "
                f"sessions.readPersistedEvents params: unknown variant `{direction}`, expected "
                "`forward` or `backward`"
            )
        cursor = params.get("cursor")
        if isinstance(cursor, str):
            owner, direction, events = self._rest.pop(cursor, ("", direction, []))
            if owner != session_id:
                return {
                    "events": [], "cursor": cursor, "hasMore": False, "cursorStatus": "expired"
                }  # fmt: skip
        else:
            disk = host.disk
            journal = disk.journal(session_id) if disk.has_journal(session_id) else None
            events = resume.persisted(journal, session_id)
        limit = params.get("max")
        size = limit if isinstance(limit, int) and limit > 0 else _PAGE
        if direction == "forward":
            page, rest = events[:size], events[size:]
        else:
            page, rest = events[-size:], events[:-size]
        cursor = f"persisted-snapshot:v1:{self._dice.uuid()}"
        self._rest[cursor] = (session_id, direction, rest)
        if len(self._rest) > _RETAINED:
            self._rest.pop(next(iter(self._rest)))
        return {
            "events": list[JsonValue](page),
            "cursor": cursor,
            "hasMore": bool(rest),
            "cursorStatus": "ok",
        }


class SessionHost(Host):
    """The process, as request handlers see it.

    Attributes:
        sessions: the loaded sessions.
        shut_down: ids that ``session.shutdown`` closed: this process never resumes them.
        token: the connection token that ``connect`` must bring, or ``None``.
        authenticated: whether it did.
        forwards_telemetry: whether its client asked for the CLI's reports.
        agent_hosts: the agent host that it is, with the sessions published there.
        pages: the open continuations of journal reads.
    """

    sessions: dict[str, SimulatedSession]
    shut_down: set[str]
    token: str | None
    authenticated: bool
    forwards_telemetry: bool
    agent_hosts: dict[str, list[str]]
    pages: Pages

    @abc.abstractmethod
    def after_reply(self, activity: Activity[None]) -> None:
        """Run an activity in the same burst as the reply that the handler returns next."""

    @abc.abstractmethod
    def leave(self, *, after: float) -> None:
        """Exit in an orderly way after so many seconds."""


Handler: TypeAlias = Callable[[SessionHost, Params], Activity[JsonValue]]
"""Serves one method: an activity that returns the result or raises :class:`RpcFailure`."""


def loaded(host: SessionHost, params: Params, method: str) -> SimulatedSession:
    """Return the session that a request names.

    Raises:
        RpcFailure: it names none, or one that is not loaded.
    """
    failed = f"Request {method} failed with message:"
    session_id = params.get("sessionId")
    if not isinstance(session_id, str):
        raise RpcFailure(f"{failed} Missing sessionId in {method} request")
    session = host.sessions.get(session_id)
    if session is None:
        raise RpcFailure(f"{failed} Session not found for sessionId: {session_id}")
    return session


def ids_of(params: Params) -> list[str]:
    """Return the ids in ``sessionIds``."""
    value = params.get("sessionIds")
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
