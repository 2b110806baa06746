"""Supervised actors that keep GitHub Copilot CLI conversations alive.

The public names of clients and sessions are here; the actor runtime, usable by itself, is
``copilot_actors.otp``; the scripted model and the simulator are ``copilot_actors.testing``.
Importing this package loads no testing code and no generated type.
"""

from typing import TYPE_CHECKING

from msgspec import UNSET as UNSET

from ._errors import AccessDenied as AccessDenied
from ._errors import AuthenticationFailed as AuthenticationFailed
from ._errors import CliExited as CliExited
from ._errors import CliNotFound as CliNotFound
from ._errors import ConnectFailed as ConnectFailed
from ._errors import ConnectionFault as ConnectionFault
from ._errors import ConnectionLost as ConnectionLost
from ._errors import ConnectionStopped as ConnectionStopped
from ._errors import CopilotError as CopilotError
from ._errors import HandlerFailed as HandlerFailed
from ._errors import HandshakeTimeout as HandshakeTimeout
from ._errors import InvalidAttachment as InvalidAttachment
from ._errors import InvalidOption as InvalidOption
from ._errors import InvalidPrompt as InvalidPrompt
from ._errors import InvalidRequest as InvalidRequest
from ._errors import InvalidSessionId as InvalidSessionId
from ._errors import JsonValue as JsonValue
from ._errors import LedgerDamaged as LedgerDamaged
from ._errors import LedgerError as LedgerError
from ._errors import LedgerFailed as LedgerFailed
from ._errors import LedgerFull as LedgerFull
from ._errors import LedgerInUse as LedgerInUse
from ._errors import PoolFull as PoolFull
from ._errors import ProtocolVersionMismatch as ProtocolVersionMismatch
from ._errors import RpcError as RpcError
from ._errors import RpcTimeout as RpcTimeout
from ._errors import StopFailed as StopFailed
from ._errors import StoreError as StoreError
from ._errors import UnsupportedOption as UnsupportedOption
from ._errors import WrongEventLoop as WrongEventLoop
from ._holder import Holder as Holder
from ._lazy import lazy_names as _lazy_names
from ._lazy import name_publicly as _name_publicly
from ._session_errors import AbortFailed as AbortFailed
from ._session_errors import CursorExpired as CursorExpired
from ._session_errors import HistoryGap as HistoryGap
from ._session_errors import LeaseLost as LeaseLost
from ._session_errors import LeaseUnavailable as LeaseUnavailable
from ._session_errors import ModelMismatch as ModelMismatch
from ._session_errors import SecretUnavailable as SecretUnavailable
from ._session_errors import SessionAlreadyExists as SessionAlreadyExists
from ._session_errors import SessionBusy as SessionBusy
from ._session_errors import SessionClosed as SessionClosed
from ._session_errors import SessionError as SessionError
from ._session_errors import SessionFailed as SessionFailed
from ._session_errors import SessionInUse as SessionInUse
from ._session_errors import SessionNotFound as SessionNotFound
from ._session_errors import SessionQuarantined as SessionQuarantined
from ._session_errors import SessionUnresumable as SessionUnresumable
from ._session_errors import SubscriberTooSlow as SubscriberTooSlow
from ._session_errors import TranscriptDamaged as TranscriptDamaged
from ._session_errors import WouldDeadlock as WouldDeadlock
from ._session_id import SessionId as SessionId
from ._turn_errors import InvalidAnswer as InvalidAnswer
from ._turn_errors import OutcomeUnknown as OutcomeUnknown
from ._turn_errors import SessionPoisoned as SessionPoisoned
from ._turn_errors import TurnAborted as TurnAborted
from ._turn_errors import TurnError as TurnError
from ._turn_errors import TurnFailed as TurnFailed
from ._turn_errors import TurnInterrupted as TurnInterrupted
from ._turn_errors import TurnNoProgress as TurnNoProgress
from ._turn_errors import TurnStalled as TurnStalled
from ._turn_errors import TurnTimeout as TurnTimeout
from .client import BUILTIN_TOOLS_ISOLATED as BUILTIN_TOOLS_ISOLATED
from .client import MAX_BLOB_BYTES as MAX_BLOB_BYTES
from .client import MAX_PROMPT_BYTES as MAX_PROMPT_BYTES
from .client import MAX_TEXT_BLOB_BYTES as MAX_TEXT_BLOB_BYTES
from .client import AbortResult as AbortResult
from .client import AgentHost as AgentHost
from .client import AppendSystemMessage as AppendSystemMessage
from .client import Attachment as Attachment
from .client import Autopilot as Autopilot
from .client import AutoTierInfo as AutoTierInfo
from .client import AzureOptions as AzureOptions
from .client import BlobAttachment as BlobAttachment
from .client import CanvasProvider as CanvasProvider
from .client import CapiOptions as CapiOptions
from .client import Client as Client
from .client import ClientInfo as ClientInfo
from .client import ClientOptionFields as ClientOptionFields
from .client import ClientOptions as ClientOptions
from .client import ClientState as ClientState
from .client import CustomAgent as CustomAgent
from .client import CustomizeSystemMessage as CustomizeSystemMessage
from .client import DefaultAgent as DefaultAgent
from .client import DirectoryAttachment as DirectoryAttachment
from .client import DrainedSession as DrainedSession
from .client import DrainOutcome as DrainOutcome
from .client import DrainReport as DrainReport
from .client import EventHandler as EventHandler
from .client import ExitPlanModeRequest as ExitPlanModeRequest
from .client import ExitPlanModeResponse as ExitPlanModeResponse
from .client import ExpAssignments as ExpAssignments
from .client import ExpConfig as ExpConfig
from .client import ExtensionContextAttachment as ExtensionContextAttachment
from .client import ExtensionInfo as ExtensionInfo
from .client import Features as Features
from .client import FileAttachment as FileAttachment
from .client import FileSystemOf as FileSystemOf
from .client import GitHubMcpTools as GitHubMcpTools
from .client import GitHubTelemetry as GitHubTelemetry
from .client import HookInvocation as HookInvocation
from .client import HostedSessionFactory as HostedSessionFactory
from .client import HostedSessionRequest as HostedSessionRequest
from .client import HostEvent as HostEvent
from .client import ImageGeneration as ImageGeneration
from .client import InfiniteSessions as InfiniteSessions
from .client import InterceptedRequest as InterceptedRequest
from .client import LargeOutput as LargeOutput
from .client import Lifecycle as Lifecycle
from .client import LifecycleRef as LifecycleRef
from .client import LineRange as LineRange
from .client import ManagedPermissions as ManagedPermissions
from .client import ManagedSettings as ManagedSettings
from .client import McpHttpServer as McpHttpServer
from .client import McpServer as McpServer
from .client import McpStdioServer as McpStdioServer
from .client import Memory as Memory
from .client import ModelCapabilities as ModelCapabilities
from .client import ModelInterceptor as ModelInterceptor
from .client import ModelLimits as ModelLimits
from .client import ModelLister as ModelLister
from .client import ModelResponse as ModelResponse
from .client import ModelSupports as ModelSupports
from .client import NamedProvider as NamedProvider
from .client import PendingPrompt as PendingPrompt
from .client import PermissionDecision as PermissionDecision
from .client import PermissionHandler as PermissionHandler
from .client import PermissionRequest as PermissionRequest
from .client import PoisonedSession as PoisonedSession
from .client import Pong as Pong
from .client import Position as Position
from .client import ProviderConfig as ProviderConfig
from .client import ProviderModel as ProviderModel
from .client import PrunedSession as PrunedSession
from .client import PruneProgress as PruneProgress
from .client import PruneReport as PruneReport
from .client import Recycle as Recycle
from .client import Remedy as Remedy
from .client import ReplaceSystemMessage as ReplaceSystemMessage
from .client import Sandbox as Sandbox
from .client import SecretSource as SecretSource
from .client import SectionOverride as SectionOverride
from .client import SelectionAttachment as SelectionAttachment
from .client import SelectionRange as SelectionRange
from .client import SendFields as SendFields
from .client import Session as Session
from .client import SessionFiles as SessionFiles
from .client import SessionFilter as SessionFilter
from .client import SessionHistory as SessionHistory
from .client import SessionLimits as SessionLimits
from .client import SessionOptions as SessionOptions
from .client import SessionSummary as SessionSummary
from .client import Statistics as Statistics
from .client import SubscriberFault as SubscriberFault
from .client import SubscriptionRef as SubscriptionRef
from .client import SystemMessage as SystemMessage
from .client import Telemetry as Telemetry
from .client import TelemetryHandler as TelemetryHandler
from .client import Tool as Tool
from .client import ToolInvocation as ToolInvocation
from .client import ToolResult as ToolResult
from .client import ToolSearch as ToolSearch
from .client import ToolSet as ToolSet
from .client import TraceContext as TraceContext
from .client import TurnFields as TurnFields
from .client import TurnResult as TurnResult
from .client import UserInputRequest as UserInputRequest
from .client import UserInputResponse as UserInputResponse
from .client import VisionLimits as VisionLimits
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
from .storage import DirectoryEntry as DirectoryEntry
from .storage import FileInfo as FileInfo
from .storage import FileLease as FileLease
from .storage import LedgerBackend as LedgerBackend
from .storage import LedgerKey as LedgerKey
from .storage import LedgerRecord as LedgerRecord
from .storage import MemoryLedger as MemoryLedger
from .storage import NamespacedFileSystem as NamespacedFileSystem
from .storage import ProcessLease as ProcessLease
from .storage import PromptRecord as PromptRecord
from .storage import PromptState as PromptState
from .storage import SessionFileSystem as SessionFileSystem
from .storage import SqliteFileSystem as SqliteFileSystem
from .storage import SqliteLedger as SqliteLedger
from .storage import SqlResult as SqlResult
from .storage import SqlStatement as SqlStatement
from .transport import Stdio as Stdio
from .transport import Transport as Transport

