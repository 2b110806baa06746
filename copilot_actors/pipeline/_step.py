"""What work functions use: steps that are not repeated, and where they are."""

from __future__ import annotations

import collections
import functools
import inspect
import typing
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple, cast

import msgspec

from ._errors import PipelineError
from ._records import from_json, to_json
from ._statements import StepKey, add_step

if TYPE_CHECKING:
    from ._writer import Writer

T = TypeVar("T")
Args = TypeVarTuple("Args")


class ItemInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The item that a work function is called for.

    Attributes:
        pipeline: name of the pipeline.
        key: the item's key.
        attempt: 1 for the first; attempts that a crash of the program cut are counted.
        session_id: of its session.
    """

    pipeline: str
    key: str
    attempt: int
    session_id: str


class Attempt:
    """What steps need to know of the attempt that they are part of."""

    def __init__(
        self, info: ItemInfo, number: int, steps: dict[StepKey, str], writer: Writer
    ) -> None:
        self.info = info
        self._number = number
        self._steps = steps
        self._writer = writer
        self._counts: collections.Counter[str] = collections.Counter()

    def next_key(self, name: str) -> StepKey:
        """The key of the next step with this name."""
        count = self._counts[name]
        self._counts[name] += 1
        return name, count

    def recorded(self, key: StepKey) -> str | None:
        """The recorded result of a step."""
        return self._steps.get(key)

    async def record(self, key: StepKey, value: str) -> None:
        """Record the result of a step, on disk before this returns."""
        add = functools.partial(add_step, number=self._number, step=key, value=value)
        await self._writer.do(add, durable=True)


current_attempt: ContextVar[Attempt | None] = ContextVar("copilot_actors.pipeline", default=None)


async def step(
    name: str,
    fn: Callable[[*Args], Awaitable[T]],
    *args: *Args,
    result_type: type[T] | None = None,
) -> T:
    """Run a part of an item's work once: its result is recorded, and a re-run skips it.

    Called within a work function, in any task of it. What is returned is what was stored, in the
    first run as in a later one: the result as JSON, decoded as ``result_type`` or as the type that
    ``fn`` is annotated to return. It is on disk before this returns.

    Steps of one name are numbered in the order of the calls within an attempt: work must call
    them in the same order each time, and those that run at the same time need different names.
    A step that was cut, by a crash of the program or a cancellation, is run again.

    Args:
        name: any text.
        fn: an async function.
        args: its arguments.
        result_type: what the result is decoded as.

    Raises:
        NotSerializable: the result cannot be stored, or what was stored is not of the type.
        PipelineStoreFailed: it could not be recorded.
        PipelineError: not called within a work function.
        TypeError: the name is no text, or ``fn`` no async function.
        Exception: what ``fn`` raises; nothing is recorded then.
    """
    attempt = _attempt("step")
    if not isinstance(name, str):
        raise TypeError(f"step: expected a name, got {name!r}")
    if not callable(fn):
        raise TypeError(f"step: expected an async function, got {type(fn).__name__}")
    as_type = returned_by(fn) if result_type is None else result_type
    key = attempt.next_key(name)
    what = f"the result of step {name!r}"
    recorded = attempt.recorded(key)
    if recorded is None:
        awaitable = fn(*args)
        if not inspect.isawaitable(awaitable):
            raise TypeError(f"step {name!r}: expected an async function, got {fn!r}")
        recorded = to_json(attempt.info.key, what, await awaitable)
        value = from_json(attempt.info.key, what, recorded, as_type)
        await attempt.record(key, recorded)
    else:
        value = from_json(attempt.info.key, what, recorded, as_type)
    return cast("T", value)


def current_item() -> ItemInfo:
    """Return which item the calling work function works on, and in which attempt.

    Raises:
        PipelineError: not called within a work function.
    """
    return _attempt("current_item").info


def returned_by(function: Callable[..., object]) -> object:
    """The type that a function is annotated to return; ``object`` where that cannot be told."""
    while isinstance(function, functools.partial):
        function = function.func
    if not inspect.isroutine(function):
        function = type(function).__call__
    try:
        found: object = typing.get_type_hints(function).get("return", object)
    except Exception:
        # Annotations are code of the user's, written for people and type checkers.
        return object
    return object if isinstance(found, TypeVar) else found


def _attempt(caller: str) -> Attempt:
    attempt = current_attempt.get()
    if attempt is None:
        raise PipelineError(f"{caller} is called within the work function of a pipeline only")
    return attempt
