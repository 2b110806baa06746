"""Types and methods: rpc_server_agent_registry.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, cast

from msgspec import UNSET, UnsetType

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "AgentRegistryLiveTargetEntry",
    "AgentRegistryLiveTargetEntryAttentionKind",
    "AgentRegistryLiveTargetEntryKind",
    "AgentRegistryLiveTargetEntryLastTerminalEvent",
    "AgentRegistryLiveTargetEntryStatus",
    "AgentRegistryLogCapture",
    "AgentRegistryLogCaptureOpenErrorReason",
    "AgentRegistrySpawnError",
    "AgentRegistrySpawnParams",
    "AgentRegistrySpawnPermissionMode",
    "AgentRegistrySpawnRegistryTimeout",
    "AgentRegistrySpawnResult",
    "AgentRegistrySpawnSpawned",
    "AgentRegistrySpawnValidationError",
    "AgentRegistrySpawnValidationErrorField",
    "AgentRegistrySpawnValidationErrorReason",
    "ServerAgentRegistryRpc",
]


class AgentRegistryLiveTargetEntry(WireStruct, frozen=True, kw_only=True, gc=False):
    """Full registry entry for the spawned child. Lets the controller call
    `handleLiveTargetSelected(entry)` directly without re-reading the registry (avoids a TOCTOU
    window).

    Attributes:
        schema_version: Registry entry schema version (1 = ui-server, 2 = managed-server)
        kind: Process kind tag for the registry entry
        pid: Operating-system pid of the process owning this entry
        host: Bind host for the entry's JSON-RPC server
        port: TCP port the entry's JSON-RPC server is listening on
        session_id: Session ID of the foreground session for this entry
        session_name: Friendly session name (when set)
        cwd: Working directory of the session (when known)
        branch: Git branch of the session (when known)
        model: Model identifier currently selected for the session
        status: Coarse lifecycle status of the foreground session
        attention_kind: Kind of attention required when status === "attention". Meaningful only
            when status === "attention".
        status_revision: Monotonic per-publisher revision counter incremented on every status
            update. Lets watchers detect transient flips.
        last_terminal_event: How the most recent turn ended (clean vs aborted). Lets the renderer
            distinguish done from done_cancelled.
        started_at: ISO 8601 timestamp captured at registration
        copilot_version: Copilot CLI version that wrote the entry
        last_seen_ms: Wall-clock milliseconds since the watcher last observed this entry
            (heartbeat freshness)
        token: Internal. Connection token (null when the target is unauthenticated)
    """

    schema_version: int
    kind: AgentRegistryLiveTargetEntryKind
    pid: int
    host: str
    port: int
    session_id: str | None = None
    session_name: str | None = None
    cwd: str | None = None
    branch: str | None = None
    model: str | None = None
    status: AgentRegistryLiveTargetEntryStatus | None = None
    attention_kind: AgentRegistryLiveTargetEntryAttentionKind | None = None
    status_revision: int | None = None
    last_terminal_event: AgentRegistryLiveTargetEntryLastTerminalEvent | None = None
    started_at: str
    copilot_version: str
    last_seen_ms: int
    token: str | None | UnsetType = UNSET


class AgentRegistryLogCapture(WireStruct, frozen=True, kw_only=True, gc=False):
    """Per-spawn log-capture outcome; populated from spawnLiveTarget.

    Attributes:
        enabled: Whether per-spawn log capture is on (false when env-disabled or open failed)
        path: Absolute path to the per-spawn log file (only set when enabled)
        open_error: Human-readable open failure message (only set when enabled === false AND the
            env-disable opt-out was NOT used)
        open_error_reason: Categorized reason for log-open failure
    """

    enabled: bool
    path: str | None = None
    open_error: str | None = None
    open_error_reason: AgentRegistryLogCaptureOpenErrorReason | None = None


class AgentRegistrySpawnError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="spawn-error",
    gc=False,
):
    """`child_process.spawn` itself failed before the child entered the registry.

    Attributes:
        message: Human-readable error message
        code: Underlying errno code (e.g. ENOENT, EACCES) when available
    """

    kind: ClassVar[Literal["spawn-error"]] = "spawn-error"
    message: str
    code: str | None = None


class AgentRegistrySpawnRegistryTimeout(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="registry-timeout",
    gc=False,
):
    """Spawn succeeded but the child did not publish a matching managed-server entry within the
    timeout.

    Attributes:
        child_pid: Process ID of the orphaned child (so the caller can offer 'kill the pid'
            guidance)
        log_capture: Per-spawn log-capture outcome; populated from spawnLiveTarget.
    """

    kind: ClassVar[Literal["registry-timeout"]] = "registry-timeout"
    child_pid: int
    log_capture: AgentRegistryLogCapture | None = None


class AgentRegistrySpawnSpawned(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="spawned",
    gc=False,
):
    """Managed-server child was spawned and registered successfully.

    Attributes:
        entry: Full registry entry for the spawned child. Lets the controller call
            `handleLiveTargetSelected(entry)` directly without re-reading the registry (avoids a
            TOCTOU window).
        initial_prompt_sent: Whether the delegate already sent the initial prompt. Always omitted
            in the current wiring: the controller sends the prompt post-attach via the standard
            LocalRpcSession.send path.
        initial_prompt_error: If the delegate attempted to send the initial prompt and failed,
            the categorized error message.
        log_capture: Per-spawn log-capture outcome; populated from spawnLiveTarget.
    """

    kind: ClassVar[Literal["spawned"]] = "spawned"
    entry: AgentRegistryLiveTargetEntry
    initial_prompt_sent: bool | None = None
    initial_prompt_error: str | None = None
    log_capture: AgentRegistryLogCapture | None = None


class AgentRegistrySpawnValidationError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="validation-error",
    gc=False,
):
    """Synchronous pre-validation rejected the spawn request.

    Attributes:
        reason: Categorized reason for the rejection. Low-cardinality enum so telemetry can
            aggregate by reason without leaking raw paths or agent/model names.
        field: Which parameter field was invalid. Omitted when the rejection is not
            field-specific.
        message: Human-readable explanation; safe to surface in the UI banner. Never logged to
            unrestricted telemetry.
    """

    kind: ClassVar[Literal["validation-error"]] = "validation-error"
    reason: AgentRegistrySpawnValidationErrorReason
    field: AgentRegistrySpawnValidationErrorField | None = None
    message: str


if TYPE_CHECKING:
    AgentRegistryLiveTargetEntryAttentionKind: TypeAlias = Literal["error", "permission", "exit_plan", "elicitation", "user_input"] | str
    """Kind of attention required when status === "attention". Meaningful only when status ===
    "attention".

    - ``error``: Session is blocked on an unrecoverable error
    - ``permission``: Session is waiting for a tool-permission decision
    - ``exit_plan``: Session is waiting for the user to approve or reject a plan
    - ``elicitation``: Session is waiting on an elicitation prompt
    - ``user_input``: Session is waiting for free-form user input
    """
    AgentRegistryLiveTargetEntryKind: TypeAlias = Literal["ui-server", "managed-server"] | str
    """Process kind tag for the registry entry

    - ``ui-server``: Interactive Copilot CLI exposing a UI server (legacy/normal CLI process)
    - ``managed-server``: Headless `--server --managed-server` child spawned by a controller
    """
    AgentRegistryLiveTargetEntryLastTerminalEvent: TypeAlias = Literal["turn_end", "abort"] | str
    """How the most recent turn ended (clean vs aborted). Lets the renderer distinguish done from
    done_cancelled.

    - ``turn_end``: Last turn ended cleanly (model returned a final assistant message)
    - ``abort``: Last turn was aborted (e.g. user interrupted)
    """
    AgentRegistryLiveTargetEntryStatus: TypeAlias = Literal["working", "waiting", "done", "attention"] | str
    """Coarse lifecycle status of the foreground session

    - ``working``: Session is actively processing a turn
    - ``waiting``: Session is idle, waiting for input
    - ``done``: Last turn completed successfully
    - ``attention``: Session needs user attention (see attentionKind for the specific reason)
    """
    AgentRegistryLogCaptureOpenErrorReason: TypeAlias = Literal["permission", "disk_full", "other"] | str
    """Categorized reason for log-open failure

    - ``permission``: Filesystem permission denied opening the log file
    - ``disk_full``: No space left on device
    - ``other``: Other / uncategorized open failure
    """
    AgentRegistrySpawnPermissionMode: TypeAlias = Literal["default", "yolo"] | str
    """Permission posture for the new session. 'yolo' requires the controller-local session to
    currently be in allow-all mode.

    - ``default``: Standard permission posture (prompts for each request)
    - ``yolo``: Full allow-all (requires the controller-local session to currently be in
        allow-all mode)
    """
    AgentRegistrySpawnValidationErrorField: TypeAlias = Literal["cwd", "name", "agentName", "model", "permissionMode"] | str
    """Which parameter field was invalid. Omitted when the rejection is not field-specific.

    - ``cwd``: The cwd parameter
    - ``name``: The session name parameter
    - ``agentName``: The agentName parameter
    - ``model``: The model parameter
    - ``permissionMode``: The permissionMode parameter
    """
    AgentRegistrySpawnValidationErrorReason: TypeAlias = Literal["cwd-not-found", "cwd-not-directory", "invalid-name", "unknown-agent", "unknown-model", "yolo-not-allowed"] | str
    """Categorized reason for the rejection. Low-cardinality enum so telemetry can aggregate by
    reason without leaking raw paths or agent/model names.

    - ``cwd-not-found``: Provided cwd does not exist on disk
    - ``cwd-not-directory``: Provided cwd exists but is not a directory
    - ``invalid-name``: Session name failed validateSessionName
    - ``unknown-agent``: Requested agent name was not found in builtin or custom agents
    - ``unknown-model``: Requested model is not available to this session
    - ``yolo-not-allowed``: Caller asked for permissionMode='yolo' but the controller is not
        currently in allow-all mode
    """
    AgentRegistrySpawnResult: TypeAlias = AgentRegistrySpawnSpawned | AgentRegistrySpawnError | AgentRegistrySpawnRegistryTimeout | AgentRegistrySpawnValidationError | UnknownVariant
    """Outcome of an agentRegistry.spawn call."""
else:
    AgentRegistryLiveTargetEntryAttentionKind = Literal["error", "permission", "exit_plan", "elicitation", "user_input"]
    AgentRegistryLiveTargetEntryKind = Literal["ui-server", "managed-server"]
    AgentRegistryLiveTargetEntryLastTerminalEvent = Literal["turn_end", "abort"]
    AgentRegistryLiveTargetEntryStatus = Literal["working", "waiting", "done", "attention"]
    AgentRegistryLogCaptureOpenErrorReason = Literal["permission", "disk_full", "other"]
    AgentRegistrySpawnPermissionMode = Literal["default", "yolo"]
    AgentRegistrySpawnValidationErrorField = Literal["cwd", "name", "agentName", "model", "permissionMode"]
    AgentRegistrySpawnValidationErrorReason = Literal["cwd-not-found", "cwd-not-directory", "invalid-name", "unknown-agent", "unknown-model", "yolo-not-allowed"]
    AgentRegistrySpawnResult = AgentRegistrySpawnSpawned | AgentRegistrySpawnError | AgentRegistrySpawnRegistryTimeout | AgentRegistrySpawnValidationError


class AgentRegistrySpawnParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``agentRegistry.spawn``."""

    cwd: str
    agent_name: str | None = None
    model: str | None = None
    name: str | None = None
    permission_mode: AgentRegistrySpawnPermissionMode | None = None
    initial_prompt: str | None = None


