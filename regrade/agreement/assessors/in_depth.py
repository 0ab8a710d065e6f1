"""Each assessor beside the others: how far they agree, and which grades they gave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.assessors.columns import ColumnAgreement, compare_tables
from regrade.agreement.assessors.others import confusion_with_others
from regrade.agreement.counting.scale import Grades, Scale, ascending, count_in_rows, places_on
from regrade.agreement.counting.vote_table import Graded, Votes, graded_votes
from regrade.votes.packed import PackedVotes


class AssessorInDepth(NamedTuple):
    """One assessor against the middle of the others, and how often they gave each grade.

    `with_others` has shape (n_grades, n_grades): how often a grade of this assessor (row) came
    with a grade of somebody else (column) on the same pair.
    """

    n_votes: int
    n_by_grade: tuple[int, ...]  # on pairs that somebody else graded too
    others: ColumnAgreement  # as `leave_one_out` has it
    with_others: NDArray[np.int64]


class LongestRun(NamedTuple):
    """The same grade most often in a row."""

    grade: int
    n: int


def assessors_in_depth(
    votes: Votes | PackedVotes,
    scale: Scale,
    *,
    is_other: NDArray[np.bool_] | None = None,
) -> list[AssessorInDepth]:
    """Each assessor against those of the others who count as such.

    Args:
        votes: shape (n_pairs, n_assessors), NaN where an assessor has no vote; or packed.
        scale: the grades that could be given, ascending.
        is_other: shape (n_assessors,). Whom everybody is held against; None is everybody. A model
            is held against people in this way, and no person against a model.

    Returns:
        One for each assessor, in the order of the columns.

    Raises:
        ValueError: a grade is not on the scale.
    """
    grades, graded = ascending(scale), graded_votes(votes)
    is_counted = np.ones(graded.n_assessors, np.bool_) if is_other is None else is_other
    n_votes = np.bincount(graded.voters, minlength=graded.n_assessors).tolist()
    n_by_grade, with_others = _beside_others(graded, grades, is_counted)
    tables = confusion_with_others(graded, grades, is_counted)
    return [
        AssessorInDepth(n, tuple(of_grades), others, together)
        for n, of_grades, others, together in zip(
            n_votes, n_by_grade.tolist(), compare_tables(tables, grades), with_others, strict=True
        )
    ]


def _beside_others(
    graded: Graded, grades: Grades, is_counted: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """`n_by_grade` and `with_others` of every assessor."""
    counts_as_other, n = is_counted[graded.voters], grades.size
    of_pairs, given = graded.pairs[counts_as_other], graded.grades[counts_as_other]
    own = places_on(grades, graded.grades)
    others = count_in_rows(of_pairs, given, graded.n_pairs, grades)[graded.pairs]
    others[counts_as_other, own[counts_as_other]] -= 1  # themselves
    cells, n_cells = graded.voters * n + own, graded.n_assessors * n
    n_by_grade = np.bincount(cells[others.any(axis=1)], minlength=n_cells)
    columns = [np.bincount(cells, weights=column, minlength=n_cells) for column in others.T]
    shape, together = (graded.n_assessors, n), np.stack(columns, axis=1).astype(np.int64)
    return n_by_grade.reshape(shape), together.reshape(*shape, n)


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
