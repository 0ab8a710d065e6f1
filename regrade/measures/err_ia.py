from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.labels import Ints
from regrade.measures.subtopic_measure import NoveltyMeasure, ShareOfIdeal


@dataclass(frozen=True, kw_only=True)
class IntentAwareErr(NoveltyMeasure):
    """Expected reciprocal rank over subtopics, divided by a bound; binary, on labels by subtopic.
    The bound assumes that every passage covers every subtopic; no run may reach it.

    ERR_IA@k = sum_{i=1..k} 1/i * sum_{s: rel_is >= rel} (1 - alpha)^n_is
               / (S * sum_{i=1..k} (1 - alpha)^(i - 1) / i),
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
        Chapelle, Metzler, Zhang and Grinspan, CIKM 2009; alpha: Clarke, Craswell, Soboroff and
        Ashkan, WSDM 2011. ndeval's ERR-IA, except that ndeval does not divide the value at rank 1.
        Not in trec_eval.
    """

    symbol = "ERR_IA"
    examples = ("ERR_IA@10", "ERR_IA(rel=2)@20")
    cutoff_rule = "required"

    cutoff: int

    def weights(self, ranks: Ints) -> NDArray[np.float64]:
        return 1 / ranks

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return self.by_bound(rankings)


@dataclass(frozen=True, kw_only=True)
class NormalizedIntentAwareErr(ShareOfIdeal):
    """Expected reciprocal rank over subtopics, divided by that of the ideal ranking; binary, on
    labels by subtopic.

    nERR_IA@k = E@k / its value for the ideal ranking,
    E@k = sum_{i=1..k} 1/i * sum_{s: rel_is >= rel} (1 - alpha)^n_is,
    n_is = passages above rank i that are relevant for subtopic s

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. It cuts the
            ideal ranking as well.
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's own
            threshold. An unjudged passage is relevant for no subtopic.
        alpha: share of its gain that each further passage on a subtopic loses, from 0 to 1; 0.5 by
            default.

    Returns:
        In [0, 1], rarely a little above 1: the ideal ranking is built greedily, as for alpha_nDCG.
        0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1, alpha outside of [0, 1], or labels without subtopics.

    Source:
        Chapelle et al., CIKM 2009; Clarke et al., WSDM 2011. ndeval's nERR-IA. Not in trec_eval.
    """

    symbol = "nERR_IA"
    examples = ("nERR_IA@10", "nERR_IA(rel=2)@20")
    cutoff_rule = "optional"

    def weights(self, ranks: Ints) -> NDArray[np.float64]:
        return 1 / ranks
