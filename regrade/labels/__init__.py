"""Finished labels combined, compared and counted; knows nothing of Django."""

from __future__ import annotations

from regrade.labels.columns import LabelColumns, label_columns
from regrade.labels.combining import Combined, Rule, combine, common_min_relevance, mapped
from regrade.labels.comparing import LabelComparison, compare
from regrade.labels.statistics import LabelStatistics, label_statistics

__all__ = [
    "Combined",
    "LabelColumns",
    "LabelComparison",
    "LabelStatistics",
    "Rule",
    "combine",
    "common_min_relevance",
    "compare",
    "label_columns",
    "label_statistics",
    "mapped",
]
