"""Assessors' highlights in passages: by the word, and as answers; knows nothing of Django."""

from __future__ import annotations

from regrade.highlights.answers import AnswerSpan, answer_spans, needed_assessors
from regrade.highlights.squad import JudgedPassage, squad
from regrade.highlights.words import Highlights, WordCount, count_words

__all__ = [
    "AnswerSpan",
    "Highlights",
    "JudgedPassage",
    "WordCount",
    "answer_spans",
    "count_words",
    "needed_assessors",
    "squad",
]
