"""How many of the judgments still wanted the assessors at work can give, and why not the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from regrade.given import explained
from regrade.serving.shortfall import Wanted, shortfall

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
    quotas: tuple[AssessorT, ...]  # in the way: each gives more if it alone is raised; ascending


@explained
def reach(
    open_pairs: Sequence[OpenPairs[AssessorT]],
    room: Mapping[AssessorT, int | None],
    *,
    joining_room: int | None = None,
) -> Reach[AssessorT]:
    """Assign the wanted judgments to the assessors at work, as many as possible.

    Nobody judges a pair twice, so a further judgment where all at work have answered needs another
    person.

    Args:
        open_pairs: groups of pairs; pairs that are served no more left out.
        room: of each assessor at work, how many regular pairs their quota still allows; None
            without a quota.
        joining_room: the same of each person who joins.

    Raises:
        ValueError: a negative number.
    """
    numbers = [n for one in open_pairs for n in one[:2]]
    numbers += [n for n in (*room.values(), joining_room) if n is not None]
    if min(numbers, default=0) < 0:
        raise ValueError("pairs, judgments and room are numbers from 0 on")
    people = sorted(room)
    wanted = _wanted(open_pairs, people)
    n_lacking = np.maximum(0, wanted.n_each - wanted.n_able())
    n_by_people = int(wanted.n @ n_lacking)
    possible = wanted._replace(n_each=wanted.n_each - n_lacking)
    n_within = int(wanted.n @ possible.n_each)
    limits = [n_within if (n := room[one]) is None else min(n, n_within) for one in people]
    found = shortfall(possible, np.array(limits, np.int64))
    by_quota = 0 if joining_room is None else -(-n_by_people // max(1, joining_room))
    return Reach(
        n_possible=n_within - found.n,
        n_by_quotas=found.n,
        n_by_people=n_by_people,
        n_people=max(int(n_lacking.max(initial=0)), by_quota),
        quotas=tuple(people[place] for place in found.assessors),
    )


def _wanted(open_pairs: Sequence[OpenPairs[AssessorT]], people: Sequence[AssessorT]) -> Wanted:
    """The groups that want something, with assessors by their places among `people`."""
    pairs = [each for each in open_pairs if each.n and each.n_wanted]
    places = {assessor: place for place, assessor in enumerate(people)}
    had = [
        (group, places[assessor])
        for group, each in enumerate(pairs)
        for assessor in set(each.had)
        if assessor in places
    ]
    n, n_each = np.array([each[:2] for each in pairs], np.int64).reshape(-1, 2).T
    groups, assessors = np.array(had, np.int64).reshape(-1, 2).T
    return Wanted(n, n_each, groups, assessors, len(people))
