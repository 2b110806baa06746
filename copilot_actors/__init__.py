"""Supervised actors that keep GitHub Copilot CLI conversations alive.

The public names of clients and sessions are here; the actor runtime, usable by itself, is
``copilot_actors.otp``; the scripted model and the simulator are ``copilot_actors.testing``.
Importing this package loads no testing code and no generated type.
"""

from msgspec import UNSET as UNSET

from ._errors import AuthenticationFailed as AuthenticationFailed
from ._errors import CliExited as CliExited
from ._errors import CliNotFound as CliNotFound
from ._errors import ConnectFailed as ConnectFailed
from ._errors import ConnectionFault as ConnectionFault
from ._errors import ConnectionLost as ConnectionLost
from ._errors import ConnectionStopped as ConnectionStopped
from ._errors import CopilotError as CopilotError
from ._errors import HandshakeTimeout as HandshakeTimeout
from ._errors import InvalidOption as InvalidOption
from ._errors import InvalidPrompt as InvalidPrompt
from ._errors import InvalidRequest as InvalidRequest
from ._errors import InvalidSessionId as InvalidSessionId
from ._errors import JsonValue as JsonValue
from ._errors import LeaseLost as LeaseLost
from ._errors import LeaseUnavailable as LeaseUnavailable
from ._errors import LedgerDamaged as LedgerDamaged
from ._errors import LedgerError as LedgerError
from ._errors import LedgerFailed as LedgerFailed
from ._errors import LedgerFull as LedgerFull
from ._errors import LedgerInUse as LedgerInUse
from ._errors import ModelMismatch as ModelMismatch
from ._errors import ProtocolVersionMismatch as ProtocolVersionMismatch
from ._errors import RpcError as RpcError
from ._errors import RpcTimeout as RpcTimeout
from ._errors import SessionAlreadyExists as SessionAlreadyExists
from ._errors import SessionBusy as SessionBusy
from ._errors import SessionClosed as SessionClosed
from ._errors import SessionError as SessionError
from ._errors import SessionFailed as SessionFailed
from ._errors import SessionInUse as SessionInUse
from ._errors import SessionNotFound as SessionNotFound
from ._errors import SessionQuarantined as SessionQuarantined
from ._errors import SessionUnresumable as SessionUnresumable
from ._errors import StopFailed as StopFailed
from ._errors import SubscriberTooSlow as SubscriberTooSlow
from ._errors import TranscriptDamaged as TranscriptDamaged
from ._errors import WouldDeadlock as WouldDeadlock
from ._holder import Holder as Holder
from ._turn_errors import OutcomeUnknown as OutcomeUnknown
from ._turn_errors import SessionPoisoned as SessionPoisoned
from ._turn_errors import TurnAborted as TurnAborted
from ._turn_errors import TurnError as TurnError
from ._turn_errors import TurnFailed as TurnFailed
from ._turn_errors import TurnInterrupted as TurnInterrupted
from ._turn_errors import TurnNoProgress as TurnNoProgress
from ._turn_errors import TurnStalled as TurnStalled
from ._turn_errors import TurnTimeout as TurnTimeout
from .client import MAX_PROMPT_BYTES as MAX_PROMPT_BYTES
from .client import AbortResult as AbortResult
from .client import Client as Client
from .client import ClientOptionFields as ClientOptionFields
from .client import ClientOptions as ClientOptions
from .client import ClientState as ClientState
from .client import DrainedSession as DrainedSession
from .client import DrainOutcome as DrainOutcome
from .client import DrainReport as DrainReport
from .client import EventHandler as EventHandler
from .client import ExitPlanModeRequest as ExitPlanModeRequest
from .client import ExitPlanModeResponse as ExitPlanModeResponse
from .client import HookInvocation as HookInvocation
from .client import HostEvent as HostEvent
from .client import Lifecycle as Lifecycle
from .client import LifecycleRef as LifecycleRef
from .client import PendingPrompt as PendingPrompt
from .client import PermissionDecision as PermissionDecision
from .client import PermissionHandler as PermissionHandler
from .client import PermissionRequest as PermissionRequest
from .client import PoisonedSession as PoisonedSession
from .client import Pong as Pong
from .client import ProviderConfig as ProviderConfig
from .client import Recycle as Recycle
from .client import Remedy as Remedy
from .client import Session as Session
from .client import SessionFilter as SessionFilter
from .client import SessionOptionFields as SessionOptionFields
from .client import SessionOptions as SessionOptions
from .client import SessionSummary as SessionSummary
from .client import Statistics as Statistics
from .client import SubscriberFault as SubscriberFault
from .client import SubscriptionRef as SubscriptionRef
from .client import Tool as Tool
from .client import ToolInvocation as ToolInvocation
from .client import ToolResult as ToolResult
from .client import TurnFields as TurnFields
from .client import TurnResult as TurnResult
from .client import UserInputRequest as UserInputRequest
from .client import UserInputResponse as UserInputResponse
from .client import approve_all as approve_all
from .client import approve_for_session as approve_for_session
from .client import approve_once as approve_once
from .client import deny_all as deny_all
from .client import in_thread as in_thread
from .client import open_client as open_client
from .client import reject as reject
from .client import tool as tool
from .client import user_not_available as user_not_available
from .otp import Backoff as Backoff
from .protocol import EventData as EventData
from .protocol import SessionEvent as SessionEvent
from .storage import CallRecord as CallRecord
from .storage import FileLease as FileLease
from .storage import LedgerBackend as LedgerBackend
from .storage import LedgerKey as LedgerKey
from .storage import LedgerRecord as LedgerRecord
from .storage import MemoryLedger as MemoryLedger
from .storage import ProcessLease as ProcessLease
from .storage import PromptRecord as PromptRecord
from .storage import PromptState as PromptState
from .storage import SqliteLedger as SqliteLedger
from .transport import Stdio as Stdio
from .transport import Tcp as Tcp
from .transport import Transport as Transport
from .transport import WebSocket as WebSocket

