"""What a figure is: a small table under a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from regrade.tables import csv_of

Cell: TypeAlias = int | float | str | None
Use = Literal["names", "counts", "beside"]


class Column(NamedTuple):
    """`names` say what a row is of and stand at the x axis, `counts` are drawn, others are told.

    `labels` is the label set whose topics, or relevant passages, a column counts.
    """

    name: str
    use: Use
    labels: str | None = None


class Figure(NamedTuple):
    """A table to be drawn: each row has a cell for each column."""

    name: str
    title: str
    x_axis: str
    y_axis: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]

    def as_csv(self) -> str:
        return csv_of([column.name for column in self.columns], self.rows)
