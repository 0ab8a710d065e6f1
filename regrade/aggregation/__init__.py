"""Aggregation of votes into labels; knows nothing of Django."""

from __future__ import annotations

from regrade.aggregation.aggregation import Aggregation
from regrade.aggregation.derive import aggregate
from regrade.aggregation.policy import AggregationPolicy, default_min_relevance
from regrade.aggregation.report import Step

__all__ = ["Aggregation", "AggregationPolicy", "Step", "aggregate", "default_min_relevance"]
