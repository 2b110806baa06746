"""Types of session events: events_common.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from copilot_actors.protocol._wire_struct import (
    JsonValue,
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "Attachment",
    "AttachmentBlob",
    "AttachmentDirectory",
    "AttachmentExtensionContext",
    "AttachmentFile",
    "AttachmentFileLineRange",
    "AttachmentGitHubActionsJob",
    "AttachmentGitHubCommit",
    "AttachmentGitHubFile",
    "AttachmentGitHubFileDiff",
    "AttachmentGitHubFileDiffSide",
    "AttachmentGitHubReference",
    "AttachmentGitHubReferenceType",
    "AttachmentGitHubRelease",
    "AttachmentGitHubRepository",
    "AttachmentGitHubSnippet",
    "AttachmentGitHubTreeComparison",
    "AttachmentGitHubTreeComparisonSide",
    "AttachmentGitHubUrl",
    "AttachmentSelection",
    "AttachmentSelectionDetails",
    "AttachmentSelectionDetailsEnd",
    "AttachmentSelectionDetailsStart",
    "FusionAttribution",
    "FusionConversationScope",
    "FusionPattern",
    "FusionPhaseKind",
    "GitHubRepoRef",
    "McpServerSource",
    "McpServerTransport",
    "ModelCallFailureTransport",
    "OmittedBinaryOmittedReason",
    "ReasoningSummary",
    "RemediationAction",
    "SessionMode",
]


class AttachmentBlob(WireStruct, frozen=True, kw_only=True, tag_field="type", tag="blob", gc=False):
    """Blob attachment with inline base64-encoded data

    Attributes:
        data: Base64-encoded content. Present on input and for external consumers; replaced by an
            internal `assetId` reference in persisted events when interned to a content-addressed
            asset.
        mime_type: MIME type of the inline data
        display_name: User-facing display name for the attachment
        asset_id: Internal: content-addressed id of the session.binary_asset event holding this
            attachment's model-facing bytes (e.g. "sha256:..."). Absent externally.
        byte_length: Internal: decoded byte length of the attachment's model-facing bytes. Absent
            externally.
        omitted_reason: Internal: why model-facing bytes are absent from persistence. Absent
            externally.
    """

    type: ClassVar[Literal["blob"]] = "blob"
    data: str | None = None
    mime_type: str
    display_name: str | None = None
    asset_id: str | None = None
    byte_length: int | None = None
    omitted_reason: OmittedBinaryOmittedReason | None = None


class AttachmentDirectory(
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
        tagged_files_entry: Frozen rendered line this attachment contributed to the
            <tagged_files> prompt block (e.g. "* /path (12 items)"). Captured at send time so
            resumed history reproduces the exact text the model saw, independent of later
            filesystem changes.
    """

    type: ClassVar[Literal["directory"]] = "directory"
    path: str
    display_name: str
    tagged_files_entry: str | None = None


class AttachmentExtensionContext(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="extension_context",
):
    """Structured context contributed by an extension. Composer pills displayed in the host are
    forwarded back through session.send.attachments, then rendered into the model prompt as an
    <extension_context> XML block.

    Attributes:
        extension_id: Owning extension identifier. Runtime-derived from the caller's connection
            when produced via session.extensions.sendAttachmentsToMessage; preserved verbatim on
            subsequent transports.
        canvas_id: Provider-local canvas identifier when the push was bound to a canvas instance
        instance_id: Open canvas instance identifier when the push was bound to a canvas instance
        title: Human-readable composer pill label
        payload: Caller-supplied JSON payload
        captured_at: ISO 8601 timestamp captured by the runtime when the push was accepted
    """

    type: ClassVar[Literal["extension_context"]] = "extension_context"
    extension_id: str
    canvas_id: str | None = None
    instance_id: str | None = None
    title: str
    payload: JsonValue | None = None
    captured_at: str


