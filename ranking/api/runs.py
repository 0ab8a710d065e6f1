from __future__ import annotations

from pathlib import PurePath
from typing import Any

from django.db.models import Count, QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ranking.api.computed_run_serializers import ComputedRunSerializer, asked_of
from ranking.api.import_serializers import (
    RefusedFileSerializer,
    RunReportSerializer,
    RunRequestSerializer,
)
from ranking.api.permissions import MayResearchOrOrganize
from ranking.api.uploads import COOKIE, Allowance, UploadView, uploads
from ranking.files.runs import find_bad_lines
from ranking.lexical.rm3 import RM3
from ranking.models import Collection, Run, TopicSet
from ranking.services.aggregate_pairs import RANKER as PAIR_AGGREGATION
from ranking.services.import_run import import_run
from ranking.services.lookup import by_name
from ranking.services.textless import count_textless

ONE_RUN = Allowance(
    n_files=1,
    n_lines=5_000_000,  # 46 bytes of memory a line
    mend="a run this long is taken in on the server, by ./dev manage import_run",
)


class RunSerializer(serializers.ModelSerializer[Run]):
    collection = serializers.SlugRelatedField[Run](slug_field="name", read_only=True)
    topic_set = serializers.SlugRelatedField[Run](slug_field="name", read_only=True)
    # DRF's fields have a `parent`, too, but its metaclass takes this one off the class.
    parent = serializers.SlugRelatedField[Run](  # type: ignore[assignment]
        slug_field="name", read_only=True, allow_null=True
    )
    ranker = serializers.SerializerMethodField()
    description = serializers.SerializerMethodField()
    asked = serializers.SerializerMethodField()
    n_topics = serializers.IntegerField(read_only=True)

    class Meta:
        model = Run
        fields = [
            "name",
            "collection",
            "topic_set",
            "team",
            "source",
            "ranker",
            "description",
            "asked",
            "parent",
            "n_topics",
            "depth",
            "status",
            "created_at",
        ]

    def get_ranker(self, run: Run) -> str | None:
        return run.spec["ranker"] if run.spec else None

    def get_description(self, run: Run) -> str | None:
        """What computed the run, in a sentence; null when it was imported."""
        return describe(run)

    @extend_schema_field(ComputedRunSerializer(allow_null=True))
    def get_asked(self, run: Run) -> dict[str, Any] | None:
        """What to ask for to have the run computed again; null where it cannot be asked for."""
        return asked_of(run)


@extend_schema_view(get=extend_schema(auth=COOKIE))
class RunsView(UploadView, ListAPIView[Run]):
    serializer_class = RunSerializer
    permission_classes = [MayResearchOrOrganize]
    pagination_class = None

    def get_queryset(self) -> QuerySet[Run]:
        return runs_listed()

    @extend_schema(
        operation_id="runs_import",
        request={"multipart/form-data": RunRequestSerializer},
        responses={201: RunReportSerializer, 400: RefusedFileSerializer},
        auth=COOKIE,
    )
    def post(self, request: Request) -> Response:
        """Read one run file: all of its lines or none."""
        with uploads(request, ONE_RUN, find_bad_lines) as files:
            asked = RunRequestSerializer(data=request.data)
            asked.is_valid(raise_exception=True)
            fields = asked.validated_data
            report = import_run(
                path=files.paths[0],
                name=fields["name"],
                collection=by_name(Collection, fields["collection"]),
                topic_set=by_name(TopicSet, fields["topic_set"]),
                team=fields["team"],
            )
        n_textless = count_textless(by_name(Run, report.name))
        row = RunReportSerializer({**report._asdict(), "n_textless": n_textless}).data
        return Response(row, status=status.HTTP_201_CREATED)


def runs_listed() -> QuerySet[Run]:
    """The runs with all that a row of theirs tells."""
    runs = Run.objects.select_related("collection", "topic_set", "parent")
    return runs.annotate(n_topics=Count("rankings")).order_by("name")


def describe(run: Run) -> str | None:
    if not run.spec or "label" not in run.spec:
        return None
    by = run.spec["label"]
    if run.spec["ranker"] == PAIR_AGGREGATION and run.parent:
        return f"pairs of {run.parent.name} aggregated by {by}"
    if model := run.spec.get("model"):
        # A model of this machine is shown without its place on it.
        name = model["name"]
        by += f" ({PurePath(name).name if name.startswith('/') else name})"
    if parameters := run.spec.get("parameters"):
        by += f" ({_told(parameters)})"
    if run.parent is None:
        return f"{by}, ranks the top {run.spec['depth']}"
    return f"{by}, re-ranks the top {run.spec['depth']} of {run.parent.name}"


def _told(parameters: dict[str, Any]) -> str:
    """BM25's parameters, and those of RM3 that are not its defaults."""
    rm3 = (parameters.get("rm3") or {}).items()
    changed = {key: value for key, value in rm3 if value != RM3._field_defaults[key]}
    told = {"k1": parameters["k1"], "b": parameters["b"], **changed}
    return ", ".join(f"{name} {value:g}" for name, value in told.items())
