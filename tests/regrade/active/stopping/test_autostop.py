from __future__ import annotations

from itertools import product
from math import inf, sqrt

import numpy as np
import pytest

from regrade.active.stopping.autostop import CONDITIONS, Draws, autostop
from regrade.active.stopping.review import Review, Stop
from regrade.measures.labels import Floats, Ints
from tests.regrade.active.stopping.reviews import part_of

# Drawn from a seed, and estimated by HTAPPriorSampler of github.com/dli1/auto-stop-tar (0b87ab7):
# the total and both variances after batches 2 to 6.
PUBLIC = Review(np.array([0, 0, 1, 1, 0, 0, 1, 0, 1], bool), np.array([1, 2, 3, 0, 2, 1]), 12)
PUBLIC_DRAWS = Draws(
    np.arange(1, 7),
    np.array([[1, 10, 8, 3], [3, 2, 1, 7], [8, 1, 5, 2], [6, 1, 2, 5], [2, 3, 1, 6], [7, 5, 6, 1]]),
)
PUBLIC_VALUES = [
    (2.321526773921904, 3.0679597881143383, 4.042114921527181),
    (3.4025300042932263, 2.27176936738515, 2.410993328502598),
    (2.693793870645547, 1.0011418623298085, 1.5182004894573136),
    (3.2692970367325684, 0.28344623406247066, 0.8515674903780749),
    (4.214683723761591, 0.2181378605993221, 0.6951373838233598),
]


def answers(review: Review, draws: Draws, n_batches: int) -> list[Stop]:
    """By each condition, after some batches."""
    part = part_of(review, n_batches)
    ranks = draws.ranks[:n_batches, : part.is_relevant.sum()]
    so_far = Draws(draws.sizes[:n_batches], ranks)
    return [autostop(part, so_far, target=0.9, condition=each) for each in CONDITIONS]


@pytest.mark.parametrize("n_batches", range(2, 7))
def test_estimates_and_errors_are_those_of_the_public_code(n_batches: int) -> None:
    total, *variances = PUBLIC_VALUES[n_batches - 2]
    stops = answers(PUBLIC, PUBLIC_DRAWS, n_batches)
    assert [stop.estimate for stop in stops] == pytest.approx([total] * 3, rel=1e-12)
    assert [stop.error for stop in stops[1:]] == pytest.approx(np.sqrt(variances), rel=1e-12)


def drawn(seed: int, n: int, n_relevant: int, n_batches: int) -> tuple[Review, Draws]:
    """Draws from rankings that have relevant passages rather early; they are the first by index."""
    rng = np.random.default_rng(seed)
    p = prior(np.arange(n) + 1, n)
    order, batches, ranks = list[int](), list[int](), list[Ints]()
    sizes = np.arange(n_batches) * 3 + 2
    for size in sizes:
        ranking = np.argsort(rng.random(n) - 0.8 * (np.arange(n) < n_relevant))
        taken = dict.fromkeys(rng.choice(ranking, size, p=p).tolist())
        new = [passage for passage in taken if passage not in order]
        order, batches, ranks = order + new, [*batches, len(new)], [*ranks, np.argsort(ranking) + 1]
    found = [passage for passage in order if passage < n_relevant]
    review = Review(np.array(order) < n_relevant, np.array(batches), n)
    return review, Draws(sizes, np.array(ranks)[:, found])


def prior(ranks: Ints, n: int) -> Floats:
    shares: Floats = np.log((n + 1) / ranks) / np.log((n + 1) / np.arange(1, n + 1)).sum()
    return shares


def plain(review: Review, draws: Draws) -> tuple[float, float, float]:
    """The total and both variances by the formulas, with all pairs at once."""
    p, n, v = prior(draws.ranks, review.n_passages), draws.sizes, review.is_relevant.size
    pi = 1 - np.prod((1 - p) ** n[:, None], axis=0)
    both = p[:, :, None] + p[:, None, :]
    pi_both = pi[:, None] + pi - 1 + np.prod(np.maximum(1 - both, 0) ** n[:, None, None], axis=0)
    pairs = 1 / np.outer(pi, pi) - 1 / pi_both
    np.fill_diagonal(pairs, 1 / pi**2 - 1 / pi)
    total = (1 / pi).sum()
    squares = ((v / pi - total) ** 2).sum() + (v - pi.size) * total**2
    share = (review.n_passages - v) / review.n_passages
    return total, pairs.sum(), share / (v * max(v - 1, 1)) * squares


@pytest.mark.parametrize(("n", "n_relevant"), [(30, 8), (400, 40)])
@pytest.mark.parametrize("seed", range(3))
def test_estimates_and_stops_are_those_of_the_formulas(seed: int, n: int, n_relevant: int) -> None:
    review, draws = drawn(seed, n, n_relevant, 16)
    expected: list[int | None] = [None] * 3
    for n_batches in range(1, 17):
        part = part_of(review, n_batches)
        n_found = int(part.is_relevant.sum())
        ranks = draws.ranks[:n_batches, :n_found]
        total, *variances = plain(part, Draws(draws.sizes[:n_batches], ranks))
        errors = [0.0, *(sqrt(variance) if variance >= 0 else inf for variance in variances)]
        stops = answers(review, draws, n_batches)
        assert [stop.estimate for stop in stops] == pytest.approx([total] * 3)
        shown = [inf if stop.error is None else stop.error for stop in stops]
        assert shown == pytest.approx(errors, rel=1e-6, abs=1e-6)
        for nth, error in enumerate(errors):
            if expected[nth] is None and n_found and n_found >= 0.9 * (total + error):
                expected[nth] = part.is_relevant.size
    assert [stop.at for stop in answers(review, draws, 16)] == expected
    assert expected[0] is not None


def test_the_estimate_is_right_on_average_over_all_draws() -> None:
    ranks, n_relevant, n = np.array([[1, 3, 2, 4], [4, 1, 3, 2]]), 2, 4
    mean = 0.0
    for taken in product(range(n), repeat=3):  # one draw, and two of another ranking
        batches, seen = list[int](), list[int]()
        for passages in (taken[:1], taken[1:]):
            new = [each for each in dict.fromkeys(passages) if each not in seen]
            batches, seen = [*batches, len(new)], seen + new
        found = [each for each in seen if each < n_relevant]
        review = Review(np.array(seen) < n_relevant, np.array(batches), n)
        stop = autostop(review, Draws(np.array([1, 2]), ranks[:, found]), target=0.9)
        chance = prior(ranks[[0, 1, 1], taken], n).prod()
        mean += chance * (stop.estimate or 0.0)
    assert mean == pytest.approx(n_relevant)


@pytest.mark.parametrize(
    ("draws", "named"),
    [
        (PUBLIC_DRAWS._replace(ranks=PUBLIC_DRAWS.ranks[:, :3]), "found 4"),
        (PUBLIC_DRAWS._replace(sizes=np.zeros(6, np.int64)), "at least one draw"),
        (PUBLIC_DRAWS._replace(ranks=PUBLIC_DRAWS.ranks + 3), "13"),
    ],
)
def test_autostop_refuses_draws_of_another_review(draws: Draws, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        autostop(PUBLIC, draws, target=0.9)


def test_autostop_refuses_an_unknown_condition() -> None:
    with pytest.raises(ValueError, match="strict3"):
        autostop(PUBLIC, PUBLIC_DRAWS, target=0.9, condition="strict3")
