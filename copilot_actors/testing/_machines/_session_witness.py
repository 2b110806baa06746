"""What a state machine over sessions has seen, and the judgement over it: data and pure functions.

Each judgement returns what is wrong as lines of text, in the order in which it was found; an empty
list is an acquittal. The rules are those of docs/recovery.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from copilot_actors.client import SubscriptionRef
from copilot_actors.protocol import SessionEvent


@dataclass(eq=False)
class Subscription:
    """One subscription of one session, as its subscriber sees it.

    Attributes:
        name: for messages.
        reference: the reference that :meth:`Session.on` gave; ``None`` for ``on_event``.
        seen: ids of the persistent events that came, in their order.
        due: ids of the answers to prompts that were sent since it began.
        over: it was ended, by its owner or with the session; nothing more is due.
    """

    name: str
    reference: SubscriptionRef | None = None
    seen: list[str] = field(default_factory=list)
    due: list[str] = field(default_factory=list)
    over: bool = False
    _known: set[str] = field(default_factory=set)

    def notice(self, event: SessionEvent) -> bool:
        """Take an event that came; return whether it may come, which a second time it may not."""
        if event.ephemeral or not event.id:
            return True
        if event.id in self._known:
            return False
        self._known.add(event.id)
        self.seen.append(event.id)
        return True

    def judge(self, transcript: Sequence[SessionEvent]) -> list[str]:
        """Compare what came with what the session has stored."""
        stored = [event.id for event in transcript]
        places = {identity: place for place, identity in enumerate(stored)}
        came = [identity for identity in self.seen if identity in places]
        types = {event.id: event.type for event in transcript}
        found = [
            f"{self.name}: {types[late]} came after {types[early]}"
            for late, early in zip(came[1:], came, strict=False)
            # What the CLI writes during a resume comes behind the event that tells of it.
            if places[late] < places[early] and types[early] != "session.resume"
        ]
        if not self.over:
            first = places[came[0]] if came else len(stored)
            missing = [event for event in transcript[first:] if event.id not in self._known]
            found += [f"{self.name}: {event.type} never came" for event in missing]
            found += [
                f"{self.name}: an answer never came"
                for identity in self.due
                if identity in places and identity not in self._known
            ]
        return found


@dataclass(eq=False)
class Conversation:
    """What is known of one session over all its lives.

    Attributes:
        session: its id.
        opened: how often it was opened.
        asked: how often each prompt was sent.
        answered: how many of them were answered.
        subscriptions: its subscriptions, oldest first.
    """

    session: str
    opened: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    subscriptions: list[Subscription] = field(default_factory=list)

    def live(self) -> list[Subscription]:
        """The subscriptions that are on and may be ended by their reference."""
        return [
            subscription
            for subscription in self.subscriptions
            if not subscription.over and subscription.reference is not None
        ]

    def end(self) -> None:
        """Its session was closed: nothing more is due to anybody."""
        for subscription in self.subscriptions:
            subscription.over = True

    def judge_prompts(self, transcript: Sequence[SessionEvent]) -> list[str]:
        """Each answered prompt stands once in the transcript, any other at most once."""
        stands = Counter(
            text(event.data, "content") for event in transcript if event.type == "user.message"
        )
        return [
            f"{self.session}: the prompt {prompt!r} was sent {times} times, answered "
            f"{self.answered[prompt]} times, and stands {stands[prompt]} times in the transcript"
            for prompt, times in self.asked.items()
            if not self.answered[prompt] <= stands[prompt] <= times
        ]


def judge_history(transcript: Sequence[SessionEvent]) -> list[str]:
    """Judge whether a transcript is one that a session can have.

    Ids are unique, no parent stands behind its child, the first event is ``session.start`` and
    no other is, an answer has a prompt before it, and each result of a tool has its call before it
    and is the only one.
    """
    found: list[str] = []
    known: set[str] = set()
    called: set[str] = set()
    completed: set[str] = set()
    prompted = False
    # A parent may be missing: the CLI does not list every record of its log.
    places = {event.id: place for place, event in enumerate(transcript)}
    for place, event in enumerate(transcript):
        where = f"event {place}, {event.type}"
        if event.id in known:
            found.append(f"{where}: its id was used before")
        if places.get(event.parent_id or "", place) > place:
            found.append(f"{where}: it stands before its parent")
        known.add(event.id)
        if (event.type == "session.start") != (place == 0):
            found.append(f"{where}: it stands in the wrong place")
        if event.agent_id is not None:
            continue
        if event.type == "user.message":
            prompted = True
        elif event.type == "assistant.message":
            if not prompted:
                found.append(f"{where}: nobody has asked")
            called |= _calls(event)
        elif event.type == "tool.execution_complete":
            call = text(event.data, "toolCallId")
            if call not in called:
                found.append(f"{where}: no model has called {call}")
            if call in completed:
                found.append(f"{where}: {call} was completed before")
            completed.add(call)
    return found


def text(data: Mapping[str, object], key: str) -> str:
    """Read a text of an event; ``""`` where there is none."""
    value = data.get(key)
    return value if isinstance(value, str) else ""


def _calls(event: SessionEvent) -> set[str]:
    requests = event.data.get("toolRequests")
    if not isinstance(requests, list):
        return set()
    return {text(request, "toolCallId") for request in requests if isinstance(request, dict)}
