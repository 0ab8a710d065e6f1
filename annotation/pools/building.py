from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, Q

from annotation.exceptions import PoolRefused
from annotation.models import LabelSet, Pool, PooledPair, PoolStrategy, TopicLabels
from annotation.pools.sampling import Stratum, draw, draw_by_strata
from ranking.collections.docid_maps import docid_map
from ranking.lookup import refuse_private, refuse_taken
from ranking.models import Collection, Passage, Ranking, Run, TopicSet
from regrade.files.errors import BadInput
from regrade.files.judging.pairs import read_pairs

Key = tuple[int, int]  # (topic id, passage ordinal)
BATCH = 5000
SHOWS = "organizers see what a pool is made of"


class Sample(NamedTuple):
    """Which topics to draw: `n` at random, or by the rank of their first relevant passage."""

    seed: int
    n: int | None = None
    strata: Sequence[Stratum] = ()
    labels: LabelSet | None = None


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
    strata = _drawn_from_pairs(sample, contributions, topic_set)
    pool = Pool.objects.create(
        name=name,
        collection=collection,
        topic_set=topic_set,
        strategy=PoolStrategy.PAIRS,
        seed=sample.seed if sample else None,
        recipe=_recipe(sample) | _left_out(without) | {"file": path.name},
    )
    return _fill(pool, contributions, strata, without, keep_textless=keep_textless)


def common_ground(runs: Sequence[Run], depth: int) -> tuple[Collection, TopicSet]:
    """The collection and topic set that a pool's runs share.

    Raises:
        PoolRefused: whatever `build_pool_from_runs` refuses in its runs and its depth.
        IsPrivate: one of them is private.
    """
    check_runs(runs, depth)
    first = runs[0]
    for run in runs:
        if (run.collection_id, run.topic_set_id) != (first.collection_id, first.topic_set_id):
            raise PoolRefused(
                f"{run.name} ranks {run.collection} for {run.topic_set}, {first.name} ranks"
                f" {first.collection} for {first.topic_set}; a pool needs runs over the same.",
                code="other_ground",
            )
    return first.collection, first.topic_set


def check_runs(runs: Sequence[Run], depth: int) -> None:
    """Refuse runs that cannot be pooled whatever they rank, as `common_ground` does."""
    refuse_private(runs, of=SHOWS)
    if not runs:
        raise PoolRefused("A pool is made of at least one run.", code="no_runs")
    if depth < 1:
        raise PoolRefused(
            f"The depth is counted in ranks from 1; {depth} pools nothing.",
            code="out_of_range",
            field="depth",
        )
    for run in runs:
        if run.status != "complete":
            raise PoolRefused(
                f"{run.name} is {run.status}; pool it when it is complete.", code="run_incomplete"
            )


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


def drawn_topics(sample: Sample | None, runs: Sequence[Run], topic_set: TopicSet) -> dict[int, str]:
    """The topics to pool, each with its stratum's name ("" where there are no strata).

    Raises:
        PoolRefused: the topics cannot give the sample.
    """
    topics = dict(topic_set.topics.values_list("query_id", "pk"))
    if sample is None:
        return dict.fromkeys(topics.values(), "")
    try:
        if not sample.strata:
            return dict.fromkeys((topics[q] for q in _at_random(sample, list(topics))), "")
        first = _first_relevant(runs, _labels_of(sample, topic_set))
        drawn = draw_by_strata(first, sample.strata, seed=sample.seed)
    except ValueError as error:
        raise PoolRefused(
            f"The sample cannot be drawn: {error}.", code="sample_not_drawn"
        ) from error
    n = sum(stratum.n for stratum in sample.strata)
    if sample.n not in {None, n}:
        raise PoolRefused(
            f"The strata give {n} topics; the sample needs {sample.n}.", code="sample_not_drawn"
        )
    return {topics[query_id]: stratum for query_id, stratum in drawn.items()}


def _at_random(sample: Sample, query_ids: Sequence[str]) -> list[str]:
    if sample.n is None:
        return list(query_ids)
    return draw(query_ids, sample.n, seed=sample.seed)


def _drawn_from_pairs(
    sample: Sample | None, pairs: Mapping[Key, Contribution], topic_set: TopicSet
) -> dict[int, str]:
    pooled = {topic_id for topic_id, _ in pairs}
    if sample is None:
        return dict.fromkeys(pooled, "")
    if sample.strata:
        raise PoolRefused(
            "Strata are ranks in runs; a list of pairs has none. Leave them out.",
            code="strata_of_no_runs",
        )
    topics = dict(topic_set.topics.filter(pk__in=pooled).values_list("query_id", "pk"))
    try:
        return {topics[query_id]: "" for query_id in _at_random(sample, list(topics))}
    except ValueError as error:
        raise PoolRefused(
            f"The sample cannot be drawn: {error}.", code="sample_not_drawn"
        ) from error


def _labels_of(sample: Sample, topic_set: TopicSet) -> LabelSet:
    labels = sample.labels
    refuse_private([labels], of=SHOWS)
    if labels is None:
        raise PoolRefused(
            "Strata are ranks of the first relevant passage; name the labels.",
            code="labels_missing",
        )
    if labels.topic_set_id != topic_set.pk:
        raise PoolRefused(
            f"{labels.name} labels {labels.topic_set}, the runs rank {topic_set}.",
            code="other_topic_set",
        )
    return labels


def _first_relevant(runs: Sequence[Run], labels: LabelSet) -> dict[str, int]:
    """The best rank, over the runs, of a passage that the labels call relevant, by query_id."""
    relevant = {
        row.topic_id: row.ordinals[row.relevances >= labels.min_relevance]
        for row in labels.topic_labels.all()
    }
    first: dict[str, int] = {}
    for ranking in Ranking.objects.filter(run__in=runs).select_related("topic").iterator():
        hits = np.flatnonzero(np.isin(ranking.ordinals, relevant.get(ranking.topic_id, ())))
        if hits.size:
            query_id, rank = ranking.topic.query_id, int(hits[0]) + 1
            first[query_id] = min(rank, first.get(query_id, rank))
    return first


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
