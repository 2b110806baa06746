"""The simulated CLI's reading: what it accepts, what deafens it (protocol, section 1)."""

import pytest

from copilot_actors.testing._simulator._wire import CliReader, Complaint, encode_frame

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"message": "grüße"}}


def body(text):
    return b"Content-Length: %d\r\n\r\n%s" % (len(text), text)


@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_frames_are_read_whatever_their_pieces(size):
    data = encode_frame(PING) * 3
    reader = CliReader()
    found = []
    for start in range(0, len(data), size):
        found += reader.feed(data[start : start + size])
    assert found == [PING] * 3


@pytest.mark.parametrize(
    "head",
    [
        b"content-length: 37\r\n\r\n",
        b"CONTENT-LENGTH:37\r\n\r\n",
        b"X-Foo: 1\r\nContent-Length: 37\r\nContent-Type: a; charset=utf-8\r\n\r\n",
    ],
)
def test_headers_may_be_written_in_many_ways(head):
    reader = CliReader()
    assert reader.feed(head + b'{"jsonrpc":"2.0","id":1,"method":"x"}')
    assert not reader.deaf


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"Content-Length: abc\r\n\r\n", "must be a number"),
        (b"Content-Length: -1\r\n\r\n", "must be a number"),
        (b"X-Foo: 1\r\n\r\n", "must provide a Content-Length"),
        (b"rubbish\r\n\r\n", "separate key and value"),
    ],
)
def test_a_framing_error_deafens_for_good(data, message):
    reader = CliReader()
    (complaint,) = reader.feed(data)
    assert isinstance(complaint, Complaint)
    assert complaint.code == -32700
    assert message in complaint.message
    assert reader.deaf
    assert reader.feed(encode_frame(PING)) == []


def test_a_length_that_is_too_small_is_a_bad_body_and_then_a_bad_header():
    frame = encode_frame(PING)
    length = len(frame.partition(b"\r\n\r\n")[2])
    reader = CliReader()
    data = frame.replace(b"%d" % length, b"%d" % (length - 1), 1) + encode_frame(PING)
    complaints = reader.feed(data)
    assert [complaint.code for complaint in complaints] == [-32700, -32700]
    assert reader.deaf


@pytest.mark.parametrize("data", [b'{"jsonrpc":"2.0"}\n', b"Content-Length: 2\n\n{}"])
def test_other_framings_are_waited_on_for_ever(data):
    reader = CliReader()
    assert reader.feed(data * 3) == []
    assert not reader.deaf


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", -32700),
        (b"{bad", -32700),
        (b'"\xff"', -32700),
        (b"[1]", -32600),
        (b"1", -32600),
        (b'{"id":1,"method":"x"}', -32600),
        (b'{"jsonrpc":"1.0","id":1,"method":"x"}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":5}', -32600),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"x"}', -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"x"}', -32600),
        (b'{"jsonrpc":"2.0","id":1}', -32600),
    ],
)
def test_a_bad_body_is_complained_about_and_the_next_frame_is_read(text, code):
    reader = CliReader()
    complaint, message = reader.feed(body(text) + encode_frame(PING))
    assert complaint.code == code
    assert complaint.reply()["id"] is None
    assert message == PING
