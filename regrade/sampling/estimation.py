"""Means of runs and their covariances, estimated from a sample of the labels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.measures.labels import Floats, Ints
from regrade.sampling.frame import Frame
from regrade.sampling.prediction import predict

LEAST_WEIGHT = 1e-9  # in the fit, of the greatest


class Judged(NamedTuple):
    """The judged pairs of a sample: parallel arrays.

    Attributes:
        pairs: shape (n_judged,). Indices of pairs of the frame.
        probabilities: shape (n_judged,). How probable each was to be drawn.
    """

    pairs: Ints
    probabilities: Floats


class Estimated(NamedTuple):
    """Means of runs, and how far the sample leaves them open.

    Attributes:
        by_topic: shape (n_runs, n_topics). Each topic's value; their mean is `means`.
        these_topics: shape (n_runs, n_runs). Covariance of the means over samples of pairs.
        n_judged: pairs that were judged.
    """

    by_topic: Floats
    these_topics: Floats
    n_judged: int

    @property
    def means(self) -> Floats:
        means: Floats = self.by_topic.mean(axis=1)
        return means

    @property
    def topics_like_these(self) -> Floats:
        """shape (n_runs, n_runs). Covariance of the means over samples of topics and of pairs."""
        n_topics = self.by_topic.shape[1]
        off = self.by_topic - self.means[:, None]
        covariance: Floats = off @ off.T / (n_topics * (n_topics - 1))
        return covariance


@explained
def estimate(
    frame: Frame,
    judged: Judged,
    gains: Floats,
    weights: Floats,
    features: Floats,
    sizes: Floats,
    vote_variances: Floats | None = None,
) -> Estimated:
    """Means of runs under a measure that is linear in the gains.

    sum of w ghat over all pairs + sum of w (g - ghat) / p over the judged ones, where ghat is the
    gain predicted without the pair's own judgment. Pairs that could not be drawn are predicted
    alone: intervals hold for differences in which their weights cancel, not for the means.

    Args:
        frame: the pairs that could be drawn.
        judged: those that were.
        gains: shape (n_judged,). What each gains by its label.
        weights: shape (n_runs, n_pairs), from `run_weights`.
        features: from `features_of`.
        sizes: shape (n_pairs,). How far each pair can move the answer, before a prior is mixed in:
            the fit weighs a judged pair by what its error adds to the variance.
        vote_variances: shape (n_judged,), where gains are means of votes and the target is what
            the panel says on average: the variance of each mean; NaN where one vote does not tell.
            None takes gains as they are.

    Source:
        Särndal, Swensson and Wretman, Model Assisted Survey Sampling, 1992, chapters 6, and 4.3
        for votes as a second stage.
    """
    model = predict(frame, features, judged.pairs, gains, fit_weights(judged, sizes))
    of_judged = weights[:, judged.pairs]
    moved = of_judged * (model.residuals / judged.probabilities)
    by_topic = _by_topic(frame.topics, weights * model.gains, frame.n_topics)
    by_topic += _by_topic(frame.topics[judged.pairs], moved, frame.n_topics)
    covariance = sampling_covariance(moved, _left_open(judged.probabilities, vote_variances))
    if vote_variances is not None:
        covariance += _of_votes(of_judged, vote_variances / judged.probabilities)
    return Estimated(by_topic * frame.n_topics, covariance, judged.pairs.size)


def _of_votes(weights: Floats, variances: Floats) -> Floats:
    """Covariance by the votes' own scatter; none where it is not known, and counted elsewhere."""
    if np.isnan(variances).any():
        return np.zeros((len(weights), len(weights)))
    added: Floats = (weights * variances) @ weights.T
    return added


def fit_weights(judged: Judged, sizes: Floats) -> Floats:
    """Of the judged pairs, shape (n_judged,): s^2 (1 - p) / p^2, and a trifle where p is 1."""
    p = judged.probabilities
    adds: Floats = sizes[judged.pairs] ** 2 * (1 - p) / p**2
    most = adds.max(initial=0.0)
    return np.maximum(adds, LEAST_WEIGHT * most) if most > 0 else np.ones(p.size)


def _left_open(probabilities: Floats, vote_variances: Floats | None) -> Floats:
    """1 - p; 1 where votes vary by an amount that is not known, which is too wide if anything."""
    if vote_variances is not None and np.isnan(vote_variances).any():
        return np.ones(probabilities.size)
    return 1 - probabilities


def sampling_covariance(moved: Floats, left: Floats) -> Floats:
    """Of Horvitz and Thompson's estimator at fixed size, as Hájek approximates it.

    n / (n - 1) * sum of (1 - p) (z - b) (z - b)', b = the mean of z weighted by 1 - p
    """
    n, total = left.size, left.sum()
    if total <= 0:
        return np.zeros((len(moved), len(moved)))
    off = moved - (moved @ left / total)[:, None]
    covariance: Floats = n / (n - 1) * (off * left) @ off.T
    return covariance


def _by_topic(topics: Ints, rows: NDArray[np.float64], n_topics: int) -> Floats:
    return np.array([np.bincount(topics, row, n_topics) for row in rows])
