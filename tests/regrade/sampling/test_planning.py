"""Half-widths expected after so many judgments."""

from __future__ import annotations

import numpy as np
import pytest

from regrade.measures import parse_measure
from regrade.sampling.drawing import draw, permanent_numbers
from regrade.sampling.estimation import estimate
from regrade.sampling.frame import run_weights
from regrade.sampling.intervals import interval_of
from regrade.sampling.planning import (
    guessed_outlook,
    judgments_needed,
    outlook_of,
    plan,
)
from regrade.sampling.prediction import Judged, features_of, predict
from tests.regrade.sampling.questions import random_frame

FRAME = random_frame(11, n_topics=30)
WEIGHTS = run_weights(parse_measure("DCG@5"), FRAME)
APART = WEIGHTS[0] - WEIGHTS[1]
SIZES = np.abs(APART)
N_DRAWABLE = int((SIZES > 0).sum())
BETWEEN = np.array([1.0, -1.0])


def test_intervals_shrink_to_nothing_and_to_that_of_all_judgments() -> None:
    outlook = guessed_outlook(APART, 3.0, is_graded=True)
    steps = [10, 40, 90, N_DRAWABLE]
    found = plan(outlook, APART, SIZES, steps, n_topics=30)
    assert (np.diff(found.these_topics) < 0).all()
    assert found.these_topics[-1] == 0
    assert (found.topics_like_these > found.all_judged).tolist() == [True] * 3 + [False]
    assert found.topics_like_these[-1] == pytest.approx(found.all_judged)
    binary = guessed_outlook(APART, 3.0, is_graded=False)
    assert plan(binary, APART, SIZES, steps, n_topics=30).all_judged > found.all_judged


def test_a_plan_from_judgments_begins_with_the_interval_that_is_there() -> None:
    drawn = draw(SIZES, permanent_numbers(FRAME.topics, FRAME.passages, 5), 60)
    gains = np.random.default_rng(5).integers(0, 4, 60).astype(float)
    judged = Judged(drawn.pairs, drawn.probabilities[drawn.pairs])
    predicted = predict(FRAME, judged, gains, features_of(FRAME), SIZES)
    now = estimate(FRAME, judged, predicted, WEIGHTS)
    outlook = outlook_of(now, BETWEEN, APART, SIZES)
    found = plan(outlook, APART, SIZES, [60, 120], n_topics=30)
    interval = interval_of(now, BETWEEN)
    low, high = interval.these_topics
    assert found.these_topics[0] == pytest.approx((high - low) / 2)
    assert outlook.n_judged == 60
    assert interval.topics_like_these is not None
    low, high = interval.topics_like_these
    assert found.topics_like_these[0] == pytest.approx((high - low) / 2)


def test_the_fewest_judgments_for_a_half_width() -> None:
    outlook = guessed_outlook(APART, 3.0, is_graded=True)
    widths = plan(outlook, APART, SIZES, [49, 50], n_topics=30).these_topics
    assert judgments_needed(outlook, APART, SIZES, widths[1]) == 50
    assert judgments_needed(outlook, APART, SIZES, 1e9) == 4
    assert judgments_needed(outlook, APART, SIZES, 1e-9) == N_DRAWABLE
    assert judgments_needed(outlook, APART[:3], SIZES[:3], 1e-9) is None


@pytest.mark.parametrize("step", [3, N_DRAWABLE + 1])
def test_a_plan_is_for_numbers_that_can_be_judged(step: int) -> None:
    with pytest.raises(ValueError, match="steps lie"):
        plan(guessed_outlook(APART, 1.0, is_graded=False), APART, SIZES, [step], n_topics=30)
