"""How many judgments quotas leave out, where each pair is judged by as many others as it wants.

Assessors with room for all that they can judge need no flow, and often sums settle the rest. Where
they do not, it is a maximum flow from groups of pairs to assessors.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, maximum_flow

Whole = NDArray[np.int64]
Truth = NDArray[np.bool_]

N_EDGES = 8  # of a group in the first flow, and added at a time


class Wanted(NamedTuple):
    """Groups of pairs that want further judgments, and which assessors had which group.

    There are few who had a pair and many who did not, so the few are listed.
    """

    n: Whole  # shape (n_groups,): pairs
    n_each: Whole  # shape (n_groups,): judgments wanted of each pair
    groups: Whole  # shape (n_had,)
    assessors: Whole  # shape (n_had,): who had that group, by their places; nobody twice
    n_assessors: int

    def n_able(self, chosen: Truth | bool = True) -> Whole:
        """How many of the chosen assessors can judge each group; shape (n_groups,)."""
        asked = np.broadcast_to(chosen, self.n_assessors)
        had = self.groups[asked[self.assessors]]
        n_had: Whole = np.bincount(had, minlength=len(self.n))
        return int(asked.sum()) - n_had

    def n_available(self) -> Whole:
        """How many pairs each assessor can judge; shape (n_assessors,)."""
        n_had = np.bincount(self.assessors, self.n[self.groups], self.n_assessors)
        return int(self.n.sum()) - n_had.astype(np.int64)

    def only(self, is_open: Truth, chosen: Truth) -> Wanted:
        """These groups and assessors alone."""
        kept = is_open[self.groups] & chosen[self.assessors]
        group, place = np.cumsum(is_open) - 1, np.cumsum(chosen) - 1
        had = group[self.groups[kept]], place[self.assessors[kept]]
        return Wanted(self.n[is_open], self.n_each[is_open], *had, int(chosen.sum()))


class Shortfall(NamedTuple):
    """Judgments left out, and the assessors who would each give more of them with more room."""

    n: int
    assessors: Whole  # by their places, ascending


def shortfall(wanted: Wanted, room: Whole) -> Shortfall:
    """Deal out as many judgments as possible.

    Args:
        wanted: of no pair more judgments than there are assessors who can judge it.
        room: shape (n_assessors,). How many pairs each may judge.
    """
    places = np.arange(wanted.n_assessors)
    is_ample = np.zeros(wanted.n_assessors, np.bool_)
    while True:
        left = wanted._replace(n_each=wanted.n_each - wanted.n_able(is_ample))
        wanted = left.only(left.n_each > 0, ~is_ample)
        room, places = room[~is_ample], places[~is_ample]
        if not len(wanted.n):
            return Shortfall(0, places[:0])
        is_ample = room >= wanted.n_available()
        if not is_ample.any():
            n, in_the_way = _by_sums(wanted, room) or _by_flow(wanted, room)
            return Shortfall(n, places[in_the_way])


def _by_sums(wanted: Wanted, room: Whole) -> tuple[int, Truth] | None:
    """Judgments that nobody can give, and quotas in the way, if sums show them.

    A cut of the flow takes the room of some assessors, and of each pair as many judgments as it
    wants or as the others can give. From `n_others` others on that is all that is wanted. Fewer
    take at least what one of them could judge: more than their room, so no such cut is smallest.
    """
    n_others = int((wanted.n_each + wanted.n_assessors - wanted.n_able()).max())
    largest = np.sort(room)[::-1][: n_others - 1]
    if largest.sum() >= wanted.n_available().min():
        return None
    n = max(0, int(wanted.n @ wanted.n_each - room.sum()))
    return n, np.full(len(room), n > 0)


def _by_flow(wanted: Wanted, room: Whole) -> tuple[int, Truth]:
    """The same by maximum flow, with edges added until no other could add to it.

    A group gives each assessor at most one judgment a pair. What it gives in all can be dealt out
    so that no pair gets more than it wants: assessor after assessor, pair after pair.
    """
    able = np.ones((len(wanted.n), wanted.n_assessors), np.bool_)
    able[wanted.groups, wanted.assessors] = False
    groups, people = map(np.arange, able.shape)
    apart = max(1, len(people) // N_EDGES)
    edges = able & ((groups % apart)[:, None] == people % apart)
    while True:
        n, is_reached, in_the_way = _flow(wanted, edges, room)
        missing = able & ~edges & is_reached[:, None] & ~in_the_way
        if not missing.any():
            return int(wanted.n @ wanted.n_each) - n, in_the_way
        edges |= missing & (np.cumsum(missing, axis=1, dtype=np.int16) <= N_EDGES)


def _flow(wanted: Wanted, edges: Truth, room: Whole) -> tuple[int, Truth, Truth]:
    """The flow source -> groups -> assessors -> sink, and what a further judgment could reach.

    Args:
        edges: shape (n_groups, n_assessors). Who may be given which group.
    """
    n_groups, n_assessors = edges.shape
    first, sink = 1 + n_groups, 1 + n_groups + n_assessors
    sources, people = np.arange(1, first), np.arange(first, sink)
    of, to = np.nonzero(edges)
    tails = np.concatenate([np.zeros_like(sources), of + 1, people])
    heads = np.concatenate([sources, to + first, np.full_like(people, sink)])
    capacities = np.concatenate([wanted.n * wanted.n_each, wanted.n[of], room]).astype(np.int32)
    places = tails.astype(np.int32), heads.astype(np.int32)
    graph = csr_array((capacities, places), shape=(sink + 1, sink + 1))
    found = maximum_flow(graph, 0, sink)
    left = graph - found.flow
    left.eliminate_zeros()
    is_reached = np.zeros(sink + 1, np.bool_)
    is_reached[breadth_first_order(left, 0, return_predecessors=False)] = True
    return int(found.flow_value), is_reached[1:first], is_reached[first:sink]
