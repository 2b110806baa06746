"""LAYER 1: what outlives a process, and who may have it. Nothing of sessions or of the wire."""

from ._backend import LedgerBackend as LedgerBackend
from ._backend import MemoryLedger as MemoryLedger
from ._copying import CopyReport as CopyReport
from ._damage import DamageReport as DamageReport
from ._damage import SegmentDamage as SegmentDamage
from ._export import ExportReport as ExportReport
from ._lease import HeldLease as HeldLease
from ._lease import Lease as Lease
from ._lease_file import FileLease as FileLease
from ._lease_process import ProcessLease as ProcessLease
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
from ._redaction import SECRET_PATTERNS as SECRET_PATTERNS
from ._redaction import Redaction as Redaction
from ._segments import Segment as Segment
from ._session_store import SessionStore as SessionStore
from ._sqlite import SqliteLedger as SqliteLedger
from ._stored_events import StoredEvents as StoredEvents
from ._stored_files import Checkpoint as Checkpoint
from ._stored_files import StoredFile as StoredFile
from ._stored_session import StoredSession as StoredSession

__all__ = [
    "NEXT_STATES",
    "SECRET_PATTERNS",
    "SETTLED",
    "CallRecord",
    "Checkpoint",
    "CopyReport",
    "DamageReport",
    "ExportReport",
    "FileLease",
    "HeldLease",
    "Lease",
    "LedgerBackend",
    "LedgerKey",
    "LedgerRecord",
    "MemoryLedger",
    "ProcessLease",
    "PromptRecord",
    "PromptState",
    "Redaction",
    "Segment",
    "SegmentDamage",
    "SessionStore",
    "SqliteLedger",
    "StoredEvents",
    "StoredFile",
    "StoredSession",
    "can_follow",
    "hash_prompt",
    "key_of",
]
