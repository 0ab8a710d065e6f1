from __future__ import annotations

from pathlib import PurePath

from django.db.models import Count, QuerySet
from rest_framework import serializers
from rest_framework.generics import ListAPIView

from ranking.api.permissions import MayResearchOrOrganize
from ranking.models import Run


class RunSerializer(serializers.ModelSerializer[Run]):
    collection = serializers.SlugRelatedField[Run](slug_field="name", read_only=True)
    topic_set = serializers.SlugRelatedField[Run](slug_field="name", read_only=True)
    # DRF's fields have a `parent`, too, but its metaclass takes this one off the class.
    parent = serializers.SlugRelatedField[Run](  # type: ignore[assignment]
        slug_field="name", read_only=True, allow_null=True
    )
    ranker = serializers.SerializerMethodField()
    description = serializers.SerializerMethodField()
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
            "parent",
            "n_topics",
            "depth",
            "status",
        ]

    def get_ranker(self, run: Run) -> str | None:
        return run.spec["ranker"] if run.spec else None

    def get_description(self, run: Run) -> str | None:
        """What computed the run, in a sentence; null when it was imported."""
        return describe(run)


class RunListView(ListAPIView[Run]):
    serializer_class = RunSerializer
    permission_classes = [MayResearchOrOrganize]
    pagination_class = None

    def get_queryset(self) -> QuerySet[Run]:
        runs = Run.objects.select_related("collection", "topic_set", "parent")
        return runs.annotate(n_topics=Count("rankings")).order_by("name")


def describe(run: Run) -> str | None:
    if not run.spec or "label" not in run.spec:
        return None
    by = run.spec["label"]
    if model := run.spec.get("model"):
        # A model of this machine is shown without its place on it.
        name = model["name"]
        by += f" ({PurePath(name).name if name.startswith('/') else name})"
    if run.parent is None:
        return f"{by}, ranks the top {run.spec['depth']}"
    return f"{by}, re-ranks the top {run.spec['depth']} of {run.parent.name}"
