"""LAYER 2: the Copilot actors. Imports only what is below: transport, storage and so on."""

from ._agents import CustomAgent as CustomAgent
from ._agents import DefaultAgent as DefaultAgent
from ._agents import GitHubMcpTools as GitHubMcpTools
from ._agents import McpHttpServer as McpHttpServer
from ._agents import McpServer as McpServer
from ._agents import McpStdioServer as McpStdioServer
from ._application import ClientOptionFields as ClientOptionFields
from ._application import open_client as open_client
from ._attachments import MAX_BLOB_BYTES as MAX_BLOB_BYTES
from ._attachments import MAX_TEXT_BLOB_BYTES as MAX_TEXT_BLOB_BYTES
from ._attachments import Attachment as Attachment
from ._attachments import BlobAttachment as BlobAttachment
from ._attachments import DirectoryAttachment as DirectoryAttachment
from ._attachments import ExtensionContextAttachment as ExtensionContextAttachment
from ._attachments import FileAttachment as FileAttachment
from ._attachments import LineRange as LineRange
from ._attachments import Position as Position
from ._attachments import SelectionAttachment as SelectionAttachment
from ._attachments import SelectionRange as SelectionRange
from ._canvases import Canvas as Canvas
from ._canvases import CanvasAction as CanvasAction
from ._canvases import CanvasRequest as CanvasRequest
from ._canvases import CanvasView as CanvasView
from ._client import Client as Client
from ._client_options import ClientOptions as ClientOptions
from ._client_settings import ClientInfo as ClientInfo
from ._client_settings import Telemetry as Telemetry
from ._client_values import Pong as Pong
from ._client_values import SessionFilter as SessionFilter
from ._client_values import SessionSummary as SessionSummary
from ._commands import Command as Command
from ._commands import CommandInvocation as CommandInvocation
from ._drain import DrainedSession as DrainedSession
from ._drain import DrainOutcome as DrainOutcome
from ._drain import DrainReport as DrainReport
from ._features import Features as Features
from ._hook_types import AgentStopHookInput as AgentStopHookInput
from ._hook_types import AgentStopHookOutput as AgentStopHookOutput
from ._hook_types import ErrorOccurredHookInput as ErrorOccurredHookInput
from ._hook_types import ErrorOccurredHookOutput as ErrorOccurredHookOutput
from ._hook_types import Hooks as Hooks
from ._hook_types import PostToolUseFailureHookInput as PostToolUseFailureHookInput
from ._hook_types import PostToolUseFailureHookOutput as PostToolUseFailureHookOutput
from ._hook_types import PostToolUseHookInput as PostToolUseHookInput
from ._hook_types import PostToolUseHookOutput as PostToolUseHookOutput
from ._hook_types import PreMcpToolCallHookInput as PreMcpToolCallHookInput
from ._hook_types import PreMcpToolCallHookOutput as PreMcpToolCallHookOutput
from ._hook_types import PreToolUseHookInput as PreToolUseHookInput
from ._hook_types import PreToolUseHookOutput as PreToolUseHookOutput
from ._hook_types import SessionEndHookInput as SessionEndHookInput
from ._hook_types import SessionEndHookOutput as SessionEndHookOutput
from ._hook_types import SessionStartHookInput as SessionStartHookInput
from ._hook_types import SessionStartHookOutput as SessionStartHookOutput
from ._hook_types import SubagentStartHookInput as SubagentStartHookInput
from ._hook_types import SubagentStartHookOutput as SubagentStartHookOutput
from ._hook_types import SubagentStopHookInput as SubagentStopHookInput
from ._hook_types import SubagentStopHookOutput as SubagentStopHookOutput
from ._hook_types import UserPromptSubmittedHookInput as UserPromptSubmittedHookInput
from ._hook_types import UserPromptSubmittedHookOutput as UserPromptSubmittedHookOutput
from ._hook_types import UserPromptTransformedHookInput as UserPromptTransformedHookInput
from ._hook_types import UserPromptTransformedHookOutput as UserPromptTransformedHookOutput
from ._hooks import HookInvocation as HookInvocation
from ._ledger_writer import PendingPrompt as PendingPrompt
from ._link import ClientState as ClientState
from ._link import HostEvent as HostEvent
from ._link import Lifecycle as Lifecycle
from ._link import LifecycleRef as LifecycleRef
from ._mcp_requests import McpAuthRequest as McpAuthRequest
from ._mcp_requests import McpAuthToken as McpAuthToken
from ._mcp_requests import McpHeadersRequest as McpHeadersRequest
from ._mcp_requests import SamplingRequest as SamplingRequest
from ._option_fields import SessionOptionFields as SessionOptionFields
from ._options import MAX_PROMPT_BYTES as MAX_PROMPT_BYTES
from ._options import EventHandler as EventHandler
from ._options import SessionOptions as SessionOptions
from ._permission_rules import PermissionRule as PermissionRule
from ._permission_rules import PermissionRules as PermissionRules
from ._permission_rules import approve_reads as approve_reads
from ._permissions import PermissionDecision as PermissionDecision
from ._permissions import PermissionHandler as PermissionHandler
from ._permissions import PermissionRequest as PermissionRequest
from ._permissions import approve_all as approve_all
from ._permissions import approve_for_location as approve_for_location
from ._permissions import approve_for_session as approve_for_session
from ._permissions import approve_once as approve_once
from ._permissions import approve_permanently as approve_permanently
from ._permissions import deny_all as deny_all
from ._permissions import no_result as no_result
from ._permissions import reject as reject
from ._permissions import user_not_available as user_not_available
from ._poison import PoisonedSession as PoisonedSession
from ._poison import Remedy as Remedy
from ._providers import AzureOptions as AzureOptions
from ._providers import CapiOptions as CapiOptions
from ._providers import ModelCapabilities as ModelCapabilities
from ._providers import ModelLimits as ModelLimits
from ._providers import ModelSupports as ModelSupports
from ._providers import NamedProvider as NamedProvider
from ._providers import ProviderConfig as ProviderConfig
from ._providers import ProviderModel as ProviderModel
from ._providers import VisionLimits as VisionLimits
from ._questions import AutoModeSwitchRequest as AutoModeSwitchRequest
from ._questions import ElicitationRequest as ElicitationRequest
from ._questions import ElicitationResult as ElicitationResult
from ._questions import ExitPlanModeRequest as ExitPlanModeRequest
from ._questions import ExitPlanModeResponse as ExitPlanModeResponse
from ._questions import SessionLimitsRequest as SessionLimitsRequest
from ._questions import SessionLimitsResponse as SessionLimitsResponse
from ._questions import UserInputRequest as UserInputRequest
from ._questions import UserInputResponse as UserInputResponse
from ._record import AbortResult as AbortResult
from ._recycle import Recycle as Recycle
from ._session import Session as Session
from ._session_settings import Autopilot as Autopilot
from ._session_settings import CanvasProvider as CanvasProvider
from ._session_settings import ExpAssignments as ExpAssignments
from ._session_settings import ExpConfig as ExpConfig
from ._session_settings import ExtensionInfo as ExtensionInfo
from ._session_settings import ImageGeneration as ImageGeneration
from ._session_settings import InfiniteSessions as InfiniteSessions
from ._session_settings import LargeOutput as LargeOutput
from ._session_settings import ManagedPermissions as ManagedPermissions
from ._session_settings import ManagedSettings as ManagedSettings
from ._session_settings import Memory as Memory
from ._session_settings import Sandbox as Sandbox
from ._session_settings import SessionLimits as SessionLimits
from ._session_settings import ToolSearch as ToolSearch
from ._session_settings import TraceContext as TraceContext
from ._skills import Skill as Skill
from ._skills import SkillProvider as SkillProvider
from ._statistics import Statistics as Statistics
from ._subscriptions import SubscriberFault as SubscriberFault
from ._subscriptions import SubscriptionRef as SubscriptionRef
from ._system_message import AppendSystemMessage as AppendSystemMessage
from ._system_message import CustomizeSystemMessage as CustomizeSystemMessage
from ._system_message import ReplaceSystemMessage as ReplaceSystemMessage
from ._system_message import SectionOverride as SectionOverride
from ._system_message import SystemMessage as SystemMessage
from ._threads import in_thread as in_thread
from ._token_providers import BearerTokenRequest as BearerTokenRequest
from ._token_providers import GitHubToken as GitHubToken
from ._token_providers import GitHubTokenRequest as GitHubTokenRequest
from ._tool_results import ToolBinary as ToolBinary
from ._tool_results import ToolResult as ToolResult
from ._tool_set import ToolSet as ToolSet
from ._tools import Tool as Tool
from ._tools import ToolInvocation as ToolInvocation
from ._tools import tool as tool
from ._turn import SendFields as SendFields
from ._turn import TurnFields as TurnFields
from ._turn import TurnResult as TurnResult
from ._ui import SessionUi as SessionUi

