from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import Measure


@dataclass(frozen=True, kw_only=True)
class NumQueries(Measure):
    """One for each topic of the labels, so that the total is the number of topics. No run changes
    it.

    NumQ = 1

    Args:
        cutoff: none. Unjudged passages play no part.

    Returns:
        1, also when the run lacks the topic. A count, of which tools print the total over the
        topics.

    Raises:
        ValueError: a cutoff, or judged_only, since no ranking is looked at.

    Source:
        trec_eval's num_q under -c (m_num_q.c); without -c it counts the topics that run and
        labels share.
    """

    symbol = "NumQ"
    examples = ("NumQ",)
    cutoff_rule = "none"
    trec_eval_name = "num_q"
    is_count = True
    holds_for_missing = True
    no_judged_only = "it looks at no ranking"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return np.ones(rankings.n_topics)
