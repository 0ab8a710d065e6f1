from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from regrade.significance import PairOptions, randomization
from regrade.significance.paired import sign_flips
from regrade.significance.paired.sign_flips import flip_p_values
from tests.regrade.significance.textbook import MAIZE, SLEEP, from_zero
from tests.tiers import examples


def test_randomization_by_hand() -> None:
    """Of eight signings of 1, 2, 3 only 6 and -6 are as far from 0 as 6."""
    assert randomization(*from_zero(1, 2, 3)).p_value == 2 / 8


def test_randomization_of_darwins_maize() -> None:
    """Fisher, 1935, section 21: 863 of 32,768 signings in either direction."""
    answer = randomization(*MAIZE)
    assert (answer.p_value, answer.method) == (1726 / 32768, "exact")
    assert (answer.seed, answer.n_resamples) == (None, None)


def test_randomization_statistic_is_the_mean_difference() -> None:
    assert randomization(*SLEEP).statistic == pytest.approx(1.58)


def test_randomization_of_a_constant_difference_has_two_extreme_signings() -> None:
    assert randomization(*from_zero(*[0.1] * 7)).p_value == 2 / 2**7


@pytest.mark.parametrize(("n", "method"), [(16, "exact"), (17, "Monte Carlo")])
def test_randomization_is_exact_up_to_sixteen_topics_that_differ(n: int, method: str) -> None:
    differences = [0.0] * 20 + [0.1 * k for k in range(1, n + 1)]
    assert randomization(*from_zero(*differences)).method == method


def test_topics_without_a_difference_do_not_move_the_p_value() -> None:
    bare, padded = randomization(*from_zero(1, 2, -3, 5)), [0.0, 1, 0, 2, -3, 0, 5, 0]
    assert randomization(*from_zero(*padded)).p_value == bare.p_value


@examples(60)
@given(st.lists(st.integers(-9, 9), min_size=2, max_size=10))
def test_randomization_agrees_with_scipy_where_all_signings_are_tried(whole: list[int]) -> None:
    """Tenths, so that equal sums differ in their last bits."""
    expected = stats.permutation_test(
        (np.array(whole) * 1.0,), np.sum, permutation_type="samples", n_resamples=np.inf
    ).pvalue
    answer = randomization(*from_zero(*[d / 10 for d in whole]))
    assert answer.p_value == pytest.approx(float(expected), rel=1e-12)


def test_no_monte_carlo_p_value_is_nought() -> None:
    """Forty equal differences: no random signing is as extreme, so b is 0."""
    options = PairOptions(n_resamples=999)
    assert randomization(*from_zero(*[0.1] * 40), options=options).p_value == 1 / 1000


def test_monte_carlo_comes_near_the_exact_p_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_flips, "MAX_EXACT", 0)
    answer = randomization(*MAIZE, options=PairOptions(n_resamples=100_000))
    assert answer.method == "Monte Carlo"
    assert answer.p_value == pytest.approx(1726 / 32768, abs=0.003)


def test_draws_flip_topics_wherever_they_stand() -> None:
    """Behind more topics without a difference than a word has bits."""
    differences = [0.1 * k for k in (*range(1, 15), -9, -10, -11)]
    options = PairOptions(n_resamples=20_000)
    first = randomization(*from_zero(*differences, *[0.0] * 180), options=options).p_value
    for before in (47, 63, 64, 120, 180):
        padded = [0.0] * before + differences + [0.0] * (180 - before)
        answer = randomization(*from_zero(*padded), options=options)
        assert answer.p_value == pytest.approx(first, abs=0.01)


def test_draws_do_not_depend_on_the_size_of_a_block(monkeypatch: pytest.MonkeyPatch) -> None:
    baseline, run = np.random.default_rng(5).random((2, 70))
    whole = randomization(baseline, run, options=PairOptions(n_resamples=1000))
    monkeypatch.setattr(sign_flips, "BLOCK", 500)
    assert randomization(baseline, run, options=PairOptions(n_resamples=1000)) == whole


def test_exact_p_values_do_not_depend_on_the_size_of_a_block(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sign_flips, "BLOCK", 500)
    assert randomization(*MAIZE).p_value == 1726 / 32768


@pytest.mark.parametrize("n_topics", [2, 5, 16, 17, 60])
def test_many_pairs_at_once_are_as_each_alone(n_topics: int) -> None:
    """In quarters, so that many topics do not differ and pairs of both kinds occur."""
    values = np.random.default_rng(n_topics).integers(0, 5, (6, n_topics)) / 4
    first, second = np.triu_indices(6, k=1)
    drawn = np.random.default_rng(3)
    together = flip_p_values(values[second] - values[first], rng=drawn, n_resamples=200)
    options = PairOptions(seed=3, n_resamples=200)
    pairs = zip(values[first], values[second], strict=True)
    alone = [randomization(*pair, options=options).p_value for pair in pairs]
    assert together.tolist() == alone
