"""Strategies and learners that can be asked for, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Kind(NamedTuple):
    """A strategy.

    Attributes:
        name: a few words, as the field has them.
        sentence: that describes it.
        needs_runs: whether it orders passages by ranks of runs.
        learns: whether it trains a model at each step.
        draws: whether it draws with known chances, from which a rule can estimate.
    """

    name: str
    sentence: str
    needs_runs: bool = True
    learns: bool = False
    draws: bool = False


STRATEGIES: Mapping[str, Kind] = {
    "cal": Kind(
        "Continuous active learning (CAL)",
        "A model of the judgments so far scores all passages, and the best are judged next.",
        needs_runs=False,
        learns=True,
    ),
    "scal": Kind(
        "Continuous active learning by sampled batches (S-CAL)",
        "Once 25 relevant passages are found, only a part of each batch is judged, and the rest is"
        " estimated.",
        needs_runs=False,
        learns=True,
    ),
    "autostop": Kind(
        "Sampled by rank (Autostop)",
        "A model as in CAL ranks all passages, and draws by rank decide which are judged: fewer"
        " relevant ones at first, but their number can be estimated.",
        needs_runs=False,
        learns=True,
        draws=True,
    ),
    "mtf": Kind("Move to front", "Stay with a run while it gives relevant passages."),
    "maxmean": Kind("MaxMean", "The run whose passages were relevant most often gives the next."),
    "rrf": Kind("Reciprocal rank fusion", "The order of all runs fused by their reciprocal ranks."),
    "depth": Kind("Rank by rank", "What any run ranks first, then second, and so on."),
    "strata": Kind("Strata of ranks", "A share of each stratum of ranks, drawn at random."),
    "uniform": Kind("At random", "Any of the runs' passages, at random."),
}
LEARNERS: Mapping[str, str] = {
    "pairwise": "pairwise logistic loss, as HiCAL trains",
    "logistic": "logistic regression",
    "svm": "linear support vector machine",
}
