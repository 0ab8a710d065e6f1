"""Highlights as words: which words of a passage a highlight touches, and for how many assessors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained, whole_array
from regrade.text.spans import Span

Highlights: TypeAlias = Sequence[Span]  # of one answer; empty where nothing was highlighted


class WordCount(NamedTuple):
    """A word, text[start:end], and how many assessors have a highlight that touches it."""

    start: int
    end: int
    n_assessors: int


class SpansOfAnswers(NamedTuple):
    """The highlights of several answers as arrays over all their spans."""

    starts: NDArray[np.int64]  # shape (n_spans,)
    ends: NDArray[np.int64]  # shape (n_spans,)
    owner: NDArray[np.float64]  # shape (n_spans, n_answers): 1.0 where the span is of the answer


@explained
def count_words(text: str, answers: Sequence[Highlights]) -> list[WordCount]:
    """For each word of a passage the number of answers with a highlight that touches it.

    Args:
        text: the passage.
        answers: highlights of one answer each, one answer an assessor. An answer without
            highlights counts no word, and is one of those that the counts are out of.

    Returns:
        All words in their order, those that nobody highlighted among them.

    Raises:
        ValueError: a span that is empty or starts before 0.
    """
    words = split_words(text)
    counts = highlighted_words(answers, words).sum(axis=0).tolist()
    return [WordCount(start, end, n) for (start, end), n in zip(words, counts, strict=True)]


def split_words(text: str) -> list[Span]:
    """Words as spans: what stands between white space. Other ways to split are the caller's."""
    return [match.span() for match in re.finditer(r"\S+", text)]


def highlighted_words(answers: Sequence[Highlights], words: Sequence[Span]) -> NDArray[np.bool_]:
    """Which of a passage's words share a code point with a highlight of each answer.

    Returns:
        Shape (n_answers, n_words).

    Raises:
        ValueError: a span that is empty or starts before 0.
    """
    spans, (first, last, _) = spans_of(answers), spans_of([words])
    is_touched = (spans.starts[:, None] < last) & (first < spans.ends[:, None])  # spans x words
    by_answer: NDArray[np.bool_] = spans.owner.T @ is_touched > 0
    return by_answer


def spans_of(answers: Sequence[Highlights]) -> SpansOfAnswers:
    """Raises ValueError for a span of other than whole numbers, empty, or starting before 0."""
    spans = [span for highlights in answers for span in highlights]
    starts, ends = whole_array(spans, "ends of spans").reshape(-1, 2).T
    is_bad = (starts < 0) | (starts >= ends)
    if is_bad.any():
        bad = spans[int(is_bad.argmax())]
        raise ValueError(f"a span starts at 0 or later and ends after its start, got {bad}")
    sizes = [len(highlights) for highlights in answers]
    return SpansOfAnswers(starts, ends, np.repeat(np.eye(len(sizes)), sizes, axis=0))
