"""A comparison's methods, as a paragraph for the methods section of a paper."""

from __future__ import annotations

from regrade.methods.done import Done, LabelsUsed, MeasureUsed, votes_words
from regrade.methods.paragraph import paragraph_of
from regrade.methods.sampled import sample_sentence, sample_words
from regrade.prose.spans import plain

__all__ = [
    "Done",
    "LabelsUsed",
    "MeasureUsed",
    "paragraph_of",
    "plain",
    "sample_sentence",
    "sample_words",
    "votes_words",
]
