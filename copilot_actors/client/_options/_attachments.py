"""What goes with a prompt: files, folders, selections, data, and pointers to GitHub.

Checked before anything is sent, because the CLI accepts all and tells nobody: of a missing file
the model gets an error message, of data that it cannot read nothing at all.
"""

import base64
import binascii
import os
import re
import stat
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias, cast

import msgspec
from msgspec import UNSET, Meta, UnsetType

from copilot_actors._errors import InvalidAttachment, InvalidOption, JsonValue

from ._values import OptionValue, conform

MAX_BLOB_BYTES = 10 * 1024 * 1024
"""Data of one prompt, all of its blobs together; as much as a prompt may have itself."""

MAX_TEXT_BLOB_BYTES = 4 * 1024 * 1024
"""A text over this size is left out by the CLI, and the model gets nothing but its name."""

_Line: TypeAlias = Annotated[int, Meta(ge=1)]
_Offset: TypeAlias = Annotated[int, Meta(ge=0)]
_Text: TypeAlias = Annotated[str, Meta(min_length=1)]

_MIME_TYPE = re.compile(
    r"[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*(\s*;.*)?\Z", re.IGNORECASE
)
_TEXT_TYPES = frozenset({"application/json", "application/yaml"})
_DOCUMENT_TYPES = frozenset({"application/pdf"})
# What the models read, and how such data begins; of other data the CLI leaves everything out.
_IMAGES: Mapping[str, Sequence[bytes]] = {
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/gif": (b"GIF87a", b"GIF89a"),
    "image/webp": (b"RIFF",),
}


