from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from regrade.agreement.counts import Counts


class Pattern(NamedTuple):
    """How the votes of some pairs fall into grades, whichever grades these are."""

    sizes: tuple[int, ...]  # votes on each grade that got any, most first: (2, 1)
    n_pairs: int

    @property
    def n_votes(self) -> int:
        return sum(self.sizes)

    @property
    def name(self) -> str:
        """In words: `one vote`, `all agree`, `all apart`, `2 of 3`, or `2 + 2 of 4`."""
        if self.n_votes == 1:
            return "one vote"
        if len(self.sizes) == 1:
            return "all agree"
        together = [size for size in self.sizes if size > 1]
        if not together:
            return "all apart"
        return f"{' + '.join(map(str, together))} of {self.n_votes}"


def vote_patterns(counts: Counts) -> list[Pattern]:
    """How many pairs have votes that all agree, that are all apart, or between the two.

    Args:
        counts: shape (n_pairs, n_grades), votes of a pair for a grade; a missing vote is no vote,
            and a pair without votes is left out.

    Returns:
        One for each pattern that occurs: fewest votes first, and of as many votes those first
        that agree most. Empty where nobody voted.
    """
    descending = -np.sort(-counts[counts.sum(axis=1) > 0], axis=1)
    rows, n_pairs = np.unique(descending, axis=0, return_counts=True)
    patterns = [
        Pattern(tuple(row[row > 0].tolist()), int(n)) for row, n in zip(rows, n_pairs, strict=True)
    ]
    return sorted(patterns, key=lambda pattern: (pattern.n_votes, [-n for n in pattern.sizes]))


def votes_until_majority(grades_by_pair: Sequence[Sequence[int]]) -> list[int | None]:
    """For each pair the number of the vote that settled it: no later vote could overturn it.

    A pair is settled by its t-th vote where then, and not before, one grade has more than half of
    all the votes that the pair got in the end. Of three votes the second settles where the first
    two agree, the third otherwise.

    Args:
        grades_by_pair: the votes of each pair in the order in which they were cast; a missing
            vote is left out.

    Returns:
        One for each pair, counted from 1; None where no grade has a majority: a tie, all apart,
        or no vote.
    """
    return [_settled_at(grades) for grades in grades_by_pair]


def _settled_at(grades: Sequence[int]) -> int | None:
    so_far: Counter[int] = Counter()
    for number, grade in enumerate(grades, start=1):
        so_far[grade] += 1
        if 2 * so_far[grade] > len(grades):
            return number
    return None
