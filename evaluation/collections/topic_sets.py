"""What there is over a topic set."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from annotation.models import Campaign, LabelSet
from ranking.collections.word_lengths import WordLengths, word_lengths
from ranking.models import TopicSet
from ranking.variants.lineage import ancestors, lineages
from ranking.variants.origins import Origin, origin_of

MOST_RUNS = 200


class TopicSetFacts(NamedTuple):
    """A topic set in short: of its runs the first 200 by name, and the label sets that serve it."""

    name: str
    created_at: datetime
    n_topics: int
    words: WordLengths
    lineage: Origin
    runs: list[str]
    n_runs: int
    n_campaigns: int
    label_sets: list[str]


def topic_set_facts(topic_set: TopicSet, label_sets: QuerySet[LabelSet]) -> TopicSetFacts:
    """By a fixed number of queries, whatever there is.

    Args:
        label_sets: those that may be seen.
    """
    words = word_lengths(topic_set.topics.order_by().values_list("query", flat=True))
    runs = topic_set.runs.seen().order_by("name").values_list("name", flat=True)
    return TopicSetFacts(
        name=topic_set.name,
        created_at=topic_set.created_at,
        n_topics=words.n_counted,
        words=words,
        lineage=origin_of(topic_set),
        runs=list(runs[:MOST_RUNS]),
        n_runs=runs.count(),
        n_campaigns=Campaign.objects.filter(pool__topic_set=topic_set).count(),
        label_sets=list(
            serving(topic_set, label_sets).order_by("name").values_list("name", flat=True)
        ),
    )


def serving(topic_set: TopicSet, label_sets: QuerySet[LabelSet]) -> QuerySet[LabelSet]:
    """Those of its topics, or of topics that it is a variant of."""
    above = ancestors(lineages().topic_sets, topic_set.pk)
    return label_sets.filter(topic_set__in=[topic_set.pk, *(one.key for one in above)])
