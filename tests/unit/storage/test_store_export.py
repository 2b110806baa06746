"""Exports of stored sessions: what is in them, and what is not."""

from __future__ import annotations

import json
import stat
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import copilot_actors as ca

from .store_files import event, good_log, log, rotated, session, start

KEY = "sk-test-0123456789abcdef"
SECRETS = {
    "github": "ghp_" + "a1" * 18,
    "github, fine": "github_pat_" + "a1" * 20,
    "openai": KEY,
    "aws": "AKIA" + "ABCD1234" * 2,
    "google": "AIza" + "b2" * 18,
    "slack": "xoxb-1234567890-abcdef",
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    "bearer": "Bearer abcdefgh12345678",
    "basic": "basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
    "url": "https://alice:hunter2secret@example.org/x",
    "named": "DB_PASSWORD=correct-horse-battery",
    "named, in JSON": '{"apiKey": "correct-horse-battery"}',
    "named, in JSON in JSON": r"{\"token\": \"correct-horse-battery\"}",
    "private key": "-----BEGIN RSA PRIVATE KEY-----\nMIIabc/+=\n-----END RSA PRIVATE KEY-----",
    "private key, cut": "-----BEGIN PRIVATE KEY-----\nMIIEvQ",
}
TELLING = ["a1a1", "0123456789", "ABCD1234", "b2b2", "1234567890", "c2lnb", "abcdefgh", "QWxh",
           "hunter2", "correct-horse", "MII"]  # fmt: skip


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


def stored(home):
    return ca.SessionStore(home).session("s-1")


async def test_an_export_in_json_lines_is_the_history(home, tmp_path):
    rotated(session(home), archives=2)
    report = await stored(home).export(tmp_path / "out.jsonl")
    written = [json.loads(line) for line in (tmp_path / "out.jsonl").read_bytes().splitlines()]
    assert written == [event.raw async for event in stored(home).events()]
    assert (report.events, report.redactions, report.gaps) == (9, 0, ())
    assert stat.S_IMODE((tmp_path / "out.jsonl").stat().st_mode) == 0o600


@pytest.mark.parametrize("kind", ["jsonl", "markdown"])
@pytest.mark.parametrize("name", SECRETS)
async def test_what_has_the_form_of_a_secret_is_not_in_an_export(home, tmp_path, name, kind):
    text = f"before {SECRETS[name]} after"
    data = log(start(), event(2, "user.message", content=text), event(3, nested=[{"a": text}]))
    session(home, data)
    report = await stored(home).export(tmp_path / "out", format=kind)
    written = (tmp_path / "out").read_text()
    assert [part for part in TELLING if part in written] == []
    assert report.redactions >= 1
    assert "before" in written
    assert "[redacted]" in written


async def test_given_values_are_taken_out_in_each_of_their_forms(home, tmp_path):
    secret = 'p"ä\\ss w/rd'
    inside = json.dumps({"x": secret})
    data = [
        event(2, "user.message", content=f"it is {secret}!"),
        event(3, arguments=inside),
        event(4, arguments=json.dumps({"y": inside}, ensure_ascii=False)),
        event(5, url="https://x/?q=p%22%C3%A4%5Css%20w%2Frd"),
        event(6, **{secret: 1}),
    ]
    session(home, log(start(), *data))
    redaction = ca.Redaction([secret, ""], patterns=())
    report = await stored(home).export(tmp_path / "out", redact=redaction)
    written = (tmp_path / "out").read_text()
    assert report.redactions == 5
    assert "rd" not in written.replace("redacted", "")
    assert "p%22" not in written
    assert secret not in repr(redaction)


async def test_an_escape_in_the_log_hides_nothing(home, tmp_path):
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in KEY)
    session(home, log(start(), b'{"type":"x","data":{"a":"%s"}}' % escaped.encode()))
    await stored(home).export(tmp_path / "out")
    assert "0123456789" not in (tmp_path / "out").read_text()


async def test_a_field_with_a_telling_name_loses_its_text_and_not_its_number(home, tmp_path):
    data = {"apiKey": "plain", "access_token": "plain", "tokenLimit": 5, "outputTokens": 7}
    session(home, log(start(), event(2, **data)))
    await stored(home).export(tmp_path / "out")
    *_, last = (tmp_path / "out").read_bytes().splitlines()
    assert json.loads(last)["data"] == {
        "apiKey": "[redacted]", "access_token": "[redacted]", "tokenLimit": 5, "outputTokens": 7,
    }  # fmt: skip


async def test_nothing_is_taken_out_where_that_is_asked_for(home, tmp_path):
    session(home, log(start(), event(2, content=KEY)))
    report = await stored(home).export(tmp_path / "out", redact=None)
    assert KEY in (tmp_path / "out").read_text()
    assert report.redactions == 0


