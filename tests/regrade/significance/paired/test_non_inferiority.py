from __future__ import annotations

import math
from importlib import import_module

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from regrade.significance import NonInferiority, non_inferiority, topics_needed
from tests.regrade.significance.textbook import SLEEP, from_zero
from tests.tiers import thorough

REACH = 2.919986 / math.sqrt(3)  # the 95% point on two degrees, times the standard error


def within(margin: float, *differences: float) -> NonInferiority:
    return non_inferiority(*from_zero(*differences), margin=margin)


@pytest.mark.parametrize(
    ("margin", "outcome"),
    [(-3.7, "not worse"), (-3.6, "not shown"), (-0.4, "not shown"), (-0.3, "worse")],
)
def test_non_inferiority_by_hand(margin: float, outcome: str) -> None:
    """Mean -2, standard error 1 / sqrt(3): the interval ends at -3.686 and -0.314."""
    answer = within(margin, -1, -2, -3)
    t = (-2 - margin) * math.sqrt(3)
    assert (answer.outcome, answer.improvement, answer.confidence) == (outcome, -2, 0.9)
    assert answer.interval == pytest.approx((-2 - REACH, -2 + REACH), abs=1e-6)
    assert answer.p_value == pytest.approx((1 - t / math.sqrt(2 + t * t)) / 2)


def test_a_lower_value_is_an_improvement_where_lower_is_better() -> None:
    baseline, run = np.array([3.0, 5, 7]), np.array([2.0, 3, 4])
    answer = non_inferiority(baseline, run, margin=-0.3, lower_is_better=True)
    assert (answer.outcome, answer.improvement) == ("not worse", 2)
    assert non_inferiority(baseline, run, margin=-0.3).outcome == "worse"


@pytest.mark.parametrize(
    ("margin", "differences", "expected"),
    [
        (-1.0, [0.0, 0.0, 0.0], ("not worse", (0, 0), 0.0)),
        (-1.0, [-2.0, -2.0], ("worse", (-2, -2), 1.0)),
        (-1.0, [-1.0, -1.0], ("not shown", (-1, -1), 1.0)),
        (-1.0, [5.0], ("not shown", None, None)),
        (-1.0, [], ("not shown", None, None)),
    ],
)
def test_without_deviation_or_without_topics(
    margin: float, differences: list[float], expected: tuple[object, ...]
) -> None:
    answer = within(margin, *differences)
    assert (answer.outcome, answer.interval, answer.p_value) == expected
    assert answer.n_needed is None


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=3, max_size=40),
    st.floats(-1, -0.01),
    st.sampled_from([0.01, 0.05, 0.1]),
)
def test_non_inferiority_agrees_with_statsmodels_and_scipy(
    twentieths: list[tuple[int, int]], margin: float, alpha: float
) -> None:
    ttost_paired = import_module("statsmodels.stats.weightstats").ttost_paired
    baseline, run = np.array(twentieths).T / 20
    assume(np.ptp(np.round(run - baseline, 9)) > 0)
    lower = ttost_paired(run, baseline, margin, 2.0)[1]
    one_sided = stats.ttest_1samp(run - baseline, margin, alternative="greater")
    answer = non_inferiority(baseline, run, margin=margin, alpha=alpha)
    assert answer.p_value == pytest.approx(float(lower[1]), abs=1e-9)
    assert answer.p_value == pytest.approx(float(one_sided.pvalue), abs=1e-9)
    assume(abs(float(lower[1]) - alpha) > 1e-9)
    assert (answer.outcome == "not worse") == (float(lower[1]) < alpha)


@thorough
def test_topics_needed_show_a_run_as_good_as_the_baseline() -> None:
    """One-sided at .05 is two-sided at .1; 2,000 samples with a fixed seed."""
    needed = within(-0.4, *np.random.default_rng(1).normal(0, 1, 50)).n_needed
    sd = float(np.random.default_rng(1).normal(0, 1, 50).std(ddof=1))
    assert needed == topics_needed(0.4, sd, alpha=0.1)
    samples = np.random.default_rng(0).normal(0, sd, (2000, needed))
    passed = [within(-0.4, *sample).outcome == "not worse" for sample in samples]
    assert np.mean(passed) == pytest.approx(0.8, abs=0.03)


@pytest.mark.parametrize(
    ("margin", "alpha"), [(0.0, 0.05), (0.01, 0.05), (math.nan, 0.05), (-0.1, 0.3), (-0.1, 0.0)]
)
def test_margins_and_levels_outside_their_limits_are_refused(margin: float, alpha: float) -> None:
    with pytest.raises(ValueError, match=r"a margin is|alpha lies"):
        non_inferiority(*SLEEP, margin=margin, alpha=alpha)
