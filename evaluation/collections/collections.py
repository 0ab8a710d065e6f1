"""What there is over a collection."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from annotation.models import Campaign, LabelSet
from ranking.collections.collection_overview import ListedPassage, look_at_collection
from ranking.collections.word_lengths import WordLengths
from ranking.models import Collection
from ranking.rankers.kept_indexes import KeptIndex, kept_indexes
from ranking.variants.origins import Origin, origin_of


class CollectionFacts(NamedTuple):
    """A collection in short; `topic_sets` are those that its runs and labels are for."""

    name: str
    description: str
    language: str
    licence: str
    created_at: datetime
    docids_hash: str
    n_passages: int
    n_without_text: int
    lineage: Origin
    words: WordLengths
    indexes: list[KeptIndex]
    n_runs: int
    n_campaigns: int
    label_sets: list[str]
    topic_sets: list[str]
    samples: list[ListedPassage]


def collection_facts(collection: Collection, label_sets: QuerySet[LabelSet]) -> CollectionFacts:
    """By a fixed number of queries, whatever there is.

    Args:
        label_sets: those that may be seen.
    """
    look, runs = look_at_collection(collection), collection.runs.seen().order_by()
    labels = label_sets.filter(collection=collection).order_by("name")
    named = list(labels.values_list("name", "topic_set__name"))
    answered = runs.values_list("topic_set__name", flat=True).distinct()
    return CollectionFacts(
        name=collection.name,
        description=collection.description,
        language=collection.language,
        licence=collection.licence,
        created_at=collection.created_at,
        docids_hash=collection.docids_hash,
        n_passages=collection.n_passages,
        n_without_text=look.n_without_text,
        lineage=origin_of(collection),
        words=look.words,
        indexes=kept_indexes(collection),
        n_runs=runs.count(),
        n_campaigns=Campaign.objects.filter(pool__collection=collection).count(),
        label_sets=[name for name, _ in named],
        topic_sets=sorted({*answered, *(topics for _, topics in named)}),
        samples=look.samples,
    )
