from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.labels import Ints
from regrade.measures.subtopic_measure import NoveltyMeasure, ShareOfIdeal


@dataclass(frozen=True, kw_only=True)
class AlphaDcg(NoveltyMeasure):
    """Subtopic DCG, divided by an upper bound; binary, on labels by subtopic.
    The bound assumes that every passage covers every subtopic; no run may reach it.

    alpha_DCG@k = sum_{i=1..k} 1/log2(i + 1) * sum_{s: rel_is >= rel} (1 - alpha)^n_is
                  / (S * sum_{i=1..k} (1 - alpha)^(i - 1) / log2(i + 1)),
    n_is = passages above rank i relevant for subtopic s, S = subtopics that have any

    Args:
        cutoff: k, counted in ranks from 1; required, since the divisor grows with k.
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's own
            threshold. An unjudged passage is relevant for no subtopic.
        alpha: share of its gain that each further passage on a subtopic loses, from 0 to 1; 0.5 by
            default.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: no cutoff or one below 1, alpha outside of [0, 1], or labels without
            subtopics.

    Source:
        Clarke et al., SIGIR 2008. ndeval's alpha-DCG, except that ndeval does not divide the value
        at rank 1. Not in trec_eval.
    """

    symbol = "alpha_DCG"
    examples = ("alpha_DCG@10", "alpha_DCG(alpha=0.9)@20")
    cutoff_rule = "required"

    cutoff: int

    def weights(self, ranks: Ints) -> NDArray[np.float64]:
        weights: NDArray[np.float64] = 1 / np.log2(ranks + 1)
        return weights

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return self.by_bound(rankings)


@dataclass(frozen=True, kw_only=True)
class AlphaNdcg(ShareOfIdeal):
    """Normalized discounted cumulative gain over subtopics; binary, on labels by subtopic.
    Each further passage on a subtopic gains less.

    alpha_nDCG@k = alpha-DCG@k / its value for the ideal ranking,
    alpha-DCG@k = sum_{i=1..k} 1/log2(i + 1) * sum_{s: rel_is >= rel} (1 - alpha)^n_is,
    n_is = passages above rank i that are relevant for subtopic s

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. It cuts the
            ideal ranking as well.
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's own
            threshold. An unjudged passage is relevant for no subtopic.
        alpha: share of its gain that each further passage on a subtopic loses, from 0 to 1; 0.5 by
            default.

    Returns:
        In [0, 1], rarely a little above 1. The ideal ranking is built greedily: each rank takes the
        passage that gains most, or of equals the one with the highest docid. Its total need not be
        the highest possible. 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1, alpha outside of [0, 1], or labels without subtopics.

    Source:
        Clarke, Kolla, Cormack, Vechtomova, Ashkan, Buttcher and MacKinnon, SIGIR 2008. ndeval's
        alpha-nDCG. Not in trec_eval.
    """

    symbol = "alpha_nDCG"
    examples = ("alpha_nDCG@10", "alpha_nDCG(alpha=0.9)@20", "alpha_nDCG(rel=2)@10")
    cutoff_rule = "optional"

    def weights(self, ranks: Ints) -> NDArray[np.float64]:
        weights: NDArray[np.float64] = 1 / np.log2(ranks + 1)
        return weights
