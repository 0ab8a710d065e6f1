"""Intervals of what two columns of grades agree on, from one draw of topics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.assessors.columns import Column
from regrade.agreement.coefficients.cohen import CohenKappa
from regrade.agreement.coefficients.statistic import Statistic, Sums, ratio
from regrade.agreement.counting.scale import Grades, Scale, ascending, places_on
from regrade.agreement.intervals.bootstrap import (
    Interval,
    draw_topics,
    percentile_interval,
)
from regrade.agreement.intervals.estimates import Sampling

# Shape (n_topics, n_grades, n_grades); half a pair may stand in a cell.
Tables = NDArray[np.int64] | NDArray[np.float64]
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
    grades, is_shared = ascending(scale), ~np.isnan(first + second)
    names, numbers = np.unique(topics[is_shared], return_inverse=True)
    places = [places_on(grades, column[is_shared]) for column in (first, second)]
    tables = np.zeros((names.size, grades.size, grades.size), dtype=np.int64)
    np.add.at(tables, (numbers, *places), 1)
    return tables


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
    statistics: tuple[Statistic, ...] = (
        _OfTables(np.eye(grades.size)),
        _OfTables((grades[:, None] - grades).astype(np.float64)),
        CohenKappa(grades),
        CohenKappa(grades, "linear"),
        CohenKappa(grades, "quadratic"),
    )
    ends: list[Ends | None] = [None] * len(statistics)
    if len(tables) >= FEWEST_TOPICS:
        ends = [
            _ends(percentile_interval(one, by_topic, draws, confidence=drawn.confidence))
            for one in statistics
        ]
    return ColumnIntervals(len(tables), *ends)


@dataclass(frozen=True)
class _OfTables:
    """The mean over pairs of a weight that the two grades of a pair have."""

    weights: NDArray[np.float64]  # shape (n_grades, n_grades)

    def sums(self, rows: Grades) -> Sums:
        """Confusion matrices are added up as they are."""
        return np.asarray(rows.sum(axis=0), dtype=np.float64)

    def value(self, sums: Sums) -> NDArray[np.float64]:
        return ratio(sums @ self.weights.ravel(), sums.sum(-1))


def _ends(found: Interval) -> Ends | None:
    return None if found.low is None or found.high is None else (found.low, found.high)
