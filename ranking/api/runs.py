from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ranking.api.computed_run_serializers import asked_of, computed_run
from ranking.collections.texts import count_textless
from ranking.http.menus import MenuQuerySerializer, in_menu
from ranking.http.permissions import MAY_COMPUTE, MayResearchOrOrganize
from ranking.http.request_fields import body_fields
from ranking.http.scopes import READ_ONLY
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from ranking.http.upload_serializers import RefusedFileSerializer
from ranking.http.uploads import Allowance, UploadView, uploads
from ranking.lookup import by_name
from ranking.models import Collection, PairScores, Run, RunKind, TopicSet, TrainedModel
from ranking.models.run import RunQuerySet
from ranking.rankers.neural_rankers import NEURAL_RANKERS
from ranking.runs.aggregating import RANKER as PAIR_AGGREGATION
from ranking.runs.fusing import listed, runs_fused
from ranking.runs.importing import RunReport, import_run
from ranking.runs.rolling_up import RANKER as ROLL_UP
from ranking.runs.spec_words import shown_model
from ranking.variants.lineage import Lineages, lineages
from regrade.bm25.rm3 import RM3
from regrade.counted import counted
from regrade.files.runs import Leniency

KEEP_FIRST = (
    "Of a passage that a topic of a run has twice keep the line that stands first in the file;"
    " by default such a run is refused."
)


ONE_RUN = Allowance(
    n_files=1,
    n_lines=5_000_000,  # 46 bytes of memory a line
    mend="a run this long is taken in on the server, by ./dev manage import_run",
)


class RunRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(
        import_run, "name", "collection", "topic_set", "team", "kind", "single_precision"
    )
    file = serializers.FileField()
    keep_first = serializers.BooleanField(default=False, help_text=KEEP_FIRST)


class RunReportSerializer(TupleSerializer[RunReport]):
    """Report on an imported run. `n_repeated` counts lines left out by `keep_first`, `n_tied` lines
    that share their score with another of their topic. `n_textless` counts passages without text,
    which cannot be judged, and `n_new_doc_ids` those new to the collection. `overlap` is a sentence
    where file and topic set share only part of their ids. `metadata_note` is a sentence where the
    file has an ir_metadata header: it was kept, or left out for a reason.
    """

    n_textless = serializers.IntegerField()


class LineageSerializer(serializers.Serializer[Any]):
    """Collections and topic sets of a run, each followed by its ancestors up to the original."""

    collections = serializers.ListField(child=serializers.CharField())
    topic_sets = serializers.ListField(child=serializers.CharField())


class RunSerializer(serializers.ModelSerializer[Run]):
    collection = serializers.SlugRelatedField[Run](slug_field="name", read_only=True)
    topic_set = serializers.SlugRelatedField[Run](slug_field="name", read_only=True)
    # DRF's fields have a `parent`, too, but its metaclass takes this one off the class.
    parent = serializers.SlugRelatedField[Run](  # type: ignore[assignment]
        slug_field="name", read_only=True, allow_null=True
    )
    kind = serializers.ChoiceField(choices=RunKind.choices, read_only=True)
    ranker = serializers.SerializerMethodField()
    description = serializers.SerializerMethodField()
    asked = serializers.SerializerMethodField()
    job = serializers.IntegerField(read_only=True, allow_null=True)
    has_pairs = serializers.BooleanField(read_only=True)
    is_trained = serializers.BooleanField(
        read_only=True, help_text="Whether a model made it that was trained here."
    )
    n_topics = serializers.IntegerField(read_only=True)
    lineage = serializers.SerializerMethodField()

    class Meta:
        model = Run
        fields = [
            "name",
            "collection",
            "topic_set",
            "lineage",
            "team",
            "kind",
            "link",
            "source",
            "ranker",
            "description",
            "asked",
            "job",
            "has_pairs",
            "is_trained",
            "parent",
            "n_topics",
            "depth",
            "status",
            "created_at",
        ]

    @extend_schema_field(LineageSerializer)
    def get_lineage(self, run: Run) -> dict[str, list[str]]:
        """Ancestors of the run's collection and topics; their labels apply to the run."""
        return {
            "collections": [one.name for one in self._lineages.collections_of(run)],
            "topic_sets": [one.name for one in self._lineages.topic_sets_of(run)],
        }

    @cached_property
    def _lineages(self) -> Lineages:
        return lineages()

    def get_ranker(self, run: Run) -> str | None:
        return run.spec.get("ranker") if run.spec else None

    def get_description(self, run: Run) -> str | None:
        """A sentence on how the run was computed; null if it was imported unchanged."""
        return describe(run)

    @extend_schema_field(computed_run(allow_null=True))
    def get_asked(self, run: Any) -> dict[str, Any] | None:
        """Request that would compute the run again; null if there is none.

        Shown only to accounts that may compute, since it contains model paths.
        """
        return asked_of(run, run.queue) if self._may_compute else None

    @cached_property
    def _may_compute(self) -> bool:
        request = self.context.get("request")
        return request is not None and bool(request.user.has_perm(MAY_COMPUTE))


