"""Gains of unjudged pairs, predicted from the judged ones by ridge regression."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.measures.labels import Floats, Ints
from regrade.sampling.frame import Frame

OF_TOPIC, OF_FEATURE = 2.5, 5.0  # penalties: so many judgments at the mean weigh as much
MOST_LEVERAGE = 0.9
LEAST_WEIGHT = 1e-9  # in the fit, of the greatest


class Judged(NamedTuple):
    """The judged pairs of a sample: parallel arrays.

    Attributes:
        pairs: shape (n_judged,). Indices of pairs of the frame.
        probabilities: shape (n_judged,). How probable each was to be drawn.
    """

    pairs: Ints
    probabilities: Floats


class Predicted(NamedTuple):
    """Gains by the model.

    Attributes:
        gains: shape (n_pairs,). Of each pair; of a judged one without its own judgment.
        residuals: shape (n_judged,). What a judged pair gains beyond that.
    """

    gains: Floats
    residuals: Floats


def features_of(frame: Frame, covariates: NDArray[np.float64] | None = None) -> Floats:
    """Features of each pair, known beforehand: its rank in each run, and the number of runs.

    Args:
        frame: the pairs.
        covariates: shape (n_covariates, n_pairs). More that is known, such as older labels.

    Returns:
        Shape (n_pairs, n_features). Each of mean 0 and deviation 1; without constant ones.
    """
    is_held = frame.ranks > 0
    missing = 2 * max(int(frame.ranks.max(initial=0)), 1)
    by_rank = -np.log(np.maximum(np.arange(frame.ranks.max(initial=0) + 1), 1))
    by_rank[0] = -np.log(missing)
    heights = by_rank[frame.ranks]
    rows = [*heights, is_held.sum(axis=0), *([] if covariates is None else covariates)]
    table = np.array(rows, dtype=np.float64)
    table -= table.mean(axis=1, keepdims=True)
    deviations = np.sqrt(np.einsum("fp,fp->f", table, table) / max(frame.n_pairs, 1))
    varies = deviations > 1e-9
    features: Floats = (table[varies] / deviations[varies, None]).T
    return features


@explained
def predict(
    frame: Frame, judged: Judged, gains: Floats, features: Floats, sizes: Floats
) -> Predicted:
    """Predict the gains of all pairs: one fit for all runs, and all measures with these gains.

    Args:
        frame: the pairs that could be drawn.
        judged: those that were.
        gains: shape (n_judged,). What each gains by its label.
        features: shape (n_pairs, n_features), from `features_of`.
        sizes: shape (n_pairs,). How far each pair can move the answer, before a prior is mixed in:
            the fit weighs a judged pair by what its error adds to the variance,
            s^2 (1 - p) / p^2, and where p is 1 by a trifle.
    """
    p = judged.probabilities
    adds: Floats = sizes[judged.pairs] ** 2 * (1 - p) / p**2
    most = adds.max(initial=0.0)
    weights = np.maximum(adds, LEAST_WEIGHT * most) if most > 0 else np.ones(p.size)
    return fit(frame, features, judged.pairs, gains, weights)


def fit(frame: Frame, features: Floats, judged: Ints, gains: Floats, weights: Floats) -> Predicted:
    """Fit gains on a constant, the features and the topic, and predict each pair without itself.

    Topics and features are shrunk towards 0, the constant is not. Without its own judgment a
    judged pair's residual is its residual over 1 - leverage, so one fit serves.

    Args:
        features: shape (n_pairs, n_features), from `features_of`.
        judged: shape (n_judged,). Indices of pairs.
        gains: shape (n_judged,). What each gains.
        weights: shape (n_judged,). Of each in the fit, above 0.

    Source:
        Särndal, Swensson and Wretman, Model Assisted Survey Sampling, 1992, chapter 6; with each
        pair left out of its own prediction: Wu and Gagnon-Bartsch, The LOOP estimator, Evaluation
        Review 42(4), 2018.
    """
    weights = weights / weights.mean()
    topics = frame.topics[judged]
    rows = np.column_stack([np.ones(judged.size), features[judged]])
    by_topic = np.bincount(topics, weights, frame.n_topics) + OF_TOPIC
    crossed = _by_topic(topics, weights[:, None] * rows, frame.n_topics)
    penalty = np.full(rows.shape[1], OF_FEATURE)
    penalty[0] = 0.0
    # Topics are eliminated first: what remains has one row and column for each feature.
    inner = rows.T @ (weights[:, None] * rows) + np.diag(penalty)
    inner -= crossed.T @ (crossed / by_topic[:, None])
    inverse = np.linalg.inv(inner)
    given = np.bincount(topics, weights * gains, frame.n_topics)
    slopes = inverse @ (rows.T @ (weights * gains) - crossed.T @ (given / by_topic))
    of_topics = (given - crossed @ slopes) / by_topic
    predicted = slopes[0] + features @ slopes[1:] + of_topics[frame.topics]
    inside = rows - (crossed / by_topic[:, None])[topics]
    leverage = weights * (1 / by_topic[topics] + ((inside @ inverse) * inside).sum(axis=1))
    residuals = (gains - predicted[judged]) / (1 - np.minimum(leverage, MOST_LEVERAGE))
    predicted[judged] = gains - residuals
    return Predicted(predicted, residuals)


def _by_topic(topics: Ints, rows: Floats, n_topics: int) -> Floats:
    """shape (n_topics, n_columns). Sums of the rows of each topic."""
    columns = [np.bincount(topics, column, n_topics) for column in rows.T]
    return np.array(columns, dtype=np.float64).T
