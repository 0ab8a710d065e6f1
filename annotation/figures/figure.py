"""Figures: named tables to plot, and histograms of whole numbers side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from regrade.tables import csv_of

Cell: TypeAlias = int | float | str | None
Rows: TypeAlias = Sequence[Sequence[Cell]]
Use = Literal["names", "counts", "beside"]


class Column(NamedTuple):
    """A column: `names` label the x axis, `counts` are plotted, others are listed beside them.

    `labels` is the label set whose topics or relevant passages the column counts.
    """

    name: str
    use: Use
    labels: str | None = None


class Figure(NamedTuple):
    """A table to plot: each row has one cell per column."""

    name: str
    title: str
    x_axis: str
    y_axis: str
    columns: Sequence[Column]
    rows: Rows

    def as_csv(self) -> str:
        return csv_of([column.name for column in self.columns], self.rows)


MOST_ROWS = 60


def histogram(groups: Sequence[Sequence[int]]) -> list[list[int]]:
    """Rows of equal width over all groups: first and last number, and each group's count.

    The width is the least of 1, 2, 5, 10, 20, 50, ... that needs no more than 60 rows. Rows
    without any count stand between others, never before the first or after the last.

    Args:
        groups: numbers from 0 on.
    """
    values = [number for group in groups for number in group]
    if not values:
        return []
    width = _width(min(values), max(values))
    first, last = min(values) // width, max(values) // width
    columns = [
        np.bincount(np.array(group, dtype=np.int64) // width - first, minlength=last - first + 1)
        for group in groups
    ]
    return [
        [row * width, row * width + width - 1, *(int(column[row - first]) for column in columns)]
        for row in range(first, last + 1)
    ]


def _width(least: int, most: int) -> int:
    widths: Iterator[int] = (digit * 10**power for power in count() for digit in (1, 2, 5))
    return next(width for width in widths if most // width - least // width < MOST_ROWS)
