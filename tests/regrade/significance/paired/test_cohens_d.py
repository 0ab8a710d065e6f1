from __future__ import annotations

import math

import numpy as np
import pytest

from regrade.significance import (
    EFFECT_SIZES,
    PairOptions,
    cohens_dav,
    cohens_dz,
    paired_t,
)
from tests.regrade.significance.textbook import MOVIES, SLEEP, from_zero


def test_dz_of_two_movies() -> None:
    """Lakens, 2013: t(9) = 4.74, d_z = 1.50."""
    assert cohens_dz(*MOVIES).value == pytest.approx(1.5)


def test_dav_of_two_movies() -> None:
    """Lakens, 2013: d_av = 1.13."""
    assert cohens_dav(*MOVIES).value == pytest.approx(1.13, abs=0.005)


def test_dz_is_t_by_the_root_of_n() -> None:
    t = paired_t(*SLEEP).statistic
    assert t is not None
    assert cohens_dz(*SLEEP).value == pytest.approx(t / math.sqrt(10))


def test_the_interval_of_dz_excludes_zero_exactly_when_the_t_test_does() -> None:
    """At the confidence 1 - p of the t-test one bound is 0."""
    p_value = paired_t(*SLEEP).p_value
    assert p_value is not None
    interval = cohens_dz(*SLEEP, options=PairOptions(confidence=1 - p_value)).interval
    assert interval is not None
    assert interval[0] == pytest.approx(0.0, abs=1e-6)


def test_the_interval_of_dav_is_that_of_dz_scaled() -> None:
    dz, dav = cohens_dz(*MOVIES), cohens_dav(*MOVIES)
    assert dz.interval is not None
    assert dav.interval is not None
    scale = (dav.value or 0.0) / (dz.value or 1.0)
    assert dav.interval == pytest.approx((dz.interval[0] * scale, dz.interval[1] * scale))


@pytest.mark.parametrize("name", ["d_z", "d_av"])
def test_a_change_of_unit_leaves_the_effect_alone(name: str) -> None:
    one, other = EFFECT_SIZES[name](*SLEEP), EFFECT_SIZES[name](SLEEP[0] * 60, SLEEP[1] * 60)
    assert other.value == pytest.approx(one.value)


@pytest.mark.parametrize("name", ["d_z", "d_av"])
def test_equal_runs_have_no_effect_and_no_interval(name: str) -> None:
    answer = EFFECT_SIZES[name](SLEEP[0], SLEEP[0])
    assert (answer.value, answer.interval) == (0.0, None)
    assert answer.note == "no interval: the difference is the same on every topic"


@pytest.mark.parametrize(("difference", "value"), [(0.5, math.inf), (-0.5, -math.inf)])
def test_dz_of_a_constant_difference_is_infinite(difference: float, value: float) -> None:
    answer = cohens_dz(*from_zero(*[difference] * 3))
    assert (answer.value, answer.interval) == (value, None)


def test_dav_of_a_constant_difference_is_finite_where_runs_vary() -> None:
    """Both vary by 1, and lie 2 apart."""
    answer = cohens_dav(np.array([1.0, 2.0, 3.0]), np.array([3.0, 4.0, 5.0]))
    assert (answer.value, answer.interval) == (2.0, None)


def test_dav_of_runs_that_do_not_vary_is_infinite() -> None:
    assert cohens_dav(np.ones(3), np.zeros(3)).value == -math.inf


def test_dz_of_a_huge_t_says_why_it_has_no_interval() -> None:
    answer = cohens_dz(*from_zero(1, 1, 1, 1.00001))
    assert (answer.interval, answer.note) == (None, "no interval: t is above 1,000")
