"""Every type of session event as a class, and the types of its data.

``AssistantMessage`` is the event ``assistant.message``, ``AssistantMessageData`` its ``data``.
Written from GitHub's schema by a generator; see docs/protocol.md. A family of types is imported
when one of its names is used first.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, cast

from ._event_types import EVENT_CLASSES
from ._library_events import LIBRARY_EVENTS
from ._library_events import MessageWithdrawn as MessageWithdrawn
from ._library_events import MessageWithdrawnData as MessageWithdrawnData
from ._library_events import PromptSentAgain as PromptSentAgain
from ._library_events import PromptSentAgainData as PromptSentAgainData
from ._library_events import RecoveryGap as RecoveryGap
from ._library_events import SecretUnavailableData as SecretUnavailableData
from ._library_events import SessionPaused as SessionPaused
from ._library_events import SessionPausedData as SessionPausedData
from ._library_events import SessionRecovered as SessionRecovered
from ._library_events import SessionRecoveredData as SessionRecoveredData
from ._library_events import SessionRecovering as SessionRecovering
from ._library_events import SessionRecoveringData as SessionRecoveringData
from ._library_events import SessionRepaired as SessionRepaired
from ._library_events import SessionRepairedData as SessionRepairedData
from ._library_events import SessionResumed as SessionResumed
from ._library_events import SessionResumedData as SessionResumedData
from ._library_events import SessionSecretUnavailable as SessionSecretUnavailable
from ._library_events import SessionWebSocketFallback as SessionWebSocketFallback
from ._library_events import SessionWebSocketFallbackData as SessionWebSocketFallbackData
from ._library_events import SubscriptionLagged as SubscriptionLagged
from ._library_events import SubscriptionLaggedData as SubscriptionLaggedData
from ._library_events import TranscriptRecovery as TranscriptRecovery
from ._library_events import TurnLimitReached as TurnLimitReached
from ._library_events import TurnLimitReachedData as TurnLimitReachedData
from ._session_event import SessionEvent
from ._typed_event import TypedEvent as TypedEvent
from ._typed_event import UnknownEvent as UnknownEvent
from ._wire_struct import UnknownVariant as UnknownVariant
from ._wire_struct import WireStruct as WireStruct

if TYPE_CHECKING:
    from ._generated.all_events import *  # noqa: F403


def __getattr__(name: str) -> object:
    from ._generated.index import EVENT_NAMES  # noqa: PLC0415

    module = EVENT_NAMES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    package = __name__.rpartition(".")[0]
    found: object = getattr(importlib.import_module(f"{package}._generated.{module}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    from ._generated.index import EVENT_NAMES  # noqa: PLC0415

    return sorted({*globals(), *EVENT_NAMES})


def event_class(event_type: str) -> type[TypedEvent[object]] | None:
    """The class of an event type, or ``None`` for a type that the schema does not know."""
    name = EVENT_CLASSES.get(event_type)
    if name is None:
        return LIBRARY_EVENTS.get(event_type)
    return cast("type[TypedEvent[object]]", globals().get(name) or __getattr__(name))


def typed(event: SessionEvent) -> TypedEvent[object]:
    """The typed view of an event, for ``isinstance`` and ``match``.

    Costs nothing but the object: ``data`` is decoded when it is touched. An event of a type that
    the schema does not know gives an :class:`UnknownEvent`.
    """
    found = event_class(event.type)
    return UnknownEvent(event) if found is None else found(event)
