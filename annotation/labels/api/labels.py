from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, F, QuerySet, Sum
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access.permissions import blind_labels, topics_judged_now
from annotation.models import LabelSet, LabelSource
from annotation.models.label_set import LabelSetQuerySet
from ranking.http.menus import MenuQuerySerializer, in_menu
from ranking.http.permissions import MayResearchOrOrganize
from ranking.lookup import first_of
from ranking.models.fields import n_bytes
from regrade.aggregation.policy_file import current_form

INT32_BYTES = 4


class MayReadLabels(MayResearchOrOrganize):
    message = "Labels are shown to researchers and organizers only."


class LabelSetSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    collection = serializers.CharField()
    topic_set = serializers.CharField()
    source = serializers.ChoiceField(  # type: ignore[assignment]  # Field has a `source` too
        choices=LabelSource.choices
    )
    campaign = serializers.CharField(allow_null=True)
    is_simulated = serializers.SerializerMethodField()
    min_relevance = serializers.IntegerField()
    is_whole = serializers.BooleanField(
        help_text="Every passage of its topics was judged: one without a label is not relevant."
    )
    scale = serializers.ListField(child=serializers.IntegerField())
    n_topics = serializers.IntegerField()
    n_pairs = serializers.IntegerField()
    policy = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()

    def get_is_simulated(self, label_set: Any) -> bool:
        """Whether simulated assessors gave any of its votes."""
        return bool(label_set.n_simulated)

    def get_policy(self, label_set: LabelSet) -> dict[str, Any] | None:
        """How it was derived or combined; null for an imported set."""
        if label_set.source == LabelSource.DERIVED:
            return current_form(label_set.policy)
        return label_set.policy or None


class LabelsView(APIView):
    permission_classes = [MayReadLabels]

    @extend_schema(
        operation_id="labels_list",
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
            n_topics=Count("topic_labels"),
            n_pairs=Sum(n_bytes("topic_labels__ordinals")) / INT32_BYTES,
        )
        .order_by("name")
    )
