"""The assertion on a session's events: which came, in which order, and what came instead."""

# ruff: noqa: ASYNC109 - the limit is part of what is asserted

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias, TypeGuard

import trio

from copilot_actors._errors import CopilotError
from copilot_actors.client import Session
from copilot_actors.protocol import SessionEvent
from copilot_actors.protocol.events import TypedEvent

from ._assertions import DEFAULT_TIMEOUT

EventMatcher: TypeAlias = (
    str | type[TypedEvent[object]] | Mapping[str, object] | Callable[[SessionEvent], bool]
)
"""A type, an event class, fields of ``data`` with their values, or a predicate."""

EventsOf: TypeAlias = Session | AsyncIterator[object] | Iterable[object]
"""A session (its history), a stream of ``session.events()``, or events that are there."""

_SHOWN: Final = 40
_PREVIEW: Final = 60


async def assert_events(
    source: EventsOf,
    expected: Sequence[EventMatcher],
    *,
    exact: bool = False,
    timeout: float = DEFAULT_TIMEOUT,
) -> list[SessionEvent]:
    """Wait for events in this order, and return them.

    Other events may come between them, unless ``exact``. Of a session its history is asked, so
    what has happened already counts and ephemeral events do not; the history is asked again
    after each further event. Of a stream its next events are taken, no more of them than are
    needed. What is there already, a list or the like, is not waited for.

    Args:
        source: a :class:`Session`, the stream of ``session.events()``, or events.
        expected: for each event a type (``"assistant.message"``), an event class, a mapping of
            fields of ``data`` to their values, with ``type`` for that of the event, or a
            predicate on the event.
        exact: no other event comes between them, nor, of a session or of events that are there,
            before or behind them.
        timeout: seconds to wait.

    Returns:
        The events that were expected, in order.

    Raises:
        AssertionError: they did not come; the message has what came instead.
    """
    search = _Search(expected, exact=exact)
    if isinstance(source, Session):
        await _search_history(source, search, timeout)
    elif isinstance(source, AsyncIterator):
        await _search_stream(source, search, timeout)
    else:
        await trio.lowlevel.checkpoint()
        search.begin_again(_events(source))
        if not search.is_complete(over=True):
            raise search.failure("is not among the events")
    return search.found


class _Search:
    """How far the expected events were found."""

    def __init__(self, expected: Sequence[EventMatcher], *, exact: bool) -> None:
        self._expected = expected
        self._exact = exact
        self.found: list[SessionEvent] = []
        self.seen: list[SessionEvent] = []
        self.spoilt = False

    def begin_again(self, events: Iterable[SessionEvent]) -> None:
        """Look through all of these, from the first."""
        self.found, self.seen, self.spoilt = [], [], False
        for event in events:
            self.take(event)

    def take(self, event: SessionEvent) -> None:
        """Look at one more event."""
        self.seen.append(event)
        number = len(self.found)
        if number < len(self._expected) and _fits(event, self._expected[number]):
            self.found.append(event)
        elif self._exact:
            self.spoilt = True

    def is_complete(self, *, over: bool) -> bool:
        """Whether all have come; ``over`` when what comes behind them counts too."""
        return len(self.found) == len(self._expected) and not (over and self.spoilt)

    def failure(self, how: str) -> AssertionError:
        """Return the error that shows what came."""
        number = len(self.found)
        if number < len(self._expected):
            what = (
                f"{_named(self._expected[number])} (number {number + 1} of {len(self._expected)})"
            )
        else:
            what = f"all {number} came, but not alone: nothing else"
        names = [_named(matcher) for matcher in self._expected]
        wanted = ", ".join(
            f"{name} {'came' if at < number else 'did not'}" for at, name in enumerate(names)
        )
        shown = self.seen[-_SHOWN:]
        left_out = f"{len(self.seen) - len(shown)} before, " if len(shown) < len(self.seen) else ""
        seen = "".join(f"\n  {_shown(event)}" for event in shown) or " nothing"
        return AssertionError(
            f"{what} {how}\nexpected{' exactly' if self._exact else ''}: {wanted}\n"
            f"seen ({left_out}{len(shown)}):{seen}"
        )


async def _search_history(session: Session, search: _Search, timeout: float) -> None:
    try:
        with trio.move_on_after(timeout):
            async with session.events() as stream:
                while True:
                    search.begin_again(await session.get_messages())
                    if search.is_complete(over=True):
                        return
                    if search.spoilt:
                        raise search.failure("was expected next")
                    if await anext(stream, None) is None:
                        break
    except CopilotError as error:
        raise search.failure(f"cannot come: {error}") from error
    raise search.failure(f"did not come within {timeout:g} s")


async def _search_stream(stream: AsyncIterator[object], search: _Search, timeout: float) -> None:
    ended = False
    with trio.move_on_after(timeout):
        while not search.is_complete(over=False):
            item = await anext(stream, None)
            if item is None:
                ended = True
                break
            search.take(_event(item))
            if search.spoilt:
                raise search.failure("was expected next")
    if not search.is_complete(over=False):
        how = "did not come before the end" if ended else f"did not come within {timeout:g} s"
        raise search.failure(how)


def _events(items: Iterable[object]) -> Iterable[SessionEvent]:
    return map(_event, items)


def _event(item: object) -> SessionEvent:
    if isinstance(item, TypedEvent):
        return item.event
    if isinstance(item, SessionEvent):
        return item
    raise TypeError(f"expected events of a session, got {item!r}")


def _fits(event: SessionEvent, matcher: EventMatcher) -> bool:
    if isinstance(matcher, str):
        return event.type == matcher
    if _is_event_class(matcher):
        return event.type == matcher.event_type
    if isinstance(matcher, Mapping):
        return all(
            event.type == value
            if name == "type"
            else name in event.data and event.data[name] == value
            for name, value in matcher.items()
        )
    return bool(matcher(event))


def _is_event_class(matcher: object) -> TypeGuard[type[TypedEvent[object]]]:
    return isinstance(matcher, type) and issubclass(matcher, TypedEvent)


def _named(matcher: EventMatcher) -> str:
    if _is_event_class(matcher):
        return matcher.event_type
    if isinstance(matcher, str | Mapping):
        return repr(dict(matcher)) if isinstance(matcher, Mapping) else matcher
    return getattr(matcher, "__qualname__", None) or repr(matcher)


def _shown(event: SessionEvent) -> str:
    data = event.data
    for name in ("content", "message", "deltaContent", "toolName", "reason"):
        value = data.get(name)
        if isinstance(value, str) and value:
            return f"{event.type} {value[:_PREVIEW]!r}"
    return event.type
