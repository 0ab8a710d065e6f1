from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure, ratio


@dataclass(frozen=True, kw_only=True)
class Precision(BinaryMeasure):
    """Precision at k: the share of the first k ranks that is relevant; binary. Always divided by k.

    P@k = |{i <= k : rel_i >= rel}| / k;  relative: / min(k, R),
    R = |{judged passages with relevance >= rel}|

    Args:
        cutoff: k, counted in ranks from 1; required. A shorter ranking is divided by k too.
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.
        relative: True divides by min(k, R), the most that k ranks can hold; False (default) by k.

    Returns:
        In [0, 1]; 0 when the run lacks the topic.

    Raises:
        ValueError: no cutoff, or one below 1.

    Source:
        van Rijsbergen, Information Retrieval, 2nd edition, 1979, chapter 7. trec_eval's P and, if
        relative, relative_P (m_P.c, m_relative_P.c).
    """

    symbol = "P"
    examples = ("P@5", "P(rel=2)@5", "P(relative=True)@5")
    cutoff_rule = "required"
    trec_eval_name = "P, relative_P"

    cutoff: int
    relative: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.relative) is not bool:
            raise ValueError(f"relative must be True or False, not {self.relative!r}")

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        n_found = self.n_found(rankings)
        if self.relative:
            return ratio(n_found, np.minimum(self.n_relevant(rankings), self.cutoff))
        return n_found / self.cutoff


@dataclass(frozen=True, kw_only=True)
class Recall(BinaryMeasure):
    """Recall at k: the share of the topic's relevant passages in the first k ranks; binary.

    R@k = |{i <= k : rel_i >= rel}| / |{judged passages with relevance >= rel}|

    Args:
        cutoff: k, counted in ranks from 1; required.
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: no cutoff, or one below 1.

    Source:
        van Rijsbergen, Information Retrieval, 2nd edition, 1979, chapter 7. trec_eval's recall
        (m_recall.c).
    """

    symbol = "R"
    examples = ("R@1000", "R(rel=2)@1000")
    cutoff_rule = "required"
    trec_eval_name = "recall"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return ratio(self.n_found(rankings), self.n_relevant(rankings))


@dataclass(frozen=True, kw_only=True)
class FMeasure(BinaryMeasure):
    """F measure: the weighted harmonic mean of P@k and R@k; binary.

    F@k = (1 + b^2) * P@k * R@k / (b^2 * P@k + R@k) = (1 + b^2) * found@k / (b^2 * R + k),
    R = |{judged passages with relevance >= rel}|

    Args:
        cutoff: k, counted in ranks from 1; required. A shorter ranking is divided by k too.
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.
        beta: b, how many times recall weighs as much as precision, from 0 up; 1 by default.

    Returns:
        In [0, 1]; 0 when nothing relevant is in the first k ranks or the run lacks the topic.

    Raises:
        ValueError: no cutoff, one below 1, or beta below 0.

    Source:
        van Rijsbergen, Information Retrieval, 2nd edition, 1979, chapter 7; the form with beta:
        Chinchor, MUC-4, 1992. trec_eval computes it for whole rankings only, as SetF does here.
    """

    symbol = "F"
    examples = ("F@10", "F(beta=0.5)@10", "F(rel=2)@10")
    cutoff_rule = "required"

    cutoff: int
    beta: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        checked_beta(self.beta)

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        n_found = self.n_found(rankings)
        depth = np.full(n_found.shape, float(self.cutoff))
        return weighted_mean(n_found, depth, self.n_relevant(rankings), self.beta)


def checked_beta(beta: float) -> None:
    if type(beta) not in (int, float) or not 0 <= beta < math.inf:
        raise ValueError(f"beta must be a number from 0 up, not {beta!r}")


def weighted_mean(
    n_found: NDArray[np.float64],
    n_retrieved: NDArray[np.float64],
    n_relevant: NDArray[np.int64],
    beta: float,
) -> NDArray[np.float64]:
    """F measure per topic; 0 where nothing relevant was found."""
    weight = beta * beta
    return ratio((1 + weight) * n_found, weight * n_relevant + n_retrieved)
