"""A request has the fields that its reader knows, each once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from ranking.http.body_text import JSONText
from ranking.http.limited_list import LimitedList
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields


class PartSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField(required=False)


class WholeSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(read_only=True)
    name = serializers.CharField()
    part = PartSerializer(required=False)
    parts = PartSerializer(many=True, required=False)
    tags = serializers.ListField(child=serializers.CharField(), required=False)
    few = LimitedList(child=PartSerializer(), max_length=200, required=False)


class SomeView:
    @takes_no_fields
    def act(self, request: Request) -> HttpResponse:
        return HttpResponse()


def body(text: str) -> Request:
    made = APIRequestFactory().post("/", text, content_type="application/json")
    return Request(made, parsers=[JSONText()])


def query(text: str) -> Request:
    return Request(APIRequestFactory().get(f"/?{text}"))


def refused_fields(call: Any, request: Request) -> dict[str, Any]:
    with pytest.raises(ValidationError) as refusal:
        call(request, WholeSerializer)
    return json.loads(json.dumps(refusal.value.detail))  # type: ignore[no-any-return]


def test_what_is_known_is_read() -> None:
    sent = '{"name": "a", "part": {"n": 1}, "parts": [{"n": 2}, {}], "tags": ["b", "c"]}'
    assert body_fields(body(sent), WholeSerializer) == json.loads(sent)
    assert query_fields(query("name=a&tags=b&tags=c"), WholeSerializer)["tags"] == ["b", "c"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"name": "a", "nmae": "b"}', {"nmae"}),
        ('{"name": "a", "id": 1}', {"id"}),
        ('{"nmae": "b"}', {"nmae", "name"}),
        ('{"name": "a", "part": {"m": 1}}', {"part"}),
        ('{"name": "a", "parts": [{"n": 1}, {"m": 1}]}', {"parts"}),
        ('{"name": "a", "few": [{"n": 1}, {"m": 1}]}', {"few"}),
    ],
)
def test_a_field_of_a_body_that_nobody_reads_is_named(text: str, names: set[str]) -> None:
    assert refused_fields(body_fields, body(text)).keys() == names


def test_a_field_within_another_is_named_there() -> None:
    found = refused_fields(body_fields, body('{"name": "a", "parts": [{}, {"m": 1}]}'))
    assert found == {"parts": [{}, {"m": ["There is no such field here."]}]}


@pytest.mark.parametrize("text", ["[1]", '"x"', "1", "null"])
def test_a_body_that_is_no_object_is_refused_where_none_is_read(text: str) -> None:
    with pytest.raises(ValidationError, match="Nothing is read from a body here"):
        SomeView().act(body(text))
    with pytest.raises(ValidationError, match="Nothing is read from a body here"):
        query_fields(body(text), PartSerializer)
    assert SomeView().act(body("{}")).status_code == 200


def test_a_list_is_counted_before_its_entries_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PartSerializer, "to_internal_value", pytest.fail)
    found = refused_fields(body_fields, body(json.dumps({"name": "a", "few": [{}] * 201})))
    assert found == {"few": ["Ensure this field has no more than 200 elements."]}


def test_of_many_wrong_entries_a_hundred_are_named() -> None:
    sent = json.dumps({"name": "a", "few": [{}, *["x"] * 199]})
    assert [*refused_fields(body_fields, body(sent))["few"]] == [*map(str, range(1, 101))]


@pytest.mark.parametrize("text", ["name=a&nmae=b", "name=a&id=1", "name=a&name=b"])
def test_a_query_is_read_whole_or_not_at_all(text: str) -> None:
    assert len(refused_fields(query_fields, query(text))) == 1


def test_a_part_of_the_fields_leaves_the_others_to_somebody_else() -> None:
    request = body('{"n": 1, "name": "a"}')
    assert body_fields(request, PartSerializer, is_part=True) == {"n": 1}


def test_a_name_twice_in_one_object_is_refused() -> None:
    with pytest.raises(ParseError, match="'name' was given more than once"):
        body_fields(body('{"name": "a", "name": "b"}'), WholeSerializer)
