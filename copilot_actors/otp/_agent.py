"""Agent: a value behind a mailbox, changed by functions (Elixir's Agent)."""

# ruff: noqa: ASYNC109 - a deadline is part of OTP's call; it costs no cancel scope here

# ruff: noqa: ARG002 - signatures are given by the base class or protocol

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, cast

from ._call import From
from ._gen_server import GenServer
from ._ref import Ref

S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Apply:
    """Apply a function to the state; keep its result, or hand it out, or both."""

    function: Callable[..., object]
    store: bool
    split: bool = False


class Agent(GenServer):
    """Holds one value. ``Agent.child_spec(make)`` starts with ``make()``.

    The functions run in the agent, one at a time; they are plain functions, and an exception out
    of one crashes the agent, as in Elixir.
    """

    def init(self, make: Callable[[], object]) -> None:
        """Make the first value.

        Args:
            make: called without arguments, again after each restart.
        """
        self.value = make()

    def handle_call(self, request: _Apply, from_: From, /) -> object:
        """Apply and answer."""
        result = request.function(self.value)
        if request.split:
            answer, self.value = cast("tuple[object, object]", result)
            return answer
        if request.store:
            self.value = result
            return None
        return result

    def handle_cast(self, request: _Apply, /) -> None:
        """Apply and keep the result."""
        self.value = request.function(self.value)

    @staticmethod
    async def get(ref: Ref, function: Callable[[S], T], timeout: float | None = 5.0) -> T:
        """Compute something from the value.

        Args:
            ref: the agent.
            function: gets the value.
            timeout: deadline in seconds.

        Returns:
            What ``function`` returned.
        """
        return cast("T", await ref.call(_Apply(function, store=False), timeout))

    @staticmethod
    async def update(ref: Ref, function: Callable[[S], S], timeout: float | None = 5.0) -> None:
        """Replace the value and wait until it is done.

        Args:
            ref: the agent.
            function: gets the old value, returns the new one.
            timeout: deadline in seconds.
        """
        await ref.call(_Apply(function, store=True), timeout)

    @staticmethod
    async def get_and_update(
        ref: Ref, function: Callable[[S], tuple[T, S]], timeout: float | None = 5.0
    ) -> T:
        """Replace the value and get an answer in one step.

        Args:
            ref: the agent.
            function: gets the old value, returns answer and new value.
            timeout: deadline in seconds.

        Returns:
            The answer.
        """
        return cast("T", await ref.call(_Apply(function, store=True, split=True), timeout))

    @staticmethod
    def cast(ref: Ref, function: Callable[[S], S]) -> None:
        """Replace the value without waiting.

        Args:
            ref: the agent.
            function: gets the old value, returns the new one.
        """
        ref.cast(_Apply(function, store=True))
