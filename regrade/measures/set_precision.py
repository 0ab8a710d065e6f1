from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure, ratio


@dataclass(frozen=True, kw_only=True)
class SetPrecision(BinaryMeasure):
    """Share of relevant passages among all that were retrieved, in any order; binary.

    SetP = |relevant retrieved| / n,  n = passages retrieved; relative: / min(n, R),
    R = |{judged passages with relevance >= rel}|

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.
        relative: True divides by what could have been found at best, False (default) by n.

    Returns:
        In [0, 1]; 0 when the run lacks the topic.

    Raises:
        ValueError: a cutoff.

    Source:
        van Rijsbergen, Information Retrieval, 2nd edition, 1979, chapter 7. trec_eval's set_P
        and, relative, set_relative_P (m_set_P.c, m_set_rel_P.c). SetRelP in ir_measures is
        another name of SetP(relative=True).
    """

    symbol = "SetP"
    examples = ("SetP", "SetP(rel=2)", "SetP(relative=True)")
    cutoff_rule = "none"
    trec_eval_name = "set_P, set_relative_P"

    relative: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.relative) is not bool:
            raise ValueError(f"relative must be True or False, not {self.relative!r}")

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        n_found = rankings.per_topic(self.relevant(rankings).topics)
        possible = rankings.n_retrieved
        if self.relative:
            possible = np.minimum(possible, self.n_relevant(rankings))
        return ratio(n_found, possible)
