from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.err import top_of_scale
from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.labels import Ints
from regrade.measures.measure import MAX_CUTOFF, BinaryMeasure, Measure


@dataclass(frozen=True, kw_only=True)
class RankBiasedPrecision(BinaryMeasure):
    """Rank-biased precision; binary, or graded on request.
    The expected gain per passage read, if a reader moves on to the next with probability p.

    RBP(p)@k = (1 - p) * sum_{i=1..k} gain_i * p^(i - 1),
    gain_i = 1 if rel_i >= rel, otherwise 0; with graded=True max(rel_i, 0) / max

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. Nothing replaces
            the tail cut off, so RBP@k <= RBP.
        p: persistence, above 0 and below 1; required, since tools disagree on a default.
        rel: lowest relevance that counts as relevant; by default the label set's own threshold. An
            unjudged passage is not relevant, so RBP is a lower bound on its value under full
            judgments; RBPResidual is the most by which that can be higher.
        graded: True: a passage gains its relevance as a share of `max`, the top of the label set's
            scale. False by default; ir_measures assumes True if rel is not given.

    Returns:
        In [0, 1); 0 when the run lacks the topic.

    Raises:
        ValueError: no p, p not between 0 and 1, a cutoff below 1, rel together with graded, or
            graded with a relevance above the top of the scale.

    Source:
        Moffat and Zobel, TOIS 27(1), 2008. trec_eval 10's rbp (m_rbp.c) on binary labels; on graded
        ones, trec_eval divides by the highest gain found.
    """

    symbol = "RBP"
    examples = ("RBP(p=0.8)", "RBP(p=0.95)@20", "RBP(rel=2,p=0.8)", "RBP(p=0.8,graded=True)")
    cutoff_rule = "optional"

    p: float
    graded: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        check_persistence(self.p)
        if type(self.graded) is not bool:
            raise ValueError(f"graded must be True or False, not {self.graded!r}")
        if self.graded and self.rel is not None:
            raise ValueError("rel and graded exclude each other")

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        if not self.graded:
            relevant = self.relevant(rankings)
            return rankings.per_topic(relevant.topics, rank_weights(relevant.ranks, self.p))
        top = top_of_scale(rankings.judged)
        hits = rankings.hits
        hits = hits.where((hits.relevances > 0) & (hits.ranks <= (self.cutoff or np.inf)))
        gains = hits.relevances / top
        return rankings.per_topic(hits.topics, gains * rank_weights(hits.ranks, self.p))


@dataclass(frozen=True, kw_only=True)
class RbpResidual(Measure):
    """Residual of RBP: the most by which it could still rise; lower is better.
    RBP would rise by this much if every unjudged passage, and everything below the
    ranking, had the highest relevance.

    RBPResidual(p)@k = p^d + (1 - p) * sum_{i <= d, passage i unjudged} p^(i - 1),
    d = min(k, n),  n = passages retrieved

    Args:
        cutoff: k, counted in ranks from 1; without one, d is n. Everything below rank d is unseen
            and adds to the residual in full. A passage of negative relevance is unjudged, as in
            trec_eval.
        p: persistence, above 0 and below 1; required. With the same p, RBP and RBP + RBPResidual
            bound the value under full judgments.

    Returns:
        In (0, 1]; 1 when the run lacks the topic.

    Raises:
        ValueError: no p, p not between 0 and 1, or a cutoff below 1.

    Source:
        Moffat and Zobel, TOIS 27(1), 2008. trec_eval 10's rbp_resid (m_rbp_resid.c) is the same at
        p = 0.9, except that it is 0 if all retrieved passages are judged: it then omits the unseen
        tail.
    """

    symbol = "RBPResidual"
    examples = ("RBPResidual(p=0.8)", "RBPResidual(p=0.95)@20")
    cutoff_rule = "optional"
    lower_is_better = True
    reads = "labels"
    is_diagnostic = True

    p: float

    def __post_init__(self) -> None:
        super().__post_init__()
        check_persistence(self.p)

    @property
    def worst(self) -> float:
        return 1.0

    @property
    def best(self) -> float:
        return 0.0

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        depths = np.minimum(rankings.n_retrieved, self.cutoff or MAX_CUTOFF)
        judged = rankings.hits.where(rankings.hits.relevances >= 0)
        judged = judged.where(judged.ranks <= depths[judged.topics])
        weights = rank_weights(judged.ranks, self.p)
        residuals = 1 - rankings.per_topic(judged.topics, weights)
        return np.maximum(residuals, np.float_power(self.p, depths))  # above what rounding leaves


def check_persistence(p: float) -> None:
    if type(p) not in (int, float) or not 0 < p < 1:
        raise ValueError(f"p must be above 0 and below 1, not {p!r}")


def rank_weights(ranks: Ints, p: float) -> NDArray[np.float64]:
    """Share of the reading that falls to each rank."""
    return (1 - p) * np.float_power(p, ranks - 1)
