"""Pools looked at before they are built: sizes, strata, pairs, and pairs drawn from labels."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.permissions import OrganizersView
from annotation.campaigns.api.pool_fields import (
    DesignPreviewRequestSerializer,
    PlannedPoolSerializer,
    PooledRunsSerializer,
    SampledRunsSerializer,
    by_design,
    planned,
    sample_of,
    visible_sets,
)
from annotation.labels.api.labels import visible_labels, visible_named
from annotation.pools.candidates import (
    MAX_DRAWN,
    Candidates,
    DrawnPairs,
    draw_candidates,
    list_candidates,
)
from annotation.pools.design_preview import DesignPreview, design_preview
from annotation.pools.drawing import FirstRelevant, first_relevant
from annotation.pools.preview import PoolPreview, pool_preview
from annotation.quality.judging_time import JudgingTime
from ranking.http.limited_list import LimitedList
from ranking.http.request_fields import body_fields
from ranking.http.scopes import READ_ONLY
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from ranking.lookup import all_by_name
from ranking.models import Run
from regrade.limits import SEED

MAX_TAKEN = 10_000
MAX_VALUES = 100


class PoolPreviewSerializer(serializers.Serializer[Any]):
    """Pool sizes; each list has one number per depth, from 1 to `depth`.

    `found_by` has such a list for 1 run, 2 runs, and so on. The counts leave out what has no text,
    which `n_textless` counts, and topics without any pair.
    """

    depth = serializers.IntegerField()
    n_topics_drawn = serializers.IntegerField()
    n_pairs = serializers.ListField(child=serializers.IntegerField())
    n_textless = serializers.ListField(child=serializers.IntegerField())
    n_topics = serializers.ListField(child=serializers.IntegerField())
    least = serializers.ListField(child=serializers.IntegerField())
    median = serializers.ListField(child=serializers.FloatField())
    most = serializers.ListField(child=serializers.IntegerField())
    found_by = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    time = TupleSerializer[JudgingTime]()


class PoolPreviewView(OrganizersView):
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="pool_preview",
        request=SampledRunsSerializer,
        responses=PoolPreviewSerializer,
    )
    def post(self, request: Request) -> Response:
        """Size of a pool of these runs at every depth; nothing is stored."""
        fields = body_fields(request, SampledRunsSerializer)
        preview = pool_preview(
            runs=all_by_name(Run, fields["runs"]),
            sample=sample_of(request, fields["sample"]),
            without=visible_sets(request, fields["without_labels"]),
        )
        return Response(_row(preview))


def _row(preview: PoolPreview) -> dict[str, Any]:
    """Plain numbers; a serializer would take longer over thousands than counting them did."""
    sizes = preview.sizes._asdict()
    found_by = [counts.tolist() for counts in sizes.pop("found_by")]
    return {
        "depth": preview.depth,
        "n_topics_drawn": preview.n_topics_drawn,
        **{name: counts.tolist() for name, counts in sizes.items()},
        "found_by": found_by,
        "time": preview.time._asdict(),
    }


class DesignPreviewView(OrganizersView):
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="pool_design_preview",
        request=DesignPreviewRequestSerializer,
        responses=TupleSerializer[DesignPreview],
    )
    def post(self, request: Request) -> Response:
        """Pairs that can be drawn by design from these runs; nothing is stored."""
        fields = body_fields(request, DesignPreviewRequestSerializer)
        preview = design_preview(
            runs=all_by_name(Run, fields["runs"]),
            depth=fields["depth"],
            by=by_design(request, fields),
        )
        return Response(TupleSerializer[DesignPreview](preview).data)


class FirstRelevantRequestSerializer(serializers.Serializer[Any]):
    runs = PooledRunsSerializer().fields["runs"]
    labels = serializers.CharField(max_length=200)


class FirstRelevantView(OrganizersView):
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="pool_first_relevant",
        request=FirstRelevantRequestSerializer,
        responses=TupleSerializer[FirstRelevant],
    )
    def post(self, request: Request) -> Response:
        """Topics by the rank of their first relevant passage in these runs, to choose strata."""
        fields = body_fields(request, FirstRelevantRequestSerializer)
        found = first_relevant(
            all_by_name(Run, fields["runs"]), visible_named(request, fields["labels"])
        )
        return Response(TupleSerializer[FirstRelevant](found).data)


class CandidatesRequestSerializer(PlannedPoolSerializer, RequestSerializer[Any]):
    derived_from = arguments(list_candidates, "search", "topic")


class CandidatesView(OrganizersView):
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="pool_pairs",
        request=CandidatesRequestSerializer,
        responses=TupleSerializer[Candidates],
    )
    def post(self, request: Request) -> Response:
        """Topics of a pool that is not built, and the pairs of one of them."""
        fields = body_fields(request, CandidatesRequestSerializer)
        pool = planned(request, fields)
        labels = visible_labels(request).filter(
            collection=pool.collection, topic_set=pool.topic_set
        )
        found = list_candidates(pool, labels=list(labels), **fields)
        return Response(TupleSerializer[Candidates](found).data)


class GradeOfValueSerializer(serializers.Serializer[Any]):
    value = serializers.IntegerField()
    grade = serializers.IntegerField()


class TakenPairSerializer(serializers.Serializer[Any]):
    query_id = serializers.CharField(max_length=512, trim_whitespace=False)
    passage_id = serializers.CharField(max_length=512, trim_whitespace=False)


class DrawRequestSerializer(PlannedPoolSerializer):
    """`grades` says which grade each label stands for; `taken` pairs are not drawn again."""

    labels = serializers.CharField(max_length=200)
    n = serializers.IntegerField(min_value=0, max_value=MAX_DRAWN)
    draw_seed = serializers.IntegerField(default=0, **SEED)
    grades = LimitedList(child=GradeOfValueSerializer(), max_length=MAX_VALUES)
    taken = LimitedList(child=TakenPairSerializer(), default=list, max_length=MAX_TAKEN)


class DrawView(OrganizersView):
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="pool_draw_pairs",
        request=DrawRequestSerializer,
        responses=TupleSerializer[DrawnPairs],
    )
    def post(self, request: Request) -> Response:
        """Draw pairs that a label set grades, for gold or qualification; nothing is stored."""
        fields = body_fields(request, DrawRequestSerializer)
        drawn = draw_candidates(
            planned(request, fields),
            labels=visible_named(request, fields["labels"]),
            n=fields["n"],
            seed=fields["draw_seed"],
            grades={one["value"]: one["grade"] for one in fields["grades"]},
            taken=[(one["query_id"], one["passage_id"]) for one in fields["taken"]],
        )
        return Response(TupleSerializer[DrawnPairs](drawn).data)
