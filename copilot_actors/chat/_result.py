"""What a turn of a chat came to."""

from __future__ import annotations

import msgspec

from copilot_actors._errors import CopilotError


class AgentSessionResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one turn of a chat, the same for both backends.

    Attributes:
        success: whether the turn was finished: its final message and its end were seen, without
            an error or an abort; in a process per turn, that process also ended with exit code
            0. Its exit code alone says nothing: a CLI that SIGTERM cuts in the middle of a turn
            ends with 0.
        exit: the exit code of the turn's process, minus the number of the signal that ended it;
            ``None`` in a supervised session, whose CLI lives on.
        text: the answer; of a turn that failed, what was said so far (``""`` if nothing was).
        all: the complete output: each event as one line of JSON, in order, and in a process per
            turn what stood between them and its stderr (the last 64 KiB) after them,
            without the secrets that it was given.
        duration: milliseconds from the call to the result, by trio's clock.
        session_id: id of the session; ``None`` if the CLI ended before it had one.
        messages: the whole messages of the main agent in this turn, oldest first.
        error: why it did not succeed, as the error that ``session.send_and_wait`` would have
            raised, or ``CliExited``; ``None`` after a success.
        omitted: events that :attr:`all` does not have, since it has at most 64 MiB.
    """

    success: bool
    exit: int | None
    text: str
    all: str
    duration: int
    session_id: str | None
    messages: list[str]
    error: CopilotError | None = None
    omitted: int = 0

    def __repr__(self) -> str:
        # Never the text: it does not belong into logs.
        return (
            f"AgentSessionResult(success={self.success}, exit={self.exit}, "
            f"session_id={self.session_id!r}, {len(self.messages)} messages, "
            f"{self.duration} ms, error={type(self.error).__name__})"
        )
