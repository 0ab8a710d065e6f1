"""One relevance a pair from its votes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.policy import ROUNDED, AggregationPolicy
from regrade.aggregation.tallies import Tally, tally_grades, tally_values
from regrade.agreement.counting.scale import Grades
from regrade.votes.packed import PackedVotes
from regrade.votes.rounding import round_relevances

Flags = NDArray[np.bool_]
# Sums of weights and likelihoods that differ by less than this share are equal.
EQUAL = 1e-6


class Labels(NamedTuple):
    """Labels of pairs, each array of shape (n_pairs,)."""

    relevances: Grades
    is_labelled: Flags  # not: the tie rule leaves the pair unjudged
    exact: NDArray[np.float64]  # a median or mean before rounding; NaN where there is none
    is_tie: Flags  # counting found no value


def label_pairs(
    votes: PackedVotes,
    policy: AggregationPolicy,
    scale: Grades,
    is_fallback_relevant: Flags,
    decided: NDArray[np.float64],
) -> Labels:
    """The label of each pair.

    Args:
        votes: all with a grade.
        policy: how they are aggregated.
        scale: the grades that could be given, ascending.
        is_fallback_relevant: shape (n_pairs,). The fallback's labels; read on ties only.
        decided: shape (n_pairs,). The grade of a decision that settles ties, before the tie rule;
            NaN where there is none.
    """
    if not policy.counts:
        return _of_numbers(tally_grades(votes), policy)
    tally = tally_values(votes, policy, scale)
    is_leader, is_tie = _lead(tally, policy)
    by_rule = _by_rule(votes, tally.values, is_leader, policy, is_fallback_relevant)
    is_decided = ~np.isnan(decided)
    settled = np.where(is_decided, at_threshold(np.nan_to_num(decided), policy), by_rule)
    found = _first(tally.values, is_leader)
    return Labels(
        np.where(is_tie, settled, found).astype(np.int64),
        ~is_tie | is_decided | (policy.tie != "unjudged"),
        np.full(votes.n_pairs, np.nan),
        is_tie,
    )


def count_relevant(n_by_value: Mapping[int, int], min_relevance: int) -> int:
    """How many of the pairs, counted by relevance, are relevant."""
    return sum(n for value, n in n_by_value.items() if value >= min_relevance)


def _of_numbers(tally: Tally, policy: AggregationPolicy) -> Labels:
    n_pairs = len(tally.counts)
    is_given = tally.counts > 0
    exact = np.full(n_pairs, np.nan)
    if policy.aggregate in ROUNDED:
        exact = _medians(tally) if policy.aggregate == "median" else _means(tally)
        relevances = round_relevances(exact, policy.rounding)
    elif policy.aggregate == "highest":
        relevances = _last(tally.values, is_given)
    else:
        relevances = _first(tally.values, is_given)
    nothing = np.zeros(n_pairs, dtype=np.bool_)
    return Labels(relevances, ~nothing, exact, nothing)


def _by_rule(
    votes: PackedVotes,
    values: Grades,
    is_leader: Flags,
    policy: AggregationPolicy,
    is_fallback_relevant: Flags,
) -> NDArray[Any]:
    """Each pair's label by the tie rule; a rule that leaves pairs unjudged gives no label."""
    if policy.tie == "highest":
        return _last(values, is_leader)
    if policy.tie == "fallback":
        return is_fallback_relevant.astype(np.int64)
    if policy.tie == "median":
        medians = round_relevances(_medians(tally_grades(votes)), policy.rounding)
        return at_threshold(medians, policy)
    return _first(values, is_leader)


def _lead(tally: Tally, policy: AggregationPolicy) -> tuple[Flags, Flags]:
    """Which values lead each pair, shape (n_pairs, n_values), and whether none wins."""
    most = tally.counts.max(axis=1, initial=0)
    is_leader = tally.counts >= most[:, None] * (1 - EQUAL)
    if policy.aggregate == "unanimous":
        is_given = tally.counts > 0
        return is_given, is_given.sum(axis=1) > 1
    if policy.aggregate in ("plurality", "dawid-skene"):
        return is_leader, is_leader.sum(axis=1) > 1
    return is_leader, 2 * most <= tally.totals * (1 + EQUAL)


def _first(values: Grades, is_among: Flags) -> Grades:
    """The lowest of the values that each pair has, shape (n_pairs,)."""
    lowest: Grades = values[is_among.argmax(axis=1)]
    return lowest


def _last(values: Grades, is_among: Flags) -> Grades:
    """The highest of the values that each pair has, shape (n_pairs,)."""
    highest: Grades = values[values.size - 1 - is_among[:, ::-1].argmax(axis=1)]
    return highest


def _medians(tally: Tally) -> NDArray[np.float64]:
    reached, totals = tally.counts.cumsum(axis=1), tally.totals
    lower, upper = (
        _first(tally.values, reached > place[:, None]) for place in ((totals - 1) // 2, totals // 2)
    )
    return (lower + upper) / 2


def _means(tally: Tally) -> NDArray[np.float64]:
    means: NDArray[np.float64] = (tally.counts @ tally.values) / np.maximum(tally.totals, 1)
    return means


def at_threshold(grades: NDArray[Any], policy: AggregationPolicy) -> NDArray[Any]:
    """Grades as the policy counts them: as they are, or as 1 and 0."""
    return (grades >= policy.threshold).astype(np.int64) if policy.is_binary else grades
