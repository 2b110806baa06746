"""Secrets in what is shown: whole ones, those that overlap, and those that a cut runs through."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copilot_actors._redact import CUT, REDACTED, excerpt, redact
from copilot_actors.client._connection._link import Link
from copilot_actors.client._statistics import Counters
from copilot_actors.jsonrpc import Connection, FrameBuffer, frame
from copilot_actors.transport import ExitStatus
from copilot_actors.transport._stdio import ProcessChannel
from copilot_actors.transport._tail import TAIL_SIZE, Tail
from copilot_actors.transport._tcp import RemoteChannel

SECRET = "GHP_0123456789ÄÖÜABCDEF"
LONGER = SECRET + "-AND-MORE"
OVERLAPS = "ABCDEF-AND-MORE-OF-IT"
SECRETS = (SECRET, LONGER, OVERLAPS)

# What is no secret shares no character with one, so any part that is left is a leak.
pieces = st.lists(
    st.one_of(st.sampled_from(SECRETS), st.text("xyz→ \n", min_size=1, max_size=12)), max_size=30
)


def leaks(text):
    """Parts of four characters of a secret that ``text`` shows."""
    return {
        secret[at : at + 4]
        for secret in SECRETS
        for at in range(len(secret) - 3)
        if secret[at : at + 4] in text
    }


@given(pieces)
def test_no_part_of_a_whole_secret_is_shown_in_whatever_order_they_are_known(parts):
    text = "".join(parts)
    shown = redact(text, SECRETS)
    assert shown == redact(text, reversed(SECRETS))
    assert not leaks(shown)
    if not set(parts) & set(SECRETS):
        assert shown == text


def test_secrets_that_overlap_are_hidden_as_one():
    text = f"a {SECRET}-AND-MORE-OF-IT b"
    assert redact(text, SECRETS) == f"a {REDACTED} b"
    assert redact("a b", ["", *SECRETS]) == "a b"


@given(pieces, st.integers(0, 400))
def test_no_part_of_a_secret_is_shown_where_the_start_was_cut_off(parts, cut):
    data = "".join(parts).encode()[cut:]
    assert not leaks(redact(data.decode("utf-8", "replace"), SECRETS, cut_start=True))


@given(pieces, st.integers(0, 400))
def test_no_part_of_a_secret_is_shown_at_the_end_of_an_excerpt(parts, size):
    data = "".join(parts).encode()
    text = excerpt(data, size)
    assert text.endswith(CUT) == (len(data) > size)
    assert not leaks(redact(text, SECRETS))


def test_the_start_of_a_secret_is_no_secret_where_nothing_was_cut():
    assert redact("cannot write /home", ["/home/me/.Xauthority"]) == "cannot write /home"
    assert redact(".Xauthority: no", ["/home/me/.Xauthority"]) == ".Xauthority: no"


@pytest.mark.parametrize("filler", ["x", "→", "z "], ids=["plain", "non-ASCII", "two"])
@pytest.mark.parametrize("shift", [*range(30), 4000, 4096, 4110])
def test_the_tail_begins_with_no_part_of_a_secret_however_much_the_text_shrinks(filler, shift):
    # A secret lies wherever it is cut, and few characters or many take its place.
    for text in (f"{SECRET} " * 5000, f"{filler * 3}{SECRET}" * 5000):
        tail = Tail(SECRETS)
        tail.append(text.encode() + b"y" * shift)
        assert not leaks(tail.text())
        assert REDACTED in tail.text()
        assert len(tail.text()) <= TAIL_SIZE


class _Process:
    """What a channel needs of its process."""

    pid = 1

    def __init__(self, tail, secrets):
        self.tail_text = tail.text
        self.secrets = secrets


@pytest.mark.parametrize("before", range(0, 40, 3))
def test_what_is_hidden_later_is_not_in_the_tail_though_the_cut_runs_through_it(before):
    tail = Tail()
    tail.append(b"x" * 100_000 + SECRET.encode() + b"y" * (TAIL_SIZE - before))
    channel = ProcessChannel(_Process(tail, ()), 1.0)
    channel.hide(SECRETS)
    assert not leaks(channel.stderr_tail)
    assert not leaks(str(channel.exit_error(ExitStatus(1, None))))


def test_a_channel_hides_a_secret_that_contains_one_of_its_process_or_its_token():
    process = ProcessChannel(_Process(Tail(), (SECRET,)), 1.0)
    process.hide([LONGER])
    assert process.redact(LONGER) == REDACTED
    remote = RemoteChannel(None)
    remote.token = SECRET
    remote.hide([LONGER])
    assert remote.redact(LONGER) == REDACTED
    assert remote.redact(f"a{SECRET[:9]}{CUT}") == f"a{REDACTED}{CUT}"


def test_a_link_hides_secrets_that_contain_and_overlap_one_another():
    link = Link(Counters(), rpc_timeout=1.0)
    link.hide(SECRETS)
    assert link.redact(f"{LONGER} {SECRET[:9]}{CUT}") == f"{REDACTED} {REDACTED}{CUT}"


@pytest.mark.parametrize("before", range(150, 512, 2))
def test_no_excerpt_of_the_wire_shows_a_part_of_a_secret_once_it_is_redacted(before):
    text = "x" * before + SECRET + "y" * 600
    connection = Connection()
    connection.send_request("m", {})
    answer = f'{{"id":1,"error":"{text}"}}'.encode()
    connection.receive_data(
        f"{text}\n".encode() + frame(text.encode()) + frame(answer) + frame(answer[7:])
    )
    stray, bad, response, _ = connection.events()
    shown = (stray.text, connection.stray_excerpt, bad.excerpt, response.error.message)
    for one in shown:
        assert one.endswith(CUT)
        assert not leaks(redact(one, SECRETS))


def test_an_excerpt_that_was_not_cut_has_no_mark():
    buffer = FrameBuffer()
    buffer.feed("Zürich\n".encode())
    buffer.next_frame()
    assert buffer.stray_excerpt == "Zürich"
    assert excerpt(b"\xff\xc3", 2) == "\\xff\\xc3"
