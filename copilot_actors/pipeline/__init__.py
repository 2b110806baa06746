"""Batch work over sessions that survives every crash: an item is finished once.

Imported by ``client.pipeline`` at its first use; programs without pipelines load none of it.
"""

from ._breaker import BreakerPolicy as BreakerPolicy
from ._breaker import RateLimit as RateLimit
from ._errors import DuplicateKey as DuplicateKey
from ._errors import ItemError as ItemError
from ._errors import ItemFailed as ItemFailed
from ._errors import ItemInterrupted as ItemInterrupted
from ._errors import ItemTimeout as ItemTimeout
from ._errors import NotSerializable as NotSerializable
from ._errors import PipelineDamaged as PipelineDamaged
from ._errors import PipelineError as PipelineError
from ._errors import PipelineInUse as PipelineInUse
from ._errors import PipelineStoreFailed as PipelineStoreFailed
from ._errors import ProviderLimit as ProviderLimit
from ._errors import TooManyFailures as TooManyFailures
from ._keys import session_id_of as session_id_of
from ._pipeline import Pipeline as Pipeline
from ._pipeline import open_pipeline as open_pipeline
from ._policy import Restart as Restart
from ._progress import Progress as Progress
from ._progress import Report as Report
from ._reading import read_items as read_items
from ._reading import read_report as read_report
from ._reading import retry_items as retry_items
from ._records import ItemRecord as ItemRecord
from ._records import Result as Result
from ._records import StoredError as StoredError
from ._records import Usage as Usage
from ._run import Run as Run
from ._settings import OnDrain as OnDrain
from ._settings import PipelineOptionFields as PipelineOptionFields
from ._settings import PipelineOptions as PipelineOptions
from ._states import ItemState as ItemState
from ._step import ItemInfo as ItemInfo
from ._step import current_item as current_item
from ._step import step as step

__all__ = [
    "BreakerPolicy",
    "DuplicateKey",
    "ItemError",
    "ItemFailed",
    "ItemInfo",
    "ItemInterrupted",
    "ItemRecord",
    "ItemState",
    "ItemTimeout",
    "NotSerializable",
    "OnDrain",
    "Pipeline",
    "PipelineDamaged",
    "PipelineError",
    "PipelineInUse",
    "PipelineOptionFields",
    "PipelineOptions",
    "PipelineStoreFailed",
    "Progress",
    "ProviderLimit",
    "RateLimit",
    "Report",
    "Restart",
    "Result",
    "Run",
    "StoredError",
    "TooManyFailures",
    "Usage",
    "current_item",
    "open_pipeline",
    "read_items",
    "read_report",
    "retry_items",
    "session_id_of",
    "step",
]
