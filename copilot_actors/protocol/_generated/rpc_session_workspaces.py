"""Types and methods: rpc_session_workspaces.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import field

from .rpc_common import HistoryRewindUnavailableReason as HistoryRewindUnavailableReason
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    WireStruct,
)

__all__ = [
    "SessionWorkspacesAddSummaryParams",
    "SessionWorkspacesCreateDirectoryParams",
    "SessionWorkspacesCreateFileParams",
    "SessionWorkspacesDiffParams",
    "SessionWorkspacesEnsureParams",
    "SessionWorkspacesReadCheckpointParams",
    "SessionWorkspacesReadFileParams",
    "SessionWorkspacesRemovePathParams",
    "SessionWorkspacesRenamePathParams",
    "SessionWorkspacesRpc",
    "SessionWorkspacesSaveLargePasteParams",
    "SessionWorkspacesStatFileParams",
    "SessionWorkspacesTruncateSummariesParams",
    "SessionWorkspacesUpdateMetadataParams",
    "SessionWorkspacesWriteAutopilotObjectiveParams",
    "WorkspaceDiffFileChange",
    "WorkspaceDiffFileChangeType",
    "WorkspaceDiffMode",
    "WorkspaceDiffResult",
    "WorkspacesAddSummaryResult",
    "WorkspacesAddSummaryResultSummary",
    "WorkspacesAddSummaryResultWorkspace",
    "WorkspacesAutopilotObjectiveExistsResult",
    "WorkspacesCheckpoints",
    "WorkspacesDeleteAutopilotObjectiveResult",
    "WorkspacesGetWorkspaceResult",
    "WorkspacesGetWorkspaceResultWorkspace",
    "WorkspacesListCheckpointsResult",
    "WorkspacesListFilesResult",
    "WorkspacesReadAutopilotObjectiveResult",
    "WorkspacesReadCheckpointResult",
    "WorkspacesReadFileResult",
    "WorkspacesSaveLargePasteResult",
    "WorkspacesSaveLargePasteResultSaved",
    "WorkspacesStatFileResult",
    "WorkspacesWorkspaceDetailsHostType",
    "WorkspacesWriteAutopilotObjectiveResult",
]


class WorkspaceDiffFileChange(WireStruct, frozen=True, kw_only=True, gc=False):
    """A single changed file and its unified diff.

    Attributes:
        path: Path to the changed file, relative to the workspace root when the file lives under
            it. A file changed outside the workspace root keeps a `../`-relative path, or an
            absolute path when no relative path exists (for example a different Windows drive).
        diff: Unified diff content for the file. Empty when the diff was truncated.
        change_type: Type of change represented by this file diff.
        old_path: Original file path for renamed files.
        is_truncated: Whether the diff content was omitted because it exceeded the per-file size
            limit.
    """

    path: str
    diff: str
    change_type: WorkspaceDiffFileChangeType
    old_path: str | None = None
    is_truncated: bool | None = None


class WorkspaceDiffResult(WireStruct, frozen=True, kw_only=True):
    """Workspace diff result for the requested mode.

    Attributes:
        requested_mode: Diff mode requested by the client.
        mode: Effective mode used for the returned changes.
        changes: Changed files and their unified diffs.
        base_branch: Default branch used for a branch diff, when branch mode was requested.
        is_fallback: Whether the requested diff fell back to unstaged changes, either because
            branch diff failed or session diff was unavailable.
        unavailable_reason: Why the session diff could not be produced, when applicable. Set only
            when `session` mode was requested and `isFallback` is true, so a client can tell the
            permanent `file-change-tracking-disabled` apart from the transient `session-busy`,
            which the same request answers once the session settles. Never set for `unstaged` or
            `branch` mode, and never `unsupported-remote-session`: a remote session's captures
            live on its own host, so a `session`-mode diff is rejected for one rather than
            answered with a controller-side fallback.
    """

    requested_mode: WorkspaceDiffMode
    mode: WorkspaceDiffMode
    changes: list[WorkspaceDiffFileChange]
    base_branch: str | None = None
    is_fallback: bool
    unavailable_reason: HistoryRewindUnavailableReason | None = None


class WorkspacesAddSummaryResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Persisted summary metadata and refreshed workspace metadata.

    Attributes:
        summary: Metadata for the persisted summary.
        workspace: Refreshed metadata for the containing workspace.
    """

    summary: WorkspacesAddSummaryResultSummary | None = None
    workspace: WorkspacesAddSummaryResultWorkspace | None = None


