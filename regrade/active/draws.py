"""Draws of passages by their rank, with chances that an estimate of their number can use."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from regrade.active.strategy import Ordinals
from regrade.given import explained
from regrade.measures.labels import Floats, Ints


class DrawnBatch(NamedTuple):
    """A batch of draws.

    Attributes:
        drawn: passages that were drawn, each once, in the order first drawn.
        chosen: those of them that nobody has seen; one more passage if all were seen.
    """

    drawn: Ordinals
    chosen: Ordinals


def draw_chances(n: int) -> Floats:
    """shape (n,). Chance of each rank in one draw, in proportion to log((n + 1) / rank)."""
    sizes = np.log((n + 1) / np.arange(1, n + 1))
    chances: Floats = sizes / sizes.sum()
    return chances


@explained
def draw(ranking: Ordinals, n: int, chances: Floats, rng: np.random.Generator) -> Ordinals:
    """Draw n times with replacement; each passage once, in the order first drawn.

    Args:
        ranking: of all passages, also those judged before; best first.
        chances: of each rank.
    """
    drawn = ranking[rng.choice(ranking.size, n, p=chances)]
    return drawn[np.sort(np.unique(drawn, return_index=True)[1])]


@explained
def draw_batch(ranking: Ordinals, seen: Ordinals, n: int, rng: np.random.Generator) -> DrawnBatch:
    """Draw n times; if that gives nothing new, choose one more passage without having drawn it.

    To draw on up to the first new one would bias an estimate: the number of draws would depend on
    what they give. The one more is chosen by the same chances. An estimate counts it once it is
    drawn.

    Source:
        Li and Kanoulas, When to stop reviewing in technology-assisted reviews, TOIS 38(4), 2020.
        There a batch that gives nothing new is empty; here assessors wait for it.
    """
    chances = draw_chances(ranking.size)
    drawn = draw(ranking, n, chances, rng)
    new = drawn[~np.isin(drawn, seen)]
    left = np.where(np.isin(ranking, seen), 0.0, chances)
    share = float(left.sum())
    if new.size or share == 0:
        return DrawnBatch(drawn, new)
    return DrawnBatch(drawn, ranking[rng.choice(ranking.size, 1, p=left / share)])


def ranking_of(scores: Floats, among: Ordinals) -> Ordinals:
    """The passages by falling score; equal ones in the order given."""
    return among[np.argsort(-scores[among], kind="stable")]


def ranks_in(ranking: Ordinals, n: int) -> Ints:
    """shape (n,). Rank from 1 of each of the passages 0 to n - 1; 0 for those not ranked."""
    ranks = np.zeros(n, np.int64)
    ranks[ranking] = np.arange(1, ranking.size + 1)
    return ranks
