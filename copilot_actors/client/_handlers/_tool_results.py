"""What a tool handler may return, and the CLI's form of it."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, cast, get_args

import msgspec

from copilot_actors._errors import JsonValue
from copilot_actors.client._nearest import nearest

from ._handler_calls import plain_json

ToolResultType: TypeAlias = Literal["success", "failure", "rejected", "denied", "timeout"]

_RESULT_TYPES = get_args(ToolResultType)


class ToolBinary(msgspec.Struct, frozen=True, kw_only=True):
    """A binary part of a tool's result, for models that can see it.

    Attributes:
        data: the bytes; they travel as base64.
        mime_type: for instance ``"image/png"``.
        type: ``"image"`` or ``"resource"``.
        description: what it shows.
    """

    data: bytes
    mime_type: str
    type: Literal["image", "resource"] = "image"
    description: str | None = None

    def to_wire(self) -> dict[str, JsonValue]:
        """The CLI's form.

        Raises:
            TypeError: an attribute is of the wrong type.
            ValueError: ``type`` is none of the two.
        """
        if not isinstance(self.data, bytes | bytearray | memoryview):
            raise TypeError(f"ToolBinary.data is {type(self.data).__name__}, expected bytes")
        if not isinstance(self.mime_type, str) or not isinstance(self.description, str | None):
            raise TypeError("ToolBinary.mime_type and description are text")
        if self.type not in ("image", "resource"):
            raise ValueError(f"ToolBinary.type is {self.type!r}, expected 'image' or 'resource'")
        wire: dict[str, JsonValue] = {
            "type": self.type,
            "data": base64.b64encode(self.data).decode("ascii"),
            "mimeType": self.mime_type,
        }
        if self.description is not None:
            wire["description"] = self.description
        return wire


class ToolResult(msgspec.Struct, frozen=True, kw_only=True):
    """A result with more than text.

    Attributes:
        text: what the model reads.
        result_type: ``"success"``, ``"failure"``, ``"rejected"``, ``"denied"`` or ``"timeout"``.
        error: reason of a failure.
        binary: images and other files for the model.
        session_log: text for the session's timeline instead of ``text``.
        extra: further wire fields, for instance ``{"toolTelemetry": {...}}``.
    """

    text: str
    result_type: ToolResultType = "success"
    error: str | None = None
    binary: Sequence[ToolBinary] = ()
    session_log: str | None = None
    extra: Mapping[str, JsonValue] = msgspec.field(default_factory=dict)

    def to_wire(self) -> dict[str, JsonValue]:
        """The CLI's form of the result.

        Raises:
            TypeError: an attribute is of the wrong type.
            ValueError: ``result_type`` is not one that the CLI knows.
        """
        for name in ("text", "error", "session_log"):
            value = getattr(self, name)
            if not isinstance(value, str) and (name == "text" or value is not None):
                raise TypeError(f"ToolResult.{name} is {type(value).__name__}, expected text")
        fields: dict[str, JsonValue] = {
            "textResultForLlm": self.text,
            "resultType": self.result_type,
            **self.extra,
        }
        if self.error is not None:
            fields["error"] = self.error
        if self.session_log is not None:
            fields["sessionLog"] = self.session_log
        if self.binary:
            fields["binaryResultsForLlm"] = [_part(item) for item in self.binary]
        return fields


def _part(item: object) -> JsonValue:
    if not isinstance(item, ToolBinary):
        raise TypeError(f"ToolResult.binary holds {type(item).__name__}, expected ToolBinary")
    return item.to_wire()


def encode_result(value: object) -> JsonValue:
    """Turn what a handler returned into what the CLI accepts.

    Anything but text or an object with ``textResultForLlm`` would arrive at the model as empty
    content, and an unknown ``resultType`` as a success (protocol section 9). So other values are
    sent as their JSON text, and such a type is refused.

    Raises:
        TypeError: the value cannot be JSON (bytes cannot: decode or encode them yourself).
        ValueError: it holds text that is not Unicode or a NaN, is nested too deeply, or names a
            result type that does not exist.
    """
    if value is None:
        return ""
    if isinstance(value, str):
        value.encode()
        return value
    if isinstance(value, ToolResult):
        return _checked(value.to_wire())
    if isinstance(value, Mapping) and isinstance(value.get("textResultForLlm"), str):
        return _checked(dict(cast("Mapping[str, JsonValue]", value)))
    plain = plain_json(value)
    return json.dumps(plain, allow_nan=False, ensure_ascii=False, separators=(",", ":"))


def _checked(wire: dict[str, JsonValue]) -> JsonValue:
    kind = wire.get("resultType", "success")
    if kind not in _RESULT_TYPES:
        raise ValueError(f"{kind!r} is no result type{nearest(kind, _RESULT_TYPES)}")
    msgspec.json.encode(wire)
    return wire
