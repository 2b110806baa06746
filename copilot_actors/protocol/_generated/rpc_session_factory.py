"""Types and methods: rpc_session_factory.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from .rpc_common import (
    ContextTier,
    FactoryAckResult,
)
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "FactoryAgentOptions",
    "FactoryAgentResult",
    "FactoryAgentSummary",
    "FactoryCurrentPhase",
    "FactoryDeclaredLimits",
    "FactoryDurableOperation",
    "FactoryJournalGetResult",
    "FactoryListRunsResult",
    "FactoryLogLine",
    "FactoryLogLineKind",
    "FactoryPauseCheckpointAction",
    "FactoryPauseCheckpointResult",
    "FactoryPauseInfo",
    "FactoryPauseInfoCheckpoint",
    "FactoryPauseInfoUser",
    "FactoryPhaseObservation",
    "FactoryPhaseStatus",
    "FactoryProgressLine",
    "FactoryProgressPage",
    "FactoryResumeResult",
    "FactoryRunConsumed",
    "FactoryRunDetail",
    "FactoryRunFailure",
    "FactoryRunFailureFactoryAccountingIncomplete",
    "FactoryRunFailureFactoryDurableFailure",
    "FactoryRunFailureFactoryLimitReached",
    "FactoryRunFailureFactoryProviderDisconnected",
    "FactoryRunFailureFactoryResumeDeclined",
    "FactoryRunFailureKind",
    "FactoryRunLimits",
    "FactoryRunResult",
    "FactoryRunStatus",
    "FactoryRunSummary",
    "FactoryRunTerminal",
    "FactoryRunTerminalPauseInfo",
    "FactoryRunTerminalPauseInfoCheckpoint",
    "FactoryRunTerminalPauseInfoUser",
    "FactoryToolRunOptions",
    "RunOptions",
    "SessionFactoryAgentParams",
    "SessionFactoryCancelParams",
    "SessionFactoryGetRunDetailParams",
    "SessionFactoryGetRunParams",
    "SessionFactoryGetRunProgressParams",
    "SessionFactoryJournalGetParams",
    "SessionFactoryJournalPutParams",
    "SessionFactoryJournalRpc",
    "SessionFactoryListRunsParams",
    "SessionFactoryLogParams",
    "SessionFactoryPauseAtCheckpointParams",
    "SessionFactoryPauseParams",
    "SessionFactoryResumeFromToolParams",
    "SessionFactoryResumeParams",
    "SessionFactoryRpc",
    "SessionFactoryRunFromToolParams",
    "SessionFactoryRunParams",
]


class FactoryAgentOptions(WireStruct, frozen=True, kw_only=True):
    """Options for one factory-scoped subagent call.

    Attributes:
        label: Optional label distinguishing otherwise identical memoized agent calls.
        schema: Optional JSON Schema for structured agent output.
        model: Optional model identifier for the subagent.
        reasoning_effort: Optional reasoning effort override for the subagent.
        context_tier: Optional context tier override for the subagent.
        agent: Optional built-in or custom agent name whose definition configures the subagent.
    """

    label: str | None = None
    schema: JsonValue | None = None
    model: str | None = None
    reasoning_effort: str | None = None
    context_tier: ContextTier | None = None
    agent: str | None = None


class FactoryAgentResult(WireStruct, frozen=True, kw_only=True):
    """Result of one factory-scoped subagent call.

    Attributes:
        result: Agent result, omitted when the agent produced no result.
    """

    result: JsonValue | None = None


class FactoryAgentSummary(WireStruct, frozen=True, kw_only=True, gc=False):
    """Prompt-safe durable identity and live status for a direct factory agent.

    Attributes:
        agent_id: Stable direct-agent identifier.
        tool_call_id: Tool-call identifier that launched the agent.
        run_id: Owning factory run identifier.
        phase_id: Phase identifier active when the agent was launched, or null.
        label: Friendly, non-unique name intended for display
        display_name: Friendly, non-unique name intended for display
        agent_type: Registered agent type.
        status: Current durable or live agent status.
        requested_model: Model requested when the agent was launched.
        resolved_model: Concrete model resolved for the agent.
        started_at: Epoch milliseconds when the agent started.
        completed_at: Epoch milliseconds when the agent completed.
        active_ms: Accumulated active agent time in milliseconds.
        activity: Prompt-safe live activity text.
    """

    agent_id: str
    tool_call_id: str
    run_id: str
    phase_id: str | None
    label: str
    display_name: str | None = None
    agent_type: str
    status: str
    requested_model: str | None = None
    resolved_model: str | None = None
    started_at: int | None = None
    completed_at: int | None = None
    active_ms: int
    activity: str | None = None


class FactoryCurrentPhase(WireStruct, frozen=True, kw_only=True, gc=False):
    """Current factory phase identity.

    Attributes:
        id: Current phase identifier.
        ordinal: Zero-based declared phase ordinal, or null for an undeclared phase.
    """

    id: str
    ordinal: int | None


class FactoryDeclaredLimits(WireStruct, frozen=True, kw_only=True, gc=False):
    """Declared or approved factory resource ceilings.

    Attributes:
        max_concurrent_subagents: Maximum concurrently active subagents.
        max_total_subagents: Maximum total subagents spawned by the run.
        timeout_seconds: Maximum accumulated active execution time in seconds.
        max_ai_credits: Maximum AI credits consumed by subagents and descendants.
    """

    max_concurrent_subagents: int | None = None
    max_total_subagents: int | None = None
    timeout_seconds: float | None = None
    max_ai_credits: float | None = None


class FactoryJournalGetResult(WireStruct, frozen=True, kw_only=True):
    """Result of reading a factory journal entry.

    Attributes:
        hit: Whether the journal contained the requested key.
        result_json: Cached JSON result. The hit field distinguishes a cached JSON null from a
            miss.
    """

    hit: bool
    result_json: JsonValue | None = None


class FactoryListRunsResult(WireStruct, frozen=True, kw_only=True):
    """A page of factory runs in durable creation order.

    Attributes:
        runs: Factory run summaries in durable creation order.
        oldest_seq: Oldest terminal-run cursor in this page, or null when the terminal window is
            empty.
        newest_seq: Newest terminal-run cursor in this page, or null when the terminal window is
            empty.
        has_more_newer: Whether terminal runs newer than this page exist.
        omitted_older: Number of terminal runs older than this page.
    """

    runs: list[FactoryRunSummary]
    oldest_seq: int | None | UnsetType = UNSET
    newest_seq: int | None | UnsetType = UNSET
    has_more_newer: bool | None = None
    omitted_older: int | None = None


class FactoryLogLine(WireStruct, frozen=True, kw_only=True, gc=False):
    """One ordered factory progress line.

    Attributes:
        seq: Monotonic sequence number within the factory run.
        kind: Progress line kind.
        text: Progress text.
    """

    seq: int
    kind: FactoryLogLineKind
    text: str


class FactoryPauseCheckpointResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """``FactoryPauseCheckpointResult`` of the schema.

    Attributes:
        action: Whether this execution attempt must pause or may continue.
    """

    action: FactoryPauseCheckpointAction


class FactoryPauseInfoCheckpoint(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="checkpoint",
    gc=False,
):
    """``FactoryPauseInfoCheckpoint`` of the schema.

    Attributes:
        key: Stable author-defined checkpoint key that initiated the pause.
    """

    type: ClassVar[Literal["checkpoint"]] = "checkpoint"
    key: str


class FactoryPauseInfoUser(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="user",
    gc=False,
):
    """``FactoryPauseInfoUser`` of the schema."""

    type: ClassVar[Literal["user"]] = "user"


class FactoryPhaseObservation(WireStruct, frozen=True, kw_only=True, gc=False):
    """Durable lifecycle and timing for one factory phase.

    Attributes:
        id: Phase identifier.
        ordinal: Zero-based declared phase ordinal, or null for an undeclared phase.
        title: Human-readable phase title.
        detail: Optional human-readable phase detail.
        status: Derived lifecycle state of the phase.
        last_entered_run_attempt: Most recent run attempt that entered this phase, or `0` if the
            phase has never been entered.
        entry_count: Number of times execution entered this phase.
        started_at: Epoch milliseconds when this phase first started; for a skipped phase, the
            synthetic skip timestamp (equal to `completedAt`).
        completed_at: Epoch milliseconds when this phase completed; for a skipped phase, the
            synthetic skip timestamp (equal to `startedAt`).
        accumulated_active_ms: Completed active time accumulated by this phase in milliseconds.
        current_active_ms: Current live active time for this phase in milliseconds.
        total_agent_count: Total direct agents associated with this phase.
        live_agent_count: Direct agents in this phase that are currently live.
    """

    id: str
    ordinal: int | None
    title: str
    detail: str | None = None
    status: FactoryPhaseStatus
    last_entered_run_attempt: int
    entry_count: int
    started_at: int | None = None
    completed_at: int | None = None
    accumulated_active_ms: int
    current_active_ms: int
    total_agent_count: int
    live_agent_count: int


class FactoryProgressLine(WireStruct, frozen=True, kw_only=True, gc=False):
    """One durable factory progress record.

    Attributes:
        seq: Global monotonic sequence number within the run.
        attempt: Resume attempt that emitted this record.
        phase_id: Phase active when the record was emitted, or null before any phase.
        recorded_at: Epoch milliseconds when the record was persisted.
        kind: Progress record kind.
        text: Prompt-safe progress text.
    """

    seq: int
    attempt: int
    phase_id: str | None
    recorded_at: int
    kind: FactoryLogLineKind
    text: str


class FactoryProgressPage(WireStruct, frozen=True, kw_only=True):
    """A bidirectional page of factory progress.

    Attributes:
        records: Progress records in sequence order.
        oldest_seq: Oldest sequence number in this page, or null when empty.
        newest_seq: Newest sequence number in this page, or null when empty.
        has_more_older: Whether progress records older than this page exist.
        has_more_newer: Whether progress records newer than this page exist.
        revision: Run revision reflected by this page.
    """

    records: list[FactoryProgressLine]
    oldest_seq: int | None
    newest_seq: int | None
    has_more_older: bool
    has_more_newer: bool
    revision: int


class FactoryResumeResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Resolved persisted factory identity and resumed run envelope.

    Attributes:
        factory_name: Persisted factory name resolved for the resumed run.
        run: Terminal resumed run envelope.
    """

    factory_name: str
    run: FactoryRunResult


