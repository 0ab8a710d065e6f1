"""Aggregation of votes into labels; knows nothing of Django."""

from __future__ import annotations

from annotation.aggregation.derive import Aggregation, aggregate
from annotation.aggregation.policy import AggregationPolicy, default_min_relevance
from annotation.aggregation.report import Step

__all__ = ["Aggregation", "AggregationPolicy", "Step", "aggregate", "default_min_relevance"]