__version__ = "0.1.0"
from ._session_errors import CapabilityMissing as CapabilityMissing
from ._session_errors import TierSwitchFailed as TierSwitchFailed
from .client import AutoModeSwitchRequest as AutoModeSwitchRequest
from .client import BearerTokenRequest as BearerTokenRequest
from .client import Canvas as Canvas
from .client import CanvasAction as CanvasAction
from .client import CanvasError as CanvasError
from .client import CanvasRequest as CanvasRequest
from .client import CanvasView as CanvasView
from .client import Command as Command
from .client import CommandInvocation as CommandInvocation
from .client import CompactionOutcome as CompactionOutcome
from .client import CompactionResult as CompactionResult
from .client import CompactionStatus as CompactionStatus
from .client import CurrentModel as CurrentModel
from .client import ElicitationRequest as ElicitationRequest
from .client import ElicitationResult as ElicitationResult
from .client import EnvironmentSecret as EnvironmentSecret
from .client import GitHubToken as GitHubToken
from .client import GitHubTokenRequest as GitHubTokenRequest
from .client import McpAuthRequest as McpAuthRequest
from .client import McpAuthToken as McpAuthToken
from .client import McpHeadersRequest as McpHeadersRequest
from .client import ModelSwitch as ModelSwitch
from .client import PermissionRule as PermissionRule
from .client import PermissionRules as PermissionRules
from .client import SamplingRequest as SamplingRequest
from .client import SessionLimitsRequest as SessionLimitsRequest
from .client import SessionLimitsResponse as SessionLimitsResponse
from .client import SessionUi as SessionUi
from .client import SessionWorkspace as SessionWorkspace
from .client import Skill as Skill
from .client import SkillProvider as SkillProvider
from .client import TierSwitch as TierSwitch
from .client import ToolBinary as ToolBinary
from .client import WorkspaceCheckpoint as WorkspaceCheckpoint
from .client import approve_for_location as approve_for_location
from .client import approve_permanently as approve_permanently
from .client import approve_reads as approve_reads
from .client import no_result as no_result