class FactoryRunConsumed(WireStruct, frozen=True, kw_only=True, gc=False):
    """Durable factory resource consumption.

    Attributes:
        active_ms: Accumulated active execution time in milliseconds.
        subagents: Total subagents spawned by the run.
        nano_aiu: AI usage consumed by the run in nano-AIU.
    """

    active_ms: int
    subagents: int
    nano_aiu: int


class FactoryRunDetail(WireStruct, frozen=True, kw_only=True):
    """Full factory run observability detail.

    Attributes:
        run_id: Factory run identifier.
        factory_name: Registered factory name.
        description: Human-readable factory description.
        status: Current factory run status.
        revision: Monotonic durable run revision.
        created_at: Epoch milliseconds when the run was created.
        started_at: Epoch milliseconds when execution first started, or null before start.
        updated_at: Epoch milliseconds when the durable run was last updated.
        completed_at: Epoch milliseconds when the run completed, or null while nonterminal.
        current_phase: Current phase identity, or null before any phase is entered.
        declared_phase_count: Number of phases declared by the factory.
        live_agent_count: Number of direct factory agents currently live.
        total_spawned_agent_count: Total direct factory agents spawned across all attempts.
        consumed: Durable resource consumption.
        declared_limits: Resource ceilings declared by the factory.
        approved: Approved effective resource ceilings, or null until approved.
        observed_at: Epoch milliseconds when this live-overlay snapshot was observed.
        active_segment_started_at: Epoch milliseconds when the current active segment started, or
            null while inactive.
        terminal: Terminal run outcome, or null while nonterminal.
        can_resume: Whether the durable run state currently passes runtime resume eligibility
            checks.
        phases: Lifecycle and timing observations for each factory phase.
        agents: Durable identities and live statuses for direct factory agents.
        progress: Bidirectional page of durable factory progress.
    """

    run_id: str
    factory_name: str
    description: str
    status: FactoryRunStatus
    revision: int
    created_at: int
    started_at: int | None
    updated_at: int
    completed_at: int | None
    current_phase: FactoryCurrentPhase | None
    declared_phase_count: int
    live_agent_count: int
    total_spawned_agent_count: int
    consumed: FactoryRunConsumed
    declared_limits: FactoryDeclaredLimits
    approved: FactoryDeclaredLimits | None
    observed_at: int
    active_segment_started_at: int | None
    terminal: FactoryRunTerminal | None
    can_resume: bool
    phases: list[FactoryPhaseObservation]
    agents: list[FactoryAgentSummary]
    progress: FactoryProgressPage


