"""What a chat asks of the one who runs its turns."""

from __future__ import annotations

import abc

from ._result import AgentSessionResult


class Backend(abc.ABC):
    """Runs one turn after the other; a chat calls it from one task at a time."""

    @property
    @abc.abstractmethod
    def session_id(self) -> str | None:
        """Id of the session, or ``None`` while the CLI has not shown that it has one."""

    @abc.abstractmethod
    async def turn(self, prompt: str, seconds: float | None) -> AgentSessionResult:
        """Ask ``prompt`` and return the result. Cancelled, the turn is ended first."""

    @abc.abstractmethod
    async def close(self) -> None:
        """End the session's processes that are the chat's own. Idempotent."""
