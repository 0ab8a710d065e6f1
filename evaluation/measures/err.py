from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.measures.judged_ranking import JudgedRanking
from evaluation.measures.measure import TopicMeasure


@dataclass(frozen=True, kw_only=True)
class ExpectedReciprocalRank(TopicMeasure):
    """Expected 1 / rank at which a reader is satisfied and stops; graded, exponential gains.

    ERR@k = sum_{i=1..k} 1/i * s_i * prod_{j<i} (1 - s_j),  s_i = (2^rel_i - 1) / 2^max

    Args:
        cutoff: k, counted in ranks from 1; required. The top of the label set's scale is
            `max`, also where no passage of the topic reaches it. An unjudged passage and one
            of negative relevance satisfy nobody, as if their relevance were 0.

    Returns:
        In [0, 1); 0 when no passage has gain or the run lacks the topic.

    Raises:
        ValueError: no cutoff, one below 1, or a relevance above the top of the scale.

    Source:
        Chapelle, Metzler, Zhang and Grinspan, CIKM 2009. gdeval.pl of the TREC Web Track gives
        the same on a scale that ends at 4, which it takes for granted. Not in trec_eval.
    """

    symbol = "ERR"
    examples = ("ERR@20",)
    cutoff_rule = "required"

    def score_topic(self, ranking: JudgedRanking) -> float:
        top = ranking.max_relevance
        highest = ranking.judged.max(initial=top)
        if highest > top:
            raise ValueError(f"relevance {highest} is above the top of the scale, {top}")
        gains = np.maximum(ranking.relevance[: self.cutoff], 0)
        satisfies = np.exp2(gains - top) - np.exp2(-top)  # (k,)
        goes_on = np.cumprod(1 - satisfies)
        reaches = np.concatenate(([1.0], goes_on[:-1]))  # (k,)
        return float(np.sum(satisfies * reaches / np.arange(1, gains.size + 1)))
