"""The real campaign under its three policies: what must hold whatever the data say."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from regrade.aggregation import Aggregation, AggregationPolicy, aggregate
from regrade.aggregation.filters import drop_blank_assessors, drop_not_judged
from regrade.votes.packed import pack
from regrade.votes.vote import PairKey
from tests.real_data import needs_real_data, real_fallback, real_votes

pytestmark = needs_real_data

LIBERAL, STRICT = (
    AggregationPolicy(
        aggregate="majority",
        threshold=threshold,
        tie="fallback",
        min_assessors=3,
        max_blank_share=0.5,
    )
    for threshold in (2, 3)
)
GRADED = AggregationPolicy(aggregate="median", min_assessors=3, max_blank_share=0.5)


def derive(policy: AggregationPolicy, *, is_confirmed: bool = False) -> Aggregation:
    fields = vars(policy) | {"require_fallback_relevant": is_confirmed}
    return aggregate(
        real_votes(), AggregationPolicy(**fields), scale=range(1, 6), fallback=real_fallback()
    )


def relevant(result: Aggregation) -> set[PairKey]:
    return {
        (topic, passage)
        for topic, labels in result.labels.items()
        for passage, relevance in labels.items()
        if relevance >= result.min_relevance
    }


def topics_with_three_assessors() -> set[str]:
    """Counted apart: who graded at least half of their own rows of a topic."""
    rows: defaultdict[str, defaultdict[str, list[int | None]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for vote in real_votes():
        rows[vote.topic][vote.assessor].append(vote.grade)
    return {
        topic
        for topic, by_assessor in rows.items()
        if sum(grades.count(None) <= len(grades) / 2 for grades in by_assessor.values()) >= 3
    }


@pytest.mark.parametrize("policy", [LIBERAL, STRICT, GRADED], ids=["liberal", "strict", "graded"])
def test_real_topics_are_those_with_three_assessors_and_keep_twenty_passages(
    policy: AggregationPolicy,
) -> None:
    result = derive(policy)
    assert result.labels.keys() == topics_with_three_assessors()
    assert {len(labels) for labels in result.labels.values()} == {20}


def test_real_strict_relevance_implies_liberal() -> None:
    assert relevant(derive(STRICT)) < relevant(derive(LIBERAL))


def test_real_median_and_majority_agree_where_votes_cannot_split() -> None:
    """With an odd number of votes the median is 3 or more exactly when more than half are."""
    graded, strict = derive(GRADED), derive(STRICT)
    votes = pack(real_votes())
    left = drop_blank_assessors(votes, np.ones(votes.pairs.size, dtype=np.bool_), 0.5)
    kept = votes.where(drop_not_judged(votes, left))
    is_odd = np.bincount(kept.pairs) % 2 == 1
    odd = {
        (kept.topics[topic], passage)
        for topic, passage in zip(
            kept.pair_topics[is_odd].tolist(), kept.passages[is_odd].tolist(), strict=True
        )
    }
    assert relevant(graded) & odd == relevant(strict) & odd
    assert relevant(graded) != relevant(strict)


@pytest.mark.parametrize(
    ("policy", "n_topics"),
    [(LIBERAL, 45), (STRICT, 42), (GRADED, 42)],
    ids=["liberal", "strict", "graded"],
)
def test_real_topics_that_keep_their_original_passage_relevant(
    policy: AggregationPolicy, n_topics: int
) -> None:
    everything, confirmed = derive(policy), derive(policy, is_confirmed=True)
    originals = {(topic, passage) for topic, of in real_fallback().items() for passage in of}
    still_relevant = relevant(everything) & originals
    assert confirmed.labels.keys() == {topic for topic, _ in still_relevant}
    assert len(confirmed.labels) == n_topics


def test_real_steps_say_what_went() -> None:
    steps = {step.name: step for step in derive(LIBERAL, is_confirmed=True).steps}
    assert steps["blank share"].n_assessor_topics_removed == 1
    assert steps["min assessors"].n_topics == 51
    assert steps["fallback relevant"].n_topics == 45
