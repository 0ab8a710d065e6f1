"""Draws of passages by their rank, with chances that an estimate of their number can use."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from regrade.active.strategy import Ordinals
from regrade.given import explained
from regrade.measures.labels import Floats, Ints


class DrawnBatch(NamedTuple):
    """New passages of a batch of draws.

    Attributes:
        chosen: in the order in which they were first drawn.
        n_draws: draws that were made, repeated ones included; 0 where nothing was left to draw.
    """

    chosen: Ordinals
    n_draws: int


def draw_chances(n: int) -> Floats:
    """shape (n,). Chance of each rank in one draw, in proportion to log((n + 1) / rank)."""
    sizes = np.log((n + 1) / np.arange(1, n + 1))
    chances: Floats = sizes / sizes.sum()
    return chances


@explained
def draw_new(
    ranking: Ordinals, seen: Ordinals, n: int, chances: Floats, rng: np.random.Generator
) -> Ordinals:
    """Draw n times with replacement; those drawn that are not seen, each once, as first drawn.

    Args:
        ranking: of all passages, also those seen; best first.
        chances: of each rank.
    """
    drawn = ranking[rng.choice(ranking.size, n, p=chances)]
    new = drawn[~np.isin(drawn, seen)]
    return new[np.sort(np.unique(new, return_index=True)[1])]


@explained
def draw_batch(ranking: Ordinals, seen: Ordinals, n: int, rng: np.random.Generator) -> DrawnBatch:
    """Draw n times, and on up to the first new passage where these gave none.

    How many draws that takes has a geometric distribution, which is drawn from at once: near the
    end of a review it can be billions.

    Source:
        Li and Kanoulas, When to stop reviewing in technology-assisted reviews, TOIS 38(4), 2020,
        for the chances. There a batch that gives nothing new is empty; here it goes on, since
        assessors wait for it.
    """
    chances = draw_chances(ranking.size)
    left = np.where(np.isin(ranking, seen), 0.0, chances)
    share = float(left.sum())
    if share == 0:
        return DrawnBatch(ranking[:0], 0)
    new = draw_new(ranking, seen, n, chances, rng)
    if new.size:
        return DrawnBatch(new, n)
    n_more = int(rng.geometric(min(share, 1.0)))
    return DrawnBatch(ranking[rng.choice(ranking.size, 1, p=left / share)], n + n_more)


def ranking_of(scores: Floats, among: Ordinals) -> Ordinals:
    """The passages by falling score; equal ones in the order given."""
    return among[np.argsort(-scores[among], kind="stable")]


def ranks_in(ranking: Ordinals, n: int) -> Ints:
    """shape (n,). Rank from 1 of each of the passages 0 to n - 1; 0 for those not ranked."""
    ranks = np.zeros(n, np.int64)
    ranks[ranking] = np.arange(1, ranking.size + 1)
    return ranks
