"""Answers in a passage: the stretches of words that enough assessors highlighted."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from math import ceil
from typing import NamedTuple

from regrade.given import explained
from regrade.highlights.words import Highlights, count_words


class AnswerSpan(NamedTuple):
    """An answer, text[start:end] of its passage; each of its words has `n_assessors` or more."""

    start: int
    end: int
    text: str
    n_assessors: int


@explained
def answer_spans(text: str, answers: Sequence[Highlights], least: int) -> list[AnswerSpan]:
    """The maximal stretches of words that at least so many assessors highlighted.

    A word counts as highlighted where a highlight touches it, so an answer begins and ends with
    whole words. Each word of a stretch needs `least` assessors, not always the same ones.

    Args:
        text: the passage.
        answers: highlights of one answer each, one answer an assessor.
        least: how many assessors a word needs, from 1 on; see `needed_assessors` for a share.

    Returns:
        In the passage's order, parted by one word at least; empty where no word has enough.

    Raises:
        ValueError: `least` below 1, or a span that is empty or starts before 0.
    """
    if least < 1:
        raise ValueError(f"a word of an answer needs 1 assessor or more, got {least}")
    stretches = groupby(count_words(text, answers), key=lambda word: word.n_assessors >= least)
    found = [list(words) for is_answer, words in stretches if is_answer]
    return [
        AnswerSpan(
            start=words[0].start,
            end=words[-1].end,
            text=text[words[0].start : words[-1].end],
            n_assessors=min(word.n_assessors for word in words),
        )
        for words in found
    ]


@explained
def needed_assessors(n_answers: int, share: Fraction) -> int:
    """The least number of assessors that is at least this share of them, and at least 1.

    Raises:
        ValueError: a share that is not above 0 and at most 1.
    """
    if not 0 < share <= 1:
        raise ValueError(f"a share of assessors is above 0 and at most 1, got {float(share):g}")
    return max(1, ceil(share * n_answers))
