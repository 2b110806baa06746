"""What a session remembers of the events that it delivered, between two places to read from."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from copilot_actors.client._options._session_options import SessionOptions
from copilot_actors.client._session._ledger import SessionLedger
from copilot_actors.client._session._record import SessionRecord


def record():
    return SessionRecord("s", SessionOptions(), SessionLedger(), "create")


@given(steps=st.lists(st.booleans(), max_size=40))
def test_what_came_after_the_older_place_is_never_forgotten(steps):
    """Each step delivers one event; a true one then rests at the event before it."""
    session, delivered = record(), []
    for number, rests in enumerate(steps):
        last = delivered[-1] if delivered else None
        delivered.append(f"e{number}")
        session.seen[delivered[-1]] = None
        if rests and last is not None:
            session.rest(last)
    for anchor in session.anchors:
        after = delivered[delivered.index(anchor) + 1 :]
        assert set(after) <= set(session.seen)


def test_what_is_older_than_both_places_is_forgotten():
    session = record()
    for number in range(1000):
        session.seen[f"e{number}"] = None
        session.rest(f"e{number}")
    assert len(session.seen) <= 2


def test_resting_twice_at_one_place_keeps_the_place_before():
    session = record()
    for name in ("a", "b"):
        session.seen[name] = None
        session.rest(name)
    session.rest("b")
    assert session.anchors == ("b", "a")
