from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from regrade.significance import PairOptions, bootstrap
from tests.regrade.significance.textbook import SLEEP, from_zero


def test_bootstrap_statistic_is_students_t() -> None:
    assert bootstrap(*SLEEP).statistic == pytest.approx(4.062128, abs=1e-6)


def test_bootstrap_p_value_comes_near_that_of_all_resamples() -> None:
    """All 5^5 of them, by the definition of the shifted bootstrap."""
    differences = np.array([0.4, 0.1, -0.2, 0.5, 0.3])
    center, n = differences.mean(), differences.size
    t = center / (differences.std(ddof=1) / math.sqrt(n))
    extreme = 0
    for drawn in itertools.product(differences - center, repeat=n):
        mean, spread = np.mean(drawn), np.std(drawn, ddof=1)
        extreme += bool(spread < 1e-12 or abs(mean) / (spread / math.sqrt(n)) >= t)
    answer = bootstrap(*from_zero(*differences), options=PairOptions(n_resamples=100_000))
    assert answer.p_value == pytest.approx(extreme / n**n, abs=0.005)


def test_bootstrap_of_many_topics_agrees_with_the_t_test() -> None:
    """Normal differences, for which the t-test is right; its p is .0330 here."""
    run = np.random.default_rng(2).normal(0.15, 1.0, 200)
    answer = bootstrap(np.zeros(200), run, options=PairOptions(n_resamples=50_000))
    assert answer.p_value == pytest.approx(0.0330, abs=0.01)


@pytest.mark.parametrize(("difference", "statistic"), [(0.5, math.inf), (-0.5, -math.inf)])
def test_bootstrap_of_a_constant_difference_has_the_least_p_value(
    difference: float, statistic: float
) -> None:
    answer = bootstrap(*from_zero(*[difference] * 9), options=PairOptions(n_resamples=99))
    assert (answer.statistic, answer.p_value) == (statistic, 1 / 100)
    assert answer.interval == (difference, difference)


def test_bootstrap_of_equal_runs_has_an_interval_of_no_width() -> None:
    assert bootstrap(*from_zero(0, 0, 0)).interval == (0.0, 0.0)


def test_no_bootstrap_p_value_is_nought() -> None:
    """A hundred topics, each higher by about 1: no resample is as far from its mean."""
    run = 1.0 + np.random.default_rng(3).random(100) / 10
    assert bootstrap(np.zeros(100), run, options=PairOptions(n_resamples=99)).p_value == 1 / 100


@pytest.mark.parametrize("method", ["bca", "percentile"])
def test_the_interval_says_how_it_was_made(method: str) -> None:
    options = PairOptions(interval_method="bca" if method == "bca" else "percentile")
    answer = bootstrap(*SLEEP, options=options)
    assert (answer.interval_method, answer.confidence) == (method, 0.95)


def test_a_higher_confidence_gives_a_wider_interval() -> None:
    narrow, wide = (
        bootstrap(*SLEEP, options=PairOptions(confidence=level)).interval for level in (0.8, 0.99)
    )
    assert narrow is not None
    assert wide is not None
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_bca_of_one_resample_has_no_interval() -> None:
    assert bootstrap(*SLEEP, options=PairOptions(n_resamples=1)).interval is None
