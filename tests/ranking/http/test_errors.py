from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404
from rest_framework import exceptions, serializers

from ranking.exceptions import NotFound, RankingError, StorageFull, StorageRefused
from ranking.http.errors import explain
from ranking.http.uploads import UploadTooLarge


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


CODES: list[tuple[Exception, int, str]] = [
    (exceptions.ParseError(), 400, "parse_error"),
    (exceptions.ValidationError("No."), 400, "invalid"),
    (exceptions.NotAuthenticated(), 401, "not_authenticated"),
    (exceptions.AuthenticationFailed(), 401, "authentication_failed"),
    (exceptions.PermissionDenied(), 403, "permission_denied"),
    (PermissionDenied(), 403, "permission_denied"),
    (exceptions.NotFound(), 404, "not_found"),
    (Http404(), 404, "not_found"),
    (NotFound("No."), 404, "not_found"),
    (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
    (exceptions.NotAcceptable(), 406, "not_acceptable"),
    (UploadTooLarge("No."), 413, "too_large"),
    (exceptions.UnsupportedMediaType("text/plain"), 415, "unsupported_media_type"),
    (exceptions.Throttled(7), 429, "throttled"),
    (exceptions.Throttled(), 429, "throttled"),
    (StorageRefused("No."), 503, "storage_refused"),
    (OperationalError(), 503, "database_away"),
    (StorageFull("No."), 507, "storage_full"),
    (RankingError("No.", code="too_tall"), 400, "too_tall"),
]


@pytest.mark.parametrize(("error", "status", "code"), CODES)
def test_explain_has_a_stable_code_and_says_when_to_try_again_what_may_pass(
    error: Exception, status: int, code: str
) -> None:
    answer = explain(error, {})
    assert answer is not None
    assert (answer.status_code, answer.data["code"]) == (status, code)
    assert answer.data["detail"]
    assert ("Retry-After" in answer.headers) == (status in (429, 503))


def test_explain_passes_on_the_seconds_that_a_throttle_asks_for() -> None:
    answers = [explain(exceptions.Throttled(wait), {}) for wait in (6.2, None)]
    assert [answer and answer.headers["Retry-After"] for answer in answers] == ["7", "1"]


def refusal(sent: Any) -> dict[str, Any]:
    with pytest.raises(serializers.ValidationError) as refused:
        Wood(data=sent).is_valid(raise_exception=True)
    answer = explain(refused.value, {})
    assert answer is not None
    return dict(answer.data)