class ServerAgentRegistryRpc(RpcNamespace):
    """``agentRegistry.*``."""

    __slots__ = ()

    async def spawn(
        self,
        *,
        cwd: str,
        agent_name: str | None = None,
        model: str | None = None,
        name: str | None = None,
        permission_mode: AgentRegistrySpawnPermissionMode | None = None,
        initial_prompt: str | None = None,
        rpc_timeout: float | None = None,
    ) -> AgentRegistrySpawnResult:
        """Spawns a managed-server child with the supplied configuration and returns a
        discriminated-union result. The caller (typically the CLI controller) is responsible for
        attaching to the spawned child and sending any follow-up prompt. When the
        controller-local spawn gate is closed the server returns JSON-RPC MethodNotFound.

        ``agentRegistry.spawn`` on the wire; experimental.

        Args:
            cwd: Working directory for the spawned child (must be an existing directory)
            agent_name: Custom or built-in agent name (e.g. 'explore'). When omitted, the child
                uses its own default.
            model: Model identifier to apply to the new session
            name: Friendly session name. Must satisfy validateSessionName: non-empty, no
                leading/trailing whitespace, <=100 chars, no control chars, no double quotes.
            permission_mode: Permission posture for the new session. 'yolo' requires the
                controller-local session to currently be in allow-all mode.
            initial_prompt: Optional first user message. Forwarded to the caller (the CLI's spawn
                wrapper sends it post-attach via the standard LocalRpcSession.send path).
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Outcome of an agentRegistry.spawn call.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return cast(
            "AgentRegistrySpawnResult",
            await self._call(
                "agentRegistry.spawn",
                AgentRegistrySpawnParams(
                    cwd=cwd,
                    agent_name=agent_name,
                    model=model,
                    name=name,
                    permission_mode=permission_mode,
                    initial_prompt=initial_prompt,
                ),
                cast("type[object]", AgentRegistrySpawnResult),
                rpc_timeout,
            ),
        )
