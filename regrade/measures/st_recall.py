from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import ratio
from regrade.measures.subtopic_measure import SubtopicMeasure


@dataclass(frozen=True, kw_only=True)
class SubtopicRecall(SubtopicMeasure):
    """Subtopic recall: the share of subtopics in the first k ranks; binary, on labels by subtopic.

    StRecall@k = |{s : some i <= k has rel_is >= rel}| / S,
    S = subtopics for which some passage is relevant

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts.
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's own
            threshold. An unjudged passage is relevant for no subtopic.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1, or labels without subtopics.

    Source:
        Zhai, Cohen and Lafferty, SIGIR 2003. ndeval's strec. Not in trec_eval.
    """

    symbol = "StRecall"
    examples = ("StRecall@10", "StRecall(rel=2)@10")
    cutoff_rule = "optional"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        found = self.found(rankings)
        n_found = rankings.per_topic(found.topics[found.n_above == 0])
        return ratio(n_found, self.n_subtopics(rankings))
