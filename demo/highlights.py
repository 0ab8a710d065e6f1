"""Simulated assessors' highlights: the sentence that shares most words with the query.

Each of them begins and ends a few words before or after it, as people do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from demo.paragraphs import END_OF_SENTENCE
from regrade.text.analyzer import ENGLISH

MOST_WORDS_OFF = 3
Span = tuple[int, int]  # half-open, in code points


class Answer(NamedTuple):
    """Where in a passage the answer is: from one of its words up to another."""

    words: Sequence[Span]
    first: int
    last: int


def find_answer(query: str, text: str) -> Answer | None:
    """The first of the sentences that share most words with the query; None where none does."""
    wanted = set(ENGLISH.analyze(query))
    sentences = _sentences(text)
    n_shared = [len(wanted & set(ENGLISH.analyze(text[start:end]))) for start, end in sentences]
    if not any(n_shared):
        return None
    start, end = sentences[int(np.argmax(n_shared))]
    words = [match.span() for match in re.finditer(r"\S+", text)]
    inside = [place for place, word in enumerate(words) if start <= word[0] < end]
    return Answer(words, inside[0], inside[-1])


def highlight(answer: Answer, rng: np.random.Generator) -> Span:
    """The answer as somebody marks it."""
    off = rng.integers(-MOST_WORDS_OFF, MOST_WORDS_OFF + 1, size=2)
    first = int(np.clip(answer.first + off[0], 0, answer.last))
    last = int(np.clip(answer.last + off[1], first, len(answer.words) - 1))
    return answer.words[first][0], answer.words[last][1]


def _sentences(text: str) -> list[Span]:
    breaks = [match.span() for match in re.finditer(f"{END_OF_SENTENCE.pattern}|\n+", text)]
    starts = [0, *(end for _, end in breaks)]
    ends = [*(start for start, _ in breaks), len(text)]
    return [span for span in zip(starts, ends, strict=True) if text[slice(*span)].strip()]
