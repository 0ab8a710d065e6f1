"""A run's pair scores: sent and downloaded, looked at, aggregated, and how often they flip."""

from __future__ import annotations

from itertools import chain

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from ranking.api.pair_serializers import (
    AggregatedRunSerializer,
    FlippedPairsQuerySerializer,
    FlippedPairsSerializer,
    FlipsQuerySerializer,
    PairBothWaysSerializer,
    PairedTopicsSerializer,
    PairFileSerializer,
    PairQuerySerializer,
    PairScoresRequestSerializer,
    PairsRunQuerySerializer,
    RunFlipsSerializer,
)
from ranking.api.runs import ONE_RUN, RunSerializer, runs_listed
from ranking.http.downloads import as_download
from ranking.http.permissions import ComputeView, MayResearchOrOrganize, ResearchOrOrganizeView
from ranking.http.request_fields import body_fields, query_fields
from ranking.http.upload_serializers import RefusedFileSerializer
from ranking.http.uploads import COOKIE, UploadView, uploads
from ranking.lookup import by_name
from ranking.models import Run
from ranking.rights import why_not_change
from ranking.runs.aggregating import aggregate_first_n, aggregate_pairs
from ranking.runs.flip_rates import flip_rates
from ranking.runs.pair_files import import_pairs, pair_texts
from ranking.runs.pair_views import flipped_pairs, pair_both_ways, paired_topics
from regrade.files.pair_scores import HEADER

PAIR_SCORES = ONE_RUN._replace(
    mend="pair scores this many are taken in on the server, by ./dev manage import_pairs"
)


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


@extend_schema_view(get=extend_schema(auth=COOKIE))
class PairsView(UploadView):
    permission_classes = [MayResearchOrOrganize]

    @extend_schema(
        operation_id="pairs_flipped",
        parameters=[FlippedPairsQuerySerializer],
        responses=FlippedPairsSerializer,
    )
    def get(self, request: Request) -> Response:
        """The pairs of one topic that flip, the worst first, a page at a time."""
        asked = query_fields(request, FlippedPairsQuerySerializer)
        run = by_name(Run, asked.pop("run"))
        return Response(FlippedPairsSerializer(flipped_pairs(run=run, **asked)).data)

    @extend_schema(
        operation_id="pairs_import",
        request={"multipart/form-data": PairScoresRequestSerializer},
        responses={201: PairFileSerializer, 400: RefusedFileSerializer},
        auth=COOKIE,
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
        return Response(PairFileSerializer(done).data, status=status.HTTP_201_CREATED)


class PairsDownloadView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="pairs_download",
        parameters=[PairsRunQuerySerializer],
        responses={(200, "text/plain"): OpenApiTypes.STR},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Download a run's pair scores, as `export_pairs` writes them, topic by topic."""
        run = by_name(Run, query_fields(request, PairsRunQuerySerializer)["run"])
        topics = pair_texts(run=run)
        texts = chain([f"{HEADER}\n"], (topic.text for topic in topics))
        return as_download(texts, f"{run.name}.pairs.tsv")


class PairedTopicsView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="pairs_topics",
        parameters=[PairsRunQuerySerializer],
        responses=PairedTopicsSerializer,
    )
    def get(self, request: Request) -> Response:
        """The topics of a run that have pair scores, and how many pairs of each flip."""
        run = by_name(Run, query_fields(request, PairsRunQuerySerializer)["run"])
        return Response(PairedTopicsSerializer(paired_topics(run=run)).data)


class PairView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="pair_both_ways",
        parameters=[PairQuerySerializer],
        responses=PairBothWaysSerializer,
    )
    def get(self, request: Request) -> Response:
        """One pair with both texts, asked with either passage in front."""
        asked = query_fields(request, PairQuerySerializer)
        run = by_name(Run, asked.pop("run"))
        return Response(PairBothWaysSerializer(pair_both_ways(run=run, **asked)).data)
