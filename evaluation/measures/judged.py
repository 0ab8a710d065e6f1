from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.measures.judged_ranking import JudgedRanking
from evaluation.measures.measure import TopicMeasure


@dataclass(frozen=True, kw_only=True)
class Judged(TopicMeasure):
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

    def score_topic(self, ranking: JudgedRanking) -> float:
        return float(np.mean(ranking.is_judged[: self.cutoff]))
