"""Layer 1: what outlives a process, and who may have it. No session logic, no wire."""

from ._lease import HeldLease as HeldLease
from ._lease import Lease as Lease
from ._lease_file import FileLease as FileLease
from ._lease_process import ProcessLease as ProcessLease

__all__ = [
    "FileLease",
    "HeldLease",
    "Lease",
    "ProcessLease",
]
