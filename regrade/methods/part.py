from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from regrade.verdict.segment import joined

StandsFor = Literal[
    "text",
    "run",
    "baseline",
    "labels",
    "collection",
    "topic_set",
    "measure",
    "n_topics",
    "test",
    "correction",
    "n_tests",
    "unjudged",
    "release",
    "hash",
]


class Part(NamedTuple):
    """A piece of the paragraph: plain text, a name, or a number with its meaning.

    Attributes:
        text: the displayed text.
        stands_for: meaning of the text; "text" for plain words.
        name: target of a link: a key of TESTS or CORRECTIONS, the label set of a share, a full
            hash; else the text itself, and "" for plain text.
    """

    text: str
    stands_for: StandsFor = "text"
    name: str = ""


Piece = Part | str


def parts_of(pieces: Iterable[Piece]) -> tuple[Part, ...]:
    """Convert pieces to parts, joining adjacent plain text."""
    return joined(pieces, Part)


def named(stands_for: StandsFor, names: Iterable[str]) -> list[list[Piece]]:
    """Each name as a part of this meaning."""
    return [[Part(name, stands_for, name)] for name in names]


def listed(members: Iterable[Iterable[Piece]]) -> Iterator[Piece]:
    """Join the members of a list as in prose: "a", "a and b", "a, b and c"."""
    found = list(members)
    for place, member in enumerate(found):
        if place:
            yield " and " if place == len(found) - 1 else ", "
        yield from member
