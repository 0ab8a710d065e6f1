"""Measures of rankings, free of Django: parse their names, then score rankings with them."""

from __future__ import annotations

from evaluation.measures.columns import Columns
from evaluation.measures.errors import MeasureError
from evaluation.measures.evaluate import MeasuredRun, evaluate
from evaluation.measures.judged_rankings import JudgedRankings, Rankings, judge
from evaluation.measures.labels import JudgedTopics
from evaluation.measures.measure import Measure
from evaluation.measures.packing import SubtopicLines, pack_labels, pack_subtopics
from evaluation.measures.parsing import parse_measure, parse_measures
from evaluation.measures.scoring import score_measures

__all__ = [
    "Columns",
    "JudgedRankings",
    "JudgedTopics",
    "Measure",
    "MeasureError",
    "MeasuredRun",
    "Rankings",
    "SubtopicLines",
    "evaluate",
    "judge",
    "pack_labels",
    "pack_subtopics",
    "parse_measure",
    "parse_measures",
    "score_measures",
]
