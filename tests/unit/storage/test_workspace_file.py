"""``workspace.yaml`` as CLI 1.0.102 writes it, and whatever else may be in its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copilot_actors.storage._workspace_file import parse_checkpoint_index, parse_workspace

# The name that a session was given -> what the CLI wrote.
WRITTEN = {
    "a: b": "'a: b'",
    "#x": "'#x'",
    "it's": "it's",
    '"q"': "'\"q\"'",
    "line\nbreak": "|-\n  line\n  break",
    "multi\n\nline": "|-\n  multi\n\n  line",
    "true": "'true'",
    "12": "'12'",
    "null": "'null'",
    "é😀": "é😀",
    "tab\there": r'"tab\there"',
    "\x01": r'"\x01"',
    "~": "'~'",
    "2026-01-01": "2026-01-01",
    "yes": "yes",
    "\\back": "\\back",
    "q\"'both": "q\"'both",
    "it's: 'odd'": "'it''s: ''odd'''",
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_name_is_read_as_it_was_given(name):
    text = f"id: s-1\nname: {WRITTEN[name]}\nuser_named: true\nsummary_count: 3\n"
    assert parse_workspace(text) == {
        "id": "s-1", "name": name, "user_named": True, "summary_count": 3,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("", None),
        ("null", None),
        ("-5", -5),
        ("1.5", 1.5),
        ("0123", "0123"),
        ("9" * 400, "9" * 400),
        ("|\n  a\n  b\n", "a\nb\n"),
        (">-\n  a\n  b\n\n  c", "a b\n\nc"),
        (r'"\u00e9\ud800\U00110000\q"', "é\ufffd\ufffdq"),
        ("[1, 2]", "[1, 2]"),
    ],
)
def test_other_values_are_read_or_kept_as_their_text(written, value):
    assert parse_workspace(f"a: {written}\nb: x\n") == {"a": value, "b": "x"}


def test_what_is_nested_is_passed_over():
    assert parse_workspace("---\na:\n  b: 1\n  c: 2\n# comment\nd: 1\n- x\n") == {"a": None, "d": 1}


@given(st.text())
def test_any_text_is_read(text):
    parse_workspace(text)
    list(parse_checkpoint_index(text))


@pytest.mark.parametrize(
    ("row", "read"),
    [
        ("| 1 | A title | 001-a-title.md |", [(1, "A title", "001-a-title.md")]),
        ("| 2 | a | b | 002-a-b.md |", [(2, "a | b", "002-a-b.md")]),
        (r"| 2 | a \| b | 002-a-b.md |", [(2, r"a | b", "002-a-b.md")]),
        ("| # | Title | File |", []),
        ("|---|-------|------|", []),
        ("| 1 |", []),
    ],
)
def test_the_rows_of_an_index_are_read(row, read):
    assert list(parse_checkpoint_index(row)) == read
