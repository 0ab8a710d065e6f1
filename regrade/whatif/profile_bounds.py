"""Bounds on how far any changes of labels inside a topic could reduce its lead by nDCG or AP.

Here the second run leads, as in `regrade.whatif.profiles`. Both measures lie from 0 to 1, so a
topic's lead never falls below -1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.measures.dcg import Ndcg
from regrade.measures.labels import Floats, Ints
from regrade.measures.measure import ratio
from regrade.whatif.effects import topic_differences, topic_sums
from regrade.whatif.ideals import exchanged_ideals, ideal_table
from regrade.whatif.least_changes import Levels, rising_levels
from regrade.whatif.relabelling import Relabelling
from regrade.whatif.weights import signed_weights

# Changes in a topic that are bounded; after more, its lead could be -1. AP's take longer.
MOST_BY_NDCG, MOST_BY_AP = 100, 40
N_SHARES = 10  # values of a lead that are tried, from 0 to 1
Flags = NDArray[np.bool_]


def bound_levels(asked: Relabelling, achieved: Levels) -> Levels:
    """No changes of labels reduce a topic's lead further than these levels say.

    One change is exact: its best is the first step that was achieved. More changes are bounded,
    nDCG by sums over pairs, and AP by the two runs apart from each other.

    Args:
        achieved: from `achieved_profile` of the same.
    """
    n_topics, topics = asked.judged.n_topics, asked.candidates.topics
    leads = topic_differences(asked.measure, asked.judged, asked.candidates)
    n_free = np.bincount(topics[asked.may_change], minlength=n_topics)
    is_ndcg = isinstance(asked.measure, Ndcg)
    n_most = min(MOST_BY_NDCG if is_ndcg else MOST_BY_AP, int(n_free.max(initial=0)))
    least = list((_ndcg_leads if is_ndcg else _ap_leads)(asked, n_most))
    reductions = np.zeros((n_topics, n_most + 2))
    reductions[:, 1:-1] = leads[:, np.newaxis] - np.maximum(np.array(least).T, -1.0)
    reductions[:, -1] = np.where(n_free > n_most, leads + 1, 0.0)
    if n_most:
        single = achieved.costs == 1
        reductions[:, 1] = 0.0
        reductions[achieved.topics[single], 1] = achieved.reductions[single]
    of_topics, costs = np.divmod(np.arange(reductions.size), n_most + 2)
    flat = reductions.ravel()
    best = rising_levels(of_topics, costs, flat)
    return Levels(of_topics[best], costs[best], flat[best])


def _ndcg_leads(asked: Relabelling, n_most: int) -> Iterator[Floats]:
    """Bound of each topic's lead for 1, 2, … `n_most` changes, shape (n_topics,) each.

    A lead of at least x means that the difference of the runs' DCG is at least x times the ideal.
    With a bound of the ideal that is a sum over pairs, the least excess of the one over the other
    comes from the n pairs that lower it most. It is concave in x, so a line between two values of
    x never lies above it.
    """
    shares = np.linspace(-1, 1, 2 * N_SHARES + 1)
    excess = _Excess.of(asked, n_most)
    before = excess.least(-1.0)
    leads = np.full(before.shape, -1.0)
    for share, step in zip(shares[1:], np.diff(shares), strict=True):
        after = excess.least(share)
        holds, fails = before >= 0, after < 0
        part = np.divide(before, before - after, out=np.ones(before.shape), where=holds & fails)
        leads = np.where(holds, share - step * (1 - part), leads)
        before = after
    yield from leads.T


class _Excess(NamedTuple):
    """Difference of the runs' DCG less a share of the ideal, and what each change takes off it.

    Attributes:
        topics: shape (n,). Of the pairs that may change.
        falls: shape (n, n_values). By how much a change lowers the difference of the runs' DCG.
        rises, slopes: shape (n, n_values). Sums of rises bound the ideal from above: raised
            labels add less together than one by one, and lowered ones add nothing. Sums of slopes
            bound it from below: the ideal ranking as it was gains no more than a new one.
        apart, ideals: shape (n_topics,). As the labels stand.
        n_most: changes.
    """

    topics: Ints
    falls: Floats
    rises: Floats
    slopes: Floats
    apart: Floats
    ideals: Floats
    n_most: int

    @classmethod
    def of(cls, asked: Relabelling, n_most: int) -> _Excess:
        assert isinstance(asked.measure, Ndcg)
        topics, n_topics, may = asked.candidates.topics, asked.judged.n_topics, asked.may_change
        old, new = asked.old_gains, asked.new_gains
        change = new - old[:, np.newaxis]
        weights = signed_weights(asked.measure, asked.candidates)
        table = ideal_table(asked.measure, np.append(old, new), int(np.bincount(topics).max()))
        counts = table.counts(topics, old, n_topics)
        ideals = table.ideals(counts)
        classes = table.classes(old), table.classes(new)
        exchanged = exchanged_ideals(table, counts, topics, *classes)
        order = np.lexsort((-old, topics))
        placed = np.empty(topics.size)
        placed[order] = np.diff(table.prefix)[_places(topics)]
        return cls(
            topics[may],
            -(weights[:, np.newaxis] * change)[may],
            np.maximum(exchanged - ideals[topics, np.newaxis], 0.0)[may],
            (placed[:, np.newaxis] * change)[may],
            topic_sums(topics, weights * old, n_topics),
            ideals,
            n_most,
        )

    def least(self, share: float) -> Floats:
        """shape (n_topics, n_most). The least excess after 1, 2, … changes."""
        per_change = self.falls + share * (self.rises if share > 0 else self.slopes)
        best = np.maximum(per_change.max(axis=1), 0.0)
        order = np.lexsort((-best, self.topics))
        places = _places(self.topics)
        taken = np.zeros((self.apart.size, self.n_most))
        first = places < self.n_most
        taken[self.topics[first], places[first]] = best[order[first]]
        least: Floats = (self.apart - share * self.ideals)[:, np.newaxis] - np.cumsum(taken, axis=1)
        return least


def _ap_leads(asked: Relabelling, n_most: int) -> Iterator[Floats]:
    """Bound of each topic's lead for 1, 2, … `n_most` changes, shape (n_topics,) each.

    The least AP of the second run less the greatest of the first, each by its own best changes.
    """
    pairs = asked.candidates
    second = _Precisions.of(asked, pairs.second_ranks)
    first = _Precisions.of(asked, pairs.first_ranks)
    lowest, highest = second.after(0, 0, False), first.after(0, 0, True)
    for n in range(1, n_most + 1):
        for n_lowered in range(n + 1):
            split = n_lowered, n - n_lowered
            lowest = np.minimum(lowest, second.after(*split, False))
            highest = np.maximum(highest, first.after(*split, True))
        yield lowest - highest


class _Precisions(NamedTuple):
    """One run's pairs by topic and rank, those that it did not retrieve last.

    Attributes:
        topics: shape (n,).
        inverse: shape (n,). 1 / rank, 0 where not retrieved.
        starts: shape (n,). Where the pair's topic starts.
        is_relevant: shape (n,).
        lowered, raised: place of each pair, from 0, in the order in which pairs lose or gain
            relevance, first to lower AP, then to raise it; -1 for pairs that cannot.
        n_topics: of all topics.
    """

    topics: Ints
    inverse: Floats
    starts: Ints
    is_relevant: Flags
    lowered: tuple[Ints, Ints]
    raised: tuple[Ints, Ints]
    n_topics: int

    @classmethod
    def of(cls, asked: Relabelling, ranks: Ints) -> _Precisions:
        relevant, new = asked.old_gains > 0, asked.new_gains
        counts = relevant | asked.may_change
        far = np.where(ranks > 0, ranks, ranks.max(initial=0) + 1)
        order = np.lexsort((far, asked.candidates.topics))
        order = order[counts[order]]
        topics, is_relevant = asked.candidates.topics[order], relevant[order]
        can = asked.may_change[order]
        can_lower, can_raise = (
            can & is_relevant & (new.min() == 0),
            can & ~is_relevant & (new.max() > 0),
        )
        return cls(
            topics,
            ratio(np.ones(order.size), ranks[order]),
            np.searchsorted(topics, topics),
            is_relevant,
            (_turns(topics, can_lower, False), _turns(topics, can_lower, True)),
            (_turns(topics, can_raise, True), _turns(topics, can_raise, False)),
            asked.judged.n_topics,
        )

    def after(self, n_lowered: int, n_raised: int, is_greatest: bool) -> Floats:
        """shape (n_topics,). The least or greatest AP after up to so many changes of each kind.

        Of sets of relevant passages of equal size, the one whose ranks are all the lowest has the
        least AP, and the one whose ranks are all the highest the greatest.
        """
        lowered, raised = self.lowered[is_greatest], self.raised[is_greatest]
        stays = self.is_relevant & ((lowered < 0) | (lowered >= n_lowered))
        relevant = stays | ((raised >= 0) & (raised < n_raised))
        n_down = np.concatenate(([0], np.cumsum(relevant)))
        precisions = (n_down[1:] - n_down[self.starts]) * self.inverse * relevant
        sums = topic_sums(self.topics, precisions, self.n_topics)
        return ratio(sums, np.bincount(self.topics, relevant, self.n_topics))


def _turns(topics: Ints, can: Flags, is_from_below: bool) -> Ints:
    """Place of each pair that can among those of its topic, from the top or from below."""
    turns = np.full(topics.size, -1)
    at = np.flatnonzero(can)
    places = _places(topics[at])
    if is_from_below:
        places = np.bincount(topics[at], minlength=1)[topics[at]] - 1 - places
    turns[at] = places
    return turns


def _places(topics: Ints) -> Ints:
    """Count from 0 within each topic; topics ascend."""
    return np.arange(topics.size) - np.searchsorted(topics, topics)
