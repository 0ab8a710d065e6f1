from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, Q

from annotation.exceptions import PoolRefused
from annotation.models import LabelSet, Pool, PooledPair, PoolStrategy, TopicLabels
from annotation.pools.drawing import (
    SHOWS,
    Sample,
    common_ground,
    drawn_from_listed,
    drawn_topics,
)
from ranking.collections.docid_maps import docid_map
from ranking.lookup import refuse_private, refuse_taken
from ranking.models import Collection, Passage, Ranking, Run, TopicSet
from regrade.files.errors import BadInput
from regrade.files.judging.pairs import read_pairs

Key = tuple[int, int]  # (topic id, passage ordinal)
BATCH = 5000


class PoolReport(NamedTuple):
    pool: Pool
    n_topics: int
    n_pairs: int
    n_textless_left_out: int
    n_labelled_left_out: int
    strata: dict[str, int]


class Contribution(NamedTuple):
    """Source of a pooled pair: number of runs with it, and its best rank."""

    n_runs: int
    best_rank: int | None


@transaction.atomic
def build_pool_from_runs(
    *,
    name: str,
    runs: Sequence[Run],
    depth: int,
    sample: Sample | None = None,
    without: Sequence[LabelSet] = (),
    keep_textless: bool = False,
) -> PoolReport:
    """Build a pool: the union of each run's top `depth` passages per topic.

    Leaves out pairs labelled in `without`, so that only new ones are judged.

    Raises:
        PoolRefused: no run, depth below 1, runs of different collections or topic sets, a run that
            is still being computed, labels over others, or a sample that the topics cannot give.
        NameTaken: there is such a pool already.
    """
    refuse_taken(Pool, name)
    collection, topic_set = common_ground(runs, depth)
    refuse_labels_of_others(without, collection, topic_set)
    strata = drawn_topics(sample, runs, topic_set)
    pool = Pool.objects.create(
        name=name,
        collection=collection,
        topic_set=topic_set,
        strategy=PoolStrategy.DEPTH,
        depth=depth,
        seed=sample.seed if sample else None,
        recipe=_recipe(sample) | _left_out(without),
    )
    pool.runs.set(runs)
    contributions = tops(runs, depth, {topic: topic for topic in strata})
    return _fill(pool, contributions, strata, without, keep_textless=keep_textless)


@transaction.atomic
def build_pool_from_pairs(
    *,
    name: str,
    path: Path,
    collection: Collection,
    topic_set: TopicSet,
    sample: Sample | None = None,
    without: Sequence[LabelSet] = (),
    keep_textless: bool = False,
) -> PoolReport:
    """Build a pool from a list of pairs, without those labelled in `without`.

    Raises:
        BadInput: the file, or a pair in it whose query_id or doc_id is unknown.
        PoolRefused: labels over other topics or passages, a sample by strata, which needs runs, or
            more topics than there are.
        NameTaken: there is such a pool already.
    """
    refuse_taken(Pool, name)
    refuse_labels_of_others(without, collection, topic_set)
    contributions = _pairs_of_file(path, collection, topic_set)
    strata = drawn_from_listed(sample, {topic for topic, _ in contributions}, topic_set)
    pool = Pool.objects.create(
        name=name,
        collection=collection,
        topic_set=topic_set,
        strategy=PoolStrategy.PAIRS,
        seed=sample.seed if sample else None,
        recipe=_recipe(sample) | _left_out(without) | {"file": path.name},
    )
    return _fill(pool, contributions, strata, without, keep_textless=keep_textless)


def tops(runs: Sequence[Run], depth: int, topics: Mapping[int, int]) -> dict[Key, Contribution]:
    """Each pooled (topic, ordinal) with its contribution.

    Args:
        topics: the pool's topic for each that a run may rank: itself, or what it is a variant of.
    """
    tops: dict[Key, Contribution] = {}
    for ranking in Ranking.objects.filter(run__in=runs, topic__in=[*topics]).iterator():
        topic = topics[ranking.topic_id]
        for rank, ordinal in enumerate(ranking.ordinals[:depth].tolist(), start=1):
            earlier = tops.get((topic, ordinal), Contribution(0, rank))
            best = min(rank, earlier.best_rank or rank)
            tops[topic, ordinal] = Contribution(earlier.n_runs + 1, best)
    return tops


