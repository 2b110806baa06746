"""The model behind simulated CLIs: a script, asked directly instead of over HTTP."""

from __future__ import annotations

import hashlib
import random
from collections import deque
from collections.abc import Awaitable, Mapping, Sequence
from typing import Final, TypeAlias, final

import msgspec
import trio

from copilot_actors._errors import JsonValue
from copilot_actors.testing._scripted_model import _wire as wire
from copilot_actors.testing._scripted_model._script import (
    Attempts,
    Cut,
    HttpError,
    ModelRequest,
    ScriptFunction,
    Silence,
    Step,
    Text,
    ToolCall,
    ToolCalls,
    resolve_attempt,
    split_text,
)
from copilot_actors.testing._scripted_model._server import KEPT_REQUESTS, AttemptCounts

from ._attachments import with_attachments
from ._disk import Event

_encode = msgspec.json.encode


class RetryRule(msgspec.Struct, frozen=True, kw_only=True):
    """What the CLI does about one kind of provider failure (protocol, section 9).

    Attributes:
        waits: seconds before each repetition.
        reason: ``reason`` of ``assistant.turn_retry``.
        info: text of the ``session.info`` that goes with it, or ``None`` for none.
        error_type: ``errorType`` of the ``session.error`` in the end.
    """

    waits: tuple[float, ...] = ()
    reason: str = ""
    info: str | None = None
    error_type: str = "query"


_TRANSIENT: Final = "Request failed due to a transient API error. Retrying..."
_INTERRUPTED: Final = "Response was interrupted due to a server error. Retrying..."
_BACKOFF: Final = (0.45, 0.92, 1.7, 3.4, 7.55)
_FINAL: Final = RetryRule()
_UNAUTHORIZED: Final = RetryRule(
    waits=(1.0, 1.0),
    reason="transient_auth_error",
    info=_TRANSIENT,
    error_type="authentication",
)
_SERVER_ERROR: Final = RetryRule(waits=_BACKOFF, reason="api_error", info=_TRANSIENT)
_DROPPED: Final = RetryRule(waits=(1.0,) * 5, reason="streaming_error", info=_INTERRUPTED)
_UNAUTHORIZED_STATUS: Final = 401
_RATE_LIMIT_STATUS: Final = 429
_SERVER_ERRORS: Final = 500


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """How a model call failed.

    Attributes:
        rule: what the CLI does about it.
        message: the provider's text.
        status: HTTP status, or ``None`` when the connection broke.
    """

    rule: RetryRule
    message: str
    status: int | None = None

    def final_message(self, retries: int) -> str:
        """Return the text of the ``session.error`` after so many repetitions."""
        if self.status == _UNAUTHORIZED_STATUS:
            return "Authentication failed with provider (HTTP 401)."
        text = self.message if self.status is None else f"{self.status} {self.message}"
        if not retries:
            return text
        waited = sum(self.rule.waits[:retries])
        return (
            f"Failed to get response from the AI model; retried {retries} times "
            f"(total retry wait time: {waited:.2f} seconds) Last error: {text}"
        )


def http_failure(step: HttpError) -> Failure:
    """Return what an HTTP error means to the CLI."""
    rule = _FINAL
    if step.status == _UNAUTHORIZED_STATUS:
        rule = _UNAUTHORIZED
    elif step.status == _RATE_LIMIT_STATUS:
        wait = 1.0 if step.retry_after is None else step.retry_after
        waits = tuple(wait + 0.1 for _ in range(5))
        rule = RetryRule(waits=waits, reason="rate_limit", error_type="rate_limit")
    elif step.status >= _SERVER_ERRORS:
        rule = _SERVER_ERROR
    return Failure(rule=rule, message=step.message, status=step.status)


def dropped() -> Failure:
    """Return what a broken connection means to the CLI."""
    return Failure(rule=_DROPPED, message="connection closed before message completed")


Chosen: TypeAlias = Step | Attempts


