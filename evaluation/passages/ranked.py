"""Which runs rank a passage near the top, who judged it how, and what label sets say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from django.db.models import QuerySet
from django.db.models.lookups import GreaterThan

from annotation.labels.of_passage import PassageLabel, labels_of_passage
from annotation.models import LabelSet
from annotation.votes.of_passage import CampaignVotes, count_votes, votes_on_passage
from ranking.models import Passage, Ranking, Run, RunStatus, Topic, TopicSet
from ranking.models.fields import first_numbers, place_of_number
from ranking.pages import place_in_list
from ranking.variants.lineage import Lineages, ancestors, lineages

DEPTH = 100
PAGE = 20


class RunRank(NamedTuple):
    run: str
    rank: int
    score: float


class RankedIn(NamedTuple):
    """A topic with the runs that rank the passage for it, the best rank first, and its labels."""

    topic_set: str
    query_id: str
    query: str
    labels: list[PassageLabel]
    runs: list[RunRank]


class TopicSetCount(NamedTuple):
    name: str
    n_topics: int


class PassageRankings(NamedTuple):
    """A page of topics; runs, rankings and topics are counted in all of them."""

    depth: int
    n_topics: int
    n_runs: int
    n_rankings: int
    page: int
    n_pages: int
    topic_sets: list[TopicSetCount]
    topics: list[RankedIn]


class Found(NamedTuple):
    topic: int
    topic_set: str
    rank: RunRank


class JudgedFor(NamedTuple):
    """A topic with the passage's labels, and its votes campaign by campaign."""

    topic_set: str
    query_id: str
    query: str
    labels: list[PassageLabel]
    campaigns: list[CampaignVotes]


class PassageJudgments(NamedTuple):
    """A page of topics by topic set and order; votes and topics are counted in all of them.

    Without `shows_votes` the account may see no campaign's.
    """

    shows_votes: bool
    n_topics: int
    n_votes: int
    page: int
    n_pages: int
    topics: list[JudgedFor]


def rankings_of_passage(
    passage: Passage,
    label_sets: QuerySet[LabelSet],
    *,
    topic_set: TopicSet | None = None,
    page: int = 1,
) -> PassageRankings:
    """Topics for which complete runs over its collection have the passage among their first 100.

    Those with the best rank come first, of equal ones those with more runs. By a fixed number of
    queries: the server reads the beginning of each ranking and sends those that hold the passage.

    Args:
        label_sets: visible label sets, over any topics.
        topic_set: only its topics, by default all; `topic_sets` always covers all.
    """
    found = _found(passage)
    counts = Counter({one.topic: one.topic_set for one in found}.values())
    if topic_set is not None:
        found = [one for one in found if one.topic_set == topic_set.name]
    by_topic: dict[int, list[RunRank]] = {}
    for one in found:
        by_topic.setdefault(one.topic, []).append(one.rank)
    order = sorted(by_topic, key=lambda key: (_best(by_topic[key]), -len(by_topic[key]), key))
    place = place_in_list(page, n=len(order), size=PAGE)
    shown = order[place.start : place.end]
    return PassageRankings(
        depth=DEPTH,
        n_topics=len(order),
        n_runs=len({one.rank.run for one in found}),
        n_rankings=len(found),
        page=place.page,
        n_pages=place.n_pages,
        topic_sets=[TopicSetCount(*count) for count in sorted(counts.items())],
        topics=_ranked_in(passage, label_sets, {key: by_topic[key] for key in shown}),
    )


