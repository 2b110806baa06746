"""Tools without a CLI: what schemas are derived, how arguments are bound, how results are sent."""

from __future__ import annotations

import dataclasses
import enum
import math
import typing
from typing import Annotated, Literal

import msgspec
import pytest

import copilot_actors as ca
from copilot_actors import tool
from copilot_actors.client._handlers._tool_results import encode_result


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Point(msgspec.Struct):
    x: int
    y: int = 0


class Query(msgspec.Struct):
    """A query."""

    words: list[str]
    near: Point | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=10)] = 5


def invocation(arguments=None):
    return ca.ToolInvocation(
        session=None, tool_call_id="c", tool_name="t", request_id="r", arguments=arguments
    )


async def run(made: ca.Tool, arguments):
    value = made.handler(*made.bind(arguments, invocation(arguments)))
    return await value if hasattr(value, "__await__") else value


async def test_arguments_of_all_kinds_are_described_and_converted():
    @tool
    async def search(
        words: list[str],
        colour: Colour,
        order: Literal["up", "down"],
        near: Point | None = None,
        weights: dict[str, float] | None = None,
        tags: list[str] = [],  # noqa: B006 - the library copies it
        limit: Annotated[int, msgspec.Meta(ge=1, description="at most")] = 5,
    ):
        """Search for words."""
        return words, colour, order, near, weights, tags, limit

    schema = search.parameters
    assert search.name == "search"
    assert search.description == "Search for words."
    assert schema["type"] == "object"
    assert schema["required"] == ["words", "colour", "order"]
    assert schema["properties"]["limit"]["description"] == "at most"
    assert schema["properties"]["limit"]["default"] == 5
    assert set(schema["$defs"]) == {"Colour", "Point"}
    assert await run(search, {"words": ["a"], "colour": "red", "order": "up"}) == (
        ["a"], Colour.RED, "up", None, None, [], 5
    )  # fmt: skip
    assert await run(
        search, {"words": [], "colour": "blue", "order": "down", "near": {"x": 1}, "limit": 2}
    ) == ([], Colour.BLUE, "down", Point(1), None, [], 2)
    for bad in ({}, {"words": 1, "colour": "red", "order": "up"}, {"words": [], "colour": "x"}):
        with pytest.raises(msgspec.ValidationError):
            search.bind(bad, invocation())


@pytest.mark.parametrize("default", [["a"], {"a": 1}], ids=["list", "dict"])
async def test_a_mutable_default_is_not_shared_between_calls(default):
    def function(value=default):
        return value

    function.__annotations__["value"] = type(default)
    made = tool(function)
    assert await run(made, {}) == default
    assert await run(made, {}) is not default


async def test_a_struct_argument_is_the_whole_schema_wherever_the_invocation_stands():
    @tool
    def first(query: Query, invocation: ca.ToolInvocation) -> tuple:
        return query, invocation.tool_call_id

    @tool
    def last(invocation: ca.ToolInvocation, query: Query) -> tuple:
        return query, invocation.tool_call_id

    @tool
    def keyword(*, query: Query, invocation: ca.ToolInvocation) -> tuple:
        return query, invocation.tool_call_id

    for made in (first, last, keyword):
        assert made.parameters["required"] == ["words"]
        assert await run(made, {"words": ["a"], "near": {"x": 1}}) == (
            Query(["a"], Point(1)),
            "c",
        )


async def test_the_invocation_is_not_part_of_the_schema_in_any_position():
    @tool
    def mixed(a: int, invocation: ca.ToolInvocation, *, b: int = 2) -> tuple:
        return a, b, invocation.tool_name

    @tool
    def positional(a: int, b: int = 2, /) -> tuple:
        return a, b

    @tool
    def only(invocation: ca.ToolInvocation) -> str:
        return invocation.request_id

    assert set(mixed.parameters["properties"]) == {"a", "b"}
    assert await run(mixed, {"a": 1}) == (1, 2, "t")
    assert await run(positional, {"a": 1, "b": 5}) == (1, 5)
    assert await run(only, {}) == "r"
    assert await run(only, None) == "r"


async def test_types_that_are_local_to_a_function_are_found():
    class Local(msgspec.Struct):
        n: int

    @tool
    def one(item: Local) -> int:
        return item.n

    @tool(name="two", description="Two.", skip_permission=True)
    def other(item: Local, extra: list[Local]) -> int:
        return item.n + len(extra)

    assert await run(one, {"n": 3}) == 3
    assert await run(other, {"item": {"n": 3}, "extra": [{"n": 1}]}) == 4
    assert (other.name, other.description, other.skip_permission) == ("two", "Two.", True)


