"""Answers of a type: the schema that the model is held to, and the answer decoded by it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar, cast

import msgspec
import trio

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors._turn_errors import InvalidAnswer

if TYPE_CHECKING:
    from ._context import ClientContext
    from ._handle import Session
    from ._record import SessionRecord
    from ._turn import TurnFields, TurnResult

T = TypeVar("T")

DEFAULT_TIMEOUT = 60.0
"""Seconds that a caller waits for the end of a turn by default."""

MAX_SCHEMA_BYTES = 1024 * 1024
"""Of a schema as JSON; the CLI's own limit is 32 MiB, and no provider takes that much."""

ASK_AGAIN = "Give your last answer again, in the format that is asked for."
"""Sent where a crash made the CLI forget the format of a turn and the answer is in another."""

_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_NAME_SIZE = 64
_ROOT = re.compile(r"#/\$defs/(.+)\Z")
_SHOWN = 200


def schema_of(kind: type[object]) -> dict[str, JsonValue]:
    """Return the JSON schema of a type, for providers: its root is an object, and it is closed.

    Raises:
        InvalidOption: msgspec cannot decode the type, or its JSON is no object.
    """
    try:
        schema = cast("dict[str, JsonValue]", msgspec.json.schema(kind))
    except (TypeError, NameError, RecursionError) as error:
        raise InvalidOption("response_type", f"has no JSON schema: {error}") from error
    root = _inlined(schema)
    if root.get("type") != "object":
        raise InvalidOption(
            "response_type", "expected a type whose JSON is an object, such as a msgspec.Struct"
        )
    root.setdefault("title", _name_of(kind))
    return cast("dict[str, JsonValue]", _closed(root))


def _inlined(schema: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Put the definition that the root refers to in its place: providers want it there."""
    reference = schema.get("$ref")
    match = _ROOT.match(reference) if isinstance(reference, str) else None
    definitions = schema.get("$defs")
    if match is None or not isinstance(definitions, dict):
        return schema
    root = definitions[match[1]]
    inlined: dict[str, JsonValue] = dict(root) if isinstance(root, dict) else {}
    others = {name: item for name, item in definitions.items() if name != match[1]}
    refers_to_itself = str(reference) in str(definitions)
    if others or refers_to_itself:
        inlined["$defs"] = definitions if refers_to_itself else others
    return inlined


def _closed(schema: JsonValue) -> JsonValue:
    """No object has more than its properties: what strict providers insist on."""
    if isinstance(schema, list):
        return [_closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: _closed(item) for name, item in schema.items() if name != "default"}
    if isinstance(schema.get("properties"), dict):
        closed.setdefault("additionalProperties", False)
    return closed


def _is_strict(schema: JsonValue) -> bool:
    """Whether a provider can enforce all of it: every property of every object is required."""
    if isinstance(schema, list):
        return all(_is_strict(item) for item in schema)
    if not isinstance(schema, dict):
        return True
    if schema.get("type") == "object":
        properties, required = schema.get("properties"), schema.get("required")
        names = set(properties) if isinstance(properties, dict) else set()
        wanted = {str(name) for name in required} if isinstance(required, list) else set()
        if schema.get("additionalProperties") is not False or names != wanted:
            return False
    return all(_is_strict(item) for item in schema.values())


def response_format(schema: object) -> JsonValue:
    """Return the ``responseFormat`` of a prompt for a JSON schema.

    Raises:
        InvalidOption: it is no schema of an object, or too long.
    """
    if not isinstance(schema, Mapping) or schema.get("type") != "object":
        raise InvalidOption(
            "response_schema", "expected a JSON schema with {'type': 'object'} at its root"
        )
    try:
        size = len(msgspec.json.encode(schema))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise InvalidOption("response_schema", f"cannot be sent as JSON: {error}") from error
    if size > MAX_SCHEMA_BYTES:
        raise InvalidOption("response_schema", f"has {size} bytes, the limit is {MAX_SCHEMA_BYTES}")
    plain = cast("dict[str, JsonValue]", dict(schema))
    title = plain.get("title")
    format_: dict[str, JsonValue] = {
        "name": _NOT_IN_A_NAME.sub("_", str(title or "answer"))[:_NAME_SIZE] or "answer",
        "schema": plain,
    }
    if _is_strict(plain):
        format_["strict"] = True
    return {"type": "json_schema", "jsonSchema": format_}


def decode_answer(session_id: str, result: TurnResult, kind: type[T]) -> T:
    """Return the answer of a turn as a value of a type.

    Raises:
        InvalidAnswer: it is none.
    """
    answer = result.answer
    content = answer.data.get("content") if answer is not None else None
    text = content if isinstance(content, str) else ""
    name = _name_of(kind)
    if not text.strip():
        raise InvalidAnswer(
            session_id, result.message_id, text, "there is no text", response_type=name
        )
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        # The codec names the place at the end of its message, and nowhere else.
        reason, _, place = str(error).partition(" - at `")
    raise InvalidAnswer(
        session_id,
        result.message_id,
        text,
        reason[:_SHOWN],
        response_type=name,
        path=place.rstrip("`"),
    )


async def typed_turn(
    context: ClientContext, session: Session, prompt: str, fields: TurnFields, kind: type[T]
) -> T:
    """Run a turn and return its answer as a value of a type.

    A turn that a crash cut at a tool call goes on without its format, which the CLI keeps in
    memory. If its answer does not fit, the model is asked for it once more.

    Raises:
        InvalidOption: there is no schema of the type, or another one was given too.
        InvalidAnswer: the answer does not fit.
        CopilotError: as in ``session.run_turn``.
    """
    if fields.get("response_schema") is not None:
        raise InvalidOption("response_schema", "is made of 'response_type'; give one of them")
    wanted: TurnFields = {**fields, "response_schema": schema_of(kind)}
    before, began = context.link.incarnation, trio.current_time()
    result = await session.run_turn(prompt, **wanted)
    try:
        return decode_answer(session.session_id, result, kind)
    except InvalidAnswer:
        if context.link.incarnation == before or result.answer is None:
            raise
    wanted.pop("source", None)
    wanted.pop("attachments", None)
    wanted.pop("mode", None)
    seconds = fields.get("timeout", DEFAULT_TIMEOUT)
    if seconds is not None:
        wanted["timeout"] = max(began + seconds - trio.current_time(), 0.001)
    again = await session.run_turn(ASK_AGAIN, **wanted)
    return decode_answer(session.session_id, again, kind)


def _name_of(kind: object) -> str:
    return str(getattr(kind, "__name__", kind))


_OF_THE_TURN = ("responseFormat", "agentMode", "requestHeaders", "traceparent", "tracestate")


def settings_of_run(record: SessionRecord) -> dict[str, JsonValue]:
    """What a prompt asked for its turn, and the CLI keeps in memory alone.

    A turn that is continued on another CLI has to be told it again.
    """
    run = record.state.run
    entry = record.ledger.prompts.get(run.keys[0]) if run is not None and run.keys else None
    if entry is None:
        return {}
    return {name: entry.params[name] for name in _OF_THE_TURN if name in entry.params}
