"""A Hypothesis state machine whose plain rules can await: one trio run for each example."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager
from typing import ClassVar, Final, NamedTuple, TypeVar, TypeVarTuple, cast

import trio
from hypothesis import HealthCheck, settings
from hypothesis.errors import HypothesisException
from hypothesis.stateful import RuleBasedStateMachine

from ._guest_run import GuestRun, HostedContext

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

SHOWN_ENTRIES: Final = 40
"""How much of the trace is told with a failure: the end, where the cause mostly is."""

STEPS: Final = 15
"""Steps of an example, where Hypothesis takes 50: each may be a whole turn, and is shrunk."""


class TraceEntry(NamedTuple):
    """One thing that happened in an example.

    Attributes:
        time: when, on trio's clock; 0 is the start of the example.
        what: for instance ``"ask"`` or ``"crash"``.
        detail: more of it, as text.
    """

    time: float
    what: str
    detail: str

    def __str__(self) -> str:
        return f"{self.time:10.3f}  {self.what} {self.detail}".rstrip()


class TrioMachine(RuleBasedStateMachine):
    """A ``RuleBasedStateMachine`` whose rules await through :meth:`run`.

    Rules and invariants are plain methods, as Hypothesis wants them. The trio run of an example
    begins with the first :meth:`run` and ends in :meth:`teardown`, so that what one rule opened is
    still there in the next: clients, actors, subscriptions, tasks. It runs in the thread of the
    test and only while a call waits: between two rules nothing happens and no time passes. The
    clock jumps over every wait, so examples take no time, and the same rules give the same trace
    (real input and output, threads among it, is what neither the clock nor the trace can hold).

    What a background task raises is raised by the call that is waiting then, as it is. At the end
    of an example everything is closed in reverse order, and a task that somebody has left behind
    fails it. Do not start anything in ``__init__``: Hypothesis calls no ``teardown`` for a
    machine that could not be made. Use ``@initialize``.

    An example has 15 steps; ``@settings(max_examples=..., stateful_step_count=..., deadline=None)``
    on the class says otherwise.

    Attributes:
        without: names of ready rules that this class does without; they stay methods that can be
            called.
        patience: seconds of trio's clock that any single call may take.
        trace: what happened so far; the end of it is told with a failure.
    """

    without: ClassVar[Collection[str]] = ()
    patience: ClassVar[float] = 3600.0

    def __init__(self) -> None:
        super().__init__()
        self.trace: list[TraceEntry] = []
        self._guest = GuestRun()

    def __init_subclass__(cls) -> None:
        """Take the rules that the class does without off the list.

        Raises:
            TypeError: one of them does not exist.
        """
        super().__init_subclass__()
        cls.TestCase.settings = settings(
            deadline=None,
            stateful_step_count=STEPS,
            suppress_health_check=cast("Collection[HealthCheck]", list(HealthCheck)),
        )
        for name in cls.without:
            function = getattr(cls, name, None)
            if function is None:
                raise TypeError(f"{cls.__name__}.without: there is no rule {name!r}")
            if name not in cls.__dict__:
                setattr(cls, name, _unmarked(cast("Callable[..., object]", function)))

    def run(self, async_fn: Callable[[*Ts], Awaitable[T]], *args: *Ts) -> T:
        """Run an async function in the example's trio run and return what it returns.

        Everything else in the run goes on meanwhile.

        Args:
            async_fn: the function; use ``functools.partial`` or a lambda for keyword arguments.
            *args: its arguments.

        Raises:
            TimeoutError: it took more than ``patience``, so it would have waited for ever.
            Exception: what it raised, or what a background task has raised meanwhile.
        """
        return self._guest.call(async_fn, *args, limit=self.patience)

    def start_soon(self, async_fn: Callable[[*Ts], Awaitable[object]], *args: *Ts) -> None:
        """Start a task that goes on while rules run; it is cancelled at the end of the example."""
        name = getattr(async_fn, "__qualname__", repr(async_fn))
        self._guest.start_soon(async_fn, *args, name=name)

    def enter_async_context(self, context: AbstractAsyncContextManager[T]) -> T:
        """Enter an async context manager that is left at the end of the example.

        Several are left in reverse order. ``tree = self.enter_async_context(open_supervisor(...))``
        keeps actors for all rules.

        Raises:
            Exception: what entering it raised.
        """
        return self._enter(context, type(context).__name__)[0]

    def note(self, what: str, detail: str = "") -> None:
        """Add to the trace. Write nothing that another run with the same seed would not have."""
        time = trio.current_time() if self._guest.running else 0.0
        self.trace.append(TraceEntry(time, what, detail))

    def finish(self) -> None:
        """Judge the end of an example, while everything is still open; for subclasses.

        Not called when a rule or an invariant has failed.
        """

    def after_close(self) -> list[str]:
        """Judge what is left when everything is closed; for subclasses.

        Returns:
            What is wrong, as lines of text.
        """
        return []

    def teardown(self) -> None:
        """Judge the end, close everything in order, and look for what was left behind.

        Raises:
            AssertionError: something is not as it must be; if a rule has failed already, that is
                added to its exception as a note.
            Exception: what a background task has raised.
        """
        failure = sys.exc_info()[1]
        if failure is None and self._guest.running:
            try:
                self.finish()
            except Exception as error:
                failure = error
        wrong = [f"left behind: {name}" for name in self._guest.close(limit=self.patience)]
        wrong += self.after_close()
        errors = self._guest.failures
        if failure is None and errors:
            failure = errors.pop(0)
        if failure is None and wrong:
            failure = AssertionError("\n".join(wrong))
            wrong = []
        if failure is None:
            return
        if isinstance(failure, Exception) and not isinstance(failure, HypothesisException):
            self._explain(failure, [*wrong, *(f"also raised: {error!r}" for error in errors)])
        if failure is not sys.exc_info()[1]:
            raise failure

    def _explain(self, failure: Exception, wrong: list[str]) -> None:
        for line in wrong:
            failure.add_note(line)
        if self.trace:
            shown = self.trace[-SHOWN_ENTRIES:]
            failure.add_note("\n".join(["What happened, oldest first:", *map(str, shown)]))

    def _enter(self, context: AbstractAsyncContextManager[T], name: str) -> tuple[T, HostedContext]:
        return self._guest.enter(context, name, limit=self.patience)


def _unmarked(function: Callable[..., object]) -> Callable[..., object]:
    """The same method without Hypothesis's marks, which are attributes of the function."""

    def method(*args: object, **kwargs: object) -> object:
        return function(*args, **kwargs)

    method.__name__ = function.__name__
    method.__doc__ = function.__doc__
    return method
