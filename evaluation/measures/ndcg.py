from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.measures.judged_ranking import JudgedRanking
from evaluation.measures.measure import Measure, TopicMeasure
from evaluation.measures.trec_eval import TrecEvalMeasure

FORMS = ("log2", "exp-log2", "jk")


@dataclass(frozen=True, kw_only=True)
class Ndcg(TopicMeasure):
    """Normalized discounted cumulative gain; graded. By default linear gains, discount
    log2(rank + 1) and no gain for unjudged passages, as in trec_eval.

    nDCG@k = DCG@k / IDCG@k,  DCG@k = sum_{i=1..k} gain(rel_i) / discount(i)

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. It cuts the
            ideal ranking as well.
        dcg: 'log2' (default): gain rel, discount log2(i + 1). 'exp-log2': gain 2^rel - 1,
            discount log2(i + 1). 'jk': gain rel, discount 1 at rank 1 and log2(i) below it,
            the form of 2002. A negative relevance gains nothing.
        unjudged: gain of an unjudged passage itself, in every form; 0 by default. The ideal
            ranking stays with the judged passages.

    Returns:
        In [0, 1], but above 1 where an unjudged gain exceeds what the ideal offers; 0 when no
        judged passage has gain or the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1, an unknown dcg, or an unjudged gain below 0.

    Source:
        Jarvelin and Kekalainen, TOIS 20(4), 2002 ('jk', with base 2); exponential gain: Burges
        et al., ICML 2005. The default is trec_eval's ndcg and ndcg_cut (m_ndcg.c,
        m_ndcg_cut.c), which know no threshold, and so takes no rel.
    """

    symbol = "nDCG"
    examples = ("nDCG@10", "nDCG", "nDCG(dcg='exp-log2')@10", "nDCG(dcg='jk',unjudged=1)@10")
    cutoff_rule = "optional"

    dcg: str = "log2"
    unjudged: float = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.dcg not in FORMS:
            raise ValueError(f"dcg must be one of {', '.join(map(repr, FORMS))}, not {self.dcg!r}")
        if not isinstance(self.unjudged, int | float) or not 0 <= self.unjudged < math.inf:
            raise ValueError(f"unjudged must be a number from 0 up, not {self.unjudged!r}")

    @classmethod
    def build(cls, **parameters: Any) -> Measure:
        measure = cls(**parameters)
        if (measure.dcg, measure.unjudged) == ("log2", 0):
            return TrecEvalNdcg(cutoff=measure.cutoff)
        return measure

    def score_topic(self, ranking: JudgedRanking) -> float:
        ideal = self._cumulate(-np.sort(-self._gains(ranking.judged)))
        if ideal == 0.0:
            return 0.0
        gains = self._gains(ranking.relevance)
        return self._cumulate(np.where(ranking.is_judged, gains, self.unjudged)) / ideal

    def _gains(self, relevance: NDArray[np.int64]) -> NDArray[np.float64]:
        gains = np.maximum(relevance, 0).astype(np.float64)
        return np.exp2(gains) - 1 if self.dcg == "exp-log2" else gains

    def _cumulate(self, gains: NDArray[np.float64]) -> float:
        ranks = np.arange(1, gains[: self.cutoff].size + 1)
        discounts = np.log2(np.maximum(ranks, 2) if self.dcg == "jk" else ranks + 1)
        return float(np.sum(gains[: self.cutoff] / discounts))


@dataclass(frozen=True, kw_only=True)
class TrecEvalNdcg(TrecEvalMeasure):
    """Normalized discounted cumulative gain; graded. Linear gains, discount log2(rank + 1), no
    gain for unjudged passages: nDCG with nothing in parentheses.

    The family is `Ndcg`, which says more.
    """

    symbol = Ndcg.symbol
    examples = Ndcg.examples
    cutoff_rule = "optional"

    @property
    def trec_name(self) -> str:
        return "ndcg" if self.cutoff is None else f"ndcg_cut_{self.cutoff}"

    def threshold(self, min_relevance: int) -> int:
        # trec_eval's nDCG ignores the level; this one lets it share a call with its neighbours.
        return max(1, min_relevance)
