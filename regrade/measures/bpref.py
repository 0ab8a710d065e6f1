from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure, ratio


@dataclass(frozen=True, kw_only=True)
class Bpref(BinaryMeasure):
    """Binary preference: how rarely judged passages that are not relevant rank above relevant ones.

    Bpref = 1/R * sum over retrieved relevant r of (1 - min(n_r, R) / min(N, R)),
    n_r = judged passages above r that are not relevant, R and N = all judged passages that are
    and are not relevant; a term with n_r = 0 is 1, even if N is 0. For topics that
    were judged in full, N counts as at least R.

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            Unjudged passages are skipped, and so are those with a negative relevance below rel,
            which trec_eval treats as unjudged. So judged_only changes nothing.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff.

    Source:
        Buckley and Voorhees, SIGIR 2004. trec_eval's bpref (m_bpref.c).
    """

    symbol = "Bpref"
    examples = ("Bpref", "Bpref(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "bpref"
    no_optimistic = "it skips unjudged passages"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        relevances = rankings.hits.relevances
        threshold = self.threshold(rankings.judged)
        n_relevant = self.n_relevant(rankings)
        n_other = rankings.judged.n_relevant(0) - n_relevant
        is_relevant = relevances >= threshold
        n_above = rankings.n_above((relevances >= 0) & ~is_relevant)[is_relevant]
        topics = rankings.hits.topics[is_relevant]
        counted = np.minimum(n_above, n_relevant[topics]).astype(np.float64)
        if rankings.judged.unlisted is not None:
            n_other = np.maximum(n_other, n_relevant)
        penalty = ratio(counted, np.minimum(n_relevant, n_other)[topics])
        return ratio(rankings.per_topic(topics, 1 - penalty), n_relevant)
