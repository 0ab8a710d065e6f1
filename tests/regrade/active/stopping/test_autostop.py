from __future__ import annotations

from itertools import product
from math import inf, sqrt

import numpy as np
import pytest

from regrade.active.stopping.autostop import MARGINS, Draws, autostop, batch_estimates
from regrade.active.stopping.review import Review, Stop
from regrade.measures.labels import Floats, Ints
from tests.regrade.active.stopping.reviews import part_of


def answers(review: Review, draws: Draws, n_batches: int) -> list[Stop]:
    """By each condition, after some batches."""
    part = part_of(review, n_batches)
    ranks = draws.ranks[: part.is_relevant.sum()]
    so_far = Draws(draws.sizes[:n_batches], draws.ranked[:n_batches], ranks)
    return [autostop(part, so_far, target=0.9, condition=each) for each in MARGINS]


def drawn(
    seed: int, n: int, n_relevant: int, n_batches: int
) -> tuple[Review, Draws, list[list[float]]]:
    """Draws from rankings with relevant passages rather early; they are the first by index.

    Also the chance of each relevant passage to be taken by the batch that drew it first.
    """
    rng = np.random.default_rng(seed)
    order, batches, ranks, chances = list[int](), list[int](), list[int](), list[list[float]]()
    sizes = np.arange(n_batches) * 3 + 2
    for size in sizes.tolist():
        ranking = np.argsort(rng.random(n) - 0.8 * (np.arange(n) < n_relevant))
        p = prior(np.arange(n) + 1, n)
        taken = dict.fromkeys(rng.choice(ranking, size, p=p).tolist())
        new = [passage for passage in taken if passage not in order]
        own = [int(np.argsort(ranking)[one]) for one in new if one < n_relevant]
        order, batches = order + new, [*batches, len(new)]
        ranks += [rank + 1 for rank in own]
        chances.append([1 - (1 - float(p[rank])) ** size for rank in own])
    review = Review(np.array(order) < n_relevant, np.array(batches), n)
    return review, Draws(sizes, np.full(n_batches, n), np.array(ranks)), chances


def prior(ranks: Ints, n: int) -> Floats:
    shares: Floats = np.log((n + 1) / ranks) / np.log((n + 1) / np.arange(1, n + 1)).sum()
    return shares


def plain(sizes: list[int], chances: list[list[float]]) -> tuple[float, float]:
    """The total and its error by the formulas."""
    found = [sum(map(len, chances[:batch])) for batch in range(len(sizes))]
    each = [n + sum(1 / pi for pi in own) for n, own in zip(found, chances, strict=True)]
    weights = [size * sqrt(sum(sizes[: batch + 1])) for batch, size in enumerate(sizes)]
    mean = sum(w * b for w, b in zip(weights, each, strict=True)) / sum(weights)
    total = max(mean, sum(map(len, chances)))
    squares = sum((w * (b - total)) ** 2 for w, b in zip(weights, each, strict=True))
    of_weights = sum(w**2 for w in weights)
    is_known = sum(weights) ** 2 / of_weights >= 5
    return total, sqrt(squares / (sum(weights) ** 2 - of_weights)) if is_known else inf


@pytest.mark.parametrize(("n", "n_relevant"), [(90, 8), (400, 40)])
@pytest.mark.parametrize("seed", range(2))
def test_estimates_and_stops_are_those_of_the_formulas(seed: int, n: int, n_relevant: int) -> None:
    review, draws, chances = drawn(seed, n, n_relevant, 16)
    expected: list[int | None] = [None] * 3
    for n_batches in range(1, 17):
        n_found = int(review.found[n_batches - 1])
        total, error = plain(draws.sizes[:n_batches].tolist(), chances[:n_batches])
        stops = answers(review, draws, n_batches)
        assert [stop.estimate for stop in stops] == pytest.approx([total] * 3)
        assert [stop.error for stop in stops] == [
            pytest.approx(error, rel=1e-6, abs=1e-6) if error < inf else None
        ] * 3
        for nth, margin in enumerate([0, error, 2 * error]):
            if expected[nth] is None and n_found and n_found >= 0.9 * (total + margin):
                expected[nth] = int(review.judged[n_batches - 1])
    assert [stop.at for stop in answers(review, draws, 16)] == expected
    assert expected[0] is not None


def test_each_batch_is_right_on_average_though_its_ranking_follows_from_earlier_draws() -> None:
    n_relevant, n = 2, 4
    means = np.zeros(3)
    for taken in product(range(n), repeat=5):  # one draw, then two, then two
        seen, batches, ranks, chance = list[int](), list[int](), list[int](), 1.0
        for begin, end in ((0, 1), (1, 3), (3, 5)):
            ranking = seen + [each for each in (3, 0, 2, 1) if each not in seen]
            drawn_now = taken[begin:end]
            chance *= prior(np.array([ranking.index(one) + 1 for one in drawn_now]), n).prod()
            new = [each for each in dict.fromkeys(drawn_now) if each not in seen]
            ranks += [ranking.index(one) + 1 for one in new if one < n_relevant]
            batches, seen = [*batches, len(new)], seen + new
        review = Review(np.array(seen) < n_relevant, np.array(batches), n)
        draws = Draws(np.array([1, 2, 2]), np.full(3, n), np.array(ranks, np.int64))
        means += chance * batch_estimates(review, draws)
    assert means == pytest.approx([n_relevant] * 3)


def test_the_estimate_has_no_error_once_all_passages_are_judged() -> None:
    review = Review(np.array([1, 0, 1], bool), np.array([1, 2]), 3)
    draws = Draws(np.array([1, 3]), np.array([3, 3]), np.array([1, 3]))
    stop = autostop(review, draws, target=0.9, condition="strict2")
    assert (stop.at, stop.estimate, stop.error) == (3, 2, 0)


REVIEW = Review(np.array([0, 1, 1], bool), np.array([1, 2]), 12)
DRAWS = Draws(np.array([1, 2]), np.array([12, 11]), np.array([7, 11]))


@pytest.mark.parametrize(
    ("draws", "named"),
    [
        (DRAWS._replace(ranks=DRAWS.ranks[:1]), "found 2"),
        (DRAWS._replace(ranked=DRAWS.ranked[:1]), "1 rankings"),
        (DRAWS._replace(sizes=np.zeros(2, np.int64)), "at least one draw"),
        (DRAWS._replace(ranks=DRAWS.ranks + 1), "from 1 to"),
    ],
)
def test_autostop_refuses_draws_of_another_review(draws: Draws, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        autostop(REVIEW, draws, target=0.9)


def test_autostop_refuses_an_unknown_condition() -> None:
    with pytest.raises(ValueError, match="strict3"):
        autostop(REVIEW, DRAWS, target=0.9, condition="strict3")
