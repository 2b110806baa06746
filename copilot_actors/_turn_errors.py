"""The faults of one prompt: the branch ``TurnError`` of the tree drawn in ``_errors``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ._errors import CopilotError

_RETRYABLE_STATUS = frozenset({408, 425, 429})
_SERVER_ERRORS = 500


class TurnError(CopilotError):
    """Base of the faults of one prompt.

    Attributes:
        session_id: the session.
        message_id: the id that the CLI gave the prompt, or ``None`` if it never acknowledged it.
    """

    def __init__(self, session_id: str, message_id: str | None, message: str) -> None:
        super().__init__(f"session {session_id!r}: {message}")
        self.session_id = session_id
        self.message_id = message_id


class TurnTimeout(TurnError, TimeoutError):
    """The turn was not over within a limit that does not ask for signs of life.

    Attributes:
        seconds: the limit.
        limit: its name: ``"timeout"`` of the caller, or ``"turn_timeout"``.
        aborted: whether the CLI confirmed the end of the turn.
        running: whether the turn was left running (``on_timeout="leave"``).
    """

    retryable: ClassVar[bool] = True

    def __init__(
        self,
        session_id: str,
        message_id: str | None,
        seconds: float,
        *,
        aborted: bool,
        running: bool = False,
        limit: str = "timeout",
    ) -> None:
        state = "it was aborted" if aborted else "the abort was not confirmed"
        state = "it was left running" if running else state
        super().__init__(session_id, message_id, f"no end of turn within {seconds:g} s; {state}")
        self.seconds = seconds
        self.limit = limit
        self.aborted = aborted
        self.running = running


class TurnStalled(TurnError):
    """The turn went quiet for longer than its quiet limit.

    Attributes:
        seconds: the limit.
        last_event: type of the last event of the session, or ``None``.
        silent_for: seconds since that event.
        pending: ids of the tool calls and permission requests that were open.
        client_state: state of the client, for instance ``"connected"``.
        pid: process id of the CLI, or ``None`` when there was none or it is not ours.
        aborted: whether the CLI confirmed the end of the turn.
        running: whether the turn was left running (``on_timeout="leave"``).
    """

    retryable: ClassVar[bool] = True

    def __init__(
        self,
        session_id: str,
        message_id: str | None,
        seconds: float,
        last_event: str | None,
        pending: Sequence[str] = (),
        *,
        silent_for: float | None = None,
        client_state: str = "connected",
        pid: int | None = None,
        aborted: bool = False,
        running: bool = False,
    ) -> None:
        super().__init__(
            session_id, message_id, f"silent for {seconds:g} s after {last_event or 'nothing'}"
        )
        self.seconds = seconds
        self.last_event = last_event
        self.silent_for = seconds if silent_for is None else silent_for
        self.pending = tuple(pending)
        self.client_state = client_state
        self.pid = pid
        self.aborted = aborted
        self.running = running


class TurnNoProgress(TurnError):
    """The session only compacts its history, or one compaction does not end.

    Attributes:
        compactions: compactions since the last message or successful tool call.
        seconds: the limit that one compaction exceeded, or ``None``.
    """

    def __init__(
        self,
        session_id: str,
        message_id: str | None,
        compactions: int,
        seconds: float | None = None,
    ) -> None:
        what = f"{compactions} compactions without a message or a tool result in between"
        if seconds is not None:
            what = f"a compaction did not end within {seconds:g} s and could not be cancelled"
        super().__init__(session_id, message_id, f"no progress: {what}")
        self.compactions = compactions
        self.seconds = seconds


class TurnInterrupted(TurnError):
    """A crash cut the turn and the session's options say not to continue it.

    Attributes:
        ran: ids of the tool calls that had begun, finished or not.
    """

    def __init__(self, session_id: str, message_id: str | None, ran: Sequence[str] = ()) -> None:
        super().__init__(session_id, message_id, "the turn was cut by a crash of the CLI")
        self.ran = tuple(ran)


class TurnAborted(TurnError):
    """The turn was aborted, by this client or by another."""

    def __init__(self, session_id: str, message_id: str | None) -> None:
        super().__init__(session_id, message_id, "the turn was aborted")


class TurnFailed(TurnError):
    """The CLI ended the turn with ``session.error``.

    Attributes:
        error_type: the CLI's category: ``"authentication"``, ``"authorization"``, ``"quota"``,
            ``"rate_limit"``, ``"context_limit"``, ``"query"``, ...
        message: the CLI's text.
        status: HTTP status of the model provider, or ``None`` when it gave none.
        error_code: the provider's finer code, or ``None``.
        retry_after: seconds after which the CLI says that a limit ends, or ``None``.
        reset_at: ISO 8601 time at which the CLI says that a quota is renewed, or ``None``.
        retryable: whether asking again later may help: rate limits, faults of the provider's
            server (status 408, 425, 429, 500 and more) and of the network. The CLI has repeated
            the call several times already.
    """

    def __init__(
        self,
        session_id: str,
        message_id: str | None,
        error_type: str,
        message: str,
        status: int | None = None,
        *,
        error_code: str | None = None,
        retry_after: float | None = None,
        reset_at: str | None = None,
        transport: bool = False,
    ) -> None:
        super().__init__(session_id, message_id, f"the turn failed ({error_type}): {message}")
        self.error_type = error_type
        self.message = message
        self.status = status
        self.error_code = error_code
        self.retry_after = retry_after
        self.reset_at = reset_at
        self.retryable = (  # type: ignore[misc]
            error_type == "rate_limit"
            or (transport and status is None)
            or (status is not None and (status >= _SERVER_ERRORS or status in _RETRYABLE_STATUS))
        )


class SessionPoisoned(TurnFailed):
    """The provider refuses the session's history: every further turn would fail alike.

    Recognised by a provider's complaint about tool calls without results, or by two turns in a
    row that it refused as malformed or too long. Never asked again unchanged; what is done about
    it says ``SessionOptions.on_poisoned``.
    """


class InvalidAnswer(TurnError):
    """The turn's answer is not of the type that was asked for; the session goes on.

    Attributes:
        text: the whole answer; ``""`` when there was none. Not in the message.
        path: where it does not fit, such as ``"$.items[0].price"``, or ``""`` for all of it.
        reason: what was expected there.
        response_type: name of the type.
    """

    def __init__(
        self,
        session_id: str,
        message_id: str | None,
        text: str,
        reason: str,
        *,
        response_type: str,
        path: str = "",
    ) -> None:
        where = f" at {path}" if path else ""
        super().__init__(
            session_id, message_id, f"the answer is not {response_type}{where}: {reason}"
        )
        self.text = text
        self.path = path
        self.reason = reason
        self.response_type = response_type


class OutcomeUnknown(TurnError):
    """The prompt was written, the CLI died, and its log does not tell whether it ran."""

    def __init__(self, session_id: str, message_id: str | None) -> None:
        super().__init__(
            session_id, message_id, "the CLI died after the prompt was written; outcome unknown"
        )
