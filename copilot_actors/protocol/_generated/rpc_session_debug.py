"""Types and methods: rpc_session_debug.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "DebugCollectLogsCollectedEntry",
    "DebugCollectLogsDestination",
    "DebugCollectLogsDestinationArchive",
    "DebugCollectLogsDestinationDirectory",
    "DebugCollectLogsEntry",
    "DebugCollectLogsEntryKind",
    "DebugCollectLogsInclude",
    "DebugCollectLogsRedaction",
    "DebugCollectLogsResult",
    "DebugCollectLogsResultKind",
    "DebugCollectLogsSkippedEntry",
    "DebugCollectLogsSource",
    "SessionDebugCollectLogsParams",
    "SessionDebugRpc",
]


class DebugCollectLogsCollectedEntry(WireStruct, frozen=True, kw_only=True, gc=False):
    """A file included in the session debug bundle.

    Attributes:
        bundle_path: Relative path of the file in the staged bundle/archive.
        source: Source category for this entry.
        size_bytes: Redacted output size in bytes.
    """

    bundle_path: str
    source: DebugCollectLogsSource
    size_bytes: int


class DebugCollectLogsDestinationArchive(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="archive",
    gc=False,
):
    """``DebugCollectLogsDestinationArchive`` of the schema.

    Attributes:
        output_path: Absolute or server-relative path for the .tgz archive to create.
        no_overwrite: When true, create the archive atomically without overwriting an existing
            file by appending ` (N)` before the extension as needed. Defaults to false.
    """

    kind: ClassVar[Literal["archive"]] = "archive"
    output_path: str
    no_overwrite: bool | None = None


class DebugCollectLogsDestinationDirectory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="directory",
    gc=False,
):
    """``DebugCollectLogsDestinationDirectory`` of the schema.

    Attributes:
        output_directory: Directory where files should be staged. The directory is created if
            needed.
    """

    kind: ClassVar[Literal["directory"]] = "directory"
    output_directory: str


class DebugCollectLogsEntry(WireStruct, frozen=True, kw_only=True, gc=False):
    """A caller-provided server-local file or directory to include in the debug bundle.

    Attributes:
        kind: Kind of source path to include.
        path: Server-local source path to read.
        bundle_path: Relative path to use inside the staged bundle/archive.
        redaction: How text content from this entry should be redacted. Defaults to plain-text.
            With none, no redaction is applied; the caller must ensure any necessary redaction is
            performed before this call.
        required: When true, collection fails if this entry cannot be read. Defaults to false,
            which records the entry in `skippedEntries`.
    """

    kind: DebugCollectLogsEntryKind
    path: str
    bundle_path: str
    redaction: DebugCollectLogsRedaction | None = None
    required: bool | None = None


class DebugCollectLogsInclude(WireStruct, frozen=True, kw_only=True, gc=False):
    """Built-in session diagnostics to include in the bundle. Omitted fields default to true.

    Attributes:
        events: Include the session event log (`events.jsonl`). Defaults to true.
        process_logs: Include process logs for the session. Defaults to true.
        shell_logs: Include interactive shell logs written under the session's `shell-logs`
            directory. Defaults to true.
        events_path: Server-local path to the session's events.jsonl file. Internal callers
            normally omit this and let the runtime derive it from the session.
        current_process_log_path: Server-local path to the current process log. When set, it is
            included as `process.log` and its directory is searched for prior logs from the same
            session.
        process_log_directory: Server-local process log directory to search when
            `currentProcessLogPath` is unavailable, useful for collecting logs for inactive
            sessions.
        previous_process_log_limit: Maximum number of previous process logs to include. Defaults
            to 5.
    """

    events: bool | None = None
    process_logs: bool | None = None
    shell_logs: bool | None = None
    events_path: str | None = None
    current_process_log_path: str | None = None
    process_log_directory: str | None = None
    previous_process_log_limit: int | None = None


class DebugCollectLogsResult(WireStruct, frozen=True, kw_only=True):
    """Result of collecting a session debug bundle.

    Attributes:
        kind: Destination kind that was written.
        path: Actual archive path or staging directory path written. This may differ from the
            requested path when no-overwrite suffixing or fallback-to-temp-directory was needed.
        entries: Files included in the bundle.
        skipped_entries: Optional files or directories that could not be included.
    """

    kind: DebugCollectLogsResultKind
    path: str
    entries: list[DebugCollectLogsCollectedEntry]
    skipped_entries: list[DebugCollectLogsSkippedEntry] | None = None


class DebugCollectLogsSkippedEntry(WireStruct, frozen=True, kw_only=True, gc=False):
    """An optional debug bundle entry that could not be included.

    Attributes:
        bundle_path: Relative path requested for this bundle entry.
        path: Server-local source path that could not be read.
        reason: Reason the entry was skipped.
    """

    bundle_path: str
    path: str | None = None
    reason: str


if TYPE_CHECKING:
    DebugCollectLogsEntryKind: TypeAlias = Literal["file", "directory"] | str
    """Kind of caller-provided debug log entry.

    - ``file``: Include a single server-local file.
    - ``directory``: Include files from a server-local directory recursively.
    """
    DebugCollectLogsRedaction: TypeAlias = Literal["plain-text", "events-jsonl", "none"] | str
    """How a collected debug entry should be redacted before being staged.

    - ``plain-text``: Redact the file as plain UTF-8 log text.
    - ``events-jsonl``: Redact each non-empty line as a session event JSON object, falling back
        to plain-text redaction for malformed lines.
    - ``none``: No redaction is applied. The caller must ensure any necessary redaction is
        performed before this call.
    """
    DebugCollectLogsResultKind: TypeAlias = Literal["archive", "directory"] | str
    """Destination kind that was written.

    - ``archive``: A .tgz archive was written.
    - ``directory``: A directory containing the collected files was written.
    """
    DebugCollectLogsSource: TypeAlias = Literal["events", "process-log", "shell-log", "additional"] | str
    """Source category for a collected debug bundle entry.

    - ``events``: Session event log.
    - ``process-log``: Process log for the session.
    - ``shell-log``: Interactive shell log for the session.
    - ``additional``: Caller-provided diagnostic entry.
    """
    DebugCollectLogsDestination: TypeAlias = DebugCollectLogsDestinationArchive | DebugCollectLogsDestinationDirectory | UnknownVariant
    """Destination for the session debug bundle."""
else:
    DebugCollectLogsEntryKind = Literal["file", "directory"]
    DebugCollectLogsRedaction = Literal["plain-text", "events-jsonl", "none"]
    DebugCollectLogsResultKind = Literal["archive", "directory"]
    DebugCollectLogsSource = Literal["events", "process-log", "shell-log", "additional"]
    DebugCollectLogsDestination = DebugCollectLogsDestinationArchive | DebugCollectLogsDestinationDirectory


class SessionDebugCollectLogsParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.debug.collectLogs``."""

    destination: DebugCollectLogsDestination
    include: DebugCollectLogsInclude | None = None
    additional_entries: Sequence[DebugCollectLogsEntry] | None = None


