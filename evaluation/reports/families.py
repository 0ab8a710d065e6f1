"""Families of systems and rank correlations as flat rows and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from evaluation.families.correlations import ComparedOrders, CorrelatedRankings
from evaluation.families.systems import ComparedSystems, Family
from evaluation.reports.rows import (
    LOWER_IS_BETTER,
    SINGLE_PRECISION,
    STARS,
    narrowing,
    threshold_text,
)
from evaluation.scores.estimable import mark_of
from regrade.significance import SYSTEM_TITLES

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


def family_lines(compared: ComparedSystems) -> Iterator[str]:
    """Notes to print under a table of systems."""
    n_topics, n_runs = len(compared.topics.topics), len(compared.runs)
    title = SYSTEM_TITLES.get(compared.method, "a two-way analysis of variance")
    yield f"{n_runs} runs on {n_topics} topics, compared by {title}."
    for family in compared.families:
        yield from _of_family(family)
        yield from _letters(compared, family)
    if any(family.measure.lower_is_better for family in compared.families):
        yield LOWER_IS_BETTER
    if any(family.test for family in compared.families):
        yield STARS
    if compared.single_precision:
        yield SINGLE_PRECISION
    yield from narrowing(compared.topics)
    label_sets = {family.label_set.pk: family.label_set for family in compared.families}
    yield from map(threshold_text, label_sets.values())


def _letters(compared: ComparedSystems, family: Family) -> Iterator[str]:
    letters = family.letters
    if letters is None:
        return
    better_first = 1 if family.measure.lower_is_better else -1
    ranked = sorted(
        zip(family.means, letters, compared.runs, strict=True),
        key=lambda system: better_first * system[0],
    )
    text = ", ".join(f"{run} {shared}" for _, shared, run in ranked)
    whose = f"{family.measure.name} under {family.label_set}"
    yield f"{whose}: {text}; runs that share a letter were not found to differ."


def _of_family(family: Family) -> Iterator[str]:
    test, whose = family.test, f"{family.measure.name} under {family.label_set}"
    if test is None:
        return
    method = test.method
    if test.seed is not None:
        method += f", {test.n_resamples:,} permutations, seed {test.seed}"
    if test.critical_difference is not None and test.confidence is not None:
        level = 1 - test.confidence
        method += (
            f"; significant at {level:.2g} from a difference of {test.critical_difference:.4f}"
        )
    yield f"{whose}: {method}."
    if any(pair.interval for pair in test.pairs) and test.confidence is not None:
        each = "all intervals at once" if test.is_family_wise else "each interval by itself"
        yield f"{whose}: low and high hold {each} at {test.confidence:.0%}."
    if test.is_family_wise:
        yield f"{whose}: p-values hold for all pairs of this family at once."
    if test.topic_variance is not None and test.residual_variance is not None:
        variances = f"{test.topic_variance:.4g}, of the residuals {test.residual_variance:.4g}"
        yield f"{whose}: variance of the topics {variances}."
    if family.corrected is not None:
        yield f"{whose}: {family.corrected.explained}"
    if test.note:
        yield f"{whose}: {test.note}."


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
        | _marks(pair)
        for pair in correlated.pairs
        for each in pair.correlations
    ]


def _marks(pair: ComparedOrders) -> dict[str, str]:
    """Columns that say which of two orders is by estimates; empty where neither is."""
    first, second = mark_of(pair.first.label_set), mark_of(pair.second.label_set)
    return first | ({"other_sample": second["sample"]} if second else {})
