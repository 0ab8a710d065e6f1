"""Requests for runs by neural rankers, and the rankers there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from ranking.api.bm25_run_serializers import MAX_DEPTH, NOT_IN_RANGE
from ranking.http.tuple_serializer import TupleSerializer
from ranking.lookup import MAX_NAME
from ranking.models import Run
from ranking.parameters import ranges
from ranking.parameters.ranges import Range
from ranking.rankers.neural_rankers import NEURAL_RANKERS
from ranking.rankers.parameters import Parameter
from regrade.neural.model_folder import DEFAULT_MODEL
from regrade.neural.networks import PRECISIONS

MAX_MODEL, MAX_PAIRS = 1000, 1_000_000
EITHER = "A parent is re-ranked in its own collection, for its own topics; name none beside it."
NEITHER = "Name a run to re-rank, or a collection and a topic set to search."
OF_A_SEARCH = "Only a re-ranking is divided by pairs; leave it out of a search."


def _whole_or_null(allowed: Range) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=allowed.low,
        max_value=allowed.high,
        allow_null=True,
        default=None,
        error_messages=dict.fromkeys(NOT_IN_RANGE, f"Must be {allowed}."),
    )


class ModelRunSerializer(serializers.Serializer[Any]):
    """A run by a neural ranker. `parent` is the run to re-rank; if it is null, `collection` is
    searched for `topic_set`.

    `model` null is the packaged one, for rankers that have it. `depth` null is the ranker's own
    for re-ranking, and 1000 for a search. `pairs_per_chunk` says how a re-ranking is divided among
    workers; null leaves it to Regrade, and a job that is taken up again keeps its chunks.
    `parameters` holds what differs from the ranker's defaults, as `/api/rankers` lists them.
    """

    name = serializers.CharField(max_length=MAX_NAME)
    ranker = serializers.ChoiceField(choices=list(NEURAL_RANKERS))
    parent = serializers.CharField(  # type: ignore[assignment]
        max_length=MAX_NAME, allow_null=True, default=None
    )
    collection = serializers.CharField(max_length=MAX_NAME, allow_null=True, default=None)
    topic_set = serializers.CharField(max_length=MAX_NAME, allow_null=True, default=None)
    model = serializers.CharField(max_length=MAX_MODEL, allow_null=True, default=None)
    passage_model = serializers.CharField(max_length=MAX_MODEL, allow_null=True, default=None)
    precision = serializers.ChoiceField(choices=PRECISIONS, default=PRECISIONS[0])
    depth = _whole_or_null(ranges.DEPTH._replace(high=MAX_DEPTH))
    pairs_per_chunk = _whole_or_null(ranges.PAIRS._replace(high=MAX_PAIRS))
    parameters = serializers.DictField(default=dict)

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        ground = [key for key in ("collection", "topic_set") if asked[key] is not None]
        if asked["parent"] is not None and ground:
            raise serializers.ValidationError(dict.fromkeys(ground, EITHER))
        if asked["parent"] is None and not ground:
            raise serializers.ValidationError({"parent": NEITHER})
        missing = {"collection", "topic_set"} - set(ground)
        if asked["parent"] is None and missing:
            raise serializers.ValidationError(dict.fromkeys(missing, "A search needs it."))
        if asked["parent"] is None and asked["pairs_per_chunk"] is not None:
            raise serializers.ValidationError({"pairs_per_chunk": OF_A_SEARCH})
        return asked


class RankerParameterSerializer(TupleSerializer[Parameter]):
    """A ranker's parameter; a null default means the model's own, or that of its source."""

    default = serializers.JSONField(allow_null=True)


class RankerSerializer(serializers.Serializer[Any]):
    """A neural ranker. All re-rank a run; one that `can_retrieve` also searches.

    `default_model` says what serves where no model is named, null where one must be. `depth` is
    how many passages a topic it re-ranks where nobody says.
    """

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    about = serializers.CharField()
    can_retrieve = serializers.BooleanField()
    compares_pairs = serializers.BooleanField()
    takes_passage_model = serializers.BooleanField()
    default_model = serializers.CharField(allow_null=True)
    kinds_read = serializers.ListField(child=serializers.CharField())
    depth = serializers.IntegerField()
    precisions = serializers.ListField(child=serializers.CharField())
    parameters = RankerParameterSerializer(many=True)


class RankersSerializer(serializers.Serializer[Any]):
    rankers = RankerSerializer(many=True)
    precision_help = serializers.CharField()
    retrieval_depth = serializers.IntegerField()
    pairs_per_chunk = serializers.IntegerField()
    pairs_per_chunk_help = serializers.CharField()


def asked_of_model_run(run: Run, spec: Mapping[str, Any]) -> dict[str, Any]:
    """The request that would compute the run again."""
    is_search = run.parent is None
    return {
        "name": run.name,
        "ranker": spec["ranker"],
        "parent": run.parent.name if run.parent else None,
        "collection": run.collection.name if is_search else None,
        "topic_set": run.topic_set.name if is_search else None,
        "model": _model(spec.get("model")),
        "passage_model": _model(spec.get("passage_model")),
        "precision": spec.get("precision", PRECISIONS[0]),
        "depth": spec["depth"],
        "parameters": spec.get("parameters", {}),
    }


def _model(frozen: Mapping[str, Any] | None) -> str | None:
    return None if frozen is None or frozen["name"] == DEFAULT_MODEL else frozen["name"]
