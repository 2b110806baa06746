"""Types and methods: rpc_session_history.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from .rpc_common import HistoryRewindUnavailableReason as HistoryRewindUnavailableReason
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "HistoryAbortManualCompactionResult",
    "HistoryCancelBackgroundCompactionResult",
    "HistoryClearContextResult",
    "HistoryCompactContextWindow",
    "HistoryCompactResult",
    "HistoryFileRestoreSkipReason",
    "HistoryListRewindPointsResult",
    "HistoryPreviewRewindResult",
    "HistoryRewindChangeType",
    "HistoryRewindFilePreview",
    "HistoryRewindMode",
    "HistoryRewindOutcome",
    "HistoryRewindPoint",
    "HistoryRewindResult",
    "HistorySkippedFileRestore",
    "HistorySummarizeForHandoffResult",
    "HistoryTruncateResult",
    "SessionHistoryClearContextParams",
    "SessionHistoryCompactParams",
    "SessionHistoryCompactParamsTrigger",
    "SessionHistoryPreviewRewindParams",
    "SessionHistoryRewindParams",
    "SessionHistoryRpc",
    "SessionHistoryTruncateParams",
]


class HistoryAbortManualCompactionResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether an in-progress manual compaction was aborted.

    Attributes:
        aborted: Whether an in-progress manual compaction was aborted. False when no manual
            compaction was running, when its abort controller was already aborted, or when the
            session is remote.
    """

    aborted: bool


class HistoryCancelBackgroundCompactionResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether an in-progress background compaction was cancelled.

    Attributes:
        cancelled: Whether an in-progress background compaction was cancelled. False when no
            compaction was running, when the session is remote, or when the underlying processor
            was unavailable.
    """

    cancelled: bool


class HistoryClearContextResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """What a successful clear removed. A clear that could not be applied rejects instead of
    reporting a count.

    Attributes:
        messages_cleared: Number of non-system, non-developer messages that were removed from the
            conversation. Zero only when the window already held no conversation.
    """

    messages_cleared: int


class HistoryCompactContextWindow(WireStruct, frozen=True, kw_only=True, gc=False):
    """Post-compaction context window usage breakdown

    Attributes:
        token_limit: Maximum token count for the model's context window
        current_tokens: Current total tokens in the context window (system + conversation + tool
            definitions)
        messages_length: Current number of messages in the conversation
        system_tokens: Token count from system message(s)
        conversation_tokens: Token count from non-system messages (user, assistant, tool)
        tool_definitions_tokens: Token count from tool definitions
    """

    token_limit: int
    current_tokens: int
    messages_length: int
    system_tokens: int | None = None
    conversation_tokens: int | None = None
    tool_definitions_tokens: int | None = None


class HistoryCompactResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Compaction outcome with the number of tokens and messages removed, summary text, and the
    resulting context window breakdown.

    Attributes:
        success: Whether compaction completed successfully
        tokens_removed: Number of tokens freed by compaction
        messages_removed: Number of messages removed during compaction
        summary_content: Summary text produced by compaction. Omitted when compaction did not
            produce a summary (e.g. failure path).
        context_window: Post-compaction context window usage breakdown
    """

    success: bool
    tokens_removed: int
    messages_removed: int
    summary_content: str | None = None
    context_window: HistoryCompactContextWindow | None = None


class HistoryListRewindPointsResult(WireStruct, frozen=True, kw_only=True):
    """Rewind points and file-change-tracking availability for the session.

    Attributes:
        file_change_tracking_enabled: Whether this session captured file changes from its first
            turn.
        unavailable_reason: Why the listed points could not be produced, when applicable; the
            points list is empty whenever it is set. `unsupported-remote-session` is permanent
            for the session and comes with `fileChangeTrackingEnabled: false`. `session-busy` is
            transient and only ever reported by a session that *is* tracking
            (`fileChangeTrackingEnabled: true`), because the file-change captures cannot be read
            while work that may still mutate them is in flight; the same request succeeds once
            the session settles, so a client that wants points should retry rather than treat it
            as a failure. It is never `file-change-tracking-disabled`: an untracked local session
            still lists conversation-only points and reports that through
            `fileChangeTrackingEnabled: false`.
        points: Root user turns in chronological order. Empty when `unavailableReason` is set.
    """

    file_change_tracking_enabled: bool
    unavailable_reason: HistoryRewindUnavailableReason | None = None
    points: list[HistoryRewindPoint]


