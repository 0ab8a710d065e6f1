from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from regrade.measures.measure import Measure
from regrade.measures.parsing import parse_measure, parse_named, split_names
from regrade.measures.trec_names import translate

TOKEN = re.compile(r"""\s+|,|[^\s,(]+|\((?:[^()'"]|'[^']*'|"[^"]*")*\)|\(""")
VALUE = re.compile(r"-?[0-9.]+(=[0-9.]+)?")
WITH_VALUE = re.compile(rf"\w+\.{VALUE.pattern}")


class Asked(NamedTuple):
    """A measure under the name it was asked for: trec_eval's where that was used, else its own."""

    label: str
    measure: Measure


def parse_asked(texts: Iterable[str]) -> tuple[Asked, ...]:
    """Parse the measures after each -m of a command, in order, each label once.

    A word is one of trec_eval's names, with its values, or a nickname for several of them, as in
    `map`, `P.5,10` and `official`; all others are lists of names as `parse_measures` takes them.

    Raises:
        MeasureError: a name that cannot be used.
    """
    asked = (found for text in texts for found in _asked(text))
    return tuple({one.label: one for one in asked}.values())


def _asked(text: str) -> Iterator[Asked]:
    for word, start in _words(text):
        for name, position in _with_values(split_names(word)):
            yield from _translated(name) or [_named(name, start + position)]


def _with_values(names: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """The same names, trec_eval's joined again with the values that commas part from them."""
    parts: list[str] = []
    start = 0
    for name, position in names:
        if parts and WITH_VALUE.fullmatch(parts[0]) and VALUE.fullmatch(name):
            parts.append(name)
            continue
        if parts:
            yield ",".join(parts), start
        parts, start = [name], position
    yield ",".join(parts), start


def _words(text: str) -> Iterator[tuple[str, int]]:
    """Words between blanks, with their starts; blanks in parentheses or beside a comma stay."""
    text = text.rstrip()
    start, before = 0, ","
    for token in TOKEN.finditer(text):
        if token.group().isspace() and before != "," and text[token.end()] != ",":
            yield text[start : token.start()], start
            start = token.end()
        before = token.group()
    yield text[start:], start


def _translated(name: str) -> list[Asked]:
    return [Asked(label, parse_measure(ours)) for label, ours in translate(name)]


def _named(name: str, position: int) -> Asked:
    measure = parse_named(name, position)
    return Asked(measure.name, measure)
