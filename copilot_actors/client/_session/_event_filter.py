"""Which events a subscription wants, and in which form: by name as they are, by class typed."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

import msgspec

from copilot_actors._errors import InvalidOption
from copilot_actors.client._nearest import closest
from copilot_actors.protocol import KNOWN_EVENT_TYPES, SessionEvent

if TYPE_CHECKING:
    from copilot_actors.client._options._session_options import EventHandler
    from copilot_actors.protocol.events import TypedEvent

    EventT = TypeVar("EventT", bound=TypedEvent[object])
    EventT2 = TypeVar("EventT2", bound=TypedEvent[object])
    EventT3 = TypeVar("EventT3", bound=TypedEvent[object])

HandlerResult: TypeAlias = Awaitable[None] | None

LIBRARY_EVENT_TYPES = frozenset(
    {
        "copilot_actors.message.withdrawn",
        "copilot_actors.prompt.sent_again",
        "copilot_actors.session.paused",
        "copilot_actors.session.recovered",
        "copilot_actors.session.recovering",
        "copilot_actors.session.repaired",
        "copilot_actors.session.resumed",
        "copilot_actors.session.secret_unavailable",
        "copilot_actors.session.web_socket_fallback",
        "copilot_actors.subscription.lagged",
        "copilot_actors.turn.timeout",
    }
)
"""What this library adds to the events of the CLI."""
OBSERVED_EVENT_TYPES = frozenset(
    {
        "model.call_final_result",
        "model.log",
        "model.message",
        "model.messages_snapshot",
        "model.model_call_failure",
        "model.model_call_started",
        "model.model_call_success",
        "model.response",
        "model.telemetry",
        "model.tool_execution",
        "model.turn_ended",
        "model.turn_failed",
        "model.turn_started",
        "session.autopilot_stopped",
        "session.indexed_search",
        "session.usage_record",
        "tool.shell_output",
    }
)
"""What CLI 1.0.102 emits although the published schema does not name it."""
_EVERY_TYPE = KNOWN_EVENT_TYPES | LIBRARY_EVENT_TYPES | OBSERVED_EVENT_TYPES


class EventFilter(msgspec.Struct, frozen=True):
    """What a subscription asked for.

    Attributes:
        types: wire names, or ``None`` for every event.
        classes: the typed form of the events that were asked for by class.
        typed_only: nothing was asked for by name, so that what has no class is left out.
    """

    types: frozenset[str] | None
    classes: dict[str, type[TypedEvent[object]]]
    typed_only: bool

    def adapt(self, event: SessionEvent) -> object | None:
        """The event as it was asked for, or ``None`` for one that was not.

        That is the marker of a lag in a subscription by classes that does not name its class.
        """
        found = self.classes.get(event.type)
        if found is not None:
            return found(event)
        return None if self.typed_only else event

    def wrap(self, handler: Callable[..., object]) -> EventHandler:
        """A handler of events as they are, for a handler of events as they were asked for."""
        if not self.classes:
            return cast("EventHandler", handler)
        classes, typed_only = self.classes, self.typed_only

        # What wraps an async function is served as one: it is looked through.
        @functools.wraps(handler)
        def adapted(event: SessionEvent) -> object:
            # What adapt does, without a call more per event.
            found = classes.get(event.type)
            if found is not None:
                return handler(found(event))
            return None if typed_only else handler(event)

        return cast("EventHandler", adapted)


def event_filter(given: Iterable[object], *, allow_unknown: bool) -> EventFilter:
    """Check what a subscription asks for: names, event classes, or lists of them.

    Raises:
        InvalidOption: something else, or an unknown name that was not allowed.
    """
    names: set[str] = set()
    classes: dict[str, type[TypedEvent[object]]] = {}
    wanted = list(_flat(given))
    for item in wanted:
        if isinstance(item, str) and item:
            if not allow_unknown and item not in _EVERY_TYPE:
                raise unknown_type(item)
            names.add(item)
            continue
        event_type = getattr(item, "event_type", None)
        if not isinstance(item, type) or not isinstance(event_type, str) or not event_type:
            raise InvalidOption(
                "event_type",
                "expected names such as 'assistant.message', or classes of "
                f"copilot_actors.protocol.events, got {item!r}",
            )
        classes[event_type] = item
    return EventFilter(
        frozenset(names | classes.keys()) if wanted else None, classes, bool(wanted) and not names
    )


def _flat(given: Iterable[object]) -> Iterable[object]:
    for item in given:
        if isinstance(item, Sequence | set | frozenset) and not isinstance(item, str):
            yield from item
        else:
            yield item


def unknown_type(name: str, known: Iterable[str] = _EVERY_TYPE) -> InvalidOption:
    """The error for a name that no event has, naming the nearest one."""
    near = closest(name, known)
    return InvalidOption(
        "event_type",
        f"no event has the type {name!r}; did you mean {near!r}? "
        "For one that only a newer CLI knows: allow_unknown=True",
    )
