"""What of an answer is to be written now: pieces that come as a stream, repeated after a crash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol, final

from copilot_actors import SessionEvent

RECOVERING: Final = "copilot_actors.session.recovering"
RECOVERED: Final = "copilot_actors.session.recovered"
_WITHDRAWN: Final = "copilot_actors.message.withdrawn"


class Writer(Protocol):
    """Where an answer goes: a terminal, a pipe."""

    def write(self, text: str) -> None:
        """Write a piece; a line feed begins a new line."""

    def end(self) -> None:
        """The message is complete: write what was held back, and end the line."""


@final
class AnswerText:
    """Turns the events of a session into the text of its main agent's messages, each piece once.

    A crash of the CLI withdraws the message that was being written, and the model says it anew.
    What it repeats is not written again; where it says something else, the message begins anew
    on a line of its own. Deltas may be missing: the complete message brings what is left.
    """

    def __init__(self, writer: Writer, *, stream: bool = True) -> None:
        """Make one.

        Args:
            writer: gets the text.
            stream: ``False`` writes complete messages only.
        """
        self._writer = writer
        self._stream = stream
        self._written = ""
        self._said = ""
        self._gap = False

    def __call__(self, event: SessionEvent) -> None:
        """Take one event, in the order of the session; all but a few types are passed over."""
        if event.agent_id is not None or event.data.get("parentToolCallId") is not None:
            return
        if event.type == "assistant.message_delta":
            piece = _text(event.data, "deltaContent")
            # After a gap nothing is known to follow what is written, so the rest waits.
            if self._stream and piece and not self._gap:
                self._say(self._said + piece)
        elif event.type == "assistant.message":
            content = _text(event.data, "content")
            if content:
                self._say(content)
                self._over(content)
        elif event.type == _WITHDRAWN:
            self._said, self._gap = "", False
        elif event.type == "copilot_actors.subscription.lagged":
            self._gap = True

    def finish(self) -> None:
        """End the line of a message that nobody completes any more, if there is one."""
        self._over(self._said)

    def _say(self, text: str) -> None:
        self._said = text
        if self._written.startswith(text):
            return
        if not text.startswith(self._written):
            self._writer.end()
            self._written = ""
        self._writer.write(text[len(self._written) :])
        self._written = text

    def _over(self, content: str) -> None:
        if self._written and self._written != content:
            # More was written than was said in the end.
            self._writer.end()
            self._writer.write(content)
        if self._written or content:
            self._writer.end()
        self._written, self._said, self._gap = "", "", False


def _text(data: Mapping[str, object], name: str) -> str:
    value = data.get(name)
    return value if isinstance(value, str) else ""
