"""Attachments are checked before anything is sent, since the CLI tells nobody what it drops."""

from __future__ import annotations

import base64
import os

import pytest

import copilot_actors as ca
from copilot_actors.client._options._attachments import wire_attachments
from copilot_actors.client._session._prompt_fields import prompt_params

PNG = b"\x89PNG\r\n\x1a\n" + b"..."
SPOT = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 4}}


@pytest.fixture
def notes(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("alpha\nbeta\n")
    return path


def test_a_file_is_sent_with_its_absolute_path_and_its_name(notes, monkeypatch):
    monkeypatch.chdir(notes.parent)
    expected = {"type": "file", "path": str(notes), "displayName": "notes.txt"}
    given = (notes, str(notes), "notes.txt")
    for path in given:
        assert wire_attachments([ca.FileAttachment(path=path)]) == [expected]
    assert wire_attachments([{"type": "file", "path": "notes.txt"}]) == [expected]


def test_lines_of_a_file(notes):
    lines = ca.LineRange(start=1, end=2)
    (wire,) = wire_attachments([ca.FileAttachment(path=notes, line_range=lines, display_name="n")])
    assert wire["lineRange"] == {"start": 1, "end": 2}
    assert wire["displayName"] == "n"


def test_a_folder_a_selection_and_the_context_of_an_extension(tmp_path, notes):
    folder, selection, context = wire_attachments(
        [
            ca.DirectoryAttachment(path=tmp_path),
            ca.SelectionAttachment(file_path=os.path.relpath(notes), text="beta", selection=SPOT),
            ca.ExtensionContextAttachment(
                extension_id="e", title="t", captured_at="2026-11-29T00:00:00Z", payload={"a": [1]}
            ),
        ]
    )
    assert folder == {"type": "directory", "path": str(tmp_path), "displayName": tmp_path.name}
    assert selection["filePath"] == str(notes)
    assert selection["selection"] == SPOT
    assert selection["displayName"] == "notes.txt"
    assert context == {
        "type": "extension_context",
        "extensionId": "e",
        "title": "t",
        "capturedAt": "2026-11-29T00:00:00Z",
        "payload": {"a": [1]},
    }


@pytest.mark.parametrize("data", [PNG, base64.b64encode(PNG).decode()])
def test_data_is_given_as_bytes_or_as_base64(data):
    encoded = base64.b64encode(PNG).decode()
    expected = {"type": "blob", "data": encoded, "mimeType": "image/png", "displayName": "p"}
    blob = ca.BlobAttachment(data=data, mime_type="image/png", display_name="p")
    assert wire_attachments([blob]) == [expected]
    assert wire_attachments([{**expected, "data": data}]) == [expected]


def test_a_pointer_to_github_is_a_mapping_of_the_wire():
    pointer = {
        "type": "github_url",
        "url": "https://github.com/o/r/issues/1",
    }
    assert wire_attachments([pointer]) == [pointer]
    with pytest.raises(ca.InvalidAttachment, match="github_commit needs 'message'"):
        wire_attachments([{"type": "github_commit", "url": "u", "oid": "1", "repo": {}}])


@pytest.mark.parametrize(
    ("attachment", "said"),
    [
        ({"type": "file", "path": "/nowhere/at/all"}, "No such file"),
        ({"type": "directory", "path": "/nowhere/at/all"}, "No such file"),
        ({"type": "file", "path": "/"}, "not a file"),
        ({"type": "directory", "path": __file__}, "not a folder"),
        ({"type": "file", "path": "a\x00b"}, "no path"),
        ({"type": "file", "path": "/dev/null"}, "not a file"),
        ({"type": ["file"], "path": "x"}, "expected one of"),
        ({"type": "file"}, "path: is required"),
        ({"type": "file", "path": 5}, "path: expected"),
        ({"type": "file", "path": __file__, "line_range": {"start": 0, "end": 1}}, "start"),
        ({"type": "file", "path": __file__, "line_range": {"start": 3, "end": 1}}, "ends before"),
        ({"type": "file", "path": __file__, "lines": 1}, "no such field"),
        ({"type": "fil", "path": __file__}, "did you mean 'file'"),
        ({"path": __file__}, "expected one of"),
        ({"type": "blob", "data": "%%%", "mimeType": "image/png"}, "base64"),
        ({"type": "blob", "mimeType": "image/png"}, "data: expected"),
        ({"type": "blob", "data": 5, "mimeType": "image/png"}, "data: expected"),
        ({"type": "blob", "data": b"GIF89a", "mimeType": "image/png"}, "not image/png"),
        ({"type": "blob", "data": b"x", "mimeType": "nonsense"}, "MIME type"),
        ({"type": "blob", "data": b"x"}, "MIME type"),
        ({"type": "blob", "data": b"x", "mimeType": "audio/wav"}, "no model is shown audio/wav"),
        ({"type": "blob", "data": b"<svg/>", "mimeType": "image/svg+xml"}, "no model"),
        (
            {"type": "selection", "file_path": "f", "text": "x", "selection": {}},
            "selection.start: is required",
        ),
        (
            {
                "type": "selection",
                "file_path": "f",
                "text": "x",
                "selection": {"start": SPOT["end"], "end": SPOT["start"]},
            },
            "ends before",
        ),
        ({"type": "extension_context", "title": "t", "extensionId": "e"}, "captured_at"),
        (
            {"type": "extension_context", "title": "", "extensionId": "e", "capturedAt": "now"},
            "expected",
        ),
        ("notes.txt", "expected an attachment"),
    ],
)
def test_what_the_model_would_not_get_is_refused_by_its_place(notes, attachment, said):
    with pytest.raises(ca.InvalidAttachment, match=said) as caught:
        wire_attachments([ca.FileAttachment(path=notes), attachment])
    assert caught.value.index == 1


def test_an_unreadable_file_is_refused(notes, monkeypatch):
    # Not by its mode: root may read everything.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(ca.InvalidAttachment, match="cannot be read"):
        wire_attachments([ca.FileAttachment(path=notes)])


def test_a_long_text_and_too_much_data_in_all_are_refused():
    text = ca.BlobAttachment(data=b"x" * (ca.MAX_TEXT_BLOB_BYTES + 1), mime_type="text/plain")
    with pytest.raises(ca.InvalidAttachment, match="attach a file") as caught:
        wire_attachments([text])
    assert caught.value.limit == ca.MAX_TEXT_BLOB_BYTES
    assert caught.value.size == ca.MAX_TEXT_BLOB_BYTES + 1
    half = ca.BlobAttachment(data=PNG + bytes(ca.MAX_BLOB_BYTES // 2), mime_type="image/png")
    assert len(wire_attachments([half])) == 1
    with pytest.raises(ca.InvalidAttachment, match="the limit of a prompt") as caught:
        wire_attachments([half, half])
    assert caught.value.index == 1
    assert caught.value.limit == ca.MAX_BLOB_BYTES


@pytest.mark.parametrize("data", [bytes(30 << 20), "A" * (40 << 20)])
def test_far_too_much_data_is_refused_without_being_converted(data):
    with pytest.raises(ca.InvalidAttachment, match="the limit of a prompt"):
        wire_attachments([{"type": "blob", "data": data, "mimeType": "text/plain"}])


def test_files_of_a_server_elsewhere_are_not_looked_for_here():
    (wire,) = wire_attachments([{"type": "file", "path": "/only/there.txt"}], local=False)
    assert wire == {"type": "file", "path": "/only/there.txt", "displayName": "there.txt"}


def test_attachments_are_a_list():
    for given in ("notes.txt", 5, {"type": "file"}):
        with pytest.raises(ca.InvalidOption, match="'attachments': expected a list"):
            wire_attachments(given)


@pytest.mark.parametrize(
    ("fields", "option"),
    [
        ({"mode": "imediate"}, "mode"),
        ({"agent_mode": "plann"}, "agent_mode"),
        ({"display_prompt": 5}, "display_prompt"),
        ({"request_headers": {"a b": "x"}}, "request_headers['a b']"),
        ({"request_headers": {"a": "x\r\ny: z"}}, "request_headers['a']"),
        ({"trace_context": {"traceparent": "x"}}, "trace_context.traceparent"),
        ({"response_schema": {"type": "array"}}, "response_schema"),
        ({"response_schema": {"type": "object", "title": object()}}, "response_schema"),
        ({"response_schema": {"type": "object"}, "mode": "immediate"}, "mode"),
    ],
)
def test_a_wrong_argument_of_send_is_named(fields, option):
    with pytest.raises(ca.InvalidOption) as caught:
        prompt_params("hi", fields, local=True)
    assert caught.value.option == option


def test_what_contains_itself_is_refused():
    endless = {"type": "object"}
    endless["properties"] = endless
    context = {
        "type": "extension_context",
        "title": "t",
        "extensionId": "e",
        "capturedAt": "2026-11-29T00:00",
        "payload": endless,
    }
    for fields in ({"response_schema": endless}, {"attachments": [context]}):
        with pytest.raises(ca.InvalidRequest):
            prompt_params("hi", fields, local=True)


def test_the_arguments_of_send_have_their_names_on_the_wire():
    parent = f"00-{'1' * 32}-{'2' * 16}-01"
    fields = {
        "mode": "enqueue",
        "agent_mode": "plan",
        "display_prompt": "shown",
        "request_headers": {"X-Team": "a"},
        "trace_context": ca.TraceContext(traceparent=parent, tracestate="a=b"),
        "attachments": [],
        "source": None,
    }
    assert prompt_params("hi", fields, local=True) == {
        "prompt": "hi",
        "mode": "enqueue",
        "agentMode": "plan",
        "displayPrompt": "shown",
        "requestHeaders": {"X-Team": "a"},
        "traceparent": parent,
        "tracestate": "a=b",
        "attachments": [],
    }
