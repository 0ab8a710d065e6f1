"""Intervals of what two columns of grades agree on, from one draw of topics."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.assessors.columns import Column, Tables, column_statistics
from regrade.agreement.counting.confusion import confusion_matrices
from regrade.agreement.counting.scale import Scale, ascending
from regrade.agreement.intervals.bootstrap import Interval, draw_topics, percentile_interval
from regrade.agreement.intervals.estimates import Sampling

Ends = tuple[float, float]
FEWEST_TOPICS = 5  # fewer make draws too alike to be informative


class ColumnIntervals(NamedTuple):
    """The low and high end of each figure of `ColumnAgreement`; None where there is no interval."""

    n_topics: int  # with a pair that both graded
    percent_agreement: Ends | None
    mean_difference: Ends | None
    cohen_kappa: Ends | None
    cohen_kappa_linear: Ends | None
    cohen_kappa_quadratic: Ends | None


def tables_by_topic(
    first: Column, second: Column, topics: NDArray[np.int64], scale: Scale
) -> Tables:
    """How often a grade of the first (row) came with one of the second (column), in each topic.

    Args:
        first, second: shape (n_pairs,). NaN where there is no grade.
        topics: shape (n_pairs,). The topic of each pair, as any number.

    Returns:
        One table for each topic with a pair that both graded.

    Raises:
        ValueError: a grade is not on the scale.
    """
    is_shared = ~np.isnan(first + second)
    names, numbers = np.unique(topics[is_shared], return_inverse=True)
    return confusion_matrices(first[is_shared], second[is_shared], scale, numbers, names.size)


def column_intervals(
    tables: Tables, scale: Scale, sampling: Sampling | None = None
) -> ColumnIntervals:
    """Percentile intervals over topics, each drawn with all its pairs; see `bootstrap_interval`.

    Args:
        tables: as `tables_by_topic` has them. Of fewer than `FEWEST_TOPICS` there is no interval.
        scale: the grades that could be given, ascending.
        sampling: how topics are drawn.
    """
    grades, drawn = ascending(scale), sampling or Sampling()
    by_topic = tables.reshape(len(tables), grades.size**2).astype(np.float64)
    rng = np.random.default_rng(drawn.seed)
    draws = draw_topics(len(tables), rng=rng, n_resamples=drawn.n_resamples)
    statistics = column_statistics(grades)
    ends: list[Ends | None] = [None] * len(statistics)
    if len(tables) >= FEWEST_TOPICS:
        ends = [
            _ends(percentile_interval(one, by_topic, draws, confidence=drawn.confidence))
            for one in statistics
        ]
    return ColumnIntervals(len(tables), *ends)


def _ends(found: Interval) -> Ends | None:
    return None if found.low is None or found.high is None else (found.low, found.high)
