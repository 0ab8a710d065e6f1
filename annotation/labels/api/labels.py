from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import Any

from django.db.models import Count, F, QuerySet, Sum
from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access.permissions import blind_labels, topics_judged_now
from annotation.labels.combining import Part, combine_labels
from annotation.labels.exporting import usual_form, write_labels
from annotation.models import LabelSet, LabelSource
from annotation.models.label_set import LabelSetQuerySet
from ranking.asking import has_role
from ranking.http.formats import FileView, as_files
from ranking.http.limited_list import LimitedList
from ranking.http.menus import MenuQuerySerializer, in_menu
from ranking.http.permissions import MayResearchOrOrganize
from ranking.http.request_fields import body_fields, query_fields
from ranking.http.scopes import READ_ONLY, RESEARCH
from ranking.http.tuple_serializer import RequestSerializer, RowSerializer, arguments
from ranking.lookup import first_of
from ranking.models.fields import n_bytes
from regrade.aggregation.policy_file import current_form
from regrade.files.judging.qrels_writer import QrelsForm
from regrade.files.judging.value_map import parse_value_map
from regrade.methods.sampled import sample_sentence
from regrade.sampling.question import KINDS

MAX_NAME = 200
INT32_BYTES = 4


class MayReadLabels(MayResearchOrOrganize):
    message = "Labels are shown to researchers and organizers only."


class DrawnForSerializer(serializers.Serializer[Any]):
    """The question of a sample: how far two runs are apart (`pair`), each from the first
    (`against`), each from each (`all`), or how high each is (`means`)."""

    kind = serializers.ChoiceField(choices=KINDS)
    runs = serializers.ListField(child=serializers.CharField())


class NamedLabelsSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    content_hash = serializers.CharField()


class DesignSerializer(serializers.Serializer[Any]):
    """How the pairs of a sample were drawn; of an imported one only `n` is known."""

    n = serializers.IntegerField(help_text="Pairs drawn, each of which has a label.")
    imported = serializers.BooleanField(required=False)
    n_drawable = serializers.IntegerField(required=False, help_text="Pairs that could be drawn.")
    n_frame = serializers.IntegerField(
        required=False, help_text="Pairs with a text among the runs' first passages."
    )
    depth = serializers.IntegerField(required=False)
    seed = serializers.IntegerField(required=False)
    runs = serializers.ListField(child=serializers.CharField(), required=False)
    measures = serializers.ListField(child=serializers.CharField(), required=False)
    question = DrawnForSerializer(required=False)
    ideal_of = NamedLabelsSerializer(required=False, allow_null=True)
    predicted_by = NamedLabelsSerializer(required=False, allow_null=True)


class LabelSetSerializer(RowSerializer):
    model = LabelSet
    columns = [
        "id",
        "name",
        "collection",
        "topic_set",
        "source",
        "campaign",
        "min_relevance",
        "scale",
        "created_at",
    ]
    is_simulated = serializers.SerializerMethodField()
    is_whole = serializers.BooleanField(
        help_text="Every passage of its topics was judged: one without a label is not relevant."
    )
    n_topics = serializers.IntegerField()
    n_pairs = serializers.IntegerField()
    n_gold = serializers.IntegerField(
        allow_null=True, help_text="Pairs whose label is the known grade."
    )
    policy = serializers.SerializerMethodField()
    design = serializers.SerializerMethodField()
    sample = serializers.SerializerMethodField()

    @extend_schema_field(DesignSerializer(allow_null=True))
    def get_design(self, label_set: LabelSet) -> dict[str, Any] | None:
        """How its pairs were drawn, and for which question; null if it is no sample."""
        return label_set.design if label_set.is_sample else None

    def get_sample(self, label_set: LabelSet) -> str:
        """One sentence that says how its pairs were drawn; empty if it is no sample."""
        return sample_sentence(label_set.design)

    def get_is_simulated(self, label_set: Any) -> bool:
        """Whether simulated assessors gave any of its votes."""
        return bool(label_set.n_simulated)

    def get_policy(self, label_set: LabelSet) -> dict[str, Any] | None:
        """How it was derived or combined; null for an imported set."""
        if label_set.source == LabelSource.DERIVED:
            return current_form(label_set.policy)
        return label_set.policy or None


class QrelsQuerySerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME, help_text="The label set.")
    map = serializers.CharField(
        required=False, max_length=1000, help_text="Other values to write: 1:0,2:0,3:1."
    )


