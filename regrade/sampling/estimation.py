"""Means of runs and their covariances, estimated from a sample of the labels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from regrade.given import explained
from regrade.measures.labels import Floats
from regrade.sampling.frame import Frame
from regrade.sampling.prediction import Judged, Predicted


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
    predicted: Predicted,
    weights: Floats,
    vote_variances: Floats | None = None,
) -> Estimated:
    """Means of runs under a measure that is linear in the gains.

    sum of w ghat over all pairs + sum of w (g - ghat) / p over the judged ones, where ghat is the
    gain predicted without the pair's own judgment. Pairs that could not be drawn are predicted
    alone: intervals hold for differences in which their weights cancel, not for the means.

    Args:
        frame: the pairs that could be drawn.
        judged: those that were.
        predicted: from `predict`, by the gains of the judged pairs.
        weights: shape (n_runs, n_pairs), from `run_weights`.
        vote_variances: shape (n_judged,), where gains are means of votes and the target is what
            the panel says on average: the variance of each mean; NaN where one vote does not tell.
            None takes gains as they are.

    Source:
        Särndal, Swensson and Wretman, Model Assisted Survey Sampling, 1992, chapters 6, and 4.3
        for votes as a second stage.
    """
    of_judged = weights[:, judged.pairs]
    moved = of_judged * (predicted.residuals / judged.probabilities)
    by_topic = np.array([_by_topic(frame, one, predicted.gains) for one in weights])
    for of_run, each in zip(by_topic, moved, strict=True):
        of_run += np.bincount(frame.topics[judged.pairs], each, frame.n_topics)
    covariance = sampling_covariance(moved, _left_open(judged.probabilities, vote_variances))
    if vote_variances is not None:
        covariance += _of_votes(of_judged, vote_variances / judged.probabilities)
    return Estimated(by_topic * frame.n_topics, covariance, judged.pairs.size)


def _by_topic(frame: Frame, weights: Floats, gains: Floats) -> Floats:
    """shape (n_topics,). Sums of w g; a run weighs few of the pairs."""
    held = np.flatnonzero(weights)
    moved = weights[held] * gains[held]
    return np.bincount(frame.topics[held], moved, frame.n_topics).astype(np.float64)


def _of_votes(weights: Floats, variances: Floats) -> Floats:
    """Covariance by the votes' own scatter; none where it is not known, and counted elsewhere."""
    if np.isnan(variances).any():
        return np.zeros((len(weights), len(weights)))
    added: Floats = (weights * variances) @ weights.T
    return added


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