class FactoryRunFailureFactoryAccountingIncomplete(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="factory_accounting_incomplete",
    gc=False,
):
    """The run stopped because its usage accounting could not be completed.

    Attributes:
        run_id: Factory run identifier.
        drained_nano_aiu: Confirmed usage in nano-AIU, representing the floor of what the run
            spent.
    """

    type: ClassVar[Literal["factory_accounting_incomplete"]] = "factory_accounting_incomplete"
    run_id: str
    drained_nano_aiu: int


class FactoryRunFailureFactoryDurableFailure(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="factory_durable_failure",
    gc=False,
):
    """``FactoryRunFailureFactoryDurableFailure`` of the schema.

    Attributes:
        code: Stable failure code.
        operation: Execution-critical durable operation that failed.
        run_id: Factory run identifier.
    """

    type: ClassVar[Literal["factory_durable_failure"]] = "factory_durable_failure"
    code: str
    operation: FactoryDurableOperation
    run_id: str


class FactoryRunFailureFactoryLimitReached(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="factory_limit_reached",
    gc=False,
):
    """``FactoryRunFailureFactoryLimitReached`` of the schema.

    Attributes:
        kind: Resource ceiling that stopped the run.
        value: Approved effective ceiling that was reached.
        suggested_value: Suggested larger ceiling when the runtime can derive one safely.
        run_id: Factory run identifier.
    """

    type: ClassVar[Literal["factory_limit_reached"]] = "factory_limit_reached"
    kind: FactoryRunFailureKind
    value: float
    suggested_value: float | None = None
    run_id: str


class FactoryRunFailureFactoryProviderDisconnected(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="factory_provider_disconnected",
    gc=False,
):
    """The extension that owns the factory disconnected while the run was executing, so the host
    halted it. The run's journaled subagent results are preserved so a resume can reuse them.

    Attributes:
        run_id: Factory run identifier.
    """

    type: ClassVar[Literal["factory_provider_disconnected"]] = "factory_provider_disconnected"
    run_id: str