def _found(passage: Passage) -> list[Found]:
    """By rank and run. The server may find the bytes of a number where none begins."""
    firsts = first_numbers("ordinals", DEPTH, "int32")
    complete = Run.objects.seen().filter(
        collection=passage.collection_id, status=RunStatus.COMPLETE
    )
    runs = dict(complete.order_by().values_list("pk", "name"))
    # By keys, not by a join: rankings of other collections are not read first.
    rankings: Any = Ranking.objects.filter(
        GreaterThan(place_of_number(firsts, passage.ordinal), 0), run__in=list(runs)
    )
    rows = rankings.order_by().values_list(
        "topic",
        "topic__topic_set__name",
        "run",
        firsts,
        first_numbers("scores", DEPTH, "float64"),
    )
    found = [
        Found(topic, topic_set, RunRank(runs[run], place + 1, float(scores[place])))
        for topic, topic_set, run, ordinals, scores in rows
        for place in np.flatnonzero(ordinals == passage.ordinal).tolist()
    ]
    return sorted(found, key=lambda one: (one.rank.rank, one.rank.run))


def _best(ranks: Sequence[RunRank]) -> int:
    return min(one.rank for one in ranks)


def _ranked_in(
    passage: Passage, label_sets: QuerySet[LabelSet], shown: dict[int, list[RunRank]]
) -> list[RankedIn]:
    topics = Topic.objects.select_related("topic_set").in_bulk(list(shown))
    labels = _labels(passage, label_sets, topics.values())
    return [
        RankedIn(topic.topic_set.name, topic.query_id, topic.query, labels[key], ranks)
        for key, ranks in shown.items()
        for topic in [topics[key]]
    ]


def _labels(
    passage: Passage, label_sets: QuerySet[LabelSet], topics: Iterable[Topic]
) -> dict[int, list[PassageLabel]]:
    """By topic's key: its own labels, then those of the topics that it is a variant of."""
    known, by_place = lineages(), dict[tuple[int, int], list[PassageLabel]]()
    for one in labels_of_passage(
        label_sets.filter(collection__in=family_above(known, passage)),
        passage.ordinal,
        topic_ordinals={topic.ordinal for topic in topics},
    ):
        by_place.setdefault((one.topic_set, one.ordinal), []).append(one.label)
    return {
        topic.pk: [
            label
            for key in [topic.topic_set_id, *_above(known, topic)]
            for label in by_place.get((key, topic.ordinal), [])
        ]
        for topic in topics
    }


def family_above(known: Lineages, passage: Passage) -> list[int]:
    """The passage's collection and those that it is a variant of: labels of these serve it."""
    above = ancestors(known.collections, passage.collection_id)
    return [passage.collection_id, *(one.key for one in above)]


def _above(known: Lineages, topic: Topic) -> list[int]:
    return [one.key for one in ancestors(known.topic_sets, topic.topic_set_id)]


def judgments_of_passage(
    passage: Passage,
    label_sets: QuerySet[LabelSet],
    campaigns: Collection[int] | None,
    *,
    page: int = 1,
) -> PassageJudgments:
    """Topics for which the passage has a vote or a label, by a fixed number of queries.

    Args:
        label_sets: those whose labels may be seen.
        campaigns: keys of those whose votes may be seen; None where none ever may.
    """
    labels: dict[int, list[PassageLabel]] = {}
    sets = label_sets.filter(collection__in=family_above(lineages(), passage))
    for one in labels_of_passage(sets, passage.ordinal):
        labels.setdefault(one.topic, []).append(one.label)
    n_votes = count_votes(passage, campaigns or ())
    topics = Topic.objects.filter(pk__in=[*labels, *n_votes]).order_by("topic_set__name", "ordinal")
    rows = list(topics.values_list("pk", "topic_set__name", "query_id", "query"))
    place = place_in_list(page, n=len(rows), size=PAGE)
    shown = rows[place.start : place.end]
    votes = votes_on_passage(passage, [key for key, *_ in shown], campaigns or ())
    return PassageJudgments(
        shows_votes=campaigns is not None,
        n_topics=len(rows),
        n_votes=sum(n_votes.values()),
        page=place.page,
        n_pages=place.n_pages,
        topics=[
            JudgedFor(topic_set, query_id, query, labels.get(key, []), votes.get(key, []))
            for key, topic_set, query_id, query in shown
        ],
    )
