"""How much the label of a pair weighs in the difference of two runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from regrade.given import explained, whole_array
from regrade.measures.dcg import Dcg, Ndcg
from regrade.measures.err import top_of_scale
from regrade.measures.gains import GainMeasure
from regrade.measures.labels import Floats, Ints, JudgedTopics
from regrade.measures.measure import BinaryMeasure, Measure, ratio
from regrade.measures.precision_recall import Precision
from regrade.measures.rbp import RankBiasedPrecision
from regrade.measures.rbp import rank_weights as shares_of_reading
from regrade.whatif.candidates import Candidates, check_served
from regrade.whatif.ideals import ideal_gains

WIDEST = 1 << 15  # gains, the greatest by the least, at which nDCG's effects keep ten decimals


@explained
def rank_weights(measure: Measure, ranks: Ints) -> Floats:
    """Weight of a rank: how much one unit of gain there adds to a topic's value.

    P@k: 1 / k;  DCG: 1 / discount(i);  RBP: (1 - p) * p^(i - 1);  nDCG: as DCG, before it is
    divided by the topic's ideal

    Args:
        measure: P, DCG, nDCG or RBP.
        ranks: any shape. Counted from 1; 0 for what was not retrieved.

    Returns:
        Of the shape of `ranks`; 0 at rank 0 and below the cutoff.

    Raises:
        ValueError: a measure that is not linear in the gains, as AP and RR are not.
    """
    counts = (ranks > 0) & (ranks <= (measure.cutoff or np.inf))
    placed = np.maximum(ranks, 1)
    if isinstance(measure, Precision) and not measure.relative:
        weights = np.full(ranks.shape, 1 / measure.cutoff)
    elif isinstance(measure, RankBiasedPrecision):
        weights = shares_of_reading(placed, measure.p)
    elif isinstance(measure, Dcg | Ndcg):
        weights = 1 / measure.discounts(placed)
    else:
        raise ValueError(
            f"{measure.name} has no weight of a rank: a label's effect depends on the other"
            " labels; P, DCG, nDCG and RBP have one"
        )
    return np.where(counts, weights, 0.0)


@explained
def pair_weights(measure: Measure, candidates: Candidates, judged: JudgedTopics) -> Floats:
    """The weight of a pair: how far one unit of its gain moves the difference of the means.

    |w(rank in second) - w(rank in first)| / n_topics, for nDCG also divided by the topic's ideal
    as the labels stand

    Args:
        measure: P, DCG, nDCG or RBP.
        candidates: from `find_candidates` of the same measure and labels.
        judged: the label set.

    Returns:
        Shape (n,), at least 0. By nDCG 0 in a topic whose ideal is 0.

    Raises:
        ValueError: AP and RR, or what `find_candidates` refuses.

    Source:
        Carterette, Allan and Sitaraman, Minimal test collections for retrieval evaluation,
        SIGIR 2006, for P and DCG; they derive a pair's weight for AP from expected relevance.
    """
    check_served(measure, judged)
    apart = np.abs(signed_weights(measure, candidates)) / judged.n_topics
    if isinstance(measure, Ndcg):
        gains = pair_gains(measure, judged, candidates)
        ideals = ideal_gains(measure, candidates.topics, gains, judged.n_topics)
        return ratio(apart, ideals[candidates.topics])
    return apart


def signed_weights(measure: Measure, candidates: Candidates) -> Floats:
    """shape (n,). Weight of each pair's rank in the second run less that in the first."""
    second = rank_weights(measure, candidates.second_ranks)
    return second - rank_weights(measure, candidates.first_ranks)


def gains_of(measure: Measure, judged: JudgedTopics, relevances: Ints) -> Floats:
    """Gain of labels under a measure: 0 or 1 for binary ones.

    Raises:
        ValueError: a relevance above the top of the scale, for graded RBP.
    """
    if isinstance(measure, GainMeasure):
        return measure.gain(relevances)
    if isinstance(measure, RankBiasedPrecision) and measure.graded:
        gains: Floats = np.maximum(relevances, 0) / max(top_of_scale(judged), 1)
        return gains
    assert isinstance(measure, BinaryMeasure)
    return (relevances >= measure.threshold(judged)).astype(np.float64)


def pair_gains(measure: Measure, judged: JudgedTopics, candidates: Candidates) -> Floats:
    """shape (n,). Gain of each candidate as labelled; 0 without a label."""
    gains = gains_of(measure, judged, candidates.relevances)
    return np.where(candidates.is_labelled, gains, 0.0)


def checked_values(measure: Measure, judged: JudgedTopics, values: Sequence[int]) -> Ints:
    """The labels that a pair could get, as an array.

    Raises:
        ValueError: none, not whole numbers, one twice, or one that the measure cannot use.
    """
    labels = whole_array(values, "values that a label can take")
    if labels.ndim != 1 or not labels.size or np.unique(labels).size != labels.size:
        raise ValueError(f"values are the labels that a pair can get, each once, not {values!r}")
    each = np.arange(labels.size)
    starts = np.array([0, labels.size])
    one_topic = replace(judged, starts=starts, passages=each).relabelled(labels)
    measure.check(one_topic)
    gains = gains_of(measure, one_topic, labels)
    gained = gains[gains > 0]
    if isinstance(measure, Ndcg) and gained.size and gained.max() > WIDEST * gained.min():
        raise ValueError(
            f"gains of {measure.name} differ by more than {WIDEST:,} times, so that rounding hides"
            " what single labels do"
        )
    return labels
