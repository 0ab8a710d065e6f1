from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.gains import GainMeasure
from regrade.measures.judged_rankings import JudgedRankings


@dataclass(frozen=True, kw_only=True)
class Dcg(GainMeasure):
    """Discounted cumulative gain; graded. nDCG before it is divided by the ideal, with the same
    gains and discounts.

    DCG@k = sum_{i=1..k} gain(rel_i) / discount(i)

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts.
        dcg: 'log2' (default): gain rel, discount log2(i + 1). 'exp-log2': gain 2^rel - 1,
            discount log2(i + 1). 'jk': gain rel, discount 1 at rank 1 and log2(i) below it.
            A negative relevance gains nothing.
        gains: a table of gains by relevance in place of the relevance itself, as in
            {1:1,2:3}; a relevance that it does not name gains itself.
        unjudged: gain of an unjudged passage itself; 0 by default.

    Returns:
        From 0 up, without a bound; 0 when nothing retrieved gains or the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1, an unknown dcg, a gain below 0, gains or a relevance above
            1,000 together with dcg='exp-log2', or unjudged together with judged_only.

    Source:
        Jarvelin and Kekalainen, TOIS 20(4), 2002 ('jk', with base 2); exponential gain: Burges
        et al., ICML 2005. trec_eval prints it divided by the ideal only, as nDCG.
    """

    symbol = "DCG"
    examples = ("DCG@10", "DCG", "DCG(dcg='exp-log2')@10", "DCG(gains={1:1,2:3})@10")

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return self.gained(rankings)
