"""Rank correlations as flat rows, worked out just now or kept with a saved comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from evaluation.families.correlations import CorrelatedRankings

CORRELATION_COLUMNS = (
    *("labels", "measure", "other_labels", "other_measure", "coefficient", "value", "low", "high"),
    *("n_systems", "n_topics", "n_undefined", "note"),
)


class Orders(NamedTuple):
    """Two orders of systems by name, of how many systems and over how many topics."""

    labels: str
    measure: str
    other_labels: str
    other_measure: str
    n_systems: int
    n_topics: int


class Coefficient(NamedTuple):
    """How alike two orders are by one coefficient; `value` is None where it is not defined."""

    name: str
    value: float | None
    interval: Sequence[float] | None
    n_undefined: int
    note: str


def correlation_row(orders: Orders, found: Coefficient) -> dict[str, Any]:
    """One coefficient of a pair of orders: a cell for each of CORRELATION_COLUMNS."""
    low, high = found.interval or (None, None)
    fields = {**orders._asdict(), "coefficient": found.name, "value": found.value}
    fields |= {"low": low, "high": high, "n_undefined": found.n_undefined, "note": found.note}
    return {column: fields[column] for column in CORRELATION_COLUMNS}


def correlation_rows(correlated: CorrelatedRankings) -> list[dict[str, Any]]:
    """One row for each pair of orders and each coefficient."""
    return [
        correlation_row(
            Orders(
                *(pair.first.label_set.name, pair.first.measure.name),
                *(pair.second.label_set.name, pair.second.measure.name),
                *(each.n_systems, each.n_topics),
            ),
            Coefficient(each.name, each.value, each.interval, each.n_undefined, each.note),
        )
        for pair in correlated.pairs
        for each in pair.correlations
    ]