class AttachmentFile(WireStruct, frozen=True, kw_only=True, tag_field="type", tag="file", gc=False):
    """File attachment

    Attributes:
        path: Absolute file path
        display_name: User-facing display name for the attachment
        line_range: Optional line range to scope the attachment to a specific section of the file
        mime_type: Internal: MIME type of the file's model-facing bytes (post-resize for images).
            Set when the file's bytes are interned to an asset. Absent externally.
        asset_id: Internal: content-addressed id of the session.binary_asset event holding this
            attachment's model-facing bytes (e.g. "sha256:..."). Absent externally.
        byte_length: Internal: decoded byte length of the attachment's model-facing bytes. Absent
            externally.
        omitted_reason: Internal: why model-facing bytes are absent from persistence. Absent
            externally.
        tagged_files_entry: Frozen rendered line this attachment contributed to the
            <tagged_files> prompt block (e.g. "* /path (123 lines)"). Captured at send time so
            resumed history reproduces the exact text the model saw, independent of later
            filesystem changes. Present only for attachments routed to <tagged_files> (mutually
            exclusive with assetId, which marks bytes sent natively).
    """

    type: ClassVar[Literal["file"]] = "file"
    path: str
    display_name: str
    line_range: AttachmentFileLineRange | None = None
    mime_type: str | None = None
    asset_id: str | None = None
    byte_length: int | None = None
    omitted_reason: OmittedBinaryOmittedReason | None = None
    tagged_files_entry: str | None = None


class AttachmentFileLineRange(WireStruct, frozen=True, kw_only=True, gc=False):
    """Optional line range to scope the attachment to a specific section of the file

    Attributes:
        start: Start line number (1-based)
        end: End line number (1-based, inclusive)
    """

    start: int
    end: int


