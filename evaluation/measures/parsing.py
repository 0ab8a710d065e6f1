from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING
from difflib import get_close_matches
from typing import Any

from evaluation.measures.errors import MeasureError
from evaluation.measures.measure import Measure
from evaluation.measures.registry import BY_SYMBOL

# Commas inside parentheses belong to a measure; a quoted value ends at its quote.
ITEM = re.compile(r"(?:\([^()]*\)|[^,()])*")
NAME = re.compile(r"([A-Za-z]+)(?:\(([^()]*)\))?(?:@([0-9]+))?")
PARAMETER = re.compile(r"\s*([a-z]\w*)\s*=\s*(-?[0-9]+|-?[0-9]*\.[0-9]+|'[^']*'|\"[^\"]*\")\s*")


def parse_measures(text: str) -> tuple[Measure, ...]:
    """Measures from a list such as "RR@10, P(rel=2)@5, nDCG@10", in the order given.

    Raises:
        MeasureError: a name that cannot be used, or the same measure twice under any spelling.
    """
    measures: dict[str, Measure] = {}
    for name, position in _split(text):
        measure = _parse(name, position)
        if measure.name in measures:
            raise MeasureError(name, position, f"{measure.name} is asked for twice")
        measures[measure.name] = measure
    return tuple(measures.values())


def parse_measure(name: str) -> Measure:
    """The measure of that name.

    Raises:
        MeasureError: an unknown name, a bad parameter, or a cutoff that is missing or below 1.
    """
    return _parse(name, 1)


def _split(text: str) -> Iterator[tuple[str, int]]:
    """Items between commas outside parentheses, each with the place of its first character."""
    start = 0
    while start <= len(text):
        match = ITEM.match(text, start)
        end = match.end() if match else start
        if end < len(text) and text[end] != ",":
            raise MeasureError(text[start:].strip(), end + 1, "its parentheses do not match")
        item = text[start:end]
        yield item.strip(), start + len(item) - len(item.lstrip()) + 1
        start = end + 1


def _parse(name: str, position: int) -> Measure:
    match = NAME.fullmatch(name)
    if match is None:
        reason = "a measure is written as in nDCG@10 or P(rel=2)@5" if name else "no name is given"
        raise MeasureError(name, position, reason)
    symbol, inner, cutoff = match.groups()
    if symbol not in BY_SYMBOL:
        raise MeasureError(name, position, f"{symbol} is unknown, {_nearest(symbol)}")
    try:
        return _build(symbol, inner, cutoff)
    except ValueError as error:
        raise MeasureError(name, position, str(error)) from error


def _nearest(symbol: str) -> str:
    by_lower = {known.lower(): known for known in BY_SYMBOL}
    near = [by_lower[match] for match in get_close_matches(symbol.lower(), by_lower)]
    return f"the nearest are {', '.join(near)}" if near else f"there are {', '.join(BY_SYMBOL)}"


def _build(symbol: str, inner: str | None, cutoff: str | None) -> Measure:
    family = BY_SYMBOL[symbol]
    values: dict[str, Any] = _parameters(inner or "")
    allowed = {field.name: field for field in family.parameters()}
    for name in values:
        if name not in allowed:
            takes = f"it takes {', '.join(allowed)}" if allowed else "it takes none"
            raise ValueError(f"{symbol} has no parameter {name}; {takes}")
    for name, field in allowed.items():
        if field.default is MISSING and name not in values:
            raise ValueError(f"it needs {name}, as in {family.examples[0]}")
    return family(cutoff=None if cutoff is None else int(cutoff), **values)


def _parameters(inner: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for part in inner.split(",") if inner.strip() else ():
        match = PARAMETER.fullmatch(part)
        if match is None:
            raise ValueError(f"{part.strip()!r} is not a parameter, as rel=2 or dcg='jk' is")
        name, literal = match.groups()
        if name in values:
            raise ValueError(f"{name} is given twice")
        values[name] = _value(literal)
    return values


def _value(literal: str) -> int | float | str:
    if literal[0] in "'\"":
        return literal[1:-1]
    return float(literal) if "." in literal else int(literal)
