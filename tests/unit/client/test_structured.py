"""Schemas for providers, and answers decoded by a type."""

from __future__ import annotations

import dataclasses
import json
from typing import Annotated, TypedDict

import msgspec
import pytest

import copilot_actors as ca
from copilot_actors.client._session._structured import decode_answer, response_format, schema_of
from copilot_actors.protocol import decode_event_list


class Price(msgspec.Struct):
    amount: float
    currency: str


class Offer(msgspec.Struct):
    name: str
    prices: list[Price]
    count: Annotated[int, msgspec.Meta(ge=0)]


class Loose(msgspec.Struct):
    name: str
    note: str | None = None


class Tree(msgspec.Struct):
    value: int
    children: list[Tree]


class Words(TypedDict):
    word: str


@dataclasses.dataclass
class Pair:
    left: int
    right: int


def test_the_schema_of_a_struct_has_its_root_in_place_and_is_closed():
    schema = schema_of(Offer)
    assert schema["type"] == "object"
    assert schema["title"] == "Offer"
    assert schema["additionalProperties"] is False
    assert set(schema["$defs"]) == {"Price"}
    assert schema["$defs"]["Price"]["additionalProperties"] is False
    assert schema["properties"]["count"]["minimum"] == 0


def test_a_type_that_refers_to_itself_keeps_its_definition():
    schema = schema_of(Tree)
    assert schema["type"] == "object"
    assert "Tree" in schema["$defs"]


@pytest.mark.parametrize(("kind", "strict"), [(Offer, True), (Loose, False), (Tree, True)])
def test_a_provider_enforces_what_has_no_optional_part(kind, strict):
    wire = response_format(schema_of(kind))
    assert wire["type"] == "json_schema"
    assert wire["jsonSchema"]["name"] == kind.__name__
    assert wire["jsonSchema"].get("strict", False) is strict


@pytest.mark.parametrize("kind", [Words, Pair, Loose])
def test_whatever_msgspec_decodes_from_an_object_is_a_type_of_answers(kind):
    assert schema_of(kind)["type"] == "object"


@pytest.mark.parametrize("kind", [int, list[int], str, object, dict[str, int] | int, pytest.Item])
def test_a_type_whose_json_is_no_object_is_refused(kind):
    with pytest.raises(ca.InvalidOption, match="response_type"):
        schema_of(kind)


def test_the_name_of_a_schema_is_one_that_providers_take():
    wire = response_format({"type": "object", "title": "Offer of the (day)!"})
    assert wire["jsonSchema"]["name"] == "Offer_of_the_day_"
    assert response_format({"type": "object"})["jsonSchema"]["name"] == "answer"


def test_a_huge_schema_is_refused():
    schema = {"type": "object", "description": "x" * 2_000_000}
    with pytest.raises(ca.InvalidOption, match="limit"):
        response_format(schema)


def result(text):
    events = [
        {
            "id": "1",
            "timestamp": "t",
            "parentId": None,
            "type": "assistant.message",
            "data": {"content": text},
        }
    ]
    answer = None if text is None else decode_event_list(json.dumps(events).encode())[0]
    return ca.TurnResult(answer=answer, message_id="m", ended_by="session.idle")


def test_an_answer_that_fits_is_a_value():
    text = '{"name": "a", "prices": [{"amount": 1.5, "currency": "EUR"}], "count": 1}'
    offer = decode_answer("s", result(text), Offer)
    assert offer == Offer(name="a", prices=[Price(1.5, "EUR")], count=1)
    assert decode_answer("s", result('{"left": 1, "right": 2}'), Pair) == Pair(1, 2)


@pytest.mark.parametrize(
    ("text", "path", "reason"),
    [
        ('{"name": "a", "prices": [{"amount": "x"}], "count": 1}', "$.prices[0].amount", "float"),
        ('{"name": "a", "prices": [], "count": -1}', "$.count", ">= 0"),
        ('{"name": "a", "prices": []}', "", "missing required field `count`"),
        ("no JSON at all", "", "malformed"),
        ("", "", "no text"),
        (None, "", "no text"),
        ("[" * 100_000, "", ""),
    ],
)
def test_an_answer_that_does_not_fit_says_where_and_keeps_the_text(text, path, reason):
    with pytest.raises(ca.InvalidAnswer) as caught:
        decode_answer("s", result(text), Offer)
    error = caught.value
    assert (error.text, error.path, error.response_type) == (text or "", path, "Offer")
    assert (error.session_id, error.message_id) == ("s", "m")
    assert reason in error.reason
    assert len(str(error)) < 500
