from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import MAX_CUTOFF, Measure, ratio


@dataclass(frozen=True, kw_only=True)
class Judged(Measure):
    """Share of judged passages among those retrieved in the first k ranks.

    Judged@k = |{i <= min(k, n) : passage i is judged}| / min(k, n),  n = passages retrieved

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. A shorter ranking
            is divided by its own length: its missing tail counts neither as judged nor as unjudged.
            Passages of negative relevance are judged.

    Returns:
        In [0, 1]; 0 when the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1, or judged_only, which leaves nothing unjudged.

    Source:
        1 - unj of trec_eval 10 (m_unj.c) if k passages were retrieved and no relevance is negative:
        trec_eval always divides by k, and treats negative relevance as unjudged.
    """

    symbol = "Judged"
    examples = ("Judged@10", "Judged")
    cutoff_rule = "optional"
    reads = "labels"
    is_diagnostic = True
    no_judged_only = "it would be 1 always"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        hits = rankings.hits
        depths = np.minimum(rankings.n_retrieved, self.cutoff or MAX_CUTOFF)
        n_judged = rankings.per_topic(hits.topics[hits.ranks <= depths[hits.topics]])
        return ratio(n_judged, depths)


@dataclass(frozen=True, kw_only=True)
class Unjudged(Measure):
    """Number of unjudged passages in the first k ranks; Judged gives the share of judged ones.

    Unjudged@k = |{i <= min(k, n) : passage i is unjudged}|,  n = passages retrieved

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. The missing tail
            of a shorter ranking is not counted. Passages of negative relevance are judged.

    Returns:
        A whole number from 0 to k; 0 when the run lacks the topic, since nothing was retrieved.

    Raises:
        ValueError: a cutoff below 1, or judged_only, which leaves nothing to count.

    Source:
        k times unj of trec_eval 10 (m_unj.c) if no relevance is negative; trec_eval treats negative
        relevance as unjudged.
    """

    symbol = "Unjudged"
    examples = ("Unjudged@10", "Unjudged")
    cutoff_rule = "optional"
    is_count = True
    no_judged_only = "it would count nothing"
    reads = "labels"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        depth = np.minimum(rankings.n_retrieved, self.cutoff or MAX_CUTOFF)
        hits = rankings.hits
        return depth - rankings.per_topic(hits.topics[hits.ranks <= depth[hits.topics]])
