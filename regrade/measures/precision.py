from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure, ratio


@dataclass(frozen=True, kw_only=True)
class Precision(BinaryMeasure):
    """Share of relevant passages among the first k ranks; binary, divided by k always.

    P@k = |{i <= k : rel_i >= rel}| / k;  relative: / min(k, R),
    R = |{judged passages with relevance >= rel}|

    Args:
        cutoff: k, counted in ranks from 1; required. A shorter ranking is divided by k too.
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.
        relative: True divides by what k ranks could hold at best, False (default) by k.

    Returns:
        In [0, 1]; 0 when the run lacks the topic.

    Raises:
        ValueError: no cutoff, or one below 1.

    Source:
        van Rijsbergen, Information Retrieval, 2nd edition, 1979, chapter 7. trec_eval's P
        and, relative, relative_P (m_P.c, m_relative_P.c).
    """

    symbol = "P"
    examples = ("P@5", "P(rel=2)@5", "P(relative=True)@5")
    cutoff_rule = "required"
    trec_eval_name = "P, relative_P"

    cutoff: int
    relative: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.relative) is not bool:
            raise ValueError(f"relative must be True or False, not {self.relative!r}")

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        n_found = rankings.per_topic(self.relevant(rankings).topics)
        if self.relative:
            return ratio(n_found, np.minimum(self.n_relevant(rankings), self.cutoff))
        return n_found / self.cutoff
