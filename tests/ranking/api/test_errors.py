from __future__ import annotations

from typing import Any

import pytest
from rest_framework import serializers

from ranking.api.errors import explain


class Tree(serializers.Serializer[Any]):
    name = serializers.CharField()


class Wood(serializers.Serializer[Any]):
    heights = serializers.ListField(child=serializers.IntegerField(), required=False)
    trees = serializers.ListField(child=Tree(), required=False)
    saplings = Tree(many=True, required=False)


@pytest.mark.parametrize(
    ("sent", "detail"),
    [
        ({"heights": [3, "x"]}, "heights: number 2: A valid integer is required."),
        (
            {"trees": [{"name": "fir"}, {"name": ""}]},
            "trees: number 2: name: This field may not be blank.",
        ),
        ({"trees": [5]}, "trees: number 1: Invalid data. Expected a dictionary, but got int."),
        ({"saplings": [{"name": "fir"}, {}]}, "saplings: number 2: name: This field is required."),
        ({"trees": "fir"}, 'trees: Expected a list of items but got type "str".'),
    ],
)
def test_explain_of_a_part_that_is_refused_says_which(sent: dict[str, Any], detail: str) -> None:
    asked = Wood(data=sent)
    with pytest.raises(serializers.ValidationError) as refused:
        asked.is_valid(raise_exception=True)
    answer = explain(refused.value, {})
    assert answer is not None
    assert answer.data == {"code": "invalid", "detail": detail}