@final
class SimulatedModel:
    """Asks the script, and counts repetitions over all processes of a simulation.

    Attributes:
        script: what it answers.
        requests: the last 1000 requests, oldest first.
        calls: how many requests there were in all.
        auto: what the account's lists of models say of automatic routing; ``None`` for nobody
            who is signed in.
    """

    def __init__(self, script: ScriptFunction, auto: Mapping[str, JsonValue] | None = None) -> None:
        self.script = script
        self.auto = auto
        self._attempts = AttemptCounts()
        self.requests: deque[ModelRequest] = deque(maxlen=KEPT_REQUESTS)
        self.calls = 0

    def ask(
        self,
        messages: Sequence[Mapping[str, JsonValue]],
        tools: Sequence[Mapping[str, JsonValue]],
        *,
        model: str,
        stream: bool,
        response_format: Mapping[str, JsonValue] | None = None,
    ) -> tuple[ModelRequest, Chosen | Awaitable[Chosen]]:
        """Return the request as the script saw it, and what the script returned."""
        key = hashlib.sha256(_encode(messages)).digest()
        self.calls += 1
        position = wire.turn_position(messages)
        request = ModelRequest(
            prompt=position.prompt,
            prompts=position.prompts,
            step=position.step,
            attempt=self._attempts.count(key),
            tool_results=position.tool_results,
            messages=tuple(messages),
            tools=tuple(tools),
            model=model,
            stream=stream,
            authorized=True,
            time=trio.current_time(),
            response_format=response_format,
        )
        self.requests.append(request)
        try:
            return request, self.script(request)
        except Exception as exc:
            return request, script_failure(exc)


def script_failure(exc: Exception) -> HttpError:
    """Return the answer that stands for a script that raised: an error that is not retried."""
    return HttpError(400, f"the script raised {type(exc).__name__}: {exc}")


def first_delay(step: Step) -> float:
    """Return the seconds before an answer begins."""
    return 0.0 if isinstance(step, Silence) else step.first_delay


def pieces_of(step: Step) -> tuple[list[str], float]:
    """Return the pieces in which an answer's text arrives, and the seconds between them."""
    if isinstance(step, Text):
        return split_text(step.text, step.chunks), step.delay
    if isinstance(step, Cut):
        return split_text(step.text, step.chunks)[: step.after_chunks], step.delay
    if isinstance(step, ToolCalls) and step.text:
        return [step.text], 0.0
    return [], 0.0


class ToolRequest(msgspec.Struct, frozen=True):
    """A tool call as the CLI understood it; ``broken`` is the complaint about bad arguments."""

    call_id: str
    name: str
    arguments: JsonValue
    broken: str | None = None


def tool_requests(step: Step, rng: random.Random) -> list[ToolRequest]:
    """Return the tool calls of an answer."""
    if not isinstance(step, ToolCalls):
        return []
    return [_tool_request(call, rng) for call in step.calls]


def _tool_request(call: ToolCall, rng: random.Random) -> ToolRequest:
    call_id = call.id or f"call_{rng.getrandbits(96):024x}"
    if not isinstance(call.arguments, str):
        return ToolRequest(call_id, call.name, dict(call.arguments))
    try:
        return ToolRequest(call_id, call.name, msgspec.json.decode(call.arguments))
    except msgspec.DecodeError as exc:
        return ToolRequest(call_id, call.name, {}, broken=f"{exc} in JSON")


SYSTEM_MESSAGE: Final = "You are simulated."


def conversation(events: Sequence[Event]) -> list[dict[str, JsonValue]]:
    """Return the messages that the model gets for a history."""
    messages: list[dict[str, JsonValue]] = [{"role": "system", "content": SYSTEM_MESSAGE}]
    for event in events:
        data = event["data"]
        if not isinstance(data, dict):
            continue
        if event["type"] == "system.message":
            messages[0] = {"role": "system", "content": data["content"]}
        elif event["type"] == "user.message":
            content = with_attachments(str(data["transformedContent"]), data.get("attachments"))
            messages.append({"role": "user", "content": content})
        elif event["type"] == "system.notification":
            messages.append({"role": "user", "content": data["content"]})
        elif event["type"] == "assistant.message":
            messages.append(_assistant_message(data))
        elif event["type"] == "tool.execution_complete":
            messages.append(_tool_message(data))
    return messages


def _assistant_message(data: dict[str, JsonValue]) -> dict[str, JsonValue]:
    requests = data["toolRequests"]
    message: dict[str, JsonValue] = {"role": "assistant", "content": data["content"]}
    if isinstance(requests, list) and requests:
        message["tool_calls"] = [
            {
                "id": request["toolCallId"],
                "type": "function",
                "function": {
                    "name": request["name"],
                    "arguments": _encode(request["arguments"]).decode(),
                },
            }
            for request in requests
            if isinstance(request, dict)
        ]
    return message


def _tool_message(data: dict[str, JsonValue]) -> dict[str, JsonValue]:
    result, error = data.get("result"), data.get("error")
    content: JsonValue = ""
    if isinstance(result, dict):
        content = result.get("content", "")
    elif isinstance(error, dict):
        content = error.get("message", "")
    return {"role": "tool", "tool_call_id": data["toolCallId"], "content": content}


def resolve(chosen: Chosen, request: ModelRequest) -> Step:
    """Return the step for this repetition of the call."""
    return resolve_attempt(chosen, request.attempt)
