"""LAYER 2: the Copilot actors. Imports only what is below: transport, storage and so on."""

from typing import TYPE_CHECKING

from copilot_actors._lazy import lazy_names as _lazy_names

from ._agent_host import AgentHost as AgentHost
from ._agent_host import HostedSessionFactory as HostedSessionFactory
from ._agent_host import HostedSessionRequest as HostedSessionRequest
from ._application import ClientOptionFields as ClientOptionFields
from ._application import open_client as open_client
from ._auto_tiers import AutoTierInfo as AutoTierInfo
from ._client import Client as Client
from ._client_values import Pong as Pong
from ._connection._features import Features as Features
from ._connection._link import ClientState as ClientState
from ._connection._link import HostEvent as HostEvent
from ._connection._link import Lifecycle as Lifecycle
from ._connection._link import LifecycleRef as LifecycleRef
from ._drain import DrainedSession as DrainedSession
from ._drain import DrainOutcome as DrainOutcome
from ._drain import DrainReport as DrainReport
from ._handlers._canvases import Canvas as Canvas
from ._handlers._canvases import CanvasAction as CanvasAction
from ._handlers._canvases import CanvasError as CanvasError
from ._handlers._canvases import CanvasRequest as CanvasRequest
from ._handlers._canvases import CanvasView as CanvasView
from ._handlers._commands import Command as Command
from ._handlers._commands import CommandInvocation as CommandInvocation
from ._handlers._hooks import HookInvocation as HookInvocation
from ._handlers._mcp_requests import McpAuthRequest as McpAuthRequest
from ._handlers._mcp_requests import McpAuthToken as McpAuthToken
from ._handlers._mcp_requests import McpHeadersRequest as McpHeadersRequest
from ._handlers._mcp_requests import SamplingRequest as SamplingRequest
from ._handlers._model_requests import InterceptedRequest as InterceptedRequest
from ._handlers._model_requests import ModelInterceptor as ModelInterceptor
from ._handlers._model_requests import ModelResponse as ModelResponse
from ._handlers._permission_rules import PermissionRule as PermissionRule
from ._handlers._permission_rules import PermissionRules as PermissionRules
from ._handlers._permission_rules import approve_reads as approve_reads
from ._handlers._permissions import PermissionDecision as PermissionDecision
from ._handlers._permissions import PermissionHandler as PermissionHandler
from ._handlers._permissions import PermissionRequest as PermissionRequest
from ._handlers._permissions import approve_all as approve_all
from ._handlers._permissions import approve_for_location as approve_for_location
from ._handlers._permissions import approve_for_session as approve_for_session
from ._handlers._permissions import approve_once as approve_once
from ._handlers._permissions import approve_permanently as approve_permanently
from ._handlers._permissions import deny_all as deny_all
from ._handlers._permissions import no_result as no_result
from ._handlers._permissions import reject as reject
from ._handlers._permissions import user_not_available as user_not_available
from ._handlers._questions import AutoModeSwitchRequest as AutoModeSwitchRequest
from ._handlers._questions import ElicitationRequest as ElicitationRequest
from ._handlers._questions import ElicitationResult as ElicitationResult
from ._handlers._questions import ExitPlanModeRequest as ExitPlanModeRequest
from ._handlers._questions import ExitPlanModeResponse as ExitPlanModeResponse
from ._handlers._questions import SessionLimitsRequest as SessionLimitsRequest
from ._handlers._questions import SessionLimitsResponse as SessionLimitsResponse
from ._handlers._questions import UserInputRequest as UserInputRequest
from ._handlers._questions import UserInputResponse as UserInputResponse
from ._handlers._skills import Skill as Skill
from ._handlers._skills import SkillProvider as SkillProvider
from ._handlers._threads import in_thread as in_thread
from ._handlers._token_providers import BearerTokenRequest as BearerTokenRequest
from ._handlers._token_providers import GitHubToken as GitHubToken
from ._handlers._token_providers import GitHubTokenRequest as GitHubTokenRequest
from ._handlers._tool_results import ToolBinary as ToolBinary
from ._handlers._tool_results import ToolResult as ToolResult
from ._handlers._tools import Tool as Tool
from ._handlers._tools import ToolInvocation as ToolInvocation
from ._handlers._tools import tool as tool
from ._handlers._ui import SessionUi as SessionUi
from ._listing import SessionFilter as SessionFilter
from ._listing import SessionSummary as SessionSummary
from ._options._agents import CustomAgent as CustomAgent
from ._options._agents import DefaultAgent as DefaultAgent
from ._options._agents import GitHubMcpTools as GitHubMcpTools
from ._options._agents import McpHttpServer as McpHttpServer
from ._options._agents import McpServer as McpServer
from ._options._agents import McpStdioServer as McpStdioServer
from ._options._attachments import MAX_BLOB_BYTES as MAX_BLOB_BYTES
from ._options._attachments import MAX_TEXT_BLOB_BYTES as MAX_TEXT_BLOB_BYTES
from ._options._attachments import Attachment as Attachment
from ._options._attachments import BlobAttachment as BlobAttachment
from ._options._attachments import DirectoryAttachment as DirectoryAttachment
from ._options._attachments import ExtensionContextAttachment as ExtensionContextAttachment
from ._options._attachments import FileAttachment as FileAttachment
from ._options._attachments import LineRange as LineRange
from ._options._attachments import Position as Position
from ._options._attachments import SelectionAttachment as SelectionAttachment
from ._options._attachments import SelectionRange as SelectionRange
from ._options._client_handlers import GitHubTelemetry as GitHubTelemetry
from ._options._client_handlers import ModelLister as ModelLister
from ._options._client_handlers import TelemetryHandler as TelemetryHandler
from ._options._client_options import ClientOptions as ClientOptions
from ._options._client_settings import ClientInfo as ClientInfo
from ._options._client_settings import Telemetry as Telemetry
from ._options._empty_mode import BUILTIN_TOOLS_ISOLATED as BUILTIN_TOOLS_ISOLATED
from ._options._poison import PoisonedSession as PoisonedSession
from ._options._poison import Remedy as Remedy
from ._options._providers import AzureOptions as AzureOptions
from ._options._providers import CapiOptions as CapiOptions
from ._options._providers import ModelCapabilities as ModelCapabilities
from ._options._providers import ModelLimits as ModelLimits
from ._options._providers import ModelSupports as ModelSupports
from ._options._providers import NamedProvider as NamedProvider
from ._options._providers import ProviderConfig as ProviderConfig
from ._options._providers import ProviderModel as ProviderModel
from ._options._providers import VisionLimits as VisionLimits
from ._options._secrets import EnvironmentSecret as EnvironmentSecret
from ._options._secrets import SecretSource as SecretSource
from ._options._session_files import FileSystemOf as FileSystemOf
from ._options._session_files import SessionFiles as SessionFiles
from ._options._session_options import MAX_PROMPT_BYTES as MAX_PROMPT_BYTES
from ._options._session_options import EventHandler as EventHandler
from ._options._session_options import SessionOptions as SessionOptions
from ._options._session_settings import Autopilot as Autopilot
from ._options._session_settings import CanvasProvider as CanvasProvider
from ._options._session_settings import ExpAssignments as ExpAssignments
from ._options._session_settings import ExpConfig as ExpConfig
from ._options._session_settings import ExtensionInfo as ExtensionInfo
from ._options._session_settings import ImageGeneration as ImageGeneration
from ._options._session_settings import InfiniteSessions as InfiniteSessions
from ._options._session_settings import LargeOutput as LargeOutput
from ._options._session_settings import ManagedPermissions as ManagedPermissions
from ._options._session_settings import ManagedSettings as ManagedSettings
from ._options._session_settings import Memory as Memory
from ._options._session_settings import Sandbox as Sandbox
from ._options._session_settings import SessionLimits as SessionLimits
from ._options._session_settings import ToolSearch as ToolSearch
from ._options._session_settings import TraceContext as TraceContext
from ._options._system_message import AppendSystemMessage as AppendSystemMessage
from ._options._system_message import CustomizeSystemMessage as CustomizeSystemMessage
from ._options._system_message import ReplaceSystemMessage as ReplaceSystemMessage
from ._options._system_message import SectionOverride as SectionOverride
from ._options._system_message import SystemMessage as SystemMessage
from ._options._tool_set import ToolSet as ToolSet
from ._prune import PrunedSession as PrunedSession
from ._prune import PruneProgress as PruneProgress
from ._prune import PruneReport as PruneReport
from ._recycle import Recycle as Recycle
from ._session._compaction import CompactionOutcome as CompactionOutcome
from ._session._compaction import CompactionResult as CompactionResult
from ._session._compaction import CompactionStatus as CompactionStatus
from ._session._handle import Session as Session
from ._session._ledger_writer import PendingPrompt as PendingPrompt
from ._session._model_control import CurrentModel as CurrentModel
from ._session._model_control import ModelSwitch as ModelSwitch
from ._session._model_control import TierSwitch as TierSwitch
from ._session._record import AbortResult as AbortResult
from ._session._session_history import SessionHistory as SessionHistory
from ._session._subscriptions import SubscriberFault as SubscriberFault
from ._session._subscriptions import SubscriptionRef as SubscriptionRef
from ._session._turn import SendFields as SendFields
from ._session._turn import TurnFields as TurnFields
from ._session._turn import TurnResult as TurnResult
from ._session._workspace import SessionWorkspace as SessionWorkspace
from ._session._workspace import WorkspaceCheckpoint as WorkspaceCheckpoint
from ._statistics import Statistics as Statistics

