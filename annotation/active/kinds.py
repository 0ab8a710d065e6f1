"""Strategies and learners that can be asked for, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Kind(NamedTuple):
    """A strategy.

    Attributes:
        sentence: that describes it.
        needs_runs: whether it orders passages by ranks of runs.
        learns: whether it trains a model at each step.
    """

    sentence: str
    needs_runs: bool = True
    learns: bool = False


STRATEGIES: Mapping[str, Kind] = {
    "cal": Kind(
        "Continuous active learning: a model of the judgments so far scores all passages, and the"
        " best are judged next.",
        needs_runs=False,
        learns=True,
    ),
    "scal": Kind(
        "The same by sampled batches: once 25 relevant passages are found, only a part of each"
        " batch is judged, and the rest is estimated.",
        needs_runs=False,
        learns=True,
    ),
    "mtf": Kind("Move to front: stay with a run while it gives relevant passages."),
    "maxmean": Kind("The run whose passages were relevant most often gives the next."),
    "rrf": Kind("The order of all runs fused by their reciprocal ranks."),
    "depth": Kind("Rank by rank: what any run ranks first, then second, and so on."),
    "strata": Kind("A share of each stratum of ranks, drawn at random."),
    "uniform": Kind("At random among the runs' passages."),
}
LEARNERS: Mapping[str, str] = {
    "pairwise": "pairwise logistic loss, as HiCAL trains",
    "logistic": "logistic regression",
    "svm": "linear support vector machine",
}