__all__ = [
    "MAX_BLOB_BYTES",
    "MAX_PROMPT_BYTES",
    "MAX_TEXT_BLOB_BYTES",
    "AbortResult",
    "AgentStopHookInput",
    "AgentStopHookOutput",
    "AppendSystemMessage",
    "Attachment",
    "AutoModeSwitchRequest",
    "Autopilot",
    "AzureOptions",
    "BearerTokenRequest",
    "BlobAttachment",
    "Canvas",
    "CanvasAction",
    "CanvasProvider",
    "CanvasRequest",
    "CanvasView",
    "CapiOptions",
    "Client",
    "ClientInfo",
    "ClientOptionFields",
    "ClientOptions",
    "ClientState",
    "Command",
    "CommandInvocation",
    "CustomAgent",
    "CustomizeSystemMessage",
    "DefaultAgent",
    "DirectoryAttachment",
    "DrainOutcome",
    "DrainReport",
    "DrainedSession",
    "ElicitationRequest",
    "ElicitationResult",
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
    "GitHubMcpTools",
    "GitHubToken",
    "GitHubTokenRequest",
    "HookInvocation",
    "Hooks",
    "HostEvent",
    "ImageGeneration",
    "InfiniteSessions",
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
    "ModelLimits",
    "ModelSupports",
    "NamedProvider",
    "PendingPrompt",
    "PermissionDecision",
    "PermissionHandler",
    "PermissionRequest",
    "PermissionRule",
    "PermissionRules",
    "PoisonedSession",
    "Pong",
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
    "Recycle",
    "Remedy",
    "ReplaceSystemMessage",
    "SamplingRequest",
    "Sandbox",
    "SectionOverride",
    "SelectionAttachment",
    "SelectionRange",
    "SendFields",
    "Session",
    "SessionEndHookInput",
    "SessionEndHookOutput",
    "SessionFilter",
    "SessionLimits",
    "SessionLimitsRequest",
    "SessionLimitsResponse",
    "SessionOptionFields",
    "SessionOptions",
    "SessionStartHookInput",
    "SessionStartHookOutput",
    "SessionSummary",
    "SessionUi",
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
    "reject",
    "tool",
    "user_not_available",
]
