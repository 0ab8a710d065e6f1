from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.fusion.values import (
    METHODS,
    NORMALIZATIONS,
    Floats,
    borda_points,
    missing_points,
    reciprocal_ranks,
)

Ints = NDArray[np.int64]
K = 60
DEPTH = 1000


class Scored(NamedTuple):
    """One run's ranking of a topic: parallel arrays of shape (n_retrieved,), best first.

    Attributes:
        passages: whole numbers in the order of the doc_ids, each once: of passages with equal
            scores the greater number comes first.
        scores: finite.
    """

    passages: Ints
    scores: Floats

    def first(self, depth: int | None) -> Scored:
        return Scored(self.passages[:depth], self.scores[:depth])


@dataclass(frozen=True)
class Fusion:
    """How rankings are fused.

    Attributes:
        method: one of `METHODS`.
        k: of RRF; the greater it is, the less the first ranks stand out.
        normalization: one of `NORMALIZATIONS`, for methods that add scores. It is computed from
            the passages of one topic and one run down to the depth of the fusion.

    Raises:
        ValueError: an unknown method or normalization, or a negative k.
    """

    method: str = "rrf"
    k: int = K
    normalization: str = "min-max"

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ValueError(f"there is no method {self.method!r}; there is {', '.join(METHODS)}")
        if self.normalization not in NORMALIZATIONS:
            known = " and ".join(NORMALIZATIONS)
            raise ValueError(f"there is no normalization {self.normalization!r}; there is {known}")
        if self.k < 0:
            raise ValueError(f"k is at least 0, got {self.k}")

    @property
    def settings(self) -> dict[str, int | str]:
        """The settings that its method takes, by name."""
        method = METHODS[self.method]
        taken: dict[str, int | str] = {"k": self.k} if method.uses_k else {}
        return taken | ({"normalization": self.normalization} if method.uses_scores else {})


def fuse(rankings: Sequence[Scored], by: Fusion, *, depth: int | None = DEPTH) -> Scored:
    """Fuse the rankings of one topic into one; the order of the runs makes no difference.

    RRF: sum over runs of 1 / (k + rank).
    CombSUM: sum over runs of the normalized score; CombMNZ: CombSUM times the number of runs that
    have the passage; CombANZ: CombSUM divided by it.
    Borda: sum over runs of points; see `borda_points`.

    Values of a passage are added from the lowest to the highest, so that passages with the same
    values tie exactly.

    Args:
        rankings: of each run that has the topic; one of them may be empty.
        by: the method and its settings.
        depth: passages that are read of each ranking and kept of the fused one; None takes all.

    Returns:
        Passages of any ranking with their fused scores, best first: score descending, ties by
        passage descending.

    Source:
        Cormack, Clarke and Büttcher, Reciprocal rank fusion outperforms Condorcet and individual
        rank learning methods, SIGIR 2009; Fox and Shaw, Combination of multiple searches, TREC-2,
        1993; Lee, Analyses of multiple evidence combination, SIGIR 1997 (min-max); Montague and
        Aslam, Relevance score normalization for metasearch, CIKM 2001 (z-scores); Aslam and
        Montague, Models for metasearch, SIGIR 2001 (Borda). Agrees with ranx 0.3.21, except where
        all scores of a topic are equal (`min_max`).
    """
    taken = [ranking.first(depth) for ranking in rankings]
    ranked = np.concatenate([np.zeros(0, np.int64), *(one.passages for one in taken)])
    passages, places, n_runs = np.unique(ranked, return_inverse=True, return_counts=True)
    values = [_values(one, by, passages.size) for one in taken]
    sums = _sums(np.concatenate([np.zeros(0), *values]), places, passages.size)
    if by.method == "borda":
        sums += sum(missing_points(one.passages.size, passages.size) for one in taken)
    scores = sums * n_runs.astype(np.float64) ** METHODS[by.method].power
    order = np.lexsort((passages, scores))[::-1][:depth]
    return Scored(passages[order], scores[order])


def _values(ranking: Scored, by: Fusion, n_candidates: int) -> Floats:
    n = ranking.passages.size
    if METHODS[by.method].uses_scores:
        return NORMALIZATIONS[by.normalization](ranking.scores)
    return reciprocal_ranks(n, by.k) if METHODS[by.method].uses_k else borda_points(n, n_candidates)


def _sums(values: Floats, places: Ints, n_places: int) -> Floats:
    """Sums of the values at each place, added in ascending order."""
    order = np.lexsort((values, places))
    sums = np.bincount(places[order], weights=values[order], minlength=n_places)
    return sums.astype(np.float64)  # numpy counts in whole numbers where there is nothing
