"""How many of the judgments still wanted the assessors at work can give, and why not the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from regrade.given import explained

AssessorT = TypeVar("AssessorT", int, str)


class OpenPairs(NamedTuple, Generic[AssessorT]):
    """`n` pairs that each want `n_wanted` further judgments, and that the same assessors had."""

    n: int
    n_wanted: int
    had: tuple[AssessorT, ...]  # who answered them, with a grade or without: not asked again


class Reach(NamedTuple, Generic[AssessorT]):
    """The judgments still wanted, by the way to get them; each counts once."""

    n_possible: int  # from the assessors at work, within their quotas
    n_by_quotas: int  # more of them if the quotas in the way were raised
    n_by_people: int  # of nobody at work, whatever the quotas
    n_people: int  # how many more people these take at least
    quotas: tuple[AssessorT, ...]  # whose quotas are in the way, ascending


@explained
def reach(
    open_pairs: Sequence[OpenPairs[AssessorT]], room: Mapping[AssessorT, int | None]
) -> Reach[AssessorT]:
    """Assign the wanted judgments to the assessors at work, as many as possible.

    Nobody judges a pair twice, so a further judgment where all at work have answered needs another
    person. Within quotas the number is a maximum flow from pairs to assessors.

    Args:
        open_pairs: groups of pairs; pairs that are served no more left out.
        room: of each assessor at work, how many regular pairs their quota still allows; None
            without a quota.

    Raises:
        ValueError: a negative number.
    """
    numbers = [*(n for one in open_pairs for n in one[:2]), *(n or 0 for n in room.values())]
    if min(numbers, default=0) < 0:
        raise ValueError("pairs, judgments and room are numbers from 0 on")
    wanted = [one for one in open_pairs if one.n and one.n_wanted]
    able = [[assessor for assessor in room if assessor not in one.had] for one in wanted]
    lacking = [max(0, one.n_wanted - len(of)) for one, of in zip(wanted, able, strict=True)]
    n_by_people = sum(one.n * n for one, n in zip(wanted, lacking, strict=True))
    within_reach = sum(one.n * one.n_wanted for one in wanted) - n_by_people
    available = Counter[AssessorT]()
    for one, of in zip(wanted, able, strict=True):
        available.update(dict.fromkeys(of, one.n))
    bound = sorted(one for one, n in room.items() if n is not None and n < available[one])
    n_possible = _most_within(wanted, able, room) if bound else within_reach
    return Reach(
        n_possible=n_possible,
        n_by_quotas=within_reach - n_possible,
        n_by_people=n_by_people,
        n_people=max(lacking, default=0),
        quotas=tuple(bound) if n_possible < within_reach else (),
    )


def _most_within(
    wanted: Sequence[OpenPairs[AssessorT]],
    able: Sequence[Sequence[AssessorT]],
    room: Mapping[AssessorT, int | None],
) -> int:
    """Maximum flow: source -> groups of pairs -> assessors who can judge them -> sink.

    A group gives each assessor at most one judgment a pair. What it gives in all can be dealt out
    so that no pair gets more than it wants: assessor after assessor, pair after pair.
    """
    n_pairs = sum(one.n for one in wanted)
    nodes = {assessor: node for node, assessor in enumerate(room, start=1 + len(wanted))}
    sink = 1 + len(wanted) + len(room)
    edges = [(nodes[one], sink, n_pairs if n is None else n) for one, n in room.items()]
    for node, (one, of) in enumerate(zip(wanted, able, strict=True), start=1):
        edges.append((0, node, one.n * min(one.n_wanted, len(of))))
        edges += [(node, nodes[assessor], one.n) for assessor in of]
    tails, heads, capacities = np.array(edges, dtype=np.int32).T
    graph = csr_array((capacities, (tails, heads)), shape=(sink + 1, sink + 1))
    return int(maximum_flow(graph, 0, sink).flow_value)
