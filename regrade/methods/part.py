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
    """A piece of the paragraph: plain text, a name, or a number with what it is.

    Attributes:
        text: as it is read.
        stands_for: what the text is, "text" for words between.
        name: what a link to it needs: a key of TESTS or CORRECTIONS, the label set of a share, a
            whole hash; else the text itself, and "" for plain text.
    """

    text: str
    stands_for: StandsFor = "text"
    name: str = ""


Piece = Part | str


def parts_of(pieces: Iterable[Piece]) -> tuple[Part, ...]:
    """Pieces as parts, neighbouring plain text joined."""
    return joined(pieces, Part)


def named(stands_for: StandsFor, names: Iterable[str]) -> list[list[Piece]]:
    """Each name as what it stands for."""
    return [[Part(name, stands_for, name)] for name in names]


def listed(members: Iterable[Iterable[Piece]]) -> Iterator[Piece]:
    """Members of a list as a sentence has them: "a", "a and b", "a, b and c"."""
    found = list(members)
    for place, member in enumerate(found):
        if place:
            yield " and " if place == len(found) - 1 else ", "
        yield from member
