"""How wide an interval will be after so many judgments, before the first and from those so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from regrade.given import explained
from regrade.measures.labels import Floats, Ints
from regrade.sampling.estimation import Estimated
from regrade.sampling.inclusion import inclusion

# Before any judgment: medians over P@10, DCG@10 and RBP(.8) of 56 pairs of runs on TREC's Deep
# Learning Tracks of 2019 and 2020 (docs/benchmarks/sampling.md).
GRADED, BINARY = 0.38, 0.48  # standard deviation of gains, as a share of the greatest
UNPREDICTED = 0.86  # of that, what ranks and topics do not predict
OF_TOPICS = 1.8  # variance between topics, against that of independent gains


class Outlook(NamedTuple):
    """The variances that a plan rests on.

    Attributes:
        of_pair: variance of a pair's gain around its prediction.
        of_topics: variance of the difference over samples of topics, all pairs judged.
        n_judged: judgments that it was learnt from; 0 for a guess.
    """

    of_pair: float
    of_topics: float
    n_judged: int


class Plan(NamedTuple):
    """Half-widths of 95% intervals after each number of judgments.

    Attributes:
        n: shape (n_steps,). Judged pairs.
        these_topics, topics_like_these: shape (n_steps,).
        all_judged: the half-width for topics like these with every pair judged.
    """

    n: Ints
    these_topics: Floats
    topics_like_these: Floats
    all_judged: float


@explained
def guessed_outlook(weights: Floats, top: float, *, is_graded: bool) -> Outlook:
    """The usual variances of other collections, before anybody judged.

    Args:
        weights: shape (n_pairs,). Of the difference, with their sign.
        top: the most that a pair can gain.
        is_graded: whether gains have values in between.
    """
    variance = ((GRADED if is_graded else BINARY) * top) ** 2
    of_topics = OF_TOPICS * variance * float((weights**2).sum())
    return Outlook(UNPREDICTED**2 * variance, of_topics, 0)


@explained
def outlook_of(estimated: Estimated, contrast: Floats, weights: Floats, sizes: Floats) -> Outlook:
    """The variances that the judgments so far show.

    Args:
        estimated: from the pairs judged so far.
        contrast: shape (n_runs,). The difference.
        weights: shape (n_pairs,). Of the difference, with their sign.
        sizes: shape (n_pairs,). By which pairs are drawn.
    """
    n = estimated.n_judged
    of_sample = float(contrast @ estimated.these_topics @ contrast)
    both = float(contrast @ estimated.topics_like_these @ contrast)
    left_open = _left_open(weights, sizes, n)
    of_pair = of_sample / left_open if left_open > 0 else 0.0
    return Outlook(of_pair, max(both - of_sample, both / n), n)


@explained
def plan(
    outlook: Outlook, weights: Floats, sizes: Floats, steps: Sequence[int], *, n_topics: int
) -> Plan:
    """Expected half-widths of both intervals.

    Args:
        outlook: guessed, or from the judgments so far.
        weights: shape (n_pairs,). Of the difference, with their sign.
        sizes: shape (n_pairs,). By which pairs are drawn.
        steps: numbers of judged pairs, each at least 4 and at most those that have a size.
        n_topics: how many topics the means are over.

    Raises:
        ValueError: a step below 4, or above the pairs that can be drawn.
    """
    n = np.array(steps, dtype=np.int64)
    n_drawable = int((sizes > 0).sum())
    if n.size and not 4 <= n.min() <= n.max() <= n_drawable:
        raise ValueError(f"steps lie between 4 and {n_drawable:,} pairs, not at {steps}")
    of_sample = outlook.of_pair * np.array([_left_open(weights, sizes, step) for step in steps])
    of_both = outlook.of_topics + of_sample
    topics_t = stdtrit(max(n_topics - 1, 1), 0.975)
    return Plan(
        n,
        stdtrit(n - 2, 0.975) * np.sqrt(of_sample),
        topics_t * np.sqrt(of_both),
        float(topics_t * np.sqrt(outlook.of_topics)),
    )


@explained
def judgments_needed(
    outlook: Outlook, weights: Floats, sizes: Floats, half_width: float
) -> int | None:
    """The fewest judged pairs with which these topics' interval is this narrow; None if none is.

    Args:
        half_width: wanted, above 0.
    """
    few, many = 4, int((sizes > 0).sum())

    def reached(n: int) -> bool:
        variance = outlook.of_pair * _left_open(weights, sizes, n)
        return bool(stdtrit(n - 2, 0.975) * np.sqrt(variance) <= half_width)

    if many < few or not reached(many):
        return None
    while few < many:
        middle = (few + many) // 2
        few, many = (few, middle) if reached(middle) else (middle + 1, many)
    return few


def _left_open(weights: Floats, sizes: Floats, n: int) -> float:
    """sum of w^2 (1 - p) / p: the variance for pairs whose gain varies by 1."""
    weighs = (weights != 0) & (sizes > 0)
    p = inclusion(sizes, n)[weighs]
    return float((weights[weighs] ** 2 * (1 - p) / p).sum())
