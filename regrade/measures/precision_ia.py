from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import ratio
from regrade.measures.novelty import n_relevant_by_subtopic
from regrade.measures.subtopic_measure import SubtopicMeasure


@dataclass(frozen=True, kw_only=True)
class IntentAwarePrecision(SubtopicMeasure):
    """Mean precision over a topic's subtopics; binary, on labels by subtopic.

    P_IA@k = |{(i, s) : i <= k, rel_is >= rel}| / (k * S),
    S = subtopics for which some passage is relevant

    Args:
        cutoff: k, counted in ranks from 1; required. A shorter ranking is divided by k too.
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's own
            threshold. An unjudged passage is relevant for no subtopic.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: no cutoff or one below 1, or labels without subtopics.

    Source:
        Agrawal, Gollapudi, Halverson and Ieong, WSDM 2009, with equal weights. ndeval's P-IA. Not
        in trec_eval.
    """

    symbol = "P_IA"
    examples = ("P_IA@10", "P_IA(rel=2)@10")
    cutoff_rule = "required"

    cutoff: int

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        n_found = rankings.per_topic(self.found(rankings).topics)
        return ratio(n_found, self.cutoff * self.n_subtopics(rankings))


@dataclass(frozen=True, kw_only=True)
class IntentAwareAveragePrecision(SubtopicMeasure):
    """Mean average precision over a topic's subtopics; binary, on labels by subtopic.
    Its mean over topics is MAP-IA.

    AP_IA = 1/S * sum_s 1/R_s * (sum of P_s@i over i with rel_is >= rel),
    R_s = passages relevant for subtopic s, S = subtopics with R_s > 0,
    P_s@i = share of the first i ranks that is relevant for s

    Args:
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's own
            threshold. An unjudged passage is relevant for no subtopic.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff, or labels without subtopics.

    Source:
        Agrawal et al., WSDM 2009, with equal weights. ndeval's MAP-IA. Not in trec_eval.
    """

    symbol = "AP_IA"
    examples = ("AP_IA", "AP_IA(rel=2)")
    cutoff_rule = "none"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        found = self.found(rankings)
        n_relevant = n_relevant_by_subtopic(rankings.judged, self.threshold(rankings.judged))
        precisions = (found.n_above + 1) / found.ranks / n_relevant[found.subtopics]
        return ratio(rankings.per_topic(found.topics, precisions), self.n_subtopics(rankings))