class FactoryRunFailureFactoryResumeDeclined(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="factory_resume_declined",
    gc=False,
):
    """``FactoryRunFailureFactoryResumeDeclined`` of the schema.

    Attributes:
        run_id: Factory run identifier whose changed limits were declined.
        reason: Human-readable reason the resume did not proceed.
    """

    type: ClassVar[Literal["factory_resume_declined"]] = "factory_resume_declined"
    run_id: str
    reason: str


class FactoryRunLimits(WireStruct, frozen=True, kw_only=True, gc=False):
    """Wire-only per-invocation factory resource ceiling overrides.

    Attributes:
        max_concurrent_subagents: Maximum number of factory subagents that may run concurrently.
        max_total_subagents: Maximum total number of factory subagents that may be admitted.
        timeout_seconds: Maximum accumulated active-execution time in seconds. Active execution
            includes the entire extension body, subprocess waits, queued-agent waits, and sleeps;
            time between resumed attempts is not counted.
        max_ai_credits: Maximum AI credits consumed by factory subagents and their descendants.
            The post-paid ceiling is soft: parallel turns can settle beyond it before the run
            stops.
    """

    max_concurrent_subagents: int | None | UnsetType = UNSET
    max_total_subagents: int | None | UnsetType = UNSET
    timeout_seconds: float | None | UnsetType = UNSET
    max_ai_credits: float | None | UnsetType = UNSET


class FactoryRunResult(WireStruct, frozen=True, kw_only=True):
    """Complete current or terminal factory run envelope.

    Attributes:
        run_id: Factory run identifier.
        attempt: One-based execution attempt represented by this envelope. Absent before the
            first attempt starts or when returned by an older runtime.
        status: Current or terminal factory run status.
        result: Completed factory result.
        error: Error message for an errored run.
        failure: Machine-readable failure details for a halted or errored run.
        reason: Reason for a halted or cancelled run.
        snapshot: Partial journal and progress snapshot for a halted, cancelled, or errored run.
        pause_info: Structured pause initiator metadata for a paused attempt.
    """

    run_id: str
    attempt: int | None = None
    status: FactoryRunStatus
    result: JsonValue | None = None
    error: str | None = None
    failure: FactoryRunFailure | None = None
    reason: str | None = None
    snapshot: JsonValue | None = None
    pause_info: FactoryPauseInfo | None = None


class FactoryRunSummary(WireStruct, frozen=True, kw_only=True, gc=False):
    """Durable factory run summary with read-time live overlays.

    Attributes:
        run_id: Factory run identifier.
        factory_name: Registered factory name.
        description: Human-readable factory description.
        status: Current factory run status.
        revision: Monotonic durable run revision.
        created_at: Epoch milliseconds when the run was created.
        started_at: Epoch milliseconds when execution first started, or null before start.
        updated_at: Epoch milliseconds when the durable run was last updated.
        completed_at: Epoch milliseconds when the run completed, or null while nonterminal.
        current_phase: Current phase identity, or null before any phase is entered.
        declared_phase_count: Number of phases declared by the factory.
        live_agent_count: Number of direct factory agents currently live.
        total_spawned_agent_count: Total direct factory agents spawned across all attempts.
        consumed: Durable resource consumption.
        declared_limits: Resource ceilings declared by the factory.
        approved: Approved effective resource ceilings, or null until approved.
        observed_at: Epoch milliseconds when this live-overlay snapshot was observed.
        active_segment_started_at: Epoch milliseconds when the current active segment started, or
            null while inactive.
        terminal: Terminal run outcome, or null while nonterminal.
        can_resume: Whether the durable run state currently passes runtime resume eligibility
            checks.
    """

    run_id: str
    factory_name: str
    description: str
    status: FactoryRunStatus
    revision: int
    created_at: int
    started_at: int | None
    updated_at: int
    completed_at: int | None
    current_phase: FactoryCurrentPhase | None
    declared_phase_count: int
    live_agent_count: int
    total_spawned_agent_count: int
    consumed: FactoryRunConsumed
    declared_limits: FactoryDeclaredLimits
    approved: FactoryDeclaredLimits | None
    observed_at: int
    active_segment_started_at: int | None
    terminal: FactoryRunTerminal | None
    can_resume: bool


class FactoryRunTerminal(WireStruct, frozen=True, kw_only=True, gc=False):
    """Prompt-safe terminal factory outcome.

    Attributes:
        reason: Human-readable terminal reason.
        failure: Machine-readable terminal failure.
        error: Human-readable terminal error.
        result_preview: Prompt-safe preview of the completed result.
        pause_info: Pause initiator metadata, or null when the run did not pause.
    """

    reason: str | None = None
    failure: FactoryRunFailure | None = None
    error: str | None = None
    result_preview: str | None = None
    pause_info: FactoryRunTerminalPauseInfo | None


