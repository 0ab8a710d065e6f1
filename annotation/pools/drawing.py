"""Topics drawn for a pool: all, some at random, or by the rank of their first relevant passage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

import numpy as np

from annotation.exceptions import PoolRefused, SampleRefused
from annotation.models import LabelSet
from annotation.pools.sampling import Stratum, draw, draw_by_strata, strata_faults
from ranking.lookup import refuse_private
from ranking.models import Collection, Ranking, Run, TopicSet

SHOWS = "organizers see what a pool is made of"


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


class Sample(NamedTuple):
    """Which topics to draw: `n` at random, or by the rank of their first relevant passage."""

    seed: int
    n: int | None = None
    strata: Sequence[Stratum] = ()
    labels: LabelSet | None = None


def drawn_topics(sample: Sample | None, runs: Sequence[Run], topic_set: TopicSet) -> dict[int, str]:
    """The topics to pool, each with its stratum's name ("" where there are no strata).

    Raises:
        PoolRefused: the topics cannot give the sample.
    """
    topics = dict(topic_set.topics.values_list("query_id", "pk"))
    if sample is None:
        return dict.fromkeys(topics.values(), "")
    if not sample.strata:
        return dict.fromkeys((topics[q] for q in _at_random(sample, list(topics))), "")
    first = first_relevant_ranks(runs, labels_to_draw_by(sample.labels, topic_set))
    _check_strata(sample, first)
    drawn = draw_by_strata(first, sample.strata, seed=sample.seed)
    return {topics[query_id]: stratum for query_id, stratum in drawn.items()}


def _check_strata(sample: Sample, first_relevant: Mapping[str, int]) -> None:
    if faults := strata_faults(sample.strata, first_relevant):
        sentences = {
            f"sample.strata.{index}.{field}": f"{reason[0].upper()}{reason[1:]}."
            for index, field, reason in faults
        }
        raise SampleRefused(f"The sample cannot be drawn: {faults[0].reason}.", sentences)
    n = sum(stratum.n for stratum in sample.strata)
    if sample.n not in {None, n}:
        raise _not_drawn("n", f"the strata give {n} topics, {sample.n} were asked for")


def _not_drawn(field: str, reason: str) -> SampleRefused:
    sentence = f"The sample cannot be drawn: {reason}."
    return SampleRefused(sentence, {f"sample.{field}": f"{reason[0].upper()}{reason[1:]}."})


def _at_random(sample: Sample, query_ids: Sequence[str]) -> list[str]:
    if sample.n is None:
        return list(query_ids)
    if sample.seed < 0:
        raise _not_drawn("seed", f"a seed is 0 or more, not {sample.seed}")
    try:
        return draw(query_ids, sample.n, seed=sample.seed)
    except ValueError as error:
        raise _not_drawn("n", str(error)) from error


def drawn_from_listed(
    sample: Sample | None, pooled: Set[int], topic_set: TopicSet
) -> dict[int, str]:
    """As `drawn_topics`, from the topics of a list of pairs, by their ids."""
    if sample is None:
        return dict.fromkeys(pooled, "")
    if sample.strata:
        raise PoolRefused(
            "Strata are ranks in runs; a list of pairs has none. Leave them out.",
            code="strata_of_no_runs",
        )
    topics = dict(topic_set.topics.filter(pk__in=pooled).values_list("query_id", "pk"))
    return {topics[query_id]: "" for query_id in _at_random(sample, list(topics))}


def labels_to_draw_by(labels: LabelSet | None, topic_set: TopicSet) -> LabelSet:
    """These labels, if strata can be drawn by them.

    Raises:
        PoolRefused: there are none, they label other topics, or they are a sample.
        IsPrivate: they are private.
    """
    refuse_private([labels], of=SHOWS)
    if labels is None:
        raise PoolRefused(
            "Strata are ranks of the first relevant passage; name the labels.",
            code="labels_missing",
            field="sample.labels",
        )
    if labels.topic_set_id != topic_set.pk:
        raise PoolRefused(
            f"{labels.name} labels {labels.topic_set}, the runs rank {topic_set}.",
            code="other_topic_set",
            field="sample.labels",
        )
    if labels.is_sample:
        raise PoolRefused(
            f"{labels.name} is a sample: the first relevant passage may not have been drawn. Name"
            " labels that are no sample.",
            code="labels_are_a_sample",
            field="sample.labels",
        )
    return labels


def first_relevant_ranks(runs: Sequence[Run], labels: LabelSet) -> dict[str, int]:
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


class FirstRelevant(NamedTuple):
    """How many topics have their first relevant passage at each rank.

    `ranks` ascend, with `n_topics` beside them; the last number counts the topics without any.
    """

    ranks: list[int]
    n_topics: list[int]
    n_without: int


def first_relevant(runs: Sequence[Run], labels: LabelSet) -> FirstRelevant:
    """The ranks by which strata are drawn from these runs, before any is.

    Raises:
        PoolRefused: runs that make no pool, or labels over other topics.
    """
    _, topic_set = common_ground(runs, 1)
    first = first_relevant_ranks(runs, labels_to_draw_by(labels, topic_set))
    counts = sorted(Counter(first.values()).items())
    return FirstRelevant(
        ranks=[rank for rank, _ in counts],
        n_topics=[n for _, n in counts],
        n_without=topic_set.topics.count() - len(first),
    )
