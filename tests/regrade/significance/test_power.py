from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from importlib import import_module

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from regrade.significance import (
    detectable_difference,
    paired_t,
    power_of,
    topics_needed,
)
from tests.tiers import examples, thorough


def test_topics_needed_for_a_small_effect_are_ninety() -> None:
    """statsmodels says 89.1."""
    assert topics_needed(0.3, 1.0) == 90
    assert power_of(0.3, 90) == pytest.approx(0.8038, abs=0.00005)


@pytest.mark.parametrize(("effect_size", "expected"), [(0.2, 199), (0.5, 34), (0.8, 15)])
def test_topics_needed_for_cohens_effects_are_those_of_the_tables(
    effect_size: float, expected: int
) -> None:
    """Paired, two-sided .05, power .8: as Cohen's tables and programs after them have it."""
    assert topics_needed(effect_size, 1.0) == expected


@thorough
@examples(30)
@given(st.floats(0.05, 2.0), st.integers(2, 300), st.sampled_from([0.01, 0.05, 0.2]))
def test_power_agrees_with_statsmodels(effect_size: float, n_topics: int, alpha: float) -> None:
    expected = (
        import_module("statsmodels.stats.power").TTestPower().power(effect_size, n_topics, alpha)
    )
    assume(not math.isnan(expected))
    assert power_of(effect_size, n_topics, alpha=alpha) == pytest.approx(expected, abs=1e-9)


def test_power_is_a_number_where_statsmodels_has_none() -> None:
    assert power_of(1.0, 72, alpha=0.01) == pytest.approx(1.0, abs=1e-6)


@thorough
def test_power_is_how_often_the_paired_t_test_finds_it() -> None:
    """2,000 samples of 20 topics with a fixed seed."""
    samples = np.random.default_rng(0).normal(0.5, 1.0, (2000, 20))
    found = [(paired_t(np.zeros(20), sample).p_value or 0) <= 0.05 for sample in samples]
    assert np.mean(found) == pytest.approx(power_of(0.5, 20), abs=0.03)


@examples(30)
@given(st.floats(0.05, 3.0), st.floats(0.3, 0.99), st.integers(1, 50))
def test_topics_needed_are_the_least(difference: float, power: float, n_tests: int) -> None:
    needed, alpha = topics_needed(difference, 1.0, power=power, n_tests=n_tests), 0.05 / n_tests
    assert power_of(difference, needed, alpha=alpha) >= power
    if needed > 2:
        assert power_of(difference, needed - 1, alpha=alpha) < power


@examples(30)
@given(st.integers(2, 2000), st.floats(0.3, 0.99), st.floats(0.01, 10))
def test_detectable_difference_has_just_that_power(n_topics: int, power: float, sd: float) -> None:
    found = detectable_difference(sd, n_topics, power=power)
    assert power_of(found / sd, n_topics) == pytest.approx(power, abs=1e-6)


def test_detectable_difference_and_topics_needed_undo_each_other() -> None:
    found = detectable_difference(0.21, 54)
    assert topics_needed(found * 1.000001, 0.21) == 54


def test_a_family_divides_alpha() -> None:
    assert topics_needed(0.3, 1.0, n_tests=10) == topics_needed(0.3, 1.0, alpha=0.005) > 90
    assert detectable_difference(1.0, 90, n_tests=10) > 0.3


def test_the_sign_of_a_difference_is_no_matter() -> None:
    assert topics_needed(-0.05, 0.2) == topics_needed(0.05, 0.2)


def test_a_tiny_difference_needs_very_many_topics() -> None:
    """Close to (1.960 + 0.842)^2 / d^2, as the normal distribution has it."""
    assert topics_needed(1e-4, 1.0) == pytest.approx(7.849e8, rel=1e-3)


def test_two_topics_find_a_difference_that_does_not_vary() -> None:
    assert topics_needed(0.1, 0.0) == 2


def test_what_does_not_vary_is_detectable_however_small() -> None:
    assert detectable_difference(0.0, 5) == 0.0


def test_power_of_no_effect_is_alpha() -> None:
    assert power_of(0.0, 30, alpha=0.01) == 0.01


def test_power_at_the_least_level_is_a_number_above_it() -> None:
    assert 1e-12 < power_of(0.5, 2, alpha=1e-12) < 2e-12


@pytest.mark.parametrize(
    ("ask", "named"),
    [
        *((partial(topics_needed, value, 1.0), str(value)) for value in (0.0, math.nan, math.inf)),
        *((partial(topics_needed, value, 1.0), r"1e\+15") for value in (1e-9, 1e-300)),
        *((partial(detectable_difference, sd, 10), str(sd)) for sd in (-0.1, math.nan, math.inf)),
        (partial(detectable_difference, 1e308, 2), r"1e\+308"),
        *(
            (partial(topics_needed, 0.1, 1.0, power=power, alpha=alpha), f"{power} .* {alpha} ")
            for power, alpha in ((0.05, 0.05), (1.0, 0.05), (0.8, 0.0), (0.8, 0.9))
        ),
        *((partial(detectable_difference, 1.0, 10, alpha=a), str(a)) for a in (1e-300, 1e-13)),
        (partial(topics_needed, 0.1, 1.0, n_tests=0), "one test, not 0"),
        (partial(power_of, 0.3, 1), "two topics, not 1"),
        (partial(power_of, math.nan, 50), "effect size"),
    ],
)
def test_what_has_no_power_is_refused(ask: Callable[[], object], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        ask()
