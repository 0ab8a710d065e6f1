from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from regrade.significance import mean_interval


@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.99])
@pytest.mark.parametrize("n_topics", [2, 43])
def test_the_interval_is_scipys(n_topics: int, confidence: float) -> None:
    values = np.random.default_rng(7).random(n_topics)
    expected = stats.ttest_1samp(values, 0).confidence_interval(confidence)
    assert mean_interval(values, confidence=confidence) == pytest.approx(tuple(expected))


def test_an_interval_ends_where_the_measure_does() -> None:
    values = np.array([0.4, 1.0, 1.0, 1.0])
    low, high = mean_interval(values) or (0, 0)
    assert high > 1
    assert mean_interval(values, limits=(0, 1)) == (low, 1)
    assert mean_interval(1 - values, limits=(0, 1)) == pytest.approx((0, 1 - low))


def test_values_that_never_vary_have_an_interval_of_no_width() -> None:
    assert mean_interval(np.full(5, 0.25)) == (0.25, 0.25)


def test_one_topic_has_no_interval() -> None:
    assert mean_interval(np.array([0.5])) is None


@pytest.mark.parametrize("confidence", [0, 1, -0.5])
def test_a_confidence_that_is_none_is_refused(confidence: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        mean_interval(np.array([0.5, 1.0]), confidence=confidence)
