"""From a type of the protocol to a strategy: of its wire values, and of the values themselves.

The types come from GitHub's schemas, and so do the limits that the types themselves do not have:
formats, bounds, lengths and patterns (``protocol/_generated/limits.py``).
"""

from __future__ import annotations

import base64
import functools
import string
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, TypeVar, cast, final

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec import inspect

from copilot_actors._errors import JsonValue
from copilot_actors.protocol._generated.limits import EVENT_LIMITS, RPC_LIMITS, VARIANTS
from copilot_actors.protocol._wire_struct import convert_open

T = TypeVar("T")
_Limits = Mapping[str, object]

FUTURE: Final = "ofTheFuture"
"""The name of the fields, and a part of the words, that a newer CLI is made to send."""
_DEPTH: Final = 3
"""How deep optional fields and items go; below, values are as small as their types allow."""
_SAFE: Final = 2**53 - 1
"""The largest integer that any implementation of JSON keeps as it is."""
_EPOCH: Final = datetime(2020, 1, 1, tzinfo=UTC)
_SPAN: Final = 10 * 365 * 86_400_000
_ITEMS: Final = 3
_NAMES: Final = st.text(string.ascii_letters + string.digits + "_-.", min_size=1, max_size=8)

_BOOLEANS: Final = st.booleans()
_RARELY: Final = st.sampled_from((False, False, False, True))
"""Whether an optional field of an inner object is there."""
_RARE_DEPTH: Final = 2
_SCALARS: Final[SearchStrategy[JsonValue]] = (
    st.booleans() | st.integers(-_SAFE, _SAFE) | st.text(max_size=8)
)


def _containers(inner: SearchStrategy[JsonValue]) -> SearchStrategy[JsonValue]:
    return st.lists(inner, max_size=_ITEMS) | st.dictionaries(_NAMES, inner, max_size=_ITEMS)


_FLAT: Final = st.none() | _SCALARS
ANY_BUT_NULL: Final[SearchStrategy[JsonValue]] = _SCALARS | _containers(_FLAT | _containers(_FLAT))
ANY_JSON: Final[SearchStrategy[JsonValue]] = st.none() | ANY_BUT_NULL
OBJECTS: Final[SearchStrategy[dict[str, JsonValue]]] = st.dictionaries(
    _NAMES, ANY_JSON, max_size=_ITEMS
)
ARGUMENTS: Final[SearchStrategy[dict[str, JsonValue]]] = st.dictionaries(_NAMES, _FLAT, max_size=2)
"""What a tool is called with."""
UUIDS: Final = st.integers(1, 2**128 - 1).map(lambda number: str(uuid.UUID(int=number)))


def timestamp(milliseconds: int) -> str:
    """A time as the CLI writes it, counted from the beginning of 2020."""
    time = _EPOCH + timedelta(milliseconds=milliseconds)
    return f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03}Z"


TIMESTAMPS: Final = st.integers(0, _SPAN).map(timestamp)
_URIS: Final = st.builds(
    "https://{}.example/{}".format, *[st.text("abcxyz019", min_size=1, max_size=6)] * 2
)


def wire_values(shape: object, *, newer: bool = False) -> SearchStrategy[JsonValue]:
    """Wire values of a type of the protocol: JSON as the schema describes it.

    Args:
        shape: a type of ``protocol.events``, ``protocol.rpc`` or made of those, for instance
            ``rpc.SessionModelSwitchToParams`` or ``list[rpc.AccountAllUsers]``.
        newer: as a newer CLI may write it: fields that this version's schema does not know,
            unknown words of enumerations, unknown members of unions.
    """
    return _of(inspect.type_info(shape), newer=newer)


def values(shape: type[T], *, newer: bool = False) -> SearchStrategy[T]:
    """Values of a type of the protocol, as this library would decode them.

    Args:
        shape: see :func:`wire_values`.
        newer: see :func:`wire_values`; what the schema does not know is dropped where a type has
            no place for it, as it is when the library decodes it.
    """
    return wire_values(shape, newer=newer).map(functools.partial(converted, shape))


def converted(shape: type[T], wire: JsonValue) -> T:
    """The value that the library decodes a wire value to."""
    try:
        return msgspec.convert(wire, shape)
    except msgspec.ValidationError:
        # What a newer CLI has added.
        return cast("T", convert_open(wire, shape))