class FactoryRunTerminalPauseInfoCheckpoint(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="checkpoint",
    gc=False,
):
    """``FactoryRunTerminalPauseInfoCheckpoint`` of the schema.

    Attributes:
        key: Stable author-defined checkpoint key that initiated the pause.
    """

    type: ClassVar[Literal["checkpoint"]] = "checkpoint"
    key: str


class FactoryRunTerminalPauseInfoUser(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="user",
    gc=False,
):
    """``FactoryRunTerminalPauseInfoUser`` of the schema."""

    type: ClassVar[Literal["user"]] = "user"


class FactoryToolRunOptions(WireStruct, frozen=True, kw_only=True, gc=False):
    """Options for an internal tool-originated factory invocation.

    Attributes:
        limits: Per-invocation resource ceiling overrides.
        resume_from_run_id: Run identifier whose journal and progress should seed this resumed
            run.
    """

    limits: FactoryRunLimits | None = None
    resume_from_run_id: str | None = None


class RunOptions(WireStruct, frozen=True, kw_only=True, gc=False):
    """Options controlling factory invocation.

    Attributes:
        limits: Per-invocation resource ceiling overrides.
        notify_on_complete: Whether to notify the originating session when the factory completes.
        log_phase_names: Whether to emit factory phase names to the session transcript.
        resume_from_run_id: Run identifier whose journal and progress should seed this resumed
            run.
    """

    limits: FactoryRunLimits | None = None
    notify_on_complete: bool | None = None
    log_phase_names: bool | None = None
    resume_from_run_id: str | None = None


if TYPE_CHECKING:
    FactoryDurableOperation: TypeAlias = Literal["createRun", "markRunStarted", "finishRun", "reserveAgent", "releaseAgent", "chargeCredit", "addElapsed", "reconcileCreditTotal", "journalGet", "journalPut", "refreshLease"] | str
    """Execution-critical factory storage operation.

    - ``createRun``: Creating the durable run and declared phases.
    - ``markRunStarted``: Persisting the transition to running.
    - ``finishRun``: Persisting the terminal run envelope.
    - ``reserveAgent``: Persisting subagent admission accounting.
    - ``releaseAgent``: Rolling back an uncommitted subagent admission.
    - ``chargeCredit``: Persisting an idempotent model-usage charge.
    - ``addElapsed``: Persisting active execution time.
    - ``reconcileCreditTotal``: Reading the authoritative AI-credit total.
    - ``journalGet``: Reading a journal entry without treating storage failure as a cache miss.
    - ``journalPut``: Persisting a journal entry before reporting success.
    - ``refreshLease``: Renewing the durable owner lease that proves this process still owns the
        run.
    """
    FactoryLogLineKind: TypeAlias = Literal["log", "phase"] | str
    """Kind of factory progress line.

    - ``log``: A narrator log line.
    - ``phase``: A named factory phase marker.
    """
    FactoryPauseCheckpointAction: TypeAlias = Literal["continue", "pause"] | str
    """Action the runtime selected for a durable factory pause checkpoint.

    - ``continue``: The checkpoint was committed by a prior paused attempt, so execution may
        continue.
    - ``pause``: This attempt claimed the checkpoint and must cooperatively stop.
    """
    FactoryPhaseStatus: TypeAlias = Literal["pending", "active", "completed", "skipped"] | str
    """Derived lifecycle state of a factory phase.

    - ``pending``: The phase has not been entered yet.
    - ``active``: The phase is currently entered and accumulating active time.
    - ``completed``: The phase was entered and has since been closed.
    - ``skipped``: The phase was never entered because a later phase was entered or the run
        reached a terminal state.
    """
    FactoryRunFailureKind: TypeAlias = Literal["maxTotalSubagents", "timeoutSeconds", "maxAiCredits"] | str
    """Cumulative resource ceiling that stopped a factory run.

    - ``maxTotalSubagents``: The run admitted the approved maximum total number of subagents.
    - ``timeoutSeconds``: The run reached the approved accumulated active-execution time in
        seconds.
    - ``maxAiCredits``: The run's settled subagent model usage exceeded the approved AI-credit
        ceiling, or no headroom remained for another subagent.
    """
    FactoryRunStatus: TypeAlias = Literal["pending", "running", "completed", "halted", "paused", "cancelled", "error"] | str
    """Current or terminal state of a factory run.

    - ``pending``: The run was minted and is awaiting approval.
    - ``running``: The run is executing.
    - ``completed``: The run completed successfully.
    - ``halted``: The run was interrupted while resource budget remained.
    - ``paused``: The current attempt stopped intentionally and the run may be resumed.
    - ``cancelled``: The run was cancelled before completion.
    - ``error``: The factory body failed or reached a cumulative resource ceiling.
    """
    FactoryPauseInfo: TypeAlias = FactoryPauseInfoUser | FactoryPauseInfoCheckpoint | UnknownVariant
    """Durable metadata describing who initiated a factory pause."""
    FactoryRunFailure: TypeAlias = FactoryRunFailureFactoryLimitReached | FactoryRunFailureFactoryResumeDeclined | FactoryRunFailureFactoryDurableFailure | FactoryRunFailureFactoryAccountingIncomplete | FactoryRunFailureFactoryProviderDisconnected | UnknownVariant
    """Machine-readable factory run failure."""
    FactoryRunTerminalPauseInfo: TypeAlias = FactoryRunTerminalPauseInfoUser | FactoryRunTerminalPauseInfoCheckpoint | UnknownVariant
    """Pause initiator metadata, or null when the run did not pause."""
