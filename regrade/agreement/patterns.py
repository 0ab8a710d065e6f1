from __future__ import annotations

from typing import NamedTuple

import numpy as np

from regrade.agreement.counting.scale import Counts, Grades, places_on
from regrade.votes.packed import Places


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


def votes_until_majority(pairs: Places, grades: Grades, scale: Grades) -> Places:
    """For each pair with votes the number of the vote that settled it: none later overturns it.

    A pair is settled by its t-th vote where then, and not before, one grade has more than half of
    all the votes that the pair got in the end. Of three votes the second settles where the first
    two agree, the third otherwise.

    Args:
        pairs: shape (n_votes,). The pair of each vote, as a number that never descends; those of a
            pair in the order in which they were cast. A missing vote is left out.
        grades: shape (n_votes,).
        scale: the grades that could be given, ascending.

    Returns:
        Shape (n_pairs_with_votes,), in the order of pairs: numbers from 1 on, 0 where no grade has
        a majority: a tie, or all apart.

    Raises:
        ValueError: a grade is not on the scale.
    """
    _, starts, rows, sizes = np.unique(
        pairs, return_index=True, return_inverse=True, return_counts=True
    )
    places, numbers = places_on(scale, grades), np.arange(pairs.size) - starts[rows]
    settled = np.zeros(sizes.size, dtype=np.int64)
    n_so_far = np.zeros((sizes.size, scale.size), dtype=np.int64)
    in_turn = np.argsort(numbers, kind="stable")
    ends = np.cumsum(np.bincount(numbers)) if numbers.size else numbers
    for number, votes in enumerate(np.split(in_turn, ends[:-1]), start=1):
        row, place = rows[votes], places[votes]
        n_so_far[row, place] += 1
        has_majority = 2 * n_so_far[row, place] > sizes[row]
        is_first = has_majority & (settled[row] == 0)
        settled[row[is_first]] = number
    return settled
