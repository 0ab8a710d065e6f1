"""Each assessor beside the others: how far they agree, and which grades they gave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.assessors.columns import (
    Column,
    ColumnAgreement,
    Middles,
    compare_with_middles,
    middles_of_all,
    middles_of_others,
)
from regrade.agreement.counting.counts import Counts
from regrade.agreement.counting.scale import Grades, Scale, ascending, places_on
from regrade.agreement.counting.vote_table import Votes, count_votes


class AssessorInDepth(NamedTuple):
    """One assessor against the middle of the others, and how often they gave each grade.

    `with_others` has shape (n_grades, n_grades): how often a grade of this assessor (row) came
    with a grade of somebody else (column) on the same pair.
    """

    n_votes: int
    n_by_grade: tuple[int, ...]  # on pairs that somebody else graded too
    others: ColumnAgreement  # as `compare_with_middles` has it
    with_others: NDArray[np.int64]


class LongestRun(NamedTuple):
    """The same grade most often in a row."""

    grade: int
    n: int


def assessors_in_depth(
    votes: Votes, scale: Scale, *, is_other: NDArray[np.bool_] | None = None
) -> list[AssessorInDepth]:
    """Each assessor against those of the others who count as such.

    Args:
        votes: shape (n_pairs, n_assessors), NaN where an assessor has no vote.
        scale: the grades that could be given, ascending.
        is_other: shape (n_assessors,). Whom everybody is held against; None is everybody. A model
            is held against people in this way, and no person against a model.

    Returns:
        One for each assessor, in the order of the columns.

    Raises:
        ValueError: a grade is not on the scale.
    """
    grades = ascending(scale)
    counts_as_other = np.ones(votes.shape[1], dtype=np.bool_) if is_other is None else is_other
    others = votes[:, counts_as_other]
    counts = count_votes(others, grades)
    middles = Middles(np.full(votes.shape, np.nan), np.full(votes.shape, np.nan))
    of_others, of_all = middles_of_others(others, grades), middles_of_all(others, grades)
    for middle, theirs, everybodys in zip(middles, of_others, of_all, strict=True):
        middle[:, counts_as_other] = theirs
        middle[:, ~counts_as_other] = everybodys[:, None]
    return [
        _describe(own, Middles(low, high), counts, grades, is_counted=bool(is_counted))
        for own, low, high, is_counted in zip(
            votes.T, middles.low.T, middles.high.T, counts_as_other, strict=True
        )
    ]


def longest_run(grades: Sequence[int] | Grades) -> LongestRun | None:
    """The longest run of one grade, the first of those as long; None where there is no grade.

    Args:
        grades: in the order in which they were given.
    """
    given = np.asarray(grades, dtype=np.int64)
    if not given.size:
        return None
    starts = np.flatnonzero(np.diff(given, prepend=given[0] - 1))
    lengths = np.diff(starts, append=given.size)
    longest = int(lengths.argmax())
    return LongestRun(int(given[starts[longest]]), int(lengths[longest]))


def _describe(
    own: Column, middles: Middles, counts: Counts, grades: Grades, *, is_counted: bool
) -> AssessorInDepth:
    has_voted = ~np.isnan(own)
    given = np.zeros((int(has_voted.sum()), grades.size), dtype=np.int64)
    given[np.arange(len(given)), places_on(grades, own[has_voted])] = 1
    of_others = counts[has_voted] - given * is_counted
    is_compared = of_others.sum(axis=1) > 0
    return AssessorInDepth(
        n_votes=len(given),
        n_by_grade=tuple(given[is_compared].sum(axis=0).tolist()),
        others=compare_with_middles(own, middles, grades),
        with_others=given.T @ of_others,
    )
