"""Framing: whatever the pieces, the same bodies; whatever the bytes, a body or a typed error.

Each stream is fed whole, byte by byte, and with the next frame behind it.
"""

import itertools
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copilot_actors.jsonrpc import (
    FrameBuffer,
    FrameTooLarge,
    RemoteProtocolError,
    TruncatedFrame,
    frame,
)
from copilot_actors.jsonrpc._framing import EXCERPT_SIZE, MAX_HEAD_SIZE, MAX_LINE_SIZE


def cut(pieces, buffer=None):
    buffer = FrameBuffer() if buffer is None else buffer
    bodies = []
    for piece in pieces:
        buffer.feed(piece)
        while (body := buffer.next_frame()) is not None:
            bodies.append(bytes(body))
    return bodies


def bytewise(data):
    return [data[i : i + 1] for i in range(len(data))]


def feeds(data):
    """The three feeds of one stream, each with what comes out besides the stream's bodies."""
    return [
        ([data], []),
        (bytewise(data), []),
        ([data + frame(b"next")], [b"next"]),
        ([data, frame(b"next")], [b"next"]),
    ]


ACCEPTED = {
    "the usual header": (b"Content-Length: 2\r\n\r\n{}", [b"{}"]),
    "lower case": (b"content-length: 2\r\n\r\n{}", [b"{}"]),
    "upper case": (b"CONTENT-LENGTH: 2\r\n\r\n{}", [b"{}"]),
    "no space after the colon": (b"Content-Length:2\r\n\r\n{}", [b"{}"]),
    "spaces and tabs around the number": (b"Content-Length : \t 2 \t\r\n\r\n{}", [b"{}"]),
    "leading zeros": (b"Content-Length: 0002\r\n\r\n{}", [b"{}"]),
    "a header before": (b"Content-Type: x; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}", [b"{}"]),
    "a header after": (b"Content-Length: 2\r\nX-Foo: bar\r\n\r\n{}", [b"{}"]),
    "the same length twice": (b"Content-Length: 2\r\ncontent-length: 2\r\n\r\n{}", [b"{}"]),
    "bare line feeds": (b"Content-Length: 2\n\n{}", [b"{}"]),
    "an empty body": (b"Content-Length: 0\r\n\r\n", [b""]),
    "two frames": (frame(b"one") + frame(b"two"), [b"one", b"two"]),
    "blank lines between frames": (frame(b"a") + b"\r\n\n \n" + frame(b"b"), [b"a", b"b"]),
    "a body that looks like a header": (
        frame(b"Content-Length: 5\r\n\r\n"),
        [b"Content-Length: 5\r\n\r\n"],
    ),
    "a body that is not UTF-8": (frame(b"\x81\x8d\x9d\xff"), [b"\x81\x8d\x9d\xff"]),
}


@pytest.mark.parametrize(("data", "bodies"), ACCEPTED.values(), ids=ACCEPTED.keys())
def test_accepts(data, bodies):
    for pieces, more in feeds(data):
        buffer = FrameBuffer()
        assert cut(pieces, buffer) == bodies + more
        assert buffer.stray_lines == 0
        assert buffer.buffered == 0
        buffer.finish()


STRAY = {
    "a banner": (b"A new version is available!\n", 1),
    "a banner with CRLF": (b"A new version is available!\r\n", 1),
    "a banner that looks like a header": (b"Warning: no token was set\n", 1),
    "two lines and a blank one": (b"one\ntwo\n\n", 2),
    "a block of headers without a length": (b"Date: today\r\nServer: x\r\n\r\n", 2),
    "text without a newline": (b"Loading... 50%", 1),
    "a quoted header in a log": (b"saw Content-Length: 5\n", 1),
    "bytes that are not UTF-8": (b"\xff\xfe\n", 1),
    "NDJSON": (b'{"jsonrpc":"2.0","id":1,"result":{}}\n', 1),
    "a line over the limit": (b"x" * (MAX_LINE_SIZE + 10) + b"\n", 2),
}


@pytest.mark.parametrize(("text", "lines"), STRAY.values(), ids=STRAY.keys())
@pytest.mark.parametrize("first", [b"", frame(b"first")], ids=["at the start", "between frames"])
def test_skips_and_counts_stray_text(text, lines, first):
    data = first + text + frame(b"body")
    bodies = [b"body"] if not first else [b"first", b"body"]
    for pieces, more in feeds(data):
        buffer = FrameBuffer()
        assert cut(pieces, buffer) == bodies + more
        assert buffer.stray_lines == lines
        assert len(text.strip()) <= buffer.stray_bytes <= len(text)
        shown = text.decode("utf-8", "backslashreplace").strip()
        assert buffer.stray_excerpt == shown[:EXCERPT_SIZE].strip()


