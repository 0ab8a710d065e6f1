"""How far a pool's labels lead to the same conclusions about runs as all labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from benchmarks.active.collections import FullyLabelled
from regrade.active.strategy import Ordinals
from regrade.measures import (
    JudgedTopics,
    Measure,
    Rankings,
    judge,
    parse_measure,
    score_measures,
)
from regrade.measures.labels import Floats, Ints
from regrade.significance.corrections import correct
from regrade.significance.paired.wilcoxon import wilcoxon_alone
from regrade.significance.rank_coefficients import tau_b

ALPHA = 0.05
MEASURES = ("AP", "nDCG@10")


class Agreement(NamedTuple):
    """Significant differences of runs under a pool's labels, against those under all labels.

    Attributes:
        n_full: pairs of runs that differ significantly under all labels.
        n_pool: pairs that do so under the pool's.
        n_both: pairs that do so under both, with the same run ahead.
        n_opposite: pairs that do so under both, with the other run ahead.
    """

    n_full: int
    n_pool: int
    n_both: int
    n_opposite: int

    @property
    def precision(self) -> float | None:
        """Share of the pool's significant pairs that are the same under all labels."""
        return self.n_both / self.n_pool if self.n_pool else None

    @property
    def recall(self) -> float | None:
        """Share of the pairs significant under all labels that the pool shows too."""
        return self.n_both / self.n_full if self.n_full else None

    @property
    def f1(self) -> float:
        """2 both / (full + pool); 1 where there is nothing to find and nothing found."""
        n = self.n_full + self.n_pool
        return 2 * self.n_both / n if n else 1.0


def agreement(full: Ints, pool: Ints) -> Agreement:
    """Compare two conclusions, as `significant_signs` gives them."""
    both = (full != 0) & (pool != 0)
    return Agreement(
        int(np.count_nonzero(full)),
        int(np.count_nonzero(pool)),
        int(np.count_nonzero(both & (full == pool))),
        int(np.count_nonzero(both & (full != pool))),
    )


def significant_signs(values: Floats) -> Ints:
    """Which runs differ significantly: +1 or -1 by the sign of the difference of means, else 0.

    All pairs by Wilcoxon's signed-rank test, p-values corrected together by Benjamini and
    Hochberg at .05.

    Args:
        values: shape (n_runs, n_topics).

    Returns:
        shape (n_pairs,). Pairs in the order of `itertools.combinations`.
    """
    pairs = [*combinations(range(len(values)), 2)]
    tests = [wilcoxon_alone(values[one], values[other]).p_value for one, other in pairs]
    corrected = correct(tests, "bh").p_values
    means = values.mean(axis=1)
    signs = [
        int(np.sign(means[other] - means[one])) if p is not None and p <= ALPHA else 0
        for (one, other), p in zip(pairs, corrected, strict=True)
    ]
    return np.array(signs, np.int64)


def labels_of(collection: FullyLabelled, orders: Sequence[Ordinals] | None) -> JudgedTopics:
    """The labels of the judged passages, or all; what has no label counts as not relevant.

    Args:
        orders: passages judged for each topic, in any order.
    """
    passages, grades = list[int](), list[int]()
    starts = [0]
    for place, topic in enumerate(collection.topics):
        judged = sorted(topic.grades if orders is None else orders[place].tolist())
        passages += judged
        grades += [topic.grades.get(one, 0) for one in judged]
        starts.append(len(passages))
    most = max(max(topic.grades.values()) for topic in collection.topics)
    columns = [np.array(column, np.int64) for column in (starts, passages, grades)]
    return JudgedTopics(columns[0], columns[1], columns[2], collection.least, most)


def scores(runs: Sequence[Rankings], judged: JudgedTopics) -> Mapping[str, Floats]:
    """By measure, the value of each run on each topic, shape (n_runs, n_topics)."""
    measures = [_measure(name, judged.min_relevance) for name in MEASURES]
    found = [score_measures(measures, judge(run, judged)) for run in runs]
    return {
        name: np.array([values[measure.name] for values in found])
        for name, measure in zip(MEASURES, measures, strict=True)
    }


def _measure(name: str, least: int) -> Measure:
    return parse_measure(f"AP(rel={least})" if name == "AP" else name)


def tau(full: Floats, pool: Floats) -> float:
    """Kendall's tau-b of the runs' means; 0 where the pool's labels tie all runs."""
    return float(np.nan_to_num(tau_b(full.mean(axis=1), pool.mean(axis=1))))
