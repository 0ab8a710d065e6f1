from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.significance.options import RANK_DEFAULTS, RankOptions
from regrade.significance.pairs import DECIMALS
from regrade.significance.rank_coefficients import spearman, tau_ap_a, tau_ap_b, tau_b
from regrade.significance.rbo import rbo
from regrade.significance.systems.families import checked_values

# Numbers held at once: a resample compares all systems with all, and a megabyte stays in cache.
BLOCK = 1 << 17
VALUE_OUTSIDE = (
    "the value lies outside its interval: redrawn topics add chance to both orders, which may be"
    " the same in truth"
)

OfScores = Callable[[NDArray[np.float64], NDArray[np.float64], RankOptions], NDArray[np.float64]]

# From two arrays of scores of shape (..., n_systems), higher is better, to shape (...,); NaN is
# undefined. "tau-ap" takes the first for the reference.
RANK_CORRELATIONS: dict[str, OfScores] = {
    "tau-b": lambda first, second, _: tau_b(first, second),
    "tau-ap": lambda first, second, _: tau_ap_a(first, second),
    "tau-ap-b": lambda first, second, _: tau_ap_b(first, second),
    "spearman": lambda first, second, _: spearman(first, second),
    "rbo": lambda first, second, options: rbo(first, second, p=options.p, ties=options.ties),
}

RANK_TITLES = {
    "tau-b": "Kendall's tau-b",
    "tau-ap": "AP correlation, the first order as reference",
    "tau-ap-b": "AP correlation with ties, symmetric",
    "spearman": "Spearman's rho",
    "rbo": "rank-biased overlap",
}


class RankCorrelation(NamedTuple):
    """Correlation of two orders of the same systems, with its uncertainty over topics.

    Attributes:
        name: a key of RANK_CORRELATIONS.
        value: None where it is undefined.
        n_systems: ranked systems.
        n_topics: topics behind both orders.
        options: all options of the correlation: direction, seed, confidence, p.
        interval: of the value over topics, at `options.confidence`; None where there is none.
        interval_method: "percentile"; None without an interval.
        n_undefined: resamples of the topics whose orders have no correlation; the interval is
            of the others.
        note: what a reader must know of this one answer.
    """

    name: str
    value: float | None
    n_systems: int
    n_topics: int
    options: RankOptions
    interval: tuple[float, float] | None = None
    interval_method: str | None = None
    n_undefined: int = 0
    note: str = ""

    @property
    def title(self) -> str:
        return RANK_TITLES[self.name]


@explained
def correlate_systems(
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    name: str = "tau-b",
    *,
    options: RankOptions = RANK_DEFAULTS,
) -> RankCorrelation:
    """Rank correlation of systems under two sets of labels or measures, with its interval.

    Systems are ordered by their means; topics are drawn with replacement, the same for both
    orders, and the interval is from quantiles of the redrawn correlations (percentile). Where
    both orders are the same in truth it tends to lie low, even below the value.

    Args:
        first: shape (n_systems, n_topics). Values under one set of labels or by one measure.
        second: shape (n_systems, n_topics). The same systems and topics under the other.
        name: a key of RANK_CORRELATIONS.
        options: directions of the two measures, interval, p and ties of rank-biased overlap.

    Returns:
        `value` None for fewer than two systems, for no topics, and where the correlation is
        undefined: one order ties all systems (but for "tau-ap" and "rbo"). No interval for fewer
        than two topics, without value, or when no resample has one.

    Raises:
        ValueError: no correlation of that name, shapes that differ, or a value not finite.

    Source:
        Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13.
    """
    first, second = _checked(first, second, name)
    n_systems, n_topics = first.shape
    answer = RankCorrelation(name, None, n_systems, n_topics, options)
    if n_systems < 2 or not n_topics:
        return answer
    value = float(_correlate(np.ones((1, n_topics)), first, second, name, options)[0])
    if np.isnan(value):
        return answer
    answer = answer._replace(value=value)
    return _with_interval(answer, first, second) if n_topics > 1 else answer


def _checked(
    first: NDArray[np.float64], second: NDArray[np.float64], name: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    if name not in RANK_CORRELATIONS:
        known = ", ".join(RANK_CORRELATIONS)
        raise ValueError(f"no rank correlation is called {name!r}; one of {known}")
    first, second = checked_values(first), checked_values(second)
    if first.shape != second.shape:
        raise ValueError(
            f"the same systems and topics twice, got shapes {first.shape} and {second.shape}"
        )
    return first, second


def _with_interval(
    answer: RankCorrelation, first: NDArray[np.float64], second: NDArray[np.float64]
) -> RankCorrelation:
    options = answer.options
    rng = np.random.default_rng(options.seed)
    size = max(1, BLOCK // max(answer.n_systems**2, answer.n_topics))
    blocks = [
        _correlate(
            _draw_counts(min(size, options.n_resamples - start), answer.n_topics, rng),
            first,
            second,
            answer.name,
            options,
        )
        for start in range(0, options.n_resamples, size)
    ]
    values = np.concatenate([*blocks, np.zeros(0)])
    defined = values[~np.isnan(values)]
    if not defined.size:
        return answer._replace(n_undefined=values.size)
    tail = (1.0 - options.confidence) / 2.0
    low, high = np.quantile(defined, [tail, 1.0 - tail]).tolist()
    is_inside = answer.value is not None and low <= answer.value <= high
    return answer._replace(
        interval=(low, high),
        interval_method="percentile",
        n_undefined=values.size - defined.size,
        note="" if is_inside else VALUE_OUTSIDE,
    )


def _draw_counts(n: int, n_topics: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """How often each topic is drawn, shape (n, n_topics)."""
    drawn = rng.integers(0, n_topics, (n, n_topics))
    drawn += n_topics * np.arange(n)[:, None]
    counts = np.bincount(drawn.ravel(), minlength=n * n_topics)
    return counts.reshape(n, n_topics).astype(np.float64)


def _correlate(
    counts: NDArray[np.float64],
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    name: str,
    options: RankOptions,
) -> NDArray[np.float64]:
    """The correlation under each row of counts of topics."""
    scores = [
        np.round(counts @ values.T / values.shape[1], DECIMALS) * (-1.0 if is_lower_better else 1.0)
        for values, is_lower_better in zip((first, second), options.lower_is_better, strict=True)
    ]
    return RANK_CORRELATIONS[name](scores[0], scores[1], options)
