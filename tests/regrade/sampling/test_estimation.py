"""Estimates of means and differences from a sample."""

from __future__ import annotations

import numpy as np
import pytest

from regrade.measures import parse_measure
from regrade.sampling.drawing import draw, permanent_numbers
from regrade.sampling.estimation import Estimated, estimate
from regrade.sampling.frame import Frame, run_weights
from regrade.sampling.inclusion import inclusion
from regrade.sampling.intervals import interval_of
from regrade.sampling.prediction import (
    OF_FEATURE,
    OF_TOPIC,
    Judged,
    features_of,
    fit,
    predict,
)
from regrade.sampling.question import Question, pair_sizes
from tests.regrade.sampling.questions import random_frame

DCG = parse_measure("DCG@5")
BETWEEN = np.array([1.0, -1.0])


def ridge(
    frame: Frame, features: np.ndarray, judged: np.ndarray, gains: np.ndarray, weights: np.ndarray
) -> np.ndarray:
    """Predictions of all pairs by one system of equations."""
    dummies = np.eye(frame.n_topics)[frame.topics]
    rows = np.column_stack([np.ones(frame.n_pairs), features, dummies])
    penalty = [0.0] + [OF_FEATURE] * features.shape[1] + [OF_TOPIC] * frame.n_topics
    fitted = rows[judged]
    inner = fitted.T @ (weights[:, None] * fitted) + np.diag(penalty)
    return rows @ np.linalg.solve(inner, fitted.T @ (weights * gains))


def test_each_judged_pair_is_predicted_as_if_it_were_not_judged() -> None:
    frame = random_frame(4)
    features, rng = features_of(frame), np.random.default_rng(4)
    judged = rng.permutation(frame.n_pairs)[:14]
    gains, weights = rng.random(14), rng.random(14) + 0.5
    weights /= weights.mean()
    found = fit(frame, features, judged, gains, weights)
    whole = ridge(frame, features, judged, gains, weights)
    others = np.setdiff1d(np.arange(frame.n_pairs), judged)
    np.testing.assert_allclose(found.gains[others], whole[others])
    for place, pair in enumerate(judged.tolist()):
        left = np.arange(14) != place
        without = ridge(frame, features, judged[left], gains[left], weights[left])[pair]
        np.testing.assert_allclose(found.gains[pair], without)
        np.testing.assert_allclose(found.residuals[place], gains[place] - without)


def test_features_tell_ranks_and_leave_out_what_is_the_same_for_all() -> None:
    frame = random_frame(5)
    features = features_of(frame, np.array([np.arange(frame.n_pairs), np.ones(frame.n_pairs)]))
    assert features.shape == (frame.n_pairs, 4)
    np.testing.assert_allclose(features.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(features.std(axis=0), 1)


def estimated(
    frame: Frame, gains: np.ndarray, n: int, seed: int, variances: np.ndarray | None = None
) -> Estimated:
    weights = run_weights(DCG, frame)
    sizes = pair_sizes(Question("pair", [0, 1]), [weights])
    drawn = draw(sizes, permanent_numbers(frame.topics, frame.passages, seed), n)
    judged = Judged(drawn.pairs, drawn.probabilities[drawn.pairs])
    given = None if variances is None else variances[drawn.pairs]
    predicted = predict(frame, judged, gains[drawn.pairs], features_of(frame), sizes)
    return estimate(frame, judged, predicted, weights, given)


def many_estimates(frame: Frame, gains: np.ndarray, n: int, n_draws: int) -> list[Estimated]:
    """Of as many draws; their probabilities are worked out once."""
    weights, features = run_weights(DCG, frame), features_of(frame)
    sizes = pair_sizes(Question("pair", [0, 1]), [weights])
    chances, rng, found = inclusion(sizes, n), np.random.default_rng(1), []
    keys = np.full(sizes.size, np.inf)
    is_drawable = sizes > 0
    for _ in range(n_draws):
        keys[is_drawable] = rng.exponential(size=is_drawable.sum()) / sizes[is_drawable]
        pairs = np.argsort(keys)[:n]
        judged = Judged(pairs, chances[pairs])
        predicted = predict(frame, judged, gains[pairs], features, sizes)
        found.append(estimate(frame, judged, predicted, weights))
    return found


def drawable(frame: Frame) -> np.ndarray:
    return np.flatnonzero(pair_sizes(Question("pair", [0, 1]), [run_weights(DCG, frame)]))


def test_with_all_pairs_judged_the_estimate_is_the_difference_itself() -> None:
    frame = random_frame(6)
    gains = np.random.default_rng(6).integers(0, 4, frame.n_pairs).astype(float)
    found = estimated(frame, gains, drawable(frame).size, 1)
    weights = run_weights(DCG, frame)
    apart = (weights[0] - weights[1]) * gains
    by_topic = np.bincount(frame.topics, apart, frame.n_topics) * frame.n_topics
    np.testing.assert_allclose(BETWEEN @ found.by_topic, by_topic, atol=1e-12)
    interval = interval_of(found, BETWEEN)
    assert interval.these_topics == pytest.approx((apart.sum(), apart.sum()))
    assert interval.topics_like_these is not None
    low, high = interval.topics_like_these
    spread = by_topic.std(ddof=1) / np.sqrt(frame.n_topics)
    assert (high - low) / 2 == pytest.approx(2.570582 * spread, rel=1e-6)


def test_estimates_are_right_on_average_and_intervals_cover() -> None:
    """300 draws; the mean within four standard errors, coverage within its own."""
    frame = random_frame(7, n_topics=20)
    gains = np.random.default_rng(7).integers(0, 4, frame.n_pairs).astype(float)
    weights = run_weights(DCG, frame)
    truth = float((weights[0] - weights[1]) @ gains)
    estimates = many_estimates(frame, gains, 40, 300)
    found = [interval_of(one, BETWEEN) for one in estimates]
    values = np.array([one.value for one in found])
    assert abs(values.mean() - truth) < 4 * values.std() / np.sqrt(300)
    variances = [BETWEEN @ one.these_topics @ BETWEEN for one in estimates]
    assert np.mean(variances) == pytest.approx(values.var(), rel=0.25)
    covered = np.mean([one.these_topics[0] <= truth <= one.these_topics[1] for one in found])
    assert 0.9 < covered < 0.99


def test_votes_widen_the_interval_for_what_the_panel_says() -> None:
    frame = random_frame(8)
    gains = np.random.default_rng(8).random(frame.n_pairs)
    n = drawable(frame).size
    variances = np.full(frame.n_pairs, 0.04)
    weights = run_weights(DCG, frame)
    certain, by_votes = (estimated(frame, gains, n, 1, one) for one in (None, variances))
    assert BETWEEN @ certain.these_topics @ BETWEEN == pytest.approx(0)
    expected = 0.04 * ((weights[0] - weights[1]) ** 2).sum()
    assert BETWEEN @ by_votes.these_topics @ BETWEEN == pytest.approx(expected)
    variances[drawable(frame)[0]] = np.nan
    one_vote = estimated(frame, gains, n, 1, variances)
    assert BETWEEN @ one_vote.these_topics @ BETWEEN > 0


def test_an_interval_needs_a_few_judged_pairs_and_a_level() -> None:
    frame = random_frame(9)
    gains = np.ones(frame.n_pairs)
    with pytest.raises(ValueError, match="4 judged pairs"):
        interval_of(estimated(frame, gains, 3, 1), BETWEEN)
    with pytest.raises(ValueError, match="level"):
        interval_of(estimated(frame, gains, 8, 1), BETWEEN, level=1)
