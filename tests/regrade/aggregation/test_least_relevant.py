from __future__ import annotations

import pytest

from regrade.aggregation.least_relevant import usual_min_relevance, with_min_relevance
from regrade.aggregation.policy import AggregationPolicy

SCALE = [1, 2, 3, 4, 5]
MEDIAN = AggregationPolicy(aggregate="median")
MEDIAN_FROM_2 = AggregationPolicy(aggregate="median", threshold=2)
MAJORITY = AggregationPolicy(aggregate="majority")
BINARY = AggregationPolicy(aggregate="majority", threshold=3)
CONFIRMED = AggregationPolicy(aggregate="majority", require_fallback_relevant=True)


@pytest.mark.parametrize(
    ("policy", "usual"), [(MEDIAN, 3), (MEDIAN_FROM_2, 2), (MAJORITY, 3), (BINARY, 1)]
)
def test_usual_min_relevance_follows_from_the_policy(policy: AggregationPolicy, usual: int) -> None:
    assert usual_min_relevance(policy, SCALE) == usual


@pytest.mark.parametrize("policy", [MEDIAN, MEDIAN_FROM_2, MAJORITY, BINARY, CONFIRMED])
def test_with_min_relevance_of_what_is_usual_changes_nothing(policy: AggregationPolicy) -> None:
    assert with_min_relevance(policy, SCALE, None) == policy
    assert with_min_relevance(policy, SCALE, usual_min_relevance(policy, SCALE)) == policy


def test_with_min_relevance_is_the_threshold_of_a_number() -> None:
    assert with_min_relevance(MEDIAN, SCALE, 4).threshold == 4
    assert with_min_relevance(MAJORITY, SCALE, 1) == MAJORITY


@pytest.mark.parametrize(
    ("policy", "asked", "named"),
    [
        (MEDIAN, 6, "not on the scale"),
        (BINARY, 2, "labels are 0 and 1"),
        (MEDIAN_FROM_2, 3, "threshold of a median"),
        (CONFIRMED, 2, "midpoint"),
    ],
)
def test_with_min_relevance_that_has_no_place_is_refused(
    policy: AggregationPolicy, asked: int, named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        with_min_relevance(policy, SCALE, asked)