def test_a_method_and_a_nullary_function_are_tools():
    class Kit:
        def look(self, where: str) -> str:
            return f"at {where}"

    made = tool(Kit().look)
    assert made.parameters["required"] == ["where"]
    assert made.handler(*made.bind({"where": "x"}, invocation())) == "at x"

    @tool
    def now() -> int:
        return 1

    assert now.parameters["properties"] == {}
    assert now.handler(*now.bind({}, invocation())) == 1


@pytest.mark.parametrize("case", ["no hint", "unknown name", "star", "no schema", "bad name"])
def test_what_has_no_schema_is_refused_when_the_tool_is_made(case):
    def no_hint(a):
        return a

    def unknown(a: Nowhere) -> int:  # noqa: F821
        return a

    def star(*a: int) -> int:
        return len(a)

    def no_schema(a: object, b: type(lambda: 0)) -> int:
        return a

    functions = {
        "no hint": no_hint,
        "unknown name": unknown,
        "star": star,
        "no schema": no_schema,
        "bad name": lambda: 0,
    }
    with pytest.raises(ca.InvalidOption):
        tool(functions[case])


def handlers():
    async def two(arguments, invocation):
        return "ok"

    return {
        "two": two,
        "one": lambda arguments: "ok",
        "none": lambda: "ok",
        "star": lambda *a: "ok",
        "optional": lambda arguments=None, invocation=None: "ok",
        "keyword only": lambda arguments, *, flag=True: "ok",
    }


@pytest.mark.parametrize("form", handlers())
async def test_a_handler_gets_as_many_arguments_as_it_takes(form):
    made = ca.Tool("t", "t", None, handlers()[form])
    assert await run(made, {"a": 1}) == "ok"


@dataclasses.dataclass
class Plain:
    a: int


@pytest.mark.parametrize(
    ("value", "wire"),
    [
        ("text", "text"),
        ("", ""),
        (None, ""),
        (5, "5"),
        (True, "true"),
        (1.5, "1.5"),
        ({"a": [1, None]}, '{"a":[1,null]}'),
        ([], "[]"),
        (Point(1, 2), '{"x":1,"y":2}'),
        (Plain(1), '{"a":1}'),
        (Colour.RED, '"red"'),
        ({"textResultForLlm": "t", "more": 1}, {"textResultForLlm": "t", "more": 1}),
        (ca.ToolResult(text="t"), {"textResultForLlm": "t", "resultType": "success"}),
        (
            ca.ToolResult(text="t", result_type="failure", error="e", extra={"x": 1}),
            {"textResultForLlm": "t", "resultType": "failure", "error": "e", "x": 1},
        ),
        ("x" * 1_000_000, "x" * 1_000_000),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_result_reaches_the_model_as_text_or_as_the_clis_own_object(value, wire):
    assert encode_result(value) == wire


def _loop():
    endless = []
    endless.append(endless)
    return endless


@pytest.mark.parametrize(
    "value",
    [
        object(),
        {object()},
        "lone \ud800",
        {"a": "\udfff"},
        _loop(),
        lambda: 0,
        math.nan,
        [math.inf],
        b"bytes",
        {"a": b"bytes"},
    ],
)
def test_a_result_that_cannot_be_sent_is_refused_with_an_ordinary_error(value):
    with pytest.raises((TypeError, ValueError, OverflowError)):
        encode_result(value)


class Fields(typing.TypedDict):
    a: int


@pytest.mark.parametrize("kind", [Point, Plain, Fields], ids=lambda kind: kind.__name__)
async def test_a_single_parameter_with_fields_takes_the_arguments_as_they_are(kind):
    def whole(value: kind) -> object:
        return value

    whole.__annotations__["value"] = kind
    made = ca.tool(whole)
    fields = {"x": 1, "y": 2} if kind is Point else {"a": 1}
    assert set(made.parameters["properties"]) == set(fields)
    assert await run(made, fields) == (fields if kind is Fields else kind(**fields))


async def test_a_bare_parameter_named_invocation_gets_the_invocation():
    @ca.tool
    def named(a: int, invocation) -> str:
        return f"{a} {invocation.tool_name}"

    assert list(named.parameters["properties"]) == ["a"]
    assert await run(named, {"a": 1}) == "1 t"
