"""Kept answers as rows of a table, read from the frozen result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from evaluation.models import AnswerKind, KeptAnswer
from evaluation.reports.correlations import (
    CORRELATION_COLUMNS,
    Coefficient,
    Orders,
    correlation_row,
)
from regrade.tables import csv_of_rows

Row = dict[str, Any]


def csv_of_answer(answer: KeptAnswer) -> str:
    """A kept answer for a spreadsheet; the header appears even without rows."""
    return csv_of_rows(rows_of(answer), COLUMNS.get(AnswerKind(answer.kind), ()))


def rows_of(answer: KeptAnswer) -> list[Row]:
    """One row for each pair of systems or source of variance, coefficient, mean, number of topics,
    or run: whatever the kind of answer has most of.
    """
    return list(READERS[AnswerKind(answer.kind)](answer))


def _systems(answer: KeptAnswer) -> Iterable[Row]:
    result = answer.result
    for family in result["families"]:
        fields = {key: family[key] for key in ("labels", "measure", "lower_is_better")}
        letters = dict(zip(result["runs"], family["letters"] or [], strict=False))
        means = dict(zip(result["runs"], family["means"], strict=True))
        for found in family["pairs"]:
            pair = {key: value for key, value in found.items() if key != "interval"}
            low, high = found["interval"] or (None, None)
            beside = {"low": low, "high": high, "method": result["method"]}
            of_both = {
                f"{side}_{name}": of_run.get(pair[side], "")
                for side in ("baseline", "run")
                for name, of_run in (("mean", means), ("letters", letters))
            }
            yield {**fields, **pair, **of_both, **beside}
        for source in family["sources"]:
            yield {**fields, **source}


def _orders(answer: KeptAnswer) -> Iterable[Row]:
    for pair in answer.result["pairs"]:
        first, second = pair["first"], pair["second"]
        orders = Orders(
            *(first["labels"], first["measure"], second["labels"], second["measure"]),
            *(len(pair["systems"]), len(answer.spec["query_ids"])),
        )
        for found in pair["coefficients"]:
            fields = {name: found[name] for name in Coefficient._fields}
            yield correlation_row(orders, Coefficient(**fields))


def _plan(answer: KeptAnswer) -> Iterable[Row]:
    result = answer.result
    fields = {key: result[key] for key in ("observed", "sd", "difference", "power")}
    for family in result["families"]:
        tests = {"n_tests": family["n_tests"], "alpha": family["alpha"], "needed": family["needed"]}
        for point in family["curve"]:
            found = {"n_topics": point["n_topics"], "detectable": point["difference"]}
            yield {**tests, **found, **fields}


def _bounds(answer: KeptAnswer) -> Iterable[Row]:
    result = answer.result
    for row in result["rows"]:
        plain = {key: value for key, value in row.items() if key not in ("bounds", "judged")}
        shares = zip(result["depths"], row["judged"], strict=True)
        judged = {f"judged_{depth}": share for depth, share in shares}
        yield {"measure": result["measure"], **plain, **(row["bounds"] or {}), **judged}


def _pool_bias(answer: KeptAnswer) -> Iterable[Row]:
    result = answer.result
    fields = {key: result[key] for key in ("label_set", "depth", "by", "pool_known")}
    return ({**row, **fields} for row in result["rows"])


READERS: Mapping[AnswerKind, Callable[[KeptAnswer], Iterable[Row]]] = MappingProxyType(
    {
        AnswerKind.SYSTEMS: _systems,
        AnswerKind.ORDER: _orders,
        AnswerKind.TWO_ORDERS: _orders,
        AnswerKind.TOPIC_PLAN: _plan,
        AnswerKind.BOUNDS: _bounds,
        AnswerKind.POOL_BIAS: _pool_bias,
    }
)

# Of answers that may have no rows.
COLUMNS: Mapping[AnswerKind, tuple[str, ...]] = MappingProxyType(
    dict.fromkeys((AnswerKind.ORDER, AnswerKind.TWO_ORDERS), CORRELATION_COLUMNS)
)