def test_a_banner_with_crlf_that_looks_like_a_header_is_read_as_one():
    buffer = FrameBuffer()
    assert cut([b"Warning: no token\r\n" + frame(b"{}")], buffer) == [b"{}"]
    assert buffer.stray_lines == 0


def test_junk_inside_a_header_block_does_not_cost_the_frame():
    buffer = FrameBuffer()
    assert cut([b"Content-Length: 2\r\njunk\r\n\r\n{}"], buffer) == [b"{}"]
    assert buffer.stray_excerpt == "junk"


BROKEN = {
    "a word": b"Content-Length: abc\r\n\r\n",
    "nothing": b"Content-Length:\r\n\r\n",
    "a negative number": b"Content-Length: -5\r\n\r\n",
    "a signed number": b"Content-Length: +5\r\n\r\n",
    "an underscore": b"Content-Length: 1_0\r\n\r\n",
    "two numbers": b"Content-Length: 5 5\r\n\r\n",
    "a fraction": b"Content-Length: 5.0\r\n\r\n",
    "digits that are not ASCII": "Content-Length: \u0665\r\n\r\n".encode(),
    "two lengths": b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n",
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN.keys())
def test_a_length_that_cannot_be_read_ends_the_stream(data):
    for pieces, _ in feeds(frame(b"before") + data):
        buffer = FrameBuffer()
        buffer.feed(b"".join(pieces))
        assert buffer.next_frame() == b"before"
        for _ in range(2):
            with pytest.raises(RemoteProtocolError):
                buffer.next_frame()
        buffer.feed(frame(b"after"))
        with pytest.raises(RemoteProtocolError):
            buffer.next_frame()
        assert buffer.buffered == 0
        buffer.finish()


@pytest.mark.parametrize("header", [b"Content-Length: %d\r\n\r\n", b"content-length:%d\n\n"])
@pytest.mark.parametrize(
    "size", [11, 10**12, 10**30, 10**4000], ids=["11", "1e12", "1e30", "1e4000"]
)
def test_a_length_over_the_limit_is_refused_by_its_header(header, size):
    for pieces in ([header % size], bytewise(header % size)):
        with pytest.raises(FrameTooLarge) as caught:
            cut(pieces, FrameBuffer(max_frame_size=10))
        assert caught.value.limit == 10
        assert caught.value.size > 10
        assert len(str(caught.value)) < 200


def test_a_body_of_exactly_the_limit_passes():
    for pieces in ([frame(b"x" * 10)], bytewise(frame(b"x" * 10))):
        assert cut(pieces, FrameBuffer(max_frame_size=10)) == [b"x" * 10]


def test_the_limit_is_for_each_frame_and_not_for_the_connection():
    buffer = FrameBuffer(max_frame_size=1000)
    data = frame(b"x" * 1000)
    for _ in range(500):
        assert cut([data], buffer) == [b"x" * 1000]


