"""Types and methods: client_session.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from .rpc_common import FactoryAckResult as FactoryAckResult
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    WireStruct,
)

__all__ = [
    "CanvasActionInvokeParams",
    "CanvasCloseParams",
    "CanvasHostContext",
    "CanvasHostContextCapabilities",
    "CanvasOpenParams",
    "CanvasProviderOpenResult",
    "CanvasSessionContext",
    "ClientTaskCancelReason",
    "ClientTaskCancelResult",
    "FactoryAbortParams",
    "FactoryExecuteParams",
    "FactoryExecuteResult",
    "ProviderTokenAcquireResult",
    "ProviderTokenGetTokenParams",
    "SessionFsAppendFileParams",
    "SessionFsError",
    "SessionFsErrorCode",
    "SessionFsExistsParams",
    "SessionFsExistsResult",
    "SessionFsMkdirParams",
    "SessionFsReadFileParams",
    "SessionFsReadFileResult",
    "SessionFsReaddirParams",
    "SessionFsReaddirResult",
    "SessionFsReaddirWithTypesEntry",
    "SessionFsReaddirWithTypesEntryType",
    "SessionFsReaddirWithTypesParams",
    "SessionFsReaddirWithTypesResult",
    "SessionFsRenameParams",
    "SessionFsRmParams",
    "SessionFsSqliteExistsParams",
    "SessionFsSqliteExistsResult",
    "SessionFsSqliteQueryParams",
    "SessionFsSqliteQueryResult",
    "SessionFsSqliteQueryType",
    "SessionFsSqliteTransactionError",
    "SessionFsSqliteTransactionErrorClass",
    "SessionFsSqliteTransactionParams",
    "SessionFsSqliteTransactionResult",
    "SessionFsSqliteTransactionStatement",
    "SessionFsStatParams",
    "SessionFsStatResult",
    "SessionFsWriteFileParams",
    "SkillProviderDescriptor",
    "SkillProviderListParams",
    "SkillProviderListResult",
    "SkillProviderReadParams",
    "SkillProviderReadResult",
    "TasksCancelParams",
]


class CanvasHostContext(WireStruct, frozen=True, kw_only=True, gc=False):
    """Host context supplied by the runtime.

    Attributes:
        capabilities: Host capabilities
    """

    capabilities: CanvasHostContextCapabilities | None = None


class CanvasHostContextCapabilities(WireStruct, frozen=True, kw_only=True, gc=False):
    """Host capabilities

    Attributes:
        canvases: Whether canvas rendering is supported
    """

    canvases: bool | None = None


class CanvasProviderOpenResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Canvas open result returned by the provider.

    Attributes:
        url: URL for web-rendered canvases
        title: Provider-supplied title
        status: Provider-supplied status text
    """

    url: str | None = None
    title: str | None = None
    status: str | None = None


class CanvasSessionContext(WireStruct, frozen=True, kw_only=True, gc=False):
    """Session context supplied by the runtime.

    Attributes:
        working_directory: Active session working directory, when known.
    """

    working_directory: str | None = None


class ClientTaskCancelResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Whether the client authoritatively confirmed its external work stopped.

    Attributes:
        cancelled: True only when the owner confirms that external work stopped before responding
    """

    cancelled: bool


class FactoryExecuteResult(WireStruct, frozen=True, kw_only=True):
    """Result returned by an extension factory closure.

    Attributes:
        result: Factory result value.
    """

    result: JsonValue | None = None


class ProviderTokenAcquireResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """A bearer token supplied by the SDK client for a BYOK provider. The runtime sets it as
    `Authorization: Bearer <token>` on the outbound request and does no caching; the SDK consumer
    owns token caching and refresh.

    Attributes:
        token: The bearer token value (without the `Bearer ` prefix).
    """

    token: str


class SessionFsError(WireStruct, frozen=True, kw_only=True, gc=False):
    """Describes a filesystem error.

    Attributes:
        code: Error classification
        message: Free-form detail about the error, for logging/diagnostics
    """

    code: SessionFsErrorCode
    message: str | None = None


class SessionFsExistsResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the requested path exists in the client-provided session filesystem.

    Attributes:
        exists: Whether the path exists
    """

    exists: bool


class SessionFsReadFileResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """File content as a UTF-8 string, or a filesystem error if the read failed.

    Attributes:
        content: File content as UTF-8 string
        error: Describes a filesystem error.
    """

    content: str
    error: SessionFsError | None = None


class SessionFsReaddirResult(WireStruct, frozen=True, kw_only=True):
    """Names of entries in the requested directory, or a filesystem error if the read failed.

    Attributes:
        entries: Entry names in the directory
        error: Describes a filesystem error.
    """

    entries: list[str]
    error: SessionFsError | None = None


