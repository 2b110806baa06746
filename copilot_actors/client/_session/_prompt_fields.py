"""From the arguments of ``send`` to the parameters of ``session.send``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Annotated, TypeAlias, cast

import msgspec
from msgspec import Meta

from copilot_actors._errors import InvalidOption, InvalidRequest, JsonValue
from copilot_actors.client._nearest import nearest
from copilot_actors.client._options._attachments import wire_attachments
from copilot_actors.client._options._session_options import check_prompt
from copilot_actors.client._options._session_settings import TraceContext
from copilot_actors.client._options._trace_context import check_trace_context
from copilot_actors.client._options._values import conform

from ._structured import response_format
from ._turn import AgentMode, SendMode, TurnFields

_HeaderName: TypeAlias = Annotated[
    str, Meta(pattern=r"^[!#$%&'*+.^_`|~0-9A-Za-z-]+\Z", description="that can name a header")
]
_HeaderValue: TypeAlias = Annotated[
    str, Meta(pattern=r"^[^\x00-\x08\x0a-\x1f\x7f]*\Z", description="of one line")
]
_Params: TypeAlias = dict[str, JsonValue]


def prompt_params(prompt: object, fields: TurnFields, *, local: bool) -> _Params:
    """Check a prompt with its arguments and return what is sent.

    Args:
        prompt: its text.
        fields: the arguments of ``send``.
        local: whether the CLI sees this machine's files.

    Raises:
        InvalidPrompt: the text cannot be sent.
        InvalidAttachment: an attachment that the model would not get.
        InvalidOption: an argument that cannot be right.
        InvalidRequest: they cannot be sent as JSON.
    """
    try:
        params = _converted(prompt, fields, local=local)
        msgspec.json.encode(params)
    except InvalidRequest:
        raise
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise InvalidRequest(f"the prompt's options cannot be sent: {error}") from error
    if "responseFormat" in params and params.get("mode") == "immediate":
        raise InvalidOption(
            "mode", "a prompt that steers a turn has the format of that turn; enqueue it"
        )
    return params


def _converted(prompt: object, fields: TurnFields, *, local: bool) -> _Params:
    params: _Params = {"prompt": check_prompt(prompt)}
    attachments = fields.get("attachments")
    if attachments is not None:
        params["attachments"] = wire_attachments(attachments, local=local)
    for name, convert in _FIELDS.items():
        value = fields.get(name)
        if value is not None:
            params.update(convert(value, name))
    return params


def check_arguments(function: str, given: Collection[str], known: Collection[str]) -> None:
    """Refuse an argument that does not exist, as Python does.

    Raises:
        TypeError: naming it and the nearest one that exists.
    """
    for name in given:
        if name not in known:
            raise TypeError(
                f"{function}() got an unexpected keyword argument {name!r}{nearest(name, known)}"
            )


def _of(shape: object, wire: str) -> Callable[[object, str], _Params]:
    return lambda value, name: {wire: conform(value, shape, name)}


def _headers(value: object, name: str) -> _Params:
    headers = cast("_Params", conform(value, Mapping[str, _HeaderValue], name))
    for header in headers:
        conform(header, _HeaderName, f"{name}[{header!r}]")
    return {"requestHeaders": headers}


def _trace_context(value: object, name: str) -> _Params:
    context = cast("_Params", conform(value, TraceContext, name))
    check_trace_context(context["traceparent"], context.get("tracestate"), f"{name}.")
    return {key: item for key, item in context.items() if item is not None}


def _response_schema(value: object, name: str) -> _Params:  # noqa: ARG001
    return {"responseFormat": response_format(value)}


_FIELDS: Mapping[str, Callable[[object, str], _Params]] = {
    "mode": _of(SendMode, "mode"),
    "agent_mode": _of(AgentMode, "agentMode"),
    "display_prompt": _of(str, "displayPrompt"),
    "request_headers": _headers,
    "trace_context": _trace_context,
    "response_schema": _response_schema,
}
