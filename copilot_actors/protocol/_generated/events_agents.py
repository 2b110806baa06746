"""Types of session events: events_agents.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from .events_common import ModelCallFailureTransport as ModelCallFailureTransport
from copilot_actors.protocol._typed_event import TypedEvent
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "AgentInterrupted",
    "AgentInterruptedActivity",
    "AgentInterruptedCancelPhase",
    "AgentInterruptedData",
    "FactoryRunSettled",
    "FactoryRunSettledData",
    "FactoryRunSettledStatus",
    "FactoryRunStarted",
    "FactoryRunStartedData",
    "FactoryRunUpdated",
    "FactoryRunUpdatedData",
    "SubagentCompleted",
    "SubagentCompletedData",
    "SubagentConfigured",
    "SubagentConfiguredData",
    "SubagentDeselected",
    "SubagentDeselectedData",
    "SubagentFailed",
    "SubagentFailedData",
    "SubagentModelSelectionSource",
    "SubagentSelected",
    "SubagentSelectedData",
    "SubagentStarted",
    "SubagentStartedData",
    "SubagentTaskModelSource",
]


class AgentInterruptedData(WireStruct, frozen=True, kw_only=True):
    """Metadata for work the user interrupted while the agent was running

    Attributes:
        activity: What the agent was doing when the user interrupted it
        elapsed_ms: How long the interrupted work had been running, in milliseconds
        turn: Zero-based agentic-loop iteration the interrupt landed in
        model: For an interrupted model call: the model the request targeted
        api_endpoint: For an interrupted model call: the provider endpoint the request targeted
        transport: For an interrupted model call: the transport the request used
        reasoning_effort: For an interrupted model call: the reasoning effort the request asked
            for
        cancel_phase: For an interrupted model call: whether the user interrupted before any
            token arrived or while the response was streaming
        output_ttft_ms: For a mid-stream interrupt: the observed time to first observable output,
            in milliseconds. Deliberately distinct from the `ttftMs` reported on a successful
            model call, which measures time to first stream event.
        tool_names: Names of the tools that were still running. More than one when the model
            requested a parallel fan-out.
        tool_call_ids: Tool call identifiers that were still running
        safe_tool_names: Subset of `toolNames` whose tool metadata marks the tool name as safe to
            record unhashed in telemetry.
        interrupted_agent_count: For an interrupted background-agent batch: how many background
            sub-agents the stop swept. Counts accepted cancellations, so an agent cancelled as a
            cascade of its interrupted parent is covered by that parent rather than counted
            again.
    """

    activity: AgentInterruptedActivity
    elapsed_ms: float
    turn: int
    model: str | None = None
    api_endpoint: str | None = None
    transport: ModelCallFailureTransport | None = None
    reasoning_effort: str | None = None
    cancel_phase: AgentInterruptedCancelPhase | None = None
    output_ttft_ms: float | None = None
    tool_names: list[str] | None = None
    tool_call_ids: list[str] | None = None
    safe_tool_names: list[str] | None = None
    interrupted_agent_count: int | None = None


class FactoryRunSettledData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Ephemeral signal that a factory run reached a terminal status.

    Attributes:
        run_id: Identifier of the factory run that settled.
        status: Terminal status the run committed.
        consumed_subagents: Subagents this run consumed against its limits.
        consumed_nano_aiu: AI credits this run consumed, in nano-AIU.
        elapsed_ms: Active milliseconds accumulated across every attempt of this run.
        failure_type: Typed failure class recorded on the run, when it failed with one (e.g.
            `factory_limit_reached`).
    """

    run_id: str
    status: FactoryRunSettledStatus
    consumed_subagents: int
    consumed_nano_aiu: int
    elapsed_ms: int
    failure_type: str | None = None


class FactoryRunStartedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Ephemeral signal that a factory run attempt began executing.

    Attributes:
        run_id: Identifier of the factory run that started.
        factory_name: Name of the factory this run executes. Low cardinality by construction.
        attempt: Attempt number this start committed; a resumed run increments it.
    """

    run_id: str
    factory_name: str
    attempt: int


class FactoryRunUpdatedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Ephemeral invalidation signal for a changed factory run.

    Attributes:
        run_id: Factory run identifier.
        revision: Monotonic revision now available for the run.
    """

    run_id: str
    revision: int


class SubagentCompletedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Sub-agent completion details for successful execution

    Attributes:
        tool_call_id: Tool call ID of the parent tool invocation that spawned this sub-agent
        agent_name: Internal name of the sub-agent
        agent_display_name: Human-readable display name of the sub-agent
        model: Model used by the sub-agent
        first_dispatched_model: First model for which the sub-agent started an inference request,
            when one was dispatched
        configured_model_preference: Concrete model the user configured for this sub-agent via
            `/subagents`, when present
        explicit_model_override: Explicit model supplied by the parent agent on the task call,
            when present
        explicit_model_matches_preference: Whether the explicit task-call model matched the
            user's configured preference
        model_override_reason: Why an explicit task-call model did not become the effective model
        model_selection_source: Authority or runtime mechanism responsible for sub-agent model
            selection
        configured_model_matches_actual: Whether the first model actually dispatched matched the
            user's configured preference
        total_tool_calls: Total number of tool calls made by the sub-agent
        total_tokens: Total tokens (input + output) consumed by the sub-agent
        duration_ms: Wall-clock duration of the sub-agent execution in milliseconds
        cancelled: Whether the sub-agent was torn down by cancellation - its own abort, or an
            ancestor being killed - instead of finishing its work. Cancellation is not a failure,
            so the run still reports completion; this distinguishes a torn-down sub-agent from
            one that ran to the end.
    """

    tool_call_id: str
    agent_name: str
    agent_display_name: str
    model: str | None = None
    first_dispatched_model: str | None = None
    configured_model_preference: str | None = None
    explicit_model_override: str | None = None
    explicit_model_matches_preference: bool | None = None
    model_override_reason: str | None = None
    model_selection_source: SubagentModelSelectionSource | None = None
    configured_model_matches_actual: bool | None = None
    total_tool_calls: int | None = None
    total_tokens: int | None = None
    duration_ms: int | None = None
    cancelled: bool | None = None


class SubagentConfiguredData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Resolved runtime configuration for a configured sub-agent

    Attributes:
        model: Resolved model the sub-agent will run with
        reasoning_effort: Resolved reasoning effort, when configured for the model
        context_tier: Resolved context tier, when configured for the model
        multi_turn: Whether the sub-agent accepts follow-up turns
    """

    model: str
    reasoning_effort: str | None = None
    context_tier: str | None = None
    multi_turn: bool


class SubagentDeselectedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Empty payload; the event signals that the custom agent was deselected, returning to the
    default agent
    """


class SubagentFailedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Sub-agent failure details including error message and agent information

    Attributes:
        tool_call_id: Tool call ID of the parent tool invocation that spawned this sub-agent
        agent_name: Internal name of the sub-agent
        agent_display_name: Human-readable display name of the sub-agent
        error: Error message describing why the sub-agent failed
        model: Model selected for the sub-agent, when known
        first_dispatched_model: First model for which the sub-agent started an inference request,
            when one was dispatched
        configured_model_preference: Concrete model the user configured for this sub-agent via
            `/subagents`, when present
        explicit_model_override: Explicit model supplied by the parent agent on the task call,
            when present
        explicit_model_matches_preference: Whether the explicit task-call model matched the
            user's configured preference
        model_override_reason: Why an explicit task-call model did not become the effective model
        model_selection_source: Authority or runtime mechanism responsible for sub-agent model
            selection
        configured_model_matches_actual: Whether the first model actually dispatched matched the
            user's configured preference
        total_tool_calls: Total number of tool calls made before the sub-agent failed
        total_tokens: Total tokens (input + output) consumed before the sub-agent failed
        duration_ms: Wall-clock duration of the sub-agent execution in milliseconds
    """

    tool_call_id: str
    agent_name: str
    agent_display_name: str
    error: str
    model: str | None = None
    first_dispatched_model: str | None = None
    configured_model_preference: str | None = None
    explicit_model_override: str | None = None
    explicit_model_matches_preference: bool | None = None
    model_override_reason: str | None = None
    model_selection_source: SubagentModelSelectionSource | None = None
    configured_model_matches_actual: bool | None = None
    total_tool_calls: int | None = None
    total_tokens: int | None = None
    duration_ms: int | None = None


