"""The pure parts of the gateway: attempts, origins, outbox, rules and questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copilot_actors.client import SessionOptions
from copilot_actors.gateway._admission import Admitted, Refused, admit, check_origins
from copilot_actors.gateway._hosted import Attachment
from copilot_actors.gateway._methods import RULES, rule_of
from copilot_actors.gateway._outbox import JOINED, Offer, Outbox
from copilot_actors.gateway._questions import KEPT, Questions
from copilot_actors.gateway._session_params import send_fields, session_options
from copilot_actors.gateway._tokens import (
    MAX_ADDRESSES,
    AttemptLimiter,
    Authenticator,
    GatewayToken,
)
from copilot_actors.gateway._wire import EncodedEvent
from copilot_actors.protocol import SessionEvent

TOKEN = "a-token-0123456789"


def marker(skipped):
    return b"<%d>" % skipped


# --- Attempts -------------------------------------------------------------------------------


def test_an_address_is_blocked_by_as_many_failures_as_allowed_within_the_window():
    limiter = AttemptLimiter(2, 10.0)
    limiter.failed("a", 0.0)
    assert not limiter.blocked("a", 1.0)
    limiter.failed("a", 5.0)
    assert limiter.blocked("a", 6.0)
    assert not limiter.blocked("b", 6.0)
    assert not limiter.blocked("a", 10.0)
    assert not limiter.blocked("a", 15.0)
    assert len(limiter) == 0


def test_addresses_that_guess_take_bounded_memory():
    limiter = AttemptLimiter(2, 10.0)
    for number in range(MAX_ADDRESSES + 10):
        limiter.failed(str(number), 0.0)
        limiter.failed("busy", 0.0)
    assert len(limiter) == MAX_ADDRESSES
    assert limiter.blocked("busy", 1.0)


@pytest.mark.parametrize("shown", ["", "a", TOKEN[:-1], TOKEN + "x", TOKEN.upper(), "\ud800"])
def test_only_the_whole_token_is_the_token(shown):
    authenticator = Authenticator([GatewayToken(token=TOKEN, name="one")])
    assert authenticator.identify(shown) is None
    assert authenticator.identify(TOKEN).name == "one"


# --- Admission ------------------------------------------------------------------------------


def decide(*, headers=(), subprotocols=(), origins=("https://a.example",), tokens=(TOKEN,)):
    return admit(
        [(name.encode(), value.encode()) for name, value in headers],
        subprotocols,
        "127.0.0.1",
        origins=check_origins(origins),
        authenticator=Authenticator([GatewayToken(token=token) for token in tokens]),
        limiter=AttemptLimiter(5, 60.0),
        now=0.0,
    )


RIGHT = ("authorization", f"Bearer {TOKEN}")


@pytest.mark.parametrize(
    ("headers", "subprotocols", "status"),
    [
        ([RIGHT], [], None),
        ([("Authorization", f"bearer {TOKEN}")], [], None),
        ([("authorization", "Bearer nope-0123456789")], [], 401),
        ([("authorization", TOKEN)], [], 400),
        ([("authorization", "Basic YTpi")], [], 400),
        ([RIGHT, RIGHT], [], 400),
        ([], ["copilot-actors.token.%%%"], 400),
        ([], ["copilot-actors.token.eA"], 401),
        ([RIGHT, ("Origin", "https://a.example")], [], None),
        ([RIGHT, ("origin", "HTTPS://A.EXAMPLE")], [], None),
        ([RIGHT, ("origin", "http://a.example")], [], 403),
        ([RIGHT, ("origin", "")], [], 403),
        ([RIGHT, ("origin", "https://a.example"), ("origin", "https://a.example")], [], 403),
    ],
)
def test_who_is_upgraded(headers, subprotocols, status):
    decision = decide(headers=headers, subprotocols=subprotocols)
    assert (decision.status if isinstance(decision, Refused) else None) == status


def test_without_a_token_yet_a_connection_is_upgraded_and_nobody():
    assert decide() == Admitted(None, None)


@given(st.lists(st.tuples(st.binary(max_size=20), st.binary(max_size=40)), max_size=6))
def test_no_header_gets_in_without_the_token(headers):
    decision = admit(
        headers,
        [],
        "x",
        origins=frozenset(),
        authenticator=Authenticator([GatewayToken(token=TOKEN)]),
        limiter=AttemptLimiter(5, 60.0),
        now=0.0,
    )
    assert isinstance(decision, Refused) or decision.principal is None


# --- Outbox ---------------------------------------------------------------------------------


def test_an_outbox_drops_ephemeral_events_and_says_how_many_before_the_next():
    outbox = Outbox(size=10, limit=100, joined=False)
    event = b"12345678"
    assert outbox.offer_event("s", event, ephemeral=True, marker=marker) is Offer.ACCEPTED
    assert outbox.offer_event("s", event, ephemeral=True, marker=marker) is Offer.DROPPED
    assert outbox.offer_event("s", event, ephemeral=True, marker=marker) is Offer.DROPPED
    assert outbox.offer_event("t", b"x", ephemeral=True, marker=marker) is Offer.ACCEPTED
    assert outbox.offer_event("s", b"kept", ephemeral=False, marker=marker) is Offer.ACCEPTED
    taken = [outbox.take() for _ in range(5)]
    assert taken == [event, b"x", b"<2>", b"kept", None]
    assert outbox.waiting == 0


def test_an_outbox_takes_one_large_message_and_is_over_its_limit_then():
    outbox = Outbox(size=10, limit=100, joined=False)
    assert outbox.offer(b"x" * 1000) is Offer.ACCEPTED
    assert outbox.offer(b"y") is Offer.OVERFLOW
    outbox.take()
    assert outbox.offer(b"y") is Offer.ACCEPTED


@given(
    st.lists(st.tuples(st.integers(1, JOINED), st.booleans()), max_size=30),
    st.booleans(),
)
def test_an_outbox_loses_nothing_that_is_not_ephemeral_and_counts_its_bytes(sizes, joined):
    outbox = Outbox(size=JOINED, limit=10**9, joined=joined)
    kept = b""
    for number, (size, ephemeral) in enumerate(sizes):
        message = bytes([number]) * size
        offer = outbox.offer_event("s", message, ephemeral=ephemeral, marker=lambda _: b"")
        if offer is Offer.ACCEPTED:
            kept += message
        else:
            assert ephemeral
    written = b""
    while (message := outbox.take()) is not None:
        written += message
    assert written == kept
    assert outbox.waiting == 0


# --- Catching up ----------------------------------------------------------------------------


class Collector:
    """A peer that keeps what it gets."""

    def __init__(self):
        self.ids = []

    def send_event(self, event):
        self.ids.append(event.id)


@given(st.data())
def test_a_peer_gets_each_persistent_event_once_however_events_and_history_overtake(data):
    """Events are published in order; the history is read at some moment, and is ahead of them."""
    total = data.draw(st.integers(1, 12))
    events = [SessionEvent("x", id=f"e{number}") for number in range(total)]
    encoded = [EncodedEvent("s", event) for event in events]
    before = data.draw(st.integers(0, total), label="published when the peer attaches")
    while_held = data.draw(st.integers(before, total), label="published until it has its history")
    ahead = data.draw(st.integers(while_held, total), label="events in the history")
    had = data.draw(st.integers(0, ahead), label="events that the peer has")
    cursor = events[had - 1].id if had else ""
    peer = Collector()
    attachment = Attachment(peer, frozenset(), frozenset())
    attachment.held = []
    for event in encoded[before:while_held]:
        attachment.deliver(event)
    published = events[while_held - 1].id if while_held else None
    assert attachment.catch_up("s", cursor, events[:ahead], published)
    for event in encoded[while_held:]:
        attachment.deliver(event)
    assert peer.ids == [event.id for event in events[had:]]


# --- Rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "scope", "reads"),
    [
        ("session.something.new", "session", False),
        ("session.plan.read", "session", True),
        ("session.tasks.list", "session", True),
        ("sessions.fork", "program", False),
        ("account.getQuota", "program", True),
        ("runtime.shutdown", "never", False),
        ("gateway.unknown", "program", False),
        ("", "program", False),
    ],
)
def test_the_rule_of_a_method(method, scope, reads):
    rule = rule_of(method)
    assert (rule.scope, rule.reads) == (scope, reads)


def test_no_method_that_sends_or_answers_is_for_peers_that_only_look():
    for method, rule in RULES.items():
        if any(word in method for word in ("send", "handlePending", "elete", "create", "set")):
            assert not rule.reads, method


# --- Questions ------------------------------------------------------------------------------


def asked(kind, request_id, call_id):
    data = {"requestId": request_id, "toolCallId": call_id}
    if kind == "permission":
        data = {"requestId": request_id, "permissionRequest": {"toolCallId": call_id}}
        return SessionEvent("permission.requested", data=data)
    return SessionEvent("external_tool.requested", data=data)


@pytest.mark.parametrize("kind", ["permission", "tool"])
def test_a_question_that_is_asked_again_after_a_crash_is_the_same_question(kind):
    questions = Questions()
    questions.observe(asked(kind, "r1", "c1"))
    questions.observe(asked(kind, "r2", "c1"))
    assert len(questions) == 1
    assert questions.answer(kind, "r1", {"result": 1}) == "accepted"
    assert questions.answer(kind, "r2", {"result": 2}) == "already_answered"
    assert questions.asked(kind, "r2", "c1").answer == {"result": 1}


def test_answers_that_are_late_are_told_apart_from_those_to_nothing():
    questions = Questions()
    questions.observe(asked("tool", "r1", "c1"))
    questions.observe(SessionEvent("external_tool.completed", data={"requestId": "r1"}))
    assert questions.answer("tool", "r1", {}) == "already_answered"
    assert questions.answer("tool", "r9", {}) == "unknown"
    assert questions.answer("permission", "r1", {}) == "unknown"
    assert len(questions) == 0


def test_requests_that_are_over_take_bounded_memory():
    questions = Questions()
    for number in range(KEPT + 100):
        questions.observe(asked("tool", f"r{number}", f"c{number}"))
        questions.close("tool", f"r{number}")
    assert len(questions._over) == KEPT


# --- Parameters -----------------------------------------------------------------------------


def test_options_of_a_peer_override_the_gateways_and_unknown_ones_go_through():
    defaults = SessionOptions(model="gpt-5", extra={"a": 1, "b": 1})
    params = {"sessionId": "s", "model": "gpt-4.1", "b": 2, "tools": [], "requestPermission": True}
    options = session_options(params, defaults)
    assert options.model == "gpt-4.1"
    assert options.extra == {"a": 1, "b": 2}


def test_a_response_format_becomes_its_schema():
    wire = {"type": "json_schema", "jsonSchema": {"name": "x", "schema": {"type": "object"}}}
    assert send_fields({"prompt": "p", "responseFormat": wire}) == {
        "response_schema": {"type": "object"}
    }
