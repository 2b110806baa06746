"""What a line of a log is: the verdicts of CLI 1.0.102 on one line of each kind."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copilot_actors.protocol import NoEvent, SessionEvent, decode_log_line, log_line_kind

EVENT = b'{"type":"future.thing","data":{"x":%s},"id":"1","parentId":null}'
# Line -> what the CLI that was given it as line 4 of a good log made of it.
RECORDS = {
    "an event": EVENT % b"1",
    "a list": b"[1]",
    "a number": b"1",
    "null": b"null",
    "an empty object": b"{}",
    "no type": b'{"a":1}',
    "nothing but a type": b'{"type":"future.x"}',
    "a type that is a number": b'{"type":5,"data":{}}',
    "data that is a list": b'{"type":"future.x","data":[]}',
    "a field twice": b'{"type":"future.x","data":{},"data":{}}',
    "white space around it": b"  " + EVENT % b"1" + b" \r",
    "a byte order mark before it": b"\xef\xbb\xbf" + EVENT % b"1",
    "half a surrogate pair": EVENT % rb'"\ud800"',
    "half a pair before a letter": EVENT % rb'"\ud800\u0041"',
    "the other half": EVENT % rb'"\udc00"',
    "a line separator": EVENT % '"\u2028"'.encode(),
    "200 levels": EVENT % (b"[" * 200 + b"]" * 200),
    "1,000 levels": EVENT % (b"[" * 1000 + b"]" * 1000),
}
BLANK = {
    "nothing": b"",
    "spaces": b"   ",
    "a tab": b"\t",
    "a carriage return": b"\r",
    "a form feed": b"\x0c",
    "a no-break space": "\u00a0".encode(),
    "NUL bytes": b"\0" * 5,
    "NUL bytes among spaces": b" \0 ",
}
INVALID = {
    "garbage": b"garbage{",
    "torn": (EVENT % b"1")[:-5],
    "two at once": EVENT % b"1" + EVENT % b"1",
    "something behind it": EVENT % b"1" + b" x",
    "a carriage return between two": EVENT % b"1" + b"\r" + EVENT % b"1",
    "NUL bytes before it": b"\0" * 5 + EVENT % b"1",
    "a NUL byte behind it": EVENT % b"1" + b"\0",
    "a NUL byte in a text": EVENT % b'"a\0b"',
    "a control character in a text": EVENT % b'"a\x01b"',
    "no UTF-8": EVENT % b'"\xff\xfe"',
    "a surrogate in UTF-8": EVENT % b'"\xed\xa0\x80"',
    "an unknown escape": EVENT % rb'"\q"',
    "a number with a leading zero": EVENT % b"012",
    "NaN": EVENT % b"NaN",
    "a number out of range": EVENT % b"1e999",
    "an integer out of range": EVENT % (b"9" * 400),
    # The CLI dies of this one.
    "100,000 levels": EVENT % (b"[" * 100_000 + b"]" * 100_000),
}


@pytest.mark.parametrize("line", RECORDS.values(), ids=RECORDS)
def test_what_the_cli_takes_as_a_record_is_an_event(line):
    assert log_line_kind(line) is None
    assert log_line_kind(line, terminated=False) is None
    event = decode_log_line(line)
    assert isinstance(event, SessionEvent)
    assert event.type in {"future.thing", "future.x", "unknown"}
    assert isinstance(event.raw, dict)
    assert event.data is not None


@pytest.mark.parametrize("line", BLANK.values(), ids=BLANK)
def test_a_blank_line_is_nothing_until_a_write_would_join_it(line):
    assert log_line_kind(line) is NoEvent.BLANK
    assert decode_log_line(line) is NoEvent.BLANK
    if line:
        assert log_line_kind(line, terminated=False) is NoEvent.INVALID


@pytest.mark.parametrize("line", INVALID.values(), ids=INVALID)
def test_what_the_cli_takes_out_is_invalid(line):
    assert log_line_kind(line) is NoEvent.INVALID


@pytest.mark.parametrize("number", [b"1e999", b"9" * 400], ids=["float", "integer"])
def test_a_number_out_of_range_does_not_cost_the_event(number):
    event = decode_log_line(EVENT % number)
    assert event.type == "future.thing"


def test_half_a_surrogate_pair_becomes_a_replacement_character():
    event = decode_log_line(EVENT % rb'["\ud800", "\ud83d\ude00", "\\ud800", 5]')
    assert event.data.x == ["\ufffd", "\U0001f600", r"\ud800", 5]


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES)
def test_whatever_python_writes_is_a_record(value):
    for ascii_only in (True, False):
        line = json.dumps(value, ensure_ascii=ascii_only).encode()
        assert log_line_kind(line) is None


@given(st.text(alphabet='[]{},:"a1 -.e\\untrlf', max_size=12))
def test_deep_json_is_judged_like_any_other(text):
    line = b"[" * 1100 + text.encode() + b"]" * 1100
    try:
        json.loads(f"[{text}]")
        wanted = None
    except ValueError:
        wanted = NoEvent.INVALID
    assert log_line_kind(line) is wanted
    decoded = decode_log_line(line)
    assert isinstance(decoded, SessionEvent) if wanted is None else decoded is wanted
