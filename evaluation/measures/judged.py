from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.measures.judged_rankings import JudgedRankings
from evaluation.measures.measure import Measure, ratio


@dataclass(frozen=True, kw_only=True)
class Judged(Measure):
    """Share of judged passages among those retrieved in the first k ranks.

    Judged@k = |{i <= min(k, n) : passage i is judged}| / min(k, n),  n = passages retrieved

    Args:
        cutoff: k, counted in ranks from 1; required. A shorter ranking is divided by its own
            length, so that its missing tail counts neither as judged nor as unjudged. A
            passage of negative relevance is judged.

    Returns:
        In [0, 1]; 0 when the run lacks the topic.

    Raises:
        ValueError: no cutoff, or one below 1.

    Source:
        1 - unj of trec_eval 10 (m_unj.c) wherever k passages were retrieved and no relevance
        is negative: trec_eval divides by k always, and takes negative for unjudged.
    """

    symbol = "Judged"
    examples = ("Judged@10",)
    cutoff_rule = "required"

    cutoff: int

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        hits = rankings.hits
        n_judged = rankings.per_topic(hits.topics[hits.ranks <= self.cutoff])
        return ratio(n_judged, np.minimum(rankings.n_retrieved, self.cutoff))
