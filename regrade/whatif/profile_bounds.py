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
from regrade.whatif.effects import topic_differences
from regrade.whatif.ideals import IdealTable, ideal_table
from regrade.whatif.least_changes import Levels, rising_levels
from regrade.whatif.relabelling import Relabelling
from regrade.whatif.weights import signed_weights

MOST_CHANGES = 24  # in a topic; beyond, its lead could be -1
Flags = NDArray[np.bool_]


def bound_levels(asked: Relabelling, achieved: Levels) -> Levels:
    """No changes of labels reduce a topic's lead further than these levels say.

    One change is exact: its best is the first step that was achieved. More changes are bounded,
    nDCG's numerator apart from its ideal, and AP's two runs apart from each other.

    Args:
        achieved: from `achieved_profile` of the same.
    """
    n_topics, topics = asked.judged.n_topics, asked.candidates.topics
    leads = topic_differences(asked.measure, asked.judged, asked.candidates)
    n_free = np.bincount(topics[asked.may_change], minlength=n_topics)
    n_most = min(MOST_CHANGES, int(n_free.max(initial=0)))
    least = (
        _ndcg_leads(asked, n_most) if isinstance(asked.measure, Ndcg) else _ap_leads(asked, n_most)
    )
    reductions = np.zeros((n_topics, n_most + 2))
    reductions[:, 1:-1] = leads[:, np.newaxis] - np.maximum(np.array(list(least)).T, -1.0)
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

    The difference of the runs' DCG falls at most by the sum of the largest reductions of single
    pairs. It is divided by the largest ideal that so many changes could make while it is not
    negative, and by the smallest once it is.
    """
    assert isinstance(asked.measure, Ndcg)
    n_topics, topics, old = asked.judged.n_topics, asked.candidates.topics, asked.old_gains
    weights = signed_weights(asked.measure, asked.candidates)
    now = np.bincount(topics, weights * old, n_topics)
    changes = weights[:, np.newaxis] * (asked.new_gains - old[:, np.newaxis])
    falls = np.where(asked.may_change, np.maximum(-changes.min(axis=1), 0.0), 0.0)
    order = np.lexsort((-falls, topics))
    places = _places(topics[order])
    ideals = _extreme_ideals(asked)
    for n in range(1, n_most + 1):
        taken = order[places < n]
        apart = now - np.bincount(topics[taken], falls[taken], n_topics)
        low, high = ideals.reached(n, False), ideals.reached(n, True)
        behind = np.divide(apart, low, out=np.full(n_topics, -1.0), where=low > 0)
        yield np.where(apart >= 0, ratio(apart, high), behind)


class _ExtremeIdeals(NamedTuple):
    """The largest and the smallest ideals that some changes could make.

    Attributes:
        fixed, free: shape (n_topics, n_gains). Labels by gain that may not, and that may change.
        least, greatest: classes of the lowest and highest gain that a pair could get.
    """

    table: IdealTable
    fixed: Ints
    free: Ints
    least: int
    greatest: int

    def reached(self, n: int, is_largest: bool) -> Floats:
        """shape (n_topics,). The ideal after up to n changes of the lowest or the highest gains."""
        gains = self.table.gains
        target = self.greatest if is_largest else self.least
        is_worse = gains < gains[target] if is_largest else gains > gains[target]
        pool = np.where(is_worse, self.free, 0)
        pool = pool[:, ::-1] if is_largest else pool
        taken = np.diff(np.minimum(np.cumsum(pool, axis=1), n), axis=1, prepend=0)
        counts = self.fixed + self.free - (taken[:, ::-1] if is_largest else taken)
        counts[:, target] += taken.sum(axis=1)
        return self.table.ideals(counts)


def _extreme_ideals(asked: Relabelling) -> _ExtremeIdeals:
    assert isinstance(asked.measure, Ndcg)
    topics, old, new = asked.candidates.topics, asked.old_gains, asked.new_gains
    n_topics, may = asked.judged.n_topics, asked.may_change
    n_most = int(np.bincount(topics, minlength=1).max())
    table = ideal_table(asked.measure, np.concatenate((old, new)), n_most)
    fixed, free = (table.counts(topics[each], old[each], n_topics) for each in (~may, may))
    classes = table.classes(new)
    return _ExtremeIdeals(table, fixed, free, int(classes.max()), int(classes.min()))


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
        sums = np.bincount(self.topics, precisions, self.n_topics)
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
