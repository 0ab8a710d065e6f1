from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.err import expected_reciprocal_ranks
from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import Measure, ratio


@dataclass(frozen=True, kw_only=True)
class NormalizedErr(Measure):
    """Expected reciprocal rank divided by that of the ideal ranking; graded, exponential gains.

    nERR@k = ERR@k / ERR@k of the judged passages by falling relevance

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. It cuts the
            ideal ranking as well. The top of the label set's scale is that of ERR. An unjudged
            passage and one of negative relevance satisfy nobody.

    Returns:
        In [0, 1]; 0 when no judged passage has gain or the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1, or a relevance above the top of the scale.

    Source:
        Chapelle, Metzler, Zhang and Grinspan, CIKM 2009; normalized as by NTCIREVAL's nERR
        (Sakai). The NERR8 to NERR11 of ir_measures are others: "not (but nearly) ERR". Not in
        trec_eval.
    """

    symbol = "nERR"
    examples = ("nERR@20", "nERR")
    cutoff_rule = "optional"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return ratio(
            expected_reciprocal_ranks(rankings, rankings.hits, self.cutoff),
            expected_reciprocal_ranks(rankings, rankings.judged.ideal, self.cutoff),
        )
