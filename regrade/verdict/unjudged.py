from __future__ import annotations

from regrade.measures import Measure
from regrade.measures.bpref import Bpref
from regrade.measures.gains import GainMeasure

NOT_RELEVANT = "counts as not relevant"


def how_unjudged_counts(measure: Measure) -> str:
    """What a measure makes of a passage without a label, as the end of a sentence about it."""
    if measure.judged_only or isinstance(measure, Bpref):
        return "is left out"
    if isinstance(measure, GainMeasure) and measure.unjudged:
        return f"counts as relevant with gain {measure.unjudged:g}"
    return NOT_RELEVANT