class HistoryPreviewRewindResult(WireStruct, frozen=True, kw_only=True):
    """Files and aggregate changes for a prospective rewind.

    Attributes:
        available: Whether file restore is available for this session. This is authoritative:
            switch on it and read `reason` only when it is false.
        reason: Why file restore is unavailable, when applicable. Populated only when `available`
            is false and never set when `available` is true.
        file_count: Number of unique files in the preview.
        files: Files ordered by path.
    """

    available: bool
    reason: HistoryRewindUnavailableReason | None = None
    file_count: int
    files: list[HistoryRewindFilePreview]


class HistoryRewindFilePreview(WireStruct, frozen=True, kw_only=True, gc=False):
    """A file that a conversation-and-files rewind would restore.

    Attributes:
        path: Absolute path of the captured file.
        change_type: Aggregate change made across the discarded turns.
        lines_added: Lines added across the discarded turns.
        lines_removed: Lines removed across the discarded turns.
    """

    path: str
    change_type: HistoryRewindChangeType
    lines_added: int
    lines_removed: int


class HistoryRewindPoint(WireStruct, frozen=True, kw_only=True, gc=False):
    """A root user turn that the session can rewind to.

    Attributes:
        event_id: ID of the user.message event that begins the discarded suffix.
        user_message: User-visible message text for the turn.
        timestamp: ISO timestamp of the user turn.
        can_restore_files: Whether at least one file in this turn or a later turn can be
            restored.
        file_count: Number of unique files in this turn and all later turns that have captured
            changes.
        turn_changed_files: Whether this turn itself captured any file changes.
        lines_added: Lines added by this turn's captured file changes.
        lines_removed: Lines removed by this turn's captured file changes.
        is_autopilot_continuation: Whether this turn was an automatically injected autopilot
            continuation.
    """

    event_id: str
    user_message: str
    timestamp: str
    can_restore_files: bool
    file_count: int
    turn_changed_files: bool
    lines_added: int
    lines_removed: int
    is_autopilot_continuation: bool


class HistoryRewindResult(WireStruct, frozen=True, kw_only=True):
    """Structured outcome of a rewind request.

    Attributes:
        outcome: Overall rewind outcome. This discriminates the result: it governs which of the
            remaining fields are populated, so consumers must switch on it before reading
            `eventsRemoved`, `restoredFiles`, `skippedFiles`, or `error`. See each field for the
            outcomes that populate it.
        events_removed: Number of persisted events removed by conversation truncation. Present
            only when truncation succeeded (outcomes `success`, `checkpoint-cleanup-failed`, and
            `snapshot-prune-failed`); omitted for every unavailable outcome (`session-busy`,
            `file-change-tracking-disabled`, `unsupported-remote-session`) and for
            `truncation-failed`, `files-rolled-back`, and `rollback-incomplete`.
        restored_files: Absolute paths restored to their captured preimages. Always empty for
            conversation-only rewinds and for the unavailable outcomes (`session-busy`,
            `file-change-tracking-disabled`, `unsupported-remote-session`); only
            conversation-and-files outcomes that reached the file-restore stage populate it.
        skipped_files: Captured files intentionally left unchanged. Always empty for
            conversation-only rewinds and for the unavailable outcomes (`session-busy`,
            `file-change-tracking-disabled`, `unsupported-remote-session`); only
            conversation-and-files outcomes that reached the file-restore stage populate it.
        error: Failure detail. Set only for the failure and partial-failure outcomes
            (`files-rolled-back`, `rollback-incomplete`, `truncation-failed`,
            `checkpoint-cleanup-failed`, `snapshot-prune-failed`); omitted for `success` and for
            the unavailable outcomes (`session-busy`, `file-change-tracking-disabled`,
            `unsupported-remote-session`).
    """

    outcome: HistoryRewindOutcome
    events_removed: int | None = None
    restored_files: list[str]
    skipped_files: list[HistorySkippedFileRestore]
    error: str | None = None