if TYPE_CHECKING:
    from ._handlers._hook_types import AgentStopHookInput as AgentStopHookInput
    from ._handlers._hook_types import AgentStopHookOutput as AgentStopHookOutput
    from ._handlers._hook_types import ErrorOccurredHookInput as ErrorOccurredHookInput
    from ._handlers._hook_types import ErrorOccurredHookOutput as ErrorOccurredHookOutput
    from ._handlers._hook_types import Hooks as Hooks
    from ._handlers._hook_types import PostToolUseFailureHookInput as PostToolUseFailureHookInput
    from ._handlers._hook_types import PostToolUseFailureHookOutput as PostToolUseFailureHookOutput
    from ._handlers._hook_types import PostToolUseHookInput as PostToolUseHookInput
    from ._handlers._hook_types import PostToolUseHookOutput as PostToolUseHookOutput
    from ._handlers._hook_types import PreMcpToolCallHookInput as PreMcpToolCallHookInput
    from ._handlers._hook_types import PreMcpToolCallHookOutput as PreMcpToolCallHookOutput
    from ._handlers._hook_types import PreToolUseHookInput as PreToolUseHookInput
    from ._handlers._hook_types import PreToolUseHookOutput as PreToolUseHookOutput
    from ._handlers._hook_types import SessionEndHookInput as SessionEndHookInput
    from ._handlers._hook_types import SessionEndHookOutput as SessionEndHookOutput
    from ._handlers._hook_types import SessionStartHookInput as SessionStartHookInput
    from ._handlers._hook_types import SessionStartHookOutput as SessionStartHookOutput
    from ._handlers._hook_types import SubagentStartHookInput as SubagentStartHookInput
    from ._handlers._hook_types import SubagentStartHookOutput as SubagentStartHookOutput
    from ._handlers._hook_types import SubagentStopHookInput as SubagentStopHookInput
    from ._handlers._hook_types import SubagentStopHookOutput as SubagentStopHookOutput
    from ._handlers._hook_types import UserPromptSubmittedHookInput as UserPromptSubmittedHookInput
    from ._handlers._hook_types import (
        UserPromptSubmittedHookOutput as UserPromptSubmittedHookOutput,
    )
    from ._handlers._hook_types import (
        UserPromptTransformedHookInput as UserPromptTransformedHookInput,
    )
    from ._handlers._hook_types import (
        UserPromptTransformedHookOutput as UserPromptTransformedHookOutput,
    )
    from ._options._fields import SessionOptionFields as SessionOptionFields
    from ._pool._placement import Placement as Placement
    from ._pool._pool import ClientPool as ClientPool
    from ._pool._pool import open_pool as open_pool
    from ._pool._values import OptionsFactory as OptionsFactory
    from ._pool._values import PoolMember as PoolMember
    from ._pool._values import PoolStatistics as PoolStatistics
    from ._tenants._guard import AccessRequest as AccessRequest
    from ._tenants._guard import Authorize as Authorize
    from ._tenants._guard import GuardStatistics as GuardStatistics
    from ._tenants._guard import TenantGuard as TenantGuard
    from ._tenants._tenant_client import TenantClient as TenantClient
