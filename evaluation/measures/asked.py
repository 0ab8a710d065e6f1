from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from evaluation.measures.measure import Measure
from evaluation.measures.parsing import parse_measure, parse_named, split_names
from evaluation.measures.trec_names import translate

# What stands between blanks; those in parentheses or beside a comma do not part it.
WORD = re.compile(r"""(?:[^\s(]|\((?:[^()'"]|'[^']*'|"[^"]*")*\)|\(|(?<=,)\s+|\s+(?=,))+""")


class Asked(NamedTuple):
    """A measure under the name it was asked for: trec_eval's where that was used, else its own."""

    label: str
    measure: Measure


def parse_asked(texts: Iterable[str]) -> tuple[Asked, ...]:
    """Measures from what follows each -m of a command, in the order given, each label once.

    A word is one of trec_eval's names, with its values, or a nickname for several of them, as in
    `map`, `P.5,10` and `official`; all others are lists of names as `parse_measures` takes them.

    Raises:
        MeasureError: a name that cannot be used.
    """
    asked = (found for text in texts for found in _words(text))
    return tuple({one.label: one for one in asked}.values())


def _words(text: str) -> Iterator[Asked]:
    words = [(match.group(), match.start()) for match in WORD.finditer(text)]
    for word, start in words or [("", 0)]:
        if translated := _translated(word):
            yield from translated
            continue
        for name, position in split_names(word):
            yield from _translated(name) or [_named(name, start + position)]


def _translated(name: str) -> list[Asked]:
    return [Asked(label, parse_measure(ours)) for label, ours in translate(name)]


def _named(name: str, position: int) -> Asked:
    measure = parse_named(name, position)
    return Asked(measure.name, measure)
