"""Treatment of passages without a label by measures, and of those that are not relevant."""

from __future__ import annotations

from regrade.measures import Measure
from regrade.measures.average_precision import InferredAveragePrecision
from regrade.measures.bpref import Bpref
from regrade.measures.counts import NumNonRelevantRetrieved
from regrade.measures.gains import GainMeasure
from regrade.measures.measure import BinaryMeasure
from regrade.measures.rbp import RankBiasedPrecision

NOT_RELEVANT = "counts as not relevant"
# These distinguish passages judged not relevant from unlabelled ones.
READ_NOT_RELEVANT = (Bpref, InferredAveragePrecision, NumNonRelevantRetrieved)


def how_unjudged_counts(measure: Measure) -> str:
    """A measure's treatment of a passage without a label, as the end of a sentence about it."""
    if measure.judged_only or isinstance(measure, Bpref):
        return "is left out"
    if isinstance(measure, GainMeasure) and measure.unjudged:
        return f"counts as relevant with gain {measure.unjudged:g}"
    return NOT_RELEVANT


def reads_relevant_alone(measure: Measure) -> bool:
    """Whether its values follow from which passages the label set calls relevant, and no more.

    Two label sets that call the same passages relevant then give every run the same values,
    whatever else is judged and however. A threshold of the measure's own, as in `P(rel=2)@5`,
    calls other passages relevant than the label set does.
    """
    return (
        isinstance(measure, BinaryMeasure)
        and measure.reads == "relevance"
        and measure.rel is None
        and not measure.judged_only
        and not isinstance(measure, READ_NOT_RELEVANT)
        and not (isinstance(measure, RankBiasedPrecision) and measure.graded)
    )