if TYPE_CHECKING:
    from .client import AccessRequest as AccessRequest
    from .client import Authorize as Authorize
    from .client import ClientPool as ClientPool
    from .client import GuardStatistics as GuardStatistics
    from .client import Hooks as Hooks
    from .client import OptionsFactory as OptionsFactory
    from .client import Placement as Placement
    from .client import PoolMember as PoolMember
    from .client import PoolStatistics as PoolStatistics
    from .client import SessionOptionFields as SessionOptionFields
    from .client import TenantClient as TenantClient
    from .client import TenantGuard as TenantGuard
    from .client import open_pool as open_pool
    from .storage import SECRET_PATTERNS as SECRET_PATTERNS
    from .storage import Checkpoint as Checkpoint
    from .storage import CopyReport as CopyReport
    from .storage import DamageReport as DamageReport
    from .storage import DiffSide as DiffSide
    from .storage import DirectoryFileSystem as DirectoryFileSystem
    from .storage import ExportReport as ExportReport
    from .storage import InMemoryFileSystem as InMemoryFileSystem
    from .storage import Redaction as Redaction
    from .storage import RedisLease as RedisLease
    from .storage import Segment as Segment
    from .storage import SegmentDamage as SegmentDamage
    from .storage import SessionDiff as SessionDiff
    from .storage import SessionStore as SessionStore
    from .storage import StoredEvents as StoredEvents
    from .storage import StoredFile as StoredFile
    from .storage import StoredSession as StoredSession
    from .transport import Tcp as Tcp
    from .transport import WebSocket as WebSocket