class WorkspacesAddSummaryResultSummary(WireStruct, frozen=True, kw_only=True, gc=False):
    """Metadata for the persisted summary."""


class WorkspacesAddSummaryResultWorkspace(WireStruct, frozen=True, kw_only=True, gc=False):
    """Refreshed metadata for the containing workspace."""


class WorkspacesAutopilotObjectiveExistsResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Whether the autopilot objective file exists.

    Attributes:
        exists: True when the objective file exists.
    """

    exists: bool


class WorkspacesCheckpoints(WireStruct, frozen=True, kw_only=True, gc=False):
    """Workspace checkpoint metadata with assigned number, human-readable title, and checkpoint
    filename.

    Attributes:
        number: Checkpoint number assigned by the workspace manager
        title: Human-readable checkpoint title
        filename: Filename of the checkpoint within the workspace checkpoints directory
    """

    number: int
    title: str
    filename: str


class WorkspacesDeleteAutopilotObjectiveResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of deleting the autopilot objective file.

    Attributes:
        deleted: True when a file was deleted.
    """

    deleted: bool


class WorkspacesGetWorkspaceResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Current workspace metadata for the session, including its absolute filesystem path when
    available.

    Attributes:
        workspace: Current workspace metadata, or null if not available
        path: Absolute filesystem path to the workspace directory. Omitted when the session has
            no workspace (e.g. remote sessions).
    """

    workspace: WorkspacesGetWorkspaceResultWorkspace | None
    path: str | None = None


class WorkspacesGetWorkspaceResultWorkspace(WireStruct, frozen=True, kw_only=True, gc=False):
    """``WorkspacesGetWorkspaceResultWorkspace`` of the schema.

    Attributes:
        id: Stable workspace identifier.
        cwd: Current working directory associated with the workspace.
        git_root: Git repository root associated with the workspace.
        repository: Repository identifier associated with the workspace.
        host_type: Allowed values for the `WorkspacesWorkspaceDetailsHostType` enumeration.
        branch: Current Git branch.
        name: Workspace display name.
        client_name: Name of the client that created the workspace.
        user_named: Whether the workspace name was explicitly chosen by the user.
        summary_count: Number of persisted summaries in the workspace.
        created_at: Timestamp when the workspace was created.
        updated_at: Timestamp when the workspace was last updated.
        remote_steerable: Whether the workspace session can be steered remotely.
        mc_task_id: Mission Control task identifier associated with the workspace.
        mc_session_id: Mission Control session identifier associated with the workspace.
        mc_last_event_id: Most recent Mission Control event identifier observed for the
            workspace.
        chronicle_sync_dismissed: Whether the per-session Chronicle upgrade prompt was dismissed
            for the workspace.
    """

    id: str
    cwd: str | None = None
    git_root: str | None = field(default=None, name="git_root")
    repository: str | None = None
    host_type: WorkspacesWorkspaceDetailsHostType | None = field(default=None, name="host_type")
    branch: str | None = None
    name: str | None = None
    client_name: str | None = field(default=None, name="client_name")
    user_named: bool | None = field(default=None, name="user_named")
    summary_count: int | None = field(default=None, name="summary_count")
    created_at: str | None = field(default=None, name="created_at")
    updated_at: str | None = field(default=None, name="updated_at")
    remote_steerable: bool | None = field(default=None, name="remote_steerable")
    mc_task_id: str | None = field(default=None, name="mc_task_id")
    mc_session_id: str | None = field(default=None, name="mc_session_id")
    mc_last_event_id: str | None = field(default=None, name="mc_last_event_id")
    chronicle_sync_dismissed: bool | None = field(default=None, name="chronicle_sync_dismissed")


class WorkspacesListCheckpointsResult(WireStruct, frozen=True, kw_only=True):
    """Workspace checkpoints in chronological order; empty when the workspace is not enabled.

    Attributes:
        checkpoints: Workspace checkpoints in chronological order. Empty when workspace is not
            enabled.
    """

    checkpoints: list[WorkspacesCheckpoints]


class WorkspacesListFilesResult(WireStruct, frozen=True, kw_only=True):
    """Relative paths of files stored in the session workspace files directory.

    Attributes:
        files: Slash-separated relative file paths in the workspace files directory
    """

    files: list[str]


class WorkspacesReadAutopilotObjectiveResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Autopilot objective file content, or null when missing.

    Attributes:
        content: Autopilot objective file content, or null when missing.
    """

    content: str | None


class WorkspacesReadCheckpointResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Checkpoint content as a UTF-8 string, or null when the checkpoint or workspace is missing.

    Attributes:
        content: Checkpoint content as a UTF-8 string, or null when the checkpoint or workspace
            is missing
    """

    content: str | None


class WorkspacesReadFileResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Contents of the requested workspace file as a UTF-8 string.

    Attributes:
        content: File content as a UTF-8 string
    """

    content: str


class WorkspacesSaveLargePasteResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Descriptor for the saved paste file, or null when the workspace is unavailable.

    Attributes:
        saved: Saved-paste descriptor, or null when the workspace is unavailable (e.g. CCA
            runtime, non-infinite sessions, remote sessions)
    """

    saved: WorkspacesSaveLargePasteResultSaved | None


class WorkspacesSaveLargePasteResultSaved(WireStruct, frozen=True, kw_only=True, gc=False):
    """``WorkspacesSaveLargePasteResultSaved`` of the schema.

    Attributes:
        file_path: Absolute filesystem path to the saved paste file
        filename: Filename within the workspace files directory
        size_bytes: Size of the saved file in bytes
    """

    file_path: str
    filename: str
    size_bytes: int


class WorkspacesStatFileResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Filesystem metadata for a path in the session workspace files directory.

    Attributes:
        is_file: Whether the path identifies a regular file
        is_directory: Whether the path identifies a directory
        size: Size in bytes
        mtime_ms: Last modification time in Unix epoch milliseconds
        birthtime_ms: Creation time in Unix epoch milliseconds
    """

    is_file: bool
    is_directory: bool
    size: float
    mtime_ms: float
    birthtime_ms: float


class WorkspacesWriteAutopilotObjectiveResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of writing the autopilot objective file.

    Attributes:
        operation: Filesystem operation performed.
    """

    operation: str


if TYPE_CHECKING:
    WorkspaceDiffFileChangeType: TypeAlias = Literal["added", "modified", "deleted", "renamed"] | str
    """Type of change represented by this file diff.

    - ``added``: The file was added.
    - ``modified``: The file was modified.
    - ``deleted``: The file was deleted.
    - ``renamed``: The file was renamed.
    """
    WorkspaceDiffMode: TypeAlias = Literal["unstaged", "branch", "session"] | str
    """Diff mode requested by the client.

    - ``unstaged``: Return staged, unstaged, and untracked working tree changes.
    - ``branch``: Return changes compared with the default branch.
    - ``session``: Return the cumulative diff of files Copilot changed this session (used in
        non-git workspaces).
    """
    WorkspacesWorkspaceDetailsHostType: TypeAlias = Literal["github", "ado"] | str
    """Allowed values for the `WorkspacesWorkspaceDetailsHostType` enumeration.

    - ``github``: Workspace repository is hosted on GitHub.
    - ``ado``: Workspace repository is hosted on Azure DevOps.
    """
else:
    WorkspaceDiffFileChangeType = Literal["added", "modified", "deleted", "renamed"]
    WorkspaceDiffMode = Literal["unstaged", "branch", "session"]
    WorkspacesWorkspaceDetailsHostType = Literal["github", "ado"]


class SessionWorkspacesAddSummaryParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.workspaces.addSummary``."""

    title: str
    content: str


class SessionWorkspacesCreateDirectoryParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.workspaces.createDirectory``."""

    path: str
    recursive: bool | None = None


class SessionWorkspacesCreateFileParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.workspaces.createFile``."""

    path: str
    content: str


class SessionWorkspacesDiffParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.workspaces.diff``."""

    mode: WorkspaceDiffMode
    ignore_whitespace: bool | None = None


class SessionWorkspacesEnsureParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.workspaces.ensure``."""

    context: JsonValue | None = None


class SessionWorkspacesReadCheckpointParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.workspaces.readCheckpoint``."""

    number: int


class SessionWorkspacesReadFileParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.workspaces.readFile``."""

    path: str


class SessionWorkspacesRemovePathParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.workspaces.removePath``."""

    path: str
    recursive: bool | None = None
    force: bool | None = None


class SessionWorkspacesRenamePathParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.workspaces.renamePath``."""

    source: str
    destination: str


class SessionWorkspacesSaveLargePasteParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.workspaces.saveLargePaste``."""

    content: str


class SessionWorkspacesStatFileParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.workspaces.statFile``."""

    path: str


class SessionWorkspacesTruncateSummariesParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.workspaces.truncateSummaries``."""

    keep_count: int


class SessionWorkspacesUpdateMetadataParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.workspaces.updateMetadata``."""

    context: JsonValue | None = None
    name: str | None = None


