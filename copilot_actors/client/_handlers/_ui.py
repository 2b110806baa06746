"""``session.ui``: ask the person behind a session, through whichever client can show a form."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

from copilot_actors._errors import InvalidOption, JsonValue, RpcError
from copilot_actors._session_errors import CapabilityMissing

from ._questions import ElicitationResult

TextFormat: TypeAlias = Literal["email", "uri", "date", "date-time"]

_FIELD = "value"


class Ask(Protocol):
    """Sends a request of the session and returns the result."""

    def __call__(
        self,
        method: str,
        params: Mapping[str, JsonValue] | None = None,
        *,
        timeout: float | None = None,
    ) -> Awaitable[JsonValue]:
        """Send it."""
        ...


class SessionUi:
    """Forms for the person behind a session. Made by ``session.ui``.

    Each call waits for the person; ``timeout`` is in seconds, ``None`` without a limit. A call that
    is cancelled or times out leaves the question open in the CLI until somebody answers it, its
    turn is aborted or the session ends.
    """

    __slots__ = ("_ask", "_capabilities", "_session_id")

    def __init__(self, session_id: str, capabilities: Mapping[str, object], ask: Ask) -> None:
        self._session_id = session_id
        self._capabilities = capabilities
        self._ask = ask

    async def elicitation(
        self,
        message: str,
        requested_schema: Mapping[str, JsonValue],
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the person's time
    ) -> ElicitationResult:
        """Show a form and return what the person did with it.

        Args:
            message: text above the form.
            requested_schema: JSON schema: an object of text, numbers, bools and choices.
            timeout: seconds for the person.

        Raises:
            CapabilityMissing: no client of the session can show a form.
            RpcTimeout: nobody answered within ``timeout``.
            ConnectionFault: the CLI ended before somebody did.
            SessionClosed: the session is over (or another session error that says why).
            RpcError: the CLI's error.
        """
        ui = self._capabilities.get("ui")
        if not isinstance(ui, dict) or ui.get("elicitation") is not True:
            raise CapabilityMissing(self._session_id, "ui.elicitation")
        reply = await self._ask(
            "session.ui.elicitation",
            {"message": message, "requestedSchema": dict(requested_schema)},
            timeout=math.inf if timeout is None else timeout,
        )
        answer = reply if isinstance(reply, dict) else {}
        content = answer.get("content")
        match answer.get("action"):
            case "accept":
                return ElicitationResult("accept", content if isinstance(content, dict) else {})
            case "decline":
                return ElicitationResult("decline")
            case "cancel":
                return ElicitationResult("cancel")
        raise RpcError("session.ui.elicitation", 0, "the reply has no known action")

    async def confirm(
        self,
        message: str,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the person's time
    ) -> bool:
        """Ask for a yes; anything else is a no.

        Raises:
            CopilotError: as in :meth:`elicitation`.
        """
        return await self._one(message, {"type": "boolean", "default": True}, timeout) is True

    async def select(
        self,
        message: str,
        options: Sequence[str],
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the person's time
    ) -> str | None:
        """Let the person choose; ``None`` if none was chosen.

        Raises:
            InvalidOption: there is nothing to choose from.
            CopilotError: as in :meth:`elicitation`.
        """
        if isinstance(options, str) or not options:
            raise InvalidOption("options", "expected a list of at least one text")
        value = await self._one(message, {"type": "string", "enum": list(options)}, timeout)
        return value if isinstance(value, str) and value in options else None

    async def input(
        self,
        message: str,
        *,
        title: str | None = None,
        description: str | None = None,
        min_length: int | None = None,
        max_length: int | None = None,
        format: TextFormat | None = None,  # noqa: A002 - JSON schema's word
        default: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - the person's time
    ) -> str | None:
        """Ask for a line of text; ``None`` if none was given.

        The other arguments are JSON schema's.

        Raises:
            CopilotError: as in :meth:`elicitation`.
        """
        field: dict[str, JsonValue] = {
            "title": title,
            "description": description,
            "minLength": min_length,
            "maxLength": max_length,
            "format": format,
            "default": default,
        }
        given = {name: item for name, item in field.items() if item is not None}
        value = await self._one(message, {"type": "string", **given}, timeout)
        return value if isinstance(value, str) else None

    async def _one(
        self,
        message: str,
        field: Mapping[str, JsonValue],
        timeout: float | None,  # noqa: ASYNC109 - the person's time
    ) -> JsonValue:
        """The value of a form with one field, or ``None``."""
        schema: dict[str, JsonValue] = {
            "type": "object",
            "properties": {_FIELD: dict(field)},
            "required": [_FIELD],
        }
        result = await self.elicitation(message, schema, timeout=timeout)
        return (result.content or {}).get(_FIELD)
