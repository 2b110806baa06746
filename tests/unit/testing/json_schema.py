"""As much of JSON schema as GitHub's schemas use: an independent judge of drawn values."""

from __future__ import annotations

import base64
import re
import uuid
from datetime import datetime


def complaint(schema, value, definitions, path="$"):
    """What is wrong with a value, or ``None``."""
    if "$ref" in schema:
        found = {**definitions[schema["$ref"].rpartition("/")[2]], **schema}
        del found["$ref"]
        return complaint(found, value, definitions, path)
    if "const" in schema and value != schema["const"]:
        return f"{path}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{path}: {value!r} is none of {schema['enum']}"
    if "not" in schema:
        return f"{path}: nothing is allowed here"
    kinds = schema.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if kinds and not any(KINDS[kind](value) for kind in kinds):
        return f"{path}: {value!r} is not {kinds}"
    if "anyOf" in schema:
        wrong = [complaint(one, value, definitions, path) for one in schema["anyOf"]]
        if all(wrong):
            return f"{path}: {'; '.join(wrong)}"
    for judge in (scalar, array, mapping):
        found = judge(schema, value, definitions, path)
        if found is not None:
            return found
    return None


KINDS = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
}


def scalar(schema, value, definitions, path):
    if isinstance(value, str):
        pattern = schema.get("pattern")
        if pattern and not re.search(re.sub(r"\$$", r"\\Z", pattern), value):
            return f"{path}: {value!r} does not match {pattern}"
        if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
            return f"{path}: {value!r} has the wrong length"
        return formatted(schema, value, path)
    if KINDS["number"](value):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            return f"{path}: {value} is out of bounds"
        if "exclusiveMinimum" in schema and value <= schema["exclusiveMinimum"]:
            return f"{path}: {value} is too small"
    return None


def formatted(schema, value, path):
    try:
        if schema.get("format") == "uuid":
            uuid.UUID(value)
        elif schema.get("format") == "date-time":
            assert datetime.fromisoformat(value).tzinfo is not None
        elif schema.get("format") == "uri":
            assert re.match(r"[a-z]+://[^ ]+", value)
        elif schema.get("contentEncoding") == "base64":
            base64.b64decode(value, validate=True)
    except (ValueError, AssertionError):
        return f"{path}: {value!r} is not as its format says"
    return None


def array(schema, value, definitions, path):
    if not isinstance(value, list):
        return None
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        return f"{path}: the wrong number of items"
    if schema.get("uniqueItems") and len({*map(repr, value)}) < len(value):
        return f"{path}: an item is there twice"
    wrong = (
        complaint(schema.get("items", {}), item, definitions, f"{path}[{number}]")
        for number, item in enumerate(value)
    )
    return next((one for one in wrong if one), None)


def mapping(schema, value, definitions, path):
    if not isinstance(value, dict):
        return None
    missing = [name for name in schema.get("required", ()) if name not in value]
    if missing:
        return f"{path}: without {missing}"
    if len(value) > schema.get("maxProperties", len(value)):
        return f"{path}: too many members"
    known = schema.get("properties", {})
    extra = schema.get("additionalProperties", True)
    for name, item in value.items():
        inner = known.get(name, extra)
        if inner is False:
            return f"{path}.{name}: it is not known"
        found = complaint({} if inner is True else inner, item, definitions, f"{path}.{name}")
        if found is not None:
            return found
    return None
