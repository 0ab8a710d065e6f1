"""Change of the difference of two runs if one pair had another label, for every pair at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.measures.average_precision import AveragePrecision
from regrade.measures.dcg import Ndcg
from regrade.measures.first_relevant import ReciprocalRank
from regrade.measures.judged_rankings import Rankings
from regrade.measures.labels import Floats, Ints, JudgedTopics
from regrade.measures.measure import Measure, ratio
from regrade.whatif.candidates import Candidates, find_candidates
from regrade.whatif.ideals import exchanged_ideals, ideal_gains, ideal_table
from regrade.whatif.weights import checked_values, gains_of, pair_gains, signed_weights

Flags = NDArray[np.bool_]


class PairEffects(NamedTuple):
    """Effect of each label that each pair could get on the difference of two runs' means.

    Attributes:
        candidates: the pairs, n of them.
        values: shape (n_values,). The labels that a pair could get.
        effects: shape (n, n_values). Change of mean(second) - mean(first), in the measure's units.
    """

    candidates: Candidates
    values: Ints
    effects: Floats

    @property
    def largest(self) -> Floats:
        """shape (n,). The largest effect of each pair, without its sign."""
        largest: Floats = np.abs(self.effects).max(axis=1)
        return largest

    @property
    def low(self) -> Floats:
        """shape (n,). The effect most in favour of the first run."""
        low: Floats = self.effects.min(axis=1)
        return low

    @property
    def high(self) -> Floats:
        """shape (n,). The effect most in favour of the second run."""
        high: Floats = self.effects.max(axis=1)
        return high

    def expected(self, shares: Floats) -> Floats:
        """The mean effect of each pair without its sign, if its labels have these shares.

        Args:
            shares: shape (n, n_values), or (n_values,) for all pairs alike.

        Returns:
            Shape (n,).

        Raises:
            ValueError: another shape.
        """
        if shares.shape not in (self.effects.shape, self.values.shape):
            raise ValueError(f"shares of shape {shares.shape}, effects of {self.effects.shape}")
        expected: Floats = (np.abs(self.effects) * shares).sum(axis=1)
        return expected


@explained
def pair_effects(
    measure: Measure,
    judged: JudgedTopics,
    first: Rankings,
    second: Rankings,
    *,
    values: Sequence[int],
) -> PairEffects:
    """Exact change of the difference of two runs if one pair got another label.

    D = mean over topics of (value of second - value of first). Only one label changes at a time;
    the others remain as they are. A pair without a label gets one: it then counts in R and in the
    ideal ranking.

    Args:
        measure: P, RR, AP, nDCG, DCG or RBP; unjudged passages count as not relevant.
        judged: the label set.
        first, second: the runs, over the topics of the labels in the same order.
        values: the labels that a pair could get, each once.

    Returns:
        All pairs that `find_candidates` finds. A pair's own label has effect 0.

    Raises:
        ValueError: a measure or labels that `find_candidates` refuses, or values that the measure
            cannot use.

    Source:
        Carterette, Allan and Sitaraman, Minimal test collections for retrieval evaluation,
        SIGIR 2006.
    """
    candidates = find_candidates(measure, judged, first, second)
    labels = checked_values(measure, judged, values)
    by_topic = topic_effects(measure, judged, candidates, labels)
    # Adding 0.0 turns a negative zero into zero.
    return PairEffects(candidates, labels, by_topic / max(judged.n_topics, 1) + 0.0)


def topic_effects(
    measure: Measure, judged: JudgedTopics, candidates: Candidates, values: Ints
) -> Floats:
    """Change of (value of second - value of first) on a pair's topic if it got each of the labels.

    Args:
        judged: of which only threshold and scale are read: the labels are the candidates' own.
        candidates: all labelled pairs of the topics that occur here.

    Returns:
        Shape (n, n_values).
    """
    new = gains_of(measure, judged, values)
    old = pair_gains(measure, judged, candidates)
    if isinstance(measure, ReciprocalRank | AveragePrecision):
        flip = _rr_flips if isinstance(measure, ReciprocalRank) else _ap_flips
        differs = new[np.newaxis, :] != old[:, np.newaxis]
        return np.where(differs, flip(candidates, old > 0)[:, np.newaxis], 0.0)
    apart = signed_weights(measure, candidates)
    change = apart[:, np.newaxis] * (new[np.newaxis, :] - old[:, np.newaxis])
    if isinstance(measure, Ndcg):
        return _ndcg_effects(measure, candidates, (old, new), apart * old, change)
    return change


def topic_differences(measure: Measure, judged: JudgedTopics, candidates: Candidates) -> Floats:
    """shape (n_topics,). Value of the second run less that of the first, from the candidates."""
    n_topics, topics = judged.n_topics, candidates.topics
    gains = pair_gains(measure, judged, candidates)
    if isinstance(measure, ReciprocalRank):
        second, first = (
            _inverse(_two_firsts(topics, ranks, gains > 0, n_topics)[0])
            for ranks in (candidates.second_ranks, candidates.first_ranks)
        )
        return second - first
    if isinstance(measure, AveragePrecision):
        lead, _ = _ap_parts(candidates, gains > 0, n_topics)
        return ratio(lead, topic_sums(topics, gains, n_topics))
    lead = topic_sums(topics, signed_weights(measure, candidates) * gains, n_topics)
    if isinstance(measure, Ndcg):
        return ratio(lead, ideal_gains(measure, topics, gains, n_topics))
    return lead


def topic_sums(topics: Ints, addends: Floats, n_topics: int) -> Floats:
    """shape (n_topics,). Sum of the addends of each topic, both of shape (n,)."""
    return np.bincount(topics, addends, n_topics).astype(np.float64)


def _ndcg_effects(
    measure: Ndcg,
    candidates: Candidates,
    gains: tuple[Floats, Floats],
    parts: Floats,
    change: Floats,
) -> Floats:
    """Both numerator and ideal with the one label exchanged.

    Args:
        gains: of the candidates, then of the values.
        parts: shape (n,). What each pair adds to the difference of the runs' DCG.
        change: shape (n, n_values). By how much its label would change that.
    """
    old, new = gains
    topics = candidates.topics
    n_topics = int(topics.max(initial=-1)) + 1
    table = ideal_table(measure, np.concatenate(gains), _most(topics))
    counts = table.counts(topics, old, n_topics)
    ideals = exchanged_ideals(table, counts, topics, table.classes(old), table.classes(new))
    lead = topic_sums(topics, parts, n_topics)
    before = ratio(lead, table.ideals(counts))[topics, np.newaxis]
    effects = ratio(lead[topics, np.newaxis] + change, ideals) - before
    return np.where(new[np.newaxis, :] == old[:, np.newaxis], 0.0, effects)


def _ap_flips(candidates: Candidates, is_relevant: Flags) -> Floats:
    """shape (n,). Change of the difference if one pair's relevance were turned round."""
    topics = candidates.topics
    n_topics = int(topics.max(initial=-1)) + 1
    lead, gained = _ap_parts(candidates, is_relevant, n_topics)
    n_relevant = np.bincount(topics[is_relevant], minlength=n_topics)
    sign = np.where(is_relevant, -1, 1)
    after = ratio(lead[topics] + sign * gained, n_relevant[topics] + sign)
    flips: Floats = after - ratio(lead, n_relevant)[topics]
    return flips


