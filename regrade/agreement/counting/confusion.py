from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.counting.scale import Grades, Scale, ascending, places_on


def confusion_matrix(first: Grades, second: Grades, scale: Scale) -> NDArray[np.int64]:
    """How often each grade of one came with each grade of the other; counts, not shares.

    Args:
        first: shape (n_pairs,). Grades of one assessor, or of the one in the rows; leave out pairs
            with a missing vote.
        second: shape (n_pairs,). Grades of the other, or of gold, in the same order.
        scale: the grades that could be given, ascending.

    Returns:
        Shape (n_grades, n_grades), row by the first's grade, column by the second's; zeros where
        there is no pair.

    Raises:
        ValueError: the two differ in length, or a grade is not on the scale.
    """
    if first.shape != second.shape:
        raise ValueError(f"{first.size} grades of one, {second.size} of the other")
    grades = ascending(scale)
    n = grades.size
    cells = places_on(grades, first) * n + places_on(grades, second)
    return np.bincount(cells, minlength=n * n).reshape(n, n).astype(np.int64)
