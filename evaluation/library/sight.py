from __future__ import annotations

from typing import Any, NamedTuple

from django.db.models import QuerySet

from annotation.models import LabelSet
from evaluation.library.kinds import Kind
from evaluation.models.saved_comparison import SavedComparisonQuerySet
from ranking.models import Collection, Run, TopicSet


class Sight(NamedTuple):
    """What the requesting account may see of each kind.

    `has_role` is false for an account that is no researcher's or organizer's: it is shown what is
    public, without the names of people, campaigns and runs behind it.
    """

    has_role: bool
    runs: QuerySet[Run]
    labels: QuerySet[LabelSet]
    collections: QuerySet[Collection]
    topic_sets: QuerySet[TopicSet]
    comparisons: SavedComparisonQuerySet

    def of(self, kind: Kind) -> QuerySet[Any]:
        return {
            Kind.RUNS: self.runs,
            Kind.LABELS: self.labels,
            Kind.COLLECTIONS: self.collections,
            Kind.TOPIC_SETS: self.topic_sets,
            Kind.COMPARISONS: self.comparisons,
        }[kind]
