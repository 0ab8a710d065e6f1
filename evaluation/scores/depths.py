"""Depths at which shares of unjudged passages are counted."""

from __future__ import annotations

from regrade.measures import Measure
from regrade.measures.measure import MAX_CUTOFF


def depth_of(measure: Measure) -> int:
    """The measure's cutoff; without one it reads the whole ranking, which is MAX_CUTOFF."""
    return measure.cutoff or MAX_CUTOFF


def depth_name(depth: int) -> str:
    return "whole ranking" if depth == MAX_CUTOFF else f"top {depth}"
