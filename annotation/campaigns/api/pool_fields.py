"""Fields of requests that describe a pool, and what they name."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from annotation.labels.api.labels import visible_named
from annotation.models import LabelSet
from annotation.models.label_set import LABEL_ROLES
from annotation.pools.asked_design import Asked, ByDesign, Draw, measures_to_draw_for
from annotation.pools.drawing import Sample
from annotation.pools.planned import PlannedPool, planned_pool
from annotation.pools.sampling import Stratum
from ranking.http.limited_list import LimitedList
from ranking.http.tuple_serializer import RequestSerializer
from ranking.lookup import all_by_name
from ranking.models import Run
from regrade.limits import INT32_MAX, SEED

MAX_RUNS = 200
MAX_STRATA = 50


class StratumSerializer(RequestSerializer[Stratum]):
    """Topics whose first relevant passage lies at ranks `first` to `last`; `n` of them."""

    name = serializers.CharField(max_length=100, allow_blank=True)
    first = serializers.IntegerField(max_value=INT32_MAX)
    last = serializers.IntegerField(max_value=INT32_MAX)
    n = serializers.IntegerField(max_value=INT32_MAX)


class SampleSerializer(serializers.Serializer[Any]):
    """A random sample of `n` topics, or by the rank of the first passage relevant in `labels`."""

    n = serializers.IntegerField(
        min_value=1, max_value=INT32_MAX, required=False, allow_null=True, default=None
    )
    seed = serializers.IntegerField(default=0, **SEED)
    strata = LimitedList(child=StratumSerializer(), default=list, max_length=MAX_STRATA)
    labels = serializers.CharField(default="", allow_blank=True, max_length=200)

    def validate(self, sample: dict[str, Any]) -> dict[str, Any]:
        if sample["n"] is None and not sample["strata"]:
            raise serializers.ValidationError("Say how many topics to draw, or give strata.")
        return sample


class PooledRunsSerializer(serializers.Serializer[Any]):
    runs = LimitedList(
        child=serializers.CharField(max_length=200), min_length=1, max_length=MAX_RUNS
    )
    without_labels = LimitedList(
        child=serializers.CharField(max_length=200),
        default=list,
        max_length=MAX_RUNS,
        help_text="Pairs that these label sets have are left out.",
    )


class SampledRunsSerializer(PooledRunsSerializer):
    """Runs to pool; all topics unless a sample is given."""

    sample = SampleSerializer(allow_null=True, default=None)


class AskedSerializer(RequestSerializer[Asked]):
    """Differences of runs, or their means. Without runs all of the pool; `against` the first."""

    runs = LimitedList(
        child=serializers.CharField(max_length=200), default=list, max_length=MAX_RUNS
    )


class ByDesignSerializer(serializers.Serializer[Any]):
    """Purpose of a draw.

    nDCG divides by the ideal of `ideal_of`, or is drawn for as DCG; AP by its relevant passages.
    The labels of `predicted_by` help to predict what pairs gain.
    """

    measures = serializers.CharField(max_length=1000)
    question = AskedSerializer()
    seed = serializers.IntegerField(help_text="The same seed draws the same pairs.", **SEED)
    ideal_of = serializers.CharField(default="", allow_blank=True, max_length=200)
    predicted_by = serializers.CharField(default="", allow_blank=True, max_length=200)


class DesignedDrawSerializer(ByDesignSerializer):
    n = serializers.IntegerField(min_value=2, max_value=INT32_MAX)


class PlannedPoolSerializer(SampledRunsSerializer):
    """A pool that is not built yet: all top passages of the runs, or a draw from them."""

    depth = serializers.IntegerField(min_value=1, max_value=INT32_MAX)
    draw = DesignedDrawSerializer(allow_null=True, default=None)


class DesignPreviewRequestSerializer(ByDesignSerializer):
    runs = PooledRunsSerializer().fields["runs"]
    depth = serializers.IntegerField(min_value=1, max_value=INT32_MAX)


def sample_of(request: Request, asked: dict[str, Any] | None) -> Sample | None:
    if asked is None:
        return None
    labels = visible_named(request, asked["labels"]) if asked["labels"] else None
    strata = [Stratum(**stratum) for stratum in asked["strata"]]
    return Sample(asked["seed"], asked["n"], strata, labels)


def by_design(request: Request, asked: dict[str, Any]) -> ByDesign:
    return ByDesign(
        measures=measures_to_draw_for(asked["measures"]),
        question=Asked(**asked["question"]),
        seed=asked["seed"],
        **{
            role: visible_named(request, asked[role]) if asked[role] else None
            for role in LABEL_ROLES
        },
    )


def draw_of(request: Request, asked: dict[str, Any] | None) -> Draw | None:
    return None if asked is None else Draw(asked["n"], by_design(request, asked))


def visible_sets(request: Request, names: list[str]) -> list[LabelSet]:
    return [visible_named(request, name) for name in names]


def planned(request: Request, fields: dict[str, Any]) -> PlannedPool:
    """The pool that the fields of `PlannedPoolSerializer` describe; they are taken out."""
    return planned_pool(
        runs=all_by_name(Run, fields.pop("runs")),
        depth=fields.pop("depth"),
        sample=sample_of(request, fields.pop("sample")),
        without=visible_sets(request, fields.pop("without_labels")),
        draw=draw_of(request, fields.pop("draw")),
    )
