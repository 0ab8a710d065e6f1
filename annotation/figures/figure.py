"""Figures: named tables to plot, and histograms of whole numbers side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from regrade.tables import csv_of

Cell: TypeAlias = int | float | str | None
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
    rows: Sequence[Sequence[Cell]]

    def as_csv(self) -> str:
        return csv_of([column.name for column in self.columns], self.rows)


MOST_ROWS = 60
RANGE = (Column("from", "names"), Column("to", "names"))


def histogram(groups: Sequence[NDArray[np.int64]]) -> list[list[int]]:
    """Rows of equal width over all groups: first and last number, and each group's count.

    The width is the least of 1, 2, 5, 10, 20, 50, ... that needs no more than 60 rows. Rows
    without any count stand between others, never before the first or after the last.

    Args:
        groups: numbers from 0 on, each group of its own shape (n,).
    """
    values = np.concatenate([np.empty(0, dtype=np.int64), *groups])
    if not values.size:
        return []
    least, most = int(values.min()), int(values.max())
    width = _width(least, most)
    first = least // width
    n_rows = most // width - first + 1
    columns = [np.bincount(group // width - first, minlength=n_rows).tolist() for group in groups]
    starts = [(first + row) * width for row in range(n_rows)]
    return [
        [start, start + width - 1, *counts]
        for start, counts in zip(starts, zip(*columns, strict=True), strict=True)
    ]


def _width(least: int, most: int) -> int:
    power = 1
    while True:
        for width in (power, 2 * power, 5 * power):
            if most // width - least // width < MOST_ROWS:
                return width
        power *= 10
