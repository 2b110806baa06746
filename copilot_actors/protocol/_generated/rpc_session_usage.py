"""Types and methods: rpc_session_usage.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations


from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "SessionUsageRpc",
    "UsageGetMetricsResult",
    "UsageMetricsAgentMetric",
    "UsageMetricsCodeChanges",
    "UsageMetricsModelMetric",
    "UsageMetricsModelMetricRequests",
    "UsageMetricsModelMetricTokenDetail",
    "UsageMetricsModelMetricUsage",
    "UsageMetricsTokenDetail",
]


class UsageGetMetricsResult(WireStruct, frozen=True, kw_only=True):
    """Accumulated session usage metrics, including premium request cost, token counts, model
    breakdown, and code-change totals.

    Attributes:
        total_premium_request_cost: Total user-initiated premium request cost across all models
            (may be fractional due to multipliers)
        total_user_requests: Raw count of user-initiated API requests
        total_nano_aiu: Session-wide accumulated nano-AI units cost
        token_details: Session-wide per-token-type accumulated token counts
        total_api_duration_ms: Total time spent in model API calls (milliseconds)
        session_start_time: ISO 8601 timestamp when the session started
        code_changes: Aggregated code change metrics
        model_metrics: Per-model token and request metrics, keyed by model identifier
        agent_metrics: Per-agent usage metrics, keyed by agent instance identifier. The main
            conversation uses the stable key `main`.
        current_model: Currently active model identifier
        last_call_input_tokens: Input tokens from the most recent main-agent API call
        last_call_output_tokens: Output tokens from the most recent main-agent API call
    """

    total_premium_request_cost: float
    total_user_requests: int
    total_nano_aiu: float | None = None
    token_details: dict[str, UsageMetricsTokenDetail] | None = None
    total_api_duration_ms: int
    session_start_time: str
    code_changes: UsageMetricsCodeChanges
    model_metrics: dict[str, UsageMetricsModelMetric]
    agent_metrics: dict[str, UsageMetricsAgentMetric] | None = None
    current_model: str | None = None
    last_call_input_tokens: int
    last_call_output_tokens: int


class UsageMetricsAgentMetric(WireStruct, frozen=True, kw_only=True):
    """Usage attributed to one agent instance, including its identity, API duration, AI units, and
    per-model breakdown.

    Attributes:
        agent_name: Configured agent name, when this is a subagent
        agent_display_name: Human-readable label for this subagent invocation, copied from the
            originating `subagent.started` event. For task-tool subagents this is the
            invocation's task description rather than the agent's configured display name, so
            group by `agentName` for stable per-agent labels.
        total_api_duration_ms: Time spent in model API calls by this agent, in milliseconds
        total_nano_aiu: Accumulated nano-AI units cost for this agent
        model_metrics: Per-model usage for this agent, keyed by model identifier
    """

    agent_name: str | None = None
    agent_display_name: str | None = None
    total_api_duration_ms: int
    total_nano_aiu: float
    model_metrics: dict[str, UsageMetricsModelMetric]


class UsageMetricsCodeChanges(WireStruct, frozen=True, kw_only=True):
    """Aggregated code change metrics

    Attributes:
        lines_added: Total lines of code added
        lines_removed: Total lines of code removed
        files_modified_count: Number of distinct files modified
        files_modified: Distinct file paths modified during the session
    """

    lines_added: int
    lines_removed: int
    files_modified_count: int
    files_modified: list[str]


class UsageMetricsModelMetric(WireStruct, frozen=True, kw_only=True):
    """Per-model usage metrics, including request counts/costs, token usage, nano-AI units, and
    per-token-type details.

    Attributes:
        requests: Request count and cost metrics for this model
        usage: Token usage metrics for this model
        cache_expires_at: Latest known prompt-cache expiration for this model. A timestamp in the
            past indicates that the observed cache has expired.
        total_nano_aiu: Accumulated nano-AI units cost for this model
        token_details: Token count details per type
    """

    requests: UsageMetricsModelMetricRequests
    usage: UsageMetricsModelMetricUsage
    cache_expires_at: str | None = None
    total_nano_aiu: float | None = None
    token_details: dict[str, UsageMetricsModelMetricTokenDetail] | None = None


class UsageMetricsModelMetricRequests(WireStruct, frozen=True, kw_only=True, gc=False):
    """Request count and cost metrics for this model

    Attributes:
        count: Number of API requests made with this model
        cost: User-initiated premium request cost (with multiplier applied)
    """

    count: int
    cost: float


class UsageMetricsModelMetricTokenDetail(WireStruct, frozen=True, kw_only=True, gc=False):
    """Per-model token-detail entry containing the accumulated token count for one token type.

    Attributes:
        token_count: Accumulated token count for this token type
    """

    token_count: int


class UsageMetricsModelMetricUsage(WireStruct, frozen=True, kw_only=True, gc=False):
    """Token usage metrics for this model

    Attributes:
        input_tokens: Total input tokens consumed
        output_tokens: Total output tokens produced
        cache_read_tokens: Total tokens read from prompt cache
        cache_write_tokens: Total tokens written to prompt cache
        reasoning_tokens: Total output tokens used for reasoning
    """

    input_tokens: int
    output_tokens: int
    cache_read_tokens: int
    cache_write_tokens: int
    reasoning_tokens: int | None = None


class UsageMetricsTokenDetail(WireStruct, frozen=True, kw_only=True, gc=False):
    """Session-wide token-detail entry containing the accumulated token count for one token type.

    Attributes:
        token_count: Accumulated token count for this token type
    """

    token_count: int


class SessionUsageRpc(RpcNamespace):
    """``session.usage.*``."""

    __slots__ = ()

    async def get_metrics(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> UsageGetMetricsResult:
        """Gets accumulated usage metrics for the session.

        ``session.usage.getMetrics`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Accumulated session usage metrics, including premium request cost, token counts,
            model breakdown, and code-change totals.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.usage.getMetrics",
            None,
            UsageGetMetricsResult,
            rpc_timeout,
        )
