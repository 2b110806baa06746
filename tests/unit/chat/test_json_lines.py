"""The output of one run of the CLI: whole, byte by byte, cut off, and with garbage in it."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copilot_actors.chat._json_lines import Event, JsonLines, Usage

OUTPUT = (
    b'{"type":"assistant.message","data":{"content":"h\xc3\xa9"},"id":"1","timestamp":"t"}\n'
    b"warning: not JSON\r\n"
    b"\n"
    b'{"no":"type"}\n'
    b'\xff\xfe{"type"\n'
    b'{"type":"assistant.turn_end","data":{},"id":"2","timestamp":"t"}\r\n'
    b'{"type":"result","sessionId":"s","exitCode":0,"usage":{}}\n'
)
EXPECTED = [
    ("event", "assistant.message"),
    ("text", "warning: not JSON"),
    ("text", '{"no":"type"}'),
    ("text", '\ufffd\ufffd{"type"'),
    ("event", "assistant.turn_end"),
    ("result", "s"),
]


def kinds(lines):
    names = []
    for line in lines:
        if isinstance(line, Event):
            names.append(("event", line.event.type))
        elif isinstance(line, Usage):
            names.append(("result", line.session_id))
        else:
            names.append(("text", line))
    return names


def parsed(pieces):
    parser = JsonLines()
    lines = [line for piece in pieces for line in parser.receive_data(piece)]
    return kinds([*lines, *parser.finish()])


def test_the_whole_output_at_once():
    assert parsed([OUTPUT]) == EXPECTED


def test_the_output_byte_by_byte():
    assert parsed(OUTPUT[i : i + 1] for i in range(len(OUTPUT))) == EXPECTED


@given(st.lists(st.integers(0, len(OUTPUT)), max_size=8))
def test_the_output_in_pieces_of_any_size(cuts):
    edges = [0, *sorted(cuts), len(OUTPUT)]
    assert parsed(OUTPUT[a:b] for a, b in itertools.pairwise(edges)) == EXPECTED


@pytest.mark.parametrize(
    ("rest", "last"),
    [
        (b"", []),
        (b"   ", []),
        (b'{"type":"resu', [("text", '{"type":"resu')]),
        (b'{"type":"result","sessionId":"s"}', [("result", "s")]),
        (b'{"type":"result","sessionId":7,"exitCode":true}', [("result", None)]),
    ],
)
def test_what_no_newline_ended_comes_when_the_output_is_over(rest, last):
    assert parsed([OUTPUT + rest]) == EXPECTED + last


def test_an_event_that_is_read_has_the_text_of_its_line():
    (line,) = JsonLines().receive_data(OUTPUT.split(b"\n")[0] + b"\n")
    assert line.event.data["content"] == "h\u00e9"
    assert json.loads(line.text)["id"] == "1"


def test_a_line_without_an_end_does_not_fill_the_memory():
    parser = JsonLines(max_line_bytes=10)
    assert parser.receive_data(b"x" * 11) == ["x" * 11]
    assert parser.receive_data(b"y\n") == ["y"]


@given(st.binary(max_size=200))
def test_garbage_never_raises(data):
    assert isinstance(parsed([data, b"\n"]), list)