def _of(
    shape: inspect.Type, limits: _Limits | None = None, depth: int = 0, *, newer: bool = False
) -> SearchStrategy[JsonValue]:
    limits = {} if limits is None else limits
    if "const" in limits:
        return st.just(cast("JsonValue", limits["const"]))
    if "enum" in limits and not newer:
        return st.sampled_from(cast("list[JsonValue]", limits["enum"]))
    match shape:
        case inspect.StructType():
            return record(shape.cls, depth, newer=newer)
        case inspect.UnionType():
            return _union(shape, limits, depth, newer=newer)
        case inspect.LiteralType():
            words = st.sampled_from(cast("tuple[JsonValue, ...]", shape.values))
            return words | _NAMES.map(f"{FUTURE}-{{}}".format) if newer else words
        case inspect.ListType():
            return _list(shape, limits, depth, newer=newer)
        case inspect.DictType() if limits.get("is") == "SessionEvent":
            from ._events import wire_events  # noqa: PLC0415 - events are made of shapes

            return cast("SearchStrategy[JsonValue]", wire_events(newer=newer))
        case inspect.DictType():
            inner = _inner(limits, "additionalProperties")
            item = _of(shape.value_type, inner, depth + 1, newer=newer)
            most = 0 if depth > _DEPTH else _ITEMS
            keys = _text(_inner(limits, "propertyNames")) if "propertyNames" in limits else _NAMES
            return cast("SearchStrategy[JsonValue]", st.dictionaries(keys, item, max_size=most))
        case inspect.StrType():
            return _text(limits)
        case inspect.IntType():
            return _integer(limits)
        case inspect.FloatType():
            return _number(limits)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.AnyType():
            return _any(limits)
    raise TypeError(f"no type of the protocol: {shape!r}")


def _any(limits: _Limits) -> SearchStrategy[JsonValue]:
    """Any JSON; or of a type that only a variant of a record says."""
    match limits.get("type"):
        case "string":
            return _text(limits)
        case "integer":
            return _integer(limits)
        case "number":
            return _number(limits)
        case "boolean":
            return st.booleans()
        case "object":
            return cast("SearchStrategy[JsonValue]", OBJECTS)
    return ANY_JSON


def _inner(limits: _Limits, word: str) -> _Limits:
    found = limits.get(word)
    return found if isinstance(found, Mapping) else {}


@final
class _Field:
    """One field of a record; its strategy is made when it is first drawn from.

    An example touches a few of hundreds of types, and to make all their strategies takes seconds.
    """

    def __init__(self, field: inspect.Field, limits: _Limits, depth: int, *, newer: bool) -> None:
        self.name = field.encode_name
        self.required = field.required or limits.get("required") is True
        self._has_default = not field.required
        self._shape = field.type
        if not field.required and field.default is not msgspec.UNSET:
            self._shape = _without_null(field.type)
        self._make = functools.partial(_of, self._shape, limits, depth, newer=newer)

    @functools.cached_property
    def strategy(self) -> SearchStrategy[JsonValue]:
        """Wire values of the field, where it is there."""
        made = self._make()
        # An optional one that is null is sent as one that is left out.
        return ANY_BUT_NULL if made is ANY_JSON and self._has_default else made


@functools.cache
def _fields(
    cls: type, depth: int, variant: int, *, newer: bool
) -> tuple[dict[str, JsonValue], list[_Field]]:
    """The tag of a record, and its fields as far as they go at this depth."""
    shape = inspect.type_info(cls)
    if not isinstance(shape, inspect.StructType):
        raise TypeError(f"no record of the protocol: {cls!r}")
    variants = VARIANTS.get(cls.__name__)
    limits = _limits(cls) if variants is None else variants[variant]
    fields = [
        _Field(field, limits.get(field.encode_name, {}), depth + 1, newer=newer)
        for field in shape.fields
        if variants is None or field.encode_name in limits
    ]
    if depth > _DEPTH:
        fields = [field for field in fields if field.required]
    tag = cast("str", shape.tag)
    return {} if shape.tag_field is None else {shape.tag_field: tag}, fields


@functools.cache
def record(cls: type, depth: int = 0, *, newer: bool = False) -> SearchStrategy[JsonValue]:
    """Wire objects of a record."""
    # Records that nothing on the wire tells apart are one type: one of them is drawn.
    often = _BOOLEANS if depth < _RARE_DEPTH else _RARELY
    variants = st.integers(0, len(VARIANTS.get(cls.__name__, " ")) - 1)

    @st.composite
    def wire(draw: st.DrawFn) -> JsonValue:
        tag, fields = _fields(cls, depth, draw(variants), newer=newer)
        drawn: dict[str, JsonValue] = dict(tag)
        for field in fields:
            if field.required or draw(often):
                drawn[field.name] = draw(field.strategy)
        if newer and draw(_BOOLEANS):
            drawn[FUTURE] = draw(ANY_JSON)
        return drawn

    return wire()


