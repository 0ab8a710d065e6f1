from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import ratio
from regrade.measures.subtopic_measure import PatienceMeasure, ShareOfIdeal


@dataclass(frozen=True, kw_only=True)
class NoveltyRankBiasedPrecision(PatienceMeasure):
    """Rank-biased precision over subtopics; binary, on labels by subtopic.
    Each further passage on a subtopic gains less.

    NRBP = (1 - (1 - alpha) * beta) / S
           * sum_i beta^(i - 1) * sum_{s: rel_is >= rel} (1 - alpha)^n_is,
    n_is = passages above rank i relevant for subtopic s, S = subtopics that have any

    Args:
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's own
            threshold. An unjudged passage is relevant for no subtopic.
        alpha: share of its gain that each further passage on a subtopic loses, from 0 to 1; 0.5 by
            default.
        beta: probability that a reader moves on to the next passage, above 0 and below 1; 0.5 by
            default.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff, alpha or beta out of range, or labels without subtopics.

    Source:
        Clarke, Kolla and Vechtomova, ICTIR 2009. ndeval's NRBP. Not in trec_eval.
    """

    symbol = "NRBP"
    examples = ("NRBP", "NRBP(alpha=0.9,beta=0.8)")
    cutoff_rule = "none"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        weight = 1 - (1 - self.alpha) * self.beta
        return ratio(weight * self.gained(rankings), self.n_subtopics(rankings))


@dataclass(frozen=True, kw_only=True)
class NormalizedNrbp(ShareOfIdeal, PatienceMeasure):
    """NRBP divided by that of the ideal ranking; binary, on labels by subtopic.

    nNRBP = N / its value for the ideal ranking,
    N = sum_i beta^(i - 1) * sum_{s: rel_is >= rel} (1 - alpha)^n_is,
    n_is = passages above rank i that are relevant for subtopic s

    Args:
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's own
            threshold. An unjudged passage is relevant for no subtopic.
        alpha: share of its gain that each further passage on a subtopic loses, from 0 to 1; 0.5 by
            default.
        beta: probability that a reader moves on to the next passage, above 0 and below 1; 0.5 by
            default.

    Returns:
        In [0, 1], rarely a little above 1: the ideal ranking is built greedily, as for alpha_nDCG.
        0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff, alpha or beta out of range, or labels without subtopics.

    Source:
        Clarke, Kolla and Vechtomova, ICTIR 2009. ndeval's nNRBP. Not in trec_eval.
    """

    symbol = "nNRBP"
    examples = ("nNRBP", "nNRBP(alpha=0.9,beta=0.8)")
    cutoff_rule = "none"