class AttachmentGitHubActionsJob(
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
    repo: GitHubRepoRef
    job_id: int
    job_name: str
    workflow_name: str
    url: str
    conclusion: str | None = None


class AttachmentGitHubCommit(
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
    repo: GitHubRepoRef
    oid: str
    message: str
    url: str


class AttachmentGitHubFile(
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
    repo: GitHubRepoRef
    ref: str
    path: str
    url: str


class AttachmentGitHubFileDiff(
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
    head: AttachmentGitHubFileDiffSide | None = None
    base: AttachmentGitHubFileDiffSide | None = None


class AttachmentGitHubFileDiffSide(WireStruct, frozen=True, kw_only=True, gc=False):
    """One side of a file diff (head or base)

    Attributes:
        repo: Repository the file lives in
        ref: Git ref (branch, tag, or commit SHA) the file is read at
        path: Repository-relative path to the file
    """

    repo: GitHubRepoRef
    ref: str
    path: str


class AttachmentGitHubReference(
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
    reference_type: AttachmentGitHubReferenceType
    state: str
    url: str


class AttachmentGitHubRelease(
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
    repo: GitHubRepoRef
    tag_name: str
    name: str
    url: str


class AttachmentGitHubRepository(
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
    repo: GitHubRepoRef
    url: str
    description: str | None = None
    ref: str | None = None


class AttachmentGitHubSnippet(
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
    repo: GitHubRepoRef
    ref: str
    path: str
    url: str
    line_range: AttachmentFileLineRange


class AttachmentGitHubTreeComparison(
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
    base: AttachmentGitHubTreeComparisonSide
    head: AttachmentGitHubTreeComparisonSide


class AttachmentGitHubTreeComparisonSide(WireStruct, frozen=True, kw_only=True, gc=False):
    """One side of a tree comparison (head or base)

    Attributes:
        repo: Repository the revision belongs to
        revision: Git revision (branch, tag, or commit SHA)
    """

    repo: GitHubRepoRef
    revision: str


class AttachmentGitHubUrl(
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


class AttachmentSelection(
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
    selection: AttachmentSelectionDetails


class AttachmentSelectionDetails(WireStruct, frozen=True, kw_only=True, gc=False):
    """Position range of the selection within the file

    Attributes:
        start: Start position of the selection
        end: End position of the selection
    """

    start: AttachmentSelectionDetailsStart
    end: AttachmentSelectionDetailsEnd


class AttachmentSelectionDetailsEnd(WireStruct, frozen=True, kw_only=True, gc=False):
    """End position of the selection

    Attributes:
        line: End line number (0-based)
        character: End character offset within the line (0-based)
    """

    line: int
    character: int


class AttachmentSelectionDetailsStart(WireStruct, frozen=True, kw_only=True, gc=False):
    """Start position of the selection

    Attributes:
        line: Start line number (0-based)
        character: Start character offset within the line (0-based)
    """

    line: int
    character: int


class FusionAttribution(WireStruct, frozen=True, kw_only=True, gc=False):
    """Experimental attribution linking an ordinary event to the HydraFusion turn, phase, and
    concrete source that produced it.

    Attributes:
        fusion_id: Stable identifier for the HydraFusion turn that produced the event.
        commit_id: Idempotency identifier for the authoritative commit, when the event belongs to
            the selected output.
        synthetic_model: Synthetic HydraFusion model selected for the session.
        policy: HydraFusion routing policy used for the turn.
        pattern: HydraFusion orchestration pattern selected for the turn.
        phase_id: Identifier of the concrete phase that produced the event.
        phase_kind: Kind of concrete phase that produced the event.
        role: Semantic role assigned to the concrete phase.
        source_model: Concrete model that produced the attributed event.
        conversation_scope: Conversation scope in which the concrete phase executed.
        source_phase_id: Phase whose output supplied the authoritative content, when different
            from the executing phase.
    """

    fusion_id: str
    commit_id: str | None = None
    synthetic_model: str
    policy: str
    pattern: str
    phase_id: str | None = None
    phase_kind: str | None = None
    role: str | None = None
    source_model: str | None = None
    conversation_scope: str | None = None
    source_phase_id: str | None = None


class GitHubRepoRef(WireStruct, frozen=True, kw_only=True, gc=False):
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
    AttachmentGitHubReferenceType: TypeAlias = Literal["issue", "pr", "discussion"] | str
    """Type of GitHub reference

    - ``issue``: GitHub issue reference.
    - ``pr``: GitHub pull request reference.
    - ``discussion``: GitHub discussion reference.
    """
    FusionConversationScope: TypeAlias = Literal["root", "review"] | str
    """Conversation scope in which a HydraFusion phase executes.

    - ``root``: Canonical root conversation history.
    - ``review``: Isolated read-only review history that does not enter the root conversation.
    """
    FusionPattern: TypeAlias = Literal["single", "cascade", "critique"] | str
    """Validated HydraFusion execution pattern.

    - ``single``: Run one primary solver phase.
    - ``cascade``: Run a primary phase, a judge, and an optional repair.
    - ``critique``: Run a primary draft, a read-only critique, and a revision.
    """
    FusionPhaseKind: TypeAlias = Literal["primary", "judge", "repair", "draft", "critic", "revision", "follow_up"] | str
    """HydraFusion phase kind.

    - ``primary``: Primary solver phase.
    - ``judge``: Read-only cascade judge phase.
    - ``repair``: Cascade repair phase.
    - ``draft``: Initial critique-pattern draft phase.
    - ``critic``: Read-only critique phase.
    - ``revision``: Critique-pattern revision phase.
    - ``follow_up``: Follow-up phase continuing from the resolved model.
    """
    McpServerSource: TypeAlias = Literal["user", "workspace", "plugin", "builtin", "managed"] | str
    """Configuration source: user, workspace, plugin, builtin, or managed

    - ``user``: Server configured in the user's global MCP configuration.
    - ``workspace``: Server configured by the current workspace.
    - ``plugin``: Server contributed by an installed plugin.
    - ``builtin``: Server bundled with the runtime.
    - ``managed``: Server supplied by a trusted host-managed catalog.
    """
    McpServerTransport: TypeAlias = Literal["stdio", "http", "sse", "memory"] | str
    """Transport mechanism: stdio, http, sse (deprecated), or memory (in-process MCP server)

    - ``stdio``: Server communicates over stdio with a local child process.
    - ``http``: Server communicates over streamable HTTP.
    - ``sse``: Server communicates over Server-Sent Events (deprecated).
    - ``memory``: Server is backed by an in-memory runtime implementation.
    """
    ModelCallFailureTransport: TypeAlias = Literal["http", "websocket"] | str
    """Transport used for a failed model call

    - ``http``: HTTP transport, including SSE streams.
    - ``websocket``: WebSocket transport.
    """
    OmittedBinaryOmittedReason: TypeAlias = Literal["too_large", "asset_unavailable"] | str
    """Why the binary data is absent: it exceeded the inline size limit, or its asset was
    unavailable

    - ``too_large``: Bytes exceeded the session's inline size limit.
    - ``asset_unavailable``: The referenced binary asset could not be found (e.g. a truncated
        log).
    """
    ReasoningSummary: TypeAlias = Literal["none", "concise", "detailed"] | str
    """Reasoning summary mode used for model calls, if applicable (e.g. "none", "concise",
    "detailed")

    - ``none``: Do not request reasoning summaries from the model.
    - ``concise``: Request a concise summary of the model's reasoning.
    - ``detailed``: Request a detailed summary of the model's reasoning.
    """
    RemediationAction: TypeAlias = Literal["sign_in", "switch_account", "show_account", "review_sandbox_policy", "allow_sandbox_outbound"] | str
    """What the user must do to recover from a failure, named as an action rather than as one
    client's affordance. The runtime cannot know which affordance a client offers — a slash
    command, a settings pane, a link — so the accompanying message stays host-agnostic and each
    client renders its own copy from this value. Absent when the runtime knows of no action the
    user can take.

    - ``sign_in``: Authenticate again with the Copilot backend. The current credential is absent,
        expired, or rejected.
    - ``switch_account``: Authenticate as a different account. The current account exists but
        lacks access to the requested resource.
    - ``show_account``: Inspect which account is currently authenticated before deciding what to
        change.
    - ``review_sandbox_policy``: Review or widen the sandbox policy. The blocked path or host is
        named by the accompanying message or by the tool result the action arrived with.
    - ``allow_sandbox_outbound``: Permit outbound network access in the sandbox policy.
    """
    SessionMode: TypeAlias = Literal["interactive", "plan", "autopilot"] | str
    """The session mode the agent is operating in

    - ``interactive``: The agent is responding interactively to the user.
    - ``plan``: The agent is preparing a plan before making changes.
    - ``autopilot``: The agent is working autonomously toward task completion.
    """
    Attachment: TypeAlias = AttachmentFile | AttachmentDirectory | AttachmentSelection | AttachmentGitHubReference | AttachmentGitHubCommit | AttachmentGitHubRelease | AttachmentGitHubActionsJob | AttachmentGitHubRepository | AttachmentGitHubFileDiff | AttachmentGitHubTreeComparison | AttachmentGitHubUrl | AttachmentGitHubFile | AttachmentGitHubSnippet | AttachmentBlob | AttachmentExtensionContext | UnknownVariant
    """A user message attachment — a file, directory, code selection, blob, GitHub reference,
    GitHub-anchored pointer, or extension-supplied context payload
    """
else:
    AttachmentGitHubReferenceType = Literal["issue", "pr", "discussion"]
    FusionConversationScope = Literal["root", "review"]
    FusionPattern = Literal["single", "cascade", "critique"]
    FusionPhaseKind = Literal["primary", "judge", "repair", "draft", "critic", "revision", "follow_up"]
    McpServerSource = Literal["user", "workspace", "plugin", "builtin", "managed"]
    McpServerTransport = Literal["stdio", "http", "sse", "memory"]
    ModelCallFailureTransport = Literal["http", "websocket"]
    OmittedBinaryOmittedReason = Literal["too_large", "asset_unavailable"]
    ReasoningSummary = Literal["none", "concise", "detailed"]
    RemediationAction = Literal["sign_in", "switch_account", "show_account", "review_sandbox_policy", "allow_sandbox_outbound"]
    SessionMode = Literal["interactive", "plan", "autopilot"]
    Attachment = AttachmentFile | AttachmentDirectory | AttachmentSelection | AttachmentGitHubReference | AttachmentGitHubCommit | AttachmentGitHubRelease | AttachmentGitHubActionsJob | AttachmentGitHubRepository | AttachmentGitHubFileDiff | AttachmentGitHubTreeComparison | AttachmentGitHubUrl | AttachmentGitHubFile | AttachmentGitHubSnippet | AttachmentBlob | AttachmentExtensionContext
