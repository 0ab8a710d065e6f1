from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from regrade.significance import SystemOptions, randomized_tukey
from tests.regrade.significance.tables import draw_values, p_values
from tests.tiers import examples, thorough


def test_randomized_tukey_by_hand() -> None:
    """The first topic held, the six orders of the second give ranges of sums 4, 3, 3, 2, 2, 0."""
    answer = randomized_tukey(np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]))
    assert (answer.method, answer.n_resamples, answer.seed) == ("exact", 6, None)
    assert p_values(answer) == pytest.approx([5 / 6, 1 / 6, 5 / 6])


@examples(30)
@given(st.integers(0, 1000), st.integers(2, 5))
def test_randomized_tukey_counts_every_permutation(seed: int, n_topics: int) -> None:
    """Against a plain loop over all orders of all topics, the first one too."""
    values = np.random.default_rng(seed).integers(0, 4, (3, n_topics)) / 10.0
    orders = [list(order) for order in itertools.permutations(range(3))]
    columns = [[values[order, topic] for order in orders] for topic in range(n_topics)]
    ranges = [round(float(np.ptp(sum(table))), 9) for table in itertools.product(*columns)]
    answer = randomized_tukey(values)
    assert answer.method == "exact"
    for pair in answer.pairs:
        least = round(abs(pair.difference) * n_topics, 9)
        expected = sum(reached >= least for reached in ranges) / len(ranges)
        assert pair.p_value == pytest.approx(expected)


def test_randomized_tukey_of_two_systems_is_the_paired_randomization_test() -> None:
    values = np.random.default_rng(3).random((2, 12))
    expected = stats.permutation_test(
        (values[1] - values[0],), np.mean, permutation_type="samples", n_resamples=np.inf
    )
    assert p_values(randomized_tukey(values)) == pytest.approx([expected.pvalue])


def test_randomized_tukey_draws_when_there_are_too_many_and_never_says_zero() -> None:
    """b = 0: 1 / (m + 1)."""
    values = draw_values(3, 40, seed=1, step=3.0)
    answer = randomized_tukey(values, options=SystemOptions(n_resamples=199, seed=8))
    assert (answer.method, answer.n_resamples, answer.seed) == ("Monte Carlo", 199, 8)
    assert p_values(answer) == pytest.approx([1 / 200] * 3)


def test_randomized_tukey_repeats_with_its_seed_and_not_with_another() -> None:
    values = draw_values(4, 20, seed=2, step=0.2)
    answers = [randomized_tukey(values, options=SystemOptions(seed=seed)) for seed in (5, 5, 6)]
    assert p_values(answers[0]) == p_values(answers[1]) != p_values(answers[2])


def test_randomized_tukey_draws_close_to_the_exact_answer() -> None:
    values = draw_values(3, 6, seed=4, step=0.4)
    exact = randomized_tukey(values)
    drawn = randomized_tukey(values, options=SystemOptions(n_resamples=7775))
    assert (exact.method, drawn.method) == ("exact", "Monte Carlo")
    assert p_values(drawn) == pytest.approx(p_values(exact), abs=0.02)


@pytest.mark.parametrize("n_resamples", [19, 999, 10_000])
@pytest.mark.parametrize("n_topics", [5, 30])
def test_a_difference_is_significant_just_when_it_exceeds_the_critical_one(
    n_resamples: int, n_topics: int
) -> None:
    values = draw_values(6, n_topics, seed=7, step=0.25)
    answer = randomized_tukey(values, options=SystemOptions(n_resamples=n_resamples))
    assert answer.critical_difference is not None
    for pair in answer.pairs:
        assert pair.p_value is not None
        is_significant = abs(pair.difference) > answer.critical_difference
        assert is_significant == (pair.p_value <= 0.05 + 1e-12)


@pytest.mark.parametrize("n_topics", [2, 30])
def test_too_few_permutations_have_no_critical_difference(n_topics: int) -> None:
    """Exact p are at least 1 / 2, drawn ones at least 1 / 6."""
    answer = randomized_tukey(
        draw_values(2, n_topics, seed=7, step=9.0), options=SystemOptions(n_resamples=5)
    )
    assert answer.critical_difference is None


@thorough
def test_randomized_tukey_keeps_its_level_where_no_system_differs() -> None:
    """300 tables of six alike systems on 15 topics, fixed seeds: about 5% have any p <= .05."""
    options = SystemOptions(n_resamples=199)
    least = [
        min(p or 0 for p in p_values(randomized_tukey(draw_values(6, 15, seed=s), options=options)))
        for s in range(300)
    ]
    n_false = sum(p <= 0.05 for p in least)
    assert 300 * 0.025 < n_false < 300 * 0.08


def test_randomized_tukey_counts_ties_that_rounding_parts() -> None:
    """Every permutation gives the range 0.2, computed as 0.6 - 0.4, 0.4 - 0.2 or the like."""
    values = np.array([[0.6, 0.2], [0.4, 0.2]])
    assert p_values(randomized_tukey(values)) == [1.0]


def test_randomized_tukey_of_identical_systems_is_one() -> None:
    answer = randomized_tukey(np.tile(np.random.default_rng(0).random(30), (4, 1)))
    assert set(p_values(answer)) == {1.0}
    assert answer.critical_difference == 0
