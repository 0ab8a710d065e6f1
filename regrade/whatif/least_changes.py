"""The least number of changes, over all topics, whose reductions of a lead reach a target."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.measures.labels import Floats, Ints

MOST_CELLS = 20_000_000  # of the table that finds an optimum between two hulls
ROUNDING = 1e-12  # a smaller reduction is none
Choices = NDArray[np.int32]


class Levels(NamedTuple):
    """By how much changes inside a topic reduce its lead: parallel arrays.

    Attributes:
        topics: shape (n_levels,). Ascending.
        costs: shape (n_levels,). Changes of labels; within a topic strictly rising, from 1.
        reductions: shape (n_levels,). What that many changes take off the topic's lead; within a
            topic strictly rising, above 0.
    """

    topics: Ints
    costs: Ints
    reductions: Floats

    @property
    def is_first(self) -> NDArray[np.bool_]:
        """shape (n_levels,). Whether it is the first level of its topic."""
        is_first: NDArray[np.bool_] = np.diff(self.topics, prepend=-1) != 0
        return is_first


class Fewest(NamedTuple):
    """The least cost of reaching a target.

    Attributes:
        at_least: no choice of levels costs less.
        at_most: the cost of `chosen`; the same, unless the table would have been too large.
        chosen: indices of the levels, at most one a topic.
    """

    at_least: int
    at_most: int
    chosen: Ints


class _Steps(NamedTuple):
    """Segments of the concave hulls of all topics, steepest first: parallel arrays."""

    ends: Ints  # the level in which a segment ends
    costs: Ints
    reductions: Floats


def rising_levels(topics: Ints, costs: Ints, reductions: Floats) -> Ints:
    """Which of these make levels: the best of each cost that is better than all cheaper ones.

    Args:
        topics, costs, reductions: shape (n,) each, in any order.

    Returns:
        Indices, by topic and cost; reductions within rounding of none are left out.
    """
    _, places = np.unique(np.maximum(reductions, ROUNDING), return_inverse=True)
    order = np.lexsort((-reductions, costs, topics))
    keys = topics[order] * (places.max(initial=0) + 1) + places[order]
    best_before = np.concatenate(([-1], np.maximum.accumulate(keys)[:-1]))
    rising: Ints = order[(keys > best_before) & (reductions[order] > ROUNDING)]
    return rising


def fewest_changes(levels: Levels, target: float) -> Fewest | None:
    """The least total cost of at most one level a topic whose reductions sum to the target.

    A knapsack with groups. Segments of the topics' concave hulls, taken by falling reduction a
    change, bound the answer from both sides. Where a segment of several changes leaves a gap, a
    table over the total cost closes it; topics whose every change reduces the lead by no more than
    the one before stay out of the table, since their changes can be taken one by one.

    Args:
        levels: of all topics.
        target: above 0.

    Returns:
        None where all topics together do not reach the target.

    Source:
        Kellerer, Pferschy and Pisinger, Knapsack Problems, 2004, chapter 11.
    """
    is_even = _is_even(levels)
    steps = _steps(levels, is_even)
    reached = np.cumsum(steps.reductions)
    n = int(np.searchsorted(reached, target))
    if n == reached.size:
        return None
    n_before = int(steps.costs[:n].sum())
    missing = target - (reached[n - 1] if n else 0.0)
    share = missing / steps.reductions[n] * steps.costs[n]
    at_least, at_most = n_before + math.ceil(share - 1e-9), n_before + int(steps.costs[n])
    bounds = Fewest(at_least, at_most, _last(levels, steps.ends[: n + 1]))
    if at_least >= at_most:
        return bounds
    return _by_table(levels, is_even, target, bounds)


def _last(levels: Levels, ends: Ints) -> Ints:
    """The last level of each topic among these."""
    ends = np.sort(ends)
    last: Ints = ends[np.diff(levels.topics[ends], append=-1) != 0]
    return last


def _is_even(levels: Levels) -> NDArray[np.bool_]:
    """shape (n_levels,). Whether all changes of the topic come singly and by falling reduction."""
    gains, costs = _increments(levels)
    rises = np.diff(gains, prepend=0.0) > ROUNDING * np.maximum(1.0, np.abs(gains))
    falls = levels.is_first | ~rises
    n_topics = int(levels.topics.max(initial=-1)) + 1
    uneven = np.bincount(levels.topics[(costs != 1) | ~falls], minlength=n_topics) > 0
    is_even: NDArray[np.bool_] = ~uneven[levels.topics]
    return is_even


def _increments(levels: Levels) -> tuple[Floats, Ints]:
    """Reduction and cost of each level less those of the level before in its topic."""
    first = levels.is_first
    gains = np.where(first, levels.reductions, np.diff(levels.reductions, prepend=0.0))
    return gains, np.where(first, levels.costs, np.diff(levels.costs, prepend=0))


def _steps(levels: Levels, is_even: NDArray[np.bool_]) -> _Steps:
    gains, costs = _increments(levels)
    even = np.flatnonzero(is_even)
    hull = _hulls(levels, np.flatnonzero(~is_even), gains, costs)
    ends, costs, gains = (
        np.concatenate(both) for both in zip((even, costs[even], gains[even]), hull, strict=True)
    )
    single, of_hulls = gains[: even.size], (gains / costs)[even.size :]
    rates = np.concatenate((_falling(levels, even, single), of_hulls))
    order = np.lexsort((ends, -rates))
    return _Steps(ends[order], costs[order], gains[order])


def _falling(levels: Levels, even: Ints, gains: Floats) -> Floats:
    """Reductions of single changes, none above that of the change before it in its topic.

    They fall but for rounding: sorted by these, no change comes before an earlier one of its topic.
    """
    falling = gains.copy()
    follows = np.flatnonzero(~levels.is_first[even])
    while (rises := follows[falling[follows] > falling[follows - 1]]).size:
        falling[rises] = falling[rises - 1]
    return falling


def _hulls(levels: Levels, among: Ints, gains: Floats, costs: Ints) -> tuple[Ints, Ints, Floats]:
    """Ends, costs and reductions of the segments of the concave hulls of these levels' topics."""
    hull: list[tuple[int, int, float]] = []
    start = 0
    for level in among.tolist():
        if levels.costs[level] == costs[level]:  # the first level of its topic
            start = len(hull)
        cost, gain = int(costs[level]), float(gains[level])
        while len(hull) > start and gain * hull[-1][1] >= hull[-1][2] * cost:
            _, more_cost, more_gain = hull.pop()
            cost, gain = cost + more_cost, gain + more_gain
        hull.append((level, cost, gain))
    ends, of_costs, of_gains = zip(*hull, strict=True) if hull else ((), (), ())
    return np.array(ends, np.int64), np.array(of_costs, np.int64), np.array(of_gains, np.float64)