@extend_schema_view(
    get=extend_schema(
        operation_id="runs_menu",
        description="Runs to choose from.",
        parameters=[MenuQuerySerializer],
    )
)
class RunsMenuView(ListAPIView[Run]):
    serializer_class = RunSerializer
    permission_classes = [MayResearchOrOrganize]
    token_scopes = READ_ONLY
    pagination_class = None

    def get_queryset(self) -> QuerySet[Run]:
        return in_menu(self.request, runs_listed())


class RunsImportView(UploadView):
    permission_classes = [MayResearchOrOrganize]

    @extend_schema(
        operation_id="runs_import",
        request={"multipart/form-data": RunRequestSerializer},
        responses={201: RunReportSerializer, 400: RefusedFileSerializer},
    )
    def post(self, request: Request) -> Response:
        """Import one run file, whole; with `keep_first` only the first line of each passage."""
        with uploads(request, ONE_RUN) as files:
            fields = body_fields(request, RunRequestSerializer)
            report = import_run(
                path=files.paths[0],
                name=fields["name"],
                collection=by_name(Collection, fields["collection"]),
                topic_set=by_name(TopicSet, fields["topic_set"]),
                team=fields["team"],
                kind=fields["kind"],
                single_precision=fields["single_precision"],
                leniency=Leniency(keep_first=fields["keep_first"]),
            )
        n_textless = count_textless(by_name(Run, report.name))
        row = RunReportSerializer({**report._asdict(), "n_textless": n_textless}).data
        return Response(row, status=status.HTTP_201_CREATED)


def runs_listed() -> RunQuerySet:
    """Runs with all data for a row of the list."""
    runs = Run.objects.select_related("collection", "topic_set", "parent")
    counts = {
        "n_topics": Count("rankings"),
        "job": Max("jobs"),  # there is one at most
        "queue": Max("jobs__queue"),
        "has_pairs": Exists(PairScores.objects.filter(run=OuterRef("pk"))),
        "is_trained": Exists(
            TrainedModel.objects.filter(
                frozen__weights_sha256=OuterRef("spec__model__weights_sha256")
            )
        ),
    }
    return runs.annotate(**counts).defer("metadata").order_by("name")


def describe(run: Run) -> str | None:
    if done := list(_done_to_lines(run.spec or {})):
        return ", ".join(["imported", *done])
    if not run.spec or "label" not in run.spec:
        return None
    by = run.spec["label"]
    if fused := runs_fused(run):
        return f"{listed(fused)} fused by {by}"
    if run.spec["ranker"] == PAIR_AGGREGATION and run.parent_name:
        return f"pairs of {run.parent_name} aggregated by {by}"
    if run.spec["ranker"] == ROLL_UP and run.parent_name:
        return f"documents of {run.parent_name} by their {by}"
    if model := run.spec.get("model"):
        by += f" ({shown_model(model['name'])})"
    if parameters := _parameters_text(run.spec):
        by += f" ({parameters})"
    if run.parent_name is None:
        return f"{by}, ranks the top {run.spec['depth']}"
    return f"{by}, re-ranks the top {run.spec['depth']} of {run.parent_name}"


def _done_to_lines(spec: dict[str, Any]) -> Iterator[str]:
    if spec.get("single_precision"):
        yield "scores rounded to single precision"
    if n_repeated := spec.get("n_repeated"):
        yield f"without {counted(n_repeated, 'line')} that repeated a passage"


def _parameters_text(spec: dict[str, Any]) -> str:
    """BM25's parameters, and non-default parameters of RM3 and models."""
    parameters = spec.get("parameters", {})
    if ranker := NEURAL_RANKERS.get(spec["ranker"]):
        shown = _changed(parameters, ranker.options._field_defaults)
    else:
        rm3 = _changed(parameters.get("rm3") or {}, RM3._field_defaults)
        shown = {key: parameters[key] for key in ("k1", "b") if key in parameters} | rm3
    return ", ".join(f"{name} {_word(value)}" for name, value in shown.items())


def _changed(given: dict[str, Any], defaults: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in given.items() if value != defaults.get(key)}


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
