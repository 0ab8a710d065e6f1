"""AP estimated from a sample, with the number of relevant passages given."""

from __future__ import annotations

import numpy as np
import pytest

from regrade.measures.labels import Floats
from regrade.sampling.average_precision import estimate_average_precision, expected_weights
from regrade.sampling.drawing import drawn_pairs
from regrade.sampling.estimation import Estimated
from regrade.sampling.frame import Frame, frame_of
from regrade.sampling.inclusion import inclusion
from regrade.sampling.intervals import interval_of
from regrade.sampling.prediction import Judged, features_of, predict
from regrade.sampling.question import Question, pair_sizes
from tests.regrade.sampling.questions import random_frame, rankings_of
from tests.tiers import thorough

BETWEEN = np.array([1.0, -1.0])


def by_hand(frame: Frame, gains: Floats, n_relevant: Floats) -> Floats:
    """shape (n_runs, n_topics). The definition, topic by topic."""
    found = np.zeros((len(frame.ranks), frame.n_topics))
    for run, of_run in enumerate(frame.ranks):
        for topic in np.flatnonzero(n_relevant):
            held = (frame.topics == topic) & (of_run > 0)
            ranked = np.argsort(of_run[held])
            hits, ranks = gains[held][ranked], of_run[held][ranked]
            found[run, topic] = (hits * np.cumsum(hits) / ranks).sum() / n_relevant[topic]
    return found


def binary(frame: Frame, seed: int) -> tuple[Floats, Floats]:
    """Gains of the pairs, and more relevant passages than the frame has in some topics."""
    gains = (np.random.default_rng(seed).random(frame.n_pairs) < 0.4).astype(float)
    n_relevant = np.bincount(frame.topics, gains, frame.n_topics) + np.arange(frame.n_topics) % 2
    return gains, n_relevant.astype(np.float64)


def sizes_of(frame: Frame, n_relevant: Floats) -> Floats:
    return pair_sizes(Question("pair", [0, 1]), [expected_weights(frame, n_relevant)])


def census(frame: Frame, gains: Floats, n_relevant: Floats) -> tuple[Estimated, Floats]:
    every = Judged(np.arange(frame.n_pairs), np.ones(frame.n_pairs))
    predicted = predict(frame, every, gains, features_of(frame), np.ones(frame.n_pairs))
    return estimate_average_precision(frame, every, predicted, frame.ranks, n_relevant)


def test_with_all_pairs_judged_it_is_ap_itself() -> None:
    frame = random_frame(1, n_runs=3)
    gains, n_relevant = binary(frame, 1)
    n_relevant[2] = 0
    found, _ = census(frame, gains, n_relevant)
    np.testing.assert_allclose(found.by_topic, by_hand(frame, gains, n_relevant), atol=1e-12)
    np.testing.assert_allclose(found.these_topics, 0, atol=1e-12)


def test_the_derivative_is_what_one_label_moves() -> None:
    """A label's own rank counts with 1, whatever the label: so the step from 0 to 1 is exact."""
    frame = random_frame(2)
    gains, n_relevant = binary(frame, 2)
    _, slopes = census(frame, gains, n_relevant)
    for pair in range(0, frame.n_pairs, 5):
        ends = []
        for label in (0.0, 1.0):
            gains[pair], before = label, gains[pair]
            ends.append(by_hand(frame, gains, n_relevant).mean(axis=1))
            gains[pair] = before
        at_zero = slopes[:, pair]
        np.testing.assert_allclose(ends[1] - ends[0], at_zero, atol=1e-12)


def test_pairs_that_cannot_count_have_no_weight() -> None:
    frame = random_frame(3)
    n_relevant = np.array([0.0, 1, 1, 1, 1, 1])
    has_relevant = (n_relevant > 0)[frame.topics]
    for cutoff in (None, 3):
        weights = expected_weights(frame, n_relevant, cutoff)
        counts = (frame.ranks > 0) & (frame.ranks <= (cutoff or 99)) & has_relevant
        np.testing.assert_array_equal(weights > 0, counts)


def test_relevant_passages_are_expected_to_lie_evenly() -> None:
    """One topic of 4 pairs with R = 2: half of those above and below are taken for relevant."""
    frame = frame_of([rankings_of([7, 8, 9, 5])], 4)
    weights = expected_weights(frame, np.array([2.0]))
    second = (1 + 0.5) / 2 + 0.5 * (1 / 3 + 1 / 4)
    assert weights[0, frame.ranks[0] == 2] == pytest.approx(second / 2)


@thorough
def test_intervals_for_these_topics_hold_nineteen_times_in_twenty() -> None:
    frame = random_frame(4, n_topics=20)
    gains, n_relevant = binary(frame, 4)
    sizes, features = sizes_of(frame, n_relevant), features_of(frame)
    truth = float(BETWEEN @ by_hand(frame, gains, n_relevant).mean(axis=1))
    chances, rng, values, holds = inclusion(sizes, 60), np.random.default_rng(4), [], []
    for _ in range(1000):
        pairs = drawn_pairs(sizes, rng.random(sizes.size), 60)
        judged = Judged(pairs, chances[pairs])
        predicted = predict(frame, judged, gains[pairs], features, sizes)
        found, _ = estimate_average_precision(frame, judged, predicted, frame.ranks, n_relevant)
        low, high = interval_of(found, BETWEEN).these_topics
        values.append(BETWEEN @ found.means)
        holds.append(low <= truth <= high)
    assert abs(np.mean(values) - truth) < 4 * np.std(values) / np.sqrt(1000)
    assert 0.93 < np.mean(holds) < 0.98
