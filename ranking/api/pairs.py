"""A run's pair scores: sent and downloaded, looked at, aggregated, and how often they flip."""

from __future__ import annotations

from itertools import chain
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.fields import empty
from rest_framework.request import Request
from rest_framework.response import Response

from ranking.api.runs import ONE_RUN, RunSerializer, runs_listed
from ranking.http.downloads import as_download
from ranking.http.formats import FileView, as_files, one_of_formats
from ranking.http.limited_list import LimitedList
from ranking.http.page_field import PageField
from ranking.http.permissions import ComputeView, MayResearchOrOrganize, ResearchOrOrganizeView
from ranking.http.request_fields import body_fields, query_fields
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from ranking.http.upload_serializers import RefusedFileSerializer
from ranking.http.uploads import UploadView, uploads
from ranking.lookup import MAX_NAME, by_name
from ranking.models import Run
from ranking.rights import why_not_change
from ranking.runs.aggregating import aggregate_first_n, aggregate_pairs
from ranking.runs.pair_files import PairFile, import_pairs, pair_texts
from ranking.runs.pair_views import (
    FlippedPairs,
    PairBothWays,
    PairedTopics,
    flipped_pairs,
    pair_both_ways,
    paired_topics,
)
from ranking.runs.pairs import RunFlips, flip_rates, parse_depths
from regrade.files.pair_scores import HEADER
from regrade.neural.pairs.aggregation import PLAIN

MAX_CUTS, MAX_CUT = 20, 10_000
MOST_FIRST_N = 20  # runs that one request makes


PAIR_SCORES = ONE_RUN._replace(
    mend="pair scores this many are taken in on the server, by ./dev manage import_pairs"
)


class AggregationParametersSerializer(serializers.Serializer[Any]):
    """Parameters of loop truncation: passages kept by each round, descending (200, 100, 50), and
    each round's aggregation (sym-log-sum).
    """

    cuts = LimitedList(
        child=serializers.IntegerField(min_value=1, max_value=MAX_CUT),
        required=False,
        max_length=MAX_CUTS,
    )
    within = serializers.ChoiceField(choices=list(PLAIN), required=False)


class AggregatedRunSerializer(RequestSerializer[Any]):
    derived_from = arguments(aggregate_pairs, "by", "name")
    run = serializers.CharField(max_length=MAX_NAME, help_text="The run with pair scores.")
    parameters = AggregationParametersSerializer(required=False)
    first_n = LimitedList(
        child=serializers.IntegerField(min_value=2, max_value=MAX_CUT),
        required=False,
        min_length=1,
        max_length=MOST_FIRST_N,
        help_text="Only the pairs among the first n candidates of each topic; a run for each n.",
    )

    def validate_first_n(self, first_n: list[int]) -> list[int]:
        if again := next((n for n in first_n if first_n.count(n) > 1), None):
            raise serializers.ValidationError(f"{again} is there twice; give each n once.")
        return first_n


class DepthsField(serializers.CharField):
    """Comma-separated numbers and ranges, as 10,20,30-50."""

    def run_validation(self, data: Any = empty) -> Any:
        if data is empty:
            return []
        try:
            return parse_depths(super().run_validation(data))
        except ValueError as error:
            raise serializers.ValidationError(str(error)) from error


class FlipsQuerySerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME, help_text="The run's name.")
    depths = DepthsField(
        required=False,
        max_length=1000,
        help_text="Each n, comma-separated, or ranges such as 2-50; by default the usual ones.",
    )


class RunFlipsSerializer(TupleSerializer[RunFlips]):
    """`n_topics` have pair scores, of at most `longest` passages each."""

    run = serializers.CharField(source="run.name")


class PairScoresRequestSerializer(serializers.Serializer[Any]):
    file = serializers.FileField()
    run = serializers.CharField(max_length=MAX_NAME, help_text="The run that gets them.")


class PairsRunQuerySerializer(RequestSerializer[Any]):
    run = serializers.CharField(max_length=MAX_NAME, help_text="The run with pair scores.")


class FlippedPairsQuerySerializer(PairsRunQuerySerializer):
    derived_from = arguments(flipped_pairs, "query_id", "doc_id")
    page = PageField()


class PairQuerySerializer(PairsRunQuerySerializer):
    derived_from = arguments(pair_both_ways, "query_id", "first", "second")