else:
    __getattr__ = _lazy_names(
        __name__,
        {
            "._handlers._hook_types": [
                "AgentStopHookInput",
                "AgentStopHookOutput",
                "ErrorOccurredHookInput",
                "ErrorOccurredHookOutput",
                "Hooks",
                "PostToolUseFailureHookInput",
                "PostToolUseFailureHookOutput",
                "PostToolUseHookInput",
                "PostToolUseHookOutput",
                "PreMcpToolCallHookInput",
                "PreMcpToolCallHookOutput",
                "PreToolUseHookInput",
                "PreToolUseHookOutput",
                "SessionEndHookInput",
                "SessionEndHookOutput",
                "SessionStartHookInput",
                "SessionStartHookOutput",
                "SubagentStartHookInput",
                "SubagentStartHookOutput",
                "SubagentStopHookInput",
                "SubagentStopHookOutput",
                "UserPromptSubmittedHookInput",
                "UserPromptSubmittedHookOutput",
                "UserPromptTransformedHookInput",
                "UserPromptTransformedHookOutput",
            ],
            "._options._fields": ["SessionOptionFields"],
            "._pool._placement": ["Placement"],
            "._pool._pool": ["ClientPool", "open_pool"],
            "._pool._values": ["OptionsFactory", "PoolMember", "PoolStatistics"],
            "._tenants._guard": ["AccessRequest", "Authorize", "GuardStatistics", "TenantGuard"],
            "._tenants._tenant_client": ["TenantClient"],
        },
    )

