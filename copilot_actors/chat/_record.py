"""What is known of a turn while its events come: pure, one rule for each type of event."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from copilot_actors._errors import CopilotError
from copilot_actors._turn_errors import TurnAborted, TurnFailed
from copilot_actors.protocol import SessionEvent

from ._result import AgentSessionResult

MAX_OUTPUT_BYTES = 64 * 1024 * 1024


class TurnRecord:
    """Collects one turn.

    Attributes:
        session_id: what the errors name.
        finished: whether the main agent's final message and the end of its turn were seen.
        failure: what the CLI said was wrong, unless the turn was finished after that.
        messages: whole messages of the main agent.
        omitted: events that there was no room for.
    """

    def __init__(
        self,
        session_id: str,
        *,
        max_output_bytes: int = MAX_OUTPUT_BYTES,
        redact: Callable[[str], str] = str,
    ) -> None:
        self.session_id = session_id
        self.finished = False
        self.failure: CopilotError | None = None
        self.messages: list[str] = []
        self.omitted = 0
        self._room = max_output_bytes
        self._lines: list[str] = []
        self._seen: set[str] = set()
        self._partial: list[str] = []
        self._final = False
        self._redact = redact

    def add(self, event: SessionEvent, line: str | None = None) -> None:
        """Take the next event; ``line`` is its text if it came as one."""
        if event.id and not event.ephemeral:
            if event.id in self._seen:
                return
            self._seen.add(event.id)
        self.add_text(msgspec.json.encode(event.raw).decode() if line is None else line)
        rule = _RULES.get(event.type)
        if rule is not None and event.agent_id is None:
            rule(self, event)

    def add_text(self, line: str) -> None:
        """Take a line of output that is no event."""
        # A character is four bytes at most in UTF-8 and in Python's own strings.
        size = len(line) + 1 if line.isascii() else 4 * len(line) + 1
        if size > self._room:
            self.omitted += 1
            return
        self._room -= size
        self._lines.append(self._redact(line))

    def result(
        self,
        *,
        seconds: float,
        error: CopilotError | None = None,
        exit_code: int | None = None,
        session_id: str | None,
    ) -> AgentSessionResult:
        """The result, now that nothing more comes."""
        return AgentSessionResult(
            success=error is None,
            exit=exit_code,
            text=self._text(),
            all="".join(f"{line}\n" for line in self._lines),
            duration=round(seconds * 1000),
            session_id=session_id,
            messages=list(self.messages),
            error=error,
            omitted=self.omitted,
        )

    def _text(self) -> str:
        if self._partial and not self.finished:
            return "".join(self._partial)
        return self.messages[-1] if self.messages else ""

    def _delta(self, event: SessionEvent) -> None:
        piece = event.data.get("deltaContent")
        if isinstance(piece, str):
            self._partial.append(piece)

    def _message(self, event: SessionEvent) -> None:
        self._partial.clear()
        content = event.data.get("content")
        self._final = not event.data.get("toolRequests")
        if isinstance(content, str) and content:
            self.messages.append(content)

    def _turn_start(self, _event: SessionEvent) -> None:
        self._partial.clear()
        self.finished = self._final = False

    def _turn_end(self, _event: SessionEvent) -> None:
        if self._final:
            self.finished = True
            self.failure = None

    def _error(self, event: SessionEvent) -> None:
        kind, message = event.data.get("errorType"), event.data.get("message")
        status = event.data.get("statusCode")
        self.finished = False
        self.failure = TurnFailed(
            self.session_id,
            None,
            kind if isinstance(kind, str) else "unknown",
            self._redact(message) if isinstance(message, str) else "the CLI gave no reason",
            status if isinstance(status, int) else None,
        )

    def _abort(self, _event: SessionEvent) -> None:
        self.finished = False
        self.failure = TurnAborted(self.session_id, None)


_RULES: Mapping[str, Callable[[TurnRecord, SessionEvent], None]] = {
    "assistant.message_delta": TurnRecord._delta,
    "assistant.message": TurnRecord._message,
    "assistant.turn_start": TurnRecord._turn_start,
    "assistant.turn_end": TurnRecord._turn_end,
    "session.error": TurnRecord._error,
    "abort": TurnRecord._abort,
}
