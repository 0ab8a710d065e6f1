from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

StandsFor = Literal[
    "text",
    "run",
    "baseline",
    "measure",
    "labels",
    "collection",
    "topic_set",
    "difference",
    "low",
    "high",
    "p",
    "bound",
    "n_topics",
    "n_tests",
    "n_runs",
    "unjudged",
    "test",
    "correction",
    "release",
    "hash",
]


class Span(NamedTuple):
    """A piece of a sentence: plain text, a name, or a number with its meaning.

    Attributes:
        text: the displayed text.
        stands_for: meaning of the text; "text" for plain words.
        name: target of a link: the name itself, a key of TESTS or CORRECTIONS, a full hash, or the
            label set that a number belongs to; "" for plain text and numbers of all label sets.
        value: the number in full precision; None for names and text. Shares are in [0, 1].
    """

    text: str
    stands_for: StandsFor = "text"
    name: str = ""
    value: float | None = None


Piece = Span | str


def named(stands_for: StandsFor, name: str) -> Span:
    """A name that is shown as it is."""
    return Span(name, stands_for, name)


def spans_of(pieces: Iterable[Piece]) -> tuple[Span, ...]:
    """Convert pieces to spans, joining adjacent plain text."""
    found: list[Span] = []
    for piece in pieces:
        one = Span(piece) if isinstance(piece, str) else piece
        if found and found[-1].stands_for == one.stands_for == "text":
            found[-1] = Span(found[-1].text + one.text)
        else:
            found.append(one)
    return tuple(found)


def plain(spans: Iterable[Span]) -> str:
    """The spans as one text."""
    return "".join(span.text for span in spans)


def listed(members: Iterable[Iterable[Piece]], *, last: str = " and ") -> Iterator[Piece]:
    """Join the members of a list as in prose: "a", "a and b", "a, b and c"."""
    found = list(members)
    for place, member in enumerate(found):
        if place:
            yield last if place == len(found) - 1 else ", "
        yield from member
