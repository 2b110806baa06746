"""Types and methods: rpc_session_tasks.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "SessionTasksCancelParams",
    "SessionTasksGetProgressParams",
    "SessionTasksPromoteToBackgroundParams",
    "SessionTasksRegisterParams",
    "SessionTasksRemoveParams",
    "SessionTasksRpc",
    "SessionTasksSendMessageParams",
    "SessionTasksStartAgentParams",
    "SessionTasksUpdateParams",
    "TaskAgentInfo",
    "TaskAgentProgress",
    "TaskClientActiveStatus",
    "TaskClientExecutionMode",
    "TaskClientInfo",
    "TaskClientOwner",
    "TaskClientOwnerKind",
    "TaskClientOwnerPresence",
    "TaskClientProgress",
    "TaskClientStatus",
    "TaskClientUpdate",
    "TaskClientUpdateCancelled",
    "TaskClientUpdateCompleted",
    "TaskClientUpdateFailed",
    "TaskClientUpdateProgress",
    "TaskExecutionMode",
    "TaskInfo",
    "TaskList",
    "TaskProgress",
    "TaskProgressLine",
    "TaskShellInfo",
    "TaskShellInfoAttachmentMode",
    "TaskShellProgress",
    "TaskStatus",
    "TasksCancelResult",
    "TasksGetCurrentPromotableResult",
    "TasksGetProgressResult",
    "TasksPromoteCurrentToBackgroundResult",
    "TasksPromoteToBackgroundResult",
    "TasksRefreshResult",
    "TasksRegisterResult",
    "TasksRemoveResult",
    "TasksSendMessageResult",
    "TasksStartAgentResult",
    "TasksUpdateResult",
    "TasksWaitForPendingResult",
]


class TaskAgentInfo(WireStruct, frozen=True, kw_only=True, tag_field="type", tag="agent", gc=False):
    """Tracked background agent task metadata, including IDs, status, timing, agent type, prompt,
    model, result, and latest response.

    Attributes:
        id: Unique task identifier
        tool_call_id: Tool call ID associated with this agent task
        display_name: Friendly, non-unique name intended for display
        description: Short description of the task
        status: Current lifecycle status of the task
        started_at: ISO 8601 timestamp when the task was started
        completed_at: ISO 8601 timestamp when the task finished
        active_time_ms: Accumulated active execution time in milliseconds
        active_started_at: ISO 8601 timestamp when the current active period began
        error: Error message when the task failed
        agent_type: Type of agent running this task
        prompt: Most recent prompt delivered to the agent. Updated whenever the agent receives a
            follow-up message.
        result: Result text from the task when available
        model: Requested model override for the task when specified
        resolved_model: Runtime model resolved for the task when available
        execution_mode: Whether task execution is synchronously awaited or managed in the
            background
        can_promote_to_background: Whether the task is currently in the original sync wait and
            can be moved to background mode. False once it is already backgrounded, idle,
            finished, or no longer has a promotable sync waiter.
        latest_response: Most recent response text from the agent
        idle_since: ISO 8601 timestamp when the agent entered idle state
    """

    type: ClassVar[Literal["agent"]] = "agent"
    id: str
    tool_call_id: str
    display_name: str | None = None
    description: str
    status: TaskStatus
    started_at: str
    completed_at: str | None = None
    active_time_ms: int | None = None
    active_started_at: str | None = None
    error: str | None = None
    agent_type: str
    prompt: str
    result: str | None = None
    model: str | None = None
    resolved_model: str | None = None
    execution_mode: TaskExecutionMode | None = None
    can_promote_to_background: bool | None = None
    latest_response: str | None = None
    idle_since: str | None = None


class TaskAgentProgress(WireStruct, frozen=True, kw_only=True, tag_field="type", tag="agent"):
    """Progress snapshot for an agent task, with recent activity lines and optional latest intent.

    Attributes:
        recent_activity: Recent tool execution events converted to display lines
        latest_intent: The most recent intent reported by the agent
    """

    type: ClassVar[Literal["agent"]] = "agent"
    recent_activity: list[TaskProgressLine]
    latest_intent: str | None = None


class TaskClientInfo(WireStruct, frozen=True, kw_only=True, tag_field="type", tag="client"):
    """Tracked client-owned task metadata.

    Attributes:
        id: Canonical runtime-generated task identifier
        client_task_id: Owner-scoped registration and reclaim key
        display_name: Optional task display name
        description: Task description
        status: Client task lifecycle status
        owner: Public attribution and presence for the task owner
        started_at: ISO 8601 timestamp when the task started
        updated_at: ISO 8601 timestamp of the latest accepted lifecycle change
        completed_at: ISO 8601 timestamp when the task reached a terminal status
        active_time_ms: Accumulated active execution time in milliseconds
        active_started_at: ISO 8601 timestamp when the current active segment started
        idle_since: ISO 8601 timestamp when the connected owner entered idle status
        orphaned_at: ISO 8601 timestamp of the most recent orphan transition
        reclaimed_at: ISO 8601 timestamp of the most recent successful reclaim
        execution_mode: Execution mode, which is always background for client-owned tasks
        can_cancel: Whether the currently bound owner can receive a cancellation request
        sequence: Sequence number of the latest accepted owner update
        result: Opaque successful terminal result supplied by the task owner
        error: Human-readable terminal failure message
        error_code: Optional owner-supplied terminal failure code
        cancellation_reason: Human-readable reason for terminal cancellation
    """

    type: ClassVar[Literal["client"]] = "client"
    id: str
    client_task_id: str
    display_name: str | None = None
    description: str
    status: TaskClientStatus
    owner: TaskClientOwner
    started_at: str
    updated_at: str
    completed_at: str | None = None
    active_time_ms: int
    active_started_at: str | None = None
    idle_since: str | None = None
    orphaned_at: str | None = None
    reclaimed_at: str | None = None
    execution_mode: TaskClientExecutionMode
    can_cancel: bool
    sequence: int
    result: JsonValue | None = None
    error: str | None = None
    error_code: str | None = None
    cancellation_reason: str | None = None


class TaskClientOwner(WireStruct, frozen=True, kw_only=True, gc=False):
    """Public owner attribution for a client-owned task. Identifiers are opaque and never authorize
    requests.

    Attributes:
        participant_id: Opaque session-scoped participant identity
        join_id: Opaque identity of the currently or most recently bound session join
        kind: Class of the task owner
        display_name: Display-only owner name
        source: Display-only owner source
        presence: Whether this task's bound join is currently connected
        disconnected_at: ISO 8601 timestamp when the bound join disconnected
    """

    participant_id: str
    join_id: str
    kind: TaskClientOwnerKind
    display_name: str | None = None
    source: str | None = None
    presence: TaskClientOwnerPresence
    disconnected_at: str | None = None


class TaskClientProgress(WireStruct, frozen=True, kw_only=True, tag_field="type", tag="client"):
    """Generic progress for a client-owned task.

    Attributes:
        status: Current client task lifecycle status
        sequence: Sequence number of the latest accepted owner update
        updated_at: ISO 8601 timestamp of the latest accepted lifecycle change
        phase: Current owner-defined progress phase
        percentage: Current completion percentage from zero through one hundred
        last_message: Most recent nonempty progress message
        recent_activity: Recent server-timestamped progress messages
    """

    type: ClassVar[Literal["client"]] = "client"
    status: TaskClientStatus
    sequence: int
    updated_at: str
    phase: str | None = None
    percentage: float | None = None
    last_message: str | None = None
    recent_activity: list[TaskProgressLine]


class TaskClientUpdateCancelled(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="cancelled",
    gc=False,
):
    """Reports terminal cancellation after external work stopped.

    Attributes:
        message: Optional final progress message
        reason: Optional human-readable cancellation reason
    """

    kind: ClassVar[Literal["cancelled"]] = "cancelled"
    message: str | None = None
    reason: str | None = None


class TaskClientUpdateCompleted(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="completed",
):
    """Reports successful terminal completion.

    Attributes:
        message: Optional final progress message
        result: Optional opaque successful terminal result
    """

    kind: ClassVar[Literal["completed"]] = "completed"
    message: str | None = None
    result: JsonValue | None = None


class TaskClientUpdateFailed(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="failed",
    gc=False,
):
    """Reports terminal failure.

    Attributes:
        message: Optional final progress message
        error: Human-readable terminal failure message
        code: Optional owner-supplied terminal failure code
    """

    kind: ClassVar[Literal["failed"]] = "failed"
    message: str | None = None
    error: str
    code: str | None = None


class TaskClientUpdateProgress(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="progress",
    gc=False,
):
    """Publishes nonterminal progress for a running or idle client task.

    Attributes:
        status: Optional active status transition
        message: Optional progress message appended to recent activity when nonempty
        phase: Optional progress phase; null clears the current phase
        percentage: Optional completion percentage; null clears the current percentage
    """

    kind: ClassVar[Literal["progress"]] = "progress"
    status: TaskClientActiveStatus | None = None
    message: str | None = None
    phase: str | None | UnsetType = UNSET
    percentage: float | None | UnsetType = UNSET


class TaskList(WireStruct, frozen=True, kw_only=True):
    """Background tasks currently tracked by the session.

    Attributes:
        tasks: Currently tracked tasks
    """

    tasks: list[TaskInfo]


class TaskProgressLine(WireStruct, frozen=True, kw_only=True, gc=False):
    """Timestamped display line for task progress output or recent agent activity.

    Attributes:
        message: Display message, e.g., "▸ bash", "✓ edit src/foo.ts"
        timestamp: ISO 8601 timestamp when this event occurred
    """

    message: str
    timestamp: str


class TaskShellInfo(WireStruct, frozen=True, kw_only=True, tag_field="type", tag="shell", gc=False):
    """Tracked shell task metadata, including ID, command, status, timing, attachment/execution
    mode, log path, and PID.

    Attributes:
        id: Unique task identifier
        description: Short description of the task
        status: Current lifecycle status of the task
        started_at: ISO 8601 timestamp when the task was started
        completed_at: ISO 8601 timestamp when the task finished
        command: Command being executed
        attachment_mode: Whether the shell runs inside a managed PTY session or as an independent
            background process
        execution_mode: Whether task execution is synchronously awaited or managed in the
            background
        can_promote_to_background: Whether this shell task can be promoted to background mode
        log_path: Path to the detached shell log, when available
        pid: Process ID when available
    """

    type: ClassVar[Literal["shell"]] = "shell"
    id: str
    description: str
    status: TaskStatus
    started_at: str
    completed_at: str | None = None
    command: str
    attachment_mode: TaskShellInfoAttachmentMode
    execution_mode: TaskExecutionMode | None = None
    can_promote_to_background: bool | None = None
    log_path: str | None = None
    pid: int | None = None


class TaskShellProgress(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="shell",
    gc=False,
):
    """Progress snapshot for a shell task, with recent stdout/stderr output and optional process ID.

    Attributes:
        recent_output: Recent stdout/stderr lines from the running shell command
        pid: Process ID when available
    """

    type: ClassVar[Literal["shell"]] = "shell"
    recent_output: str
    pid: int | None = None


class TasksCancelResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the background task was successfully cancelled.

    Attributes:
        cancelled: Whether the task was successfully cancelled
    """

    cancelled: bool


class TasksGetCurrentPromotableResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """The first sync-waiting task that can currently be promoted to background mode.

    Attributes:
        task: The first sync-waiting task (agent first, then shell) that can currently be
            promoted to background mode. Omitted if no such task exists. The returned task is
            guaranteed to have executionMode='sync' and canPromoteToBackground=true at the time
            of the call.
    """

    task: TaskInfo | None = None


class TasksGetProgressResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Progress information for the task, or null when no task with that ID is tracked.

    Attributes:
        progress: Progress information for the task, discriminated by type. Returns null when no
            task with this ID is currently tracked.
    """

    progress: TaskProgress | None


class TasksPromoteCurrentToBackgroundResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """The promoted task as it now exists in background mode, omitted if no promotable task was
    waiting.

    Attributes:
        task: The promoted task as it now exists in background mode, omitted if no promotable
            task was waiting. Atomic operation: avoids the race window of getCurrentPromotable +
            promoteToBackground.
    """

    task: TaskInfo | None = None


class TasksPromoteToBackgroundResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the task was successfully promoted to background mode.

    Attributes:
        promoted: Whether the task was successfully promoted to background mode
    """

    promoted: bool


class TasksRefreshResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Refresh metadata for any detached background shells the runtime knows about. Use after a long
    pause to pick up exit/output state for shells running outside the agent loop.
    """


class TasksRegisterResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of registering or reclaiming a client-owned task.

    Attributes:
        task: Authoritative registered or reclaimed task
        created: True only when this invocation created a new task
        reclaimed: True only when this invocation reclaimed an orphaned task
    """

    task: TaskClientInfo
    created: bool
    reclaimed: bool


class TasksRemoveResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the task was removed. False when the task does not exist or is still
    running/idle.

    Attributes:
        removed: Whether the task was removed. Returns false if the task does not exist or is
            still running/idle (cancel it first).
    """

    removed: bool


class TasksSendMessageResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the message was delivered, with an error message when delivery failed.

    Attributes:
        sent: Whether the message was successfully delivered or steered
        error: Error message if delivery failed
    """

    sent: bool
    error: str | None = None


class TasksStartAgentResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Identifier assigned to the newly started background agent task.

    Attributes:
        agent_id: Generated agent ID for the background task
    """

    agent_id: str


class TasksUpdateResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of publishing a client-owned task update.

    Attributes:
        task: Authoritative task after processing the update
        applied: Whether this invocation changed task state
        duplicate: Whether this invocation repeated the latest accepted update
    """

    task: TaskClientInfo
    applied: bool
    duplicate: bool


class TasksWaitForPendingResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Wait until all in-flight background tasks (agents + shells) and any follow-up turns scheduled
    by their completions have settled. Returns when the runtime is fully drained or after an
    internal timeout (default 10 minutes; configurable via COPILOT_TASK_WAIT_TIMEOUT_SECONDS).
    """


if TYPE_CHECKING:
    TaskClientActiveStatus: TypeAlias = Literal["running", "idle"] | str
    """Active status a client owner may publish with a progress update.

    - ``running``: The external owner is actively working.
    - ``idle``: The external owner is connected but waiting.
    """
    TaskClientExecutionMode: TypeAlias = Literal["background"] | str
    """Client-owned tasks always execute outside the runtime in background mode.

    - ``background``
    """
    TaskClientOwnerKind: TypeAlias = Literal["extension", "sdk"] | str
    """Connection class owning a client task.

    - ``extension``: A discovered extension connection owns the task.
    - ``sdk``: A generic SDK connection owns the task.
    """
    TaskClientOwnerPresence: TypeAlias = Literal["connected", "disconnected"] | str
    """Presence of the task's bound join.

    - ``connected``: The bound session join is connected.
    - ``disconnected``: The bound session join is disconnected.
    """
    TaskClientStatus: TypeAlias = Literal["running", "idle", "completed", "failed", "cancelled", "orphaned"] | str
    """Lifecycle status of a client-owned task.

    - ``running``: The external owner is actively working.
    - ``idle``: The external owner is connected but waiting.
    - ``completed``: The owner reported successful completion.
    - ``failed``: The owner reported failure.
    - ``cancelled``: The owner reported or confirmed cancellation.
    - ``orphaned``: The bound owner join disappeared; external executor state is unknown.
    """
    TaskExecutionMode: TypeAlias = Literal["sync", "background"] | str
    """Whether task execution is synchronously awaited or managed in the background

    - ``sync``: The task was started with synchronous waiting.
    - ``background``: The task is managed in the background.
    """
    TaskShellInfoAttachmentMode: TypeAlias = Literal["attached", "detached"] | str
    """Whether the shell runs inside a managed PTY session or as an independent background process

    - ``attached``: The shell runs in a managed PTY session.
    - ``detached``: The shell runs as an independent background process.
    """
    TaskStatus: TypeAlias = Literal["running", "idle", "completed", "failed", "cancelled"] | str
    """Current lifecycle status of the task

    - ``running``: The task is actively executing.
    - ``idle``: The task is waiting for additional input.
    - ``completed``: The task finished successfully.
    - ``failed``: The task finished with an error.
    - ``cancelled``: The task was cancelled before completion.
    """
    TaskClientUpdate: TypeAlias = TaskClientUpdateProgress | TaskClientUpdateCompleted | TaskClientUpdateFailed | TaskClientUpdateCancelled | UnknownVariant
    """Progress or terminal update for a client-owned task."""
    TaskInfo: TypeAlias = TaskAgentInfo | TaskClientInfo | TaskShellInfo | UnknownVariant
    """Tracked task union returned by task APIs, containing an agent, client, or shell task."""
    TaskProgress: TypeAlias = TaskAgentProgress | TaskClientProgress | TaskShellProgress | UnknownVariant
    """Progress information for the task, discriminated by type. Returns null when no task with this
    ID is currently tracked.
    """
else:
    TaskClientActiveStatus = Literal["running", "idle"]
    TaskClientExecutionMode = Literal["background"]
    TaskClientOwnerKind = Literal["extension", "sdk"]
    TaskClientOwnerPresence = Literal["connected", "disconnected"]
    TaskClientStatus = Literal["running", "idle", "completed", "failed", "cancelled", "orphaned"]
    TaskExecutionMode = Literal["sync", "background"]
    TaskShellInfoAttachmentMode = Literal["attached", "detached"]
    TaskStatus = Literal["running", "idle", "completed", "failed", "cancelled"]
    TaskClientUpdate = TaskClientUpdateProgress | TaskClientUpdateCompleted | TaskClientUpdateFailed | TaskClientUpdateCancelled
    TaskInfo = TaskAgentInfo | TaskClientInfo | TaskShellInfo
    TaskProgress = TaskAgentProgress | TaskClientProgress | TaskShellProgress


class SessionTasksCancelParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.tasks.cancel``."""

    id: str


class SessionTasksGetProgressParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.tasks.getProgress``."""

    id: str


class SessionTasksPromoteToBackgroundParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.tasks.promoteToBackground``."""

    id: str


class SessionTasksRegisterParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.tasks.register``."""

    type: Literal["client"]
    client_task_id: str
    description: str
    display_name: str | None = None
    cancellable: bool
    expected_sequence: int | None = None


class SessionTasksRemoveParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.tasks.remove``."""

    id: str


class SessionTasksSendMessageParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.tasks.sendMessage``."""

    id: str
    message: str
    from_agent_id: str | None = None


class SessionTasksStartAgentParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.tasks.startAgent``."""

    agent_type: str
    prompt: str
    name: str
    description: str | None = None
    model: str | None = None


class SessionTasksUpdateParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.tasks.update``."""

    id: str
    sequence: int
    update: TaskClientUpdate


class SessionTasksRpc(RpcNamespace):
    """``session.tasks.*``."""

    __slots__ = ()

    async def cancel(
        self,
        *,
        id: str,
        rpc_timeout: float | None = None,
    ) -> TasksCancelResult:
        """Cancels a background task.

        ``session.tasks.cancel`` on the wire; experimental.

        Args:
            id: Task identifier
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the background task was successfully cancelled.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tasks.cancel",
            SessionTasksCancelParams(
                id=id,
            ),
            TasksCancelResult,
            rpc_timeout,
        )

    async def get_current_promotable(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> TasksGetCurrentPromotableResult:
        """Returns the first sync-waiting task that can currently be promoted to background mode.

        ``session.tasks.getCurrentPromotable`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The first sync-waiting task that can currently be promoted to background mode.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tasks.getCurrentPromotable",
            None,
            TasksGetCurrentPromotableResult,
            rpc_timeout,
        )

    async def get_progress(
        self,
        *,
        id: str,
        rpc_timeout: float | None = None,
    ) -> TasksGetProgressResult:
        """Returns progress information for a background task by ID.

        ``session.tasks.getProgress`` on the wire; experimental.

        Args:
            id: Task identifier (agent ID or shell ID)
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Progress information for the task, or null when no task with that ID is tracked.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tasks.getProgress",
            SessionTasksGetProgressParams(
                id=id,
            ),
            TasksGetProgressResult,
            rpc_timeout,
        )

    async def list(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> TaskList:
        """Lists background tasks tracked by the session.

        ``session.tasks.list`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Background tasks currently tracked by the session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tasks.list",
            None,
            TaskList,
            rpc_timeout,
        )

    async def promote_current_to_background(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> TasksPromoteCurrentToBackgroundResult:
        """Atomically promotes the first promotable sync-waiting task to background mode and returns
        it.

        ``session.tasks.promoteCurrentToBackground`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The promoted task as it now exists in background mode, omitted if no promotable task
            was waiting.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tasks.promoteCurrentToBackground",
            None,
            TasksPromoteCurrentToBackgroundResult,
            rpc_timeout,
        )

    async def promote_to_background(
        self,
        *,
        id: str,
        rpc_timeout: float | None = None,
    ) -> TasksPromoteToBackgroundResult:
        """Promotes an eligible synchronously-waited task so it continues running in the background.

        ``session.tasks.promoteToBackground`` on the wire; experimental.

        Args:
            id: Task identifier
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the task was successfully promoted to background mode.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tasks.promoteToBackground",
            SessionTasksPromoteToBackgroundParams(
                id=id,
            ),
            TasksPromoteToBackgroundResult,
            rpc_timeout,
        )

    async def refresh(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> TasksRefreshResult:
        """Refreshes metadata for any detached background shells the runtime knows about.

        ``session.tasks.refresh`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Refresh metadata for any detached background shells the runtime knows about. Use
            after a long pause to pick up exit/output state for shells running outside the agent
            loop.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tasks.refresh",
            None,
            TasksRefreshResult,
            rpc_timeout,
        )

    async def register(
        self,
        *,
        type: Literal["client"],
        client_task_id: str,
        description: str,
        display_name: str | None = None,
        cancellable: bool,
        expected_sequence: int | None = None,
        rpc_timeout: float | None = None,
    ) -> TasksRegisterResult:
        """Registers a client-owned task, or reclaims an orphaned task belonging to the same
        extension principal.

        ``session.tasks.register`` on the wire; experimental.

        Args:
            type: Task kind
            client_task_id: Owner-scoped idempotency key used for registration and reclaim
            description: Human-readable description of the external work
            display_name: Optional short display name for the external work
            cancellable: Whether the owner supports runtime cancellation requests
            expected_sequence: Expected current sequence for idempotent registration or orphan
                reclaim
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of registering or reclaiming a client-owned task.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tasks.register",
            SessionTasksRegisterParams(
                type=type,
                client_task_id=client_task_id,
                description=description,
                display_name=display_name,
                cancellable=cancellable,
                expected_sequence=expected_sequence,
            ),
            TasksRegisterResult,
            rpc_timeout,
        )

    async def remove(
        self,
        *,
        id: str,
        rpc_timeout: float | None = None,
    ) -> TasksRemoveResult:
        """Removes a completed or cancelled background task from tracking.

        ``session.tasks.remove`` on the wire; experimental.

        Args:
            id: Task identifier
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the task was removed. False when the task does not exist or is
            still running/idle.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tasks.remove",
            SessionTasksRemoveParams(
                id=id,
            ),
            TasksRemoveResult,
            rpc_timeout,
        )

    async def send_message(
        self,
        *,
        id: str,
        message: str,
        from_agent_id: str | None = None,
        rpc_timeout: float | None = None,
    ) -> TasksSendMessageResult:
        """Sends a message to a background agent task.

        ``session.tasks.sendMessage`` on the wire; experimental.

        Args:
            id: Agent task identifier
            message: Message content to send to the agent
            from_agent_id: Agent ID of the sender, if sent on behalf of another agent
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the message was delivered, with an error message when delivery
            failed.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tasks.sendMessage",
            SessionTasksSendMessageParams(
                id=id,
                message=message,
                from_agent_id=from_agent_id,
            ),
            TasksSendMessageResult,
            rpc_timeout,
        )

    async def start_agent(
        self,
        *,
        agent_type: str,
        prompt: str,
        name: str,
        description: str | None = None,
        model: str | None = None,
        rpc_timeout: float | None = None,
    ) -> TasksStartAgentResult:
        """Starts a background agent task in the session.

        ``session.tasks.startAgent`` on the wire; experimental.

        Args:
            agent_type: Type of agent to start (e.g., 'explore', 'task', 'general-purpose')
            prompt: Task prompt for the agent
            name: Friendly, non-unique name used when displaying the agent
            description: Short description of the task
            model: Optional model override
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Identifier assigned to the newly started background agent task.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tasks.startAgent",
            SessionTasksStartAgentParams(
                agent_type=agent_type,
                prompt=prompt,
                name=name,
                description=description,
                model=model,
            ),
            TasksStartAgentResult,
            rpc_timeout,
        )

    async def update(
        self,
        *,
        id: str,
        sequence: int,
        update: TaskClientUpdate,
        rpc_timeout: float | None = None,
    ) -> TasksUpdateResult:
        """Publishes generic progress or a terminal outcome for a client-owned task.

        ``session.tasks.update`` on the wire; experimental.

        Args:
            id: Canonical runtime-generated task identifier
            sequence: Owner update sequence to apply
            update: Progress or terminal update payload
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of publishing a client-owned task update.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tasks.update",
            SessionTasksUpdateParams(
                id=id,
                sequence=sequence,
                update=update,
            ),
            TasksUpdateResult,
            rpc_timeout,
        )

    async def wait_for_pending(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> TasksWaitForPendingResult:
        """Waits for all in-flight background tasks and any follow-up turns to settle.

        ``session.tasks.waitForPending`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Wait until all in-flight background tasks (agents + shells) and any follow-up turns
            scheduled by their completions have settled. Returns when the runtime is fully
            drained or after an internal timeout (default 10 minutes; configurable via
            COPILOT_TASK_WAIT_TIMEOUT_SECONDS).

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tasks.waitForPending",
            None,
            TasksWaitForPendingResult,
            rpc_timeout,
        )
