from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.counting.scale import Scale, ascending
from regrade.agreement.counting.vote_table import Votes

_CELLS_AT_ONCE = 2**22  # of votes by grade in memory at a time, some 16 MB


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