class AggregatedRunsView(ComputeView):
    @extend_schema(
        operation_id="runs_aggregate",
        request=AggregatedRunSerializer,
        responses={201: RunSerializer(many=True)},
    )
    def post(self, request: Request) -> Response:
        """Aggregate a run's pair scores into a new run, or one for each n of `first_n`: all of them
        or none, and listed in that order. The same request again returns the existing ones.
        """
        asked = body_fields(request, AggregatedRunSerializer)
        plan = {**asked, "run": by_name(Run, asked["run"])}
        made = aggregate_first_n(**plan) if "first_n" in asked else [aggregate_pairs(**plan)]
        rows = runs_listed().in_bulk([run.pk for run in made])
        listed = RunSerializer([rows[run.pk] for run in made], many=True).data
        return Response(listed, status=status.HTTP_201_CREATED)


class FlipsView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="run_flips",
        parameters=[FlipsQuerySerializer],
        responses=RunFlipsSerializer,
    )
    def get(self, request: Request) -> Response:
        """Flip rates of a run's pairs among the first n passages, for each n."""
        asked = query_fields(request, FlipsQuerySerializer)
        flips = flip_rates(run=by_name(Run, asked["name"]), depths=asked.get("depths", []))
        return Response(RunFlipsSerializer(flips).data)


class FlippedPairsView(UploadView):
    permission_classes = [MayResearchOrOrganize]

    @extend_schema(
        operation_id="pairs_flipped",
        parameters=[FlippedPairsQuerySerializer],
        responses=TupleSerializer[FlippedPairs],
    )
    def get(self, request: Request) -> Response:
        """The pairs of one topic that flip, the worst first, a page at a time."""
        asked = query_fields(request, FlippedPairsQuerySerializer)
        run = by_name(Run, asked.pop("run"))
        return Response(TupleSerializer[FlippedPairs](flipped_pairs(run=run, **asked)).data)

    @extend_schema(
        operation_id="pairs_import",
        request={"multipart/form-data": PairScoresRequestSerializer},
        responses={201: TupleSerializer[PairFile], 400: RefusedFileSerializer},
    )
    def post(self, request: Request) -> Response:
        """Give a run the pair scores of a file, as `import_pairs` does: all of them or none.

        Requires the right to rename the run.
        """
        with uploads(request, PAIR_SCORES) as files:
            run = by_name(Run, body_fields(request, PairScoresRequestSerializer)["run"])
            if sentence := why_not_change(request.user, run):
                raise PermissionDenied(sentence)
            done = import_pairs(path=files.paths[0], run=run, max_bytes=files.max_bytes)
        return Response(TupleSerializer[PairFile](done).data, status=status.HTTP_201_CREATED)


class PairScoresView(FileView, ResearchOrOrganizeView):
    formats = ("tsv",)

    @extend_schema(
        operation_id="pair_scores",
        parameters=[PairsRunQuerySerializer, one_of_formats(*formats)],
        responses=as_files(*formats),
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Download a run's pair scores, as `export_pairs` writes them, topic by topic."""
        run = by_name(Run, query_fields(request, PairsRunQuerySerializer)["run"])
        topics = pair_texts(run=run)
        texts = chain([f"{HEADER}\n"], (topic.text for topic in topics))
        return as_download(request, texts, f"{run.name}.pairs.tsv")


class PairedTopicsView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="pairs_topics",
        parameters=[PairsRunQuerySerializer],
        responses=TupleSerializer[PairedTopics],
    )
    def get(self, request: Request) -> Response:
        """The topics of a run that have pair scores, and how many pairs of each flip."""
        run = by_name(Run, query_fields(request, PairsRunQuerySerializer)["run"])
        return Response(TupleSerializer[PairedTopics](paired_topics(run=run)).data)


class PairBothWaysView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="pair_both_ways",
        parameters=[PairQuerySerializer],
        responses=TupleSerializer[PairBothWays],
    )
    def get(self, request: Request) -> Response:
        """One pair with both texts, asked with either passage in front."""
        asked = query_fields(request, PairQuerySerializer)
        run = by_name(Run, asked.pop("run"))
        return Response(TupleSerializer[PairBothWays](pair_both_ways(run=run, **asked)).data)
