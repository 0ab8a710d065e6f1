"""Rules for stopping: bets that a fair draw cannot win too often, and planned looks."""

from __future__ import annotations

import numpy as np
import pytest

from regrade.measures.labels import Floats
from regrade.sampling.spending import look_bounds, planned_information
from regrade.sampling.stopping import bet_on_difference, bet_on_equivalence, walk_of
from tests.regrade.sampling.test_inclusion import orders_of

TOP = 3.0


def pool(seed: int, n: int = 6) -> tuple[Floats, Floats, Floats]:
    """Weights of both signs, sizes not in proportion to them, and gains."""
    rng = np.random.default_rng(seed)
    weights = rng.normal(size=n)
    return weights, np.abs(weights) * rng.uniform(0.8, 1.2, n), rng.integers(0, 4, n).astype(float)


@pytest.mark.parametrize("seed", range(5))
def test_every_draw_has_the_difference_as_its_mean_whatever_came_before(seed: int) -> None:
    weights, sizes, gains = pool(seed)
    orders = orders_of(sizes, 4)
    for n_before in range(4):
        by_past: dict[tuple[int, ...], list[tuple[float, float]]] = {}
        for order, chance in orders:
            walk = walk_of(weights, sizes, np.array(order), gains[list(order)], TOP)
            assert (np.abs(walk.values) <= walk.bounds + 1e-9).all()
            by_past.setdefault(order[:n_before], []).append((chance, walk.values[n_before]))
        for steps in by_past.values():
            chances, values = np.array(steps).T
            assert chances @ values / chances.sum() == pytest.approx(weights @ gains)


@pytest.mark.parametrize("seed", range(5))
def test_bets_win_nothing_on_average_where_the_difference_is_0(seed: int) -> None:
    weights, sizes, gains = pool(seed)
    gains[0], gains[1] = 1.0, 2.0
    weights[0] -= (weights @ gains) / gains[0]
    sizes = np.maximum(sizes, np.abs(weights))
    mean = 0.0
    for order, chance in orders_of(sizes, 5):
        walk = walk_of(weights, sizes, np.array(order), gains[list(order)], TOP)
        bets = bet_on_difference(walk, n_most=5)
        assert (bets.capital > 0).all()
        mean += chance * bets.capital[-1]
    assert mean == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("side", [1, -1])
def test_bets_on_equivalence_win_nothing_on_average_at_the_margins_end(side: int) -> None:
    weights, sizes, gains = pool(9)
    weights *= side * np.sign(weights @ gains)
    within = float(abs(weights @ gains))
    mean = 0.0
    for order, chance in orders_of(sizes, 5):
        walk = walk_of(weights, sizes, np.array(order), gains[list(order)], TOP)
        mean += chance * bet_on_equivalence(walk, within, n_most=5).capital[-1]
    assert mean <= 1 + 1e-9


def drawn(weights: Floats, gains: Floats, seed: int) -> object:
    sizes = np.abs(weights)
    keys = np.random.default_rng(seed).exponential(size=sizes.size) / sizes
    order = np.argsort(keys)
    return walk_of(weights, sizes, order, gains[order], 1.0)


def test_a_large_difference_stops_early_and_none_proves_equivalence() -> None:
    signs = np.tile([1.0, -1.0], 400)
    apart = drawn(signs / 800, (signs > 0).astype(float), 1)
    found = bet_on_difference(apart, n_most=800)  # type: ignore[arg-type]
    assert found.stopped_at is not None
    assert found.stopped_at < 60
    assert found.capital[found.stopped_at - 1] >= 20 > found.capital[found.stopped_at - 2]
    assert bet_on_equivalence(apart, 0.1, n_most=800).stopped_at is None  # type: ignore[arg-type]
    alike = drawn(signs / 800, np.repeat([0.0, 1.0], 400), 1)
    assert bet_on_difference(alike, n_most=800).stopped_at is None  # type: ignore[arg-type]
    assert bet_on_equivalence(alike, 0.2, n_most=800).stopped_at is not None  # type: ignore[arg-type]


def test_walks_and_margins_are_checked() -> None:
    weights, sizes, gains = pool(1)
    with pytest.raises(ValueError, match="gains lie between"):
        walk_of(weights, sizes, np.array([0]), np.array([3.5]), TOP)
    with pytest.raises(ValueError, match="could not be drawn"):
        walk_of(weights, np.where(np.arange(6) == 2, 0, sizes), np.array([0]), gains[:1], TOP)
    with pytest.raises(ValueError, match="above 0"):
        bet_on_equivalence(walk_of(weights, sizes, np.array([0]), gains[:1], TOP), 0, n_most=5)


@pytest.mark.parametrize(
    ("spending", "bounds"),
    [
        ("obrien-fleming", [4.8769, 3.3570, 2.6803, 2.2898, 2.0310]),
        ("pocock", [2.4380, 2.4268, 2.4102, 2.3966, 2.3860]),
    ],
)
def test_bounds_of_five_equal_looks_are_the_published_ones(
    spending: str, bounds: list[float]
) -> None:
    """Two-sided, alpha .05: Reboussin, DeMets, Kim and Lan, Controlled Clinical Trials 21, 2000."""
    found = look_bounds(np.arange(1, 6) / 5, spending=spending)  # type: ignore[arg-type]
    np.testing.assert_allclose(found, bounds, atol=2e-4)


def test_one_look_is_an_ordinary_test_and_information_rises() -> None:
    assert look_bounds(np.array([7.0]))[0] == pytest.approx(1.959964, abs=1e-5)
    for information in ([1.0, 1.0], [2.0, np.inf]):
        with pytest.raises(ValueError, match="rises"):
            look_bounds(np.array(information))
    with pytest.raises(ValueError, match="spent as"):
        look_bounds(np.array([1.0]), spending="all")  # type: ignore[arg-type]


def test_planned_information_is_known_before_a_judgment() -> None:
    weights = np.array([0.5, 0.0, -1.0])
    assert planned_information(weights, np.array([0.5, 0.0, 0.8])) == pytest.approx(
        1 / (0.25 + 0.25)
    )
    assert planned_information(weights, np.ones(3)) == np.inf