def _limits(cls: type) -> Mapping[str, _Limits]:
    of_events = cls.__module__.rpartition(".")[2].startswith("events_")
    return (EVENT_LIMITS if of_events else RPC_LIMITS).get(cls.__name__, {})


def _without_null(shape: inspect.Type) -> inspect.Type:
    """The type of an optional field where it is there: left out is ``None``, null is not sent."""
    if not isinstance(shape, inspect.UnionType):
        return shape
    members = tuple(m for m in shape.types if not isinstance(m, inspect.NoneType))
    return members[0] if len(members) == 1 else inspect.UnionType(members)


def _union(
    shape: inspect.UnionType, limits: _Limits, depth: int, *, newer: bool
) -> SearchStrategy[JsonValue]:
    # What is nothing, or flat, comes first: examples shrink to it.
    ranks = (inspect.NoneType, inspect.BoolType, inspect.IntType, inspect.StrType)
    members = sorted(
        shape.types, key=lambda m: next((n for n, k in enumerate(ranks) if isinstance(m, k)), 9)
    )
    strategies = [_of(member, limits, depth, newer=newer) for member in members]
    records = [member for member in members if isinstance(member, inspect.StructType)]
    if newer and len(records) > 1 and records[0].tag_field is not None:
        tags = {records[0].tag_field: _NAMES.map(f"{FUTURE}-{{}}".format)}
        unknown = st.fixed_dictionaries(tags, optional={FUTURE: ANY_JSON})
        strategies.append(cast("SearchStrategy[JsonValue]", unknown))
    return st.one_of(strategies)


def _list(
    shape: inspect.ListType, limits: _Limits, depth: int, *, newer: bool
) -> SearchStrategy[JsonValue]:
    item = _of(shape.item_type, _inner(limits, "items"), depth + 1, newer=newer)
    least = _whole(limits.get("minItems"), 0)
    most = min(_whole(limits.get("maxItems"), least + _ITEMS), least + _ITEMS)
    if depth > _DEPTH:
        most = least
    unique_by = repr if limits.get("uniqueItems") is True else None
    return cast(
        "SearchStrategy[JsonValue]",
        st.lists(item, min_size=least, max_size=most, unique_by=unique_by),
    )


def _whole(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) else otherwise


def _text(limits: _Limits) -> SearchStrategy[str]:
    least = _whole(limits.get("minLength"), 0)
    most = _whole(limits.get("maxLength"), least + 20)
    pattern, form = limits.get("pattern"), limits.get("format")
    if isinstance(pattern, str):
        # JSON schema's `$` is the end, Python's also stands before a last newline.
        ending = f"{pattern[:-1]}\\Z" if pattern.endswith("$") else pattern
        found = st.from_regex(ending)
        if "minLength" in limits or "maxLength" in limits:
            return found.filter(lambda text: least <= len(text) <= most)
        return found
    if form == "uuid":
        return UUIDS
    if form == "date-time":
        return TIMESTAMPS
    if form == "uri":
        return _URIS
    if limits.get("contentEncoding") == "base64":
        return st.binary(max_size=12).map(lambda data: base64.b64encode(data).decode())
    return st.text(min_size=least, max_size=min(most, least + 20))


def _integer(limits: _Limits) -> SearchStrategy[int]:
    least = _bound(limits, "minimum", -_SAFE)
    if "exclusiveMinimum" in limits:
        least = _bound(limits, "exclusiveMinimum", 0) + 1
    return st.integers(int(least), int(_bound(limits, "maximum", _SAFE)))


def _number(limits: _Limits) -> SearchStrategy[float]:
    """JSON has one type of numbers, so that a whole one comes without a point."""
    least, most = _bound(limits, "minimum", -1e9), _bound(limits, "maximum", 1e9)
    exclusive = "exclusiveMinimum" in limits
    if exclusive:
        least = _bound(limits, "exclusiveMinimum", 0)
    whole = _integer({"minimum": -(-least // 1) + exclusive, "maximum": most // 1})
    return whole | st.floats(least, most, exclude_min=exclusive)


def _bound(limits: _Limits, word: str, otherwise: float) -> float:
    found = limits.get(word)
    return found if isinstance(found, int | float) else otherwise
