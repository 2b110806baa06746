"""Types and methods: rpc_session_extensions.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from .rpc_common import ExtensionSource as ExtensionSource
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "Extension",
    "ExtensionContextPushInput",
    "ExtensionList",
    "ExtensionStatus",
    "PushAttachment",
    "PushAttachmentBlob",
    "PushAttachmentDirectory",
    "PushAttachmentFile",
    "PushAttachmentFileLineRange",
    "PushAttachmentGitHubActionsJob",
    "PushAttachmentGitHubCommit",
    "PushAttachmentGitHubFile",
    "PushAttachmentGitHubFileDiff",
    "PushAttachmentGitHubFileDiffSide",
    "PushAttachmentGitHubReference",
    "PushAttachmentGitHubReferenceType",
    "PushAttachmentGitHubRelease",
    "PushAttachmentGitHubRepository",
    "PushAttachmentGitHubSnippet",
    "PushAttachmentGitHubTreeComparison",
    "PushAttachmentGitHubTreeComparisonSide",
    "PushAttachmentGitHubUrl",
    "PushAttachmentSelection",
    "PushAttachmentSelectionDetails",
    "PushAttachmentSelectionDetailsEnd",
    "PushAttachmentSelectionDetailsStart",
    "PushGitHubRepoRef",
    "SessionExtensionsDisableParams",
    "SessionExtensionsEnableParams",
    "SessionExtensionsRpc",
    "SessionExtensionsSendAttachmentsToMessageParams",
]


class Extension(WireStruct, frozen=True, kw_only=True, gc=False):
    """Discovered extension metadata, including source-qualified ID, name, discovery source, status,
    and optional process ID.

    Attributes:
        id: Source-qualified ID (e.g., 'project:my-ext', 'user:auth-helper',
            'plugin:my-plugin:my-ext')
        name: Extension name (directory name)
        source: Discovery source: project (.github/extensions/), user (~/.copilot/extensions/),
            plugin (installed plugin), or session (session-state/<id>/extensions/)
        status: Current status: running, disabled, failed, or starting
        pid: Process ID if the extension is running
    """

    id: str
    name: str
    source: ExtensionSource
    status: ExtensionStatus
    pid: int | None = None


class ExtensionContextPushInput(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="extension_context",
):
    """Slim input shape for extension_context attachments; identity fields are runtime-derived.

    Attributes:
        title: Human-readable composer pill label
        payload: Caller-supplied JSON payload (required, may be null but not undefined)
    """

    type: ClassVar[Literal["extension_context"]] = "extension_context"
    title: str
    payload: JsonValue


class ExtensionList(WireStruct, frozen=True, kw_only=True):
    """Extensions discovered for the session, with their current status.

    Attributes:
        extensions: Discovered extensions and their current status
    """

    extensions: list[Extension]


class PushAttachmentBlob(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="blob",
    gc=False,
):
    """Blob attachment with inline base64-encoded data

    Attributes:
        data: Base64-encoded content
        mime_type: MIME type of the inline data
        display_name: User-facing display name for the attachment
    """

    type: ClassVar[Literal["blob"]] = "blob"
    data: str
    mime_type: str
    display_name: str | None = None


class PushAttachmentDirectory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="directory",
    gc=False,
):
    """Directory attachment

    Attributes:
        path: Absolute directory path
        display_name: User-facing display name for the attachment
    """

    type: ClassVar[Literal["directory"]] = "directory"
    path: str
    display_name: str


class PushAttachmentFile(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="file",
    gc=False,
):
    """File attachment

    Attributes:
        path: Absolute file path
        display_name: User-facing display name for the attachment
        line_range: Optional line range to scope the attachment to a specific section of the file
    """

    type: ClassVar[Literal["file"]] = "file"
    path: str
    display_name: str
    line_range: PushAttachmentFileLineRange | None = None


class PushAttachmentFileLineRange(WireStruct, frozen=True, kw_only=True, gc=False):
    """Optional line range to scope the attachment to a specific section of the file

    Attributes:
        start: Start line number (1-based)
        end: End line number (1-based, inclusive)
    """

    start: int
    end: int


class PushAttachmentGitHubActionsJob(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_actions_job",
    gc=False,
):
    """Pointer to a GitHub Actions job.

    Attributes:
        repo: Repository the workflow run belongs to
        job_id: Job id within the workflow run
        job_name: Display name of the job
        workflow_name: Display name of the workflow the job ran in
        url: URL to the job on GitHub
        conclusion: Terminal conclusion of the job when finished (e.g., success, failure,
            cancelled). Absent for in-progress jobs.
    """

    type: ClassVar[Literal["github_actions_job"]] = "github_actions_job"
    repo: PushGitHubRepoRef
    job_id: int
    job_name: str
    workflow_name: str
    url: str
    conclusion: str | None = None


class PushAttachmentGitHubCommit(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_commit",
    gc=False,
):
    """Pointer to a GitHub commit.

    Attributes:
        repo: Repository the commit belongs to
        oid: Full commit SHA
        message: First line of the commit message
        url: URL to the commit on GitHub
    """

    type: ClassVar[Literal["github_commit"]] = "github_commit"
    repo: PushGitHubRepoRef
    oid: str
    message: str
    url: str


class PushAttachmentGitHubFile(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_file",
    gc=False,
):
    """Pointer to a file in a GitHub repository at a specific ref.

    Attributes:
        repo: Repository the file lives in
        ref: Git ref the file is read at (branch, tag, or commit SHA)
        path: Repository-relative path to the file
        url: URL to the file on GitHub
    """

    type: ClassVar[Literal["github_file"]] = "github_file"
    repo: PushGitHubRepoRef
    ref: str
    path: str
    url: str


class PushAttachmentGitHubFileDiff(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_file_diff",
    gc=False,
):
    """Pointer to a single-file diff. At least one of `head` and `base` must be present.

    Attributes:
        url: URL to the diff on GitHub (e.g., a commit, compare, or PR-file URL)
        head: File location on the head side of the diff. Absent for deletions.
        base: File location on the base side of the diff. Absent for additions.
    """

    type: ClassVar[Literal["github_file_diff"]] = "github_file_diff"
    url: str
    head: PushAttachmentGitHubFileDiffSide | None = None
    base: PushAttachmentGitHubFileDiffSide | None = None


class PushAttachmentGitHubFileDiffSide(WireStruct, frozen=True, kw_only=True, gc=False):
    """One side of a file diff (head or base)

    Attributes:
        repo: Repository the file lives in
        ref: Git ref (branch, tag, or commit SHA) the file is read at
        path: Repository-relative path to the file
    """

    repo: PushGitHubRepoRef
    ref: str
    path: str


class PushAttachmentGitHubReference(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_reference",
    gc=False,
):
    """GitHub issue, pull request, or discussion reference

    Attributes:
        number: Issue, pull request, or discussion number
        title: Title of the referenced item
        reference_type: Type of GitHub reference
        state: Current state of the referenced item (e.g., open, closed, merged)
        url: URL to the referenced item on GitHub
    """

    type: ClassVar[Literal["github_reference"]] = "github_reference"
    number: int
    title: str
    reference_type: PushAttachmentGitHubReferenceType
    state: str
    url: str


class PushAttachmentGitHubRelease(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_release",
    gc=False,
):
    """Pointer to a GitHub release.

    Attributes:
        repo: Repository the release belongs to
        tag_name: Git tag the release is anchored to
        name: Human-readable release name
        url: URL to the release on GitHub
    """

    type: ClassVar[Literal["github_release"]] = "github_release"
    repo: PushGitHubRepoRef
    tag_name: str
    name: str
    url: str


class PushAttachmentGitHubRepository(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_repository",
    gc=False,
):
    """Pointer to a GitHub repository.

    Attributes:
        repo: Repository pointer
        url: URL to the repository on GitHub
        description: Short description of the repository
        ref: Git ref this attachment is anchored at (branch, tag, or commit). When absent the
            default branch is implied.
    """

    type: ClassVar[Literal["github_repository"]] = "github_repository"
    repo: PushGitHubRepoRef
    url: str
    description: str | None = None
    ref: str | None = None


class PushAttachmentGitHubSnippet(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_snippet",
    gc=False,
):
    """Pointer to a line range inside a file in a GitHub repository.

    Attributes:
        repo: Repository the file lives in
        ref: Git ref the file is read at (branch, tag, or commit SHA)
        path: Repository-relative path to the file
        url: URL to the snippet on GitHub (with line anchor)
        line_range: Line range the snippet covers
    """

    type: ClassVar[Literal["github_snippet"]] = "github_snippet"
    repo: PushGitHubRepoRef
    ref: str
    path: str
    url: str
    line_range: PushAttachmentFileLineRange


class PushAttachmentGitHubTreeComparison(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_tree_comparison",
    gc=False,
):
    """Pointer to a comparison between two git revisions.

    Attributes:
        url: URL to the comparison on GitHub
        base: Base side of the comparison
        head: Head side of the comparison
    """

    type: ClassVar[Literal["github_tree_comparison"]] = "github_tree_comparison"
    url: str
    base: PushAttachmentGitHubTreeComparisonSide
    head: PushAttachmentGitHubTreeComparisonSide


class PushAttachmentGitHubTreeComparisonSide(WireStruct, frozen=True, kw_only=True, gc=False):
    """One side of a tree comparison (head or base)

    Attributes:
        repo: Repository the revision belongs to
        revision: Git revision (branch, tag, or commit SHA)
    """

    repo: PushGitHubRepoRef
    revision: str


class PushAttachmentGitHubUrl(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_url",
    gc=False,
):
    """Generic GitHub URL reference.

    Attributes:
        url: URL to the GitHub resource
    """

    type: ClassVar[Literal["github_url"]] = "github_url"
    url: str


class PushAttachmentSelection(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="selection",
    gc=False,
):
    """Code selection attachment from an editor

    Attributes:
        file_path: Absolute path to the file containing the selection
        display_name: User-facing display name for the selection
        text: The selected text content
        selection: Position range of the selection within the file
    """

    type: ClassVar[Literal["selection"]] = "selection"
    file_path: str
    display_name: str
    text: str
    selection: PushAttachmentSelectionDetails


class PushAttachmentSelectionDetails(WireStruct, frozen=True, kw_only=True, gc=False):
    """Position range of the selection within the file

    Attributes:
        start: Start position of the selection
        end: End position of the selection
    """

    start: PushAttachmentSelectionDetailsStart
    end: PushAttachmentSelectionDetailsEnd


class PushAttachmentSelectionDetailsEnd(WireStruct, frozen=True, kw_only=True, gc=False):
    """End position of the selection

    Attributes:
        line: End line number (0-based)
        character: End character offset within the line (0-based)
    """

    line: int
    character: int


class PushAttachmentSelectionDetailsStart(WireStruct, frozen=True, kw_only=True, gc=False):
    """Start position of the selection

    Attributes:
        line: Start line number (0-based)
        character: Start character offset within the line (0-based)
    """

    line: int
    character: int


class PushGitHubRepoRef(WireStruct, frozen=True, kw_only=True, gc=False):
    """Pointer to a GitHub repository.

    Attributes:
        id: Numeric GitHub repository id
        name: Repository name (without owner)
        owner: Repository owner login (user or organization)
    """

    id: int | None = None
    name: str
    owner: str


if TYPE_CHECKING:
    ExtensionStatus: TypeAlias = Literal["running", "disabled", "failed", "starting"] | str
    """Current status: running, disabled, failed, or starting

    - ``running``: The extension process is running.
    - ``disabled``: The extension is installed but disabled.
    - ``failed``: The extension failed to start or crashed.
    - ``starting``: The extension process is starting.
    """
    PushAttachmentGitHubReferenceType: TypeAlias = Literal["issue", "pr", "discussion"] | str
    """Type of GitHub reference

    - ``issue``: GitHub issue reference.
    - ``pr``: GitHub pull request reference.
    - ``discussion``: GitHub discussion reference.
    """
    PushAttachment: TypeAlias = PushAttachmentFile | PushAttachmentDirectory | PushAttachmentSelection | PushAttachmentGitHubReference | PushAttachmentGitHubCommit | PushAttachmentGitHubRelease | PushAttachmentGitHubActionsJob | PushAttachmentGitHubRepository | PushAttachmentGitHubFileDiff | PushAttachmentGitHubTreeComparison | PushAttachmentGitHubUrl | PushAttachmentGitHubFile | PushAttachmentGitHubSnippet | PushAttachmentBlob | ExtensionContextPushInput | UnknownVariant
    """Attachment union accepted by push input, covering files, directories, GitHub objects, blobs,
    snippets, and extension context.
    """
else:
    ExtensionStatus = Literal["running", "disabled", "failed", "starting"]
    PushAttachmentGitHubReferenceType = Literal["issue", "pr", "discussion"]
    PushAttachment = PushAttachmentFile | PushAttachmentDirectory | PushAttachmentSelection | PushAttachmentGitHubReference | PushAttachmentGitHubCommit | PushAttachmentGitHubRelease | PushAttachmentGitHubActionsJob | PushAttachmentGitHubRepository | PushAttachmentGitHubFileDiff | PushAttachmentGitHubTreeComparison | PushAttachmentGitHubUrl | PushAttachmentGitHubFile | PushAttachmentGitHubSnippet | PushAttachmentBlob | ExtensionContextPushInput


class SessionExtensionsDisableParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.extensions.disable``."""

    id: str


class SessionExtensionsEnableParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.extensions.enable``."""

    id: str


class SessionExtensionsSendAttachmentsToMessageParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.extensions.sendAttachmentsToMessage``."""

    instance_id: str | None = None
    attachments: Sequence[PushAttachment]


class SessionExtensionsRpc(RpcNamespace):
    """``session.extensions.*``."""

    __slots__ = ()

    async def disable(
        self,
        *,
        id: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Disables an extension for the session.

        ``session.extensions.disable`` on the wire; experimental.

        Args:
            id: Source-qualified extension ID to disable
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.extensions.disable",
            SessionExtensionsDisableParams(
                id=id,
            ),
            NoneType,
            rpc_timeout,
        )

    async def enable(
        self,
        *,
        id: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Enables an extension for the session.

        ``session.extensions.enable`` on the wire; experimental.

        Args:
            id: Source-qualified extension ID to enable
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.extensions.enable",
            SessionExtensionsEnableParams(
                id=id,
            ),
            NoneType,
            rpc_timeout,
        )

    async def list(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> ExtensionList:
        """Lists extensions discovered for the session and their current status.

        ``session.extensions.list`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Extensions discovered for the session, with their current status.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.extensions.list",
            None,
            ExtensionList,
            rpc_timeout,
        )

    async def reload(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Reloads extension definitions and processes for the session.

        ``session.extensions.reload`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.extensions.reload",
            None,
            NoneType,
            rpc_timeout,
        )

    async def send_attachments_to_message(
        self,
        *,
        instance_id: str | None = None,
        attachments: Sequence[PushAttachment],
        rpc_timeout: float | None = None,
    ) -> None:
        """Push attachments into the next user-message turn from an extension. The host should
        surface them as composer pills and forward them via the next session.send call. Callable
        only by extension-owned connections.

        ``session.extensions.sendAttachmentsToMessage`` on the wire; experimental.

        Args:
            instance_id: Optional canvas instance binding the push for provenance. When supplied,
                the runtime resolves the canvas, verifies it is owned by the calling extension,
                and stamps canvasId/instanceId onto each extension_context entry. When omitted,
                no resolution runs and those fields stay unset on the attachment.
            attachments: Attachments to push into the next user-message turn. extension_context
                entries take the slim shape; standard variants take their full AttachmentSchema
                shape.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.extensions.sendAttachmentsToMessage",
            SessionExtensionsSendAttachmentsToMessageParams(
                instance_id=instance_id,
                attachments=attachments,
            ),
            NoneType,
            rpc_timeout,
        )
