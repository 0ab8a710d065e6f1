"""A design drawn again and again, with what each estimate said and whether it was right."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from benchmarks.samples.collections import Labelling
from regrade.measures.labels import Floats, Ints
from regrade.sampling.drawing import drawn_pairs
from regrade.sampling.estimation import Estimated, estimate
from regrade.sampling.inclusion import inclusion
from regrade.sampling.intervals import interval_of
from regrade.sampling.prediction import Judged, features_of, predict

BETWEEN = np.array([1.0, -1.0])
Gain = Callable[[Ints, np.random.Generator], tuple[Floats, Floats | None]]


class Sampler:
    """One question, sampled with one size after another.

    Args:
        labelling: the pairs, with what each gains.
        sizes: shape (n_pairs,). How far each can move the answer.
        drawn_by: shape (n_pairs,). By which they are drawn, if not by that.
        covariates: shape (n_covariates, n_pairs). What else is known of each.
    """

    def __init__(
        self,
        labelling: Labelling,
        sizes: Floats,
        drawn_by: Floats | None = None,
        covariates: Floats | None = None,
    ) -> None:
        self.labelling, self._moves = labelling, sizes
        self.sizes = sizes if drawn_by is None else drawn_by
        self._features = features_of(labelling.frame, covariates)
        self._probabilities: dict[int, Floats] = {}

    @property
    def between(self) -> Floats:
        """shape (n_runs,). The first run less the second; others only help to predict."""
        return np.concatenate([BETWEEN, np.zeros(len(self.labelling.weights) - 2)])

    @property
    def n_drawable(self) -> int:
        return int((self.sizes > 0).sum())

    def order(self, rng: np.random.Generator, n: int) -> Ints:
        """The first n pairs of a draw."""
        return drawn_pairs(self.sizes, rng.random(self.sizes.size), n)

    def probabilities(self, n: int) -> Floats:
        if n not in self._probabilities:
            self._probabilities[n] = inclusion(self.sizes, n)
        return self._probabilities[n]

    def estimate(
        self, pairs: Ints, gains: Floats | None = None, vote_variances: Floats | None = None
    ) -> Estimated:
        frame, given = self.labelling.frame, self.labelling.gains[pairs] if gains is None else gains
        judged = Judged(pairs, self.probabilities(pairs.size)[pairs])
        predicted = predict(frame, judged, given, self._features, self._moves)
        return estimate(frame, judged, predicted, self.labelling.weights, vote_variances)


class Outcome(NamedTuple):
    """Estimates of two runs' difference from many samples of one size.

    Attributes:
        covered: share of intervals for these topics that hold the difference.
        variance: of the estimates.
        bias: of the estimates, in their standard deviations.
    """

    covered: float
    variance: float
    bias: float


def simulate(
    sampler: Sampler,
    n: int,
    n_draws: int,
    rng: np.random.Generator,
    votes: Gain | None = None,
    truth: float | None = None,
) -> Outcome:
    """Draw n pairs n_draws times; `votes` gives noisy gains of pairs, with their variances."""
    difference = sampler.labelling.apart @ sampler.labelling.gains if truth is None else truth
    values, hits = np.empty(n_draws), 0
    size = min(n, sampler.n_drawable)
    for number in range(n_draws):
        pairs = sampler.order(rng, size)
        given = (None, None) if votes is None else votes(pairs, rng)
        found = interval_of(sampler.estimate(pairs, *given), sampler.between)
        values[number] = found.value
        low, high = found.these_topics
        hits += int(low - 1e-12 <= difference <= high + 1e-12)
    spread = values.std(ddof=1)
    bias = (values.mean() - difference) / spread if spread > 0 else 0.0
    return Outcome(hits / n_draws, float(spread**2), float(bias))


def uniform_variance(labelling: Labelling, n: int, *, with_mean: bool) -> float:
    """Of a uniform sample's expanded sum; with_mean: of gains less their mean."""
    gains = labelling.gains - labelling.gains.mean() if with_mean else labelling.gains
    size = labelling.frame.n_pairs
    variance = (labelling.apart * gains).var(ddof=1)
    return float(size**2 * (1 - n / size) * variance / n)
