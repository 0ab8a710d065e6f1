"""Coefficients with bootstrap intervals, all from the same draws of topics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.fleiss import FleissKappa
from regrade.agreement.coefficients.gwet import GwetAC
from regrade.agreement.coefficients.krippendorff import KrippendorffAlpha
from regrade.agreement.coefficients.percent import PercentAgreement
from regrade.agreement.coefficients.statistic import Statistic, Sums
from regrade.agreement.counting.ballots import NOT_JUDGED
from regrade.agreement.counting.scale import Counts, Grades
from regrade.agreement.intervals.bootstrap import draw_topics, percentile_interval, sums_by_topic

SEED, N_RESAMPLES, CONFIDENCE = 20, 1000, 0.95
_MANY_TOPICS = 20


class Estimate(NamedTuple):
    """A figure over all pairs, and its percentile interval over topics; None is undefined."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    n_pairs: int  # pairs that it compares


class Sampling(NamedTuple):
    """Settings of the intervals, percentiles of a bootstrap over topics."""

    seed: int = SEED
    n_resamples: int = N_RESAMPLES
    confidence: float = CONFIDENCE


def main_statistics(grades: Grades, n_votes: int) -> dict[str, Statistic]:
    """The coefficients shown for each part of a campaign; `n_votes` is that of Fleiss' kappa.

    A scale that ends with `NOT_JUDGED` has no order, and gets no ordinal coefficient.
    """
    statistics: dict[str, Statistic] = {
        "percent_agreement": PercentAgreement(),
        "fleiss_kappa": FleissKappa(n_votes),
        "alpha_nominal": KrippendorffAlpha("nominal", grades),
    }
    if _has_order(grades):
        statistics["alpha_ordinal"] = KrippendorffAlpha("ordinal", grades)
    return statistics


def all_statistics(grades: Grades, n_votes: int) -> dict[str, Statistic]:
    """All coefficients, in the form of `main_statistics`."""
    statistics = main_statistics(grades, n_votes)
    if not _has_order(grades):
        return statistics | {"gwet_ac1": GwetAC(grades)}
    statistics |= {
        "alpha_interval": KrippendorffAlpha("interval", grades),
        "gwet_ac1": GwetAC(grades),
        "gwet_ac2_linear": GwetAC(grades, "linear"),
        "gwet_ac2_quadratic": GwetAC(grades, "quadratic"),
    }
    if grades.min() >= 0:  # only then has a scale a zero to begin at
        statistics["alpha_ratio"] = KrippendorffAlpha("ratio", grades)
    return statistics


def estimates(
    counts: Counts,
    topics: NDArray[np.int64],
    statistics: Mapping[str, Statistic],
    sampling: Sampling,
) -> list[Estimate]:
    """Each statistic of the counts, with its interval.

    Args:
        counts: shape (n_pairs, n_grades), votes of a pair for a grade.
        topics: shape (n_pairs,). Any integer key of each pair's topic.
        statistics: by the name of the figure.
        sampling: how topics are drawn; fewer than two give no interval.
    """
    names, numbers = np.unique(topics, return_inverse=True)
    rng = np.random.default_rng(sampling.seed)
    draws = draw_topics(names.size, rng=rng, n_resamples=sampling.n_resamples)
    sizes, found = counts.sum(axis=1), []
    sums = _summing(counts, numbers, names.size)
    for name, statistic in statistics.items():
        by_topic = sums(statistic)
        value = float(statistic.value(by_topic.sum(axis=0)))
        interval = percentile_interval(statistic, by_topic, draws, confidence=sampling.confidence)
        is_used = sizes == statistic.n_votes if isinstance(statistic, FleissKappa) else sizes >= 2
        known = None if np.isnan(value) else value
        found.append(Estimate(name, known, interval.low, interval.high, int(is_used.sum())))
    return found


def _summing(
    counts: Counts, topics: NDArray[np.int64], n_topics: int
) -> Callable[[Statistic], Sums]:
    """`sums_by_topic` of these counts, for any statistic.

    Equal rows contribute equally: with many topics, each distinct row is evaluated once and
    multiplied by its count in each topic.
    """
    if n_topics < _MANY_TOPICS:
        return lambda statistic: sums_by_topic(statistic, counts, topics, n_topics)
    rows, kinds = np.unique(counts, axis=0, return_inverse=True)
    if len(rows) > n_topics:
        return lambda statistic: sums_by_topic(statistic, counts, topics, n_topics)
    cells = np.bincount(topics * len(rows) + kinds, minlength=n_topics * len(rows))
    n_of_each = cells.reshape(n_topics, len(rows)).astype(np.float64)
    apart = np.arange(len(rows))
    return lambda statistic: n_of_each @ sums_by_topic(statistic, rows, apart, len(rows))


def _has_order(grades: Grades) -> bool:
    return NOT_JUDGED not in grades
