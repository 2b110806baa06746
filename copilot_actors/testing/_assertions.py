"""Assertions that wait, on trio's clock and for a bounded time, and that say what they saw."""

# ruff: noqa: ASYNC109 - the limit is part of what is asserted

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeAlias

import trio

from copilot_actors._errors import CopilotError
from copilot_actors.client import Client, Session
from copilot_actors.otp import Crash, Down, Monitor, Reason, Ref
from copilot_actors.otp import sys as otp_sys
from copilot_actors.otp._errors import CallError, NoProcess

DEFAULT_TIMEOUT: Final = 5.0
"""Seconds that an assertion waits: what is right comes within milliseconds, on any machine."""

_POLL: Final = 0.01

ExpectedReason: TypeAlias = Reason | type[object] | Callable[[Reason], bool] | None
"""A reason, the class of one or of a crash's exception, a predicate, or ``None`` for any."""

ExpectedState: TypeAlias = str | Collection[str] | Mapping[str, object] | Callable[..., bool]
"""Names of states; for an actor attributes with their values, or a predicate on its state."""


async def assert_down(
    target: Ref | Monitor, reason: ExpectedReason = None, *, timeout: float = DEFAULT_TIMEOUT
) -> Down:
    """Wait until an actor has ended, and check why.

    Give a monitor that was made before what ends the actor: a ref is the address of whatever runs
    there now, so that of an actor that was restarted meanwhile names its successor, and nothing is
    known of the reason of one that is gone.

    Args:
        target: a monitor, or a ref, which is monitored from now on.
        reason: the reason (``Killed()``), its class (``Crash``), the class of the exception of a
            crash (``KeyError``), a predicate on the reason, or ``None`` for any.
        timeout: seconds to wait.

    Returns:
        What the monitor fired with.

    Raises:
        AssertionError: the actor lives on, or ended for another reason.
    """
    monitor = target if isinstance(target, Monitor) else target.monitor()
    down: Down | None = None
    try:
        with trio.move_on_after(timeout):
            down = await monitor.wait()
    except trio.ClosedResourceError:
        raise AssertionError(f"{monitor!r} was cancelled, so nothing is known") from None
    finally:
        if monitor is not target:
            monitor.cancel()
    if down is None:
        ref = monitor.ref
        raise AssertionError(
            f"{ref!r} is not down after {timeout:g} s: incarnation {ref.incarnation} runs"
        )
    if not _is_reason(down.reason, reason):
        hint = ""
        if isinstance(down.reason, Crash) and isinstance(down.reason.exc, NoProcess):
            hint = "; it had ended before it was monitored: make the monitor first"
        raise AssertionError(
            f"{monitor.ref!r} is down for {down.reason!r}, not for {_named(reason)}{hint}"
        ) from (down.reason.exc if isinstance(down.reason, Crash) else None)
    return down


def _is_reason(reason: Reason, expected: ExpectedReason) -> bool:
    if expected is None:
        return True
    if isinstance(expected, type):
        if issubclass(expected, BaseException):
            return isinstance(reason, Crash) and isinstance(reason.exc, expected)
        return isinstance(reason, expected)
    if callable(expected):
        return bool(expected(reason))
    return bool(reason == expected)


async def wait_state(
    target: Session | Client | Ref, state: ExpectedState, *, timeout: float = DEFAULT_TIMEOUT
) -> str:
    """Wait until a session, a client or an actor is in a state.

    Args:
        target: a session or a client, with the states of ``session.state`` and ``client.state``;
            or the ref of a GenServer, whose attributes are its state.
        state: the name of a state, or several; for an actor a mapping of attributes to the values
            that they must have, or a predicate on its state (see ``otp.sys.get_state``), asked
            every 10 ms.
        timeout: seconds to wait.

    Returns:
        The state that it is in; for an actor the values that were waited for, as text.

    Raises:
        AssertionError: it is in another state when the time is over, or has ended in one.
        InvalidOption: a state that does not exist.
        TypeError: a state of the wrong kind.
    """
    if isinstance(target, Ref):
        if isinstance(state, str) or not (callable(state) or isinstance(state, Mapping)):
            raise TypeError(
                f"state: of an actor expected {{'attribute': value}} or a predicate, got {state!r}"
            )
        return await _wait_actor(target, state, timeout)
    if callable(state) or isinstance(state, Mapping):
        raise TypeError(f"state: expected names such as 'idle', got {state!r}")
    names = (state,) if isinstance(state, str) else tuple(state)
    begun, at_first = trio.current_time(), target.state
    try:
        with trio.fail_after(timeout):
            # The names are checked where they are known.
            wait: Callable[..., object] = target.wait_state
            return str(await wait(*names))  # type: ignore[misc]
    except trio.TooSlowError:
        raise AssertionError(
            f"{target!r} is not {_either(names)} after {timeout:g} s; it was {at_first!r} at first"
        ) from None
    except CopilotError as error:
        if getattr(error, "option", None) == "states":
            raise
        seconds = trio.current_time() - begun
        raise AssertionError(
            f"{target!r} is not {_either(names)} and will not be, {seconds:.3g} s later: {error}"
        ) from error


async def _wait_actor(
    ref: Ref, state: Mapping[str, object] | Callable[..., bool], timeout: float
) -> str:
    seen: dict[str, object] = {}
    trouble: CallError | None = None
    with trio.move_on_after(timeout):
        while True:
            try:
                seen = dict(await otp_sys.get_state(ref, None))
            except CallError as error:
                # Between two incarnations, perhaps.
                trouble = error
            else:
                trouble = None
                if _has_state(seen, state):
                    return repr(seen)
            await trio.sleep(_POLL)
    wanted = _named(state) if callable(state) else ", ".join(f"{k}={v!r}" for k, v in state.items())
    found = trouble or ", ".join(f"{name}={value!r}" for name, value in seen.items())
    raise AssertionError(
        f"{ref!r} is not as expected after {timeout:g} s: expected {wanted}, got "
        f"{found or 'no answer'}"
    ) from trouble


def _has_state(
    seen: Mapping[str, object], state: Mapping[str, object] | Callable[..., bool]
) -> bool:
    if callable(state):
        return bool(state(otp_sys.State(seen)))
    return all(name in seen and seen[name] == value for name, value in state.items())


def _either(names: Collection[str]) -> str:
    return " or ".join(map(repr, names))


def _named(thing: object) -> str:
    return getattr(thing, "__qualname__", None) or repr(thing)
