"""One relevance a pair from its votes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.policy import ROUNDED, AggregationPolicy
from regrade.aggregation.tallies import Ballots, Copies, Tally
from regrade.agreement.counting.scale import Grades
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
    ballots: Ballots,
    policy: AggregationPolicy,
    is_fallback_relevant: Flags,
    decided: NDArray[np.float64],
    copies: Copies | None = None,
) -> Labels:
    """The label of each pair.

    Args:
        ballots: the votes.
        policy: how they are aggregated.
        is_fallback_relevant: shape (n_pairs,). The fallback's labels; read on ties only.
        decided: shape (n_pairs,). The grade of a decision that settles ties, before the tie rule;
            NaN where there is none.
        copies: shape (n_votes,). How many times each vote counts; None is once. A pair none of
            whose votes counts keeps them.
    """
    if not policy.counts:
        return _of_numbers(ballots.by_grade(copies), policy)
    tally = ballots.by_value(copies)
    is_leader, is_tie = _lead(tally, policy)
    relevances = _first(tally.values, is_leader)
    if is_tie.any():
        by_rule = _by_rule(tally.values, is_leader, policy, is_fallback_relevant)
        if policy.tie == "median":
            medians = _medians(ballots.by_grade(copies))
            by_rule = at_threshold(round_relevances(medians, policy.rounding), policy)
        settled = at_threshold(np.nan_to_num(decided), policy)
        by_rule = np.where(np.isnan(decided), by_rule, settled)
        relevances = np.where(is_tie, by_rule, relevances).astype(np.int64)
    return Labels(
        relevances,
        ~is_tie | ~np.isnan(decided) | (policy.tie != "unjudged"),
        np.full(ballots.n_pairs, np.nan),
        is_tie,
    )


def count_relevant(n_by_value: Mapping[int, int], min_relevance: int) -> int:
    """How many of the pairs, counted by relevance, are relevant."""
    return sum(n for value, n in n_by_value.items() if value >= min_relevance)


def _of_numbers(tally: Tally, policy: AggregationPolicy) -> Labels:
    n_pairs = tally.counts.shape[1]
    exact = np.full(n_pairs, np.nan)
    if policy.aggregate in ROUNDED:
        exact = _medians(tally) if policy.aggregate == "median" else _means(tally)
        relevances = round_relevances(exact, policy.rounding)
    else:
        outermost = _last if policy.aggregate == "highest" else _first
        relevances = outermost(tally.values, tally.counts > 0)
    nothing = np.zeros(n_pairs, dtype=np.bool_)
    return Labels(relevances, ~nothing, exact, nothing)


def _by_rule(
    values: Grades, is_leader: Flags, policy: AggregationPolicy, is_fallback_relevant: Flags
) -> NDArray[Any]:
    """Each pair's label by the tie rule; a rule that leaves pairs unjudged gives no label."""
    if policy.tie == "highest":
        return _last(values, is_leader)
    if policy.tie == "fallback":
        return is_fallback_relevant.astype(np.int64)
    return _first(values, is_leader)


def _lead(tally: Tally, policy: AggregationPolicy) -> tuple[Flags, Flags]:
    """Which values lead each pair, shape (n_values, n_pairs), and whether none wins."""
    most = tally.counts.max(axis=0, initial=0)
    is_leader = tally.counts >= most * (1 - EQUAL)
    if policy.aggregate == "unanimous":
        is_given = tally.counts > 0
        return is_given, is_given.sum(axis=0) > 1
    if policy.aggregate in ("plurality", "dawid-skene"):
        return is_leader, is_leader.sum(axis=0) > 1
    return is_leader, 2 * most <= tally.totals * (1 + EQUAL)


def _first(values: Grades, is_among: Flags) -> Grades:
    """The lowest of the values that each pair has, shape (n_pairs,)."""
    return _outermost(values[::-1], is_among[::-1])


def _last(values: Grades, is_among: Flags) -> Grades:
    """The highest of the values that each pair has, shape (n_pairs,)."""
    return _outermost(values, is_among)


def _outermost(values: Grades, is_among: Flags) -> Grades:
    """The last of the values that each pair has; the first where it has none."""
    places = np.zeros(is_among.shape[1], dtype=np.int16)
    for place, has_it in enumerate(is_among[1:], 1):
        np.maximum(places, has_it * np.int16(place), out=places)
    return values.take(places)


def _medians(tally: Tally) -> NDArray[np.float64]:
    """Half-way between the two votes in the middle, which are one vote where the count is odd.

    A vote's place, counted from 0, is below the middle ones where no more than (n - 1) / 2, or
    n / 2, votes come up to its value.
    """
    upper_place = tally.totals / 2
    lower_place = upper_place - 0.5
    reached = np.zeros(upper_place.size)
    lower, upper = (np.zeros(reached.size, dtype=np.int16) for _ in range(2))
    for row in tally.counts[:-1]:
        reached += row
        lower += reached <= lower_place
        upper += reached <= upper_place
    return (tally.values.take(lower) + tally.values.take(upper)) / 2


def _means(tally: Tally) -> NDArray[np.float64]:
    means: NDArray[np.float64] = (tally.values @ tally.counts) / np.maximum(tally.totals, 1)
    return means


def at_threshold(grades: NDArray[Any], policy: AggregationPolicy) -> NDArray[Any]:
    """Grades as the policy counts them: as they are, or as 1 and 0."""
    return (grades >= policy.threshold).astype(np.int64) if policy.is_binary else grades
