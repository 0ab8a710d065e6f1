"""One passage: its text and neighbours, which runs rank it high, and who judged it how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from django.db.models import Q, QuerySet
from django.db.models.lookups import GreaterThan

from annotation.labels.of_passage import PassageLabel, labels_of_passage
from annotation.models import LabelSet
from annotation.votes.of_passage import CampaignVotes, count_votes, votes_on_passage
from ranking.models import Passage, Ranking, Run, RunStatus, Topic, TopicSet
from ranking.models.fields import first_numbers, place_of_number
from ranking.models.passage import PassageQuerySet
from ranking.pages import Page, place_in_list
from ranking.variants.lineage import Lineages, ancestors, lineages
from regrade.text.word_counts import count_words

DEPTH = 100
PAGE = 20


class Original(NamedTuple):
    """The same passage in a collection that this one is a variant of."""

    collection: str
    title: str
    text: str | None


class PassageLook(NamedTuple):
    """Previous and next go by the document where the passage is part of one, else by the order of
    the collection. `position_in_document` is as the file counts it, from 0 or 1; of the passages
    that are here the passage is the `place_in_document`-th. `originals` are the ancestors' texts,
    the nearest first; the passage is in each of `variants` as well.
    """

    collection: str
    ordinal: int
    n_passages: int
    doc_id: str
    title: str
    text: str | None
    n_words: int
    n_characters: int
    document_id: str | None
    position_in_document: int | None
    place_in_document: int | None
    n_in_document: int | None
    goes_by: Literal["document", "order"]
    previous: str | None
    next: str | None
    originals: list[Original]
    variants: list[str]


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


@dataclass(frozen=True, kw_only=True)
class PassageRankings(Page):
    """A page of `n` topics; runs and rankings are counted in all of them."""

    depth: int
    n_runs: int
    n_rankings: int
    topic_sets: list[TopicSetCount]
    rows: list[RankedIn]


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


@dataclass(frozen=True, kw_only=True)
class PassageJudgments(Page):
    """A page of `n` topics by topic set and order; votes are counted in all of them.

    Without `shows_votes` the account may see no campaign's.
    """

    shows_votes: bool
    n_votes: int
    rows: list[JudgedFor]


def look_at_passage(passage: Passage) -> PassageLook:
    """By a fixed number of queries; the passage comes with its collection."""
    collection, text = passage.collection, passage.text or ""
    others, before, after = _neighbourhood(passage)
    is_part, has_place = passage.document_id is not None, passage.position_in_document is not None
    return PassageLook(
        collection=collection.name,
        ordinal=passage.ordinal,
        n_passages=collection.n_passages,
        doc_id=passage.doc_id,
        title=passage.title,
        text=passage.text,
        n_words=count_words(text),
        n_characters=len(text),
        document_id=passage.document_id,
        position_in_document=passage.position_in_document,
        place_in_document=before.count() + 1 if is_part and has_place else None,
        n_in_document=others.count() if is_part else None,
        goes_by="document" if is_part else "order",
        previous=before.values_list("doc_id", flat=True).first(),
        next=after.values_list("doc_id", flat=True).first(),
        originals=_originals(passage),
        variants=list(collection.variants.seen().order_by("name").values_list("name", flat=True)),
    )


def _neighbourhood(passage: Passage) -> tuple[PassageQuerySet, PassageQuerySet, PassageQuerySet]:
    """The passages of its document, or all, those before it from the nearest on, and those after.

    In a document passages without a position stand behind those that have one.
    """
    others = Passage.objects.filter(collection=passage.collection_id)
    earlier, later = Q(ordinal__lt=passage.ordinal), Q(ordinal__gt=passage.ordinal)
    if passage.document_id is None:
        return others, *_in_order(others, earlier, later, ["ordinal"])
    others = others.filter(document_id=passage.document_id)
    position, has_none = passage.position_in_document, Q(position_in_document__isnull=True)
    if position is None:
        earlier = (has_none & earlier) | ~has_none
        later = has_none & later
    else:
        same = Q(position_in_document=position)
        earlier = Q(position_in_document__lt=position) | (same & earlier)
        later = Q(position_in_document__gt=position) | (same & later) | has_none
    return others, *_in_order(others, earlier, later, ["position_in_document", "ordinal"])


def _in_order(
    others: PassageQuerySet, earlier: Q, later: Q, order: list[str]
) -> tuple[PassageQuerySet, PassageQuerySet]:
    before = others.filter(earlier).order_by(*(f"-{field}" for field in order))
    return before, others.filter(later).order_by(*order)


def _originals(passage: Passage) -> list[Original]:
    above = list(ancestors(lineages().collections, passage.collection_id))
    keys = [one.key for one in above]
    rows = Passage.objects.filter(collection__in=keys, ordinal=passage.ordinal)
    texts = {one.collection_id: one for one in rows.only("collection", "title", "text")}
    return [
        Original(one.name, texts[one.key].title, texts[one.key].text)
        for one in above
        if one.key in texts
    ]


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
    at = place_in_list(page, n=len(order), size=PAGE)
    return PassageRankings(
        **at.numbers,
        depth=DEPTH,
        n_runs=len({one.rank.run for one in found}),
        n_rankings=len(found),
        topic_sets=[TopicSetCount(*count) for count in sorted(counts.items())],
        rows=_ranked_in(passage, label_sets, {key: by_topic[key] for key in order[at.part]}),
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
    at = place_in_list(page, n=len(rows), size=PAGE)
    shown = rows[at.part]
    votes = votes_on_passage(passage, [key for key, *_ in shown], campaigns or ())
    return PassageJudgments(
        **at.numbers,
        shows_votes=campaigns is not None,
        n_votes=sum(n_votes.values()),
        rows=[
            JudgedFor(topic_set, query_id, query, labels.get(key, []), votes.get(key, []))
            for key, topic_set, query_id, query in shown
        ],
    )
