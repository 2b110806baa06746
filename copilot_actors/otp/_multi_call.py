"""multi_call: one request to many actors at once."""

# ruff: noqa: ASYNC109 - a deadline is part of OTP's call; it costs no cancel scope here

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, overload

import trio

from ._errors import CallError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ._messages import Call
    from ._ref import Ref

R = TypeVar("R")


@overload
async def multi_call(
    refs: Iterable[Ref], request: Call[R], timeout: float | None = ...
) -> tuple[Mapping[Ref, R], Mapping[Ref, CallError]]: ...
@overload
async def multi_call(
    refs: Iterable[Ref], request: object, timeout: float | None = ...
) -> tuple[Mapping[Ref, object], Mapping[Ref, CallError]]: ...
async def multi_call(
    refs: Iterable[Ref], request: object, timeout: float | None = 5.0
) -> tuple[Mapping[Ref, object], Mapping[Ref, CallError]]:
    """Call many actors side by side and sort the outcomes (OTP: ``multi_call``, over refs).

    Cancelled, all calls are abandoned.

    Args:
        refs: whom to call; each once.
        request: what to ask.
        timeout: deadline of each call, in seconds.

    Returns:
        The answers, and the errors of those that did not answer, each by ref and in their order.

    Raises:
        TypeError: one of them is a supervisor or a task, which answer no calls; none was called.
        ValueError: an impossible timeout.
    """
    unique = list(dict.fromkeys(refs))
    for ref in unique:
        if not ref._answers_calls:
            raise TypeError(f"{ref!r} answers no calls: it is a supervisor or a task")
    if timeout is not None and not timeout >= 0:
        raise ValueError(f"timeout: expected seconds >= 0 or None, got {timeout!r}")
    answers: dict[Ref, object] = {}
    failures: dict[Ref, CallError] = {}

    async def ask(ref: Ref) -> None:
        try:
            answers[ref] = await ref.call(request, timeout)
        except CallError as error:
            failures[ref] = error

    async with trio.open_nursery() as nursery:
        for ref in unique:
            nursery.start_soon(ask, ref)
    return (
        {ref: answers[ref] for ref in unique if ref in answers},
        {ref: failures[ref] for ref in unique if ref in failures},
    )
