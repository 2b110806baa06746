"""A stored session as a file for others: JSON lines or Markdown, without secrets."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from pathlib import Path
from typing import BinaryIO, Final, Literal, TypeAlias, final

import msgspec

from copilot_actors._errors import JsonValue, StoreError
from copilot_actors.protocol import SessionEvent

from ._history import HistoryReader
from ._redaction import Redaction

ExportFormat: TypeAlias = Literal["jsonl", "markdown"]

TOO_DEEP: Final = "nested too deeply to be looked through for secrets"
"""Stands for the data of an event that cannot be redacted."""

_encode_json = msgspec.json.Encoder().encode


def _encode(value: JsonValue) -> bytes:
    try:
        return _encode_json(value)
    except (msgspec.MsgspecError, OverflowError):
        # An integer of more than 64 bits.
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


class ExportReport(msgspec.Struct, frozen=True, kw_only=True):
    """What an export wrote.

    Attributes:
        path: the file.
        events: how many events are in it.
        redactions: how many secrets were taken out.
        skipped_lines: lines of the log that are no records; they are not in the file, since
            nobody can tell what is in them.
        gaps: archives that are missing.
    """

    path: Path
    events: int
    redactions: int
    skipped_lines: int = 0
    gaps: tuple[str, ...] = ()


@final
class Exporter:
    """Writes an export, piece by piece, into a temporary file beside its target."""

    def __init__(
        self,
        reader: HistoryReader,
        target: Path,
        *,
        session_id: str,
        format: ExportFormat,  # noqa: A002 - the public name of the argument
        redact: Redaction | None,
    ) -> None:
        self._reader = reader
        self._target = target
        self._session_id = session_id
        self._format = format
        self._redact = redact
        self._file: BinaryIO | None = None
        self._temporary = target.with_name(f".{target.name}.{secrets.token_hex(8)}.part")
        self._events = 0
        self._redactions = 0

    def step(self) -> ExportReport | None:
        """Write one piece more; return the report after the last one, when the target is there.

        Raises:
            StoreError: the target exists, or cannot be written.
            CopilotError: as the reader's ``next_batch``.
        """
        try:
            return self._step()
        except OSError as error:
            raise StoreError(str(self._target), error.strerror or str(error)) from error

    def close(self) -> None:
        """Give up: remove the temporary file; idempotent."""
        self._reader.close()
        if self._file is not None:
            self._file.close()
            self._file = None
            with contextlib.suppress(OSError):
                self._temporary.unlink()

    def _step(self) -> ExportReport | None:
        if self._file is None:
            if os.path.lexists(self._target):
                raise StoreError(str(self._target), "it exists already")
            descriptor = os.open(self._temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            self._file = os.fdopen(descriptor, "wb")
            if self._format == "markdown":
                self._file.write(f"# Session {self._session_id}\n".encode())
        batch = self._reader.next_batch()
        if batch is None:
            return self._finish(self._file)
        for event in batch:
            self._write(self._file, event)
        return None

    def _write(self, file: BinaryIO, event: SessionEvent) -> None:
        try:
            text, found = self._rendered(event.raw)
        except RecursionError:
            envelope: JsonValue = {"type": event.type, "id": event.id, "data": {"value": TOO_DEEP}}
            text, found = self._rendered(envelope)
        self._redactions += found
        self._events += 1
        file.write(text)

    def _rendered(self, value: JsonValue) -> tuple[bytes, int]:
        found = 0
        if self._redact is not None:
            value, found = self._redact.value(value)
        if self._format == "jsonl":
            return _encode(value) + b"\n", found
        text = markdown(value) if isinstance(value, dict) else ""
        return text.encode("utf-8", "replace"), found

    def _finish(self, file: BinaryIO) -> ExportReport:
        file.flush()
        os.fsync(file.fileno())
        if os.path.lexists(self._target):
            raise StoreError(str(self._target), "it exists already")
        self._temporary.rename(self._target)
        file.close()
        self._file = None
        return ExportReport(
            path=self._target,
            events=self._events,
            redactions=self._redactions,
            skipped_lines=self._reader.skipped_lines,
            gaps=self._reader.gaps,
        )


_HEADINGS: Final = {"user.message": "User", "assistant.message": "Assistant"}


def markdown(event: dict[str, JsonValue]) -> str:
    """One event as Markdown, ``""`` if it is none that a reader of the conversation wants."""
    kind, data = event.get("type"), event.get("data")
    if not isinstance(kind, str) or not isinstance(data, dict):
        return ""
    if kind in _HEADINGS:
        content = data.get("content")
        if not isinstance(content, str) or not content:
            return ""
        at = event.get("timestamp")
        when = f" ({at})" if isinstance(at, str) and at else ""
        return f"\n## {_HEADINGS[kind]}{when}\n\n{content}\n"
    if kind == "tool.execution_start":
        arguments = _encode(data.get("arguments")).decode()
        return f"\n### Tool {_name(data)}\n\n{_fenced(arguments, 'json')}"
    if kind == "tool.execution_complete":
        failed = "" if data.get("success") is not False else " (failed)"
        return f"\nResult{failed}:\n\n{_fenced(_result(data))}"
    if kind == "session.error":
        return f"\n> Error: {_line(data.get('message'))}\n"
    if kind == "session.compaction_complete":
        return "\n---\n\n*The history before this was compacted.*\n"
    return ""


def _name(data: dict[str, JsonValue]) -> str:
    name = data.get("toolName")
    return f"`{name}`" if isinstance(name, str) and "`" not in name else "?"


def _result(data: dict[str, JsonValue]) -> str:
    result = data.get("result")
    if isinstance(result, dict):
        result = result.get("content", result)
    if result is None:
        result = data.get("error")
    return result if isinstance(result, str) else _encode(result).decode()


def _line(value: JsonValue) -> str:
    return " ".join(value.split()) if isinstance(value, str) else "?"


def _fenced(text: str, language: str = "") -> str:
    """A code block whose fence is longer than any in the text, so that nothing breaks out of it."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}\n"
