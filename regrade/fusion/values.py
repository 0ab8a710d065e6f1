"""Values that each run gives to its passages, which methods of fusion add up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Method(NamedTuple):
    """A method of fusion.

    Attributes:
        title: name in the literature.
        uses_k: whether it takes `k`.
        uses_scores: whether it adds normalized scores; others look at ranks alone.
        power: the sum is multiplied by the number of runs that have the passage to this power.
    """

    title: str
    uses_k: bool = False
    uses_scores: bool = False
    power: int = 0


METHODS: Mapping[str, Method] = MappingProxyType(
    {
        "rrf": Method("RRF", uses_k=True),
        "combsum": Method("CombSUM", uses_scores=True),
        "combmnz": Method("CombMNZ", uses_scores=True, power=1),
        "combanz": Method("CombANZ", uses_scores=True, power=-1),
        "borda": Method("Borda"),
    }
)


def min_max(scores: Floats) -> Floats:
    """Scores of one topic moved to 0 for the lowest and 1 for the highest.

    Where all are equal, all are 1: a passage that a run found counts for more than one that it
    did not find. (ranx has 0 there.)
    """
    scaled = _scaled(scores)
    lowest, highest = scaled.min(initial=np.inf), scaled.max(initial=-np.inf)
    if lowest >= highest:
        return np.ones(scores.size)
    found: Floats = (scaled - lowest) / (highest - lowest)
    return found


def z_score(scores: Floats) -> Floats:
    """Scores of one topic as standard deviations from their mean; 0 where all are equal.

    A passage that a run did not find adds 0, as if its score were the mean.
    """
    scaled = _scaled(scores)
    if scores.size == 0 or scaled.min() == scaled.max():
        return np.zeros(scores.size)
    found: Floats = (scaled - scaled.mean()) / scaled.std()
    return found


NORMALIZATIONS: Mapping[str, Callable[[Floats], Floats]] = MappingProxyType(
    {"min-max": min_max, "z-score": z_score}
)


def reciprocal_ranks(n: int, k: int) -> Floats:
    """1 / (k + rank) of the first n ranks."""
    return 1.0 / (k + np.arange(1.0, n + 1))


def borda_points(n: int, n_candidates: int) -> Floats:
    """Points of the first n ranks above those of a passage that the run does not have.

    With c candidates of all runs, the first has c points, the next c - 1, and the candidates that
    a run lacks share the points that are left: (c - n + 1) / 2 each.
    """
    return n_candidates - missing_points(n, n_candidates) - np.arange(n, dtype=np.float64)


def missing_points(n: int, n_candidates: int) -> float:
    """Borda points of each candidate that a run of n passages lacks."""
    return (n_candidates - n + 1) / 2


def _scaled(scores: Floats) -> Floats:
    """The scores times a power of two, so that no difference of two of them overflows."""
    exponent = int(np.frexp(np.abs(scores).max(initial=0.0))[1])
    return np.ldexp(scores, -exponent).astype(np.float64, copy=False)
