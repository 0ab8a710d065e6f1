from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from regrade.significance.systems import permutations
from regrade.significance.systems.permutations import (
    all_permuted_sums,
    draw_permuted_sums,
    n_arrangements,
)


@pytest.mark.parametrize(
    ("n_systems", "n_topics", "limit", "expected"),
    [
        (2, 14, 10_000, 8192),
        (2, 15, 10_000, None),
        (3, 6, 7776, 7776),
        (3, 6, 7775, None),
        (4, 3, 10_000, 576),
        (4, 1, 10_000, 1),
        (20, 2, 10_000, None),
    ],
)
def test_n_arrangements_holds_one_topic_and_stops_beyond_the_limit(
    n_systems: int, n_topics: int, limit: int, expected: int | None
) -> None:
    assert n_arrangements(n_systems, n_topics, limit) == expected


def test_all_permuted_sums_are_all() -> None:
    values = np.array([[0.0, 1.0, 100.0], [0.0, 2.0, 200.0], [0.0, 4.0, 400.0]])
    orders = list(itertools.permutations(range(3)))
    expected = {
        tuple(values[list(a), 1] + values[list(b), 2]) for a, b in itertools.product(orders, orders)
    }
    sums = all_permuted_sums(values)
    assert sums.shape == (36, 3)
    assert {tuple(row) for row in sums.tolist()} == expected


def test_draw_permuted_sums_permutes_within_each_topic(monkeypatch: pytest.MonkeyPatch) -> None:
    """Digits identify the topic and value that a system got; the last block is shorter."""
    monkeypatch.setattr(permutations, "BLOCK", 12)
    values = np.array([[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]])
    sums = np.concatenate(list(draw_permuted_sums(values, 10, np.random.default_rng(0))))
    assert sums.shape == (10, 3)
    for row in sums:
        assert sorted(row % 10) == [1, 2, 3]
        assert sorted(row // 10) == [1, 2, 3]


def test_draw_permuted_sums_gives_every_order_alike() -> None:
    """24 orders of one topic in 12,000 draws of a fixed seed."""
    values = np.array([[1.0], [10.0], [100.0], [1000.0]])
    blocks = draw_permuted_sums(values, 12_000, np.random.default_rng(1))
    _, counts = np.unique(np.concatenate(list(blocks)), axis=0, return_counts=True)
    assert counts.size == math.factorial(4)
    assert stats.chisquare(counts).pvalue > 0.01
