"""What the CLI asks by an event, beside tools and permissions: peers answer the CLI themselves.

The answers are forwarded as they are, and the CLI takes the first. The gateway only sees to it that
a question gets its "no" when no peer is there to answer it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec
import trio

from copilot_actors._errors import CopilotError, JsonValue
from copilot_actors.client import Session
from copilot_actors.protocol import SessionEvent

if TYPE_CHECKING:
    from ._hosted import Hosted
    from ._limits import GatewayLimits


class _Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of question: the event that ends it, and the safe answer.

    ``flag`` is the capability of the peers that may answer; ``None`` stands for any peer.
    """

    completed: str
    method: str
    safe: Mapping[str, JsonValue]
    flag: str | None = None


_KINDS: Mapping[str, _Kind] = {
    "elicitation.requested": _Kind(
        flag="elicitation",
        completed="elicitation.completed",
        method="session.ui.handlePendingElicitation",
        safe={"result": {"action": "cancel"}},
    ),
    "command.execute": _Kind(
        flag="commands",
        completed="command.completed",
        method="session.commands.handlePendingCommand",
        safe={"error": "The program that has the command is not connected."},
    ),
    "sampling.requested": _Kind(
        completed="sampling.completed", method="session.ui.handlePendingSampling", safe={}
    ),
    "session_limits_exhausted.requested": _Kind(
        completed="session_limits_exhausted.completed",
        method="session.ui.handlePendingSessionLimitsExhausted",
        safe={"response": {"action": "cancel"}},
    ),
    "mcp.oauth_required": _Kind(
        completed="mcp.oauth_completed",
        method="session.mcp.oauth.handlePendingRequest",
        safe={"result": {"kind": "cancelled"}},
    ),
    "mcp.headers_refresh_required": _Kind(
        completed="mcp.headers_refresh_completed",
        method="session.mcp.headers.handlePendingHeadersRefreshRequest",
        safe={"result": {"kind": "none"}},
    ),
}
_COMPLETED = frozenset(kind.completed for kind in _KINDS.values())

ANSWERS: frozenset[str] = frozenset(kind.method for kind in _KINDS.values())
"""The methods by which peers answer them."""


class EventQuestions:
    """Watches over the questions of one session."""

    def __init__(self, hosted: Hosted, limits: Callable[[], GatewayLimits]) -> None:
        self._hosted = hosted
        self._limits = limits
        self._open: dict[str, SessionEvent] = {}

    async def watch(self, session: Session) -> None:
        """Subscribe by name, which leaves the answers of these questions to this program."""
        await session.on([*_KINDS, *sorted(_COMPLETED)], self._observe)

    def open(self) -> list[SessionEvent]:
        """The events of those that are not answered; they are in no history."""
        return list(self._open.values())

    def _observe(self, event: SessionEvent) -> None:
        request_id = event.data.get("requestId")
        if not isinstance(request_id, str):
            return
        if event.type in _COMPLETED:
            self._open.pop(request_id, None)
            self._hosted.notify()
        elif self._hosted.start is not None:
            self._open[request_id] = event
            kind = _KINDS[event.type]
            self._hosted.start(lambda: self._guard(kind, request_id))

    def _somebody(self, kind: _Kind) -> bool:
        hosted = self._hosted
        return bool(hosted.capable(kind.flag) if kind.flag else hosted.attachments)

    async def _guard(self, kind: _Kind, request_id: str) -> None:
        limits = self._limits()
        last = trio.current_time() + limits.answer_timeout
        absent: float | None = None
        while request_id in self._open:
            now = trio.current_time()
            if self._somebody(kind):
                absent, deadline = None, last
            else:
                absent = now if absent is None else absent
                deadline = min(last, absent + limits.question_timeout)
            if now >= deadline:
                break
            with trio.move_on_at(deadline):
                await self._hosted.wait_change()
        session = self._hosted.session
        if self._open.pop(request_id, None) is None or session is None:
            return
        with contextlib.suppress(CopilotError):
            await session.request(kind.method, {**kind.safe, "requestId": request_id})
