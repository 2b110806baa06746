"""What all generated types share, and how a value gets one of them.

The types are strict at run time, so that they decode in one pass. What a newer CLI adds does not
fit them: then, and only then, a value is looked at piece by piece (:func:`decode_open`), and an
unknown word of an enumeration stays a ``str``, an unknown member of a union becomes an
:class:`UnknownVariant`. What has another shape altogether is malformed.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import inspect

from ._session_event import EventData

if TYPE_CHECKING:
    from copilot_actors._errors import JsonValue as JsonValue
else:
    # A recursive alias, which msgspec does not take.
    JsonValue = Any

_decode_json = msgspec.json.Decoder().decode


class WireStruct(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Base of the generated types: immutable, with snake_case attributes for the wire's names.

    Fields that the schema does not know are ignored. An optional field that is left out is
    ``None``, or ``UNSET`` where ``null`` means something else than nothing.
    """

    def __repr__(self) -> str:
        # Never the values: they hold prompts, answers and keys, which do not belong into logs.
        present = [
            field.name
            for field in msgspec.structs.fields(self)
            if getattr(self, field.name) not in (None, msgspec.UNSET)
        ]
        return f"{type(self).__name__}({', '.join(present)})"


class UnknownVariant(EventData):
    """A member of a union that the schema of this version does not know, as a mapping."""

    __slots__ = ()


def decode_open(raw: msgspec.Raw | bytes, shape: object) -> object:
    """Decode a value that does not fit a type strictly, keeping what a newer CLI may have added.

    Raises:
        msgspec.ValidationError: it is malformed, for instance without a required field.
    """
    return _opened(_decode_json(raw), _shape(shape))


def convert_open(value: object, shape: object) -> object:
    """Like :func:`decode_open`, for a value that is decoded already.

    Raises:
        msgspec.ValidationError: it is malformed.
    """
    return _opened(value, _shape(shape))


@functools.lru_cache(maxsize=256)
def _cached_shape(shape: type) -> inspect.Type:
    return inspect.type_info(shape)


def _shape(shape: object) -> inspect.Type:
    return _cached_shape(shape) if isinstance(shape, type) else inspect.type_info(shape)


def _opened(value: object, shape: inspect.Type) -> object:
    match shape:
        case inspect.AnyType():
            return value
        case inspect.StructType():
            return _record(value, shape)
        case inspect.UnionType():
            return _member(value, shape)
        case inspect.ListType() if isinstance(value, list):
            return [_opened(item, shape.item_type) for item in value]
        case inspect.DictType() if isinstance(value, dict):
            return {name: _opened(item, shape.value_type) for name, item in value.items()}
        case inspect.StrType() | inspect.LiteralType() if isinstance(value, str):
            return value
        case inspect.BoolType() if isinstance(value, bool):
            return value
        case inspect.NoneType() if value is None:
            return value
        case inspect.FloatType() if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        case inspect.IntType() if isinstance(value, int) and not isinstance(value, bool):
            return value
        case inspect.IntType() if isinstance(value, float) and value.is_integer():
            # A count of another implementation's, which has one type of numbers.
            return int(value)
    raise _unfit(value)


def _unfit(value: object) -> msgspec.ValidationError:
    return msgspec.ValidationError(f"`{type(value).__name__}` where the schema has another type")


def _record(value: object, shape: inspect.StructType) -> object:
    if not isinstance(value, dict):
        raise _unfit(value)
    if shape.tag_field is not None and value.get(shape.tag_field, shape.tag) != shape.tag:
        raise msgspec.ValidationError(f"`{shape.tag_field}` is not `{shape.tag}`")
    fields: dict[str, object] = {}
    for field in shape.fields:
        if field.encode_name in value:
            fields[field.name] = _opened(value[field.encode_name], field.type)
        elif field.required:
            raise msgspec.ValidationError(f"missing required field `{field.encode_name}`")
    made: object = shape.cls(**fields)
    return made


def _member(value: object, shape: inspect.UnionType) -> object:
    records = [member for member in shape.types if isinstance(member, inspect.StructType)]
    if isinstance(value, dict) and len(records) > 1:
        tag = value.get(records[0].tag_field)
        for record in records:
            if record.tag == tag:
                return _record(value, record)
        return UnknownVariant(value)
    for member in shape.types:
        try:
            return _opened(value, member)
        except msgspec.ValidationError:
            continue
    raise _unfit(value)