else:
    __getattr__ = _lazy_names(__name__, {}, packages=(".client", ".storage", ".transport"))

__all__ = [
    "BUILTIN_TOOLS_ISOLATED",
    "MAX_BLOB_BYTES",
    "MAX_PROMPT_BYTES",
    "MAX_TEXT_BLOB_BYTES",
    "SECRET_PATTERNS",
    "UNSET",
    "AbortFailed",
    "AbortResult",
    "AccessDenied",
    "AccessRequest",
    "AgentHost",
    "AppendSystemMessage",
    "Attachment",
    "AuthenticationFailed",
    "Authorize",
    "AutoModeSwitchRequest",
    "AutoTierInfo",
    "Autopilot",
    "AzureOptions",
    "Backoff",
    "BearerTokenRequest",
    "BlobAttachment",
    "CallRecord",
    "Canvas",
    "CanvasAction",
    "CanvasError",
    "CanvasProvider",
    "CanvasRequest",
    "CanvasView",
    "CapabilityMissing",
    "CapiOptions",
    "Checkpoint",
    "CliExited",
    "CliNotFound",
    "Client",
    "ClientInfo",
    "ClientOptionFields",
    "ClientOptions",
    "ClientPool",
    "ClientState",
    "Command",
    "CommandInvocation",
    "CompactionOutcome",
    "CompactionResult",
    "CompactionStatus",
    "ConnectFailed",
    "ConnectionFault",
    "ConnectionLost",
    "ConnectionStopped",
    "CopilotError",
    "CopyReport",
    "CurrentModel",
    "CursorExpired",
    "CustomAgent",
    "CustomizeSystemMessage",
    "DamageReport",
    "DefaultAgent",
    "DiffSide",
    "DirectoryAttachment",
    "DirectoryEntry",
    "DirectoryFileSystem",
    "DrainOutcome",
    "DrainReport",
    "DrainedSession",
    "ElicitationRequest",
    "ElicitationResult",
    "EnvironmentSecret",
    "EventData",
    "EventHandler",
    "ExitPlanModeRequest",
    "ExitPlanModeResponse",
    "ExpAssignments",
    "ExpConfig",
    "ExportReport",
    "ExtensionContextAttachment",
    "ExtensionInfo",
    "Features",
    "FileAttachment",
    "FileInfo",
    "FileLease",
    "FileSystemOf",
    "GitHubMcpTools",
    "GitHubTelemetry",
    "GitHubToken",
    "GitHubTokenRequest",
    "GuardStatistics",
    "HandlerFailed",
    "HandshakeTimeout",
    "HistoryGap",
    "Holder",
    "HookInvocation",
    "Hooks",
    "HostEvent",
    "HostedSessionFactory",
    "HostedSessionRequest",
    "ImageGeneration",
    "InMemoryFileSystem",
    "InfiniteSessions",
    "InterceptedRequest",
    "InvalidAnswer",
    "InvalidAttachment",
    "InvalidOption",
    "InvalidPrompt",
    "InvalidRequest",
    "InvalidSessionId",
    "JsonValue",
    "LargeOutput",
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
    "LineRange",
    "ManagedPermissions",
    "ManagedSettings",
    "McpAuthRequest",
    "McpAuthToken",
    "McpHeadersRequest",
    "McpHttpServer",
    "McpServer",
    "McpStdioServer",
    "Memory",
    "MemoryLedger",
    "ModelCapabilities",
    "ModelInterceptor",
    "ModelLimits",
    "ModelLister",
    "ModelMismatch",
    "ModelResponse",
    "ModelSupports",
    "ModelSwitch",
    "NamedProvider",
    "NamespacedFileSystem",
    "OptionsFactory",
    "OutcomeUnknown",
    "PendingPrompt",
    "PermissionDecision",
    "PermissionHandler",
    "PermissionRequest",
    "PermissionRule",
    "PermissionRules",
    "Placement",
    "PoisonedSession",
    "Pong",
    "PoolFull",
    "PoolMember",
    "PoolStatistics",
    "Position",
    "ProcessLease",
    "PromptRecord",
    "PromptState",
    "ProtocolVersionMismatch",
    "ProviderConfig",
    "ProviderModel",
    "PruneProgress",
    "PruneReport",
    "PrunedSession",
    "Recycle",
    "Redaction",
    "RedisLease",
    "Remedy",
    "ReplaceSystemMessage",
    "RpcError",
    "RpcTimeout",
    "SamplingRequest",
    "Sandbox",
    "SecretSource",
    "SecretUnavailable",
    "SectionOverride",
    "Segment",
    "SegmentDamage",
    "SelectionAttachment",
    "SelectionRange",
    "SendFields",
    "Session",
    "SessionAlreadyExists",
    "SessionBusy",
    "SessionClosed",
    "SessionDiff",
    "SessionError",
    "SessionEvent",
    "SessionFailed",
    "SessionFileSystem",
    "SessionFiles",
    "SessionFilter",
    "SessionHistory",
    "SessionId",
    "SessionInUse",
    "SessionLimits",
    "SessionLimitsRequest",
    "SessionLimitsResponse",
    "SessionNotFound",
    "SessionOptionFields",
    "SessionOptions",
    "SessionPoisoned",
    "SessionQuarantined",
    "SessionStore",
    "SessionSummary",
    "SessionUi",
    "SessionUnresumable",
    "SessionWorkspace",
    "Skill",
    "SkillProvider",
    "SqlResult",
    "SqlStatement",
    "SqliteFileSystem",
    "SqliteLedger",
    "Statistics",
    "Stdio",
    "StopFailed",
    "StoreError",
    "StoredEvents",
    "StoredFile",
    "StoredSession",
    "SubscriberFault",
    "SubscriberTooSlow",
    "SubscriptionRef",
    "SystemMessage",
    "Tcp",
    "Telemetry",
    "TelemetryHandler",
    "TenantClient",
    "TenantGuard",
    "TierSwitch",
    "TierSwitchFailed",
    "Tool",
    "ToolBinary",
    "ToolInvocation",
    "ToolResult",
    "ToolSearch",
    "ToolSet",
    "TraceContext",
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
    "UnsupportedOption",
    "UserInputRequest",
    "UserInputResponse",
    "VisionLimits",
    "WebSocket",
    "WorkspaceCheckpoint",
    "WouldDeadlock",
    "WrongEventLoop",
    "__version__",
    "approve_all",
    "approve_for_location",
    "approve_for_session",
    "approve_once",
    "approve_permanently",
    "approve_reads",
    "deny_all",
    "in_thread",
    "no_result",
    "open_client",
    "open_pool",
    "reject",
    "tool",
    "user_not_available",
]

_name_publicly(__name__, __all__)
