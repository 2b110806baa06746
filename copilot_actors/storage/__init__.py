"""LAYER 1: what outlives a process, and who may have it. Nothing of sessions or of the wire."""

from typing import TYPE_CHECKING

from copilot_actors._lazy import lazy_names as _lazy_names

from ._backend import LedgerBackend as LedgerBackend
from ._backend import MemoryLedger as MemoryLedger
from ._file_system import DirectoryEntry as DirectoryEntry
from ._file_system import FileInfo as FileInfo
from ._file_system import FileKind as FileKind
from ._file_system import SessionFileSystem as SessionFileSystem
from ._file_system import SqliteFileSystem as SqliteFileSystem
from ._file_system import SqlKind as SqlKind
from ._file_system import SqlResult as SqlResult
from ._file_system import SqlStatement as SqlStatement
from ._lease import HeldLease as HeldLease
from ._lease import Lease as Lease
from ._lease_file import FileLease as FileLease
from ._lease_process import ProcessLease as ProcessLease
from ._namespaced_file_system import NamespacedFileSystem as NamespacedFileSystem
from ._namespaced_file_system import has_databases as has_databases
from ._permission_files import Conventions as Conventions
from ._records import NEXT_STATES as NEXT_STATES
from ._records import SETTLED as SETTLED
from ._records import CallRecord as CallRecord
from ._records import LedgerKey as LedgerKey
from ._records import LedgerRecord as LedgerRecord
from ._records import PromptRecord as PromptRecord
from ._records import PromptState as PromptState
from ._records import can_follow as can_follow
from ._records import hash_prompt as hash_prompt
from ._records import key_of as key_of
from ._sqlite import SqliteLedger as SqliteLedger

if TYPE_CHECKING:
    from ._copying import CopyReport as CopyReport
    from ._damage import DamageReport as DamageReport
    from ._damage import SegmentDamage as SegmentDamage
    from ._diff import DiffSide as DiffSide
    from ._diff import SessionDiff as SessionDiff
    from ._directory_file_system import DirectoryFileSystem as DirectoryFileSystem
    from ._export import ExportReport as ExportReport
    from ._lease_redis import RedisLease as RedisLease
    from ._memory_file_system import InMemoryFileSystem as InMemoryFileSystem
    from ._permission_files import LocationPermissions as LocationPermissions
    from ._permission_files import PermissionConfig as PermissionConfig
    from ._permission_files import PermissionFiles as PermissionFiles
    from ._permission_files import Permissions as Permissions
    from ._permission_files import PermissionSettings as PermissionSettings
    from ._permission_files import is_trusted as is_trusted
    from ._permission_files import location_key as location_key
    from ._redaction import SECRET_PATTERNS as SECRET_PATTERNS
    from ._redaction import Redaction as Redaction
    from ._segments import Segment as Segment
    from ._session_store import SessionStore as SessionStore
    from ._stored_events import StoredEvents as StoredEvents
    from ._stored_files import Checkpoint as Checkpoint
    from ._stored_files import StoredFile as StoredFile
    from ._stored_session import StoredSession as StoredSession
else:
    __getattr__ = _lazy_names(
        __name__,
        {
            "._copying": ["CopyReport"],
            "._damage": ["DamageReport", "SegmentDamage"],
            "._diff": ["DiffSide", "SessionDiff"],
            "._directory_file_system": ["DirectoryFileSystem"],
            "._export": ["ExportReport"],
            "._lease_redis": ["RedisLease"],
            "._memory_file_system": ["InMemoryFileSystem"],
            "._permission_files": [
                "LocationPermissions",
                "PermissionConfig",
                "PermissionFiles",
                "Permissions",
                "PermissionSettings",
                "is_trusted",
                "location_key",
            ],
            "._redaction": ["SECRET_PATTERNS", "Redaction"],
            "._segments": ["Segment"],
            "._session_store": ["SessionStore"],
            "._stored_events": ["StoredEvents"],
            "._stored_files": ["Checkpoint", "StoredFile"],
            "._stored_session": ["StoredSession"],
        },
    )

__all__ = [
    "NEXT_STATES",
    "SECRET_PATTERNS",
    "SETTLED",
    "CallRecord",
    "Checkpoint",
    "Conventions",
    "CopyReport",
    "DamageReport",
    "DiffSide",
    "DirectoryEntry",
    "DirectoryFileSystem",
    "ExportReport",
    "FileInfo",
    "FileKind",
    "FileLease",
    "HeldLease",
    "InMemoryFileSystem",
    "Lease",
    "LedgerBackend",
    "LedgerKey",
    "LedgerRecord",
    "LocationPermissions",
    "MemoryLedger",
    "NamespacedFileSystem",
    "PermissionConfig",
    "PermissionFiles",
    "PermissionSettings",
    "Permissions",
    "ProcessLease",
    "PromptRecord",
    "PromptState",
    "Redaction",
    "RedisLease",
    "Segment",
    "SegmentDamage",
    "SessionDiff",
    "SessionFileSystem",
    "SessionStore",
    "SqlKind",
    "SqlResult",
    "SqlStatement",
    "SqliteFileSystem",
    "SqliteLedger",
    "StoredEvents",
    "StoredFile",
    "StoredSession",
    "can_follow",
    "has_databases",
    "hash_prompt",
    "is_trusted",
    "key_of",
    "location_key",
]
