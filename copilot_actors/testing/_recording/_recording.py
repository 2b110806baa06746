"""The file of a recording: what was said to a model and what it answered. Pure values.

JSON lines. The first names the format and its version; each further one is a prompt, an answer or
a failure of one session, in the order in which they came. A last line without its end is what a
crash left, and is passed over.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from copilot_actors._errors import JsonValue

if TYPE_CHECKING:
    Arguments: TypeAlias = dict[str, JsonValue]
else:
    # To msgspec a type that names itself says nothing.
    Arguments = dict

FORMAT: Final = "copilot_actors.recording"
VERSION: Final = 1


class RecordingError(ValueError):
    """A file that is not a recording, is damaged, or is one of another version of the format.

    Attributes:
        path: the file.
        line: the line, from 1.
        reason: what is wrong.
    """

    def __init__(self, path: str, line: int, reason: str) -> None:
        super().__init__(path, line, reason)
        self.path = path
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path}, line {self.line}: {self.reason}"


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line; ``patterns`` are those of the redaction, unless they are the usual ones."""

    format: str
    version: int
    patterns: tuple[str, ...] | None = None


class RecordedPrompt(msgspec.Struct, frozen=True, kw_only=True, tag="prompt", omit_defaults=True):
    """A user message.

    Attributes:
        session: number of the session in the recording, from 1.
        turn: number of the turn in its session, from 0. One that comes again replaces the first
            and what followed it: a crash took those out of the transcript.
        text: what was said.
        attached: whether something was attached, of which the model is told too.
    """

    session: int
    turn: int
    text: str
    attached: bool = False


class RecordedCall(msgspec.Struct, frozen=True):
    """A tool call of an answer; arguments that are no object are kept as the text of their JSON."""

    name: str
    arguments: Arguments | str


class RecordedAnswer(msgspec.Struct, frozen=True, kw_only=True, tag="answer", omit_defaults=True):
    """An answer of the model, or all of one that was aborted.

    Attributes:
        session: as in :class:`RecordedPrompt`.
        turn: as there.
        step: number of the model call in its turn, from 0; one that comes again replaces it.
        text: its whole text.
        chunks: in how many pieces it came, 0 if it was not streamed.
        tool_calls: what it asks for.
        aborted: whether the model's answer was not waited for.
    """

    session: int
    turn: int
    step: int
    text: str = ""
    chunks: int = 0
    tool_calls: Sequence[RecordedCall] = ()
    aborted: bool = False


class RecordedFailure(msgspec.Struct, frozen=True, kw_only=True, tag="failure", omit_defaults=True):
    """A model call that failed.

    Attributes:
        session: as in :class:`RecordedPrompt`.
        turn: as there.
        step: as in :class:`RecordedAnswer`.
        status: the provider's HTTP status, or ``None`` where the connection broke.
        message: what the provider said, as far as the CLI tells.
        retried: whether the CLI made the call again.
        text: what had come of an answer before.
        chunks: in how many pieces.
    """

    session: int
    turn: int
    step: int
    status: int | None = None
    message: str = ""
    retried: bool = False
    text: str = ""
    chunks: int = 0


Entry: TypeAlias = RecordedPrompt | RecordedAnswer | RecordedFailure

_NO_RECORDING: Final = f"this is no recording: expected {FORMAT!r} in its first line"

_decode_header = msgspec.json.Decoder(Header).decode
_decode_entry = msgspec.json.Decoder(RecordedPrompt | RecordedAnswer | RecordedFailure).decode
_decode_object = msgspec.json.Decoder(dict[str, object]).decode
_encode = msgspec.json.Encoder().encode


def header_line(patterns: tuple[str, ...] | None = None) -> bytes:
    """Return the first line of a new recording."""
    return _encode(Header(FORMAT, VERSION, patterns)) + b"\n"


def entry_line(entry: Mapping[str, object]) -> bytes:
    """Return the line of an entry, given as plain JSON."""
    return _encode(entry) + b"\n"


def read_recording(
    path: str | os.PathLike[str],
) -> tuple[Header, list[tuple[int, Entry]]]:
    """Read a recording: its header, and its entries, each with the number of its line.

    Raises:
        RecordingError: it is not a recording, or one of another version.
        OSError: it cannot be read.
    """
    name = os.fspath(path)
    lines = Path(path).read_bytes().split(b"\n")
    # What follows the last end of a line was being written when its writer died.
    del lines[-1]
    if not lines:
        raise RecordingError(name, 1, _NO_RECORDING)
    header = _check_header(name, lines[0])
    entries: list[tuple[int, Entry]] = []
    for number, line in enumerate(lines[1:], 2):
        try:
            entries.append((number, _decode_entry(line)))
        except msgspec.DecodeError as error:
            raise RecordingError(name, number, f"it is damaged: {error}") from None
    return header, entries


def _check_header(name: str, line: bytes) -> Header:
    try:
        found = _decode_object(line)
    except msgspec.DecodeError:
        found = {}
    if found.get("format") != FORMAT:
        raise RecordingError(name, 1, _NO_RECORDING)
    if found.get("version") != VERSION:
        raise RecordingError(
            name,
            1,
            f"a recording of version {found.get('version')!r}; this copilot_actors reads version "
            f"{VERSION}: record it again, or use the copilot_actors that made it",
        )
    try:
        return _decode_header(line)
    except msgspec.DecodeError as error:
        raise RecordingError(name, 1, f"it is damaged: {error}") from None
