from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure, ratio
from regrade.measures.precision_recall import checked_beta, weighted_mean


@dataclass(frozen=True, kw_only=True)
class SetPrecision(BinaryMeasure):
    """Precision of the retrieved set, in any order; binary.

    SetP = |relevant retrieved| / n,  n = passages retrieved; relative: / min(n, R),
    R = |{judged passages with relevance >= rel}|

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.
        relative: True divides by min(n, R), the most that n passages can hold; False (default) by
            n.

    Returns:
        In [0, 1]; 0 when the run lacks the topic.

    Raises:
        ValueError: a cutoff.

    Source:
        van Rijsbergen, Information Retrieval, 2nd edition, 1979, chapter 7. trec_eval's set_P and,
        if relative, set_relative_P (m_set_P.c, m_set_rel_P.c). ir_measures' SetRelP is
        SetP(relative=True).
    """

    symbol = "SetP"
    examples = ("SetP", "SetP(rel=2)", "SetP(relative=True)")
    cutoff_rule = "none"
    trec_eval_name = "set_P, set_relative_P"

    relative: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.relative) is not bool:
            raise ValueError(f"relative must be True or False, not {self.relative!r}")

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        possible = rankings.n_retrieved
        if self.relative:
            possible = np.minimum(possible, self.n_relevant(rankings))
        return ratio(self.n_found(rankings), possible)


@dataclass(frozen=True, kw_only=True)
class SetRecall(BinaryMeasure):
    """Recall of the retrieved set, in any order; binary.

    SetR = |relevant retrieved| / R,  R = |{judged passages with relevance >= rel}|

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff.

    Source:
        van Rijsbergen, Information Retrieval, 2nd edition, 1979, chapter 7. trec_eval's
        set_recall (m_set_recall.c).
    """

    symbol = "SetR"
    examples = ("SetR", "SetR(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "set_recall"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return ratio(self.n_found(rankings), self.n_relevant(rankings))


@dataclass(frozen=True, kw_only=True)
class SetF(BinaryMeasure):
    """Weighted harmonic mean of SetP and SetR; binary.

    SetF = (1 + b^2) * SetP * SetR / (b^2 * SetP + SetR) = (1 + b^2) * found / (b^2 * R + n),
    R = |{judged passages with relevance >= rel}|,  n = passages retrieved

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.
        beta: b, how many times recall weighs as much as precision, from 0 up; 1 by default.
            trec_eval's parameter, and beta in ir_measures, is its square: set_F_0.25 is
            SetF(beta=0.5).

    Returns:
        In [0, 1]; 0 when nothing relevant was retrieved or the run lacks the topic.

    Raises:
        ValueError: a cutoff, or beta below 0.

    Source:
        van Rijsbergen, Information Retrieval, 2nd edition, 1979, chapter 7; the form with beta:
        Chinchor, MUC-4, 1992. trec_eval's set_F (m_set_F.c).
    """

    symbol = "SetF"
    examples = ("SetF", "SetF(beta=0.5)", "SetF(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "set_F"

    beta: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        checked_beta(self.beta)

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        n_retrieved = rankings.n_retrieved.astype(np.float64)
        n_relevant = self.n_relevant(rankings)
        return weighted_mean(self.n_found(rankings), n_retrieved, n_relevant, self.beta)


@dataclass(frozen=True, kw_only=True)
class SetAveragePrecision(BinaryMeasure):
    """Average precision of the retrieved set: SetP times SetR; binary.

    SetAP = SetP * SetR = found^2 / (n * R),
    R = |{judged passages with relevance >= rel}|,  n = passages retrieved

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff.

    Source:
        trec_eval's set_map (m_set_map.c).
    """

    symbol = "SetAP"
    examples = ("SetAP", "SetAP(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "set_map"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        n_found = self.n_found(rankings)
        precision = ratio(n_found, rankings.n_retrieved)
        return precision * ratio(n_found, self.n_relevant(rankings))


@dataclass(frozen=True, kw_only=True)
class Utility(BinaryMeasure):
    """Utility of the retrieved set: gains for relevant passages, costs for others; binary.

    Utility = found * |relevant retrieved| + other * |other retrieved| + missed * |relevant missed|

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold. An
            unjudged passage is not relevant, so it costs as much as any other.
        found: value of a retrieved relevant passage; 1 by default.
        other: value of any other retrieved passage; -1 by default.
        missed: value of a relevant passage that was not retrieved; 0 by default.

    Returns:
        Any number; missed * R when the run lacks the topic. By default that is 0, better than a run
        that retrieves mostly non-relevant passages.

    Raises:
        ValueError: a cutoff, or a value that is not a finite number.

    Source:
        Lewis, The TREC-5 Filtering Track, 1996. trec_eval's utility (m_utility.c), without its
        fourth parameter, the value of passages neither relevant nor retrieved, which needs the
        collection's size.
    """

    symbol = "Utility"
    examples = ("Utility", "Utility(found=3,other=-2)")
    cutoff_rule = "none"
    trec_eval_name = "utility"
    no_optimistic = "it has no best value"
    holds_for_missing = True

    found: float = 1
    other: float = -1
    missed: float = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("found", "other", "missed"):
            worth = getattr(self, name)
            if type(worth) not in (int, float) or not np.isfinite(worth):
                raise ValueError(f"{name} must be a number, not {worth!r}")

    @property
    def best(self) -> None:
        return None

    @property
    def limits(self) -> tuple[float, float]:
        return -math.inf, math.inf

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        n_found = self.n_found(rankings)
        n_other = rankings.n_retrieved - n_found
        n_missed = self.n_relevant(rankings) - n_found
        return self.found * n_found + self.other * n_other + self.missed * n_missed
