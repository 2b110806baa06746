"""Examples of every type of the schema, and what may be wrong with each: for tests.

The types are those that were generated from GitHub's schemas, so an example is one of the schema. It
is wire JSON: names of the wire, plain values.
"""

from __future__ import annotations

from msgspec import inspect

WRONG = {
    "dropped": None,
    "null": None,
    "a number": 7,
    "a text": "text",
    "a list": [1, "two", None],
    "an object": {"x": {"y": []}},
    "huge text": "x" * 70_000,
    "huge number": 10**40,
    "nested": None,
}
"""What may stand where a field's value should."""
DEPTH = 60


def nested(depth=DEPTH):
    value = {}
    for level in range(depth):
        value = [value] if level % 2 else {"in": value}
    return value


def example(shape, *, full, depth=0):
    """One wire value of a type: with all fields, or with the required ones only."""
    match shape:
        case inspect.StructType():
            wanted = [f for f in shape.fields if f.required or (full and depth < 4)]
            tag = {} if shape.tag_field is None else {shape.tag_field: shape.tag}
            values = {f.encode_name: example(f.type, full=full, depth=depth + 1) for f in wanted}
            return tag | values
        case inspect.UnionType():
            members = [m for m in shape.types if not isinstance(m, inspect.NoneType)]
            return example(members[-1 if full else 0], full=full, depth=depth)
        case inspect.LiteralType():
            return shape.values[-1 if full else 0]
        case inspect.ListType() | inspect.CollectionType():
            return [example(shape.item_type, full=full, depth=depth + 1)] if full else []
        case inspect.DictType():
            value = example(shape.value_type, full=full, depth=depth + 1)
            return {"key": value} if full else {}
        case inspect.StrType():
            return "text"
        case inspect.IntType():
            return 3
        case inspect.FloatType():
            return 1.5
        case inspect.BoolType():
            return True
    return None


def fields_of(shape, value):
    """The fields of a type that an example of it has."""
    if not isinstance(value, dict):
        return []
    members = shape.types if isinstance(shape, inspect.UnionType) else [shape]
    records = [member for member in members if isinstance(member, inspect.StructType)]
    for record in records:
        if len(records) == 1 or record.tag == value.get(record.tag_field):
            return [field for field in record.fields if field.encode_name in value]
    return []


def spoiled(value, field, how):
    """The example with one field as it should not be."""
    if how == "dropped":
        return {name: item for name, item in value.items() if name != field}
    return {**value, field: nested() if how == "nested" else WRONG[how]}
