"""Intervals to expect of a pool by design, before anybody judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from annotation.models import LabelSet, TopicLabels
from annotation.pools.designs import Design, Framed
from regrade.measures.dcg import Dcg, Ndcg
from regrade.measures.labels import Floats
from regrade.measures.rbp import RankBiasedPrecision
from regrade.sampling.planning import guessed_outlook, plan
from regrade.sampling.question import Question

LEAST_PLANNED = 4  # pairs; fewer give no interval
# What ideal rankings gain, against the top grade at each of the first ten ranks: .80 and .78 on
# TREC's Deep Learning Tracks of 2019 and 2020.
OF_IDEAL = 0.8


class Expected(NamedTuple):
    """Half-widths of 95% intervals, by the first measure; see `DesignPreview`."""

    half_these: list[float]
    half_like: list[float]
    half_all: float


def expected_intervals(design: Design, found: Framed, steps: Sequence[int]) -> Expected:
    """Half-widths after each number of pairs, one vote each, from a guess.

    Of several differences, or means, the median one. DCG is in units of the greatest gain, and nDCG
    without known ideals takes the usual ones.
    """
    measure = design.measures[0]
    weights = design.weights(measure, found.frame, found.topic_ids)
    top = _top(design)
    if isinstance(measure, Ndcg) and design.ideal_of is None:
        top /= OF_IDEAL * _full_gain(measure, design.depth)
    is_graded = isinstance(measure, Dcg | Ndcg)
    is_graded |= isinstance(measure, RankBiasedPrecision) and measure.graded
    middle = _middle(design.question, weights)
    planned = plan(
        guessed_outlook(middle, top, is_graded=is_graded),
        middle,
        found.sizes,
        [step for step in steps if step >= LEAST_PLANNED],
        n_topics=found.frame.n_topics,
    )
    return Expected(
        planned.these_topics.tolist(), planned.topics_like_these.tolist(), planned.all_judged
    )


def _middle(question: Question, weights: Floats) -> Floats:
    """shape (n_pairs,). Weights of the difference, or mean, that is the median in size."""
    asked = weights[list(question.runs)]
    together = asked @ asked.T
    of_each = np.diag(together)
    if question.kind == "means":
        mean: Floats = asked[_place_of_median(of_each)]
        return mean
    if question.kind == "all":
        first, second = np.triu_indices(len(asked), 1)
    else:
        second = np.arange(1, len(asked))
        first = np.zeros_like(second)
    apart = of_each[first] + of_each[second] - 2 * together[first, second]
    place = _place_of_median(apart)
    middle: Floats = asked[first[place]] - asked[second[place]]
    return middle


def _place_of_median(sizes: Floats) -> int:
    return int(np.argsort(sizes, kind="stable")[(sizes.size - 1) // 2])


def _top(design: Design) -> float:
    """The most that a pair can gain, in units of what the weights are divided by."""
    measure = design.measures[0]
    if design.ideal_of is None or not isinstance(measure, Ndcg):
        return 1.0
    return float(measure.gain(np.array([_highest(design.ideal_of)]))[0])


def _highest(labels: LabelSet) -> int:
    rows = TopicLabels.objects.filter(label_set=labels).values_list("relevances", flat=True)
    return max((int(np.max(row, initial=0)) for row in rows.iterator()), default=0)


def _full_gain(measure: Ndcg, depth: int) -> float:
    ranks = np.arange(1, min(measure.cutoff or depth, depth) + 1)
    return float((1 / measure.discounts(ranks)).sum())
