"""Types and methods: rpc_session_settings.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "SessionSettingsBuiltInToolAvailabilitySnapshot",
    "SessionSettingsEvaluatePredicateParams",
    "SessionSettingsEvaluatePredicateResult",
    "SessionSettingsJobSnapshot",
    "SessionSettingsModelSnapshot",
    "SessionSettingsOnlineEvaluationSnapshot",
    "SessionSettingsPredicateName",
    "SessionSettingsRepoSnapshot",
    "SessionSettingsRpc",
    "SessionSettingsSnapshot",
    "SessionSettingsValidationSnapshot",
]


class SessionSettingsBuiltInToolAvailabilitySnapshot(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Availability of built-in job tools surfaced to boundary consumers.

    Attributes:
        report_progress: Whether the report-progress tool is available.
        create_pull_request: Whether the create-pull-request tool is available.
    """

    report_progress: bool | None = None
    create_pull_request: bool | None = None


class SessionSettingsEvaluatePredicateResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of evaluating a Rust-owned settings predicate.

    Attributes:
        enabled: Whether the named settings predicate evaluated to enabled.
    """

    enabled: bool


class SessionSettingsJobSnapshot(WireStruct, frozen=True, kw_only=True, gc=False):
    """Redacted job settings for a session. The job nonce is excluded.

    Attributes:
        event_type: GitHub Actions event type for the job.
        is_trigger_job: Whether this is the workflow's trigger job.
        built_in_tool_availability: Availability of job-specific built-in tools.
    """

    event_type: str | None = None
    is_trigger_job: bool | None = None
    built_in_tool_availability: SessionSettingsBuiltInToolAvailabilitySnapshot | None = None


class SessionSettingsModelSnapshot(WireStruct, frozen=True, kw_only=True, gc=False):
    """Redacted model routing settings for a session.

    Attributes:
        model: Selected model identifier.
        default_reasoning_effort: Default reasoning effort for the selected model.
        instance_id: Agent job identifier for the session.
        callback_url: Agent service callback URL for job and progress updates.
    """

    model: str | None = None
    default_reasoning_effort: str | None = None
    instance_id: str | None = None
    callback_url: str | None = None


class SessionSettingsOnlineEvaluationSnapshot(WireStruct, frozen=True, kw_only=True, gc=False):
    """Online-evaluation settings safe to expose across the SDK boundary.

    Attributes:
        disable_online_evaluation: Whether online evaluation is disabled.
        enable_online_evaluation_output_file: Whether online-evaluation output-file generation is
            enabled.
    """

    disable_online_evaluation: bool | None = None
    enable_online_evaluation_output_file: bool | None = None


class SessionSettingsRepoSnapshot(WireStruct, frozen=True, kw_only=True, gc=False):
    """Redacted repository and GitHub host settings for a session.

    Attributes:
        name: Repository name.
        id: GitHub repository database ID.
        branch: Checked-out repository branch.
        commit: Checked-out commit SHA.
        read_write: Whether the repository is writable.
        owner_name: Repository owner login.
        owner_id: GitHub repository owner database ID.
        server_url: GitHub server base URL.
        host: GitHub server host name.
        host_protocol: Protocol used to access the GitHub host.
        secret_scanning_url: GitHub secret-scanning service URL.
        pr_commit_count: Number of commits in the pull request.
    """

    name: str | None = None
    id: float | None = None
    branch: str | None = None
    commit: str | None = None
    read_write: bool | None = None
    owner_name: str | None = None
    owner_id: float | None = None
    server_url: str | None = None
    host: str | None = None
    host_protocol: str | None = None
    secret_scanning_url: str | None = None
    pr_commit_count: float | None = None


class SessionSettingsSnapshot(WireStruct, frozen=True, kw_only=True, gc=False):
    """Redacted, serializable view of session runtime settings for SDK boundary consumers. Secrets
    and raw feature flags are intentionally excluded.

    Attributes:
        version: Agent runtime version selector copied from the session settings, such as
            `latest` or a runtime release identifier.
        client_name: Name of the SDK client that created the session.
        timeout_ms: Session timeout in milliseconds.
        start_time_ms: Session start time as Unix epoch milliseconds.
        repo: Redacted repository and host settings.
        model: Redacted model routing settings.
        validation: Redacted validation and memory-tool settings.
        job: Redacted job settings.
        online_evaluation: Online-evaluation settings safe for SDK consumers.
    """

    version: str | None = None
    client_name: str | None = None
    timeout_ms: float | None = None
    start_time_ms: float | None = None
    repo: SessionSettingsRepoSnapshot
    model: SessionSettingsModelSnapshot
    validation: SessionSettingsValidationSnapshot
    job: SessionSettingsJobSnapshot
    online_evaluation: SessionSettingsOnlineEvaluationSnapshot


class SessionSettingsValidationSnapshot(WireStruct, frozen=True, kw_only=True, gc=False):
    """Redacted validation and memory-tool settings for a session.

    Attributes:
        timeout: General validation timeout budget in seconds.
        dependabot_timeout: Dependabot validation timeout budget in seconds.
        codeql_enabled: Whether CodeQL validation is enabled.
        code_review_enabled: Whether code-review validation is enabled.
        code_review_model: Model used for code-review validation.
        advisory_enabled: Whether advisory validation is enabled.
        secret_scanning_enabled: Whether secret-scanning validation is enabled.
        memory_store_enabled: Whether the memory-store tool is enabled.
        memory_vote_enabled: Whether the memory-vote tool is enabled.
    """

    timeout: float | None = None
    dependabot_timeout: float | None = None
    codeql_enabled: bool | None = None
    code_review_enabled: bool | None = None
    code_review_model: str | None = None
    advisory_enabled: bool | None = None
    secret_scanning_enabled: bool | None = None
    memory_store_enabled: bool | None = None
    memory_vote_enabled: bool | None = None


if TYPE_CHECKING:
    SessionSettingsPredicateName: TypeAlias = Literal["securityToolsEnabled", "thirdPartySecurityPromptEnabled", "parallelValidationEnabled", "runtimeTimingTelemetryEnabled", "coAuthorHookEnabled", "chronicleEnabled", "contentExclusionSelfFetchEnabled", "capClaudeOpusTokenLimitsEnabled", "codeReviewFeatureEnabled", "ccaUseTsAutofindEnabled", "dependencyCheckerEnabled", "dependabotCheckerEnabled", "codeqlCheckerEnabled", "trivialChangeEnabled", "trivialChangeSkipEnabled", "trivialChangeEnabledForCodeReview", "trivialChangeSkipEnabledForCodeReview", "trivialChangeEnabledForTool", "trivialChangeSkipEnabledForTool"] | str
    """Rust-owned settings predicates exposed across the SDK boundary. Raw feature-flag names are
    intentionally not part of the contract.

    - ``securityToolsEnabled``: Whether the security-tools feature flag enables security tool
        wiring.
    - ``thirdPartySecurityPromptEnabled``: Whether third-party security tools should receive the
        security prompt.
    - ``parallelValidationEnabled``: Whether validation may run in parallel.
    - ``runtimeTimingTelemetryEnabled``: Whether runtime timing telemetry is enabled.
    - ``coAuthorHookEnabled``: Whether the co-author hook is enabled.
    - ``chronicleEnabled``: Whether Chronicle integration is enabled.
    - ``contentExclusionSelfFetchEnabled``: Whether content-exclusion policy may self-fetch data.
    - ``capClaudeOpusTokenLimitsEnabled``: Whether Claude Opus token-limit caps should be
        applied.
    - ``codeReviewFeatureEnabled``: Whether code-review behavior is enabled.
    - ``ccaUseTsAutofindEnabled``: Whether CCA should use the TypeScript autofind behavior.
    - ``dependencyCheckerEnabled``: Whether the dependency checker is enabled.
    - ``dependabotCheckerEnabled``: Whether the Dependabot checker is enabled.
    - ``codeqlCheckerEnabled``: Whether the CodeQL checker is enabled.
    - ``trivialChangeEnabled``: Whether trivial-change handling is enabled.
    - ``trivialChangeSkipEnabled``: Whether trivial-change skip behavior is enabled.
    - ``trivialChangeEnabledForCodeReview``: Whether trivial-change handling is enabled for code
        review.
    - ``trivialChangeSkipEnabledForCodeReview``: Whether trivial-change skip behavior is enabled
        for code review.
    - ``trivialChangeEnabledForTool``: Whether trivial-change handling is enabled for a specific
        tool.
    - ``trivialChangeSkipEnabledForTool``: Whether trivial-change skip behavior is enabled for a
        specific tool.
    """
else:
    SessionSettingsPredicateName = Literal["securityToolsEnabled", "thirdPartySecurityPromptEnabled", "parallelValidationEnabled", "runtimeTimingTelemetryEnabled", "coAuthorHookEnabled", "chronicleEnabled", "contentExclusionSelfFetchEnabled", "capClaudeOpusTokenLimitsEnabled", "codeReviewFeatureEnabled", "ccaUseTsAutofindEnabled", "dependencyCheckerEnabled", "dependabotCheckerEnabled", "codeqlCheckerEnabled", "trivialChangeEnabled", "trivialChangeSkipEnabled", "trivialChangeEnabledForCodeReview", "trivialChangeSkipEnabledForCodeReview", "trivialChangeEnabledForTool", "trivialChangeSkipEnabledForTool"]


class SessionSettingsEvaluatePredicateParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.settings.evaluatePredicate``."""

    name: SessionSettingsPredicateName
    tool_name: str | None = None


