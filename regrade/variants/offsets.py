"""Map spans between a text and its variant: half-open code-point intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from operator import eq
from typing import NamedTuple

from regrade.text.spans import Span, checked_spans
from regrade.variants.step import Edit, pieces_of

NOWHERE: Span = (0, 0)


class Direction(NamedTuple):
    """Where the characters of one text are in the other.

    Attributes:
        images: of each character a span of the other text: one character, the whole that a
            rewritten part became, or `NOWHERE`.
        tears: offsets of the other text where characters meet that do not meet in the first.
    """

    images: Sequence[Span]
    tears: frozenset[int]

    @classmethod
    def of(cls, images: Sequence[Span], back: Sequence[Span]) -> Direction:
        """The direction of these images; `back` are those of the other direction."""
        tears = {
            at
            for at, (left, right) in enumerate(pairwise(back), start=1)
            if NOWHERE not in (left, right) and left != right and left[1] != right[0]
        }
        return cls(images, frozenset(tears))

    def spans(self, spans: Sequence[Sequence[int]]) -> list[Span]:
        """Images of the spans in the other text, sorted."""
        checked = checked_spans(spans, n_characters=len(self.images))
        images = sorted(image for span in checked for image in self._images(span))
        joined: list[Span] = []
        for start, end in images:
            if joined and (start < joined[-1][1] or start == joined[-1][1] in self.tears):
                joined[-1] = joined[-1][0], max(end, joined[-1][1])
            else:
                joined.append((start, end))
        return joined

    def _images(self, span: Span) -> list[Span]:
        """The images of one span, with adjacent ones merged."""
        merged: list[Span] = []
        for start, end in sorted(set(self.images[slice(*span)]) - {NOWHERE}):
            if merged and start <= merged[-1][1]:
                merged[-1] = merged[-1][0], max(end, merged[-1][1])
            else:
                merged.append((start, end))
        return merged


@dataclass(frozen=True)
class OffsetMap:
    """Maps spans through every step of a recipe, and back."""

    steps: tuple[tuple[Direction, Direction], ...]
    """Of each step that changed something: to the variant, and to the original."""
    n_original: int
    n_variant: int

    def spans_to_variant(self, spans: Sequence[Sequence[int]]) -> list[Span]:
        """Spans of the original as spans of the variant, sorted.

        A span that loses all characters is left out; one that is split becomes several. In a
        rewritten word, the common prefix and suffix correspond letter by letter, and so do the
        letters between if they are equally many; otherwise those correspond as a whole. Adjacent
        spans stay separate, except where the step joined separate text: there they merge.

        Args:
            spans: [start, end) in code points of the original, any order.

        Raises:
            ValueError: a span that is empty, not two integers, outside the original, or overlapping
                another.
        """
        found = checked_spans(spans, n_characters=self.n_original)
        for forth, _ in self.steps:
            found = forth.spans(found)
        return found

    def spans_to_original(self, spans: Sequence[Sequence[int]]) -> list[Span]:
        """Spans of the variant as spans of the original, sorted; by the same rules.

        Characters that the variant added, such as the blank where a rotation joins, are left out.

        Raises:
            ValueError: as in `spans_to_variant`, of the variant.
        """
        found = checked_spans(spans, n_characters=self.n_variant)
        for _, back in reversed(self.steps):
            found = back.spans(found)
        return found


def directions(text: str, edits: Iterable[Edit]) -> tuple[Direction, Direction]:
    """Mappings through the edits of one step: to the variant, and to the original."""
    forth, back = [NOWHERE] * len(text), list[Span]()
    for start, end, new in pieces_of(edits, len(text)):
        old, at = text[start:end], len(back)
        written = old if new is None else new
        back += [NOWHERE] * len(written)
        for (low, high), (to_low, to_high) in _parts(old, written):
            here, there = (start + low, start + high), (at + to_low, at + to_high)
            forth[slice(*here)] = _images(here, there)
            back[slice(*there)] = _images(there, here)
    return Direction.of(forth, back), Direction.of(back, forth)


def _images(here: Span, there: Span) -> list[Span]:
    """The image of each character: its own where both have as many, else the whole."""
    n = here[1] - here[0]
    if n != there[1] - there[0]:
        return [there] * n
    return [(at, at + 1) for at in range(*there)]


def _parts(old: str, new: str) -> Iterator[tuple[Span, Span]]:
    """Corresponding parts of a rewritten word: the common prefix, the middle, the common suffix."""
    n_first = _n_shared(old, new)
    n_last = _n_shared(old[n_first:][::-1], new[n_first:][::-1])
    borders = [0, n_first, len(old) - n_last, len(old)]
    to_borders = [0, n_first, len(new) - n_last, len(new)]
    for here, there in zip(pairwise(borders), pairwise(to_borders), strict=True):
        if here[0] < here[1] and there[0] < there[1]:
            yield here, there


def _n_shared(one: str, other: str) -> int:
    """Length of the common prefix of two words."""
    same = map(eq, one, other)
    return sum(1 for _ in takewhile(bool, same))
