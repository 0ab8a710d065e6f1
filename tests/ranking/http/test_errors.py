from __future__ import annotations

from typing import Any

import pytest
from rest_framework import serializers

from ranking.exceptions import RankingError
from ranking.http.errors import explain


class Tree(serializers.Serializer[Any]):
    name = serializers.CharField()
    height = serializers.IntegerField(required=False)


class Wood(serializers.Serializer[Any]):
    heights = serializers.ListField(child=serializers.IntegerField(), required=False)
    trees = serializers.ListField(child=Tree(), required=False)
    tallest = Tree(required=False)
    saplings = Tree(many=True, required=False)


@pytest.mark.parametrize(
    ("sent", "place", "field", "sentence"),
    [
        ({"heights": [3, "x"]}, "heights: number 2", "heights.1", "A valid integer is required."),
        (
            {"trees": [{"name": "fir"}, {"name": ""}]},
            "trees: number 2: name",
            "trees.1.name",
            "This field may not be blank.",
        ),
        (
            {"trees": [5]},
            "trees: number 1",
            "trees.0",
            "Invalid data. Expected a dictionary, but got int.",
        ),
        (
            {"saplings": [{"name": "fir"}, {}]},
            "saplings: number 2: name",
            "saplings.1.name",
            "This field is required.",
        ),
        ({"trees": "fir"}, "trees", "trees", 'Expected a list of items but got type "str".'),
    ],
)
def test_explain_of_a_part_that_is_refused_says_which(
    sent: dict[str, Any], place: str, field: str, sentence: str
) -> None:
    assert refusal(sent) == {
        "code": "invalid",
        "detail": f"{place}: {sentence}",
        "fields": {field: sentence},
    }


def test_explain_of_several_fields_has_a_sentence_for_each() -> None:
    found = refusal({"heights": "x", "tallest": {"name": "", "height": "x"}})
    assert set(found["fields"]) == {"heights", "tallest.name", "tallest.height"}


def test_explain_of_a_long_list_names_the_first_that_is_wrong() -> None:
    assert list(refusal({"heights": ["x"] * 1000})["fields"]) == ["heights.0"]


def test_explain_of_what_is_no_object_names_no_field() -> None:
    assert refusal("fir") == {
        "code": "invalid",
        "detail": "Invalid data. Expected a dictionary, but got str.",
    }


def test_explain_of_our_own_refusal_has_its_sentence_at_the_field() -> None:
    answer = explain(RankingError("Too tall.", code="too_tall", field="height"), {})
    assert answer is not None
    fields = {"code": "too_tall", "detail": "Too tall.", "fields": {"height": "Too tall."}}
    assert answer.data == fields


def test_explain_of_our_own_refusal_without_a_field_names_none() -> None:
    answer = explain(RankingError("The wood is closed."), {})
    assert answer is not None
    assert answer.data == {"code": "ranking_error", "detail": "The wood is closed."}


def refusal(sent: Any) -> dict[str, Any]:
    with pytest.raises(serializers.ValidationError) as refused:
        Wood(data=sent).is_valid(raise_exception=True)
    answer = explain(refused.value, {})
    assert answer is not None
    return dict(answer.data)
