"""What the CLI asks of this process by JSON-RPC requests: one table from method to function.

Such a request dies with the connection that made it, and its handler is cancelled with it. Every
one is answered, whatever its handler does: with the handler's answer, with a safe one, or with an
error where there is none (a token, say).
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias, cast

import trio

from copilot_actors._errors import JsonValue

from ._connection._refusals import RequestRefused
from ._handlers._canvases import CanvasError, canvas_error, canvas_request, view_answer
from ._handlers._handler_calls import Handler, Withdrawn, consult, demand, plain_json
from ._handlers._hooks import HookInvocation, hook_answer, safe_reply
from ._handlers._questions import (
    NO_SWITCH,
    NOT_APPROVED,
    ExitPlanModeResponse,
    auto_mode_switch_answer,
    auto_mode_switch_request,
    exit_plan_mode_answer,
    exit_plan_mode_request,
    text,
    user_input_answer,
    user_input_request,
)
from ._handlers._section_transforms import transform_answer
from ._handlers._skills import SkillProvider, catalog_answer, skill_answer
from ._handlers._token_providers import (
    bearer_token_answer,
    bearer_token_request,
    github_token_answer,
    github_token_reply,
    github_token_request,
)
from ._isolation import is_own_fault
from ._options._handler_options import registration_id
from ._session._context import SHARED_PATIENCE, handling

if TYPE_CHECKING:
    from ._handlers._canvases import CanvasRequest
    from ._session._context import ClientContext
    from ._session._record import SessionRecord

Fields: TypeAlias = Mapping[str, JsonValue]
Serve: TypeAlias = Callable[["ClientContext", "SessionRecord", Fields], Awaitable[JsonValue]]


def serve_requests(context: ClientContext) -> None:
    """Let the connection serve the requests of the CLI."""
    for method, serve in _METHODS.items():
        context.link.request_handlers[method] = functools.partial(_serve, context, method, serve)


async def _serve(context: ClientContext, method: str, serve: Serve, params: JsonValue) -> JsonValue:
    """Find the session and serve it.

    Raises:
        LookupError: this client does not hold the session, and no answer would be right.
    """
    fields = params if isinstance(params, dict) else {}
    record = context.table.get(text(fields, "sessionId"))
    if record is None and method == "gitHubToken.getToken":
        record = _registered(context, text(fields, "registrationId"))
    if record is None:
        if method in _SAFE_WITHOUT_SESSION:
            return _SAFE_WITHOUT_SESSION[method]
        raise LookupError("this client does not hold the session")
    if record.state.run is not None or method not in _OUTSIDE_OF_TURNS:
        # The session's turn waits for this task, which therefore cannot wait for its next one.
        handling.set(handling.get() | {record.session_id})
    try:
        return await serve(context, record, fields)
    except Withdrawn:
        return {}  # an answer that means nothing: nobody waits for it any more


def _registered(context: ClientContext, name: str) -> SessionRecord | None:
    """The session whose GitHub token provider was registered under a name."""
    for record in context.table:
        if (
            record.options.github_token_provider is not None
            and registration_id(record.options) == name
        ):
            return record
    return None


# --- Questions ------------------------------------------------------------------------------


async def _user_input(context: ClientContext, record: SessionRecord, fields: Fields) -> JsonValue:
    handler: Handler | None = record.options.on_user_input_request
    if handler is None:
        if not context.subscriptions.names(record.session_id, "user_input.requested"):
            raise LookupError("there is no user input handler")
        # The application answers, through ``request``; the event of that ends this.
        handler = trio.sleep_forever
    request = user_input_request(record.session_id, fields)
    return await demand(
        "user input",
        handler,
        request,
        accept=functools.partial(user_input_answer, request),
        limit=record.options.question_timeout,
        counters=context.counters,
        scopes=record.shared.handling("user_input", fields, record.questions),
    )


async def _exit_plan_mode(
    context: ClientContext, record: SessionRecord, fields: Fields
) -> JsonValue:
    request = exit_plan_mode_request(record.session_id, fields)
    handler: Handler | None = record.options.on_exit_plan_mode_request
    if handler is None and not context.sole_client:
        handler = _leave_to_others
    return await consult(
        "exit plan mode",
        handler,
        request,
        accept=functools.partial(exit_plan_mode_answer, request),
        otherwise=NOT_APPROVED,
        limit=record.options.question_timeout,
        counters=context.counters,
        scopes=record.shared.handling("exit_plan_mode", fields, record.questions),
    )


async def _leave_to_others() -> ExitPlanModeResponse:
    """Every client of a server is asked about a plan; the first that decides ends this wait."""
    await trio.sleep(SHARED_PATIENCE)
    return ExitPlanModeResponse(approved=False, feedback="Nobody is here to approve.")


async def _auto_mode_switch(
    context: ClientContext, record: SessionRecord, fields: Fields
) -> JsonValue:
    return await consult(
        "auto mode switch",
        record.options.on_auto_mode_switch_request,
        auto_mode_switch_request(record.session_id, fields),
        accept=auto_mode_switch_answer,
        otherwise=NO_SWITCH,
        limit=record.options.question_timeout,
        counters=context.counters,
        scopes=record.shared.handling("auto_mode_switch", fields, record.questions),
    )


# --- Hooks and transforms -------------------------------------------------------------------


async def _hook(context: ClientContext, record: SessionRecord, fields: Fields) -> JsonValue:
    kind = text(fields, "hookType")
    handler = cast("Handler | None", record.options.hooks.get(kind))
    if handler is None:
        return {}
    return await consult(
        f"{kind} hook",
        handler,
        fields.get("input"),
        HookInvocation(session_id=record.session_id, hook_type=kind),
        accept=functools.partial(hook_answer, kind),
        otherwise=safe_reply(kind),
        limit=record.options.hook_timeout,
        counters=context.counters,
        scopes=record.hooks,
    )


async def _transform(context: ClientContext, record: SessionRecord, fields: Fields) -> JsonValue:
    given = fields.get("sections")
    sections: dict[str, JsonValue] = {}
    for name, section in given.items() if isinstance(given, dict) else ():
        content = text(section, "content") if isinstance(section, dict) else ""
        changed = await consult(
            f"{name} transform",
            record.options.section_transforms.get(name),
            content,
            accept=transform_answer,
            otherwise=content,
            limit=record.options.hook_timeout,
            counters=context.counters,
            scopes=record.hooks,
        )
        sections[name] = {"content": changed}
    return {"sections": sections}


# --- Providers ------------------------------------------------------------------------------


async def _bearer_token(context: ClientContext, record: SessionRecord, fields: Fields) -> JsonValue:
    handler = record.options.bearer_token_provider
    if handler is None:
        raise LookupError("there is no bearer token provider")
    token = await demand(
        "bearer token",
        handler,
        bearer_token_request(record.session_id, fields),
        accept=bearer_token_answer,
        limit=record.options.hook_timeout,
        counters=context.counters,
        scopes=record.hooks,
    )
    context.link.hide([token])
    return {"token": token}


async def _github_token(context: ClientContext, record: SessionRecord, fields: Fields) -> JsonValue:
    token = await consult(
        "GitHub token",
        record.options.github_token_provider,
        github_token_request(record.session_id, fields),
        accept=github_token_answer,
        otherwise=None,
        limit=record.options.hook_timeout,
        counters=context.counters,
        scopes=record.services,
    )
    if token is not None:
        context.link.hide([token.access_token])
    return github_token_reply(token)


def _skill_provider(record: SessionRecord) -> SkillProvider:
    provider = record.options.skill_provider
    if provider is None:
        raise LookupError("there is no skill provider")
    return provider


async def _list_skills(context: ClientContext, record: SessionRecord, _: Fields) -> JsonValue:
    return await demand(
        "skill provider",
        _skill_provider(record).list_skills,
        accept=catalog_answer,
        limit=record.options.hook_timeout,
        counters=context.counters,
        scopes=record.services,
    )


async def _read_skill(context: ClientContext, record: SessionRecord, fields: Fields) -> JsonValue:
    return await demand(
        "skill provider",
        _skill_provider(record).read_skill,
        text(fields, "name"),
        accept=skill_answer,
        limit=record.options.hook_timeout,
        counters=context.counters,
        scopes=record.hooks,
    )


async def _canvas(
    method: str, context: ClientContext, record: SessionRecord, fields: Fields
) -> JsonValue:
    request = canvas_request(record.session_id, fields)
    try:
        handler = _canvas_handler(record, request, method)
        if handler is None:
            return None
        return await demand(
            method,
            handler,
            request,
            accept=_CANVAS_ANSWERS[method],
            limit=record.options.hook_timeout,
            counters=context.counters,
            scopes=record.services,
        )
    except Withdrawn:
        raise
    except BaseException as error:
        if not is_own_fault(error):
            raise
        told = canvas_error(error)
        data: JsonValue = {"code": told.code, "message": told.message}
        deliberate = isinstance(error, CanvasError)
        raise RequestRefused(told.message, data, deliberate=deliberate) from error


def _canvas_handler(record: SessionRecord, request: CanvasRequest, method: str) -> Handler | None:
    for canvas in record.options.canvases:
        if canvas.id == request.canvas_id:
            return canvas.handler(request, method)
    raise CanvasError("canvas_not_found", f"There is no canvas {request.canvas_id!r}.")


def _nothing(_value: object) -> JsonValue:
    return None


_CANVAS_ANSWERS: Mapping[str, Callable[[object], JsonValue]] = {
    "canvas.open": view_answer,
    "canvas.close": _nothing,
    "canvas.action.invoke": plain_json,
}

_METHODS: Mapping[str, Serve] = {
    "userInput.request": _user_input,
    "exitPlanMode.request": _exit_plan_mode,
    "autoModeSwitch.request": _auto_mode_switch,
    "hooks.invoke": _hook,
    "systemMessage.transform": _transform,
    "providerToken.getToken": _bearer_token,
    "gitHubToken.getToken": _github_token,
    "skillProvider.list": _list_skills,
    "skillProvider.read": _read_skill,
    **{method: functools.partial(_canvas, method) for method in _CANVAS_ANSWERS},
}

_SAFE_WITHOUT_SESSION: Mapping[str, JsonValue] = {
    "hooks.invoke": {},
    "exitPlanMode.request": NOT_APPROVED,
    "autoModeSwitch.request": NO_SWITCH,
}

_OUTSIDE_OF_TURNS = frozenset({*_CANVAS_ANSWERS, "gitHubToken.getToken"})
"""What may be asked although no turn waits for it."""