def _by_table(levels: Levels, is_even: NDArray[np.bool_], target: float, bounds: Fewest) -> Fewest:
    """The exact answer between the bounds, by a table over the total cost."""
    n_most = bounds.at_most - 1
    starts = np.flatnonzero(levels.is_first & ~is_even)
    if starts.size * (n_most + 1) > MOST_CELLS:
        return bounds
    even = np.flatnonzero(is_even)
    gains = _increments(levels)[0][even]
    order = np.lexsort((even, -_falling(levels, even, gains)))
    singly = np.concatenate(([0.0], np.cumsum(gains[order])))
    best, choices = _table(levels, starts, n_most)
    for total in range(bounds.at_least, bounds.at_most):
        in_table = np.arange(total + 1)
        reached = best[in_table] + singly[np.minimum(total - in_table, singly.size - 1)]
        spent = int(reached.argmax())
        if reached[spent] >= target:
            taken = _last(levels, even[order[: total - spent]])
            return Fewest(total, total, np.append(taken, _traced(levels, choices, spent)))
    return bounds._replace(at_least=bounds.at_most)


def _table(levels: Levels, starts: Ints, n_most: int) -> tuple[Floats, Choices]:
    """Best reduction by total cost up to `n_most`, and the level that each topic takes for it.

    Returns:
        Shapes (n_most + 1,) and (n_topics in the table, n_most + 1); -1 for no level.
    """
    best, choices = np.zeros(n_most + 1), np.full((starts.size, n_most + 1), -1, np.int32)
    ends = np.searchsorted(levels.topics, levels.topics[starts], side="right")
    costs, reductions = levels.costs.tolist(), levels.reductions.tolist()
    for row, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        before = best.copy()
        for level in range(start, end):
            cost = costs[level]
            if cost > n_most:
                break
            reached = before[: n_most + 1 - cost] + reductions[level]
            better = reached > best[cost:]
            best[cost:][better] = reached[better]
            choices[row, cost:][better] = level
    return best, choices


def _traced(levels: Levels, choices: Choices, total: int) -> Ints:
    """The levels behind the best reduction at a total cost."""
    chosen = []
    for row in choices[::-1]:
        level = int(row[total])
        if level >= 0:
            chosen.append(level)
            total -= int(levels.costs[level])
    return np.array(chosen, np.int64)
