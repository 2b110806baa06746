"""LAYER 1: what outlives a process, and who may have it. Nothing of sessions or of the wire."""

from ._backend import LedgerBackend as LedgerBackend
from ._backend import MemoryLedger as MemoryLedger
from ._lease import HeldLease as HeldLease
from ._lease import Lease as Lease
from ._lease_file import FileLease as FileLease
from ._lease_process import ProcessLease as ProcessLease
from ._lease_redis import RedisLease as RedisLease
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

__all__ = [
    "NEXT_STATES",
    "SETTLED",
    "CallRecord",
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
    "RedisLease",
    "SqliteLedger",
    "can_follow",
    "hash_prompt",
    "key_of",
]
