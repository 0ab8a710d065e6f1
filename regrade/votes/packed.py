"""Votes as columns of numbers, for what counts very many of them at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import countOf, itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained, whole_array
from regrade.ids import id_text
from regrade.votes.vote import PairKey, Vote

Places = NDArray[np.int64]  # numbers from 0 on


@dataclass(frozen=True, eq=False)
class PackedVotes:
    """Votes by columns, those of a pair in the order in which they were given.

    Pairs, topics and assessors are numbers from 0 on; the latter two index their names.
    """

    topics: Sequence[str]
    assessors: Sequence[str]
    pair_topics: Places  # shape (n_pairs,)
    passages: Places  # shape (n_pairs,)
    pairs: Places  # shape (n_votes,)
    voters: Places  # shape (n_votes,): who gave it
    grades: NDArray[np.float64]  # shape (n_votes,): NaN is a recorded *not judged*

    @property
    def n_pairs(self) -> int:
        return self.pair_topics.size

    def find(self, pairs: Sequence[tuple[int, int]]) -> Places:
        """The number of each pair, given as the numbers of its topic and passage; -1 is none."""
        numbers = np.flatnonzero(np.isin(self.passages, [passage for _, passage in pairs]))
        columns = self.pair_topics[numbers].tolist(), self.passages[numbers].tolist()
        number_of = dict(zip(zip(*columns, strict=True), numbers.tolist(), strict=True))
        return np.array([number_of.get(pair, -1) for pair in pairs], dtype=np.int64)

    def find_named(self, pairs: Collection[PairKey]) -> Places:
        """The number of each pair, given by the name of its topic and its passage; -1 is none."""
        number_of = {topic: number for number, topic in enumerate(self.topics)}
        return self.find([(number_of.get(topic, -1), passage) for topic, passage in pairs])

    def with_grades(self, grades: NDArray[np.float64]) -> PackedVotes:
        """The same votes with other grades.

        Args:
            grades: shape (n_votes,).
        """
        return replace(self, grades=grades)

    def only(self, is_kept: NDArray[np.bool_]) -> PackedVotes:
        """These votes alone; pairs without any stay, and keep their numbers.

        Args:
            is_kept: shape (n_votes,).
        """
        columns = {name: getattr(self, name)[is_kept] for name in ("pairs", "voters", "grades")}
        return replace(self, **columns)

    def where(self, is_kept: NDArray[np.bool_]) -> PackedVotes:
        """These votes alone; pairs without any are gone, topics and assessors keep their numbers.

        Args:
            is_kept: shape (n_votes,).
        """
        return self.take(np.flatnonzero(is_kept))

    def take(self, places: Places) -> PackedVotes:
        """The votes at these places alone, as `where` has them."""
        pairs = self.pairs[places]
        is_kept = present(pairs, self.n_pairs)
        return PackedVotes(
            self.topics,
            self.assessors,
            self.pair_topics[is_kept],
            self.passages[is_kept],
            (np.cumsum(is_kept) - 1)[pairs],
            self.voters[places],
            self.grades[places],
        )


@explained
def pack(votes: Iterable[Vote] | PackedVotes) -> PackedVotes:
    """Votes as columns: pairs by first appearance, topics and assessors by their names.

    A whole number that names a topic or an assessor stands for its decimal text.

    Raises:
        ValueError: something else than votes, a name of another type, a passage that is no whole
            number, or an assessor who votes twice on a pair.
    """
    if isinstance(votes, PackedVotes):
        return votes
    rows = list(votes)
    names = [set(map(itemgetter(field), rows)) for field in (0, 2)]
    if any(countOf(map(type, of_field), str) < len(of_field) for of_field in names):
        return pack([_named_by_text(row) for row in rows])
    pair_of: dict[PairKey, int] = {}
    pairs = [pair_of.setdefault(pair, len(pair_of)) for pair in map(itemgetter(0, 1), rows)]
    topics, assessors = map(_numbered, names)
    packed = PackedVotes(
        list(topics),
        list(assessors),
        np.array([topics[topic] for topic, _ in pair_of], dtype=np.int64),
        whole_array([passage for _, passage in pair_of], "passages of votes"),
        np.array(pairs, dtype=np.int64),
        np.array([assessors[row.assessor] for row in rows], dtype=np.int64),
        np.array([row.grade for row in rows], dtype=np.float64),
    )
    _refuse_second_votes(packed)
    return packed


def present(numbers: Places, n: int) -> NDArray[np.bool_]:
    """Which of the numbers from 0 to n - 1 are among these: shape (n,)."""
    is_present = np.zeros(n, dtype=np.bool_)
    is_present[numbers] = True
    return is_present


def split(votes: PackedVotes, parts: Places, n_parts: int) -> list[PackedVotes]:
    """The votes of each part, in their order.

    Args:
        parts: shape (n_votes,). Each vote's part, from 0 to n_parts - 1.
    """
    order = np.argsort(parts, kind="stable")
    bounds = np.searchsorted(parts[order], np.arange(n_parts + 1)).tolist()
    return [votes.take(order[start:end]) for start, end in pairwise(bounds)]


def _named_by_text(row: Vote) -> Vote:
    # An id of a subclass of str, as numpy's and enums' are, comes out as its text in a str itself:
    # no second round.
    topic, assessor = id_text(row.topic, "topic"), id_text(row.assessor, "assessor's name")
    return row._replace(topic=str.__str__(topic), assessor=str.__str__(assessor))


def _numbered(names: Iterable[Any]) -> dict[str, int]:
    return {name: number for number, name in enumerate(sorted(names))}


def _refuse_second_votes(votes: PackedVotes) -> None:
    seats = votes.pairs * max(1, len(votes.assessors)) + votes.voters
    _, first = np.unique(seats, return_index=True)
    if first.size == seats.size:
        return
    again = np.setdiff1d(np.arange(seats.size), first)[0]
    pair = votes.pairs[again]
    topic, passage = votes.topics[votes.pair_topics[pair]], votes.passages[pair]
    raise ValueError(f"topic {topic}, passage {passage}: an assessor votes more than once")
