from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import MISSING
from typing import Any

from regrade.given import explained
from regrade.measures.aliases import ALIASES
from regrade.measures.errors import MeasureError
from regrade.measures.literals import parse_literal, split_parameters
from regrade.measures.measure import Measure
from regrade.measures.nearest import nearest_names, no_form
from regrade.measures.registry import BY_SYMBOL

# Separators inside parentheses belong to a measure, parentheses inside quotes to a value.
ITEM = re.compile(r"""(?:[^\s,()]|\((?:[^()'"]|'[^']*'|"[^"]*")*\))*""")
SEPARATOR = re.compile(r"\s*,\s*|\s+")
NAME = re.compile(r"([^\W\d]\w*)(?:\((.*)\))?(?:@([0-9.]+(?:[eE][-+]?[0-9]+)?))?", re.DOTALL)


@explained
def parse_measures(text: str) -> tuple[Measure, ...]:
    """Measures from a list such as "RR@10, P(rel=2)@5 nDCG@10", in the order given.

    Names stand apart by commas or blanks; those inside parentheses belong to a name.

    Raises:
        MeasureError: a name that cannot be used, or the same measure twice under any spelling.
    """
    return each_once(
        (name, position, parse_named(name, position)) for name, position in split_names(text)
    )


def each_once(asked: Iterable[tuple[str, int, Measure]]) -> tuple[Measure, ...]:
    """The measures, each behind its spelling and position.

    Raises:
        MeasureError: the same measure twice.
    """
    measures: dict[str, Measure] = {}
    for name, position, measure in asked:
        if measure.name in measures:
            reason = f"{measure.name} is asked for twice"
            raise MeasureError(name, position, reason, code="measure_twice")
        measures[measure.name] = measure
    return tuple(measures.values())


@explained
def parse_measure(name: str) -> Measure:
    """The measure of that name.

    Raises:
        MeasureError: an unknown name, a bad parameter, or a cutoff that is missing or below 1.
    """
    return parse_named(name, 1)


def split_names(text: str) -> Iterator[tuple[str, int]]:
    """Names with the position of their first character, counted from 1."""
    start, stop = len(text) - len(text.lstrip()), len(text.rstrip())
    while True:
        match = ITEM.match(text, start, max(start, stop))
        end = match.end() if match else start
        separator = SEPARATOR.match(text, end)
        if end < stop and separator is None:
            reason = "its parentheses do not match"
            rest = text[start:].strip()
            raise MeasureError(rest, end + 1, reason, code="parentheses_unmatched")
        yield text[start:end], start + 1
        if end >= stop or separator is None:
            return
        start = separator.end()


def parse_named(name: str, position: int) -> Measure:
    """Parse the measure whose name starts at a position of a longer text, counted from 1."""
    match = NAME.fullmatch(name)
    if match is None:
        raise MeasureError(name, position, no_form(name), code="not_a_measure")
    symbol, inner, at = match.groups()
    if symbol not in BY_SYMBOL and symbol not in ALIASES:
        reason = nearest_names(name, symbol)
        raise MeasureError(name, position, reason, code="unknown_measure")
    try:
        return _build(symbol, inner or "", at)
    except ValueError as error:
        raise MeasureError(name, position, str(error), code="bad_parameter") from error


def _build(symbol: str, inner: str, at: str | None) -> Measure:
    """The measure of a family: what an alias presets, the parentheses say and follows the @."""
    alias = ALIASES.get(symbol)
    family = BY_SYMBOL[alias.symbol if alias else symbol]
    values: dict[str, Any] = dict(alias.parameters) if alias else {}
    for name, value in _parameters(inner).items():
        if name in values:
            raise ValueError(f"{symbol} sets {name} itself")
        values[name] = value
    if at is not None:
        if family.at_parameter in values:
            raise ValueError(f"{family.at_parameter} is given twice")
        values[family.at_parameter] = parse_literal(at)
    _check_names(family, values)
    return family(**values)


def _parameters(inner: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in split_parameters(inner):
        if name in values:
            raise ValueError(f"{name} is given twice")
        values[name] = value
    return values


def _check_names(family: type[Measure], values: dict[str, Any]) -> None:
    allowed = {field.name: field for field in family.parameters()}
    for name in values:
        if name not in allowed and name not in (family.at_parameter, "cutoff"):
            raise ValueError(
                f"{family.symbol} has no parameter {name}; it takes {', '.join(allowed)}"
            )
    for name, field in allowed.items():
        if field.default is MISSING and name not in values:
            raise ValueError(f"it needs {name}, as in {family.examples[0]}")