class SessionFsReaddirWithTypesEntry(WireStruct, frozen=True, kw_only=True, gc=False):
    """Directory entry returned by session filesystem `readdirWithTypes`, with name and entry type.

    Attributes:
        name: Entry name
        type: Entry type
    """

    name: str
    type: SessionFsReaddirWithTypesEntryType


class SessionFsReaddirWithTypesResult(WireStruct, frozen=True, kw_only=True):
    """Entries in the requested directory paired with file/directory type information, or a
    filesystem error if the read failed.

    Attributes:
        entries: Directory entries with type information
        error: Describes a filesystem error.
    """

    entries: list[SessionFsReaddirWithTypesEntry]
    error: SessionFsError | None = None


class SessionFsSqliteExistsResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the per-session SQLite database already exists.

    Attributes:
        exists: Whether the session database already exists
    """

    exists: bool


class SessionFsSqliteQueryResult(WireStruct, frozen=True, kw_only=True):
    """Query results including rows, columns, and rows affected, or a filesystem error if execution
    failed.

    Attributes:
        rows: For SELECT: array of row objects. For others: empty array.
        columns: Column names from the result set
        rows_affected: Number of rows affected (for INSERT/UPDATE/DELETE)
        last_insert_rowid: SQLite last_insert_rowid() value for INSERT.
        error: Describes a filesystem error.
    """

    rows: list[dict[str, JsonValue]]
    columns: list[str]
    rows_affected: int
    last_insert_rowid: int | None = None
    error: SessionFsError | None = None


class SessionFsSqliteTransactionError(WireStruct, frozen=True, kw_only=True, gc=False):
    """Classified SQLite transaction failure. busyOrLocked guarantees rollback; postCommitAmbiguous
    must never be retried.

    Attributes:
        error_class: Machine-readable classification of the transaction failure.
        message: Human-readable transaction failure message.
    """

    error_class: SessionFsSqliteTransactionErrorClass
    message: str


class SessionFsSqliteTransactionResult(WireStruct, frozen=True, kw_only=True):
    """Per-statement results, or a classified transaction error.

    Attributes:
        results: Per-statement query results in input order.
        error: Classified transaction failure, when execution did not succeed.
    """

    results: list[SessionFsSqliteQueryResult]
    error: SessionFsSqliteTransactionError | None = None


class SessionFsSqliteTransactionStatement(WireStruct, frozen=True, kw_only=True):
    """One statement in an atomic SQLite transaction.

    Attributes:
        query: SQL statement to execute.
        query_type: How to execute the statement.
        params: Optional named bind parameters.
    """

    query: str
    query_type: SessionFsSqliteQueryType
    params: dict[str, JsonValue] | None = None


class SessionFsStatResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Filesystem metadata for the requested path, or a filesystem error if the stat failed.

    Attributes:
        is_file: Whether the path is a file
        is_directory: Whether the path is a directory
        size: File size in bytes
        mtime: ISO 8601 timestamp of last modification
        birthtime: ISO 8601 timestamp of creation
        error: Describes a filesystem error.
    """

    is_file: bool
    is_directory: bool
    size: int
    mtime: str
    birthtime: str
    error: SessionFsError | None = None


class SkillProviderDescriptor(WireStruct, frozen=True, kw_only=True, gc=False):
    """Catalog-only metadata for one SDK-provided skill. The complete SKILL.md is fetched separately
    and lazily.

    Attributes:
        name: Invocation and display name.
        description: Description used in skill catalogs without fetching content.
        user_invocable: Whether users may invoke the skill directly. Defaults to true.
        disable_model_invocation: Whether model invocation is disabled. Defaults to false.
        argument_hint: Optional freeform argument hint used by slash-command catalogs.
    """

    name: str
    description: str
    user_invocable: bool | None = None
    disable_model_invocation: bool | None = None
    argument_hint: str | None = None


class SkillProviderListResult(WireStruct, frozen=True, kw_only=True):
    """Catalog metadata returned by an SDK session's skill provider. Catalogs are limited to 1024
    descriptors and 1 MiB of aggregate metadata.

    Attributes:
        skills: Skill descriptors in provider order. Invocation names must be unique under
            case-insensitive comparison.
    """

    skills: list[SkillProviderDescriptor]


class SkillProviderReadResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Complete text-only SKILL.md content returned by an SDK session's skill provider. Related
    files and assets are not supported.

    Attributes:
        markdown: Complete SKILL.md text. The runtime enforces a 1 MiB UTF-8 byte limit.
    """

    markdown: str


if TYPE_CHECKING:
    ClientTaskCancelReason: TypeAlias = Literal["cancel_requested", "session_shutdown"] | str
    """Why the runtime requests client-task cancellation.

    - ``cancel_requested``: A caller requested task cancellation.
    - ``session_shutdown``: The session is shutting down.
    """
    SessionFsErrorCode: TypeAlias = Literal["ENOENT", "UNKNOWN"] | str
    """Error classification

    - ``ENOENT``: The requested path does not exist.
    - ``UNKNOWN``: The filesystem operation failed for an unspecified reason.
    """
    SessionFsReaddirWithTypesEntryType: TypeAlias = Literal["file", "directory"] | str
    """Entry type

    - ``file``: The entry is a file.
    - ``directory``: The entry is a directory.
    """
    SessionFsSqliteQueryType: TypeAlias = Literal["exec", "query", "run"] | str
    """How to execute the query: 'exec' for DDL/multi-statement (no results), 'query' for SELECT
    (returns rows), 'run' for INSERT/UPDATE/DELETE (returns rowsAffected)

    - ``exec``: Execute DDL or multi-statement SQL without returning rows.
    - ``query``: Execute a SELECT-style query and return rows.
    - ``run``: Execute INSERT, UPDATE, or DELETE SQL and return affected-row metadata.
    """
    SessionFsSqliteTransactionErrorClass: TypeAlias = Literal["busyOrLocked", "fatal", "postCommitAmbiguous"] | str
    """SQLite transaction failure classification.

    - ``busyOrLocked``: SQLite reported BUSY or LOCKED before commit; the transaction was rolled
        back and may be retried.
    - ``fatal``: The statement, database, or provider failed definitively and must not be retried
        automatically.
    - ``postCommitAmbiguous``: The transport failed after the provider may have committed;
        retrying could duplicate effects.
    """
else:
    ClientTaskCancelReason = Literal["cancel_requested", "session_shutdown"]
    SessionFsErrorCode = Literal["ENOENT", "UNKNOWN"]
    SessionFsReaddirWithTypesEntryType = Literal["file", "directory"]
    SessionFsSqliteQueryType = Literal["exec", "query", "run"]
    SessionFsSqliteTransactionErrorClass = Literal["busyOrLocked", "fatal", "postCommitAmbiguous"]


class CanvasActionInvokeParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``canvas.action.invoke``."""

    session_id: str
    extension_id: str
    canvas_id: str
    instance_id: str
    action_name: str
    input: JsonValue | None = None
    host: CanvasHostContext | None = None
    session: CanvasSessionContext | None = None


class CanvasCloseParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``canvas.close``."""

    session_id: str
    extension_id: str
    canvas_id: str
    instance_id: str
    host: CanvasHostContext | None = None
    session: CanvasSessionContext | None = None


class CanvasOpenParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``canvas.open``."""

    session_id: str
    extension_id: str
    canvas_id: str
    instance_id: str
    input: JsonValue | None = None
    host: CanvasHostContext | None = None
    session: CanvasSessionContext | None = None


class FactoryAbortParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``factory.abort``."""

    session_id: str
    run_id: str
    execution_token: str


class FactoryExecuteParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``factory.execute``."""

    session_id: str
    name: str
    run_id: str
    execution_token: str
    args: JsonValue


class ProviderTokenGetTokenParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``providerToken.getToken``."""

    session_id: str
    provider_name: str


class SessionFsAppendFileParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessionFs.appendFile``."""

    session_id: str
    path: str
    content: str
    mode: int | None = None


class SessionFsExistsParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessionFs.exists``."""

    session_id: str
    path: str


class SessionFsMkdirParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessionFs.mkdir``."""

    session_id: str
    path: str
    recursive: bool | None = None
    mode: int | None = None


class SessionFsReadFileParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessionFs.readFile``."""

    session_id: str
    path: str


class SessionFsReaddirParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessionFs.readdir``."""

    session_id: str
    path: str


class SessionFsReaddirWithTypesParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessionFs.readdirWithTypes``."""

    session_id: str
    path: str


class SessionFsRenameParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessionFs.rename``."""

    session_id: str
    src: str
    dest: str


class SessionFsRmParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessionFs.rm``."""

    session_id: str
    path: str
    recursive: bool | None = None
    force: bool | None = None


class SessionFsSqliteExistsParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessionFs.sqliteExists``."""

    session_id: str


class SessionFsSqliteQueryParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``sessionFs.sqliteQuery``."""

    session_id: str
    query: str
    query_type: SessionFsSqliteQueryType
    params: Mapping[str, JsonValue] | None = None


class SessionFsSqliteTransactionParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``sessionFs.sqliteTransaction``."""

    session_id: str
    statements: Sequence[SessionFsSqliteTransactionStatement]


class SessionFsStatParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessionFs.stat``."""

    session_id: str
    path: str


class SessionFsWriteFileParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessionFs.writeFile``."""

    session_id: str
    path: str
    content: str
    mode: int | None = None


class SkillProviderListParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``skillProvider.list``."""

    session_id: str


class SkillProviderReadParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``skillProvider.read``."""

    session_id: str
    name: str


class TasksCancelParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``tasks.cancel``."""

    session_id: str
    id: str
    client_task_id: str
    cancellation_id: str
    reason: ClientTaskCancelReason
