"""LAYER 2: the Copilot actors. Imports only what is below: transport, storage and so on."""

from ._application import ClientOptionFields as ClientOptionFields
from ._application import open_client as open_client
from ._canvases import Canvas as Canvas
from ._canvases import CanvasAction as CanvasAction
from ._canvases import CanvasRequest as CanvasRequest
from ._canvases import CanvasView as CanvasView
from ._client import Client as Client
from ._client import Pong as Pong
from ._client import SessionFilter as SessionFilter
from ._client import SessionSummary as SessionSummary
from ._commands import Command as Command
from ._commands import CommandInvocation as CommandInvocation
from ._drain import DrainedSession as DrainedSession
from ._drain import DrainOutcome as DrainOutcome
from ._drain import DrainReport as DrainReport
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
from ._link import Lifecycle as Lifecycle
from ._link import LifecycleRef as LifecycleRef
from ._mcp_requests import McpAuthRequest as McpAuthRequest
from ._mcp_requests import McpAuthToken as McpAuthToken
from ._mcp_requests import McpHeadersRequest as McpHeadersRequest
from ._mcp_requests import SamplingRequest as SamplingRequest
from ._options import MAX_PROMPT_BYTES as MAX_PROMPT_BYTES
from ._options import ClientOptions as ClientOptions
from ._options import EventHandler as EventHandler
from ._options import ProviderConfig as ProviderConfig
from ._options import SessionOptionFields as SessionOptionFields
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
from ._skills import Skill as Skill
from ._skills import SkillProvider as SkillProvider
from ._statistics import Statistics as Statistics
from ._subscriptions import SubscriberFault as SubscriberFault
from ._subscriptions import SubscriptionRef as SubscriptionRef
from ._threads import in_thread as in_thread
from ._token_providers import BearerTokenRequest as BearerTokenRequest
from ._token_providers import GitHubToken as GitHubToken
from ._token_providers import GitHubTokenRequest as GitHubTokenRequest
from ._tool_results import ToolBinary as ToolBinary
from ._tool_results import ToolResult as ToolResult
from ._tools import Tool as Tool
from ._tools import ToolInvocation as ToolInvocation
from ._tools import tool as tool
from ._turn import TurnFields as TurnFields
from ._turn import TurnResult as TurnResult
from ._ui import SessionUi as SessionUi

__all__ = [
    "MAX_PROMPT_BYTES",
    "AbortResult",
    "AgentStopHookInput",
    "AgentStopHookOutput",
    "AutoModeSwitchRequest",
    "BearerTokenRequest",
    "Canvas",
    "CanvasAction",
    "CanvasRequest",
    "CanvasView",
    "Client",
    "ClientOptionFields",
    "ClientOptions",
    "ClientState",
    "Command",
    "CommandInvocation",
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
    "GitHubToken",
    "GitHubTokenRequest",
    "HookInvocation",
    "Hooks",
    "Lifecycle",
    "LifecycleRef",
    "McpAuthRequest",
    "McpAuthToken",
    "McpHeadersRequest",
    "PendingPrompt",
    "PermissionDecision",
    "PermissionHandler",
    "PermissionRequest",
    "PermissionRule",
    "PermissionRules",
    "PoisonedSession",
    "Pong",
    "PostToolUseFailureHookInput",
    "PostToolUseFailureHookOutput",
    "PostToolUseHookInput",
    "PostToolUseHookOutput",
    "PreMcpToolCallHookInput",
    "PreMcpToolCallHookOutput",
    "PreToolUseHookInput",
    "PreToolUseHookOutput",
    "ProviderConfig",
    "Recycle",
    "Remedy",
    "SamplingRequest",
    "Session",
    "SessionEndHookInput",
    "SessionEndHookOutput",
    "SessionFilter",
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
    "Tool",
    "ToolBinary",
    "ToolInvocation",
    "ToolResult",
    "TurnFields",
    "TurnResult",
    "UserInputRequest",
    "UserInputResponse",
    "UserPromptSubmittedHookInput",
    "UserPromptSubmittedHookOutput",
    "UserPromptTransformedHookInput",
    "UserPromptTransformedHookOutput",
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
