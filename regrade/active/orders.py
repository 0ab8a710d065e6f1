"""Strategies whose order is fixed before the first judgment: by depth, fused, drawn, by stratum."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from regrade.active.strategy import Judged, Ordinals
from regrade.sampling.drawing import permanent_numbers

DIGITS = 9  # of a share times a size: 0.07 of 100 passages are 7


class Retrieved(NamedTuple):
    """The passages that any run has for a topic: parallel arrays of shape (n_passages,).

    Attributes:
        passages: their ordinals, ascending.
        best_ranks: the best rank that a run gives each, from 1.
        n_runs: how many runs have each, at any rank.
    """

    passages: Ordinals
    best_ranks: Ordinals
    n_runs: Ordinals


def retrieved(rankings: Sequence[Ordinals], ranks: Sequence[Ordinals] | None = None) -> Retrieved:
    """Look up the passages of all rankings, each best first and without repetition.

    Args:
        ranks: parallel to `rankings`, where these lack some passages of a run; else 1, 2, 3 ...
    """
    if ranks is None:
        ranks = [np.arange(1, len(one) + 1) for one in rankings]
    ranked = np.concatenate([np.zeros(0, np.int64), *rankings])
    passages, places, n_runs = np.unique(ranked, return_inverse=True, return_counts=True)
    best_ranks = np.full(passages.size, np.iinfo(np.int64).max)
    np.minimum.at(best_ranks, places, np.concatenate([np.zeros(0, np.int64), *ranks]))
    return Retrieved(passages, best_ranks, n_runs)


def first_left(order: Ordinals, judged: Judged, n: int) -> Ordinals:
    """The first n passages of an order that were neither judged nor handed out."""
    return order[~np.isin(order, judged.seen)][: max(n, 0)]


@dataclass(frozen=True, eq=False)
class Fused:
    """Judge in the order of one ranking, such as several runs fused into one (`regrade.fusion`).

    Attributes:
        order: shape (n_passages,). Ordinals, best first, each once.
    """

    order: Ordinals

    def choose(self, judged: Judged, n: int, seed: int) -> Ordinals:
        return first_left(self.order, judged, n)


@dataclass(frozen=True, eq=False)
class ByDepth:
    """Depth pooling, one rank after the other: what any run ranks first, then second, and so on.

    Among passages of the same best rank, those of more runs come first, then by ordinal.

    Attributes:
        rankings: one array of ordinals a run, best first, each once.
        ranks: as in `retrieved`.
    """

    rankings: Sequence[Ordinals]
    ranks: Sequence[Ordinals] | None = None

    @cached_property
    def _order(self) -> Ordinals:
        found = retrieved(self.rankings, self.ranks)
        order = np.lexsort((found.passages, -found.n_runs, found.best_ranks))
        return found.passages[order]

    def choose(self, judged: Judged, n: int, seed: int) -> Ordinals:
        return first_left(self._order, judged, n)


@dataclass(frozen=True, eq=False)
class Uniform:
    """Simple random sampling: all candidates in an order that the seed draws.

    Each candidate keeps its place among the others when more candidates are added.

    Attributes:
        candidates: shape (n_candidates,). Ordinals in any order, each once.
    """

    candidates: Ordinals

    def choose(self, judged: Judged, n: int, seed: int) -> Ordinals:
        return first_left(drawn_order(self.candidates, seed), judged, n)


class Stratum(NamedTuple):
    """Ranks that are sampled alike.

    Attributes:
        depth: the last of its ranks; it begins behind the stratum above, or at rank 1.
        share: of its passages, how many are judged, in (0, 1]; their number is rounded up.
    """

    depth: int
    share: float


@dataclass(frozen=True, eq=False)
class ByStratum:
    """Stratified pooling: from each stratum of best ranks, a share of the passages at random.

    A passage belongs to the stratum of the best rank that any run gives it. Strata are judged one
    after the other from the top, as in NIST's pools for inferred measures. Which passages are
    drawn depends on the rankings and the seed alone, never on labels, so that each passage of a
    stratum is drawn with the same probability.

    Attributes:
        rankings: one array of ordinals a run, best first, each once.
        strata: from the top; depths ascend.
        ranks: as in `retrieved`.

    Raises:
        ValueError: no strata, depths that do not ascend from 1, or a share outside (0, 1].

    Source:
        Yilmaz, Kanoulas and Aslam, A simple and efficient sampling method for estimating AP and
        NDCG, SIGIR 2008; Voorhees, The effect of sampling strategy on inferred measures, SIGIR
        2014.
    """

    rankings: Sequence[Ordinals]
    strata: Sequence[Stratum]
    ranks: Sequence[Ordinals] | None = None

    def __post_init__(self) -> None:
        depths = [0, *(stratum.depth for stratum in self.strata)]
        if len(depths) == 1 or any(np.diff(depths) < 1):
            raise ValueError(f"depths of strata ascend from 1, got {depths[1:]}")
        for _, share in self.strata:
            if not 0 < share <= 1:
                raise ValueError(f"the share of a stratum is above 0 and at most 1, got {share}")

    @cached_property
    def _by_stratum(self) -> list[Ordinals]:
        found = retrieved(self.rankings, self.ranks)
        places = np.searchsorted([stratum.depth for stratum in self.strata], found.best_ranks)
        return [found.passages[places == place] for place in range(len(self.strata))]

    def choose(self, judged: Judged, n: int, seed: int) -> Ordinals:
        drawn = [
            drawn_order(passages, seed)[: _number(share, passages.size)]
            for passages, (_, share) in zip(self._by_stratum, self.strata, strict=True)
        ]
        return first_left(np.concatenate(drawn), judged, n)


def drawn_order(passages: Ordinals, seed: int) -> Ordinals:
    """The passages by the numbers that the seed gives them, whatever others there are."""
    numbers = permanent_numbers(np.zeros(passages.size, np.int64), passages, seed)
    return passages[np.lexsort((passages, numbers))]


def _number(share: float, size: int) -> int:
    return math.ceil(round(share * size, DIGITS))
