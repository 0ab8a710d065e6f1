from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from regrade.significance import SystemOptions, max_t
from regrade.significance.paired.randomization import randomization
from tests.regrade.significance.tables import draw_values, p_values


def test_p_is_the_share_of_signings_whose_largest_t_is_as_large() -> None:
    values = draw_values(4, 7, seed=3, step=0.1)
    apart = values[1:] - values[0]
    signings = np.array(list(product((-1.0, 1.0), repeat=7)))
    largest = np.array([largest_t(apart * signs) for signs in signings])
    observed = np.abs(stats.ttest_1samp(apart, 0, axis=1).statistic)
    answer = max_t(values)
    assert (answer.method, answer.n_resamples, answer.seed) == ("exact", 64, None)
    expected = [float(np.mean(largest >= t - 1e-9)) for t in observed]
    assert p_values(answer) == pytest.approx(expected)
    assert [pair.statistic for pair in answer.pairs] == pytest.approx(
        stats.ttest_1samp(apart, 0, axis=1).statistic
    )


def largest_t(apart: np.ndarray) -> float:
    return float(np.abs(stats.ttest_1samp(apart, 0, axis=1).statistic).max())


def test_two_systems_are_judged_by_the_randomization_test() -> None:
    values = draw_values(2, 12, seed=4, step=0.1)
    assert p_values(max_t(values)) == [randomization(values[0], values[1]).p_value]


@pytest.mark.parametrize("seed", range(6))
def test_an_interval_leaves_out_zero_exactly_where_p_is_small(seed: int) -> None:
    values = draw_values(6, 40, seed=seed, step=0.06)
    answer = max_t(values, options=SystemOptions(n_resamples=2000, seed=seed))
    for pair in answer.pairs:
        assert pair.interval is not None
        assert pair.p_value is not None
        assert (pair.p_value <= 0.05) == (pair.interval[0] > 0 or pair.interval[1] < 0)


@pytest.mark.parametrize("seed", range(40))
def test_equal_values_and_few_topics_do_not_part_p_and_interval(seed: int) -> None:
    values = np.random.default_rng(seed).integers(0, 3, (4, 6 + seed % 12)).astype(float)
    for pair in max_t(values).pairs:
        if pair.interval is not None and pair.p_value is not None:
            assert np.isfinite(pair.interval).all()
            assert (pair.p_value <= 0.05) == (pair.interval[0] > 0 or pair.interval[1] < 0)


def test_differences_of_one_size_on_few_topics_have_no_interval() -> None:
    apart = np.array([[0.0] * 6, [0.5] * 6, [1.0] * 5 + [-1.0]])
    assert [pair.interval for pair in max_t(apart).pairs] == [None, None]


def test_a_difference_that_is_the_same_on_every_topic_has_no_width() -> None:
    one = np.random.default_rng(0).random(12)
    values = np.array([one, one + 0.25])
    [pair] = max_t(values).pairs
    assert (pair.statistic, pair.interval) == (np.inf, (0.25, 0.25))
    assert pair.p_value == 1 / 2**11


def test_too_few_topics_for_a_small_p_have_no_interval() -> None:
    answer = max_t(draw_values(3, 4, seed=1))
    assert [pair.interval for pair in answer.pairs] == [None, None]
