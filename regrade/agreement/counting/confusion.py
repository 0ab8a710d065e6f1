from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.counting.scale import Grades, Scale, ascending, places_on
from regrade.agreement.counting.vote_table import Votes
from regrade.votes.packed import Places

_CELLS_AT_ONCE = 2**22  # of votes by grade in memory at a time, some 16 MB


def confusion_matrix(
    first: Grades | NDArray[np.float64], second: Grades | NDArray[np.float64], scale: Scale
) -> NDArray[np.int64]:
    """How often each grade of one came with each grade of the other; counts, not shares.

    Args:
        first: shape (n_pairs,). Grades of one assessor, or of the one in the rows; a pair that
            lacks either grade (NaN) is left out.
        second: shape (n_pairs,). Grades of the other, or of gold, in the same order.
        scale: the grades that could be given, ascending.

    Returns:
        Shape (n_grades, n_grades), row by the first's grade, column by the second's; zeros where
        there is no pair.

    Raises:
        ValueError: the two differ in length, or a grade is not on the scale.
    """
    whole = np.zeros(first.shape, np.int64)
    table: NDArray[np.int64] = confusion_matrices(first, second, scale, whole, 1)[0]
    return table


def confusion_matrices(
    first: Grades | NDArray[np.float64],
    second: Grades | NDArray[np.float64],
    scale: Scale,
    parts: Places,
    n_parts: int,
) -> NDArray[np.int64]:
    """`confusion_matrix` of each part: a topic's pairs, or an assessor's votes.

    Args:
        parts: shape (n_pairs,). The part of each pair, from 0 to n_parts - 1.

    Returns:
        Shape (n_parts, n_grades, n_grades).
    """
    if first.shape != second.shape:
        raise ValueError(f"{first.size} grades of one, {second.size} of the other")
    grades, is_shared = ascending(scale), ~np.isnan(first + second)
    n = grades.size
    rows, columns = (places_on(grades, one[is_shared]) for one in (first, second))
    cells = (parts[is_shared] * n + rows) * n + columns
    return np.bincount(cells, minlength=n_parts * n * n).reshape(n_parts, n, n).astype(np.int64)


def confusion_of_couples(votes: Votes, scale: Scale) -> NDArray[np.float64]:
    """The confusion matrix of every two assessors, as `confusion_matrix` has it.

    Args:
        votes: shape (n_pairs, n_assessors), NaN where an assessor has no vote.
        scale: the grades that could be given, ascending.

    Returns:
        Shape (n_couples, n_grades, n_grades): couples in the order of `np.triu_indices(n, 1)`, row
        by the grade of the first, column by that of the second.
    """
    grades = ascending(scale)
    n_assessors, n = votes.shape[1], grades.size
    together = np.zeros((n * n_assessors, n * n_assessors))
    at_once = max(1, _CELLS_AT_ONCE // max(1, n * n_assessors))
    for start in range(0, len(votes), at_once):
        part = votes[start : start + at_once]
        is_given = part[:, None, :] == grades[:, None]
        given = is_given.reshape(len(part), -1).astype(np.float32)
        together += given.T @ given
    tables = together.reshape(n, n_assessors, n, n_assessors).transpose(1, 3, 0, 2)
    return tables[np.triu_indices(n_assessors, 1)]