class Attachment(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """Base of what can go with a prompt."""


class LineRange(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """Lines of a file, counted from 1.

    Attributes:
        start: the first.
        end: the last, not before the first.
    """

    start: _Line
    end: _Line


class FileAttachment(Attachment, frozen=True, kw_only=True, rename="camel"):
    """A file that the model is told of by path and length; of an image it gets the picture.

    Attributes:
        path: of a file that exists; a relative one counts from this process's folder.
        display_name: shown to people; the file's name without it.
        line_range: the lines that matter.
        type: always ``"file"``.
    """

    path: str | os.PathLike[str]
    display_name: str | UnsetType = UNSET
    line_range: LineRange | Mapping[str, object] | UnsetType = UNSET
    type: Literal["file"] = "file"


class DirectoryAttachment(Attachment, frozen=True, kw_only=True, rename="camel"):
    """A folder that the model is told of by path and number of items.

    Attributes:
        path: of a folder that exists; a relative one counts from this process's folder.
        display_name: shown to people; the folder's name without it.
        type: always ``"directory"``.
    """

    path: str | os.PathLike[str]
    display_name: str | UnsetType = UNSET
    type: Literal["directory"] = "directory"


class Position(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """A place in a text, counted from 0.

    Attributes:
        line: of the text.
        character: in the line.
    """

    line: _Offset
    character: _Offset


class SelectionRange(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """Where a selection is.

    Attributes:
        start: its first character.
        end: behind its last one.
    """

    start: Position | Mapping[str, object]
    end: Position | Mapping[str, object]


class SelectionAttachment(Attachment, frozen=True, kw_only=True, rename="camel"):
    """A part of a file, with its text: what is selected in an editor.

    Attributes:
        file_path: of the file, which need not be saved.
        text: what is selected.
        selection: where that is.
        display_name: shown to people; the file's name without it.
        type: always ``"selection"``.
    """

    file_path: str | os.PathLike[str]
    text: str
    selection: SelectionRange | Mapping[str, object]
    display_name: str | UnsetType = UNSET
    type: Literal["selection"] = "selection"


class BlobAttachment(Attachment, frozen=True, kw_only=True, rename="camel"):
    """Data: an image (PNG, JPEG, GIF, WebP), a text or a PDF document.

    A text is shown to every model, an image or a document to those that read them.

    Attributes:
        data: the bytes, or their base64 text; hidden in ``repr``.
        mime_type: ``"image/png"``, ``"text/plain"``, ``"application/json"``, ...
        display_name: its name for the model and for people.
        type: always ``"blob"``.
    """

    secrets: ClassVar[frozenset[str]] = frozenset({"data"})

    data: bytes | str
    mime_type: str
    display_name: str | UnsetType = UNSET
    type: Literal["blob"] = "blob"


class ExtensionContextAttachment(Attachment, frozen=True, kw_only=True, rename="camel"):
    """What an extension has to say, as data of its own.

    Attributes:
        extension_id: which extension.
        title: shown to people.
        captured_at: when, as ISO 8601 text.
        payload: any JSON.
        canvas_id: the canvas that it comes from.
        instance_id: the open canvas that it comes from.
        type: always ``"extension_context"``.
    """

    extension_id: _Text
    title: _Text
    captured_at: Annotated[
        str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d", description="that is an ISO 8601 time")
    ]
    payload: object = UNSET
    canvas_id: str | UnsetType = UNSET
    instance_id: str | UnsetType = UNSET
    type: Literal["extension_context"] = "extension_context"


_BY_TYPE: Mapping[str, type[Attachment]] = {
    "file": FileAttachment,
    "directory": DirectoryAttachment,
    "selection": SelectionAttachment,
    "blob": BlobAttachment,
    "extension_context": ExtensionContextAttachment,
}
_GITHUB: Mapping[str, frozenset[str]] = {
    "github_reference": frozenset({"number", "title", "referenceType", "state", "url"}),
    "github_commit": frozenset({"repo", "oid", "message", "url"}),
    "github_release": frozenset({"repo", "tagName", "name", "url"}),
    "github_actions_job": frozenset({"repo", "jobId", "jobName", "workflowName", "url"}),
    "github_repository": frozenset({"repo", "url"}),
    "github_file_diff": frozenset({"url"}),
    "github_tree_comparison": frozenset({"url", "base", "head"}),
    "github_url": frozenset({"url"}),
    "github_file": frozenset({"repo", "ref", "path", "url"}),
    "github_snippet": frozenset({"repo", "ref", "path", "url", "lineRange"}),
}
"""Pointers to GitHub, taken as mappings with the names of the wire, and what each needs."""


def wire_attachments(given: object, *, local: bool = True) -> list[JsonValue]:
    """Return attachments as the CLI expects them.

    Args:
        given: Structs, or mappings with the names of their fields or of the wire.
        local: whether the CLI sees this machine's files, so that they can be checked.

    Raises:
        InvalidAttachment: one that the model would not get, and why.
        InvalidOption: no list of attachments.
    """
    if not isinstance(given, Sequence) or isinstance(given, str | bytes):
        raise InvalidOption("attachments", f"expected a list, got {type(given).__name__}")
    total = 0
    result: list[JsonValue] = []
    for index, item in enumerate(given):
        wire, size = _wire(item, index, local=local)
        total += size
        _check_size(total, index)
        result.append(wire)
    return result


def _check_size(size: int, index: int) -> None:
    if size > MAX_BLOB_BYTES:
        raise InvalidAttachment(
            index,
            f"{size} bytes of data, the limit of a prompt is {MAX_BLOB_BYTES}",
            size=size,
            limit=MAX_BLOB_BYTES,
        )


def _wire(item: object, index: int, *, local: bool) -> tuple[JsonValue, int]:
    where = f"attachments[{index}]"
    kind: object = type(item)
    if isinstance(item, Mapping):
        name = item.get("type")
        if isinstance(name, str) and name in _GITHUB:
            return _github(cast("Mapping[str, JsonValue]", item), name, index), 0
        known = Literal[(*_BY_TYPE, *_GITHUB)]  # type: ignore[valid-type]
        kind = _BY_TYPE[str(_told(index, name, known, f"{where}.type"))]
    if kind not in _BY_TYPE.values():
        raise InvalidAttachment(
            index, f"expected an attachment or a mapping, got {type(item).__name__}"
        )
    size = 0
    if kind is BlobAttachment:
        item, size = _blob(item, index)
    wire = cast("dict[str, JsonValue]", _told(index, item, kind, where))
    check = _CHECKS.get(kind)
    if check is not None:
        check(wire, index)
    if local and kind in _PATHS:
        _check_path(wire, index, folder=kind is DirectoryAttachment)
    if local and "filePath" in wire:
        wire["filePath"] = os.path.abspath(str(wire["filePath"]))  # noqa: PTH100 - as below
    for name in ("path", "filePath"):
        path = wire.get(name)
        if isinstance(path, str):
            wire.setdefault("displayName", path.rstrip("/").rpartition("/")[2] or path)
    return wire, size


def _told(index: int, value: object, shape: object, where: str) -> JsonValue:
    """As :func:`conform`, with the fault as that of an attachment."""
    try:
        return conform(value, shape, where)
    except InvalidOption as error:
        part = error.option.partition("]")[2].lstrip(".")
        reason = f"{part}: {error.reason}" if part else error.reason
    raise InvalidAttachment(index, reason)


def _github(item: Mapping[str, JsonValue], kind: str, index: int) -> JsonValue:
    missing = sorted(_GITHUB[kind] - set(item))
    if missing:
        raise InvalidAttachment(index, f"{kind} needs {missing[0]!r}")
    return dict(item)


def _blob(item: object, index: int) -> tuple[object, int]:
    """Check the data of a blob and return the blob with base64 text in it, and its size."""
    fields: dict[str, object] = (
        {str(name): value for name, value in item.items()}
        if isinstance(item, Mapping)
        else msgspec.structs.asdict(cast("BlobAttachment", item))
    )
    data = fields.get("data")
    if isinstance(data, str):
        # Four characters are three bytes: what is too long is not decoded.
        _check_size(len(data) // 4 * 3 - 2, index)
        try:
            data = base64.b64decode(data, validate=True)
        except (binascii.Error, ValueError):
            raise InvalidAttachment(index, "data: is not base64 text") from None
    if not isinstance(data, bytes | bytearray):
        raise InvalidAttachment(index, "data: expected bytes or base64 text")
    _check_size(len(data), index)
    _check_mime_type(fields.get("mime_type", fields.get("mimeType")), bytes(data), index)
    fields["data"] = base64.b64encode(data).decode()
    return {name: value for name, value in fields.items() if value is not UNSET}, len(data)


def _check_mime_type(mime_type: object, data: bytes, index: int) -> None:
    if not isinstance(mime_type, str) or not _MIME_TYPE.match(mime_type):
        raise InvalidAttachment(index, "mime_type: expected a MIME type such as 'image/png'")
    plain = mime_type.partition(";")[0].strip().lower()
    if plain in _IMAGES:
        if not data.startswith(tuple(_IMAGES[plain])):
            raise InvalidAttachment(index, f"data: is not {plain}, judged by how it begins")
    elif plain.startswith("text/") or plain in _TEXT_TYPES:
        if len(data) > MAX_TEXT_BLOB_BYTES:
            raise InvalidAttachment(
                index,
                f"a text of {len(data)} bytes, the limit is {MAX_TEXT_BLOB_BYTES}; attach a file",
                size=len(data),
                limit=MAX_TEXT_BLOB_BYTES,
            )
    elif plain not in _DOCUMENT_TYPES:
        raise InvalidAttachment(
            index,
            f"mime_type: no model is shown {plain}; it takes text, "
            f"{', '.join(sorted(_TEXT_TYPES | _DOCUMENT_TYPES | set(_IMAGES)))}",
        )


def _check_path(wire: dict[str, JsonValue], index: int, *, folder: bool) -> None:
    """Make the path absolute, since the CLI's folder is another one, and see what is there."""
    given = cast("str", wire["path"])
    path = os.path.abspath(given)  # noqa: PTH100 - the text, whatever links are on the way
    try:
        found = os.stat(path)  # noqa: PTH116 - of text
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no path"
        raise InvalidAttachment(index, f"path: {given!r}: {reason}") from None
    # A pipe or a device is none: reading one may never end.
    fits, wanted = (stat.S_ISDIR, "a folder") if folder else (stat.S_ISREG, "a file")
    if not fits(found.st_mode):
        raise InvalidAttachment(index, f"path: {given!r} is not {wanted}")
    if not os.access(path, os.R_OK):
        raise InvalidAttachment(index, f"path: {given!r} cannot be read")
    wire["path"] = path


def _check_file(wire: dict[str, JsonValue], index: int) -> None:
    lines = wire.get("lineRange")
    if isinstance(lines, dict) and cast("int", lines["end"]) < cast("int", lines["start"]):
        raise InvalidAttachment(index, "line_range: ends before it starts")


def _check_selection(wire: dict[str, JsonValue], index: int) -> None:
    places = cast("dict[str, dict[str, int]]", wire["selection"])
    start, end = ((at["line"], at["character"]) for at in (places["start"], places["end"]))
    if end < start:
        raise InvalidAttachment(index, "selection: ends before it starts")


_CHECKS: Mapping[object, Callable[[dict[str, JsonValue], int], None]] = {
    FileAttachment: _check_file,
    SelectionAttachment: _check_selection,
}
_PATHS = frozenset({FileAttachment, DirectoryAttachment})
