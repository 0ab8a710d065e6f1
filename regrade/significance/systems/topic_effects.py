"""REML estimates of value = system + random topic + residual; cells may be missing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from regrade.significance.pairs import DECIMALS

# Topics that vary a million times more than residuals, in standard deviations, end the search.
LARGEST_RATIO = 1e12
# Solving for the systems' effects leaves more rounding error than taking differences does.
SMALLEST_RESIDUAL = 1e-10


class Cells(NamedTuple):
    """A table of systems and topics, reduced to what the likelihood needs.

    Attributes:
        observed: shape (n_systems, n_topics). 1.0 where there is a value, else 0.0.
        values: shape (n_systems, n_topics). 0.0 where there is none.
    """

    observed: NDArray[np.float64]
    values: NDArray[np.float64]

    @property
    def n(self) -> int:
        return int(self.observed.sum())

    @property
    def topic_sizes(self) -> NDArray[np.float64]:
        return np.asarray(self.observed.sum(axis=0))

    @property
    def within_df(self) -> int:
        """Number of cells, minus one for every system and topic that has any, plus one."""
        n_topics = int(np.count_nonzero(self.topic_sizes))
        return self.n - len(self.values) - n_topics + 1


class Estimates(NamedTuple):
    """Estimates at one ratio of topic variance to residual variance.

    Attributes:
        means: shape (n_systems,). Each system's mean on an average topic.
        covariance: shape (n_systems, n_systems). Of the means, over the residual variance.
        residual_variance: of one value, given system and topic.
        slope: derivative of -2 log restricted likelihood by the ratio.
    """

    means: NDArray[np.float64]
    covariance: NDArray[np.float64]
    residual_variance: float
    slope: float


class FixedEffects(NamedTuple):
    """Effects of systems when topics are fixed.

    Attributes:
        means: shape (n_systems,). Each system's mean on an average topic.
        is_exact: no value has a residual, but for rounding.
    """

    means: NDArray[np.float64]
    is_exact: bool


class Fit(NamedTuple):
    estimates: Estimates
    ratio: float
    is_converged: bool


def estimate(cells: Cells, ratio: float) -> Estimates:
    """Generalized least squares for a known ratio r of topic variance to residual variance.

    A topic with k cells has V = I + r 11', so that V^-1 = I - r / (1 + k r) 11'; systems are
    indicators, which turns all sums over cells into products of the tables.

    Args:
        cells: every system with at least one value.
        ratio: r, at least 0.
    """
    observed, values = cells
    grown = 1.0 + cells.topic_sizes * ratio
    shrinkage = ratio / grown
    precision = np.diag(observed.sum(axis=1)) - (observed * shrinkage) @ observed.T
    covariance = np.asarray(np.linalg.inv(precision), np.float64)
    means = covariance @ (values.sum(axis=1) - observed @ (shrinkage * values.sum(axis=0)))
    residuals = np.round(values - means[:, None] * observed, DECIMALS)
    topic_sums = residuals.sum(axis=0)
    sizes = np.maximum(cells.topic_sizes, 1.0)
    within = (residuals - topic_sums / sizes) * observed
    # Sum of squares less shrunken topics, parted so that large topics' effects cancel nothing.
    squares = float(np.sum(within**2) + np.sum(topic_sums**2 / (sizes * grown)))
    df = cells.n - len(values)
    change = 1.0 / grown**2
    trace = float(np.sum(covariance * ((observed * change) @ observed.T)))
    log_determinant = float(np.sum(cells.topic_sizes / grown))
    slope = log_determinant - trace - df * float(change @ topic_sums**2) / squares
    return Estimates(means, covariance, squares / df, slope)


def fit(cells: Cells) -> Fit:
    """The ratio where the restricted likelihood is largest; 0 where it falls from there on.

    The search is over one number for any number of systems and topics, by its derivative, and
    takes no starting value.
    """
    at_zero = estimate(cells, 0.0)
    if at_zero.slope >= 0.0:
        return Fit(at_zero, 0.0, True)
    high = 1.0
    while estimate(cells, high).slope < 0.0:
        high *= 10.0
        if high > LARGEST_RATIO:
            return Fit(estimate(cells, high), high, False)
    ratio, search = optimize.brentq(
        lambda r: estimate(cells, r).slope, 0.0, high, xtol=1e-15, full_output=True, disp=False
    )
    return Fit(estimate(cells, ratio), float(ratio), bool(search.converged))


def fixed_effects(cells: Cells) -> FixedEffects:
    """Ordinary least squares of value = system + topic, with topic effects that average 0.

    Raises:
        ValueError: some systems are not connected by shared topics, so system and topic effects
            cannot be separated.
    """
    observed, values = cells
    sizes = np.maximum(cells.topic_sizes, 1.0)
    precision = np.diag(observed.sum(axis=1)) - (observed / sizes) @ observed.T
    if np.linalg.matrix_rank(precision) < len(values) - 1:
        raise ValueError("some systems share no topic with the others, not even through a third")
    systems = np.linalg.pinv(precision) @ (
        values.sum(axis=1) - observed @ (values.sum(axis=0) / sizes)
    )
    rest = values - systems[:, None] * observed
    topics = rest.sum(axis=0) / sizes
    residuals = (rest - topics) * observed
    return FixedEffects(
        systems + topics[cells.topic_sizes > 0].mean(),
        float(np.abs(residuals).max()) <= SMALLEST_RESIDUAL * max(1.0, np.abs(values).max()),
    )
