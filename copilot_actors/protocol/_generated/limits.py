"""What the schema asks of values beyond their types. Loaded by test kits.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

EVENT_LIMITS: dict[str, dict[str, dict[str, object]]] = {
    "AgentInterruptedData": {
        "elapsedMs": {'format': 'duration', 'minimum': 0},
        "turn": {'minimum': 0},
        "outputTtftMs": {'format': 'duration', 'minimum': 0},
        "interruptedAgentCount": {'minimum': 1},
    },
    "AssistantFusionPhaseActivityData": {
        "totalResponseSizeBytes": {'minimum': 0},
    },
    "AssistantFusionPhaseCompletedData": {
        "durationMs": {'minimum': 0},
    },
    "AssistantFusionPhaseFailedData": {
        "durationMs": {'minimum': 0},
    },
    "AssistantMessageData": {
        "chunkIndex": {'minimum': 0},
        "chunkCount": {'minimum': 1},
        "outputTokens": {'minimum': 0},
    },
    "AssistantStreamingDeltaData": {
        "totalResponseSizeBytes": {'minimum': 0},
    },
    "AssistantUsageCopilotUsage": {
        "totalNanoAiu": {'minimum': 0},
    },
    "AssistantUsageCopilotUsageTokenDetail": {
        "batchSize": {'minimum': 0},
        "costPerBatch": {'minimum': 0},
        "tokenCount": {'minimum': 0},
    },
    "AssistantUsageData": {
        "inputTokens": {'minimum': 0},
        "outputTokens": {'minimum': 0},
        "cacheReadTokens": {'minimum': 0},
        "cacheWriteTokens": {'minimum': 0},
        "cacheExpiresAt": {'format': 'date-time'},
        "reasoningTokens": {'minimum': 0},
        "duration": {'format': 'duration', 'minimum': 0},
        "timeToFirstTokenMs": {'format': 'duration', 'minimum': 0},
        "outputTtftMs": {'format': 'duration', 'minimum': 0},
        "interTokenLatencyMs": {'format': 'duration', 'minimum': 0},
        "maxPromptTokens": {'minimum': 0},
        "maxOutputTokens": {'minimum': 0},
        "acceptedPredictionTokens": {'minimum': 0},
        "rejectedPredictionTokens": {'minimum': 0},
        "availableToolCount": {'minimum': 0},
        "toolTokenCount": {'minimum': 0},
        "cacheTtlSeconds": {'minimum': 0},
        "numToolCalls": {'minimum': 0},
    },
    "AssistantUsageQuotaSnapshot": {
        "entitlementRequests": {'minimum': -1},
        "usedRequests": {'minimum': 0},
        "overage": {'minimum': 0},
        "remainingPercentage": {'maximum': 100, 'minimum': 0},
        "resetDate": {'format': 'date-time'},
        "overageEntitlement": {'minimum': 0},
    },
    "AttachmentBlob": {
        "data": {'contentEncoding': 'base64'},
        "byteLength": {'minimum': 0},
    },
    "AttachmentExtensionContext": {
        "title": {'minLength': 1},
        "capturedAt": {'format': 'date-time'},
    },
    "AttachmentFile": {
        "byteLength": {'minimum': 0},
    },
    "AttachmentFileLineRange": {
        "start": {'exclusiveMinimum': 0},
        "end": {'exclusiveMinimum': 0},
    },
    "AttachmentGitHubActionsJob": {
        "jobId": {'exclusiveMinimum': 0},
    },
    "AttachmentGitHubReference": {
        "number": {'exclusiveMinimum': 0},
    },
    "AttachmentSelectionDetailsEnd": {
        "line": {'minimum': 0},
        "character": {'minimum': 0},
    },
    "AttachmentSelectionDetailsStart": {
        "line": {'minimum': 0},
        "character": {'minimum': 0},
    },
    "AutoModeSwitchRequestedData": {
        "retryAfterSeconds": {'format': 'duration', 'minimum': 0},
    },
    "CanvasRegistryChangedCanvas": {
        "description": {'minLength': 1},
    },
    "CitationLocationBlock": {
        "startBlock": {'minimum': 0},
        "endBlock": {'minimum': 0},
    },
    "CitationLocationChar": {
        "startIndex": {'minimum': 0},
        "endIndex": {'minimum': 0},
    },
    "CitationLocationPage": {
        "startPage": {'minimum': 0},
        "endPage": {'minimum': 0},
    },
    "CitationSpan": {
        "startIndex": {'minimum': 0},
        "endIndex": {'minimum': 0},
    },
    "CompactionCompleteCompactionTokensUsed": {
        "inputTokens": {'minimum': 0},
        "outputTokens": {'minimum': 0},
        "cacheReadTokens": {'minimum': 0},
        "cacheWriteTokens": {'minimum': 0},
        "duration": {'format': 'duration', 'minimum': 0},
    },
    "CompactionCompleteCompactionTokensUsedCopilotUsage": {
        "totalNanoAiu": {'minimum': 0},
    },
    "CompactionCompleteCompactionTokensUsedCopilotUsageTokenDetail": {
        "batchSize": {'minimum': 0},
        "costPerBatch": {'minimum': 0},
        "tokenCount": {'minimum': 0},
    },
    "FactoryRunSettledData": {
        "consumedSubagents": {'minimum': 0},
        "consumedNanoAiu": {'minimum': 0},
        "elapsedMs": {'minimum': 0},
    },
    "FactoryRunStartedData": {
        "attempt": {'minimum': 1},
    },
    "FactoryRunUpdatedData": {
        "revision": {'minimum': 1},
    },
    "FusionPhaseUsage": {
        "requestCount": {'minimum': 0},
        "inputTokens": {'minimum': 0},
        "outputTokens": {'minimum': 0},
        "cachedTokens": {'minimum': 0},
        "cacheWriteTokens": {'minimum': 0},
        "totalNanoAiu": {'minimum': 0},
    },
    "FusionScores": {
        "reasoning": {'maximum': 1, 'minimum': 0},
        "codeGen": {'maximum': 1, 'minimum': 0},
        "debugging": {'maximum': 1, 'minimum': 0},
        "toolUse": {'maximum': 1, 'minimum': 0},
    },
    "GitHubRepoRef": {
        "id": {'exclusiveMinimum': 0},
    },
    "McpOauthHttpResponse": {
        "statusCode": {'maximum': 999, 'minimum': 100},
    },
    "ModelCallFailureData": {
        "statusCode": {'maximum': 999, 'minimum': 0},
        "durationMs": {'format': 'duration', 'minimum': 0},
        "maxPromptTokens": {'minimum': 0},
        "maxOutputTokens": {'minimum': 0},
    },
    "ModelCallFailureRequestFingerprint": {
        "messageCount": {'minimum': 0},
        "toolResultMessageCount": {'minimum': 0},
        "toolCallCount": {'minimum': 0},
        "namelessToolCallCount": {'minimum': 0},
        "imagePartCount": {'minimum': 0},
        "imagePartsMissingMediaType": {'minimum': 0},
    },
    "ModelCallFinishedData": {
        "dispatchDurationMs": {'format': 'duration', 'minimum': 0},
        "editClassifierVersion": {'minimum': 1},
    },
    "PermissionAssentDetectedData": {
        "turnIndex": {'minimum': 0},
    },
    "PermissionContextualAuthorizationData": {
        "turnIndex": {'minimum': 0},
        "spanStart": {'minimum': 0},
        "spanEnd": {'minimum': 0},
    },
    "PermissionMessageAuthorizationData": {
        "turnIndex": {'minimum': 0},
        "spanStart": {'minimum': 0},
        "spanEnd": {'minimum': 0},
    },
    "PermissionMessageAuthorizationDegradedData": {
        "turnIndex": {'minimum': 0},
    },
    "PermissionMessageAuthorizationReadData": {
        "turnIndex": {'minimum': 0},
    },
    "PermissionPromptRequestExtensionEnvAccess": {
        "environmentVariables": {'minItems': 1},
    },
    "PermissionPromptRequestFactory": {
        "maxConcurrentSubagents": {'minimum': 0},
        "maxTotalSubagents": {'minimum': 0},
        "declaredMaxConcurrentSubagents": {'minimum': 0},
        "declaredMaxTotalSubagents": {'minimum': 0},
    },
    "PermissionRequestExtensionEnvAccess": {
        "environmentVariables": {'minItems': 1},
    },
    "PermissionRequestFactory": {
        "maxConcurrentSubagents": {'minimum': 0},
        "maxTotalSubagents": {'minimum': 0},
        "declaredMaxConcurrentSubagents": {'minimum': 0},
        "declaredMaxTotalSubagents": {'minimum': 0},
    },
    "PersistedBinaryResult": {
        "data": {'contentEncoding': 'base64'},
        "byteLength": {'minimum': 0},
    },
    "PromptCacheBreakData": {
        "survivedTokens": {'minimum': 0},
        "frontierTokens": {'minimum': 0},
        "shortfallTokens": {'minimum': 0},
        "retentionRatio": {'maximum': 1.0, 'minimum': 0.0},
        "rewriteMessageIndex": {'minimum': 0},
    },
    "SandboxDecisionDataPolicyResolved": {
        "readwritePathsCount": {'minimum': 0},
        "readonlyPathsCount": {'minimum': 0},
        "deniedPathsCount": {'minimum': 0},
    },
    "SandboxDecisionDataSpawnCompleted": {
        "durationMs": {'minimum': 0},
    },
    "SessionAutoModeResolvedData": {
        "confidence": {'maximum': 1.0, 'minimum': 0.0},
        "routerLatencyMs": {'minimum': 0.0},
        "endToEndLatencyMs": {'minimum': 0.0},
    },
    "SessionAutopilotObjectiveChangedData": {
        "id": {'exclusiveMinimum': 0},
    },
    "SessionBinaryAssetData": {
        "byteLength": {'minimum': 0},
        "data": {'contentEncoding': 'base64'},
    },
    "SessionCanvasClosedData": {
        "instanceId": {'minLength': 1},
    },
    "SessionCanvasRecordedData": {
        "instanceId": {'minLength': 1},
    },
    "SessionCanvasRemovedData": {
        "instanceId": {'minLength': 1},
    },
    "SessionCanvasUnavailableData": {
        "instanceId": {'minLength': 1},
    },
    "SessionCompactionCompleteData": {
        "preCompactionTokens": {'minimum': 0},
        "postCompactionTokens": {'minimum': 0},
        "preCompactionMessagesLength": {'minimum': 0},
        "messagesRemoved": {'minimum': 0},
        "tokensRemoved": {'minimum': 0},
        "checkpointNumber": {'minimum': 0},
        "systemTokens": {'minimum': 0},
        "conversationTokens": {'minimum': 0},
        "toolDefinitionsTokens": {'minimum': 0},
        "statusCode": {'minimum': 0},
        "tokenLimit": {'minimum': 0},
    },
    "SessionCompactionStartData": {
        "systemTokens": {'minimum': 0},
        "conversationTokens": {'minimum': 0},
        "toolDefinitionsTokens": {'minimum': 0},
        "currentTokens": {'minimum': 0},
        "tokenLimit": {'minimum': 0},
    },
    "SessionCompletionReceiptData": {
        "schemaVersion": {'minimum': 1},
        "attempt": {'minimum': 1},
        "successfulToolCount": {'minimum': 0},
        "failedToolCount": {'minimum': 0},
    },
    "SessionContextClearedData": {
        "messagesCleared": {'minimum': 0},
    },
    "SessionCustomNotificationData": {
        "source": {'minLength': 1},
        "name": {'minLength': 1},
        "version": {'exclusiveMinimum': 0},
    },
    "SessionErrorData": {
        "statusCode": {'maximum': 999, 'minimum': 0},
    },
    "SessionFusionCompletedData": {
        "phaseCount": {'minimum': 0},
        "requestCount": {'minimum': 0},
        "inputTokens": {'minimum': 0},
        "outputTokens": {'minimum': 0},
        "cachedTokens": {'minimum': 0},
        "cacheWriteTokens": {'minimum': 0},
        "totalNanoAiu": {'minimum': 0},
        "durationMs": {'minimum': 0},
    },
    "SessionFusionResolvedData": {
        "ruleIndex": {'minimum': 0},
        "routingLatencyMs": {'minimum': 0},
    },
    "SessionFusionRouteFailedData": {
        "routingLatencyMs": {'minimum': 0},
    },
    "SessionHandoffData": {
        "handoffTime": {'format': 'date-time'},
    },
    "SessionLimitsConfig": {
        "maxAiCredits": {'exclusiveMinimum': 0},
    },
    "SessionLimitsExhaustedRequestedData": {
        "usedAiCredits": {'minimum': 0},
        "maxAiCredits": {'exclusiveMinimum': 0},
    },
    "SessionLimitsExhaustedResponse": {
        "additionalAiCredits": {'exclusiveMinimum': 0},
        "maxAiCredits": {'exclusiveMinimum': 0},
    },
    "SessionResumeData": {
        "resumeTime": {'format': 'date-time'},
        "eventCount": {'minimum': 0},
        "eventsFileSizeBytes": {'minimum': 0},
    },
    "SessionScheduleCancelledData": {
        "id": {'exclusiveMinimum': 0},
    },
    "SessionScheduleCreatedData": {
        "id": {'exclusiveMinimum': 0},
        "intervalMs": {'exclusiveMinimum': 0, 'format': 'duration'},
        "at": {'exclusiveMinimum': 0},
    },
    "SessionScheduleRearmedData": {
        "id": {'exclusiveMinimum': 0},
        "nextRunAt": {'exclusiveMinimum': 0},
    },
    "SessionShutdownData": {
        "totalPremiumRequests": {'minimum': 0},
        "totalNanoAiu": {'minimum': 0},
        "totalApiDurationMs": {'format': 'duration', 'minimum': 0},
        "sessionStartTime": {'minimum': 0},
        "eventsFileSizeBytes": {'minimum': 0},
        "currentTokens": {'minimum': 0},
        "systemTokens": {'minimum': 0},
        "conversationTokens": {'minimum': 0},
        "toolDefinitionsTokens": {'minimum': 0},
    },
    "SessionSnapshotRewindData": {
        "eventsRemoved": {'minimum': 0},
    },
    "SessionStartData": {
        "version": {'exclusiveMinimum': 0},
        "startTime": {'format': 'date-time'},
    },
    "SessionTruncationData": {
        "tokenLimit": {'minimum': 0},
        "preTruncationTokensInMessages": {'minimum': 0},
        "preTruncationMessagesLength": {'minimum': 0},
        "postTruncationTokensInMessages": {'minimum': 0},
        "postTruncationMessagesLength": {'minimum': 0},
        "tokensRemovedDuringTruncation": {'minimum': 0},
        "messagesRemovedDuringTruncation": {'minimum': 0},
    },
    "SessionUsageCheckpointData": {
        "totalNanoAiu": {'minimum': 0},
        "totalPremiumRequests": {'minimum': 0},
    },
    "SessionUsageInfoData": {
        "tokenLimit": {'minimum': 0},
        "currentTokens": {'minimum': 0},
        "messagesLength": {'minimum': 0},
        "systemTokens": {'minimum': 0},
        "conversationTokens": {'minimum': 0},
        "toolDefinitionsTokens": {'minimum': 0},
    },
    "ShutdownAgentMetric": {
        "totalApiDurationMs": {'format': 'duration', 'minimum': 0},
        "totalNanoAiu": {'minimum': 0},
    },
    "ShutdownCodeChanges": {
        "linesAdded": {'minimum': 0},
        "linesRemoved": {'minimum': 0},
    },
    "ShutdownModelMetric": {
        "totalNanoAiu": {'minimum': 0},
    },
    "ShutdownModelMetricRequests": {
        "count": {'minimum': 0},
    },
    "ShutdownModelMetricTokenDetail": {
        "tokenCount": {'minimum': 0},
    },
    "ShutdownModelMetricUsage": {
        "inputTokens": {'minimum': 0},
        "outputTokens": {'minimum': 0},
        "cacheReadTokens": {'minimum': 0},
        "cacheWriteTokens": {'minimum': 0},
        "reasoningTokens": {'minimum': 0},
    },
    "ShutdownTokenDetail": {
        "tokenCount": {'minimum': 0},
    },
    "SkillInvokedRefData": {
        "contentLength": {'minimum': 0},
    },
    "SubagentCompletedData": {
        "totalToolCalls": {'minimum': 0},
        "totalTokens": {'minimum': 0},
        "durationMs": {'format': 'duration', 'minimum': 0},
    },
    "SubagentFailedData": {
        "totalToolCalls": {'minimum': 0},
        "totalTokens": {'minimum': 0},
        "durationMs": {'format': 'duration', 'minimum': 0},
    },
    "SystemNotificationFactoryCompleted": {
        "consumedSubagents": {'minimum': 0},
        "elapsedMs": {'minimum': 0},
        "consumedNanoAiu": {'minimum': 0},
        "attempt": {'minimum': 1},
        "resultPreview": {'maxLength': 256},
    },
    "ToolExecutionCompleteContentAudio": {
        "data": {'contentEncoding': 'base64'},
    },
    "ToolExecutionCompleteContentImage": {
        "data": {'contentEncoding': 'base64'},
    },
    "ToolExecutionCompleteContentResourceDetails": {
        "blob": {'contentEncoding': 'base64'},
    },
    "ToolExecutionCompleteContentResourceLink": {
        "size": {'minimum': 0},
    },
    "UsageCheckpointModelCacheState": {
        "cacheExpiresAt": {'format': 'date-time'},
        "cacheTtlSeconds": {'minimum': 0},
    },
    "UserToolSessionApprovalExtensionEnvAccess": {
        "environmentVariables": {'minItems': 1},
    },
}

RPC_LIMITS: dict[str, dict[str, dict[str, object]]] = {
    "AccountQuotaSnapshot": {
        "entitlementRequests": {'minimum': -1},
        "usedRequests": {'minimum': 0},
        "overage": {'minimum': 0},
        "resetDate": {'format': 'date-time'},
    },
    "AgentRegistryLiveTargetEntry": {
        "statusRevision": {'minimum': 0},
    },
    "AttachmentBlob": {
        "data": {'contentEncoding': 'base64'},
        "byteLength": {'minimum': 0},
    },
    "AttachmentExtensionContext": {
        "title": {'minLength': 1},
        "capturedAt": {'format': 'date-time'},
    },
    "AttachmentFile": {
        "byteLength": {'minimum': 0},
    },
    "AttachmentFileLineRange": {
        "start": {'exclusiveMinimum': 0},
        "end": {'exclusiveMinimum': 0},
    },
    "AttachmentGitHubActionsJob": {
        "jobId": {'exclusiveMinimum': 0},
    },
    "AttachmentGitHubReference": {
        "number": {'exclusiveMinimum': 0},
    },
    "AttachmentSelectionDetailsEnd": {
        "line": {'minimum': 0},
        "character": {'minimum': 0},
    },
    "AttachmentSelectionDetailsStart": {
        "line": {'minimum': 0},
        "character": {'minimum': 0},
    },
    "AutopilotObjectiveCreditLimit": {
        "creditsUsedNanoAiu": {'pattern': '^[0-9]+$'},
    },
    "AutopilotObjectiveState": {
        "id": {'maximum': 9007199254740991, 'minimum': 1},
        "turnCount": {'maximum': 9007199254740991, 'minimum': 0},
        "creditCountNanoAiu": {'pattern': '^[0-9]+$'},
    },
    "CardDigest": {
        "value": {'maxLength': 64, 'minLength': 64, 'pattern': '^[0-9a-f]{64}$'},
    },
    "CatalogAiSkillCandidate": {
        "handle": {'minLength': 1},
        "displayName": {'maxLength': 200},
        "description": {'maxLength': 1000},
        "publisher": {'maxLength': 200},
    },
    "CatalogAiSkillCandidateProvenance": {
        "authority": {'minLength': 1},
    },
    "CatalogAuthenticationRequiredError": {
        "message": {'maxLength': 1000},
    },
    "CatalogCandidateSourceUrl": {
        "url": {'minLength': 1},
    },
    "CatalogClientContract": {
        "protocolVersion": {'exclusiveMinimum': 0, 'maximum': 4294967295},
        "requiredCapabilities": {'maxItems': 32, 'uniqueItems': True, 'items': {'maxLength': 64, 'minLength': 1, 'pattern': '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$'}},
    },
    "CatalogContractViolationError": {
        "message": {'maxLength': 1000},
    },
    "CatalogHandleRejectedError": {
        "message": {'maxLength': 1000},
    },
    "CatalogInvalidRequestError": {
        "message": {'maxLength': 1000},
    },
    "CatalogMalformedCardError": {
        "message": {'maxLength': 1000},
    },
    "CatalogMcpServerCandidate": {
        "handle": {'minLength': 1},
        "displayName": {'maxLength': 200},
        "description": {'maxLength': 1000},
        "publisher": {'maxLength': 200},
    },
    "CatalogMcpServerCandidateProvenance": {
        "authority": {'minLength': 1},
    },
    "CatalogNegotiatedContract": {
        "runtimeProtocolVersion": {'exclusiveMinimum': 0},
    },
    "CatalogNegotiationRefusedError": {
        "runtimeProtocolVersion": {'exclusiveMinimum': 0},
        "minimumSupportedProtocolVersion": {'exclusiveMinimum': 0},
        "supportedCapabilities": {'maxItems': 32, 'uniqueItems': True, 'items': {'maxLength': 64, 'minLength': 1, 'pattern': '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$'}},
        "unsupportedCapabilities": {'maxItems': 32, 'uniqueItems': True, 'items': {'maxLength': 64, 'minLength': 1, 'pattern': '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$'}},
        "message": {'maxLength': 1000},
    },
    "CatalogNetworkFailureError": {
        "statusCode": {'maximum': 599, 'minimum': 100},
        "retryAfterSeconds": {'format': 'duration', 'maximum': 300, 'minimum': 1},
        "message": {'maxLength': 1000},
    },
    "CatalogNotInstallableError": {
        "message": {'maxLength': 1000},
    },
    "CatalogPolicyRejectedError": {
        "message": {'maxLength': 1000},
    },
    "CatalogSearchParams": {
        "query": {'maxLength': 256, 'minLength': 1, 'pattern': '\\S'},
        "limit": {'maximum': 50, 'minimum': 1},
        "kinds": {'maxItems': 2, 'minItems': 1, 'uniqueItems': True},
    },
    "CatalogSearchSucceeded": {
        "searchId": {'maxLength': 64, 'minLength': 1},
        "candidates": {'maxItems': 50},
    },
    "CatalogTrustProvenance": {
        "observedAt": {'format': 'date-time', 'maxLength': 64, 'minLength': 20},
    },
    "CatalogUnavailableError": {
        "message": {'maxLength': 1000},
    },
    "CatalogUnavailableTransportError": {
        "message": {'maxLength': 1000},
    },
    "CatalogUnsafeRetrievalError": {
        "message": {'maxLength': 1000},
    },
    "CatalogUnsupportedKindError": {
        "message": {'maxLength': 1000},
    },
    "ConnectResult": {
        "ok": {'const': True},
        "protocolVersion": {'exclusiveMinimum': 0},
    },
    "ConnectedRemoteSessionMetadata": {
        "startTime": {'format': 'date-time'},
        "modifiedTime": {'format': 'date-time'},
        "pullRequestNumber": {'exclusiveMinimum': 0},
        "staleAt": {'format': 'date-time'},
    },
    "ContextHeaviestMessage": {
        "tokens": {'minimum': 0},
    },
    "DebugCollectLogsCollectedEntry": {
        "sizeBytes": {'minimum': 0},
    },
    "DebugCollectLogsInclude": {
        "previousProcessLogLimit": {'minimum': 0},
    },
    "DiscoveredCanvas": {
        "description": {'minLength': 1},
    },
    "DiscoveredMcpServer": {
        "name": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "EventsReadResult": {
        "events": {'items': {'is': 'SessionEvent'}},
    },
    "Extension": {
        "pid": {'exclusiveMinimum': 0, 'maximum': 4294967295},
    },
    "ExtensionContextPushInput": {
        "title": {'minLength': 1},
    },
    "ExtensionLaunchProfile": {
        "executable": {'minLength': 1},
    },
    "ExternalToolTextResultForLlmBinaryResultsForLlm": {
        "data": {'contentEncoding': 'base64'},
    },
    "ExternalToolTextResultForLlmContentAudio": {
        "data": {'contentEncoding': 'base64'},
    },
    "ExternalToolTextResultForLlmContentImage": {
        "data": {'contentEncoding': 'base64'},
    },
    "ExternalToolTextResultForLlmContentResourceDetails": {
        "blob": {'contentEncoding': 'base64'},
    },
    "ExternalToolTextResultForLlmContentResourceLink": {
        "size": {'minimum': 0},
    },
    "FactoryCurrentPhase": {
        "ordinal": {'minimum': 0},
    },
    "FactoryDeclaredLimits": {
        "maxConcurrentSubagents": {'minimum': 0},
        "maxTotalSubagents": {'minimum': 0},
    },
    "FactoryListRunsResult": {
        "omittedOlder": {'minimum': 0},
    },
    "FactoryLogLine": {
        "seq": {'minimum': 0},
    },
    "FactoryPhaseObservation": {
        "ordinal": {'minimum': 0},
        "lastEnteredRunAttempt": {'minimum': 0},
        "entryCount": {'minimum': 0},
        "totalAgentCount": {'minimum': 0},
        "liveAgentCount": {'minimum': 0},
    },
    "FactoryProgressLine": {
        "seq": {'minimum': 1},
        "attempt": {'minimum': 1},
    },
    "FactoryProgressPage": {
        "revision": {'minimum': 0},
    },
    "FactoryRunConsumed": {
        "subagents": {'minimum': 0},
    },
    "FactoryRunDetail": {
        "declaredPhaseCount": {'minimum': 0},
        "liveAgentCount": {'minimum': 0},
        "totalSpawnedAgentCount": {'minimum': 0},
    },
    "FactoryRunFailureFactoryLimitReached": {
        "value": {'exclusiveMinimum': 0},
    },
    "FactoryRunLimits": {
        "maxConcurrentSubagents": {'exclusiveMinimum': 0, 'minimum': 0},
        "maxTotalSubagents": {'exclusiveMinimum': 0, 'minimum': 0},
        "timeoutSeconds": {'exclusiveMinimum': 0, 'maximum': 2147483.647},
        "maxAiCredits": {'exclusiveMinimum': 0},
    },
    "FactoryRunResult": {
        "attempt": {'maximum': 4294967295, 'minimum': 1},
    },
    "FactoryRunSummary": {
        "declaredPhaseCount": {'minimum': 0},
        "liveAgentCount": {'minimum': 0},
        "totalSpawnedAgentCount": {'minimum': 0},
    },
    "GitHubRepoRef": {
        "id": {'exclusiveMinimum': 0},
    },
    "GitHubTelemetryClientInfo": {
        "cpu_count": {'minimum': 0},
    },
    "GitHubTokenAcquireResultToken": {
        "expiresIn": {'minimum': 3601},
    },
    "HistoryClearContextResult": {
        "messagesCleared": {'minimum': 0},
    },
    "HistoryCompactContextWindow": {
        "tokenLimit": {'minimum': 0},
        "currentTokens": {'minimum': 0},
        "messagesLength": {'minimum': 0},
        "systemTokens": {'minimum': 0},
        "conversationTokens": {'minimum': 0},
        "toolDefinitionsTokens": {'minimum': 0},
    },
    "HistoryCompactResult": {
        "tokensRemoved": {'minimum': 0},
        "messagesRemoved": {'minimum': 0},
    },
    "HistoryPreviewRewindResult": {
        "fileCount": {'minimum': 0},
    },
    "HistoryRewindFilePreview": {
        "linesAdded": {'minimum': 0},
        "linesRemoved": {'minimum': 0},
    },
    "HistoryRewindPoint": {
        "fileCount": {'minimum': 0},
        "linesAdded": {'minimum': 0},
        "linesRemoved": {'minimum': 0},
    },
    "HistoryRewindResult": {
        "eventsRemoved": {'minimum': 0},
    },
    "HistoryTruncateResult": {
        "eventsRemoved": {'minimum': 0},
    },
    "InstalledPlugin": {
        "source": {'pattern': '^[^/]+\\/[^/]+$'},
    },
    "InstalledPluginSourceGitHub": {
        "repo": {'pattern': '^[^/]+\\/[^/]+$'},
        "sha": {'pattern': '^[0-9a-fA-F]{40}$'},
    },
    "InstalledPluginSourceUrl": {
        "url": {'format': 'uri'},
        "sha": {'pattern': '^[0-9a-fA-F]{40}$'},
    },
    "LocalSessionMetadataValue": {
        "isRemote": {'const': False},
    },
    "LogResult": {
        "eventId": {'format': 'uuid'},
    },
    "ManagedMcpServerConfig": {
        "url": {'format': 'uri'},
        "timeout": {'exclusiveMinimum': 0, 'format': 'duration'},
        "headersRefreshTtlMs": {'minimum': 0},
    },
    "McpConfigAddParams": {
        "name": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "McpConfigDisableParams": {
        "names": {'items': {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'}},
    },
    "McpConfigEnableParams": {
        "names": {'items': {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'}},
    },
    "McpConfigList": {
        "servers": {'propertyNames': {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'}},
    },
    "McpConfigRemoveParams": {
        "name": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "McpConfigUpdateParams": {
        "name": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "McpHeadersHandlePendingHeadersRefreshRequestHeaders": {
        "ttlMs": {'minimum': 0},
    },
    "McpInstallPlan": {
        "planHandle": {'minLength': 1},
        "transportChoices": {'maxItems': 50, 'minItems': 1},
    },
    "McpOauthHttpResponse": {
        "statusCode": {'maximum': 999, 'minimum': 100},
    },
    "McpOauthLoginResult": {
        "authorizationUrl": {'format': 'uri'},
    },
    "McpOauthPendingRequestResponseToken": {
        "expiresIn": {'minimum': 1},
    },
    "McpPlanConfigurationChange": {
        "configKey": {'minLength': 1},
        "secretReferences": {'items': {'maxLength': 138, 'minLength': 11, 'pattern': '^\\$\\{secret:[A-Za-z0-9][A-Za-z0-9._-]{0,127}\\}$'}},
    },
    "McpPlanInstallSourceCandidate": {
        "candidateHandle": {'maxLength': 256, 'minLength': 1},
        "searchId": {'maxLength': 64, 'minLength': 1},
    },
    "McpPlanPolicyResult": {
        "reason": {'maxLength': 1000},
    },
    "McpPlanProvenance": {
        "authority": {'minLength': 1},
    },
    "McpPlanRequiredValueEnum": {
        "key": {'minLength': 1},
        "title": {'maxLength': 200},
        "description": {'maxLength': 1000},
        "enumValues": {'minItems': 1, 'uniqueItems': True},
    },
    "McpPlanRequiredValueScalar": {
        "key": {'minLength': 1},
        "title": {'maxLength': 200},
        "description": {'maxLength': 1000},
    },
    "McpPlanResourceIdentity": {
        "canonicalName": {'minLength': 1},
        "serverName": {'minLength': 1},
    },
    "McpPlanSecretPlaceholder": {
        "key": {'minLength': 1},
        "placeholder": {'maxLength': 138, 'minLength': 11, 'pattern': '^\\$\\{secret:[A-Za-z0-9][A-Za-z0-9._-]{0,127}\\}$'},
        "title": {'maxLength': 200},
    },
    "McpPlanTarget": {
        "configKey": {'minLength': 1},
    },
    "McpPlanTransportChoicePackage": {
        "choiceId": {'maxLength': 128, 'minLength': 1},
        "packageType": {'maxLength': 64, 'minLength': 1},
        "packageIdentifier": {'maxLength': 512, 'minLength': 1},
    },
    "McpPlanTransportChoiceRemote": {
        "choiceId": {'maxLength': 128, 'minLength': 1},
        "endpoint": {'maxLength': 2048, 'minLength': 1},
    },
    "McpResource": {
        "size": {'minimum': 0},
    },
    "McpSerializableServerConfig": {
        "timeout": {'exclusiveMinimum': 0, 'format': 'duration'},
        "url": {'format': 'uri'},
    },
    "McpServer": {
        "name": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "McpServerAuthConfigRedirectPort": {
        "redirectPort": {'maximum': 65535, 'minimum': 1},
    },
    "McpServerCardEmbedded": {
        "data": {'maxLength': 1048576, 'minLength': 1},
    },
    "McpServerCardUrl": {
        "url": {'maxLength': 2048, 'minLength': 1},
    },
    "McpServerFailureInfo": {
        "timestamp": {'minimum': 0},
    },
    "McpServerNeedsAuthInfo": {
        "timestamp": {'minimum': 0},
    },
    "McpSourceFile": {
        "uri": {'format': 'uri'},
    },
    "McpSourcePlugin": {
        "id": {'minLength': 1},
        "name": {'minLength': 1},
        "version": {'minLength': 1},
    },
    "McpSourceRef": {
        "kind": {'minLength': 1},
        "id": {'minLength': 1},
        "editability": {'minLength': 1},
    },
    "MetadataContextHeaviestMessagesResult": {
        "totalTokens": {'minimum': 0},
    },
    "MetadataRecomputeContextTokensResult": {
        "totalTokens": {'minimum': 0},
        "messagesTokenCount": {'minimum': 0},
        "systemTokenCount": {'minimum': 0},
    },
    "MetadataSnapshotRemoteMetadata": {
        "pullRequestNumber": {'exclusiveMinimum': 0},
    },
    "ModelBilling": {
        "discountPercent": {'maximum': 100, 'minimum': 0},
    },
    "ModelBillingPromo": {
        "discountPercent": {'maximum': 100, 'minimum': 0},
    },
    "ModelBillingTokenPrices": {
        "inputPrice": {'minimum': 0},
        "outputPrice": {'minimum': 0},
        "cachePrice": {'minimum': 0},
        "cacheReadPrice": {'minimum': 0},
        "cacheWritePrice": {'minimum': 0},
        "cacheWrite1hPrice": {'minimum': 0},
        "batchSize": {'exclusiveMinimum': 0},
    },
    "ModelBillingTokenPricesLongContext": {
        "inputPrice": {'minimum': 0},
        "outputPrice": {'minimum': 0},
        "cachePrice": {'minimum': 0},
        "cacheReadPrice": {'minimum': 0},
        "cacheWritePrice": {'minimum': 0},
        "cacheWrite1hPrice": {'minimum': 0},
    },
    "ModelCapabilitiesLimits": {
        "max_prompt_tokens": {'minimum': 0},
        "max_output_tokens": {'minimum': 0},
        "max_context_window_tokens": {'minimum': 0},
    },
    "ModelCapabilitiesLimitsVision": {
        "max_prompt_images": {'minimum': 1},
        "max_prompt_image_size": {'minimum': 0},
    },
    "ModelCapabilitiesOverrideLimits": {
        "max_prompt_tokens": {'minimum': 0},
        "max_output_tokens": {'minimum': 0},
        "max_context_window_tokens": {'minimum': 0},
    },
    "ModelCapabilitiesOverrideLimitsVision": {
        "max_prompt_images": {'minimum': 1},
        "max_prompt_image_size": {'minimum': 0},
    },
    "PermissionDecisionApproveForLocationApprovalExtensionEnvAccess": {
        "environmentVariables": {'minItems': 1},
    },
    "PermissionDecisionApproveForSessionApprovalExtensionEnvAccess": {
        "environmentVariables": {'minItems': 1},
    },
    "PermissionLocationApplyResult": {
        "appliedRuleCount": {'minimum': 0},
        "appliedDirectoryCount": {'minimum': 0},
    },
    "PermissionPromptRequestExtensionEnvAccess": {
        "environmentVariables": {'minItems': 1},
    },
    "PermissionPromptRequestFactory": {
        "maxConcurrentSubagents": {'minimum': 0},
        "maxTotalSubagents": {'minimum': 0},
        "declaredMaxConcurrentSubagents": {'minimum': 0},
        "declaredMaxTotalSubagents": {'minimum': 0},
    },
    "PermissionsLocationsAddToolApprovalDetailsExtensionEnvAccess": {
        "environmentVariables": {'minItems': 1},
    },
    "PingResult": {
        "timestamp": {'format': 'date-time'},
        "protocolVersion": {'exclusiveMinimum': 0},
    },
    "PluginsBuiltinSetParams": {
        "paths": {'maxItems': 64},
    },
    "ProviderEndpoint": {
        "baseUrl": {'format': 'uri'},
    },
    "ProviderSessionToken": {
        "expiresAt": {'format': 'date-time'},
    },
    "PushAttachmentBlob": {
        "data": {'contentEncoding': 'base64'},
    },
    "PushAttachmentFileLineRange": {
        "start": {'exclusiveMinimum': 0},
        "end": {'exclusiveMinimum': 0},
    },
    "PushAttachmentGitHubActionsJob": {
        "jobId": {'exclusiveMinimum': 0},
    },
    "PushAttachmentGitHubReference": {
        "number": {'exclusiveMinimum': 0},
    },
    "PushAttachmentSelectionDetailsEnd": {
        "line": {'minimum': 0},
        "character": {'minimum': 0},
    },
    "PushAttachmentSelectionDetailsStart": {
        "line": {'minimum': 0},
        "character": {'minimum': 0},
    },
    "PushGitHubRepoRef": {
        "id": {'exclusiveMinimum': 0},
    },
    "QueuePendingItemsResult": {
        "inFlightSteeringCount": {'minimum': 0},
    },
    "RemoteEnableResult": {
        "url": {'format': 'uri'},
    },
    "RemoteSessionMetadataValue": {
        "isRemote": {'const': True},
        "pullRequestNumber": {'exclusiveMinimum': 0},
    },
    "ScheduleEntry": {
        "id": {'exclusiveMinimum': 0},
        "intervalMs": {'exclusiveMinimum': 0, 'format': 'duration'},
        "at": {'exclusiveMinimum': 0},
        "nextRunAt": {'format': 'date-time'},
    },
    "SecretsAddFilterValuesResult": {
        "ok": {'const': True},
    },
    "SendMessageItem": {
        "source": {'pattern': '^(user|system|command-.*|schedule-\\d+|agent-.+)$'},
    },
    "SessionAuthStatus": {
        "host": {'format': 'uri'},
    },
    "SessionBulkDeleteResult": {
        "freedBytes": {'additionalProperties': {'minimum': 0}},
    },
    "SessionCompletionItem": {
        "rangeStart": {'minimum': 0},
        "rangeEnd": {'minimum': 0},
    },
    "SessionCompletionsRequestParams": {
        "offset": {'minimum': 0},
    },
    "SessionContextAttribution": {
        "totalTokens": {'minimum': 0},
        "promptTokenLimit": {'minimum': 0},
        "limit": {'minimum': 0},
        "bufferTokens": {'minimum': 0},
        "compactionThreshold": {'minimum': 0},
    },
    "SessionContextAttributionCategories": {
        "systemPrompt": {'minimum': 0},
        "customInstructions": {'minimum': 0},
        "systemTools": {'minimum': 0},
        "mcpTools": {'minimum': 0},
        "messages": {'minimum': 0},
        "freeSpace": {'minimum': 0},
        "buffer": {'minimum': 0},
    },
    "SessionContextAttributionCompactions": {
        "count": {'minimum': 0},
    },
    "SessionContextAttributionEntriesItem": {
        "tokens": {'minimum': 0},
    },
    "SessionContextInfo": {
        "systemTokens": {'minimum': 0},
        "conversationTokens": {'minimum': 0},
        "toolDefinitionsTokens": {'minimum': 0},
        "mcpToolsTokens": {'minimum': 0},
        "totalTokens": {'minimum': 0},
        "promptTokenLimit": {'minimum': 0},
        "compactionThreshold": {'minimum': 0},
        "limit": {'minimum': 0},
        "bufferTokens": {'minimum': 0},
    },
    "SessionEventLogReadParams": {
        "max": {'exclusiveMinimum': 0, 'maximum': 1000},
        "waitMs": {'format': 'duration', 'maximum': 30000, 'minimum': 0},
        "types": {'minItems': 1},
        "agentIds": {'minItems': 1},
    },
    "SessionFactoryGetRunProgressParams": {
        "limit": {'maximum': 500, 'minimum': 1},
    },
    "SessionFactoryListRunsParams": {
        "limit": {'maximum': 500, 'minimum': 1},
    },
    "SessionFsAppendFileParams": {
        "mode": {'minimum': 0},
    },
    "SessionFsMkdirParams": {
        "mode": {'minimum': 0},
    },
    "SessionFsSqliteQueryResult": {
        "rowsAffected": {'minimum': 0},
    },
    "SessionFsStatResult": {
        "size": {'minimum': 0},
        "mtime": {'format': 'date-time'},
        "birthtime": {'format': 'date-time'},
    },
    "SessionFsWriteFileParams": {
        "mode": {'minimum': 0},
    },
    "SessionHistoryCompactParams": {
        "customInstructions": {'maxLength': 4000},
        "tokenLimit": {'minimum': 1},
    },
    "SessionInstalledPlugin": {
        "source": {'pattern': '^[^/]+\\/[^/]+$'},
    },
    "SessionInstalledPluginSourceGitHub": {
        "repo": {'pattern': '^[^/]+\\/[^/]+$'},
        "sha": {'pattern': '^[0-9a-fA-F]{40}$'},
    },
    "SessionInstalledPluginSourceUrl": {
        "url": {'format': 'uri'},
        "sha": {'pattern': '^[0-9a-fA-F]{40}$'},
    },
    "SessionLimitsConfig": {
        "maxAiCredits": {'exclusiveMinimum': 0},
    },
    "SessionListEntry": {
        "pullRequestNumber": {'exclusiveMinimum': 0},
    },
    "SessionLoadDeferredRepoHooksResult": {
        "hookCount": {'minimum': 0},
    },
    "SessionLogParams": {
        "url": {'format': 'uri'},
    },
    "SessionMcpAppsCallToolParams": {
        "serverName": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
        "originServerName": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "SessionMcpAppsDiagnoseParams": {
        "serverName": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "SessionMcpAppsListToolsParams": {
        "serverName": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
        "originServerName": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "SessionMcpAppsReadResourceParams": {
        "serverName": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "SessionMcpDisableParams": {
        "serverName": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "SessionMcpEnableParams": {
        "serverName": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "SessionMcpListToolsParams": {
        "serverName": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "SessionMcpOauthLoginParams": {
        "serverName": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "SessionMcpOauthProbeParams": {
        "serverName": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "SessionMcpResourcesListParams": {
        "serverName": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "SessionMcpResourcesListTemplatesParams": {
        "serverName": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "SessionMcpResourcesReadParams": {
        "serverName": {'minLength': 1, 'pattern': '^[^\\x00-\\x1f/\\x7f-\\x9f}]+(?:\\/[^\\x00-\\x1f/\\x7f-\\x9f}]+)*$'},
    },
    "SessionMetadataContextInfoParams": {
        "promptTokenLimit": {'minimum': 0},
        "outputTokenLimit": {'minimum': 0},
    },
    "SessionMetadataGetContextHeaviestMessagesParams": {
        "limit": {'minimum': 1},
    },
    "SessionMetadataSnapshot": {
        "startTime": {'format': 'date-time'},
        "modifiedTime": {'format': 'date-time'},
    },
    "SessionMetadataUpdateClientMetadataParams": {
        "remove": {'maxItems': 128},
        "set": {'maxProperties': 128},
    },
    "SessionModelSetAllowedModelsParams": {
        "allowedModels": {'minItems': 1},
    },
    "SessionNameSetParams": {
        "name": {'maxLength': 100, 'minLength': 1},
    },
    "SessionOpenOptions": {
        "maxInlineBinaryBytes": {'minimum': 0},
    },
    "SessionOptionsUpdateParams": {
        "maxInlineBinaryBytes": {'minimum': 0},
    },
    "SessionPruneResult": {
        "freedBytes": {'minimum': 0},
    },
    "SessionScheduleRearmSelfPacedParams": {
        "id": {'exclusiveMinimum': 0},
    },
    "SessionScheduleStopParams": {
        "id": {'exclusiveMinimum': 0},
    },
    "SessionSendParams": {
        "source": {'pattern': '^(user|system|command-.*|schedule-\\d+|agent-.+)$'},
    },
    "SessionShellExecParams": {
        "timeout": {'format': 'duration', 'minimum': 0},
    },
    "SessionSizes": {
        "sizes": {'additionalProperties': {'minimum': 0}},
    },
    "SessionTasksRegisterParams": {
        "expectedSequence": {'minimum': 0},
    },
    "SessionTasksUpdateParams": {
        "sequence": {'minimum': 0},
    },
    "SessionUpdateOptionsResult": {
        "pluginHookCount": {'minimum': 0},
    },
    "SessionWorkspacesReadCheckpointParams": {
        "number": {'minimum': 0},
    },
    "SessionWorkspacesTruncateSummariesParams": {
        "keepCount": {'minimum': 0},
    },
    "SessionsClientMetadataEntryOk": {
        "metadata": {'maxProperties': 128},
    },
    "SessionsGetBoardEntryCountResult": {
        "count": {'minimum': 0},
    },
    "SessionsGetClientMetadataParams": {
        "sessionIds": {'maxItems': 1000},
        "keys": {'maxItems': 128},
    },
    "SessionsListParams": {
        "metadataLimit": {'minimum': 0},
    },
    "SessionsPruneOldParams": {
        "olderThanDays": {'minimum': 0},
    },
    "SessionsReadPersistedEventsParams": {
        "max": {'exclusiveMinimum': 0, 'maximum': 1000},
    },
    "SkillProviderDescriptor": {
        "name": {'pattern': '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'},
        "description": {'maxLength': 1024},
        "argumentHint": {'maxLength': 1024},
    },
    "SkillProviderListResult": {
        "skills": {'maxItems': 1024},
    },
    "SkillProviderReadParams": {
        "name": {'pattern': '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'},
    },
    "SkillsInvokedSkill": {
        "invokedAtTurn": {'minimum': 0},
    },
    "SubagentSettings": {
        "maxConcurrency": {'maximum': 128, 'minimum': 1},
        "maxDepth": {'maximum': 128, 'minimum': 1},
    },
    "TaskAgentInfo": {
        "startedAt": {'format': 'date-time'},
        "completedAt": {'format': 'date-time'},
        "activeTimeMs": {'format': 'duration', 'minimum': 0},
        "activeStartedAt": {'format': 'date-time'},
        "idleSince": {'format': 'date-time'},
    },
    "TaskClientInfo": {
        "startedAt": {'format': 'date-time'},
        "updatedAt": {'format': 'date-time'},
        "completedAt": {'format': 'date-time'},
        "activeTimeMs": {'minimum': 0},
        "activeStartedAt": {'format': 'date-time'},
        "idleSince": {'format': 'date-time'},
        "orphanedAt": {'format': 'date-time'},
        "reclaimedAt": {'format': 'date-time'},
        "sequence": {'minimum': 0},
    },
    "TaskClientOwner": {
        "disconnectedAt": {'format': 'date-time'},
    },
    "TaskClientProgress": {
        "sequence": {'minimum': 0},
        "updatedAt": {'format': 'date-time'},
        "percentage": {'maximum': 100, 'minimum': 0},
    },
    "TaskProgressLine": {
        "timestamp": {'format': 'date-time'},
    },
    "TaskShellInfo": {
        "startedAt": {'format': 'date-time'},
        "completedAt": {'format': 'date-time'},
        "pid": {'exclusiveMinimum': 0, 'maximum': 4294967295},
    },
    "TaskShellProgress": {
        "pid": {'exclusiveMinimum': 0, 'maximum': 4294967295},
    },
    "UIElicitationSchemaProperty": {
        "minItems": {'minimum': 0},
        "maxItems": {'minimum': 0},
        "minLength": {'minimum': 0},
        "maxLength": {'minimum': 0},
    },
    "UISessionLimitsExhaustedResponse": {
        "additionalAiCredits": {'exclusiveMinimum': 0},
        "maxAiCredits": {'exclusiveMinimum': 0},
    },
    "UsageGetMetricsResult": {
        "totalUserRequests": {'minimum': 0},
        "totalNanoAiu": {'minimum': 0},
        "totalApiDurationMs": {'format': 'duration', 'minimum': 0},
        "sessionStartTime": {'format': 'date-time'},
        "lastCallInputTokens": {'minimum': 0},
        "lastCallOutputTokens": {'minimum': 0},
    },
    "UsageMetricsAgentMetric": {
        "totalApiDurationMs": {'format': 'duration', 'minimum': 0},
        "totalNanoAiu": {'minimum': 0},
    },
    "UsageMetricsCodeChanges": {
        "linesAdded": {'minimum': 0},
        "linesRemoved": {'minimum': 0},
        "filesModifiedCount": {'minimum': 0},
    },
    "UsageMetricsModelMetric": {
        "cacheExpiresAt": {'format': 'date-time'},
        "totalNanoAiu": {'minimum': 0},
    },
    "UsageMetricsModelMetricRequests": {
        "count": {'minimum': 0},
    },
    "UsageMetricsModelMetricTokenDetail": {
        "tokenCount": {'minimum': 0},
    },
    "UsageMetricsModelMetricUsage": {
        "inputTokens": {'minimum': 0},
        "outputTokens": {'minimum': 0},
        "cacheReadTokens": {'minimum': 0},
        "cacheWriteTokens": {'minimum': 0},
        "reasoningTokens": {'minimum': 0},
    },
    "UsageMetricsTokenDetail": {
        "tokenCount": {'minimum': 0},
    },
    "UserToolSessionApprovalExtensionEnvAccess": {
        "environmentVariables": {'minItems': 1},
    },
    "VisibilityGetResult": {
        "shareUrl": {'format': 'uri'},
    },
    "VisibilitySetResult": {
        "shareUrl": {'format': 'uri'},
    },
    "WorkspaceSummary": {
        "id": {'minLength': 1},
        "created_at": {'format': 'date-time'},
        "updated_at": {'format': 'date-time'},
    },
    "WorkspacesCheckpoints": {
        "number": {'minimum': 0},
    },
    "WorkspacesGetWorkspaceResultWorkspace": {
        "id": {'minLength': 1},
        "summary_count": {'minimum': 0},
        "created_at": {'format': 'date-time'},
        "updated_at": {'format': 'date-time'},
    },
    "WorkspacesSaveLargePasteResultSaved": {
        "sizeBytes": {'minimum': 0},
    },
}

VARIANTS: dict[str, tuple[dict[str, dict[str, object]], ...]] = {
    "ExternalToolTextResultForLlmContentResourceDetails": (
        {'uri': {'type': 'string', 'required': True}, 'mimeType': {'type': 'string'}, 'text': {'type': 'string', 'required': True}},
        {'uri': {'type': 'string', 'required': True}, 'mimeType': {'type': 'string'}, 'blob': {'contentEncoding': 'base64', 'type': 'string', 'required': True}},
    ),
    "McpSerializableServerConfig": (
        {'displayName': {'type': 'string'}, 'safeForTelemetry': {}, 'tools': {'type': 'array'}, 'isDefaultServer': {'type': 'boolean'}, 'filterMapping': {}, 'timeout': {'exclusiveMinimum': 0, 'format': 'duration', 'type': 'integer'}, 'oidc': {}, 'auth': {}, 'deferTools': {'enum': ['auto', 'never'], 'type': 'string'}, 'disableToolCache': {'type': 'boolean'}, 'disableSecretMasking': {'type': 'boolean'}, 'excludeTools': {'type': 'array'}, 'events': {'type': 'array'}, 'notifications': {'type': 'array'}, 'source': {'enum': ['user', 'workspace', 'plugin', 'builtin', 'managed'], 'type': 'string'}, 'sourcePlugin': {'type': 'string'}, 'sourcePluginVersion': {'type': 'string'}, 'sourcePluginSpec': {'type': 'boolean'}, 'sourcePath': {'type': 'string'}, 'configWarnings': {'type': 'array'}, 'command': {'type': 'string', 'required': True}, 'args': {'type': 'array'}, 'cwd': {'type': 'string'}, 'env': {'type': 'object'}, 'type': {'enum': ['local', 'stdio'], 'type': 'string'}},
        {'displayName': {'type': 'string'}, 'safeForTelemetry': {}, 'tools': {'type': 'array'}, 'type': {'enum': ['http', 'sse'], 'type': 'string'}, 'isDefaultServer': {'type': 'boolean'}, 'filterMapping': {}, 'timeout': {'exclusiveMinimum': 0, 'format': 'duration', 'type': 'integer'}, 'oidc': {}, 'auth': {}, 'deferTools': {'enum': ['auto', 'never'], 'type': 'string'}, 'disableToolCache': {'type': 'boolean'}, 'disableSecretMasking': {'type': 'boolean'}, 'excludeTools': {'type': 'array'}, 'events': {'type': 'array'}, 'notifications': {'type': 'array'}, 'source': {'enum': ['user', 'workspace', 'plugin', 'builtin', 'managed'], 'type': 'string'}, 'sourcePlugin': {'type': 'string'}, 'sourcePluginVersion': {'type': 'string'}, 'sourcePluginSpec': {'type': 'boolean'}, 'sourcePath': {'type': 'string'}, 'configWarnings': {'type': 'array'}, 'url': {'format': 'uri', 'type': 'string', 'required': True}, 'headers': {'type': 'object'}, 'headersRefreshTtlMs': {'type': 'integer'}, 'oauthClientId': {'type': 'string'}, 'oauthPublicClient': {'type': 'boolean'}, 'oauthGrantType': {'enum': ['authorization_code', 'client_credentials'], 'type': 'string'}},
    ),
    "PersistedBinaryResult": (
        {'type': {'enum': ['image', 'resource'], 'type': 'string', 'required': True}, 'data': {'contentEncoding': 'base64', 'type': 'string', 'required': True}, 'mimeType': {'type': 'string', 'required': True}, 'description': {'type': 'string'}, 'metadata': {'type': 'object'}},
        {'type': {'enum': ['image', 'resource'], 'type': 'string', 'required': True}, 'mimeType': {'type': 'string', 'required': True}, 'byteLength': {'minimum': 0, 'type': 'integer', 'required': True}, 'omittedReason': {'enum': ['too_large', 'asset_unavailable'], 'type': 'string', 'required': True}, 'description': {'type': 'string'}, 'metadata': {'type': 'object'}},
        {'type': {'enum': ['image', 'resource'], 'type': 'string', 'required': True}, 'assetId': {'type': 'string', 'required': True}, 'mimeType': {'type': 'string', 'required': True}, 'byteLength': {'minimum': 0, 'type': 'integer', 'required': True}, 'description': {'type': 'string'}, 'metadata': {'type': 'object'}},
    ),
    "ProtocolSectionOverride": (
        {'action': {'enum': ['replace', 'remove', 'append', 'prepend'], 'type': 'string', 'required': True}, 'content': {'type': 'string'}},
        {'action': {'const': 'transform', 'type': 'string', 'required': True}},
        {'action': {'const': 'preserve', 'type': 'string', 'required': True}},
    ),
    "ProtocolSystemMessageConfig": (
        {'mode': {'enum': ['append'], 'type': 'string'}, 'content': {'type': 'string'}},
        {'mode': {'enum': ['replace'], 'type': 'string', 'required': True}, 'content': {'type': 'string', 'required': True}, 'contentBlocks': {'type': 'array'}},
        {'mode': {'enum': ['customize'], 'type': 'string', 'required': True}, 'sections': {'type': 'object'}, 'content': {'type': 'string'}},
    ),
    "QueuedCommandResult": (
        {'handled': {'const': True, 'type': 'boolean', 'required': True}, 'stopProcessingQueue': {'type': 'boolean'}},
        {'handled': {'const': False, 'type': 'boolean', 'required': True}},
    ),
    "SessionListEntry": (
        {'sessionId': {'type': 'string', 'required': True}, 'startTime': {'type': 'string', 'required': True}, 'modifiedTime': {'type': 'string', 'required': True}, 'summary': {'type': 'string'}, 'name': {'type': 'string'}, 'clientName': {'type': 'string'}, 'isRemote': {'const': False, 'type': 'boolean', 'required': True}, 'isDetached': {'type': 'boolean'}, 'context': {'type': 'object'}, 'mcTaskId': {'type': 'string'}},
        {'sessionId': {'type': 'string', 'required': True}, 'startTime': {'type': 'string', 'required': True}, 'modifiedTime': {'type': 'string', 'required': True}, 'summary': {'type': 'string'}, 'name': {'type': 'string'}, 'isRemote': {'const': True, 'type': 'boolean', 'required': True}, 'context': {'type': 'object'}, 'repository': {'type': 'object', 'required': True}, 'remoteSessionIds': {'type': 'array', 'required': True}, 'pullRequestNumber': {'exclusiveMinimum': 0, 'type': 'integer'}, 'resourceId': {'type': 'string'}, 'taskType': {'enum': ['cca', 'cli'], 'type': 'string'}, 'staleAt': {'type': 'string'}, 'state': {'type': 'string'}, 'hostStatus': {'enum': ['idle', 'working', 'input-needed', 'error'], 'type': 'string'}, 'hostActivity': {'type': 'string'}},
    ),
    "ToolExecutionCompleteContentResourceDetails": (
        {'uri': {'type': 'string', 'required': True}, 'mimeType': {'type': 'string'}, 'text': {'type': 'string', 'required': True}},
        {'uri': {'type': 'string', 'required': True}, 'mimeType': {'type': 'string'}, 'blob': {'contentEncoding': 'base64', 'type': 'string', 'required': True}},
    ),
    "UIElicitationSchemaProperty": (
        {'type': {'const': 'string', 'type': 'string', 'required': True}, 'title': {'type': 'string'}, 'description': {'type': 'string'}, 'enum': {'type': 'array', 'required': True}, 'enumNames': {'type': 'array'}, 'default': {'type': 'string'}},
        {'type': {'const': 'string', 'type': 'string', 'required': True}, 'title': {'type': 'string'}, 'description': {'type': 'string'}, 'oneOf': {'type': 'array', 'required': True}, 'default': {'type': 'string'}},
        {'type': {'const': 'array', 'type': 'string', 'required': True}, 'title': {'type': 'string'}, 'description': {'type': 'string'}, 'minItems': {'minimum': 0, 'type': 'integer'}, 'maxItems': {'minimum': 0, 'type': 'integer'}, 'items': {'type': 'object', 'required': True}, 'default': {'type': 'array'}},
        {'type': {'const': 'array', 'type': 'string', 'required': True}, 'title': {'type': 'string'}, 'description': {'type': 'string'}, 'minItems': {'minimum': 0, 'type': 'integer'}, 'maxItems': {'minimum': 0, 'type': 'integer'}, 'items': {'type': 'object', 'required': True}, 'default': {'type': 'array'}},
        {'type': {'const': 'boolean', 'type': 'string', 'required': True}, 'title': {'type': 'string'}, 'description': {'type': 'string'}, 'default': {'type': 'boolean'}},
        {'type': {'const': 'string', 'type': 'string', 'required': True}, 'title': {'type': 'string'}, 'description': {'type': 'string'}, 'minLength': {'minimum': 0, 'type': 'integer'}, 'maxLength': {'minimum': 0, 'type': 'integer'}, 'format': {'enum': ['email', 'uri', 'date', 'date-time'], 'type': 'string'}, 'default': {'type': 'string'}},
        {'type': {'enum': ['number', 'integer'], 'type': 'string', 'required': True}, 'title': {'type': 'string'}, 'description': {'type': 'string'}, 'minimum': {'type': 'number'}, 'maximum': {'type': 'number'}, 'default': {'type': 'number'}},
    ),
}
"""What the records were merged from that nothing on the wire tells apart."""

EPHEMERAL_EVENTS = frozenset({
    "agent.interrupted",
    "assistant.fusion_phase_activity",
    "assistant.fusion_phase_started",
    "assistant.idle",
    "assistant.intent",
    "assistant.message_delta",
    "assistant.message_start",
    "assistant.reasoning_delta",
    "assistant.server_tool_progress",
    "assistant.streaming_delta",
    "assistant.tool_call_delta",
    "assistant.turn_retry",
    "assistant.usage",
    "auto_mode_switch.completed",
    "auto_mode_switch.requested",
    "capabilities.changed",
    "command.completed",
    "command.execute",
    "command.queued",
    "commands.changed",
    "elicitation.completed",
    "elicitation.requested",
    "exit_plan_mode.completed",
    "exit_plan_mode.requested",
    "external_tool.completed",
    "factory.run_settled",
    "factory.run_started",
    "factory.run_updated",
    "hook.progress",
    "mcp.headers_refresh_completed",
    "mcp.headers_refresh_required",
    "mcp.oauth_completed",
    "mcp.oauth_required",
    "mcp.prompts.list_changed",
    "mcp.resources.list_changed",
    "mcp.tools.list_changed",
    "mcp_app.tool_call_complete",
    "model.call_failure",
    "model.call_finished",
    "model.call_start",
    "pending_messages.modified",
    "prompt_cache_break",
    "sampling.completed",
    "sampling.requested",
    "sandbox.decision",
    "session.auto_tier_recommendation",
    "session.auto_tier_switch_failed",
    "session.background_tasks_changed",
    "session.canvas.closed",
    "session.canvas.opened",
    "session.canvas.registry_changed",
    "session.canvas.unavailable",
    "session.custom_agents_updated",
    "session.custom_notification",
    "session.extensions.attachments_pushed",
    "session.extensions_loaded",
    "session.fusion_route_started",
    "session.idle",
    "session.managed_settings_enforced",
    "session.managed_settings_resolved",
    "session.mcp_server_needs_reconnect",
    "session.mcp_server_removed",
    "session.mcp_server_status_changed",
    "session.mcp_servers_loaded",
    "session.memory_changed",
    "session.skills_loaded",
    "session.snapshot_rewind",
    "session.title_changed",
    "session.todos_changed",
    "session.tools_updated",
    "session.usage_info",
    "session_limits_exhausted.completed",
    "session_limits_exhausted.requested",
    "tool.execution_partial_result",
    "tool.execution_progress",
    "ui.ephemeral_query",
    "user_input.completed",
    "user_input.requested",
})
"""Types of events that the schema calls ephemeral: they are not kept in a log."""