class SessionSettingsRpc(RpcNamespace):
    """``session.settings.*``."""

    __slots__ = ()

    async def evaluate_predicate(
        self,
        *,
        name: SessionSettingsPredicateName,
        tool_name: str | None = None,
        rpc_timeout: float | None = None,
    ) -> SessionSettingsEvaluatePredicateResult:
        """Evaluates a named Rust-owned settings predicate without exposing raw feature flags.
        Internal: the raw feature-flag names and composition are runtime-internal, so this
        predicate-evaluation helper is kept out of the public SDK surface and is callable
        in-process only.

        ``session.settings.evaluatePredicate`` on the wire; experimental, internal.

        Args:
            name: Predicate name. The runtime owns the raw feature-flag names and composition
                logic.
            tool_name: Tool name for tool-scoped predicates such as trivial-change handling.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of evaluating a Rust-owned settings predicate.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.settings.evaluatePredicate",
            SessionSettingsEvaluatePredicateParams(
                name=name,
                tool_name=tool_name,
            ),
            SessionSettingsEvaluatePredicateResult,
            rpc_timeout,
        )

    async def snapshot(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> SessionSettingsSnapshot:
        """Returns a redacted snapshot of session runtime settings, with secrets and raw feature
        flags excluded. Internal: the runtime settings shape is a runtime-internal surface and is
        deliberately kept out of the public SDK, because consumers should not depend on the
        runtime's internal settings layout. It remains callable in-process and is expected to be
        reworked as the runtime internals are consolidated.

        ``session.settings.snapshot`` on the wire; experimental, internal.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Redacted, serializable view of session runtime settings for SDK boundary consumers.
            Secrets and raw feature flags are intentionally excluded.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.settings.snapshot",
            None,
            SessionSettingsSnapshot,
            rpc_timeout,
        )
