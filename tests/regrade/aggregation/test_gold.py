from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.aggregation import Aggregation, aggregate
from regrade.aggregation.policy import Aggregate, AggregationPolicy
from regrade.votes.vote import Vote
from tests.annotation.made_campaigns import any_votes, cast

SCALE = range(1, 6)
MEDIAN = AggregationPolicy(aggregate="median", gold="expert")
STRICT = AggregationPolicy(aggregate="majority", threshold=3, gold="expert")
Labels = dict[str, dict[int, int]]


def derive(votes: list[Vote], policy: AggregationPolicy = MEDIAN, **options: Any) -> Aggregation:
    return aggregate(votes, policy, scale=SCALE, **options)


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        (MEDIAN, {1: 3, 7: 2, 8: 5}),
        (replace(MEDIAN, aggregate="lowest"), {1: 2, 7: 2, 8: 5}),
        (replace(MEDIAN, aggregate="plurality", tie="highest"), {1: 4, 7: 2, 8: 5}),
        (
            replace(STRICT, tie="highest"),
            {1: 1, 7: 0, 8: 1},
        ),  # 0 and 1 by the threshold, as votes are
        (replace(MEDIAN, gold="none"), {1: 3}),
    ],
)
def test_the_expert_s_grade_is_a_gold_pair_s_label(
    policy: AggregationPolicy, expected: dict[int, int]
) -> None:
    gold = {("q1", 7): 2, ("q1", 8): 5}
    result = derive(cast("q1", 1, 2, 4), policy, gold=gold)
    assert result.labels == {"q1": expected}
    assert (result.n_gold, result.n_pairs) == (len(expected) - 1, len(expected))


@pytest.mark.parametrize(
    ("options", "policy"),
    [
        ({}, replace(MEDIAN, min_assessors=3)),
        ({}, replace(MEDIAN, min_votes=3)),
        ({"only_topics": {"q1"}}, MEDIAN),
        ({"only_assessors": {"nobody"}}, MEDIAN),
        ({"fallback": {"q2": [8]}}, replace(STRICT, require_fallback_relevant=True)),
    ],
)
def test_gold_pairs_of_a_topic_that_is_left_out_get_no_label(
    options: dict[str, Any], policy: AggregationPolicy
) -> None:
    result = derive(cast("q2", 1, 4, 4), policy, gold={("q2", 8): 5}, **options)
    assert (result.labels, result.n_gold) == ({}, 0)


def test_gold_pairs_of_a_topic_without_votes_get_no_label() -> None:
    result = derive(cast("q1", 1, 4), gold={("q3", 1): 5})
    assert result.labels == {"q1": {1: 4}}


def test_votes_and_decisions_on_a_gold_pair_are_left_out() -> None:
    """They would make a tie of it, or its label; min_votes cannot take the label away."""
    votes = [*cast("q1", 1, 4, 4), *cast("q1", 2, 1, 5)]
    policy = replace(MEDIAN, aggregate="plurality", decisions="override", min_votes=2)
    result = derive(votes, policy, gold={("q1", 2): 2}, decisions={("q1", 2): 3})
    assert result.labels == {"q1": {1: 4, 2: 2}}
    assert (result.n_ties, result.n_gold, result.n_unanswered) == (0, 1, 0)
    first = result.steps[0]
    assert (first.name, first.n_judgments_removed) == ("gold votes", 2)


def test_a_gold_label_is_nothing_rounded() -> None:
    result = derive(cast("q1", 1, 3, 4), gold={("q1", 2): 3})
    assert result.is_rounded.tolist() == [True, False]


@pytest.mark.parametrize(
    ("gold", "part"),
    [({("q1", 2): 6}, "6"), ({(10, 1): 3, ("10", 1): 3}, "several known grades")],
)
def test_an_expert_s_grade_off_the_scale_or_twice_is_refused(gold: Any, part: str) -> None:
    with pytest.raises(ValueError, match=part):
        derive(cast("q1", 1, 4), gold=gold)


@pytest.mark.parametrize("rule", ["median", "majority", "dawid-skene", "weighted"])
@given(votes=any_votes, grade=st.integers(1, 5))
def test_gold_pairs_change_no_other_label(rule: Aggregate, votes: list[Vote], grade: int) -> None:
    """A pair that nobody voted on adds its label, and leaves counts and labels of the rest."""
    policy = AggregationPolicy(aggregate=rule)
    plain = derive(votes, policy)
    found = derive(votes, replace(policy, gold="expert"), gold={("q1", 999): grade})
    with_gold: Labels = {topic: dict(labels) for topic, labels in plain.labels.items()}
    if "q1" in with_gold:
        with_gold["q1"][999] = grade
    assert found.labels == with_gold
    assert (found.n_ties, found.steps) == (plain.n_ties, plain.steps)
