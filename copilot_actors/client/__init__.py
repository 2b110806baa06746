"""LAYER 2: the Copilot actors. Imports only what is below: transport, storage and so on."""

from ._application import ClientOptionFields as ClientOptionFields
from ._application import open_client as open_client
from ._client import Client as Client
from ._client import Pong as Pong
from ._client import SessionFilter as SessionFilter
from ._client import SessionSummary as SessionSummary
from ._drain import DrainedSession as DrainedSession
from ._drain import DrainOutcome as DrainOutcome
from ._drain import DrainReport as DrainReport
from ._ledger_writer import PendingPrompt as PendingPrompt
from ._link import ClientState as ClientState
from ._link import HostEvent as HostEvent
from ._link import Lifecycle as Lifecycle
from ._link import LifecycleRef as LifecycleRef
from ._options import MAX_PROMPT_BYTES as MAX_PROMPT_BYTES
from ._options import ClientOptions as ClientOptions
from ._options import EventHandler as EventHandler
from ._options import ProviderConfig as ProviderConfig
from ._options import SessionOptionFields as SessionOptionFields
from ._options import SessionOptions as SessionOptions
from ._permissions import PermissionDecision as PermissionDecision
from ._permissions import PermissionHandler as PermissionHandler
from ._permissions import PermissionRequest as PermissionRequest
from ._permissions import approve_all as approve_all
from ._permissions import approve_for_session as approve_for_session
from ._permissions import approve_once as approve_once
from ._permissions import deny_all as deny_all
from ._permissions import reject as reject
from ._permissions import user_not_available as user_not_available
from ._poison import PoisonedSession as PoisonedSession
from ._poison import Remedy as Remedy
from ._record import AbortResult as AbortResult
from ._recycle import Recycle as Recycle
from ._requests import ExitPlanModeRequest as ExitPlanModeRequest
from ._requests import ExitPlanModeResponse as ExitPlanModeResponse
from ._requests import HookInvocation as HookInvocation
from ._requests import UserInputRequest as UserInputRequest
from ._requests import UserInputResponse as UserInputResponse
from ._session import Session as Session
from ._statistics import Statistics as Statistics
from ._subscriptions import SubscriberFault as SubscriberFault
from ._subscriptions import SubscriptionRef as SubscriptionRef
from ._threads import in_thread as in_thread
from ._tools import Tool as Tool
from ._tools import ToolInvocation as ToolInvocation
from ._tools import ToolResult as ToolResult
from ._tools import tool as tool
from ._turn import TurnFields as TurnFields
from ._turn import TurnResult as TurnResult

__all__ = [
    "MAX_PROMPT_BYTES",
    "AbortResult",
    "Client",
    "ClientOptionFields",
    "ClientOptions",
    "ClientState",
    "DrainOutcome",
    "DrainReport",
    "DrainedSession",
    "EventHandler",
    "ExitPlanModeRequest",
    "ExitPlanModeResponse",
    "HookInvocation",
    "HostEvent",
    "Lifecycle",
    "LifecycleRef",
    "PendingPrompt",
    "PermissionDecision",
    "PermissionHandler",
    "PermissionRequest",
    "PoisonedSession",
    "Pong",
    "ProviderConfig",
    "Recycle",
    "Remedy",
    "Session",
    "SessionFilter",
    "SessionOptionFields",
    "SessionOptions",
    "SessionSummary",
    "Statistics",
    "SubscriberFault",
    "SubscriptionRef",
    "Tool",
    "ToolInvocation",
    "ToolResult",
    "TurnFields",
    "TurnResult",
    "UserInputRequest",
    "UserInputResponse",
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
