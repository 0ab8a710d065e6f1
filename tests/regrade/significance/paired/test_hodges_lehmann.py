from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from regrade.significance.paired.hodges_lehmann import hodges_lehmann
from tests.regrade.significance.textbook import DEPRESSION

differences_of_topics = st.lists(st.integers(-40, 40), min_size=1, max_size=60)


def walsh_averages(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    pairs = itertools.combinations_with_replacement(differences.tolist(), 2)
    return np.sort([(a + b) / 2 for a, b in pairs])


def test_hodges_lehmann_of_the_depression_scale() -> None:
    """Hollander and Wolfe, examples 3.3 and 3.4: -0.46, and -0.786 to -0.010 at 96.1%."""
    estimate = hodges_lehmann(DEPRESSION[1] - DEPRESSION[0], 0.95)
    assert estimate.value == pytest.approx(-0.46)
    assert estimate.interval == pytest.approx((-0.786, -0.010))
    assert estimate.coverage == pytest.approx(0.961, abs=5e-4)


@given(differences_of_topics)
def test_hodges_lehmann_is_the_median_of_walsh_averages(whole: list[int]) -> None:
    differences = np.array(whole) / 8
    expected = float(np.median(walsh_averages(differences)))
    assert hodges_lehmann(differences, 0.95).value == pytest.approx(expected, abs=1e-12)


@given(differences_of_topics)
def test_the_interval_runs_between_walsh_averages_of_opposite_ranks(whole: list[int]) -> None:
    differences = np.array(whole) / 8
    estimate, averages = hodges_lehmann(differences, 0.95), walsh_averages(differences)
    if estimate.interval is None:
        assert differences.size < 6
    else:
        bounds = zip(averages, averages[::-1], strict=True)
        assert any(estimate.interval == pytest.approx(pair, abs=1e-12) for pair in bounds)


@pytest.mark.parametrize(("n", "coverage"), [(6, 1 - 2 / 64), (7, 1 - 2 * 3 / 128)])
def test_the_coverage_of_small_samples_by_hand(n: int, coverage: float) -> None:
    """W+ is 0 in one signing of 64; at most 2 in three of 128: none, {1}, {2}."""
    assert hodges_lehmann(np.arange(n, dtype=np.float64), 0.95).coverage == pytest.approx(coverage)


def test_five_topics_are_too_few_for_a_95_percent_interval() -> None:
    assert hodges_lehmann(np.arange(5.0), 0.95).interval is None


def test_beyond_fifty_topics_the_interval_is_approximate() -> None:
    estimate = hodges_lehmann(np.arange(51.0), 0.95)
    assert estimate.interval is not None
    assert estimate.coverage is None


def test_exact_and_approximate_intervals_meet() -> None:
    """One more topic among fifty moves the bounds by little."""
    exact, approximate = (
        hodges_lehmann(np.linspace(-1.0, 1.0, n), 0.95).interval for n in (50, 51)
    )
    assert exact == pytest.approx(approximate, abs=0.02)


def test_hodges_lehmann_of_thousands_of_topics_agrees_with_the_normal_mean() -> None:
    differences = np.round(np.random.default_rng(11).normal(0.1, 1.0, 6980), 12)
    assert hodges_lehmann(differences, 0.95).value == pytest.approx(np.mean(differences), abs=0.01)
