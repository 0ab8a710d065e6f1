from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from regrade.given import whole_array
from regrade.votes.packed import Places

Grades = NDArray[np.int64]
Counts = NDArray[np.int64]  # shape (n_pairs, n_grades): how many votes a pair has for a grade
Scale = Sequence[int] | Grades
Number = TypeVar("Number", np.int64, np.float64)
Weighting = Literal["plain", "linear", "quadratic"]
MOST_COMPARED = 16  # grades


def ascending(scale: Scale) -> Grades:
    """The grades of a scale as an array.

    Raises:
        ValueError: one is no whole number, they do not ascend, or one is there twice.
    """
    grades = whole_array(scale, "a scale's grades")
    if (np.diff(grades) <= 0).any():
        raise ValueError(f"a scale's grades must ascend, got {_listed(grades)}")
    return grades


def settle_scale(statistic: object, field: str) -> Grades:
    """The scale of a frozen statistic, which from here on holds it as an array.

    Raises:
        ValueError: as `ascending`.
    """
    grades = ascending(getattr(statistic, field))
    object.__setattr__(statistic, field, grades)
    return grades


def places_on(scale: Grades, grades: NDArray[np.int64] | NDArray[np.float64]) -> Grades:
    """0-based index of each grade on the scale.

    Raises:
        ValueError: a grade is not on the scale.
    """
    if scale.size > MOST_COMPARED:
        places = np.minimum(np.searchsorted(scale, grades), scale.size - 1)
    else:  # a few comparisons are far quicker than a search each
        places = np.zeros(grades.shape, dtype=np.int8)
        for grade in scale[:-1]:
            places += grades > grade
    is_there = scale.take(places) == grades if scale.size else np.zeros(grades.shape, np.bool_)
    if not is_there.all():
        stray = grades[~is_there].flat[0]
        raise ValueError(f"grade {stray:g} is not on the scale {_listed(scale)}")
    return places.astype(np.int64, copy=False)


def distances(scale: Grades, weighting: Weighting) -> NDArray[np.float64]:
    """How much two grades disagree: 1 if they differ, their difference, or its square.

    The difference is that of the grades' values: 1 and 3 are two apart, whether or not the scale
    has a 2. Tools that number the grades put them one apart.

    Returns:
        Shape (n_grades, n_grades).
    """
    apart: NDArray[np.float64] = np.abs(scale[:, None] - scale[None, :]).astype(np.float64)
    power = {"plain": 0, "linear": 1, "quadratic": 2}[weighting]
    return np.where(apart > 0, apart**power, 0.0)


def table_of(given: NDArray[Number], columns: str) -> NDArray[Number]:
    """A table of pairs as an array.

    Args:
        given: shape (n_pairs, n_columns).
        columns: what each column is of.

    Raises:
        ValueError: another number of dimensions.
    """
    table = np.asarray(given)
    if table.ndim != 2:
        rows = f"a table has a row for each pair and a column for each {columns}"
        raise ValueError(f"{rows}, got shape {table.shape}")
    return table


def _listed(grades: Grades) -> str:
    return ", ".join(map(str, grades.tolist()))


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
