"""Spans: half-open [start, end) offsets in Unicode code points of the passage text as stored."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

Span = tuple[int, int]


def checked_spans(spans: Sequence[Sequence[int]], *, n_characters: int) -> list[Span]:
    """The spans, sorted.

    Raises:
        ValueError: a span that is empty, not two whole numbers, outside the text, or overlapping
            another.
    """
    checked = sorted(_checked(span, n_characters) for span in spans)
    for (start, end), (following, _) in pairwise(checked):
        if following < end:
            raise ValueError(f"the spans from {start} and from {following} overlap")
    return checked


def _checked(span: Sequence[int], n_characters: int) -> Span:
    if len(span) != 2 or not all(type(offset) is int for offset in span):
        raise ValueError(f"a span is [start, end) in whole numbers, not {list(span)}")
    start, end = span
    if not 0 <= start < end <= n_characters:
        raise ValueError(f"[{start}, {end}) is no part of a text of {n_characters} characters")
    return start, end
