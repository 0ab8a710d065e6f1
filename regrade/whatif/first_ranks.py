"""How few changes of labels move the first relevant passages of two runs, for RR."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.measures.labels import Ints
from regrade.whatif.candidates import Candidates
from regrade.whatif.least_changes import Levels, rising_levels

Flags = NDArray[np.bool_]


class FirstRankProfile(NamedTuple):
    """Levels of a topic: its first relevant passages of the leading run lose their relevance, and
    at most one passage becomes relevant.

    Attributes:
        levels: by topic and cost.
        starts: shape (n_levels,). Where the topic's passages start in `order`.
        n_lowered: shape (n_levels,). How many of them lose their relevance.
        raised: shape (n_levels,). The candidate that becomes relevant; -1 for none.
        order: the relevant candidates, by topic and by rank in the leading run.
        to_lower, to_raise: shape (n_candidates,). The label for either.
    """

    levels: Levels
    starts: Ints
    n_lowered: Ints
    raised: Ints
    order: Ints
    to_lower: Ints
    to_raise: Ints

    def changes(self, chosen: Ints) -> tuple[Ints, Ints]:
        """Indices of the candidates and their new labels, for levels of different topics."""
        counts, raised = self.n_lowered[chosen], self.raised[chosen]
        ends = np.cumsum(counts)
        at = np.arange(counts.sum()) + np.repeat(self.starts[chosen] + counts - ends, counts)
        lowered, raised = self.order[at], raised[raised >= 0]
        return (
            np.concatenate((lowered, raised)),
            np.concatenate((self.to_lower[lowered], self.to_raise[raised])),
        )


class _Topicwise(NamedTuple):
    """Rows by topic, each with a rank in the second and the first run; -1 for no candidate."""

    topics: Ints
    indices: Ints
    second: Ints
    first: Ints
    costs: Ints


def first_rank_profile(
    candidates: Candidates,
    is_relevant: Flags,
    can_lower: Flags,
    can_raise: Flags,
    labels: tuple[Ints, Ints],
    n_topics: int,
) -> FirstRankProfile:
    """The exact least lead of the second run by RR that each number of changes can reach.

    A change helps in two ways only. The lead falls if the second run's first relevant passages
    lose their relevance, from its top down; or if one passage becomes relevant that the first run
    has above its first relevant one. Of the latter, one with another ranked better by the first
    run and no better by the second is never needed. All others are combined.

    Args:
        is_relevant, can_lower, can_raise: shape (n_candidates,). The last two are pairs whose
            label can fall below the threshold, or reach it.
        labels: for each candidate the label that would do so, first to lower, then to raise.
    """
    both = candidates.second_ranks, candidates.first_ranks
    far = 1 + max(int(ranks.max(initial=0)) for ranks in both)
    second, first = (np.where(ranks > 0, ranks, far) for ranks in both)
    rows = _Topicwise(
        candidates.topics, np.arange(second.size), second, first, np.ones_like(second)
    )
    order, lowered = _lowered(rows, is_relevant, can_lower & (second < far), n_topics, far)
    raised = _raised(rows, can_raise & (first < far), n_topics, far)
    levels, left, right = _levels(lowered, raised, n_topics, far)
    return FirstRankProfile(
        levels,
        lowered.indices[left],
        lowered.costs[left],
        raised.indices[right],
        order,
        *labels,
    )


def _levels(
    lowered: _Topicwise, raised: _Topicwise, n_topics: int, far: int
) -> tuple[Levels, Ints, Ints]:
    """Levels from each combination of both, with the rows that make them."""
    left, right = _joined(lowered.topics, raised.topics, n_topics)
    values = np.append(1 / np.arange(1, far), 0.0)
    leads = (
        values[np.minimum(lowered.second[left], raised.second[right]) - 1]
        - values[np.minimum(lowered.first[left], raised.first[right]) - 1]
    )
    topics, costs = lowered.topics[left], lowered.costs[left] + raised.costs[right]
    now = np.zeros(n_topics)
    now[topics[costs == 0]] = leads[costs == 0]
    reductions = now[topics] - leads
    best = rising_levels(topics, costs, reductions)
    return Levels(topics[best], costs[best], reductions[best]), left[best], right[best]


def _with_last(rows: _Topicwise, n_topics: int, far: int) -> _Topicwise:
    """The rows, and for each topic one without a candidate, that no run retrieved."""
    ends = np.full(n_topics, far)
    last = _Topicwise(np.arange(n_topics), np.full(n_topics, -1), ends, ends, np.zeros_like(ends))
    return _Topicwise(*(np.concatenate(both) for both in zip(rows, last, strict=True)))


def _chosen(rows: _Topicwise, chosen: Flags | Ints) -> _Topicwise:
    return _Topicwise(*(column[chosen] for column in rows))


def _lowered(
    rows: _Topicwise, is_relevant: Flags, can_lower: Flags, n_topics: int, far: int
) -> tuple[Ints, _Topicwise]:
    """Best ranks of what stays relevant if the second run's top relevant passages do not.

    Returns:
        The relevant candidates in order, and a row for each number of lowered ones, with that
        number as its cost and the start of its topic in the order as its index.
    """
    all_rows = _with_last(_chosen(rows, is_relevant), n_topics, far)
    by_rank = _chosen(all_rows, np.lexsort((-all_rows.indices, all_rows.second, all_rows.topics)))
    topics, width = by_rank.topics, far + 1
    shifted = (topics * width + by_rank.first)[::-1]
    first = np.minimum.accumulate(shifted)[::-1] - topics * width
    stays = ~np.append(can_lower, False)[by_rank.indices]
    starts = np.searchsorted(topics, np.arange(n_topics))[topics]
    n_stay = np.cumsum(stays) - stays
    is_reached = n_stay == n_stay[starts]
    counts = np.arange(topics.size) - starts
    states = _Topicwise(topics, starts, by_rank.second, first, counts)
    return by_rank.indices, _chosen(states, is_reached)


def _raised(rows: _Topicwise, can_raise: Flags, n_topics: int, far: int) -> _Topicwise:
    """The passages worth making relevant, and for each topic none."""
    some = _chosen(rows, can_raise)
    some = _chosen(some, np.lexsort((some.first, some.topics)))
    keys = some.topics * (far + 1) + some.second
    before = np.concatenate(([-1], np.maximum.accumulate(keys)[:-1]))[: keys.size]
    all_rows = _with_last(_chosen(some, keys > before), n_topics, far)
    return _chosen(all_rows, np.argsort(all_rows.topics, kind="stable"))


def _joined(left: Ints, right: Ints, n_topics: int) -> tuple[Ints, Ints]:
    """Indices of every pair of a left and a right row of the same topic; topics ascend in both."""
    n_right = np.bincount(right, minlength=n_topics)
    starts = np.cumsum(n_right) - n_right
    repeats = n_right[left]
    ends = np.cumsum(repeats)
    offsets = np.arange(repeats.sum()) - np.repeat(ends - repeats, repeats)
    return np.repeat(np.arange(left.size), repeats), np.repeat(starts[left], repeats) + offsets