class SessionWorkspacesWriteAutopilotObjectiveParams(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Parameters of ``session.workspaces.writeAutopilotObjective``."""

    content: str


class SessionWorkspacesRpc(RpcNamespace):
    """``session.workspaces.*``."""

    __slots__ = ()

    async def add_summary(
        self,
        *,
        title: str,
        content: str,
        rpc_timeout: float | None = None,
    ) -> WorkspacesAddSummaryResult:
        """Adds a compaction summary checkpoint to the local session workspace.

        ``session.workspaces.addSummary`` on the wire; experimental.

        Args:
            title: Summary title shown in checkpoint listings.
            content: Markdown summary content to persist.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Persisted summary metadata and refreshed workspace metadata.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.addSummary",
            SessionWorkspacesAddSummaryParams(
                title=title,
                content=content,
            ),
            WorkspacesAddSummaryResult,
            rpc_timeout,
        )

    async def autopilot_objective_exists(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> WorkspacesAutopilotObjectiveExistsResult:
        """Checks whether the local session workspace has an autopilot objective state file.

        ``session.workspaces.autopilotObjectiveExists`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Whether the autopilot objective file exists.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.autopilotObjectiveExists",
            None,
            WorkspacesAutopilotObjectiveExistsResult,
            rpc_timeout,
        )

    async def create_directory(
        self,
        *,
        path: str,
        recursive: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> None:
        """Creates a directory in the session workspace files directory.

        ``session.workspaces.createDirectory`` on the wire; experimental.

        Args:
            path: Slash-separated relative path within the workspace files directory
            recursive: Whether to create missing parent directories. Defaults to false.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.workspaces.createDirectory",
            SessionWorkspacesCreateDirectoryParams(
                path=path,
                recursive=recursive,
            ),
            NoneType,
            rpc_timeout,
        )

    async def create_file(
        self,
        *,
        path: str,
        content: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Creates or overwrites a file in the session workspace files directory.

        ``session.workspaces.createFile`` on the wire; experimental.

        Args:
            path: Slash-separated relative path within the workspace files directory
            content: File content to write as a UTF-8 string
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.workspaces.createFile",
            SessionWorkspacesCreateFileParams(
                path=path,
                content=content,
            ),
            NoneType,
            rpc_timeout,
        )

    async def delete_autopilot_objective(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> WorkspacesDeleteAutopilotObjectiveResult:
        """Deletes the autopilot objective state file from the local session workspace.

        ``session.workspaces.deleteAutopilotObjective`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of deleting the autopilot objective file.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.deleteAutopilotObjective",
            None,
            WorkspacesDeleteAutopilotObjectiveResult,
            rpc_timeout,
        )

    async def diff(
        self,
        *,
        mode: WorkspaceDiffMode,
        ignore_whitespace: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> WorkspaceDiffResult:
        """Computes a diff for the session workspace. Never rejects for a busy session: a
        `session`-mode diff that cannot read the session's file-change captures falls back to an
        unstaged git diff with `isFallback: true` and reports why in `unavailableReason`.

        ``session.workspaces.diff`` on the wire; experimental.

        Args:
            mode: Diff mode requested by the client.
            ignore_whitespace: When true, ignore whitespace-only changes (git
                `--ignore-all-space`). Defaults to false.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Workspace diff result for the requested mode.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.diff",
            SessionWorkspacesDiffParams(
                mode=mode,
                ignore_whitespace=ignore_whitespace,
            ),
            WorkspaceDiffResult,
            rpc_timeout,
        )

    async def ensure(
        self,
        *,
        context: JsonValue | None = None,
        rpc_timeout: float | None = None,
    ) -> WorkspacesGetWorkspaceResult:
        """Ensures a local session workspace exists and returns it.

        ``session.workspaces.ensure`` on the wire; experimental.

        Args:
            context: Opaque workspace context supplied by the session host.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Current workspace metadata for the session, including its absolute filesystem path
            when available.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.ensure",
            SessionWorkspacesEnsureParams(
                context=context,
            ),
            WorkspacesGetWorkspaceResult,
            rpc_timeout,
        )

    async def get_workspace(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> WorkspacesGetWorkspaceResult:
        """Gets current workspace metadata for the session.

        ``session.workspaces.getWorkspace`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Current workspace metadata for the session, including its absolute filesystem path
            when available.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.getWorkspace",
            None,
            WorkspacesGetWorkspaceResult,
            rpc_timeout,
        )

    async def list_checkpoints(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> WorkspacesListCheckpointsResult:
        """Lists workspace checkpoints in chronological order.

        ``session.workspaces.listCheckpoints`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Workspace checkpoints in chronological order; empty when the workspace is not
            enabled.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.listCheckpoints",
            None,
            WorkspacesListCheckpointsResult,
            rpc_timeout,
        )

    async def list_files(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> WorkspacesListFilesResult:
        """Lists files stored in the session workspace files directory.

        ``session.workspaces.listFiles`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Relative paths of files stored in the session workspace files directory.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.listFiles",
            None,
            WorkspacesListFilesResult,
            rpc_timeout,
        )

    async def read_autopilot_objective(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> WorkspacesReadAutopilotObjectiveResult:
        """Reads the autopilot objective state file from the local session workspace.

        ``session.workspaces.readAutopilotObjective`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Autopilot objective file content, or null when missing.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.readAutopilotObjective",
            None,
            WorkspacesReadAutopilotObjectiveResult,
            rpc_timeout,
        )

    async def read_checkpoint(
        self,
        *,
        number: int,
        rpc_timeout: float | None = None,
    ) -> WorkspacesReadCheckpointResult:
        """Reads the content of a workspace checkpoint by number.

        ``session.workspaces.readCheckpoint`` on the wire; experimental.

        Args:
            number: Checkpoint number to read
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Checkpoint content as a UTF-8 string, or null when the checkpoint or workspace is
            missing.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.readCheckpoint",
            SessionWorkspacesReadCheckpointParams(
                number=number,
            ),
            WorkspacesReadCheckpointResult,
            rpc_timeout,
        )

    async def read_file(
        self,
        *,
        path: str,
        rpc_timeout: float | None = None,
    ) -> WorkspacesReadFileResult:
        """Reads a file from the session workspace files directory.

        ``session.workspaces.readFile`` on the wire; experimental.

        Args:
            path: Slash-separated relative path within the workspace files directory
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Contents of the requested workspace file as a UTF-8 string.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.readFile",
            SessionWorkspacesReadFileParams(
                path=path,
            ),
            WorkspacesReadFileResult,
            rpc_timeout,
        )

    async def remove_path(
        self,
        *,
        path: str,
        recursive: bool | None = None,
        force: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> None:
        """Removes a file or directory from the session workspace files directory.

        ``session.workspaces.removePath`` on the wire; experimental.

        Args:
            path: Slash-separated relative path within the workspace files directory
            recursive: Whether to remove directory contents recursively. Defaults to false.
            force: Whether a missing path should be treated as success. Defaults to false.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.workspaces.removePath",
            SessionWorkspacesRemovePathParams(
                path=path,
                recursive=recursive,
                force=force,
            ),
            NoneType,
            rpc_timeout,
        )

    async def rename_path(
        self,
        *,
        source: str,
        destination: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Renames a file or directory within the session workspace files directory.

        ``session.workspaces.renamePath`` on the wire; experimental.

        Args:
            source: Slash-separated source path relative to the workspace files directory
            destination: Slash-separated destination path relative to the workspace files
                directory
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.workspaces.renamePath",
            SessionWorkspacesRenamePathParams(
                source=source,
                destination=destination,
            ),
            NoneType,
            rpc_timeout,
        )

    async def save_large_paste(
        self,
        *,
        content: str,
        rpc_timeout: float | None = None,
    ) -> WorkspacesSaveLargePasteResult:
        """Saves pasted content as a UTF-8 file in the session workspace.

        ``session.workspaces.saveLargePaste`` on the wire; experimental.

        Args:
            content: Pasted content to save as a UTF-8 file
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Descriptor for the saved paste file, or null when the workspace is unavailable.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.saveLargePaste",
            SessionWorkspacesSaveLargePasteParams(
                content=content,
            ),
            WorkspacesSaveLargePasteResult,
            rpc_timeout,
        )

    async def stat_file(
        self,
        *,
        path: str,
        rpc_timeout: float | None = None,
    ) -> WorkspacesStatFileResult:
        """Returns metadata for a file or directory in the session workspace files directory.

        ``session.workspaces.statFile`` on the wire; experimental.

        Args:
            path: Slash-separated relative path within the workspace files directory
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Filesystem metadata for a path in the session workspace files directory.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.statFile",
            SessionWorkspacesStatFileParams(
                path=path,
            ),
            WorkspacesStatFileResult,
            rpc_timeout,
        )

    async def truncate_summaries(
        self,
        *,
        keep_count: int,
        rpc_timeout: float | None = None,
    ) -> WorkspacesGetWorkspaceResult:
        """Truncates local workspace compaction summaries after a rollback.

        ``session.workspaces.truncateSummaries`` on the wire; experimental.

        Args:
            keep_count: Number of newest summaries to keep.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Current workspace metadata for the session, including its absolute filesystem path
            when available.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.truncateSummaries",
            SessionWorkspacesTruncateSummariesParams(
                keep_count=keep_count,
            ),
            WorkspacesGetWorkspaceResult,
            rpc_timeout,
        )

    async def update_metadata(
        self,
        *,
        context: JsonValue | None = None,
        name: str | None = None,
        rpc_timeout: float | None = None,
    ) -> WorkspacesGetWorkspaceResult:
        """Updates workspace metadata for a local session and returns the refreshed workspace.

        ``session.workspaces.updateMetadata`` on the wire; experimental.

        Args:
            context: Opaque workspace context supplied by the session host.
            name: Optional workspace display name override.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Current workspace metadata for the session, including its absolute filesystem path
            when available.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.updateMetadata",
            SessionWorkspacesUpdateMetadataParams(
                context=context,
                name=name,
            ),
            WorkspacesGetWorkspaceResult,
            rpc_timeout,
        )

    async def write_autopilot_objective(
        self,
        *,
        content: str,
        rpc_timeout: float | None = None,
    ) -> WorkspacesWriteAutopilotObjectiveResult:
        """Writes the autopilot objective state file in the local session workspace.

        ``session.workspaces.writeAutopilotObjective`` on the wire; experimental.

        Args:
            content: Autopilot objective file content.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of writing the autopilot objective file.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.workspaces.writeAutopilotObjective",
            SessionWorkspacesWriteAutopilotObjectiveParams(
                content=content,
            ),
            WorkspacesWriteAutopilotObjectiveResult,
            rpc_timeout,
        )