class SubagentSelectedData(WireStruct, frozen=True, kw_only=True):
    """Custom agent selection details including name and available tools

    Attributes:
        agent_name: Internal name of the selected custom agent
        agent_display_name: Human-readable display name of the selected custom agent
        tools: List of tool names available to this agent, or null for all tools
    """

    agent_name: str
    agent_display_name: str
    tools: list[str] | None


class SubagentStartedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Sub-agent startup details including parent tool call and agent information

    Attributes:
        tool_call_id: Tool call ID of the parent tool invocation that spawned this sub-agent
        agent_name: Internal name of the sub-agent
        agent_display_name: Human-readable display name of the sub-agent
        agent_description: Description of what the sub-agent does
        model: Model the sub-agent will run with, when known at start.
        task_model_source: Where the model input for this sub-agent came from. Present when the
            task planner resolved the launch (the task tool and factory agents); absent for
            sub-agents created through other runtime paths.
        model_selection_source: Authority or runtime mechanism responsible for sub-agent model
            selection, when known at start.
        factory_run_id: Root id of the factory run that spawned this sub-agent, when it was
            spawned by one.
        parent_id: Task-registry ID of the spawning sub-agent. Absent when the root session
            spawned this child.
        resumable: Whether this sub-agent can be resumed. Currently always false.
        agent_type: Type of the sub-agent selected at spawn time.
        execution_mode: Whether the sub-agent runs synchronously or in the background.
    """

    tool_call_id: str
    agent_name: str
    agent_display_name: str
    agent_description: str
    model: str | None = None
    task_model_source: SubagentTaskModelSource | None = None
    model_selection_source: SubagentModelSelectionSource | None = None
    factory_run_id: str | None = None
    parent_id: str | None = None
    resumable: bool | None = None
    agent_type: str | None = None
    execution_mode: str | None = None


if TYPE_CHECKING:
    AgentInterruptedActivity: TypeAlias = Literal["model_call", "retry_backoff", "tool_call", "background_agent"] | str
    """What the agent was doing when the user interrupted it.

    - ``model_call``: A request to the model was open.
    - ``retry_backoff``: The turn was sleeping between retry attempts.
    - ``tool_call``: One or more tools were executing.
    - ``background_agent``: Background sub-agents were running while the main loop was idle.
    """
    AgentInterruptedCancelPhase: TypeAlias = Literal["pre_first_token", "mid_stream"] | str
    """Where the interruption landed relative to the first streamed token.

    - ``pre_first_token``: No output had been produced when the request was cancelled.
    - ``mid_stream``: The response was already streaming when the request was cancelled.
    """
    FactoryRunSettledStatus: TypeAlias = Literal["completed", "halted", "paused", "cancelled", "error"] | str
    """Terminal status a factory run committed. A settled run is never `pending` or `running`, so
    those two members of the run-status domain are deliberately absent.

    - ``completed``: The factory body resolved and its result was committed.
    - ``halted``: The run was stopped by a limit, an approval refusal or another policy decision.
    - ``paused``: The attempt paused intentionally while preserving resumable run state.
    - ``cancelled``: The run was cancelled by its caller or by session disposal.
    - ``error``: The run failed, with `failureType` carrying the class when it has one.
    """
    SubagentModelSelectionSource: TypeAlias = Literal["explicit_override", "configured_required", "configured_preference", "complementary_default", "session_inheritance", "agent_definition_default", "runtime_policy"] | str
    """Authority or runtime mechanism responsible for sub-agent model selection.

    - ``explicit_override``: Explicit model supplied by the parent agent on the task call and
        selected for dispatch.
    - ``configured_required``: Required model policy configured for the sub-agent.
    - ``configured_preference``: Non-required model preference configured for the sub-agent.
    - ``complementary_default``: Complementary-model default selected for the sub-agent.
    - ``session_inheritance``: Model inherited from the parent session.
    - ``agent_definition_default``: Default model declared by the agent definition.
    - ``runtime_policy``: Runtime policy, Auto mode, or an experiment selected the model.
    """
    SubagentTaskModelSource: TypeAlias = Literal["task_argument", "subagent_configuration", "custom_agent_definition", "unset"] | str
    """Where the model input for a task-tool sub-agent came from.

    - ``task_argument``: The spawning agent supplied the task tool's model argument.
    - ``subagent_configuration``: The task omitted a model and the per-sub-agent settings entry
        supplied a concrete one.
    - ``custom_agent_definition``: The task omitted a model and the user-defined custom agent's
        definition supplied one.
    - ``unset``: Neither the task call, the per-sub-agent settings entry, nor a custom agent
        definition supplied a model.
    """
else:
    AgentInterruptedActivity = Literal["model_call", "retry_backoff", "tool_call", "background_agent"]
    AgentInterruptedCancelPhase = Literal["pre_first_token", "mid_stream"]
    FactoryRunSettledStatus = Literal["completed", "halted", "paused", "cancelled", "error"]
    SubagentModelSelectionSource = Literal["explicit_override", "configured_required", "configured_preference", "complementary_default", "session_inheritance", "agent_definition_default", "runtime_policy"]
    SubagentTaskModelSource = Literal["task_argument", "subagent_configuration", "custom_agent_definition", "unset"]


class AgentInterrupted(TypedEvent["AgentInterruptedData"]):
    """``agent.interrupted``: Metadata for work the user interrupted while the agent was running

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "agent.interrupted"
    data_type: ClassVar[Hashable] = AgentInterruptedData