class LabelsMenuView(APIView):
    permission_classes = [MayReadLabels]
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="labels_menu",
        parameters=[MenuQuerySerializer],
        responses=LabelSetSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Label sets, except those of campaigns the requesting user currently assesses."""
        labels = counted_labels(in_menu(request, visible_labels(request)))
        return Response(LabelSetSerializer(labels, many=True).data)


def visible_labels(request: Request) -> LabelSetQuerySet:
    """Frozen label sets visible to the requesting user."""
    frozen = LabelSet.objects.seen_by(request.user).filter(frozen_at__isnull=False)
    of_others = frozen.exclude(topic_set__in=topics_judged_now(request))
    return of_others.exclude(pk__in=blind_labels(request))


def visible_named(request: Request, name: str) -> LabelSet:
    """The label set of this name, if it is shown to the requesting user.

    Raises:
        NotFound: it is not, or there is none.
    """
    labels = visible_labels(request).filter(name=name)
    return first_of(labels, f"There is no label set named {name!r}.")


def all_visible_named(request: Request, names: Sequence[str]) -> list[LabelSet]:
    """The label sets of those names, in that order, by a fixed number of queries.

    Raises:
        NotFound: one is not shown to the requesting user, or there is none.
    """
    rows = visible_labels(request).filter(name__in=set(names)).select_related("collection")
    found = {one.name: one for one in rows}
    return [found[name] if name in found else visible_named(request, name) for name in names]


def counted_labels(labels: QuerySet[LabelSet]) -> QuerySet[LabelSet]:
    return (
        labels.select_related("collection", "topic_set", "campaign")
        .defer("report")
        .annotate(
            n_simulated=F("report__n_votes_by_kind__simulated"),
            n_gold=F("report__n_gold"),
            n_topics=Count("topic_labels"),
            n_pairs=Sum(n_bytes("topic_labels__ordinals")) / INT32_BYTES,
        )
        .order_by("name")
    )


MAX_PARTS = 20
MAX_MAP = 1000


class MapField(serializers.CharField):
    """`0:1,1:4`, as the command takes it."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        text = super().run_validation(data)
        try:
            return parse_value_map(text) if text else {}
        except ValueError as error:
            raise serializers.ValidationError(f"{error}.") from error


class PartSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME)
    map = MapField(
        default="",
        allow_blank=True,
        max_length=MAX_MAP,
        help_text="Other values for some of its own: 0:1,1:4.",
    )


class CombineRequestSerializer(RequestSerializer[Any]):
    """Label sets to combine, the first of highest precedence."""

    derived_from = arguments(combine_labels, "name", "rule", "min_relevance")
    parts = LimitedList(child=PartSerializer(), max_length=MAX_PARTS)


class CombinedSerializer(serializers.Serializer[Any]):
    labels = LabelSetSerializer()
    n_shared = serializers.IntegerField(help_text="Pairs that more than one of them labels.")
    n_disagreeing = serializers.IntegerField(help_text="Of these, with more than one label.")


class CombineView(APIView):
    permission_classes = [MayReadLabels]
    token_scopes = RESEARCH

    @extend_schema(
        operation_id="labels_combine",
        request=CombineRequestSerializer,
        responses={201: CombinedSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make one label set of several; it never changes after."""
        fields = body_fields(request, CombineRequestSerializer)
        named = fields.pop("parts")
        parts = [Part(visible_named(request, one["name"]), one["map"]) for one in named]
        done = combine_labels(parts=parts, **fields)
        [row] = counted_labels(LabelSet.objects.filter(pk=done.label_set.pk))
        facts = {"labels": row, "n_shared": done.n_shared, "n_disagreeing": done.n_disagreeing}
        return Response(CombinedSerializer(facts).data, status=status.HTTP_201_CREATED)


ENDINGS = {
    QrelsForm.TREC: ".qrels",
    QrelsForm.MSMARCO: ".qrels.tsv",
    QrelsForm.PRELS: ".prels",
    QrelsForm.TABLE: ".tsv",
}
OF_SAMPLE = ".sample"  # in the name of qrels, which cannot say it themselves


class QrelsView(FileView):
    permission_classes = [IsAuthenticated]
    token_scopes = READ_ONLY
    formats = tuple(form.value for form in QrelsForm)

    @extend_schema(
        operation_id="labels_qrels",
        parameters=[QrelsQuerySerializer, OpenApiParameter("format", enum=formats)],
        responses=as_files(*formats),
    )
    def get(self, request: Request) -> HttpResponse:
        """Download the labels as qrels, as `export_labels` writes them.

        `trec` has every label; `msmarco` has relevant passages alone, each as 1, without a map;
        `table` has a header line. Labels that are a sample come as `prels` unless a form is named:
        `prels` and `table` have their probabilities. In other forms only the file's name says that
        they are a sample.
        """
        asked = query_fields(request, QrelsQuerySerializer)
        labels = visible_labels(request).select_related("collection").filter(name=asked["name"])
        found = _shown(request, labels, asked["name"])
        try:
            mapping = parse_value_map(asked.get("map", ""))
        except ValueError as error:
            raise ValidationError({"map": f"{error}."}) from error
        form = QrelsForm(self.chosen) if self.is_named else usual_form(found)
        qrels = StringIO()
        done = write_labels(stream=qrels, label_set=found, mapping=mapping, form=form)
        response = HttpResponse(qrels.getvalue(), content_type="text/plain; charset=utf-8")
        marked = OF_SAMPLE if done.lacks_probabilities else ""
        filename = f"{found.name}{marked}{ENDINGS[form]}"
        response["Content-Disposition"] = str(content_disposition_header(True, filename))
        return response


def _shown(request: Request, labels: QuerySet[LabelSet], name: str) -> LabelSet:
    """The label set, if the account may see it; assessors may see only public ones."""
    if has_role(request.user):
        return first_of(labels, f"There is no label set named {name!r}.")
    found = labels.first()
    if found is None:
        raise PermissionDenied(MayReadLabels.message)
    return found