else:
    FactoryDurableOperation = Literal["createRun", "markRunStarted", "finishRun", "reserveAgent", "releaseAgent", "chargeCredit", "addElapsed", "reconcileCreditTotal", "journalGet", "journalPut", "refreshLease"]
    FactoryLogLineKind = Literal["log", "phase"]
    FactoryPauseCheckpointAction = Literal["continue", "pause"]
    FactoryPhaseStatus = Literal["pending", "active", "completed", "skipped"]
    FactoryRunFailureKind = Literal["maxTotalSubagents", "timeoutSeconds", "maxAiCredits"]
    FactoryRunStatus = Literal["pending", "running", "completed", "halted", "paused", "cancelled", "error"]
    FactoryPauseInfo = FactoryPauseInfoUser | FactoryPauseInfoCheckpoint
    FactoryRunFailure = FactoryRunFailureFactoryLimitReached | FactoryRunFailureFactoryResumeDeclined | FactoryRunFailureFactoryDurableFailure | FactoryRunFailureFactoryAccountingIncomplete | FactoryRunFailureFactoryProviderDisconnected
    FactoryRunTerminalPauseInfo = FactoryRunTerminalPauseInfoUser | FactoryRunTerminalPauseInfoCheckpoint


class SessionFactoryAgentParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.factory.agent``."""

    factory_run_id: str
    execution_token: str
    prompt: str
    opts: FactoryAgentOptions


class SessionFactoryCancelParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.factory.cancel``."""

    run_id: str


class SessionFactoryGetRunParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.factory.getRun``."""

    run_id: str


class SessionFactoryGetRunDetailParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.factory.getRunDetail``."""

    run_id: str


class SessionFactoryGetRunProgressParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.factory.getRunProgress``."""

    run_id: str
    phase_id: str | None = None
    after_seq: int | None = None
    before_seq: int | None = None
    limit: int | None = None


class SessionFactoryJournalGetParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.factory.journal.get``."""

    run_id: str
    execution_token: str
    key: str


class SessionFactoryJournalPutParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.factory.journal.put``."""

    run_id: str
    execution_token: str
    key: str
    result_json: JsonValue


class SessionFactoryListRunsParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.factory.listRuns``."""

    after_seq: int | None = None
    before_seq: int | None = None
    limit: int | None = None


class SessionFactoryLogParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.factory.log``."""

    run_id: str
    execution_token: str
    lines: Sequence[FactoryLogLine]


class SessionFactoryPauseParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.factory.pause``."""

    run_id: str


class SessionFactoryPauseAtCheckpointParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.factory.pauseAtCheckpoint``."""

    run_id: str
    execution_token: str
    key: str


class SessionFactoryResumeParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.factory.resume``."""

    run_id: str
    limits: FactoryRunLimits | None = None
    notify_on_complete: bool | None = None
    log_phase_names: bool | None = None


class SessionFactoryResumeFromToolParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.factory.resumeFromTool``."""

    run_id: str
    limits: FactoryRunLimits | None = None
    tool_call_id: str | None = None


class SessionFactoryRunParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.factory.run``."""

    name: str
    args: JsonValue
    options: RunOptions | None = None


class SessionFactoryRunFromToolParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.factory.runFromTool``."""

    name: str
    args: JsonValue
    options: FactoryToolRunOptions | None = None
    tool_call_id: str | None = None


class SessionFactoryRpc(RpcNamespace):
    """``session.factory.*``."""

    __slots__ = ()

    @property
    def journal(self) -> SessionFactoryJournalRpc:
        """``session.factory.journal.*``."""
        return SessionFactoryJournalRpc(self._call)

    async def agent(
        self,
        *,
        factory_run_id: str,
        execution_token: str,
        prompt: str,
        opts: FactoryAgentOptions,
        rpc_timeout: float | None = None,
    ) -> FactoryAgentResult:
        """Runs one factory-scoped subagent and returns its result.

        ``session.factory.agent`` on the wire; experimental.

        Args:
            factory_run_id: Factory run identifier that owns the subagent.
            execution_token: Opaque token identifying the current factory execution attempt.
            prompt: Prompt to send to the subagent.
            opts: Subagent execution options.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of one factory-scoped subagent call.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.agent",
            SessionFactoryAgentParams(
                factory_run_id=factory_run_id,
                execution_token=execution_token,
                prompt=prompt,
                opts=opts,
            ),
            FactoryAgentResult,
            rpc_timeout,
        )

    async def cancel(
        self,
        *,
        run_id: str,
        rpc_timeout: float | None = None,
    ) -> FactoryRunResult:
        """Requests cancellation of a factory run and returns its run envelope.

        ``session.factory.cancel`` on the wire; experimental.

        Args:
            run_id: Factory run identifier.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Complete current or terminal factory run envelope.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.cancel",
            SessionFactoryCancelParams(
                run_id=run_id,
            ),
            FactoryRunResult,
            rpc_timeout,
        )

    async def get_run(
        self,
        *,
        run_id: str,
        rpc_timeout: float | None = None,
    ) -> FactoryRunResult:
        """Gets the current or settled envelope for a factory run.

        ``session.factory.getRun`` on the wire; experimental.

        Args:
            run_id: Factory run identifier.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Complete current or terminal factory run envelope.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.getRun",
            SessionFactoryGetRunParams(
                run_id=run_id,
            ),
            FactoryRunResult,
            rpc_timeout,
        )

    async def get_run_detail(
        self,
        *,
        run_id: str,
        rpc_timeout: float | None = None,
    ) -> FactoryRunDetail:
        """Gets durable and live observability detail for one factory run.

        ``session.factory.getRunDetail`` on the wire; experimental.

        Args:
            run_id: Factory run identifier.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Full factory run observability detail.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.getRunDetail",
            SessionFactoryGetRunDetailParams(
                run_id=run_id,
            ),
            FactoryRunDetail,
            rpc_timeout,
        )

    async def get_run_progress(
        self,
        *,
        run_id: str,
        phase_id: str | None = None,
        after_seq: int | None = None,
        before_seq: int | None = None,
        limit: int | None = None,
        rpc_timeout: float | None = None,
    ) -> FactoryProgressPage:
        """Pages durable progress for one factory run.

        ``session.factory.getRunProgress`` on the wire; experimental.

        Args:
            run_id: Factory run identifier.
            phase_id: Optional phase identifier used to scope records and cursors.
            after_seq: Exclusive forward cursor.
            before_seq: Exclusive backward cursor.
            limit: Maximum records to return. Defaults to 200 and is capped at 500.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            A bidirectional page of factory progress.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.getRunProgress",
            SessionFactoryGetRunProgressParams(
                run_id=run_id,
                phase_id=phase_id,
                after_seq=after_seq,
                before_seq=before_seq,
                limit=limit,
            ),
            FactoryProgressPage,
            rpc_timeout,
        )

    async def list_runs(
        self,
        *,
        after_seq: int | None = None,
        before_seq: int | None = None,
        limit: int | None = None,
        rpc_timeout: float | None = None,
    ) -> FactoryListRunsResult:
        """Lists durable factory runs for this session in creation order.

        ``session.factory.listRuns`` on the wire; experimental.

        Args:
            after_seq: Exclusive forward cursor.
            before_seq: Exclusive backward cursor.
            limit: Maximum terminal runs to return. Defaults to 200 and is capped at 500.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            A page of factory runs in durable creation order.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.listRuns",
            SessionFactoryListRunsParams(
                after_seq=after_seq,
                before_seq=before_seq,
                limit=limit,
            ),
            FactoryListRunsResult,
            rpc_timeout,
        )

    async def log(
        self,
        *,
        run_id: str,
        execution_token: str,
        lines: Sequence[FactoryLogLine],
        rpc_timeout: float | None = None,
    ) -> FactoryAckResult:
        """Records a batch of ordered factory progress lines.

        ``session.factory.log`` on the wire; experimental.

        Args:
            run_id: Factory run identifier.
            execution_token: Opaque token identifying the current factory execution attempt.
            lines: Ordered progress lines to append.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Acknowledgement that a factory request was accepted.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.log",
            SessionFactoryLogParams(
                run_id=run_id,
                execution_token=execution_token,
                lines=lines,
            ),
            FactoryAckResult,
            rpc_timeout,
        )

    async def pause(
        self,
        *,
        run_id: str,
        rpc_timeout: float | None = None,
    ) -> FactoryRunResult:
        """Pauses a running factory and returns its settled run envelope.

        ``session.factory.pause`` on the wire; experimental.

        Args:
            run_id: Factory run identifier.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Complete current or terminal factory run envelope.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.pause",
            SessionFactoryPauseParams(
                run_id=run_id,
            ),
            FactoryRunResult,
            rpc_timeout,
        )

    async def pause_at_checkpoint(
        self,
        *,
        run_id: str,
        execution_token: str,
        key: str,
        rpc_timeout: float | None = None,
    ) -> FactoryPauseCheckpointResult:
        """Atomically pauses an owned factory attempt at a durable checkpoint.

        ``session.factory.pauseAtCheckpoint`` on the wire; experimental, internal.

        Args:
            run_id: Factory run identifier.
            execution_token: Opaque token identifying the execution attempt that reached the
                checkpoint.
            key: Stable author-defined checkpoint key.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The result.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.pauseAtCheckpoint",
            SessionFactoryPauseAtCheckpointParams(
                run_id=run_id,
                execution_token=execution_token,
                key=key,
            ),
            FactoryPauseCheckpointResult,
            rpc_timeout,
        )

    async def resume(
        self,
        *,
        run_id: str,
        limits: FactoryRunLimits | None = None,
        notify_on_complete: bool | None = None,
        log_phase_names: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> FactoryResumeResult:
        """Resumes a factory run using its persisted name, arguments, journal, and accounting.

        ``session.factory.resume`` on the wire; experimental.

        Args:
            run_id: Factory run identifier.
            limits: Optional per-invocation resource ceiling overrides.
            notify_on_complete: Whether to notify the originating session when the factory
                completes.
            log_phase_names: Whether to emit factory phase names to the session transcript.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Resolved persisted factory identity and resumed run envelope.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.resume",
            SessionFactoryResumeParams(
                run_id=run_id,
                limits=limits,
                notify_on_complete=notify_on_complete,
                log_phase_names=log_phase_names,
            ),
            FactoryResumeResult,
            rpc_timeout,
        )

    async def resume_from_tool(
        self,
        *,
        run_id: str,
        limits: FactoryRunLimits | None = None,
        tool_call_id: str | None = None,
        rpc_timeout: float | None = None,
    ) -> FactoryResumeResult:
        """Internal tool-originated factory resume.

        ``session.factory.resumeFromTool`` on the wire; experimental, internal.

        Args:
            run_id: Factory run identifier.
            limits: Optional per-invocation resource ceiling overrides.
            tool_call_id: Opaque identifier of the originating tool call.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Resolved persisted factory identity and resumed run envelope.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.resumeFromTool",
            SessionFactoryResumeFromToolParams(
                run_id=run_id,
                limits=limits,
                tool_call_id=tool_call_id,
            ),
            FactoryResumeResult,
            rpc_timeout,
        )

    async def run(
        self,
        *,
        name: str,
        args: JsonValue,
        options: RunOptions | None = None,
        rpc_timeout: float | None = None,
    ) -> FactoryRunResult:
        """Runs a registered factory by name at the top level.

        ``session.factory.run`` on the wire; experimental.

        Args:
            name: Registered factory name.
            args: Factory input value.
            options: Factory invocation options.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Complete current or terminal factory run envelope.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.run",
            SessionFactoryRunParams(
                name=name,
                args=args,
                options=options,
            ),
            FactoryRunResult,
            rpc_timeout,
        )

    async def run_from_tool(
        self,
        *,
        name: str,
        args: JsonValue,
        options: FactoryToolRunOptions | None = None,
        tool_call_id: str | None = None,
        rpc_timeout: float | None = None,
    ) -> FactoryRunResult:
        """Internal tool-originated factory invocation.

        ``session.factory.runFromTool`` on the wire; experimental, internal.

        Args:
            name: Registered factory name.
            args: Factory input value.
            options: Tool-originated factory invocation options.
            tool_call_id: Opaque identifier of the originating tool call.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Complete current or terminal factory run envelope.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.runFromTool",
            SessionFactoryRunFromToolParams(
                name=name,
                args=args,
                options=options,
                tool_call_id=tool_call_id,
            ),
            FactoryRunResult,
            rpc_timeout,
        )


