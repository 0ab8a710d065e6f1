from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from regrade.significance.rbo import Ties, rbo
from tests.tiers import examples

ALL_TIES: tuple[Ties, ...] = ("a", "b", "w")
# Scores of up to seven items, many of them tied.
TWO_ORDERS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=7)


def untie(scores: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """All ways to break the ties."""
    groups = [np.flatnonzero(scores == value).tolist() for value in sorted(set(scores))]
    orders = itertools.product(*(itertools.permutations(group) for group in groups))
    return [np.argsort(list(itertools.chain(*order))).astype(float) for order in orders]


def test_rbo_by_hand() -> None:
    """a, b against b, a: agreement 0 at depth 1 and 1 from depth 2 on."""
    assert rbo(np.array([2.0, 1.0]), np.array([1.0, 2.0]), p=0.5) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("ties", "agreement"), [("a", (0.5, 1)), ("b", (0.5**0.5, 1)), ("w", (2 / 3, 1))]
)
def test_rbo_with_a_tie_by_hand(ties: Ties, agreement: tuple[float, float]) -> None:
    """Two items, tied in one order alone: half of the first one lies within depth 1."""
    found = rbo(np.array([1.0, 1.0]), np.array([2.0, 1.0]), p=0.8, ties=ties)
    expected = 0.2 * (agreement[0] + agreement[1] * 0.8) + 0.8**2
    assert found == pytest.approx(expected)


@examples(40)
@given(TWO_ORDERS)
def test_rbo_without_ties_is_the_sum_as_it_is_written(pairs: list[tuple[int, int]]) -> None:
    """Equation 23 of Webber and others, of two lists that end together."""
    one, other = (untie(scores)[0] for scores in np.array(pairs, np.float64).T)
    n, p = one.size, 0.8
    tops = [np.argsort(-scores).tolist() for scores in (one, other)]
    shared = [len(set(tops[0][:d]) & set(tops[1][:d])) for d in range(1, n + 1)]
    known = sum(x / d * p**d for d, x in enumerate(shared, 1))
    for ties in ALL_TIES:
        assert rbo(one, other, p=p, ties=ties) == pytest.approx((1 - p) / p * known + p**n)


@examples(20)
@given(TWO_ORDERS.filter(lambda pairs: len(pairs) < 6))
def test_rbo_a_is_the_mean_over_all_ways_to_break_ties(pairs: list[tuple[int, int]]) -> None:
    one, other = np.array(pairs, np.float64).T
    broken = [rbo(a, b, p=0.7) for a in untie(one) for b in untie(other)]
    assert rbo(one, other, p=0.7) == pytest.approx(np.mean(broken))


@given(TWO_ORDERS, st.sampled_from(ALL_TIES), st.floats(0.05, 0.98))
def test_rbo_is_symmetric_and_in_range(pairs: list[tuple[int, int]], ties: Ties, p: float) -> None:
    one, other = np.array(pairs, np.float64).T
    value = rbo(one, other, p=p, ties=ties)
    assert value == rbo(other, one, p=p, ties=ties)
    assert 0 < value <= 1


@given(TWO_ORDERS, st.sampled_from(ALL_TIES), st.floats(0.05, 0.98))
def test_equal_orders_agree_in_full_unless_ties_hide_the_order(
    pairs: list[tuple[int, int]], ties: Ties, p: float
) -> None:
    one = np.array(pairs, np.float64)[:, 0]
    hidden = ties == "a" and len(set(one)) < one.size
    assert (rbo(one, one, p=p, ties=ties) == 1.0) != hidden


def test_rbo_takes_many_rankings_at_once() -> None:
    first, second = np.random.default_rng(0).integers(0, 4, (2, 7, 5)).astype(float)
    alone = [float(rbo(*row)) for row in zip(first, second, strict=True)]
    assert rbo(first, second) == pytest.approx(alone)


def test_rbo_of_nothing_is_undefined() -> None:
    assert np.isnan(rbo(np.zeros(0), np.zeros(0)))


@pytest.mark.parametrize(
    ("options", "named"), [({"p": 0.0}, r"0\.0"), ({"p": 1.0}, r"1\.0"), ({"ties": "c"}, "a, b, w")]
)
def test_rbo_of_what_makes_no_sense_is_refused(options: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        rbo(np.ones(1), np.ones(1), **options)
