"""The compaction of a session's history: whether one runs, how the last one ended, and on demand.

A compaction replaces what the model is shown of the conversation by a summary of it, which is
kept as a checkpoint of the workspace. The transcript stays whole. The CLI begins one by itself
when the context is as full as ``infinite_sessions`` says.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors.client._replies import decode_reply

from ._workspace import SessionWorkspace

if TYPE_CHECKING:
    from copilot_actors.protocol import SessionEvent

    from ._context import ClientContext
    from ._record import SessionRecord

_MAX_INSTRUCTIONS = 4000
"""Characters that the schema of ``session.history.compact`` takes."""


class CompactionOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a compaction ended.

    Attributes:
        success: whether the history is shorter now.
        trigger: what began it, such as ``"manual"``, where the CLI says it.
        error: the CLI's text if it failed, else ``None``.
        tokens_before: tokens of the context before it, where the CLI says it; so with the others.
        tokens_after: those after it.
        messages_removed: messages that the summary stands for.
        checkpoint_number: the checkpoint that has the summary.
    """

    success: bool
    trigger: str | None = None
    error: str | None = None
    tokens_before: int | None = None
    tokens_after: int | None = None
    messages_removed: int | None = None
    checkpoint_number: int | None = None


class CompactionStatus(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of the compactions of a session; ``session.compaction``.

    Attributes:
        running: whether one runs now; a turn may wait for it.
        started: how many began since this client opened the session.
        last: how the last one ended that did since then, or ``None``. One that a crash of the
            CLI cut has no end, nor may one that was cancelled.
    """

    running: bool = False
    started: int = 0
    last: CompactionOutcome | None = None


class CompactionResult(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What ``session.compact`` did.

    Attributes:
        success: whether the history is shorter now.
        tokens_removed: tokens of the context that are free now; 0 if the summary is as long.
        messages_removed: messages that the summary stands for.
        summary_content: the summary, or ``None`` if there is none.
    """

    success: bool
    tokens_removed: int = 0
    messages_removed: int = 0
    summary_content: str | None = None


# Its annotations are read here: it is shown as a class of the package, where they mean nothing.
msgspec.json.Decoder(CompactionResult)


class SessionCompaction:
    """The part of a session's handle that is about the length of its history."""

    __slots__ = ()

    _context: ClientContext
    _session_id: str

    @abstractmethod
    async def _request(
        self,
        method: str,
        params: Mapping[str, JsonValue],
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the protocol's deadline
        repeatable: bool = False,
    ) -> msgspec.Raw:
        """Send any method with this session's id."""

    @property
    def workspace(self) -> SessionWorkspace:
        """The files, the plan and the checkpoints that the CLI keeps for the session."""
        return SessionWorkspace(self._request)

    @property
    def compacting(self) -> bool:
        """Whether the CLI is compacting the session's history now; a turn may wait for that."""
        return self.compaction.running

    @property
    def compaction(self) -> CompactionStatus:
        """Whether a compaction runs, how many began, and how the last one ended.

        The events ``session.compaction_start`` and ``session.compaction_complete`` tell of each,
        and it changes with them: it may be a moment behind the return of :meth:`compact`.
        """
        record: SessionRecord | None = self._context.table.get(self._session_id)
        if record is None:
            return CompactionStatus()
        return CompactionStatus(
            running=record.state.compacting,
            started=record.compaction,
            last=record.last_compaction,
        )

    async def compact(
        self,
        custom_instructions: str | None = None,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the protocol's deadline
    ) -> CompactionResult:
        """Compact the history now and return what came of it.

        One call of the model, at its price; ``compaction_timeout`` of the session limits it. It
        is not repeated after a crash. A call that is cancelled or times out leaves the compaction
        running; :meth:`cancel_compaction` ends it.

        Args:
            custom_instructions: what the summary shall look at, at most 4,000 characters.
            timeout: seconds to wait; ``None`` for no limit but that of the compaction.

        Raises:
            InvalidOption: the instructions are no text or too long; nothing was sent.
            RpcError: the CLI refuses: there is nothing to compact, the model failed.
            RpcTimeout: no answer within ``timeout``.
            ConnectionFault: the CLI ended before it answered.
            SessionClosed: the session is over (or another session error that says why).
        """
        # Said so, it counts towards no limit of compactions in a circle.
        params: dict[str, JsonValue] = {"trigger": "manual"}
        if custom_instructions is not None:
            if not isinstance(custom_instructions, str):
                raise InvalidOption(
                    "custom_instructions",
                    f"expected a text, got {type(custom_instructions).__name__}",
                )
            if len(custom_instructions) > _MAX_INSTRUCTIONS:
                limit = f"at most {_MAX_INSTRUCTIONS:,} characters"
                raise InvalidOption("custom_instructions", f"the CLI takes {limit}")
            params["customInstructions"] = custom_instructions
        method = "session.history.compact"
        raw = await self._request(method, params, timeout=math.inf if timeout is None else timeout)
        return decode_reply(method, raw, CompactionResult)

    async def cancel_compaction(self) -> bool:
        """Cancel the compaction that runs and return whether there was one to cancel.

        A turn that waits for it goes on with the history as it is.

        Raises:
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI's answer, or none in time.
        """
        for method, field in CANCELS:
            reply = decode_reply(method, await self._request(method, {}, repeatable=True))
            if isinstance(reply, dict) and reply.get(field) is True:
                return True
        return False


CANCELS = (
    ("session.history.cancelBackgroundCompaction", "cancelled"),
    ("session.history.abortManualCompaction", "aborted"),
)
"""The methods that cancel a compaction, and the field that says whether they did."""


COMPACTION_EVENTS = frozenset({"session.compaction_start", "session.compaction_complete"})


def note_compaction(record: SessionRecord, event: SessionEvent) -> None:
    """Note that a compaction began or ended, before anybody is told of it."""
    if event.type == "session.compaction_start":
        record.compaction += 1
    else:
        record.last_compaction = _outcome(event)


def _outcome(event: SessionEvent) -> CompactionOutcome:
    """What a ``session.compaction_complete`` event says; fields of other types are left out."""
    data = event.data

    def text(name: str) -> str | None:
        value = data.get(name)
        return value if isinstance(value, str) else None

    def count(name: str) -> int | None:
        value = data.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    return CompactionOutcome(
        success=data.get("success") is True,
        trigger=text("trigger"),
        error=text("error"),
        tokens_before=count("preCompactionTokens"),
        tokens_after=count("postCompactionTokens"),
        messages_removed=count("messagesRemoved"),
        checkpoint_number=count("checkpointNumber"),
    )
