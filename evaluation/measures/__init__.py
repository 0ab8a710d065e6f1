"""Measures of rankings, free of Django: parse their names, then score rankings with them."""

from __future__ import annotations

from evaluation.measures.errors import MeasureError
from evaluation.measures.judged_ranking import JudgedRanking
from evaluation.measures.measure import Measure
from evaluation.measures.parsing import parse_measure, parse_measures
from evaluation.measures.scoring import score_measures

__all__ = [
    "JudgedRanking",
    "Measure",
    "MeasureError",
    "parse_measure",
    "parse_measures",
    "score_measures",
]