__all__ = [
    "BUILTIN_TOOLS_ISOLATED",
    "MAX_BLOB_BYTES",
    "MAX_PROMPT_BYTES",
    "MAX_TEXT_BLOB_BYTES",
    "AbortResult",
    "AccessRequest",
    "AgentHost",
    "AgentStopHookInput",
    "AgentStopHookOutput",
    "AppendSystemMessage",
    "Attachment",
    "Authorize",
    "AutoModeSwitchRequest",
    "AutoTierInfo",
    "Autopilot",
    "AzureOptions",
    "BearerTokenRequest",
    "BlobAttachment",
    "Canvas",
    "CanvasAction",
    "CanvasError",
    "CanvasProvider",
    "CanvasRequest",
    "CanvasView",
    "CapiOptions",
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
    "CurrentModel",
    "CustomAgent",
    "CustomizeSystemMessage",
    "DefaultAgent",
    "DirectoryAttachment",
    "DrainOutcome",
    "DrainReport",
    "DrainedSession",
    "ElicitationRequest",
    "ElicitationResult",
    "EnvironmentSecret",
    "ErrorOccurredHookInput",
    "ErrorOccurredHookOutput",
    "EventHandler",
    "ExitPlanModeRequest",
    "ExitPlanModeResponse",
    "ExpAssignments",
    "ExpConfig",
    "ExtensionContextAttachment",
    "ExtensionInfo",
    "Features",
    "FileAttachment",
    "FileSystemOf",
    "GitHubMcpTools",
    "GitHubTelemetry",
    "GitHubToken",
    "GitHubTokenRequest",
    "GuardStatistics",
    "HookInvocation",
    "Hooks",
    "HostEvent",
    "HostedSessionFactory",
    "HostedSessionRequest",
    "ImageGeneration",
    "InfiniteSessions",
    "InterceptedRequest",
    "LargeOutput",
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
    "ModelCapabilities",
    "ModelInterceptor",
    "ModelLimits",
    "ModelLister",
    "ModelResponse",
    "ModelSupports",
    "ModelSwitch",
    "NamedProvider",
    "OptionsFactory",
    "PendingPrompt",
    "PermissionDecision",
    "PermissionHandler",
    "PermissionRequest",
    "PermissionRule",
    "PermissionRules",
    "Placement",
    "PoisonedSession",
    "Pong",
    "PoolMember",
    "PoolStatistics",
    "Position",
    "PostToolUseFailureHookInput",
    "PostToolUseFailureHookOutput",
    "PostToolUseHookInput",
    "PostToolUseHookOutput",
    "PreMcpToolCallHookInput",
    "PreMcpToolCallHookOutput",
    "PreToolUseHookInput",
    "PreToolUseHookOutput",
    "ProviderConfig",
    "ProviderModel",
    "PruneProgress",
    "PruneReport",
    "PrunedSession",
    "Recycle",
    "Remedy",
    "ReplaceSystemMessage",
    "SamplingRequest",
    "Sandbox",
    "SecretSource",
    "SectionOverride",
    "SelectionAttachment",
    "SelectionRange",
    "SendFields",
    "Session",
    "SessionEndHookInput",
    "SessionEndHookOutput",
    "SessionFiles",
    "SessionFilter",
    "SessionHistory",
    "SessionLimits",
    "SessionLimitsRequest",
    "SessionLimitsResponse",
    "SessionOptionFields",
    "SessionOptions",
    "SessionStartHookInput",
    "SessionStartHookOutput",
    "SessionSummary",
    "SessionUi",
    "SessionWorkspace",
    "Skill",
    "SkillProvider",
    "Statistics",
    "SubagentStartHookInput",
    "SubagentStartHookOutput",
    "SubagentStopHookInput",
    "SubagentStopHookOutput",
    "SubscriberFault",
    "SubscriptionRef",
    "SystemMessage",
    "Telemetry",
    "TelemetryHandler",
    "TenantClient",
    "TenantGuard",
    "TierSwitch",
    "Tool",
    "ToolBinary",
    "ToolInvocation",
    "ToolResult",
    "ToolSearch",
    "ToolSet",
    "TraceContext",
    "TurnFields",
    "TurnResult",
    "UserInputRequest",
    "UserInputResponse",
    "UserPromptSubmittedHookInput",
    "UserPromptSubmittedHookOutput",
    "UserPromptTransformedHookInput",
    "UserPromptTransformedHookOutput",
    "VisionLimits",
    "WorkspaceCheckpoint",
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