__version__ = "0.1.0"

__all__ = [
    "MAX_PROMPT_BYTES",
    "UNSET",
    "AbortResult",
    "AuthenticationFailed",
    "Backoff",
    "CallRecord",
    "CliExited",
    "CliNotFound",
    "Client",
    "ClientOptionFields",
    "ClientOptions",
    "ClientState",
    "ConnectFailed",
    "ConnectionFault",
    "ConnectionLost",
    "ConnectionStopped",
    "CopilotError",
    "DrainOutcome",
    "DrainReport",
    "DrainedSession",
    "EventData",
    "EventHandler",
    "ExitPlanModeRequest",
    "ExitPlanModeResponse",
    "FileLease",
    "HandshakeTimeout",
    "Holder",
    "HookInvocation",
    "HostEvent",
    "InvalidOption",
    "InvalidPrompt",
    "InvalidRequest",
    "InvalidSessionId",
    "JsonValue",
    "LeaseLost",
    "LeaseUnavailable",
    "LedgerBackend",
    "LedgerDamaged",
    "LedgerError",
    "LedgerFailed",
    "LedgerFull",
    "LedgerInUse",
    "LedgerKey",
    "LedgerRecord",
    "Lifecycle",
    "LifecycleRef",
    "MemoryLedger",
    "ModelMismatch",
    "OutcomeUnknown",
    "PendingPrompt",
    "PermissionDecision",
    "PermissionHandler",
    "PermissionRequest",
    "PoisonedSession",
    "Pong",
    "ProcessLease",
    "PromptRecord",
    "PromptState",
    "ProtocolVersionMismatch",
    "ProviderConfig",
    "Recycle",
    "Remedy",
    "RpcError",
    "RpcTimeout",
    "Session",
    "SessionAlreadyExists",
    "SessionBusy",
    "SessionClosed",
    "SessionError",
    "SessionEvent",
    "SessionFailed",
    "SessionFilter",
    "SessionInUse",
    "SessionNotFound",
    "SessionOptionFields",
    "SessionOptions",
    "SessionPoisoned",
    "SessionQuarantined",
    "SessionSummary",
    "SessionUnresumable",
    "SqliteLedger",
    "Statistics",
    "Stdio",
    "StopFailed",
    "SubscriberFault",
    "SubscriberTooSlow",
    "SubscriptionRef",
    "Tcp",
    "Tool",
    "ToolInvocation",
    "ToolResult",
    "TranscriptDamaged",
    "Transport",
    "TurnAborted",
    "TurnError",
    "TurnFailed",
    "TurnFields",
    "TurnInterrupted",
    "TurnNoProgress",
    "TurnResult",
    "TurnStalled",
    "TurnTimeout",
    "UserInputRequest",
    "UserInputResponse",
    "WebSocket",
    "WouldDeadlock",
    "__version__",
    "approve_all",
    "approve_for_session",
    "approve_once",
    "deny_all",
    "in_thread",
    "open_client",
    "reject",
    "tool",
    "user_not_available",
]


def _name_publicly() -> None:
    """Let tracebacks, reprs and pickles show where a user imports a name from."""
    for name in __all__:
        thing = globals()[name]
        if getattr(thing, "__module__", "").startswith(f"{__name__}."):
            thing.__module__ = __name__


_name_publicly()
