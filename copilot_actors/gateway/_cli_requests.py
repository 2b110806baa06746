"""What the CLI asks by JSON-RPC requests, handed on to the peers that said they answer it.

As the wire has it: neither the request nor the reply is looked into, so all that the CLI can ask
of a client it can ask of a peer.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

import msgspec
import trio

from copilot_actors._errors import JsonValue

if TYPE_CHECKING:
    from copilot_actors.client import Client

    from ._hosted import Hosted
    from ._limits import GatewayLimits
    from ._peer import Peer
    from ._statistics import Counters

Fields: TypeAlias = Mapping[str, JsonValue]
Handler: TypeAlias = Callable[[JsonValue], Awaitable[JsonValue]]

HOOK_LIMIT = 25.0
"""Seconds for a hook, since the CLI hangs on one that is not answered, abort included."""


class PeerGone(Exception):
    """The peer went before it answered."""


class PeerRefused(Exception):
    """The peer answered with an error."""


class _Asked(msgspec.Struct, frozen=True, kw_only=True):
    """One method.

    Attributes:
        flag: the capability of the peers that are asked.
        all: every one of them, and the first answer counts; else the latest alone, whose it is.
        safe: makes the answer when nobody has one; ``None`` lets it be an error.
        limit: seconds for everything; ``None`` for the limit of questions to people.
    """

    flag: str
    all: bool = False
    safe: Callable[[Fields], JsonValue] | None = None
    limit: float | None = None


def _hook(fields: Fields) -> JsonValue:
    if fields.get("hookType") != "preToolUse":
        return {}
    reason = "The program that guards this is not connected."
    return {"output": {"permissionDecision": "deny", "permissionDecisionReason": reason}}


def _unchanged(fields: Fields) -> JsonValue:
    return {"sections": fields.get("sections")}


METHODS: Mapping[str, _Asked] = {
    "userInput.request": _Asked(flag="user_input", all=True),
    "exitPlanMode.request": _Asked(
        flag="exit_plan_mode",
        all=True,
        safe=lambda _: {"approved": False, "feedback": "Nobody is here to approve."},
    ),
    "autoModeSwitch.request": _Asked(
        flag="auto_mode_switch", all=True, safe=lambda _: {"response": "no"}
    ),
    "hooks.invoke": _Asked(flag="hooks", safe=_hook, limit=HOOK_LIMIT),
    "systemMessage.transform": _Asked(flag="transforms", safe=_unchanged, limit=HOOK_LIMIT),
    "providerToken.getToken": _Asked(flag="bearer_token", limit=HOOK_LIMIT),
    "skillProvider.list": _Asked(flag="skills", limit=HOOK_LIMIT),
    "skillProvider.read": _Asked(flag="skills", limit=HOOK_LIMIT),
    "canvas.open": _Asked(flag="canvases", limit=HOOK_LIMIT),
    "canvas.close": _Asked(flag="canvases", limit=HOOK_LIMIT),
    "canvas.action.invoke": _Asked(flag="canvases", limit=HOOK_LIMIT),
}


class CliRequests:
    """Serves the requests of the CLI for the sessions of peers; others stay as they were."""

    def __init__(
        self,
        client: Client,
        find: Callable[[str], Hosted | None],
        limits: Callable[[], GatewayLimits],
        counters: Counters,
    ) -> None:
        self._client = client
        self._find = find
        self._limits = limits
        self._counters = counters
        self._before: dict[str, Handler | None] = {}

    def install(self) -> None:
        """Take over the methods."""
        for method in METHODS:
            handler = functools.partial(self._serve, method)
            self._before[method] = self._client.on_request(method, handler)

    def uninstall(self) -> None:
        """Give them back."""
        for method, handler in self._before.items():
            if handler is not None:
                self._client.on_request(method, handler)

    async def _serve(self, method: str, params: JsonValue) -> JsonValue:
        fields = params if isinstance(params, dict) else {}
        hosted = self._find(str(fields.get("sessionId")))
        if hosted is None or hosted.owner is None:
            before = self._before[method]
            if before is None:
                raise LookupError("nobody serves this method")
            return await before(params)
        return await self._ask(hosted, METHODS[method], method, fields)

    async def _ask(self, hosted: Hosted, row: _Asked, method: str, fields: Fields) -> JsonValue:
        limits = self._limits()
        round_ = _Round(row, method, fields)
        last = trio.current_time() + (row.limit or limits.answer_timeout)
        absent: float | None = None
        async with trio.open_nursery() as nursery:
            while not round_.over:
                now = trio.current_time()
                peers = hosted.capable(row.flag)
                for peer in peers if row.all else peers[-1:]:
                    if peer not in round_.asked:
                        round_.asked.add(peer)
                        nursery.start_soon(round_.ask, peer, hosted)
                if round_.waiting:
                    absent, deadline = None, last
                else:
                    absent = now if absent is None else absent
                    deadline = min(last, absent + limits.question_timeout)
                if now >= deadline:
                    break
                with trio.move_on_at(deadline):
                    await hosted.wait_change()
            nursery.cancel_scope.cancel()
        if round_.answered:
            self._counters.questions_answered += 1
            return round_.answer
        self._counters.questions_unanswered += 1
        if row.safe is not None:
            return row.safe(fields)
        raise LookupError(round_.refusal or "no peer answered")


class _Round:
    """One request, and the peers that were asked it."""

    def __init__(self, row: _Asked, method: str, fields: Fields) -> None:
        self._row = row
        self._method = method
        self._fields = fields
        self.asked: set[Peer] = set()
        self.waiting = 0
        self.answered = False
        self.answer: JsonValue = None
        self.refusal: str | None = None

    @property
    def over(self) -> bool:
        """Whether there is an answer, or everybody has refused."""
        return self.answered or (self.refusal is not None and not self.waiting)

    async def ask(self, peer: Peer, hosted: Hosted) -> None:
        """Ask one peer; one that goes may be asked again when it is back."""
        self.waiting += 1
        try:
            answer = await peer.request(self._method, dict(self._fields))
        except PeerGone:
            pass
        except PeerRefused as error:
            self.refusal = str(error)
        else:
            if not self.answered:
                self.answered, self.answer = True, answer
        finally:
            self.waiting -= 1
            hosted.notify()