def _ap_parts(candidates: Candidates, is_relevant: Flags, n_topics: int) -> tuple[Floats, Floats]:
    """Difference of the runs' sums of precisions, and what each pair does or would add to it.

    Returns:
        Shapes (n_topics,) and (n,).
    """
    sums, gained = zip(
        *(
            _precision_sums(candidates.topics, ranks, is_relevant, n_topics)
            for ranks in (candidates.second_ranks, candidates.first_ranks)
        ),
        strict=True,
    )
    return sums[0] - sums[1], gained[0] - gained[1]


def _precision_sums(
    topics: Ints, ranks: Ints, is_relevant: Flags, n_topics: int
) -> tuple[Floats, Floats]:
    """One run's sum of precisions by topic, and what each pair adds to it if relevant.

    A relevant passage at rank r adds (1 + n relevant above) / r, and 1 / i for each relevant
    passage at a rank i below it.
    """
    retrieved = np.flatnonzero(ranks)
    order = retrieved[np.lexsort((ranks[retrieved], topics[retrieved]))]
    of_topics, relevant = topics[order], is_relevant[order]
    bounds = np.searchsorted(of_topics, np.arange(n_topics + 1))
    n_down = np.concatenate(([0], np.cumsum(relevant)))
    inverse = np.concatenate(([0.0], np.cumsum(relevant / ranks[order])))
    above = n_down[:-1] - n_down[bounds[of_topics]]
    below = inverse[bounds[of_topics + 1]] - inverse[1:]
    precisions = (above + 1) / ranks[order]
    gained = np.zeros(topics.size)
    gained[order] = precisions + below
    return topic_sums(of_topics, precisions * relevant, n_topics), gained


def _rr_flips(candidates: Candidates, is_relevant: Flags) -> Floats:
    """shape (n,). Change of the difference if one pair's relevance were turned round."""
    topics = candidates.topics
    n_topics = int(topics.max(initial=-1)) + 1
    changes = []
    for ranks in (candidates.second_ranks, candidates.first_ranks):
        first, second = _two_firsts(topics, ranks, is_relevant, n_topics)
        placed = np.where(ranks > 0, ranks, np.inf)
        without = np.where(placed == first[topics], second[topics], first[topics])
        after = np.where(is_relevant, without, np.minimum(first[topics], placed))
        changes.append(_inverse(after) - _inverse(first[topics]))
    return changes[0] - changes[1]


def _two_firsts(
    topics: Ints, ranks: Ints, is_relevant: Flags, n_topics: int
) -> tuple[Floats, Floats]:
    """Ranks of the first and second relevant passage of each topic, infinite without one."""
    chosen = np.flatnonzero(is_relevant & (ranks > 0))
    order = chosen[np.lexsort((ranks[chosen], topics[chosen]))]
    sorted_ranks = np.append(ranks[order], [0, 0]).astype(np.float64)
    at = np.searchsorted(topics[order], np.arange(n_topics))
    n = np.bincount(topics[order], minlength=n_topics)
    first = np.where(n > 0, sorted_ranks[at], np.inf)
    second = np.where(n > 1, sorted_ranks[np.minimum(at + 1, order.size)], np.inf)
    return first, second


def _inverse(ranks: Floats) -> Floats:
    """1 / rank, 0 for an infinite one."""
    inverse: Floats = 1 / ranks
    return inverse


def _most(topics: Ints) -> int:
    """How many pairs the largest topic has."""
    return int(np.bincount(topics, minlength=1).max())