class HistorySkippedFileRestore(WireStruct, frozen=True, kw_only=True, gc=False):
    """A captured file that rewind intentionally left unchanged.

    Attributes:
        path: Absolute path of the skipped file.
        reason: Reason the file was not restored.
    """

    path: str
    reason: HistoryFileRestoreSkipReason


class HistorySummarizeForHandoffResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Markdown summary of the conversation context (empty when not available).

    Attributes:
        summary: Markdown summary of the conversation context produced by an LLM. Empty string
            when there are no messages or when the session does not support local summarization.
    """

    summary: str


class HistoryTruncateResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Number of events that were removed by the truncation.

    Attributes:
        events_removed: Number of events that were removed
        checkpoint_cleanup_failed: True when conversation truncation succeeded but
            post-truncation workspace checkpoint cleanup failed. History is already truncated;
            callers may still prune snapshots but should report a checkpoint-cleanup rather than
            a truncation failure.
        checkpoint_cleanup_error: Failure detail when checkpointCleanupFailed is true.
    """

    events_removed: int
    checkpoint_cleanup_failed: bool | None = None
    checkpoint_cleanup_error: str | None = None


if TYPE_CHECKING:
    HistoryFileRestoreSkipReason: TypeAlias = Literal["user-modified", "skipped-capture"] | str
    """Reason a captured file was not restored.

    - ``user-modified``: The file changed after Copilot's last captured write.
    - ``skipped-capture``: A faithful preimage was not captured.
    """
    HistoryRewindChangeType: TypeAlias = Literal["created", "deleted", "modified"] | str
    """Aggregate file change represented by a rewind preview.

    - ``created``: The discarded turns created the file.
    - ``deleted``: The discarded turns deleted the file.
    - ``modified``: The discarded turns modified the file.
    """
    HistoryRewindMode: TypeAlias = Literal["conversation", "conversation-and-files"] | str
    """Scope of a rewind operation.

    - ``conversation``: Discard conversation events while leaving files unchanged.
    - ``conversation-and-files``: Discard conversation events and restore captured files changed
        by those turns.
    """
    HistoryRewindOutcome: TypeAlias = Literal["success", "session-busy", "file-change-tracking-disabled", "unsupported-remote-session", "files-rolled-back", "rollback-incomplete", "truncation-failed", "checkpoint-cleanup-failed", "snapshot-prune-failed"] | str
    """Outcome of a rewind request.

    - ``success``: The requested rewind completed; reachable in either mode.
    - ``session-busy``: The session still has work that may mutate files or history; reachable in
        either mode.
    - ``file-change-tracking-disabled``: A conversation-and-files rewind was requested for a
        session that did not enable capture; conversation-only rewinds never produce this.
    - ``unsupported-remote-session``: Remote-backed rewind routing is not supported; reachable in
        either mode.
    - ``files-rolled-back``: File restore failed and all applied file changes were rolled back;
        only conversation-and-files rewinds produce this.
    - ``rollback-incomplete``: File restore failed and its rollback could not fully restore the
        pre-rewind state; only conversation-and-files rewinds produce this.
    - ``truncation-failed``: Conversation truncation failed. In conversation-and-files mode any
        files that were restored are left in place because conversation history cannot be
        un-truncated; in conversation-only mode no files are restored. Consult restoredFiles for
        what, if anything, was applied.
    - ``checkpoint-cleanup-failed``: The conversation was rewound (and, in conversation-and-files
        mode, captured files were restored), but persisted checkpoints could not be cleaned up;
        reachable in either mode.
    - ``snapshot-prune-failed``: Files and conversation were rewound, but obsolete file snapshots
        could not be removed; only conversation-and-files rewinds produce this.
    """
    SessionHistoryCompactParamsTrigger: TypeAlias = Literal["manual", "model_switch"] | str
    """What initiated this compaction request, recorded as the `trigger` on the persisted
    `session.compaction_start` / `session.compaction_complete` events. When absent, the
    compaction is persisted without trigger attribution (initiator unknown).

    - ``manual``: User-requested compaction, e.g. the /compact command or a direct
        history.compact call.
    - ``model_switch``: Compaction requested while switching to a model with a smaller context
        window.
    """
