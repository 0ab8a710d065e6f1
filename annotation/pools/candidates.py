"""Pairs of a planned pool that may become gold or qualification pairs: listed, or drawn."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from heapq import heappop, heapreplace
from typing import Annotated, NamedTuple

import numpy as np
from django.db.models import Q

from annotation.exceptions import PoolRefused
from annotation.models import LabelSet, TopicLabels
from annotation.pools.building import Key, refuse_labels_of_others
from annotation.pools.planned import PlannedPool
from ranking.models import Passage, Ranking, Topic
from regrade.counted import counted

MAX_TOPICS = 20
MAX_LISTED = 500
MAX_DRAWN = 1000
BEGINNING = 600  # characters of a passage's text


class PooledRank(NamedTuple):
    run: str
    rank: int


class OldGrade(NamedTuple):
    labels: str
    value: int


class Candidate(NamedTuple):
    """A passage of one topic, with its rank in each run that pools it and its older labels."""

    passage_id: str
    text: Annotated[str, "Its beginning."]
    ranks: list[PooledRank]
    old_grades: list[OldGrade]


class CandidateTopic(NamedTuple):
    query_id: str
    query: str


class Candidates(NamedTuple):
    """The first topics that match a search, and the pairs of one topic, best rank first.

    `topic` is the one whose pairs are listed; null if none matches.
    """

    topics: list[CandidateTopic]
    n_topics: Annotated[int, "All that match."]
    topic: CandidateTopic | None
    pairs: list[Candidate]


def list_candidates(
    pool: PlannedPool,
    *,
    labels: Sequence[LabelSet] = (),
    search: Annotated[str, {"max_length": 200, "allow_blank": True}] = "",
    topic: Annotated[str, {"max_length": 512, "allow_blank": True}] = "",
) -> Candidates:
    """Topics of the pool whose id or query contains `search`, and pairs of one of the topics.

    Args:
        labels: label sets whose values are listed beside the pairs.
        topic: the query_id of the one whose pairs are listed; without it the first that matches.
    """
    drawn = Topic.objects.filter(pk__in=pool.topics).order_by("ordinal")
    matching = drawn.filter(Q(query_id__icontains=search) | Q(query__icontains=search))
    chosen = drawn.filter(query_id=topic).first() if topic else matching.first()
    return Candidates(
        topics=[CandidateTopic(one.query_id, one.query) for one in matching[:MAX_TOPICS]],
        n_topics=matching.count(),
        topic=CandidateTopic(chosen.query_id, chosen.query) if chosen else None,
        pairs=_pairs_of(pool, chosen, labels) if chosen else [],
    )


def _pairs_of(pool: PlannedPool, topic: Topic, labels: Sequence[LabelSet]) -> list[Candidate]:
    pooled = set(pool.ordinals_by_topic({topic.pk}).get(topic.pk, np.zeros(0, int)).tolist())
    ranks = defaultdict[int, list[PooledRank]](list)
    rankings = Ranking.objects.filter(run__in=pool.runs, topic=topic).select_related("run")
    for ranking in rankings.order_by("run__name"):
        for rank, ordinal in enumerate(ranking.ordinals[: pool.depth].tolist(), start=1):
            if ordinal in pooled:
                ranks[ordinal].append(PooledRank(ranking.run.name, rank))
    old = _old_grades(topic, labels)
    first = sorted(ranks, key=lambda ordinal: (min(r.rank for r in ranks[ordinal]), ordinal))
    texts = _passages(pool, first[:MAX_LISTED])
    return [
        Candidate(*texts[ordinal], ranks[ordinal], old.get(ordinal, []))
        for ordinal in first[:MAX_LISTED]
    ]


def _old_grades(topic: Topic, labels: Sequence[LabelSet]) -> Mapping[int, list[OldGrade]]:
    found = defaultdict[int, list[OldGrade]](list)
    rows = TopicLabels.objects.filter(label_set__in=labels, topic=topic)
    for row in rows.select_related("label_set").order_by("label_set__name"):
        for ordinal, value in zip(row.ordinals.tolist(), row.relevances.tolist(), strict=True):
            found[ordinal].append(OldGrade(row.label_set.name, value))
    return found


def _passages(pool: PlannedPool, ordinals: Sequence[int]) -> dict[int, tuple[str, str]]:
    """doc_id and beginning of the text, by ordinal."""
    rows = Passage.objects.filter(collection=pool.collection, ordinal__in=ordinals)
    found = rows.with_text().values_list("ordinal", "doc_id", "text")
    return {ordinal: (doc_id, (text or "")[:BEGINNING]) for ordinal, doc_id, text in found}


class DrawnPair(NamedTuple):
    query_id: str
    query: str
    passage_id: str
    grade: int
    text: Annotated[str, "Its beginning."]


class Available(NamedTuple):
    """How many pairs of the pool have this label; those taken already are not counted."""

    value: int
    n: int


class DrawnPairs(NamedTuple):
    pairs: list[DrawnPair]
    available: list[Available]


class Labelled(NamedTuple):
    """A pooled passage, by topic and ordinal, with its label."""

    topic: int
    ordinal: int
    value: int


def draw_candidates(
    pool: PlannedPool,
    *,
    labels: LabelSet,
    n: Annotated[int, {"min_value": 0, "max_value": MAX_DRAWN}],
    seed: int,
    grades: Mapping[int, int],
    taken: Sequence[tuple[str, str]] = (),
) -> DrawnPairs:
    """Draw pairs that a label set grades, spread evenly over grades, then over topics.

    The same seed draws the same pairs. With n = 0 only the available pairs are counted.

    Args:
        grades: the grade that each label stands for; pairs with other labels are not drawn.
        taken: query_id and passage_id of pairs that are not drawn again.

    Raises:
        PoolRefused: labels over other topics or passages, or fewer such pairs than n.
        IsPrivate: the labels are private.
    """
    refuse_labels_of_others([labels], pool.collection, pool.topic_set)
    found = _labelled(pool, labels, set(taken))
    usable = [one for one in found if one.value in grades]
    if n > len(usable):
        raise PoolRefused(
            f"{labels.name} grades {counted(len(usable), 'pair')} of this pool that can be drawn;"
            f" {n} were asked for.",
            code="too_few_pairs",
            field="n",
        )
    drawn = spread_over_grades([(grades[one.value], one) for one in usable], n=n, seed=seed)
    texts = _passages(pool, [one.ordinal for _, one in drawn])
    topics = Topic.objects.in_bulk({one.topic for _, one in drawn})
    pairs = []
    for grade, one in drawn:
        topic, (passage_id, text) = topics[one.topic], texts[one.ordinal]
        pairs.append(DrawnPair(topic.query_id, topic.query, passage_id, grade, text))
    by_value = Counter(one.value for one in found)
    return DrawnPairs(pairs, [Available(value, by_value[value]) for value in labels.scale])


def _labelled(pool: PlannedPool, labels: LabelSet, taken: set[tuple[str, str]]) -> list[Labelled]:
    rows = {row.topic_id: row for row in labels.topic_labels.filter(topic__in=pool.topics)}
    pooled = pool.ordinals_by_topic(rows.keys())
    used = _keys_of(pool, taken)
    return [
        Labelled(topic, ordinal, value)
        for topic, row in rows.items()
        for ordinal, value in _in_pool(row, pooled.get(topic, np.zeros(0, dtype=np.int32)))
        if (topic, ordinal) not in used
    ]


def _in_pool(row: TopicLabels, pooled: np.ndarray) -> list[tuple[int, int]]:
    is_pooled = np.isin(row.ordinals, pooled)
    kept = row.ordinals[is_pooled].tolist(), row.relevances[is_pooled].tolist()
    return list(zip(*kept, strict=True))


def _keys_of(pool: PlannedPool, taken: set[tuple[str, str]]) -> set[Key]:
    topics = dict(pool.topic_set.topics.values_list("query_id", "pk"))
    doc_ids = {doc_id for _, doc_id in taken}
    rows = Passage.objects.filter(collection=pool.collection, doc_id__in=doc_ids)
    ordinals = dict(rows.values_list("doc_id", "ordinal"))
    return {
        (topics[query_id], ordinals[doc_id])
        for query_id, doc_id in taken
        if query_id in topics and doc_id in ordinals
    }


def spread_over_grades(
    pairs: Sequence[tuple[int, Labelled]], *, n: int, seed: int
) -> list[tuple[int, Labelled]]:
    """Draw `n` graded pairs, one after the other: from the grade that has the fewest so far, and in
    it from the topic that has the fewest; ties go by a random order under the seed."""
    order = np.random.default_rng(seed).permutation(len(pairs))
    waiting = defaultdict[int, dict[int, list[Labelled]]](dict)
    in_order = sorted(pairs)
    for grade, one in (in_order[index] for index in order.tolist()):
        waiting[grade].setdefault(one.topic, []).append(one)
    # By grade: its topics by the number drawn so far, then in random order; a number may be late.
    queues = {grade: [(0, *at) for at in enumerate(topics)] for grade, topics in waiting.items()}
    of_grade, of_topic = Counter[int](), Counter[int]()
    drawn: list[tuple[int, Labelled]] = []
    while len(drawn) < n:
        grade = min(queues, key=lambda one: (of_grade[one], one))
        topic = _next_topic(queues[grade], of_topic)
        left = waiting[grade][topic]
        drawn.append((grade, left.pop()))
        of_grade[grade] += 1
        of_topic[topic] += 1
        if not left:
            heappop(queues[grade])
        if not queues[grade]:
            del queues[grade]
    return drawn


def _next_topic(queue: list[tuple[int, int, int]], of_topic: Counter[int]) -> int:
    """The first topic of a heap, once those that another grade drew from are put back in order."""
    while (n := of_topic[queue[0][2]]) != queue[0][0]:
        heapreplace(queue, (n, *queue[0][1:]))
    return queue[0][2]
