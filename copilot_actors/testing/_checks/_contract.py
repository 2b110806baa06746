"""What all contract checks have in common: rules that are functions, and how one is said broken."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias, TypeVar, cast

import trio

from copilot_actors.client._isolation import is_own_fault

T = TypeVar("T")

Make: TypeAlias = Callable[[], T | Awaitable[T]]
"""Makes what is checked; plain or async."""

PATIENCE: Final = 30.0
"""Seconds on trio's clock for any one rule; what hangs is broken."""


def rule_name(rule: Callable[..., object]) -> str:
    """Return the rule that a function checks, in words."""
    return rule.__name__.strip("_").replace("_", " ")


def require(holds: object, seen: str) -> None:
    """Say that a rule is broken, unless it holds; the runner adds which.

    Raises:
        AssertionError: it does not hold.
    """
    if not holds:
        raise AssertionError(seen)


async def made_by(make: Make[T], kind: type[object]) -> T:
    """Call what makes the thing, which may be async.

    Raises:
        TypeError: it made something else.
    """
    made = make()
    thing = await made if inspect.isawaitable(made) else made
    if not isinstance(thing, kind):
        raise TypeError(f"make() returned {type(thing).__name__}, not a {kind.__name__}")
    return cast("T", thing)


async def check_rule(
    name: str, rule: Callable[[], Awaitable[None]], *, patience: float = PATIENCE
) -> None:
    """Check one rule.

    Raises:
        AssertionError: it is broken, or not over within ``patience``: which, and what was seen.
    """
    try:
        with trio.move_on_after(patience) as scope:
            await rule()
    except AssertionError as error:
        raise AssertionError(f"{name}: {error}") from error
    except BaseException as error:
        plain = only_error(error)
        if not is_own_fault(error):
            raise
        seen = f"it raised {type(plain).__name__}: {plain}"
        seen = str(plain) if isinstance(plain, AssertionError) else seen
        raise AssertionError(f"{name}: {seen}") from error
    if scope.cancelled_caught:
        raise AssertionError(f"{name}: not over within {patience:g} s")


def only_error(error: BaseException) -> BaseException:
    """Return what is in a group, if it is a single error."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error


Rules: TypeAlias = Sequence[Callable[..., Awaitable[None]]]
"""Rules, in the order in which they are checked."""
