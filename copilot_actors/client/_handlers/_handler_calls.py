"""Calling a handler of the user: plain or async, within a limit, its result checked, never silent.

``demand`` raises when there is no usable result, for requests whose safe answer is an error.
``consult`` gives a safe answer in its place; what guards something passes a "no".
"""

from __future__ import annotations

import inspect
import json
import logging
import types
from collections.abc import Callable
from typing import TypeAlias, TypeVar, cast

import msgspec
import trio

from copilot_actors._errors import JsonValue
from copilot_actors.client._isolation import is_own_fault
from copilot_actors.client._statistics import Counters

from ._shared_questions import Scopes

T = TypeVar("T")
Handler: TypeAlias = Callable[..., object]
Accept: TypeAlias = Callable[[object], T]
"""Makes an answer of a handler's result; raises ``TypeError`` or ``ValueError`` if it cannot."""

_log = logging.getLogger("copilot_actors.handlers")

MAX_ARGUMENTS = 2


class OverLimit(TimeoutError):
    """The handler was over its limit and was cancelled."""


class Withdrawn(Exception):
    """Nobody waits for the answer any more: the turn or the session that asked is over."""


async def call(function: Handler, *arguments: object) -> object:
    """Call a plain or async function and return its result."""
    result = function(*arguments)
    return await result if inspect.isawaitable(result) else result


def positional_count(handler: Handler) -> int:
    """How many positional arguments a handler takes, of the two that there may be."""
    if isinstance(handler, types.FunctionType) and not vars(handler):
        # Nothing wraps it: its code says what a signature says, at a fiftieth of the price.
        code = handler.__code__
        several = code.co_flags & inspect.CO_VARARGS
        return MAX_ARGUMENTS if several else min(code.co_argcount, MAX_ARGUMENTS)
    try:
        parameters = inspect.signature(handler).parameters.values()
    except (TypeError, ValueError):
        return MAX_ARGUMENTS
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return MAX_ARGUMENTS
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return min(len(positional), MAX_ARGUMENTS)


def unexpected(value: object, expected: str) -> TypeError:
    """The error for a result of the wrong kind. It names the type, not the value."""
    return TypeError(f"it returned {type(value).__name__}, expected {expected}")


async def demand(
    what: str,
    handler: Handler,
    *arguments: object,
    accept: Accept[T],
    limit: float | None,
    counters: Counters,
    scopes: Scopes,
) -> T:
    """Call a handler with as many of ``arguments`` as it takes and return its accepted result.

    Args:
        what: the handler's kind, for messages.
        handler: of the user.
        *arguments: for it.
        accept: checks the result and makes the answer.
        limit: seconds; ``None`` for no limit.
        counters: where a timeout is counted.
        scopes: gets the call's scope while it runs; cancelling that ends the handler.

    Raises:
        OverLimit: it was over its limit.
        Withdrawn: its scope was cancelled.
        TypeError: its result is of the wrong kind.
        Exception: what it raised.
    """
    scope = trio.CancelScope()
    if limit is not None:
        scope.deadline = trio.current_time() + limit
    scopes.add(scope)
    try:
        with scope:
            return accept(await call(handler, *arguments[: positional_count(handler)]))
    finally:
        scopes.discard(scope)
    if trio.current_time() >= scope.deadline and limit is not None:
        counters.handler_timeouts += 1
        raise OverLimit(f"the {what} handler was over its limit of {limit:g} s")
    raise Withdrawn(f"the {what} handler was cancelled: nobody waits for it any more")


async def consult(
    what: str,
    handler: Handler | None,
    *arguments: object,
    accept: Accept[T],
    otherwise: T,
    limit: float | None,
    counters: Counters,
    scopes: Scopes,
) -> T:
    """Return the handler's accepted result, or ``otherwise`` without one; faults are reported.

    Arguments as in :func:`demand`; ``handler=None`` is nobody to ask.
    """
    if handler is None:
        return otherwise
    try:
        return await demand(
            what,
            handler,
            *arguments,
            accept=accept,
            limit=limit,
            counters=counters,
            scopes=scopes,
        )
    except Withdrawn:
        return otherwise
    except OverLimit as error:
        _log.error("%s; the safe answer was given", error)
        return otherwise
    except BaseException as error:
        if not is_own_fault(error):
            raise
        counters.handler_errors += 1
        _log.exception("the %s handler %s failed; the safe answer was given", what, _name(handler))
        return otherwise


def plain_json(value: object) -> JsonValue:
    """Return a value as JSON has it; Structs and dataclasses become objects.

    In steps, since msgspec alone would turn bytes into base64 and NaN into null: both would arrive
    as something that the handler did not say.

    Raises:
        TypeError: it cannot be JSON (bytes cannot: decode or encode them yourself).
        ValueError: it holds text that is not Unicode or a NaN, or is nested too deeply.
    """
    try:
        plain = msgspec.to_builtins(value, builtin_types=(bytes, bytearray, memoryview))
        json.dumps(plain, allow_nan=False, ensure_ascii=False).encode()
    except RecursionError as exc:
        raise ValueError("the value is nested too deeply or refers to itself") from exc
    return cast("JsonValue", plain)


def _name(handler: Handler) -> str:
    return str(getattr(handler, "__qualname__", type(handler).__name__))