class SessionFactoryJournalRpc(RpcNamespace):
    """``session.factory.journal.*``."""

    __slots__ = ()

    async def get(
        self,
        *,
        run_id: str,
        execution_token: str,
        key: str,
        rpc_timeout: float | None = None,
    ) -> FactoryJournalGetResult:
        """Reads a memoized factory journal entry.

        ``session.factory.journal.get`` on the wire; experimental.

        Args:
            run_id: Factory run identifier.
            execution_token: Opaque token identifying the current factory execution attempt.
            key: Namespaced journal key.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of reading a factory journal entry.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.journal.get",
            SessionFactoryJournalGetParams(
                run_id=run_id,
                execution_token=execution_token,
                key=key,
            ),
            FactoryJournalGetResult,
            rpc_timeout,
        )

    async def put(
        self,
        *,
        run_id: str,
        execution_token: str,
        key: str,
        result_json: JsonValue,
        rpc_timeout: float | None = None,
    ) -> FactoryAckResult:
        """Stores a memoized factory journal entry.

        ``session.factory.journal.put`` on the wire; experimental.

        Args:
            run_id: Factory run identifier.
            execution_token: Opaque token identifying the current factory execution attempt.
            key: Namespaced journal key.
            result_json: JSON result to memoize.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Acknowledgement that a factory request was accepted.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.factory.journal.put",
            SessionFactoryJournalPutParams(
                run_id=run_id,
                execution_token=execution_token,
                key=key,
                result_json=result_json,
            ),
            FactoryAckResult,
            rpc_timeout,
        )
