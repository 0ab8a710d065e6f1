from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from regrade.aggregation.policy import AggregationPolicy
from regrade.aggregation.rounding import round_relevance, rounded_median


class Label(NamedTuple):
    """What a pair's votes came to."""

    relevance: int | None  # None: the tie rule leaves the pair unjudged
    median: float | None = None  # before rounding; None under majority
    is_tie: bool = False  # the tie rule decided


def label_pair(
    grades: Sequence[int],
    policy: AggregationPolicy,
    *,
    fallback_relevant: bool,
    decided: int | None = None,
) -> Label:
    """Aggregate one pair's votes.

    Args:
        grades: the pair's votes, at least one.
        policy: how they are aggregated.
        fallback_relevant: the fallback's label of this pair; read on a tie only.
        decided: the grade of a decision on this pair; it goes before the tie rule, likewise.
    """
    if policy.aggregate == "median":
        middle = float(statistics.median(grades))
        return Label(round_relevance(middle, policy.rounding), median=middle)
    threshold = policy.threshold
    values = grades if threshold is None else [int(grade >= threshold) for grade in grades]
    votes_by_value = Counter(values)
    most_votes = max(votes_by_value.values())
    leaders = [value for value, n_votes in votes_by_value.items() if n_votes == most_votes]
    if 2 * most_votes > len(grades):
        return Label(leaders[0])
    if decided is not None:
        return Label(decided if threshold is None else int(decided >= threshold), is_tie=True)
    return Label(_break_tie(grades, leaders, policy, fallback_relevant), is_tie=True)


def count_relevant(n_by_value: Mapping[int, int], min_relevance: int) -> int:
    """How many of the pairs, counted by relevance, are relevant."""
    return sum(n for value, n in n_by_value.items() if value >= min_relevance)


def _break_tie(
    grades: Sequence[int],
    leaders: Sequence[int],
    policy: AggregationPolicy,
    fallback_relevant: bool,
) -> int | None:
    if policy.tie == "highest":
        return max(leaders)
    if policy.tie == "lowest":
        return min(leaders)
    if policy.tie == "fallback":
        return int(fallback_relevant)
    if policy.tie == "median":
        middle = rounded_median(grades, policy.rounding)
        return middle if policy.threshold is None else int(middle >= policy.threshold)
    return None
