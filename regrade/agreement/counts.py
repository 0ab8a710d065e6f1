from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]  # shape (n_pairs, n_grades): how many votes a pair has for a grade


def count_grades(grades_by_pair: Sequence[Sequence[int]]) -> Counts:
    """How often each pair got each grade.

    Args:
        grades_by_pair: the votes of each pair, in any order.

    Returns:
        Shape (n_pairs, n_grades), int64; grades ascending, those alone that occur.
    """
    n_pairs = len(grades_by_pair)
    flat = np.array([grade for grades in grades_by_pair for grade in grades], dtype=np.int64)
    pairs = np.repeat(np.arange(n_pairs), [len(grades) for grades in grades_by_pair])
    grades, columns = np.unique(flat, return_inverse=True)
    cells = np.bincount(pairs * grades.size + columns, minlength=n_pairs * grades.size)
    return cells.reshape(n_pairs, grades.size).astype(np.int64)
