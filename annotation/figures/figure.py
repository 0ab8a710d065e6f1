"""Figures: named tables to plot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

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
