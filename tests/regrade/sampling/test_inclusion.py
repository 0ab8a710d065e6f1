"""Probabilities of inclusion against enumeration, and the order sampling that they belong to."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from regrade.measures.labels import Floats
from regrade.sampling.drawing import draw, drawn_pairs, permanent_numbers
from regrade.sampling.inclusion import exact_inclusion, inclusion, near_inclusion
from tests.tiers import thorough

SEEDS = range(12)


def orders_of(sizes: Floats, n: int) -> list[tuple[tuple[int, ...], float]]:
    """Every order in which n pairs can be drawn, each with its probability."""
    found = []
    for order in permutations(range(sizes.size), n):
        chance, left = 1.0, float(sizes.sum())
        for pair in order:
            chance *= sizes[pair] / left
            left -= sizes[pair]
        found.append((order, chance))
    return found


def small_pool(seed: int) -> tuple[Floats, int]:
    rng = np.random.default_rng(seed)
    n_pairs = int(rng.integers(3, 9))
    return rng.random(n_pairs) ** rng.integers(1, 6), int(rng.integers(1, min(n_pairs, 5)))


@pytest.mark.parametrize("seed", SEEDS)
def test_small_pools_have_the_probabilities_that_enumeration_finds(seed: int) -> None:
    sizes, n = small_pool(seed)
    expected = np.zeros(sizes.size)
    for order, chance in orders_of(sizes, n):
        expected[list(order)] += chance
    found = inclusion(sizes, n)
    np.testing.assert_allclose(found, expected, atol=1e-10)
    assert found.sum() == pytest.approx(n, abs=1e-10)


@pytest.mark.parametrize("seed", SEEDS)
def test_expanded_sums_are_unbiased_over_all_samples(seed: int) -> None:
    sizes, n = small_pool(seed)
    gains = np.random.default_rng(seed).random(sizes.size)
    expanded = gains / inclusion(sizes, n)
    mean = sum(chance * expanded[list(order)].sum() for order, chance in orders_of(sizes, n))
    assert mean == pytest.approx(gains.sum(), abs=1e-10)


def test_three_pairs_have_the_probabilities_of_the_documentation() -> None:
    found = inclusion(np.array([3.0, 2.0, 1.0]), 2)
    np.testing.assert_allclose(found, [17 / 20, 11 / 15, 5 / 12], atol=1e-12)


@thorough
def test_large_pools_are_within_half_a_percent() -> None:
    sizes = np.random.default_rng(1).random(500) ** 2 + 1e-3
    near, exact = near_inclusion(sizes, 50), exact_inclusion(sizes, 50)
    assert np.abs(near / exact - 1).max() < 0.005
    assert near.sum() == pytest.approx(50, abs=1e-9)


def test_equal_sizes_have_equal_probabilities_and_a_census_has_1() -> None:
    sizes = np.array([2.0, 0.0, 2.0, 2.0, 2.0])
    np.testing.assert_allclose(inclusion(sizes, 3), [0.75, 0, 0.75, 0.75, 0.75], atol=1e-12)
    assert inclusion(sizes, 4).tolist() == [1, 0, 1, 1, 1]
    np.testing.assert_allclose(near_inclusion(np.ones(1000), 300), 0.3, atol=1e-12)


def test_a_longer_draw_begins_with_the_shorter_one() -> None:
    rng = np.random.default_rng(2)
    sizes = rng.random(60) * (rng.random(60) > 0.1)
    numbers = permanent_numbers(np.arange(60) // 6, np.arange(60), 7)
    longest = drawn_pairs(sizes, numbers, int((sizes > 0).sum())).tolist()
    for n in range(1, len(longest) + 1):
        assert drawn_pairs(sizes, numbers, n).tolist() == longest[:n]


def test_orders_come_as_often_as_they_are_probable() -> None:
    """Three pairs are drawn for each of 10,000 seeds; the topics are as many seeds over."""
    sizes, n_draws = np.array([1.0, 2.0, 5.0]), 10_000
    numbers = permanent_numbers(np.repeat(np.arange(n_draws), 3), np.tile([4, 9, 2], n_draws), 1)
    firsts = np.array([drawn_pairs(sizes, one, 2) for one in numbers.reshape(n_draws, 3)])
    for order, chance in orders_of(sizes, 2):
        share = (firsts == order).all(axis=1).mean()
        assert abs(share - chance) < 4 * np.sqrt(chance * (1 - chance) / n_draws)


def test_a_pair_keeps_its_number_whatever_stands_beside_it() -> None:
    topics, passages = np.array([1, 1, 2, 900]), np.array([5, 6, 5, 2**31])
    numbers = permanent_numbers(topics, passages, 3)
    assert numbers[2:].tolist() == permanent_numbers(topics[2:], passages[2:], 3).tolist()
    assert np.unique(numbers).size == 4
    assert (numbers != permanent_numbers(topics, passages, 4)).all()
    assert ((numbers > 0) & (numbers < 1)).all()


@pytest.mark.parametrize("n", [0, 4])
def test_only_pairs_with_a_size_can_be_drawn(n: int) -> None:
    with pytest.raises(ValueError, match="3 can bear"):
        draw(np.array([1.0, 0.0, 2.0, 1.0]), np.full(4, 0.5), n)
