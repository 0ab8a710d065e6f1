from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Grades = NDArray[np.int64]


def cohen_kappa(first: Grades, second: Grades) -> float | None:
    """Cohen's kappa of two assessors; every disagreement weighs the same.

    kappa = 1 - D / De,  D = share of pairs with different grades, De = the same by chance.

    Args:
        first: shape (n_pairs,). One assessor's grades on the pairs that both judged.
        second: shape (n_pairs,). The other's, in the same order.

    Returns:
        Value in [-1, 1]; None where it is not defined: no pair, or one grade in all.

    Raises:
        ValueError: the two differ in length.

    Source:
        Cohen, Educational and Psychological Measurement 20(1), 1960. Agrees with statsmodels'
        cohens_kappa.
    """
    grades, table = _cross_tabulate(first, second)
    return _kappa(table, (grades[:, None] != grades[None, :]).astype(np.int64))


def cohen_kappa_quadratic(first: Grades, second: Grades) -> float | None:
    """Cohen's weighted kappa; a disagreement weighs the square of the distance of its grades.

    kappa = 1 - D / De,  D = sum of (g - h)^2 over pairs graded g and h, De = the same by chance.
    The distance is that of the grades' values: 1 and 3 are two apart where nobody gave a 2 too.
    Tools that number the grades that occur put them one apart.

    Args:
        first: shape (n_pairs,). One assessor's grades on the pairs that both judged.
        second: shape (n_pairs,). The other's, in the same order.

    Returns:
        Value in [-1, 1]; None where it is not defined: no pair, or one grade in all.

    Raises:
        ValueError: the two differ in length.

    Source:
        Cohen, Psychological Bulletin 70(4), 1968. Agrees with statsmodels' cohens_kappa and
        wt="quadratic" on a table of the whole scale.
    """
    grades, table = _cross_tabulate(first, second)
    return _kappa(table, np.square(grades[:, None] - grades[None, :]))


def _cross_tabulate(first: Grades, second: Grades) -> tuple[Grades, NDArray[np.int64]]:
    """The grades that occur, ascending, and how often each came with each."""
    if first.shape != second.shape:
        raise ValueError(f"{first.size} grades of one assessor, {second.size} of the other")
    grades, columns = np.unique(np.concatenate([first, second]), return_inverse=True)
    rows, columns = columns[: first.size], columns[first.size :]
    n = grades.size
    table = np.bincount(rows * n + columns, minlength=n * n).reshape(n, n)
    return grades, table.astype(np.int64)


def _kappa(table: NDArray[np.int64], weights: NDArray[np.int64]) -> float | None:
    by_chance = np.outer(table.sum(axis=1), table.sum(axis=0))  # times n_pairs
    expected = int((weights * by_chance).sum())
    if expected == 0:
        return None
    return 1.0 - int((weights * table).sum()) * int(table.sum()) / expected
