"""Label sets that are samples: what can be estimated from them, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from annotation.models import Campaign, LabelSet, PoolStrategy
from annotation.pools.designs import DIVIDED, labels_of_design, on_same_scale
from evaluation.exceptions import MeasureRefused, NotComparable
from regrade.measures import Measure
from regrade.measures.first_relevant import ReciprocalRank
from regrade.verdict import Sampled, sampled_of
from regrade.whatif.candidates import why_not_served


class NotEstimated(NamedTuple):
    measure: str
    reason: str


def those_estimated(
    measures: Sequence[Measure], label_sets: Sequence[LabelSet]
) -> tuple[list[Measure], list[NotEstimated]]:
    """The measures that all label sets can give, which all that are no sample do; and the others.

    Raises:
        MeasureRefused: there is none.
    """
    samples = [each for each in label_sets if sampled(each)]
    reasons = [
        next((why for each in samples if (why := why_not_estimated(each, measure))), "")
        for measure in measures
    ]
    pairs = list(zip(measures, reasons, strict=True))
    kept = [measure for measure, reason in pairs if not reason]
    if not kept:
        raise MeasureRefused(reasons[0], code="not_estimated", field="measures")
    return kept, [NotEstimated(measure.name, reason) for measure, reason in pairs if reason]


def refuse_samples(label_sets: Iterable[LabelSet], what: str, *, field: str | None = None) -> None:
    """Check that label sets are no samples.

    Args:
        what: in a sentence: "the fewest labels that turn an order".
        field: of the request, that names them.

    Raises:
        NotComparable: the first that is one.
    """
    for label_set in label_sets:
        if sample := sampled(label_set):
            raise NotComparable(
                f"{label_set} is a sample of {sample.n_judged:,} pairs, and {what} would take the"
                " labels of all pairs. Name labels that are no sample.",
                code="labels_are_a_sample",
                field=field,
            )


def refuse_drawn_pool(campaign: Campaign, what: str) -> None:
    """The same of a campaign's votes.

    Raises:
        NotComparable: its pool was drawn by a design.
    """
    if campaign.pool.strategy == PoolStrategy.DESIGN:
        raise NotComparable(
            f"The pool of {campaign.name} is a sample of pairs, and {what} would take the votes on"
            " all pairs. Derive labels, and compare runs under them.",
            code="labels_are_a_sample",
        )


def sampled(label_set: LabelSet) -> Sampled | None:
    """The sample that a label set is; None where it is none, or has all pairs of its frame."""
    if not label_set.is_sample:
        return None
    design = label_set.design
    return sampled_of(design["n"], design.get("n_drawable"), design.get("measures", ()))


def mark_of(label_set: LabelSet) -> dict[str, str]:
    """A column that marks estimates, as rows and lines have it; empty under labels of no sample."""
    sample = sampled(label_set)
    return {"sample": sample.text} if sample else {}


def why_not_estimated(label_set: LabelSet, measure: Measure) -> str:
    """Why a measure cannot be estimated under a label set that is a sample; '' where it can."""
    named = label_set.design.get("ideal_of") if isinstance(measure, DIVIDED) else None
    return why_not(label_set, measure, labels_of_design(named, label_set))


def why_not(label_set: LabelSet, measure: Measure, ideal: LabelSet | None) -> str:
    """The same, with the labels that say what nDCG and AP divide by; reads nothing."""
    before = f"{measure.name} cannot be estimated from {label_set}, which is a sample"
    if why_not_served(measure) or isinstance(measure, ReciprocalRank):
        return (
            f"{before}: it is no sum over pairs of what each gains. P, DCG and RBP are, and with"
            " given ideals nDCG and AP can be estimated, without parameters for unjudged passages."
        )
    if not isinstance(measure, DIVIDED):
        return ""
    if ideal is None:
        return (
            f"{before}: its design names no label set for the ideal rankings, or the number of"
            " relevant passages. Choose P, DCG or RBP."
        )
    if not on_same_scale(ideal.scale, label_set.scale):
        return (
            f"{before}: its labels reach up to {max(label_set.scale)}, and those of {ideal.name},"
            f" which it would be divided by, up to {max(ideal.scale)}. Derive labels on the same"
            " scale, or choose P, DCG or RBP."
        )
    return ""
