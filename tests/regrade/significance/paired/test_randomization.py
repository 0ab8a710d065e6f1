from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from regrade.significance import PairOptions, randomization, randomize_all_pairs
from regrade.significance.paired import sign_flips
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
def test_all_pairs_at_once_are_as_each_pair_alone(n_topics: int) -> None:
    """Rounded, so that many topics do not differ and pairs of both kinds occur."""
    values = np.round(np.random.default_rng(n_topics).random((6, n_topics)) * 4) / 4
    options = PairOptions(seed=3, n_resamples=200)
    together = randomize_all_pairs(values, options=options)
    alone = [
        randomization(values[baseline], values[run], options=options)
        for baseline, run in together.pairs.tolist()
    ]
    assert together.p_values.tolist() == [answer.p_value for answer in alone]
    assert together.exact.tolist() == [answer.method == "exact" for answer in alone]
    assert together.mean_differences == pytest.approx([a.mean_difference for a in alone])


def test_all_pairs_come_in_the_order_of_their_systems_with_seed_and_draws() -> None:
    answer = randomize_all_pairs(np.zeros((3, 4)), options=PairOptions(seed=9, n_resamples=50))
    assert answer.pairs.tolist() == [[0, 1], [0, 2], [1, 2]]
    assert (answer.seed, answer.n_resamples) == (9, 50)
    assert randomize_all_pairs(np.zeros((1, 4))).p_values.size == 0


@pytest.mark.parametrize("n_topics", [0, 1])
def test_all_pairs_with_fewer_than_two_topics_have_no_p_value(n_topics: int) -> None:
    assert np.isnan(randomize_all_pairs(np.zeros((3, n_topics))).p_values).all()


def test_all_pairs_of_anything_but_a_table_are_refused() -> None:
    with pytest.raises(ValueError, match=r"one row of values a system, got shape \(3,\)"):
        randomize_all_pairs(np.zeros(3))


def test_all_pairs_refuse_a_value_that_is_not_finite() -> None:
    values = np.zeros((3, 4))
    values[2, 1] = np.nan
    with pytest.raises(ValueError, match="value of topic 1, counted from 0, is nan"):
        randomize_all_pairs(values)
