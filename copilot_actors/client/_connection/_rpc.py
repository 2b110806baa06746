"""How ``session.rpc`` and ``client.rpc`` call: check, send, decode."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar, cast

import msgspec
from msgspec import inspect

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors.client._nearest import closest
from copilot_actors.client._options._checks import check_seconds
from copilot_actors.client._replies import decode_typed

if TYPE_CHECKING:
    from copilot_actors.client._client import Client
    from copilot_actors.client._session._handle import Session

T = TypeVar("T")

_WHERE = re.compile(r" - at `\$\.?(?P<path>.*)`$", re.DOTALL)
_BAD_WORD = re.compile(r"^Invalid (?:enum )?value '(?P<word>.*)'$", re.DOTALL)
_PATH_PART = re.compile(r"[^.\[\]]+")


class SessionCall:
    """Calls a method of one session, on the way of ``session.request``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    async def __call__(
        self, method: str, params: object, result: type[T], rpc_timeout: float | None
    ) -> T:
        """Check, send and decode."""
        fields = checked(method, params)
        seconds = None if rpc_timeout is None else check_seconds("rpc_timeout", rpc_timeout)
        raw = await self._session._request(method, fields, timeout=seconds)
        return decode_typed(method, raw, result, self._session._context.link.redact)


class ClientCall:
    """Calls a method of the CLI, on the way of ``client.request``."""

    __slots__ = ("_client",)

    def __init__(self, client: Client) -> None:
        self._client = client

    async def __call__(
        self, method: str, params: object, result: type[T], rpc_timeout: float | None
    ) -> T:
        """Check, send and decode."""
        fields = checked(method, params)
        seconds = None if rpc_timeout is None else check_seconds("rpc_timeout", rpc_timeout)
        raw = await self._client._request(method, fields, timeout=seconds)
        return decode_typed(method, raw, result, self._client._context.link.redact)


def checked(method: str, params: object) -> Mapping[str, JsonValue]:
    """The parameters as they are sent, once they are what the schema says.

    Raises:
        InvalidOption: they are not; it names the argument, and the nearest word for an unknown one.
    """
    if params is None:
        return {}
    try:
        encoded = msgspec.json.encode(params)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise InvalidOption(method, f"the parameters cannot be sent: {error}") from None
    if isinstance(params, msgspec.Struct):
        shape: type[msgspec.Struct] = type(params)
        try:
            msgspec.json.decode(encoded, type=shape)
        except msgspec.ValidationError as error:
            reason = str(error)
        else:
            reason = ""
        if reason:
            raise _refused(method, shape, reason)
    # As they were encoded: the wire's writer puts them in as they are.
    fields = msgspec.json.decode(encoded, type=dict[str, msgspec.Raw])
    return cast("Mapping[str, JsonValue]", fields)


def _refused(method: str, shape: type[msgspec.Struct], reason: str) -> InvalidOption:
    """Name the argument by its attribute, and for a word that is unknown those that are known."""
    where = _WHERE.search(reason)
    path: list[str] = _PATH_PART.findall(where["path"]) if where is not None else []
    what = _WHERE.sub("", reason)
    names = {field.encode_name: field.name for field in msgspec.structs.fields(shape)}
    argument = names.get(path[0]) or path[0] if path else method
    inner = f" in {'.'.join(path)}" if len(path) > 1 else ""
    word = _BAD_WORD.match(what)
    if word is None:
        return InvalidOption(argument, f"{method}: {what[:1].lower()}{what[1:]}{inner}")
    known = sorted(set(_words(inspect.type_info(shape), path)))
    near = closest(word["word"], known)
    hint = f"; did you mean {near!r}? It is one of {', '.join(known)}" if near else ""
    return InvalidOption(argument, f"{method}: unknown value {word['word']!r}{inner}{hint}")


def _words(shape: inspect.Type, path: list[str]) -> Iterator[str]:
    """The words that a type takes at a path of wire names."""
    match shape:
        case inspect.UnionType():
            for member in shape.types:
                yield from _words(member, path)
        case inspect.LiteralType() if not path:
            yield from (str(word) for word in shape.values)
        case inspect.StructType() if path:
            if path == [shape.tag_field]:
                yield str(shape.tag)
            for field in shape.fields:
                if field.encode_name == path[0]:
                    yield from _words(field.type, path[1:])
        case inspect.ListType() | inspect.CollectionType() if path:
            yield from _words(shape.item_type, path[1:])
        case inspect.DictType() if path:
            yield from _words(shape.value_type, path[1:])