def _pairs_of_file(
    path: Path, collection: Collection, topic_set: TopicSet
) -> dict[Key, Contribution]:
    lines = list(read_pairs(path))
    topics = dict(topic_set.topics.values_list("query_id", "pk"))
    ordinals = docid_map(collection).ordinals_of([line.doc_id for line in lines]).tolist()
    pairs: dict[Key, Contribution] = {}
    for line, ordinal in zip(lines, ordinals, strict=True):
        if line.query_id not in topics:
            raise BadInput(
                path,
                line.line,
                f"no topic {line.query_id!r} in {topic_set.name}",
                code="unknown_topic",
            )
        if ordinal < 0:
            raise BadInput(
                path,
                line.line,
                f"no passage {line.doc_id!r} in {collection.name}",
                code="unknown_passage",
            )
        pairs[topics[line.query_id], ordinal] = Contribution(0, None)
    return pairs


def _recipe(sample: Sample | None) -> dict[str, object]:
    if sample is None:
        return {}
    return {
        "sample": sample.n,
        "strata": [stratum._asdict() for stratum in sample.strata],
        "labels": sample.labels.name if sample.labels else None,
    }


def _fill(
    pool: Pool,
    contributions: Mapping[Key, Contribution],
    strata: Mapping[int, str],
    without: Sequence[LabelSet],
    *,
    keep_textless: bool,
) -> PoolReport:
    labelled = labelled_pairs(without)
    passages = passages_of(pool.collection, {ordinal for _, ordinal in contributions})
    rows, n_textless, n_labelled = [], 0, 0
    for (topic_id, ordinal), contribution in sorted(contributions.items()):
        passage_id, has_text = passages[ordinal]
        if topic_id not in strata:
            continue
        if (topic_id, ordinal) in labelled:
            n_labelled += 1
            continue
        if not has_text and not keep_textless:
            n_textless += 1
            continue
        rows.append(
            PooledPair(
                pool=pool,
                topic_id=topic_id,
                passage_id=passage_id,
                stratum=strata[topic_id],
                n_runs=contribution.n_runs,
                best_rank=contribution.best_rank,
            )
        )
    if not rows:
        raise PoolRefused(_why_empty(n_textless, n_labelled), code="empty_pool")
    PooledPair.objects.bulk_create(rows, batch_size=BATCH)
    topics = {row.topic_id for row in rows}
    by_stratum: dict[str, int] = {}
    for topic_id in topics:
        by_stratum[strata[topic_id]] = by_stratum.get(strata[topic_id], 0) + 1
    return PoolReport(pool, len(topics), len(rows), n_textless, n_labelled, by_stratum)


def _why_empty(n_textless: int, n_labelled: int) -> str:
    if n_labelled:
        return (
            f"The pool would be empty: {n_labelled:,} pairs are labelled already, and there is no"
            " other that can be judged."
        )
    if not n_textless:
        return "The pool would be empty: no passage stands in it for any of its topics."
    left_out = "its one pair was" if n_textless == 1 else f"all {n_textless:,} pairs were"
    return (
        f"The pool would be empty: {left_out} left out for want of a text to judge;"
        " build_pool --keep-textless pools passages without a text as well."
    )


def refuse_labels_of_others(
    labels: Sequence[LabelSet], collection: Collection, topic_set: TopicSet
) -> None:
    """Refuse label sets over other topics or collections.

    Raises:
        PoolRefused: they label other topics, or passages of another collection.
        IsPrivate: one of them is private, or what is pooled is.
    """
    refuse_private([collection, topic_set, *labels], of=SHOWS)
    for one in labels:
        if (one.collection_id, one.topic_set_id) != (collection.pk, topic_set.pk):
            raise PoolRefused(
                f"{one.name} labels {one.collection} for {one.topic_set}, the pairs are of"
                f" {collection} for {topic_set}; labels over the same are needed.",
                code="other_ground",
            )


def labelled_pairs(labels: Sequence[LabelSet]) -> set[Key]:
    """All pairs labelled in any of these sets, whatever the label."""
    rows = TopicLabels.objects.filter(label_set__in=labels).only("topic_id", "ordinals")
    return {(row.topic_id, ordinal) for row in rows.iterator() for ordinal in row.ordinals.tolist()}


def _left_out(without: Sequence[LabelSet]) -> dict[str, object]:
    labels = [{"name": one.name, "content_hash": one.content_hash} for one in without]
    return {"without": labels} if labels else {}


def passages_of(collection: Collection, ordinals: set[int]) -> dict[int, tuple[int, bool]]:
    """Primary key and whether there is text to judge, by ordinal."""
    rows = Passage.objects.filter(collection=collection, ordinal__in=ordinals)
    has_text = ExpressionWrapper(Q(text__isnull=False) & ~Q(text=""), BooleanField())
    found = rows.annotate(has_text=has_text).values_list("ordinal", "pk", "has_text")
    return {ordinal: (pk, known) for ordinal, pk, known in found}