async def test_a_line_that_is_no_record_is_not_exported_but_counted(home, tmp_path):
    session(home, good_log() + b"garbage " + KEY.encode())
    report = await stored(home).export(tmp_path / "out")
    assert report.skipped_lines == 1
    assert "garbage" not in (tmp_path / "out").read_text()


async def test_what_is_nested_too_deeply_is_left_out_of_its_event(home, tmp_path):
    deep = b'{"type":"x","id":"e","data":{"a":%s}}' % (b"[" * 900 + b"1" + b"]" * 900)
    deeper = b'{"type":"x","id":"f","data":{"a":%s}}' % (b"[" * 5000 + b"1" + b"]" * 5000)
    session(home, log(start(), deep, deeper, event(2)))
    report = await stored(home).export(tmp_path / "out")
    assert report.events == 4
    for written in (tmp_path / "out").read_bytes().splitlines():
        assert written.startswith(b"{")


async def test_an_integer_of_any_size_is_exported(home, tmp_path):
    session(home, log(start(), event(2, size=2**70)))
    await stored(home).export(tmp_path / "out")
    assert str(2**70) in (tmp_path / "out").read_text()


async def test_an_export_in_markdown_is_the_conversation(home, tmp_path):
    session(
        home,
        log(
            start(),
            event(2, "user.message", content="Do it.", transformedContent="<now>Do it."),
            event(3, "tool.execution_start", toolName="bash", arguments={"command": "ls"}),
            event(4, "tool.execution_complete", success=True, result={"content": "a ``` b"}),
            event(5, "tool.execution_complete", success=False, error={"message": "no"}),
            event(6, "assistant.message", content="Done."),
            event(7, "assistant.message", content=""),
            event(8, "session.error", message="bad\nluck"),
            event(9, "session.compaction_complete", success=True),
            b"[1]",
        ),
    )
    await stored(home).export(tmp_path / "out.md", format="markdown")
    assert (tmp_path / "out.md").read_text() == (
        "# Session s-1\n"
        "\n## User (2026-01-01T00:00:02.000Z)\n\nDo it.\n"
        '\n### Tool `bash`\n\n```json\n{"command":"ls"}\n```\n'
        "\nResult:\n\n````\na ``` b\n````\n"
        '\nResult (failed):\n\n```\n{"message":"no"}\n```\n'
        "\n## Assistant (2026-01-01T00:00:06.000Z)\n\nDone.\n"
        "\n> Error: bad luck\n"
        "\n---\n\n*The history before this was compacted.*\n"
    )


async def test_an_unknown_format_and_a_bad_pattern_are_refused(home, tmp_path):
    session(home, good_log())
    with pytest.raises(ValueError, match="format"):
        await stored(home).export(tmp_path / "out", format="pdf")
    with pytest.raises(ValueError, match="Redaction"):
        ca.Redaction(patterns=["("])


@pytest.mark.parametrize(
    "text",
    ["-----BEGIN PRIVATE KEY-----" * 20_000, "eyJ" * 100_000, "://" + "a:" * 100_000,
     "sk-" * 100_000, "password" * 50_000, "token=" * 50_000, "a" * 500_000],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_no_text_makes_a_pattern_take_long(text):
    begin = time.perf_counter()
    ca.Redaction().text(text)
    assert time.perf_counter() - begin < 10


@given(st.text(min_size=1), st.text(), st.text())
def test_a_known_value_never_survives(secret, before, after):
    clean, count = ca.Redaction([secret], patterns=()).text(before + secret + after)
    assert count >= 1
    assert secret not in clean.replace("[redacted]", "\ue000") or secret == "\ue000"


NESTED = st.recursive(
    st.sampled_from(["before {} after", "{}"]),
    lambda inner: st.lists(inner, min_size=1) | st.dictionaries(st.text(), inner, min_size=1),
)


SECRET = st.text(st.characters(exclude_characters="before after[redacted]{}"), min_size=2)


@given(SECRET, NESTED, st.integers(0, 2))
def test_a_known_value_never_survives_inside_of_json(secret, shape, times):
    escaped = secret
    for _ in range(times):
        escaped = json.dumps(escaped)[1:-1]
    value = json.loads(json.dumps(shape).replace("{}", json.dumps(escaped)[1:-1]))
    clean, count = ca.Redaction([secret], patterns=()).value({"data": value})
    assert count >= 1
    assert [text for text in texts(clean) if secret in text or escaped in text] == []


def texts(value):
    if isinstance(value, dict):
        return [text for key, item in value.items() for text in [key, *texts(item)]]
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    return [value]