else:
    HistoryFileRestoreSkipReason = Literal["user-modified", "skipped-capture"]
    HistoryRewindChangeType = Literal["created", "deleted", "modified"]
    HistoryRewindMode = Literal["conversation", "conversation-and-files"]
    HistoryRewindOutcome = Literal["success", "session-busy", "file-change-tracking-disabled", "unsupported-remote-session", "files-rolled-back", "rollback-incomplete", "truncation-failed", "checkpoint-cleanup-failed", "snapshot-prune-failed"]
    SessionHistoryCompactParamsTrigger = Literal["manual", "model_switch"]


class SessionHistoryClearContextParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.history.clearContext``."""

    prompt: str


class SessionHistoryCompactParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.history.compact``."""

    custom_instructions: str | None = None
    trigger: SessionHistoryCompactParamsTrigger | None = None
    token_limit: int | None = None


class SessionHistoryPreviewRewindParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.history.previewRewind``."""

    event_id: str


class SessionHistoryRewindParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.history.rewind``."""

    event_id: str
    mode: HistoryRewindMode


class SessionHistoryTruncateParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.history.truncate``."""

    event_id: str


class SessionHistoryRpc(RpcNamespace):
    """``session.history.*``."""

    __slots__ = ()

    async def abort_manual_compaction(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> HistoryAbortManualCompactionResult:
        """Aborts any in-progress manual compaction on a local session.

        ``session.history.abortManualCompaction`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether an in-progress manual compaction was aborted.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.history.abortManualCompaction",
            None,
            HistoryAbortManualCompactionResult,
            rpc_timeout,
        )

    async def cancel_background_compaction(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> HistoryCancelBackgroundCompactionResult:
        """Cancels any in-progress background compaction on a local session.

        ``session.history.cancelBackgroundCompaction`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether an in-progress background compaction was cancelled.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.history.cancelBackgroundCompaction",
            None,
            HistoryCancelBackgroundCompactionResult,
            rpc_timeout,
        )

    async def clear_context(
        self,
        *,
        prompt: str,
        rpc_timeout: float | None = None,
    ) -> HistoryClearContextResult:
        """Clears the session's conversation history, keeping only system and developer messages,
        and seeds the fresh context window with a first user message. Must be called from inside
        a tool handler: the clear has to drop the results of the tool calls its wipe orphans, and
        it rejects when no tool call is in flight.

        ``session.history.clearContext`` on the wire; experimental.

        Args:
            prompt: First user message of the fresh context window. Required: a cleared window
                holding only system and developer messages is not a conversation a model can
                answer, so every clear seeds the window it creates. Delivered by the enclosing
                turn driver once the agentic loop exits, which is why the call must be made from
                inside a tool handler.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            What a successful clear removed. A clear that could not be applied rejects instead of
            reporting a count.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.history.clearContext",
            SessionHistoryClearContextParams(
                prompt=prompt,
            ),
            HistoryClearContextResult,
            rpc_timeout,
        )

    async def compact(
        self,
        *,
        custom_instructions: str | None = None,
        trigger: SessionHistoryCompactParamsTrigger | None = None,
        token_limit: int | None = None,
        rpc_timeout: float | None = None,
    ) -> HistoryCompactResult:
        """Compacts the session history to reduce context usage.

        ``session.history.compact`` on the wire; experimental.

        Args:
            custom_instructions: Optional user-provided instructions to focus the compaction
                summary
            trigger: What initiated this compaction request, recorded as the `trigger` on the
                persisted `session.compaction_start` / `session.compaction_complete` events. When
                absent, the compaction is persisted without trigger attribution (initiator
                unknown).
            token_limit: Context window token limit this compaction is targeting, recorded as the
                `tokenLimit` on the persisted `session.compaction_start` /
                `session.compaction_complete` events. Set it when the compaction targets a window
                other than the compacting model's own, e.g. switching to a model with a smaller
                context window: the compaction still runs on the current model, so the limit that
                motivated it would otherwise be lost. When absent, the events record the
                compacting model's own resolved limit. Attribution metadata only - it does not
                change how much the compaction removes.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Compaction outcome with the number of tokens and messages removed, summary text, and
            the resulting context window breakdown.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.history.compact",
            SessionHistoryCompactParams(
                custom_instructions=custom_instructions,
                trigger=trigger,
                token_limit=token_limit,
            ),
            HistoryCompactResult,
            rpc_timeout,
        )

    async def list_rewind_points(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> HistoryListRewindPointsResult:
        """Lists the user turns that the session can rewind to. Never rejects for a busy session:
        rewind reads need the session's file-change captures to be settled, so a session that
        still holds active work answers with `unavailableReason: "session-busy"` and no points,
        which the caller can retry.

        ``session.history.listRewindPoints`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Rewind points and file-change-tracking availability for the session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.history.listRewindPoints",
            None,
            HistoryListRewindPointsResult,
            rpc_timeout,
        )

    async def preview_rewind(
        self,
        *,
        event_id: str,
        rpc_timeout: float | None = None,
    ) -> HistoryPreviewRewindResult:
        """Previews the files that a conversation-and-files rewind would restore.

        ``session.history.previewRewind`` on the wire; experimental.

        Args:
            event_id: ID of the user.message event that begins the discarded suffix.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Files and aggregate changes for a prospective rewind.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.history.previewRewind",
            SessionHistoryPreviewRewindParams(
                event_id=event_id,
            ),
            HistoryPreviewRewindResult,
            rpc_timeout,
        )

    async def rewind(
        self,
        *,
        event_id: str,
        mode: HistoryRewindMode,
        rpc_timeout: float | None = None,
    ) -> HistoryRewindResult:
        """Rewinds the session conversation, optionally restoring files changed by the discarded
        turns. Not crash-atomic: file restore and conversation truncation are separate stores,
        applied in that order, so a process crash between them can leave the workspace rewound
        while the conversation still contains the discarded turns. There is no recovery journal;
        re-running the same rewind is the recovery path for a crash before truncation lands,
        since file restore is idempotent (already-restored files are reported as skipped) and
        truncation is re-derived from the still-retained boundary event. After truncation lands
        that boundary no longer exists, so the same request is rejected; the only stage that can
        still be outstanding is snapshot pruning, whose failure leaves orphan snapshots the
        capture store tolerates. The reverse inconsistency cannot occur, because truncation is
        never applied before file restore succeeds.

        ``session.history.rewind`` on the wire; experimental.

        Args:
            event_id: ID of the user.message event that begins the discarded suffix.
            mode: Whether to rewind only conversation history or also restore captured files.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Structured outcome of a rewind request.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.history.rewind",
            SessionHistoryRewindParams(
                event_id=event_id,
                mode=mode,
            ),
            HistoryRewindResult,
            rpc_timeout,
        )

    async def summarize_for_handoff(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> HistorySummarizeForHandoffResult:
        """Produces a markdown summary of the session's conversation context for hand-off scenarios.

        ``session.history.summarizeForHandoff`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Markdown summary of the conversation context (empty when not available).

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.history.summarizeForHandoff",
            None,
            HistorySummarizeForHandoffResult,
            rpc_timeout,
        )

    async def truncate(
        self,
        *,
        event_id: str,
        rpc_timeout: float | None = None,
    ) -> HistoryTruncateResult:
        """Truncates persisted session history to a specific event.

        ``session.history.truncate`` on the wire; experimental.

        Args:
            event_id: Event ID to truncate to. This event and all events after it are removed
                from the session.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Number of events that were removed by the truncation.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.history.truncate",
            SessionHistoryTruncateParams(
                event_id=event_id,
            ),
            HistoryTruncateResult,
            rpc_timeout,
        )
