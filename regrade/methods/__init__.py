"""What a comparison did, as a paragraph for the methods section of a paper."""

from __future__ import annotations

from regrade.methods.done import Done, LabelsUsed, MeasureUsed
from regrade.methods.paragraph import paragraph_of
from regrade.methods.votes import votes_words
from regrade.prose.spans import plain

__all__ = ["Done", "LabelsUsed", "MeasureUsed", "paragraph_of", "plain", "votes_words"]
