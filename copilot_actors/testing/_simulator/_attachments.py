"""What the model behind a simulated CLI is shown of attachments, as CLI 1.0.102 puts it."""

from __future__ import annotations

import base64
from collections.abc import Mapping

import msgspec

from copilot_actors._errors import JsonValue

_TEXT_TYPES = ("text/", "application/json", "application/yaml")


def with_attachments(text: str, given: JsonValue) -> JsonValue:
    """Return the content of a user message: text, or parts of it where there is data."""
    attachments = _mappings(given)
    before = "".join(_selection(item) for item in attachments if item.get("type") == "selection")
    tagged = [f"* {item['path']}" for item in attachments if item.get("type") in _PATHS]
    after = "\n\n\n\n<tagged_files>\n" + "\n".join(tagged) + "\n</tagged_files>" if tagged else ""
    contexts = [_context(item) for item in attachments if item.get("type") == "extension_context"]
    content = before + text + after + "".join(f"\n\n\n\n{context}" for context in contexts)
    blobs = [part for item in attachments if item.get("type") == "blob" for part in _blob(item)]
    return [{"type": "text", "text": content}, *blobs] if blobs else content


def _mappings(value: JsonValue) -> list[dict[str, JsonValue]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


_PATHS = frozenset({"file", "directory"})


def _selection(item: Mapping[str, JsonValue]) -> str:
    return (
        f"<ide_selection>\nFile: {item['filePath']}\n```\n{item['text']}\n```\n</ide_selection>\n\n"
    )


def _context(item: Mapping[str, JsonValue]) -> str:
    payload = msgspec.json.encode(item.get("payload")).decode().replace('"', "&quot;")
    return (
        f'<extension_context extensionId="{item["extensionId"]}" title="{item["title"]}">'
        f"<payload>{payload}</payload></extension_context>"
    )


def _blob(item: Mapping[str, JsonValue]) -> list[JsonValue]:
    mime_type, data = str(item["mimeType"]), str(item["data"])
    name = str(item.get("displayName", "Attached"))
    if mime_type.startswith("image/"):
        url: JsonValue = {"url": f"data:{mime_type};base64,{data}"}
        return [{"type": "text", "text": name}, {"type": "image_url", "image_url": url}]
    if not mime_type.startswith(_TEXT_TYPES):
        return [{"type": "text", "text": name}]
    text = base64.b64decode(data).decode(errors="replace")
    shown = f'<attachment mimeType="{mime_type}" name="{name}">\n{text}\n</attachment>'
    return [{"type": "text", "text": shown}]
