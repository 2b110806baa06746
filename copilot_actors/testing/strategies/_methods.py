"""Requests of the protocol, in both directions, and their results."""

from __future__ import annotations

import builtins
import functools
import operator
from collections.abc import Collection
from typing import Any, Final, cast

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from copilot_actors._errors import JsonValue
from copilot_actors.jsonrpc import frame
from copilot_actors.protocol import rpc
from copilot_actors.protocol.rpc import Method, MethodGroup, published_methods

from ._shapes import UUIDS, converted, values, wire_values

_OF_THE_CLIENT: Final[tuple[MethodGroup, ...]] = ("server", "session")
_OF_THE_CLI: Final[tuple[MethodGroup, ...]] = ("client_session", "client_global")
_TEXTS: Final[SearchStrategy[JsonValue]] = st.text(max_size=20)
_CHOICES: Final = cast("SearchStrategy[JsonValue]", st.lists(_TEXTS, max_size=3))
_PLAN_ACTIONS: Final = ("autopilot", "interactive", "exit_only")
_UNPUBLISHED: Final[dict[str, dict[str, SearchStrategy[JsonValue]]]] = {
    "userInput.request": {
        "sessionId": UUIDS,
        "question": _TEXTS,
        "allowFreeform": st.booleans(),
        "choices": _CHOICES,
    },
    "exitPlanMode.request": {
        "sessionId": UUIDS,
        "summary": _TEXTS,
        "planContent": _TEXTS,
        "actions": st.just(list[JsonValue](_PLAN_ACTIONS)),
        "recommendedAction": st.sampled_from(_PLAN_ACTIONS),
    },
}
"""What CLI 1.0.102 asks although its schema does not say so."""


class DrawnRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request: typed, and as it is on the wire.

    Attributes:
        method: the method's name.
        params: the parameters as the type that the library has for them; ``None`` if the method
            has none, or if the schema does not publish it.
        wire: the parameters as they are on the wire, the session's id among them.
    """

    method: str
    params: object
    wire: dict[str, JsonValue]

    def frame(self, request_id: int | str) -> bytes:
        """The whole JSON-RPC message, framed as it is written to a peer."""
        message = {
            "jsonrpc": "2.0", "id": request_id, "method": self.method, "params": self.wire
        }  # fmt: skip
        return frame(msgspec.json.encode(message))


def request_methods(*, of_the_cli: bool = False) -> tuple[str, ...]:
    """The names of all methods that there are requests of, in order.

    Args:
        of_the_cli: those that the CLI calls and a client answers, instead of those that a client
            calls and the CLI answers.
    """
    if of_the_cli:
        return tuple(sorted({*_names(_OF_THE_CLI), *_UNPUBLISHED}))
    return tuple(sorted(_names(_OF_THE_CLIENT)))


def requests(
    method: str | Collection[str] | None = None, *, newer: bool = False
) -> SearchStrategy[DrawnRequest]:
    """Requests of a client to the CLI, as the schema describes them.

    Args:
        method: the name of a method such as ``"session.model.switchTo"``, or several; by default
            all that the schema publishes.
        newer: with fields and words that the schema of this version does not know.

    Raises:
        ValueError: the schema has no such method of the CLI.
    """
    return _requests(_chosen(method, request_methods()), newer=newer)


def requests_of_the_cli(
    method: str | Collection[str] | None = None, *, newer: bool = False
) -> SearchStrategy[DrawnRequest]:
    """Requests of the CLI to a client: for handlers, file systems and peers of your own.

    Args:
        method: the name of a method such as ``"sessionFs.readFile"``, or several; by default all.
        newer: with fields and words that the schema of this version does not know.

    Raises:
        ValueError: the CLI has no such request.
    """
    return _requests(_chosen(method, request_methods(of_the_cli=True)), newer=newer)


def results(method: str, *, newer: bool = False) -> SearchStrategy[object]:
    """Results of a method, in either direction, as the type that the library has for them.

    Args:
        method: the name of the method.
        newer: with fields and words that the schema of this version does not know.

    Raises:
        ValueError: the schema has no such method.
    """
    return values(cast("type[object]", result_type(method)), newer=newer)


def wire_results(method: str, *, newer: bool = False) -> SearchStrategy[JsonValue]:
    """Like :func:`results`, as JSON.

    Args:
        method: the name of the method.
        newer: with fields and words that the schema of this version does not know.

    Raises:
        ValueError: the schema has no such method.
    """
    return wire_values(result_type(method), newer=newer)


def result_type(method: str) -> object:
    """The type of a method's result, as ``values`` and a decoder take it.

    Raises:
        ValueError: the schema has no such method.
    """
    return _type_named(_method(method).result)


# --- The table of methods -------------------------------------------------------------------


@functools.cache
def _methods() -> dict[str, Method]:
    return {method.name: method for method in published_methods()}


def _method(name: str) -> Method:
    found = _methods().get(name)
    if found is None:
        raise ValueError(f"expected a published method, got {name!r}")
    return found


def _names(groups: Collection[MethodGroup]) -> list[str]:
    return [method.name for method in published_methods() if method.group in groups]


def _chosen(method: str | Collection[str] | None, known: tuple[str, ...]) -> tuple[str, ...]:
    if method is None:
        return known
    names = (method,) if isinstance(method, str) else tuple(method)
    for name in names:
        if name not in known:
            raise ValueError(f"expected a method of this direction, got {name!r}")
    if not names:
        raise ValueError("expected a method, got none")
    return names


def _type_named(text: str) -> object:
    """The type that an annotation of the generator's means."""
    if " | " in text:
        parts = [_type_named(part) for part in text.split(" | ")]
        return functools.reduce(operator.or_, cast("list[Any]", parts))
    if text == "None":
        return type(None)
    if text == "JsonValue":
        return Any
    head, bracket, inner = text.rstrip("]").partition("[")
    if bracket and head == "list":
        return list[_type_named(inner)]  # type: ignore[misc]
    if bracket:
        return dict[str, _type_named(inner.partition(", ")[2])]  # type: ignore[misc]
    return getattr(builtins, text, None) or getattr(rpc, text)


@functools.cache
def _requests(names: tuple[str, ...], *, newer: bool) -> SearchStrategy[DrawnRequest]:
    choice = st.sampled_from(names)

    @st.composite
    def request(draw: st.DrawFn) -> DrawnRequest:
        name = draw(choice)
        if name in _UNPUBLISHED:
            return DrawnRequest(
                method=name, params=None, wire=draw(st.fixed_dictionaries(_UNPUBLISHED[name]))
            )
        method = _method(name)
        wire: dict[str, JsonValue] = {"sessionId": draw(UUIDS)} if method.group == "session" else {}
        if method.params is None:
            return DrawnRequest(method=name, params=None, wire=wire)
        shape = getattr(rpc, method.params)
        drawn = cast("dict[str, JsonValue]", draw(wire_values(shape, newer=newer)))
        return DrawnRequest(method=name, params=converted(shape, drawn), wire=wire | drawn)

    return request()
