"""Map spans between a text and its variant: half-open code-point intervals."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from operator import eq
from typing import NamedTuple

from regrade.text.spans import Span, checked_spans
from regrade.variants.pieces import Edit, pieces_of


class Block(NamedTuple):
    """A span [start, end) of one text that corresponds to [to_start, to_end) of the other.

    Characters correspond one by one if the lengths are equal, else only as a whole.
    """

    start: int
    end: int
    to_start: int
    to_end: int

    def turned(self) -> Block:
        return Block(self.to_start, self.to_end, self.start, self.end)

    def image(self, start: int, end: int) -> Span:
        """The image of [start, end), which overlaps the block, in the other text."""
        if self.end - self.start != self.to_end - self.to_start:
            return self.to_start, self.to_end
        by = self.to_start - self.start
        return max(start, self.start) + by, min(end, self.end) + by


@dataclass(frozen=True)
class Direction:
    """The blocks from one text to the other, sorted by start in the first."""

    blocks: tuple[Block, ...]
    starts: tuple[int, ...]
    tears: frozenset[int]
    """Offsets of the other text where two blocks meet that do not meet in the first."""
    n_characters: int
    """Length of the first text."""

    @classmethod
    def of(cls, blocks: Iterable[Block], n_characters: int) -> Direction:
        kept = tuple(sorted(blocks))
        by_image = sorted(kept, key=lambda block: block.to_start)
        tears = {
            right.to_start
            for left, right in pairwise(by_image)
            if left.to_end == right.to_start and left.end != right.start
        }
        starts = tuple(block.start for block in kept)
        return cls(kept, starts, frozenset(tears), n_characters)

    def spans(self, spans: Sequence[Sequence[int]]) -> list[Span]:
        """Images of the spans in the other text, sorted."""
        checked = checked_spans(spans, n_characters=self.n_characters)
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
        start, end = span
        first = max(0, bisect_right(self.starts, start) - 1)
        images = []
        for block in self.blocks[first : bisect_right(self.starts, end - 1)]:
            if block.end > start:
                images.append(block.image(start, end))
        merged: list[Span] = []
        for image in sorted(images):
            if merged and image[0] <= merged[-1][1]:
                merged[-1] = merged[-1][0], max(image[1], merged[-1][1])
            else:
                merged.append(image)
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


def directions(text: str, edits: Sequence[Edit]) -> tuple[Direction, Direction]:
    """Mappings through the edits of one step: to the variant, and to the original."""
    blocks, n_variant = _blocks(text, edits)
    back = Direction.of((block.turned() for block in blocks), n_variant)
    return Direction.of(blocks, len(text)), back


def _blocks(text: str, edits: Sequence[Edit]) -> tuple[list[Block], int]:
    """The blocks of the edits' pieces, in the variant's order, and the variant's length."""
    blocks: list[Block] = []
    at = 0
    for start, end, new in pieces_of(edits, len(text)):
        length = end - start if new is None else len(new)
        if length == end - start:
            blocks.append(Block(start, end, at, at + length))
        elif new is not None:
            blocks.extend(_rewritten(text[start:end], new, start, at))
        at += length
    return [block for block in blocks if block.start < block.end], at


def _rewritten(old: str, new: str, start: int, at: int) -> Iterator[Block]:
    """Blocks of a rewritten word: the common prefix, the middle and the common suffix."""
    n_first = _n_shared(old, new)
    n_last = _n_shared(old[n_first:][::-1], new[n_first:][::-1])
    borders = [0, n_first, len(old) - n_last, len(old)]
    to_borders = [0, n_first, len(new) - n_last, len(new)]
    for (low, high), (to_low, to_high) in zip(pairwise(borders), pairwise(to_borders), strict=True):
        if low < high and to_low < to_high:
            yield Block(start + low, start + high, at + to_low, at + to_high)


def _n_shared(one: str, other: str) -> int:
    """Length of the common prefix of two words."""
    same = map(eq, one, other)
    return sum(1 for _ in takewhile(bool, same))
