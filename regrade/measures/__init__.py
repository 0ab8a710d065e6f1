"""Measures of rankings, free of Django: parse their names, then score rankings with them."""

from __future__ import annotations

from regrade.measures.bounds import Bounds, has_floor, score_bounds, why_no_bounds
from regrade.measures.columns import Columns
from regrade.measures.errors import MeasureError
from regrade.measures.evaluate import MeasuredRun, evaluate
from regrade.measures.judged_rankings import (
    JudgedRankings,
    Rankings,
    Treatment,
    judge,
    perhaps_labelled,
    sieve,
)
from regrade.measures.labels import JudgedTopics
from regrade.measures.measure import Measure
from regrade.measures.packing import SubtopicLines, pack_labels, pack_subtopics
from regrade.measures.parsing import parse_measure, parse_measures
from regrade.measures.scoring import score_measures

__all__ = [
    "Bounds",
    "Columns",
    "JudgedRankings",
    "JudgedTopics",
    "Measure",
    "MeasureError",
    "MeasuredRun",
    "Rankings",
    "SubtopicLines",
    "Treatment",
    "evaluate",
    "has_floor",
    "judge",
    "pack_labels",
    "pack_subtopics",
    "parse_measure",
    "parse_measures",
    "perhaps_labelled",
    "score_bounds",
    "score_measures",
    "sieve",
    "why_no_bounds",
]
