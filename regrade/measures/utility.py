from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure


@dataclass(frozen=True, kw_only=True)
class Utility(BinaryMeasure):
    """What a set is worth to a reader who gains by each relevant passage in it and pays for each
    other one; binary.

    Utility = found * |relevant retrieved| + other * |other retrieved| + missed * |relevant missed|

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant, and so is paid for.
        found: worth of a relevant passage that was retrieved; 1 by default.
        other: worth of any other passage that was retrieved; -1 by default.
        missed: worth of a relevant passage that was not retrieved; 0 by default.

    Returns:
        Any number; missed * R when the run lacks the topic: with the defaults 0, which is better
        than a run that retrieves little of use.

    Raises:
        ValueError: a cutoff, or a worth that is no number.

    Source:
        Lewis, The TREC-5 Filtering Track, 1996. trec_eval's utility (m_utility.c), whose fourth
        number, for what is neither relevant nor retrieved, needs the size of the collection.
    """

    symbol = "Utility"
    examples = ("Utility", "Utility(found=3,other=-2)")
    cutoff_rule = "none"
    trec_eval_name = "utility"
    holds_for_missing = True

    found: float = 1
    other: float = -1
    missed: float = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("found", "other", "missed"):
            worth = getattr(self, name)
            if type(worth) not in (int, float) or not np.isfinite(worth):
                raise ValueError(f"{name} must be a number, not {worth!r}")

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        n_found = rankings.per_topic(self.relevant(rankings).topics)
        n_other = rankings.n_retrieved - n_found
        n_missed = self.n_relevant(rankings) - n_found
        return self.found * n_found + self.other * n_other + self.missed * n_missed