def test_a_peer_that_never_sends_a_frame_is_refused_after_a_megabyte():
    buffer = FrameBuffer()
    pieces = [b"y\n" * 500] * (MAX_HEAD_SIZE // 1000 + 1)
    with pytest.raises(RemoteProtocolError, match="without a frame"):
        cut(pieces, buffer)
    assert len(buffer.stray_excerpt) <= EXCERPT_SIZE


def test_stray_text_spread_over_many_frames_is_no_fault():
    buffer = FrameBuffer()
    data = frame(b"{}") + b"progress " * 100 + b"\n"
    for _ in range(MAX_HEAD_SIZE // 900 + 10):
        assert cut([data], buffer) == [b"{}"]


def test_pieces_may_be_fed_without_reading_in_between():
    data = frame(b"one") + b"noise\n" + frame(b"x" * 100_000) + frame(b"three")
    buffer = FrameBuffer()
    for i in range(0, len(data), 777):
        buffer.feed(data[i : i + 777])
    assert buffer.buffered == len(data)
    assert cut([b""], buffer) == [b"one", b"x" * 100_000, b"three"]


@pytest.mark.parametrize(
    ("data", "expected", "received"),
    [
        (b"Content-Length: 10\r\n\r\nabc", 10, 3),
        (b"Content-Length: 10\r\n\r\n", 10, 0),
        (b"Content-Length: 10\r\n", None, 20),
        (b"Content-Le", None, 10),
        (b"content-length: 1", None, 17),
    ],
)
def test_the_end_inside_a_frame_is_reported(data, expected, received):
    for pieces in ([data], bytewise(data)):
        buffer = FrameBuffer()
        assert cut([frame(b"first"), *pieces], buffer) == [b"first"]
        with pytest.raises(TruncatedFrame) as caught:
            buffer.finish()
        assert (caught.value.expected, caught.value.received) == (expected, received)


@pytest.mark.parametrize("tail", [b"", b"\n", b"Segmentation fault", b"Server: x\r\n"])
def test_the_end_between_frames_is_clean_and_what_is_left_over_is_stray(tail):
    buffer = FrameBuffer()
    assert cut([frame(b"first") + tail], buffer) == [b"first"]
    buffer.finish()
    assert buffer.stray_excerpt == tail.decode().strip()


def test_the_end_may_come_before_anything_was_read():
    buffer = FrameBuffer()
    buffer.feed(b"Segmentation ")
    buffer.feed(b"fault")
    buffer.finish()
    assert buffer.stray_excerpt == "Segmentation fault"


def test_a_limit_below_one_byte_is_refused():
    with pytest.raises(ValueError, match="at least 1"):
        FrameBuffer(0)


def test_an_announced_body_takes_no_memory_before_it_comes():
    buffer = FrameBuffer(max_frame_size=10**15)
    tracemalloc.start()
    try:
        assert cut([b"Content-Length: 1000000000000\r\n\r\nabc"], buffer) == []
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


def test_a_body_in_pieces_is_held_once():
    size = 8 * 1024 * 1024
    buffer = FrameBuffer()
    piece = b"x" * 65_536
    tracemalloc.start()
    try:
        buffer.feed(b"Content-Length: %d\r\n\r\n" % size)
        for _ in range(size // len(piece)):
            assert buffer.next_frame() is None
            buffer.feed(piece)
        body = buffer.next_frame()
        assert body is not None
        assert len(body) == size
        # A growing bytearray over-allocates by an eighth, and moves when it grows.
        assert tracemalloc.get_traced_memory()[1] < 2.5 * size
    finally:
        tracemalloc.stop()


def test_an_endless_line_is_not_kept():
    buffer = FrameBuffer()
    for _ in range(100):
        assert cut([b"x" * 5000], buffer) == []
        assert buffer.buffered <= MAX_LINE_SIZE


@given(
    bodies=st.lists(st.binary(max_size=300), max_size=8),
    noise=st.lists(
        st.sampled_from([b"", b"\n", b"banner\n", b"Note: x\r\n\r\n", b"half"]), max_size=8
    ),
    data=st.data(),
)
def test_any_cut_of_a_stream_gives_the_same_bodies_and_counts(bodies, noise, data):
    noise += [b""] * len(bodies)
    stream = b"".join(n + frame(b) for n, b in zip(noise, bodies, strict=False))
    points = data.draw(st.lists(st.integers(0, len(stream)), max_size=12).map(sorted))
    edges = [0, *points, len(stream)]
    pieces = [stream[a:b] for a, b in itertools.pairwise(edges)]
    whole, cut_up = FrameBuffer(), FrameBuffer()
    assert cut([stream], whole) == bodies
    assert cut(pieces, cut_up) == bodies
    assert whole.stray_lines == cut_up.stray_lines
    assert whole.stray_bytes == cut_up.stray_bytes
    assert whole.stray_excerpt == cut_up.stray_excerpt


def pieces_of_wire():
    return st.one_of(
        st.binary(max_size=60),
        st.sampled_from(
            [
                b"Content-Length: ",
                b"content-length:",
                b"\r\n",
                b"\n",
                b"\r\n\r\n",
                b"5",
                b"99",
                b": ",
            ]
        ),
        st.binary(max_size=40).map(frame),
    )


@given(st.lists(pieces_of_wire(), max_size=20))
def test_garbage_gives_bodies_or_one_remote_error_whatever_the_cut(pieces):
    def run(parts):
        buffer = FrameBuffer(max_frame_size=1000)
        bodies = []
        try:
            for part in parts:
                buffer.feed(part)
                while (body := buffer.next_frame()) is not None:
                    bodies.append(bytes(body))
            buffer.finish()
        except RemoteProtocolError as error:
            return bodies, str(error), buffer.stray_lines
        return bodies, "", buffer.stray_lines

    stream = b"".join(pieces)
    assert run(pieces) == run([stream]) == run(bytewise(stream))
