from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.counting.scale import Grades, places_on
from regrade.votes.packed import Places

Counts = NDArray[np.int64]  # shape (n_pairs, n_grades): how many votes a pair has for a grade


def count_in_rows(
    rows: Places, grades: Grades | NDArray[np.float64], n_rows: int, scale: Grades
) -> Counts:
    """How often each grade of the scale came in each row.

    Args:
        rows, grades: shape (n_votes,). The row of each vote, from 0 to n_rows - 1, and its grade.

    Raises:
        ValueError: a grade is not on the scale.
    """
    cells = rows * scale.size + places_on(scale, grades)
    counted = np.bincount(cells, minlength=n_rows * scale.size)
    return counted.reshape(n_rows, scale.size).astype(np.int64)