class SessionDebugRpc(RpcNamespace):
    """``session.debug.*``."""

    __slots__ = ()

    async def collect_logs(
        self,
        *,
        destination: DebugCollectLogsDestination,
        include: DebugCollectLogsInclude | None = None,
        additional_entries: Sequence[DebugCollectLogsEntry] | None = None,
        rpc_timeout: float | None = None,
    ) -> DebugCollectLogsResult:
        """Collects a session debug log bundle into a local archive or staging directory. Logs are
        redacted by default; redaction can be configured per caller-provided diagnostic entry.
        The runtime includes session-owned logs by default and accepts caller-provided diagnostic
        entries so host applications can add their own files without changing this API shape.

        ``session.debug.collectLogs`` on the wire; experimental.

        Args:
            destination: Where the bundle should be written. Use `archive` to produce a .tgz, or
                `directory` to stage files for caller-managed upload/post-processing.
            include: Which built-in session diagnostics to include. Omitted fields default to
                true.
            additional_entries: Caller-provided server-local files or directories to include in
                addition to the runtime's built-in session diagnostics. This lets host
                applications add their own diagnostics without changing the API shape.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of collecting a session debug bundle.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.debug.collectLogs",
            SessionDebugCollectLogsParams(
                destination=destination,
                include=include,
                additional_entries=additional_entries,
            ),
            DebugCollectLogsResult,
            rpc_timeout,
        )
