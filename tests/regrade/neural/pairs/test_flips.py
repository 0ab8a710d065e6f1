from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from regrade.neural.pairs.flips import (
    FlipRates,
    find_flips,
    mean_flip_rate,
    mean_flip_rates,
    summarize_flips,
)
from tests.regrade.neural.pair_cases import BY_HAND, consistent, pair_scores, without_diagonal
from tests.tiers import examples

often = examples(40)


def two(p_01: float, p_10: float) -> NDArray[np.float32]:
    return without_diagonal(np.array([[0, p_01], [p_10, 0]]))


def test_find_flips_marks_the_pair_both_ways() -> None:
    flips = np.zeros((3, 3), dtype=bool)
    flips[0, 1] = flips[1, 0] = True
    assert (find_flips(BY_HAND) == flips).all()


@pytest.mark.parametrize(
    ("p_01", "p_10", "is_flip"),
    [
        (0.75, 0.75, True),
        (0.25, 0.25, True),
        (0.75, 0.25, False),
        (0.25, 0.75, False),
        (0.5, 0.75, False),
        (0.25, 0.5, False),
        (0.5, 0.5, False),
        (1.0, 1.0, True),
        (0.5 + 2.0**-24, 0.5 + 2.0**-24, True),
    ],
)
def test_find_flips_where_the_sides_of_a_half_differ(
    p_01: float, p_10: float, is_flip: bool
) -> None:
    assert find_flips(two(p_01, p_10))[0, 1] == is_flip


def test_find_flips_of_no_probability_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(0, 1\) is nan"):
        find_flips(two(np.nan, 0.5))


def test_find_flips_names_both_passages_of_a_pair() -> None:
    assert find_flips(BY_HAND).sum(axis=1).tolist() == [1, 1, 0]


def test_mean_flip_rate_is_the_share_of_pairs_that_flip() -> None:
    assert mean_flip_rate(BY_HAND) == pytest.approx(1 / 3)


@pytest.mark.parametrize("n", [0, 1])
def test_mean_flip_rate_without_a_pair_is_no_number(n: int) -> None:
    assert math.isnan(mean_flip_rate(np.full((n, n), np.nan)))


@given(p=pair_scores(min_n=2))
@often
def test_mean_flip_rate_follows_its_formula_and_is_0_for_consistent_scores(
    p: NDArray[np.float32],
) -> None:
    n = len(p)
    assert mean_flip_rate(p) == pytest.approx((find_flips(p).sum(axis=1) / n).sum() / (n - 1))
    assert mean_flip_rate(consistent(p)) == 0.0


def test_mean_flip_rate_of_a_ranker_that_always_takes_the_first_is_1() -> None:
    assert mean_flip_rate(without_diagonal(np.full((7, 7), 0.9))) == 1.0


@given(p=pair_scores(min_n=1))
@often
def test_mean_flip_rates_are_those_of_the_first_passages_alone(p: NDArray[np.float32]) -> None:
    wanted = [mean_flip_rate(p[:n, :n]) for n in range(1, len(p) + 1)]
    assert mean_flip_rates(p).tolist() == pytest.approx(wanted, nan_ok=True)


def test_summarize_flips_shows_the_distribution_over_topics() -> None:
    rates = [np.array([np.nan, value]) for value in (0.0, 1.0, 0.5, 0.25)]
    assert summarize_flips(rates, [2]) == [FlipRates(2, 4, 0.4375, 0.0, 0.1875, 0.375, 0.625, 1.0)]


def test_summarize_flips_leaves_out_topics_with_fewer_passages() -> None:
    rates = [np.array([np.nan, 1.0]), np.array([np.nan, 0.0, 0.5])]
    found = summarize_flips(rates, [3, 2])
    assert [(each.n, each.n_topics, each.mean) for each in found] == [(3, 1, 0.5), (2, 2, 0.5)]


def test_summarize_flips_deeper_than_any_topic_is_refused() -> None:
    with pytest.raises(ValueError, match="4 passages; the most is 3"):
        summarize_flips([np.array([np.nan, 0.0, 0.5])], [2, 4])


def test_summarize_flips_of_one_passage_is_refused() -> None:
    with pytest.raises(ValueError, match="depth is 1"):
        summarize_flips([np.array([np.nan])], [1])