class FactoryRunSettled(TypedEvent["FactoryRunSettledData"]):
    """``factory.run_settled``: Ephemeral signal that a factory run reached a terminal status.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "factory.run_settled"
    data_type: ClassVar[Hashable] = FactoryRunSettledData


class FactoryRunStarted(TypedEvent["FactoryRunStartedData"]):
    """``factory.run_started``: Ephemeral signal that a factory run attempt began executing.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "factory.run_started"
    data_type: ClassVar[Hashable] = FactoryRunStartedData


class FactoryRunUpdated(TypedEvent["FactoryRunUpdatedData"]):
    """``factory.run_updated``: Ephemeral invalidation signal for a changed factory run.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "factory.run_updated"
    data_type: ClassVar[Hashable] = FactoryRunUpdatedData


class SubagentCompleted(TypedEvent["SubagentCompletedData"]):
    """``subagent.completed``: Sub-agent completion details for successful execution"""

    __slots__ = ()

    event_type = "subagent.completed"
    data_type: ClassVar[Hashable] = SubagentCompletedData


class SubagentConfigured(TypedEvent["SubagentConfiguredData"]):
    """``subagent.configured``: Resolved runtime configuration for a configured sub-agent"""

    __slots__ = ()

    event_type = "subagent.configured"
    data_type: ClassVar[Hashable] = SubagentConfiguredData


class SubagentDeselected(TypedEvent["SubagentDeselectedData"]):
    """``subagent.deselected``: Empty payload; the event signals that the custom agent was
    deselected, returning to the default agent
    """

    __slots__ = ()

    event_type = "subagent.deselected"
    data_type: ClassVar[Hashable] = SubagentDeselectedData


class SubagentFailed(TypedEvent["SubagentFailedData"]):
    """``subagent.failed``: Sub-agent failure details including error message and agent information"""

    __slots__ = ()

    event_type = "subagent.failed"
    data_type: ClassVar[Hashable] = SubagentFailedData


class SubagentSelected(TypedEvent["SubagentSelectedData"]):
    """``subagent.selected``: Custom agent selection details including name and available tools"""

    __slots__ = ()

    event_type = "subagent.selected"
    data_type: ClassVar[Hashable] = SubagentSelectedData


class SubagentStarted(TypedEvent["SubagentStartedData"]):
    """``subagent.started``: Sub-agent startup details including parent tool call and agent
    information
    """

    __slots__ = ()

    event_type = "subagent.started"
    data_type: ClassVar[Hashable] = SubagentStartedData
