"""The values that a measure's name may set, written as Python and ir_measures write them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

Literal = bool | int | float | str | tuple[tuple[int, int | float], ...]

NUMBER = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
# One parameter up to the next comma outside braces and quotes.
PARAMETER = re.compile(r"""(?:\{[^{}]*\}|'[^']*'|"[^"]*"|[^,{}'"])*""")


def split_parameters(inner: str) -> Iterator[tuple[str, Literal]]:
    """Names and values from between the parentheses of a measure's name.

    Raises:
        ValueError: a part that is no parameter.
    """
    start = 0
    while inner.strip():
        match = PARAMETER.match(inner, start)
        end = match.end() if match else start
        if end < len(inner) and inner[end] != ",":
            raise ValueError(f"{inner[start:].strip()!r} has quotes or braces that do not match")
        name, equals, literal = (part.strip() for part in inner[start:end].partition("="))
        if not equals or not name.isidentifier():
            raise ValueError(
                f"{inner[start:end].strip()!r} is not a parameter, as rel=2 or dcg='jk' is"
            )
        yield name, parse_literal(literal)
        if end == len(inner):
            return
        start = end + 1


def parse_literal(text: str) -> Literal:
    """Parse an integer, a decimal number, True, False, a quoted string, or a table.

    A table such as {1:1,2:3} comes as its pairs, ascending.

    Raises:
        ValueError: anything else, and numbers without end.
    """
    if text in ("True", "False"):
        return text == "True"
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    if text.startswith("{"):
        return _table(text)
    return _number(text)


def _table(text: str) -> tuple[tuple[int, int | float], ...]:
    cells = [cell.partition(":") for cell in text[1:-1].split(",")] if text[1:-1].strip() else []
    pairs = [(_number(key.strip()), _number(value.strip())) for key, _, value in cells]
    table = {int(key): value for key, value in pairs if isinstance(key, int)}
    if len(table) < len(pairs):
        raise ValueError("a table maps each whole number once")
    return tuple(sorted(table.items()))


def _number(text: str) -> int | float:
    if NUMBER.fullmatch(text) is None:
        raise ValueError(f"{text!r} is no value, as 2, 0.5, True, 'jk' or {{1:3}} is")
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{text} is too large a number")
    return int(text) if text.lstrip("+-").isdigit() else value
