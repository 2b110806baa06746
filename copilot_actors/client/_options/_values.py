"""From a value of an option to its JSON on the wire, by the option's type, with faults named.

An option that has parts is a frozen Struct whose annotations are its rules. A mapping is accepted
in its place, with the names of the fields or with those of the wire.
"""

from __future__ import annotations

import functools
import math
import os
import re
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal, Union, cast, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, UnsetType

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors._redact import REDACTED
from copilot_actors.client._nearest import nearest

from ._secrets import SECRET, conform_secret

_DISCRIMINATORS = ("type", "mode")
"""Fields by which the kinds of one option are told apart, in the order of looking."""


class OptionValue(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Base of the options that have parts. A field that is ``UNSET`` is not sent."""

    secrets: ClassVar[frozenset[str]] = frozenset()
    """Fields that ``repr`` hides."""

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{name}={REDACTED if name in self.secrets and value is not None else repr(value)}"
            for name in self.__struct_fields__
            if (value := getattr(self, name)) is not UNSET
        )
        return f"{type(self).__name__}({shown})"

    def to_wire(self) -> dict[str, JsonValue]:
        """The JSON object that the CLI expects, with the secrets in it.

        Raises:
            InvalidOption: a field has a value that cannot be right; names the field.
        """
        return cast("dict[str, JsonValue]", conform(self, type(self), type(self).__name__))


def conform(value: object, shape: object, where: str) -> JsonValue:
    """Return ``value`` as JSON if it is of the type ``shape``.

    Args:
        value: what was given.
        shape: an annotation: a scalar, ``Literal``, ``Annotated`` with ``msgspec.Meta``, a
            sequence, a mapping, a Struct, a union of these, or ``object`` for any JSON.
        where: the name of the option, for the error.

    Raises:
        InvalidOption: naming the part that is wrong and what was expected; never the value,
            which may be a secret.
    """
    origin = get_origin(shape)
    if origin is Annotated:
        inner, *rules = get_args(shape)
        if SECRET in rules:
            return conform_secret(value, where)
        result = conform(value, inner, where)
        for rule in rules:
            _check_meta(result, rule, where)
        return result
    if origin in (Union, types.UnionType):
        return _conform_union(value, get_args(shape), where)
    if origin is Literal:
        return _conform_literal(value, get_args(shape), where)
    if origin is not None and issubclass(origin, Mapping):
        return _conform_mapping(value, get_args(shape)[1], where)
    if origin is not None and issubclass(origin, Sequence):
        return _conform_sequence(value, get_args(shape)[0], where)
    if isinstance(shape, type) and issubclass(shape, OptionValue):
        kinds = _kinds_of(shape)
        if kinds != (shape,):
            return _conform_union(value, kinds, where)
        return _conform_struct(value, shape, where)
    if shape is object:
        return _conform_json(value)
    if not _is_scalar(value, shape):
        raise _wrong(where, shape, value)
    return cast("JsonValue", os.fspath(value) if isinstance(value, os.PathLike) else value)


def fits(value: object, shape: object) -> bool:
    """Whether ``value`` is of the type ``shape``."""
    try:
        conform(value, shape, "")
    except InvalidOption:
        return False
    return True


def describe(shape: object) -> str:
    """Say in words what a type accepts."""
    origin, arguments = get_origin(shape), get_args(shape)
    if origin is Annotated:
        return describe(arguments[0]) + "".join(_describe_meta(rule) for rule in arguments[1:])
    if origin in (Union, types.UnionType):
        wanted = [describe(one) for one in arguments if one not in (UnsetType, types.NoneType)]
        return " or ".join(dict.fromkeys(wanted))
    if origin is Literal:
        return "one of " + ", ".join(repr(one) for one in arguments)
    if origin is not None and issubclass(origin, Mapping):
        return "a mapping"
    if origin is not None and issubclass(origin, Sequence):
        return "a list"
    if origin is not None:
        return describe(origin)
    return _WORDS.get(cast("type", shape)) or _article(cast("type", shape).__name__)


_WORDS: Mapping[type, str] = {
    str: "text",
    bool: "True or False",
    int: "an integer",
    float: "a number",
    os.PathLike: "a path",
    object: "a JSON value",
}


def _is_scalar(value: object, shape: object) -> bool:
    if shape is float:
        return (
            isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        )
    if shape is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(value, os.PathLike) and not isinstance(os.fspath(value), str):
        return False
    return isinstance(value, cast("type", get_origin(shape) or shape))


def _wrong(where: str, shape: object, value: object) -> InvalidOption:
    return InvalidOption(where, f"expected {describe(shape)}, got {type(value).__name__}")


_LIMITS: Sequence[tuple[str, Callable[[float, float], bool], str]] = (
    ("ge", lambda value, limit: value >= limit, "of at least"),
    ("gt", lambda value, limit: value > limit, "above"),
    ("le", lambda value, limit: value <= limit, "of at most"),
    ("lt", lambda value, limit: value < limit, "below"),
)


def _describe_meta(rule: object) -> str:
    words = [
        f" {text} {getattr(rule, name):g}"
        for name, _, text in _LIMITS
        if getattr(rule, name, None) is not None
    ]
    limits, reason = " and".join(words), getattr(rule, "description", None)
    if reason is None:
        return limits
    return f"{limits} ({reason})" if limits else f" {reason}"


def _check_meta(value: JsonValue, rule: object, where: str) -> None:
    if not isinstance(rule, Meta) or value is None:
        return
    if isinstance(value, int | float):
        for name, holds, _ in _LIMITS:
            limit = getattr(rule, name)
            if limit is not None and not holds(value, limit):
                raise InvalidOption(where, f"expected a number{_describe_meta(rule)}, got {value}")
    if isinstance(value, str):
        unfit = rule.pattern is not None and re.search(rule.pattern, value) is None
        if unfit or len(value) < (rule.min_length or 0):
            raise InvalidOption(
                where, f"expected text{_describe_meta(rule) or ' that is not empty'}"
            )


def _conform_literal(value: object, choices: tuple[str, ...], where: str) -> JsonValue:
    if isinstance(value, str) and value in choices:
        return value
    hint = nearest(value, choices)
    listed = ", ".join(repr(one) for one in choices)
    raise InvalidOption(where, f"expected one of {listed}, got {type(value).__name__}{hint}")


def _conform_sequence(value: object, item: object, where: str) -> JsonValue:
    if not isinstance(value, Sequence | frozenset | set) or isinstance(value, str | bytes):
        raise InvalidOption(where, f"expected a list, got {type(value).__name__}")
    return [conform(one, item, f"{where}[{index}]") for index, one in enumerate(value)]


def _conform_mapping(value: object, item: object, where: str) -> JsonValue:
    if not isinstance(value, Mapping):
        raise InvalidOption(where, f"expected a mapping, got {type(value).__name__}")
    result: dict[str, JsonValue] = {}
    for name, one in value.items():
        if not isinstance(name, str):
            raise InvalidOption(where, f"expected names that are text, got {type(name).__name__}")
        result[name] = conform(one, item, f"{where}[{name!r}]")
    return result


def _conform_json(value: object) -> JsonValue:
    """Any JSON; what is none is refused when all options are encoded."""
    if isinstance(value, Mapping):
        return {cast("str", name): _conform_json(one) for name, one in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [_conform_json(one) for one in value]
    return cast("JsonValue", os.fspath(value) if isinstance(value, os.PathLike) else value)


def _conform_union(value: object, shapes: tuple[object, ...], where: str) -> JsonValue:
    given = (shape for shape in shapes if shape not in (UnsetType, types.NoneType))
    wanted = [kind for shape in given for kind in _kinds_of(shape)]
    if value is None and types.NoneType in shapes:
        return None
    structs = [one for one in wanted if isinstance(one, type) and issubclass(one, OptionValue)]
    if isinstance(value, msgspec.Struct):
        chosen: object = next((one for one in structs if isinstance(value, one)), None)
    elif isinstance(value, Mapping) and structs:
        chosen = _kind_of(value, structs, where)
    else:
        chosen = next((one for one in wanted if fits(value, one)), None)
    if chosen is None:
        # Of one kind at least the first fault inside is told.
        likely = [one for one in wanted if _same_container(value, one)]
        if len(likely) != 1 and len(wanted) != 1:
            raise _wrong(where, Union[tuple(wanted)], value)  # noqa: UP007 - made at run time
        chosen = likely[0] if likely else wanted[0]
    return conform(value, chosen, where)


def _kinds_of(shape: object) -> tuple[object, ...]:
    """A Struct without fields stands for those that are made of it: the kinds of one option."""
    if isinstance(shape, type) and issubclass(shape, OptionValue) and not shape.__struct_fields__:
        return tuple(shape.__subclasses__())
    return (shape,)


def _same_container(value: object, shape: object) -> bool:
    """Whether a value is of the outer kind of a type: its fault is then inside, or a limit."""
    while get_origin(shape) is Annotated:
        shape = get_args(shape)[0]
    origin = get_origin(shape)
    if origin is Literal:
        return isinstance(value, str)
    if isinstance(value, str | bytes) or origin is None:
        return _is_scalar(value, shape) if isinstance(shape, type) else False
    return isinstance(value, origin)


def _kind_of(
    value: Mapping[object, object], kinds: Sequence[type[OptionValue]], where: str
) -> type[OptionValue]:
    """Which of several Structs a mapping stands for: by its ``type`` or ``mode``, or its names."""
    for name in _DISCRIMINATORS:
        choices = {
            choice: kind
            for kind in kinds
            for choice in get_args(_plain(_shapes(kind).get(name)))
            if isinstance(choice, str)
        }
        if choices and name in value:
            chosen = _conform_literal(value[name], tuple(choices), f"{where}.{name}")
            return choices[cast("str", chosen)]
    return next((kind for kind in kinds if not _missing(value, kind)), kinds[0])


def _plain(shape: object) -> object:
    """The type without ``UNSET`` and ``None``."""
    if get_origin(shape) in (Union, types.UnionType):
        rest = [one for one in get_args(shape) if one not in (UnsetType, types.NoneType)]
        return rest[0] if len(rest) == 1 else shape
    return shape


@functools.cache
def _shapes(kind: type[OptionValue]) -> Mapping[str, object]:
    # Not as text: ``__module__`` is where users import a Struct from, not where its names are.
    return {name: kind.__annotations__[name] for name in kind.__struct_fields__}


@functools.cache
def _wire_names(kind: type[msgspec.Struct]) -> Mapping[str, str]:
    return dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))


@functools.cache
def _defaults(kind: type[msgspec.Struct]) -> Mapping[str, object]:
    """The fields that need not be given."""
    pairs = zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False)
    return {name: default for name, default in pairs if default is not msgspec.NODEFAULT}


def _missing(value: Mapping[object, object], kind: type[msgspec.Struct]) -> list[str]:
    wire = _wire_names(kind)
    needed = [name for name in wire if name not in _defaults(kind)]
    return [name for name in needed if not {name, wire[name]} & set(value)]


def _conform_struct(value: object, kind: type[OptionValue], where: str) -> JsonValue:
    if isinstance(value, kind):
        given: Iterator[tuple[str, object]] = (
            (name, getattr(value, name)) for name in kind.__struct_fields__
        )
    elif isinstance(value, Mapping):
        given = _fields_of(cast("Mapping[object, object]", value), kind, where)
    else:
        raise InvalidOption(
            where, f"expected {_article(kind.__name__)} or a mapping, got {type(value).__name__}"
        )
    shapes, wire = _shapes(kind), _wire_names(kind)
    return {
        wire[name]: conform(item, shapes[name], f"{where}.{name}")
        for name, item in given
        if item is not UNSET
    }


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _fields_of(
    value: Mapping[object, object], kind: type[OptionValue], where: str
) -> Iterator[tuple[str, object]]:
    wire = _wire_names(kind)
    names = {**{encoded: name for name, encoded in wire.items()}, **{name: name for name in wire}}
    seen: dict[str, object] = {}
    for key, item in value.items():
        name = names.get(key) if isinstance(key, str) else None
        if name is None:
            raise InvalidOption(
                f"{where}.{key}", f"{kind.__name__} has no such field{nearest(key, list(wire))}"
            )
        if name in seen:
            raise InvalidOption(f"{where}.{name}", "is given twice, under two names")
        seen[name] = item
    missing = _missing(value, kind)
    if missing:
        raise InvalidOption(f"{where}.{missing[0]}", "is required")
    yield from seen.items()
    yield from ((name, item) for name, item in _defaults(kind).items() if name not in seen)
