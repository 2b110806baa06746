"""The faults of a pipeline: one branch of the tree in ``copilot_actors._errors``, imported here.

::

    CopilotError
     +- PipelineError
         +- PipelineInUse            another owner has the store open
         +- PipelineDamaged          the file is no store, or one of another version
         +- PipelineStoreFailed      the store cannot be written: a full disk, say
         +- TooManyFailures          the run was stopped
         +- ProviderLimit            the run was stopped: the provider's limit ends too late
         +- ItemError                one item
             +- DuplicateKey
             +- NotSerializable
             +- ItemTimeout
             +- ItemInterrupted
             +- ItemFailed           the error of an earlier run, as it was recorded
"""

from __future__ import annotations

from typing import ClassVar

from copilot_actors._errors import CopilotError
from copilot_actors._holder import Holder


class PipelineError(CopilotError):
    """Base of the faults of a pipeline."""


class PipelineInUse(PipelineError):
    """Another owner has the store open: it is opened by one at a time.

    Attributes:
        store: its path.
        holder: who has it: host, pid, and since when.
    """

    retryable: ClassVar[bool] = True

    def __init__(self, store: str, holder: Holder) -> None:
        super().__init__(f"the pipeline {store} is in use by {holder}")
        self.store = store
        self.holder = holder


class PipelineDamaged(PipelineError):
    """What is stored is no pipeline, or none that this version can read; nothing was changed.

    Attributes:
        store: its path.
        reason: what is wrong.
    """

    def __init__(self, store: str, reason: str) -> None:
        super().__init__(f"the pipeline {store}: {reason}")
        self.store = store
        self.reason = reason


class PipelineStoreFailed(PipelineError):
    """The store could not be read or written (the disk is full, say).

    Nothing that was recorded is lost: once the cause is gone, the next run goes on from there.

    Attributes:
        store: its path.
        reason: what went wrong.
    """

    retryable: ClassVar[bool] = True

    def __init__(self, store: str, reason: str) -> None:
        super().__init__(f"the pipeline {store}: {reason}")
        self.store = store
        self.reason = reason


class TooManyFailures(PipelineError):
    """So many attempts failed in so short a time that the run was stopped; the last is the cause.

    Attributes:
        limit: how many may fail.
        seconds: within which time.
        key: of the item that failed last.
    """

    retryable: ClassVar[bool] = True

    def __init__(self, limit: int, seconds: float, key: str, last: str) -> None:
        super().__init__(
            f"the run was stopped: more than {limit} attempts failed within {seconds:g} s; "
            f"the last one was item {key[:80]!r}: {last}"
        )
        self.limit = limit
        self.seconds = seconds
        self.key = key


class ProviderLimit(PipelineError):
    """The provider's limit ends later than the run may wait, so it was stopped.

    Attributes:
        seconds: until the limit ends; ``inf`` if nobody said when.
        key: of the item that met it.
    """

    retryable: ClassVar[bool] = True

    def __init__(self, seconds: float, key: str, last: str) -> None:
        super().__init__(
            f"the run was stopped: the provider's limit lasts for {seconds:g} s more: {last}"
        )
        self.seconds = seconds
        self.key = key


class ItemError(PipelineError):
    """Base of the faults of one item.

    Attributes:
        key: of the item.
    """

    def __init__(self, key: str, message: str) -> None:
        super().__init__(f"item {key[:80]!r}: {message}")
        self.key = key


class DuplicateKey(ItemError):
    """Another item of this run has the same key; this one was not run."""

    def __init__(self, key: str) -> None:
        super().__init__(key, "another item of this run has the same key; it was not run")


class NotSerializable(ItemError):
    """Something of an item cannot be stored as JSON, or is not of its type any more.

    Attributes:
        what: ``"the item"``, ``"the result"``, or ``"the result of step 'x'"``.
        reason: what is wrong.
    """

    def __init__(self, key: str, what: str, reason: str) -> None:
        super().__init__(key, f"{what} cannot be stored: {reason}")
        self.what = what
        self.reason = reason


class ItemTimeout(ItemError, TimeoutError):
    """An attempt took longer than ``item_timeout``; it was cancelled.

    Attributes:
        seconds: the limit.
    """

    retryable: ClassVar[bool] = True

    def __init__(self, key: str, seconds: float) -> None:
        super().__init__(key, f"not done within {seconds:g} s")
        self.seconds = seconds


class ItemInterrupted(ItemError):
    """The program ended in the middle of the item, and its policy says not to go on with it.

    Attributes:
        interruptions: how often that happened in a row.
    """

    def __init__(self, key: str, interruptions: int) -> None:
        super().__init__(key, f"the program ended in the middle of it ({interruptions} in a row)")
        self.interruptions = interruptions


class ItemFailed(ItemError):
    """The final error of an item in an earlier run, as it was recorded.

    Attributes:
        error_type: name of its class.
        message: its text.
        retryable: what it said of itself.
    """

    def __init__(self, key: str, error_type: str, message: str, *, retryable: bool) -> None:
        super().__init__(key, f"failed in an earlier run: {message}")
        self.error_type = error_type
        self.message = message
        self.retryable = retryable  # type: ignore[misc]
