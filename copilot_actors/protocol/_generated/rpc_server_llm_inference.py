"""Types and methods: rpc_server_llm_inference.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Mapping

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "LlmInferenceHttpResponseChunkError",
    "LlmInferenceHttpResponseChunkParams",
    "LlmInferenceHttpResponseChunkResult",
    "LlmInferenceHttpResponseStartParams",
    "LlmInferenceHttpResponseStartResult",
    "LlmInferenceSetProviderResult",
    "ServerLlmInferenceRpc",
]


class LlmInferenceHttpResponseChunkError(WireStruct, frozen=True, kw_only=True, gc=False):
    """Set to terminate the response with a transport-level failure. Implies end-of-stream; any
    further chunks for this requestId are ignored.

    Attributes:
        message: Human-readable failure description.
        code: Optional machine-readable error code.
    """

    message: str
    code: str | None = None


class LlmInferenceHttpResponseChunkResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Whether the chunk was accepted.

    Attributes:
        accepted: True when the chunk was matched to a pending request; false when unknown.
    """

    accepted: bool


class LlmInferenceHttpResponseStartResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Whether the start frame was accepted.

    Attributes:
        accepted: True when the response start was matched to a pending request; false when
            unknown.
    """

    accepted: bool


class LlmInferenceSetProviderResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the calling client was registered as the LLM inference provider.

    Attributes:
        success: Whether the provider was set successfully
    """

    success: bool


class LlmInferenceHttpResponseChunkParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``llmInference.httpResponseChunk``."""

    request_id: str
    data: str
    binary: bool | None = None
    end: bool | None = None
    error: LlmInferenceHttpResponseChunkError | None = None


class LlmInferenceHttpResponseStartParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``llmInference.httpResponseStart``."""

    request_id: str
    status: int
    status_text: str | None = None
    headers: Mapping[str, list[str]]


class ServerLlmInferenceRpc(RpcNamespace):
    """``llmInference.*``."""

    __slots__ = ()

    async def http_response_chunk(
        self,
        *,
        request_id: str,
        data: str,
        binary: bool | None = None,
        end: bool | None = None,
        error: LlmInferenceHttpResponseChunkError | None = None,
        rpc_timeout: float | None = None,
    ) -> LlmInferenceHttpResponseChunkResult:
        """Delivers a body byte range (or a terminal transport error) for an in-flight response,
        correlated by requestId. Set `end` true on the last chunk. When `error` is set the
        response terminates with a transport-level failure and the runtime raises an
        APIConnectionError.

        ``llmInference.httpResponseChunk`` on the wire; experimental.

        Args:
            request_id: Matches the requestId from the originating httpRequestStart frame.
            data: Body byte range. UTF-8 text when `binary` is absent or false; base64-encoded
                bytes when `binary` is true. May be empty (e.g. when the response body is empty:
                send a single chunk with empty data and end=true).
            binary: When true, `data` is base64-encoded bytes. When absent or false, `data` is
                UTF-8 text.
            end: When true, this is the final body chunk for the response. The runtime treats the
                response body as complete after receiving an end-marked chunk.
            error: Set to terminate the response with a transport-level failure. Implies
                end-of-stream; any further chunks for this requestId are ignored.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Whether the chunk was accepted.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "llmInference.httpResponseChunk",
            LlmInferenceHttpResponseChunkParams(
                request_id=request_id,
                data=data,
                binary=binary,
                end=end,
                error=error,
            ),
            LlmInferenceHttpResponseChunkResult,
            rpc_timeout,
        )

    async def http_response_start(
        self,
        *,
        request_id: str,
        status: int,
        status_text: str | None = None,
        headers: Mapping[str, list[str]],
        rpc_timeout: float | None = None,
    ) -> LlmInferenceHttpResponseStartResult:
        """Delivers the response head (status + headers) for an in-flight request, correlated by the
        requestId the runtime supplied in httpRequestStart. Must be called exactly once per
        request before any httpResponseChunk frames.

        ``llmInference.httpResponseStart`` on the wire; experimental.

        Args:
            request_id: Matches the requestId from the originating httpRequestStart frame.
            status: HTTP status code.
            status_text: Optional HTTP status reason phrase.
            headers: HTTP response headers, preserving multiple values per name.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Whether the start frame was accepted.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "llmInference.httpResponseStart",
            LlmInferenceHttpResponseStartParams(
                request_id=request_id,
                status=status,
                status_text=status_text,
                headers=headers,
            ),
            LlmInferenceHttpResponseStartResult,
            rpc_timeout,
        )

    async def set_provider(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> LlmInferenceSetProviderResult:
        """Registers an SDK client as the LLM inference callback provider.

        ``llmInference.setProvider`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the calling client was registered as the LLM inference provider.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "llmInference.setProvider",
            None,
            LlmInferenceSetProviderResult,
            rpc_timeout,
        )
