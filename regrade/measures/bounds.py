"""How far a score can be off for want of labels."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.measures.gains import GainTable
from regrade.measures.judged import Judged
from regrade.measures.judged_rankings import JudgedRankings, Rankings, judge
from regrade.measures.labels import JudgedTopics
from regrade.measures.measure import BinaryMeasure, Measure
from regrade.measures.rbp import RankBiasedPrecision, RbpResidual

# Measures that no label on a passage can lower; all others divide by what is known as relevant.
ONLY_RISING = {"RR", "MFR", "P", "Success", "RBP", "ERR", "DCG", "SetP"}


class Bounds(NamedTuple):
    """One measure of a run under three treatments of what has no label.

    Attributes:
        pessimistic: shape (n_topics,). Not relevant: the score as it is usually reported.
        optimistic: shape (n_topics,). Of the highest relevance; never worse than what any labels
            on these passages would give.
        condensed: shape (n_topics,). Taken out, so that those below move up.
        judged: shape (n_topics,). Share of judged passages down to the measure's cutoff.
        residual: shape (n_topics,). RBP's, which adds what may lie below those retrieved; None
            for other measures.
        is_floor: whether no labels on these passages could give less than `pessimistic`. Not so
            where a measure divides by what is known as relevant, as AP and nDCG do.
    """

    pessimistic: NDArray[np.float64]
    optimistic: NDArray[np.float64]
    condensed: NDArray[np.float64]
    judged: NDArray[np.float64]
    residual: NDArray[np.float64] | None
    is_floor: bool


@explained
def score_bounds(measure: Measure, rankings: Rankings, judged: JudgedTopics) -> Bounds:
    """A run's score as an interval: what unjudged passages could make of it.

    The optimistic score keeps what is known as relevant in the divisor, R or the ideal ranking,
    and ends at the measure's best value. As more relevant passages only raise the divisor, full
    labels would give no more. A topic without a relevant label is divided as if it had one. A
    negative relevance is a judgment, but for the condensed list.

    Args:
        measure: one of how good a run is, over labels of relevance.
        rankings: of the same topics in the same order.
        judged: the label set.

    Raises:
        ValueError: a measure that has no such bounds, another number of topics, or labels that
            cannot be used with the measure.

    Source:
        Pessimistic and residual: Moffat and Zobel, TOIS 27(1), 2008. Condensed lists: Sakai,
        SIGIR 2007. Best and worst case of pooled measures: Lu, Moffat and Culpepper, Information
        Retrieval Journal 19(4), 2016.
    """
    return bounds_of_judged(measure, rankings, judge(rankings, judged))


def bounds_of_judged(measure: Measure, rankings: Rankings, seen: JudgedRankings) -> Bounds:
    """`score_bounds` of rankings that were matched with the labels before.

    Args:
        seen: `judge(rankings, judged)`.

    Raises:
        ValueError: as `score_bounds` says.
    """
    if refusal := why_no_bounds(measure):
        raise ValueError(refusal)
    first = _first_ranks(rankings, measure.cutoff)
    optimistic = judge(first, seen.judged, unjudged="optimistic")
    residual = None
    if isinstance(measure, RankBiasedPrecision):
        residual = RbpResidual(p=measure.p, cutoff=measure.cutoff).score(seen)
    return Bounds(
        measure.score(seen),
        _capped(measure, measure.score(_with_divisor(measure, optimistic))),
        measure.score(seen.condensed),
        Judged(cutoff=measure.cutoff).score(seen),
        residual,
        has_floor(measure),
    )


def has_floor(measure: Measure) -> bool:
    """Whether no labels on unjudged passages could lower it; see `Bounds.is_floor`."""
    return measure.symbol in ONLY_RISING and not getattr(measure, "relative", False)


def _first_ranks(rankings: Rankings, cutoff: int | None) -> Rankings:
    """No measure looks below its cutoff, where every passage would be held as relevant."""
    if cutoff is None:
        return rankings
    sizes = np.minimum(rankings.n_retrieved, cutoff)
    starts = np.concatenate(([0], np.cumsum(sizes)))
    chosen = np.arange(starts[-1]) + np.repeat(rankings.starts[:-1] - starts[:-1], sizes)
    return Rankings(starts, rankings.passages[chosen])


def why_no_bounds(measure: Measure) -> str:
    """Why a measure has no bounds, in a few words with its name; '' where it has them."""
    reason = measure.no_optimistic
    if not measure.is_tested or measure.reads != "relevance":
        reason = "it does not say how good a run is by labels of relevance"
    elif measure.judged_only:
        reason = "judged_only leaves nothing unjudged"
    elif getattr(measure, "unjudged", 0) > 0:
        reason = "it has a gain of its own for unjudged passages"
    elif not _rises(getattr(measure, "gains", None)):
        reason = "its gains do not rise with relevance"
    return reason and f"{measure.name} has no bounds: {reason}"


def _rises(table: GainTable | None) -> bool:
    """Whether a higher relevance never gains less; one without a gain of its own gains itself."""
    gains = dict(table or ())
    found = sorted({relevance + by for relevance in gains for by in (-1, 0, 1)})
    in_order = [gains.get(relevance, relevance) for relevance in found]
    return in_order == sorted(in_order)


def _with_divisor(measure: Measure, rankings: JudgedRankings) -> JudgedRankings:
    """The same with one relevant passage, not retrieved, in topics where no label is relevant."""
    judged = rankings.judged
    threshold = measure.threshold(judged) if isinstance(measure, BinaryMeasure) else 1
    bare = np.flatnonzero(judged.n_relevant(threshold) == 0)
    if not bare.size:
        return rankings
    at = judged.starts[bare + 1]
    pairs = replace(
        judged,
        starts=judged.starts + np.searchsorted(bare, np.arange(judged.starts.size)),
        passages=np.insert(judged.passages, at, judged.stride),
    )
    added = pairs.relabelled(np.insert(judged.relevances, at, judged.max_relevance))
    return replace(rankings, judged=added, _relevant={})


def _capped(measure: Measure, values: NDArray[np.float64]) -> NDArray[np.float64]:
    if measure.best is None or measure.lower_is_better:
        return values
    return np.minimum(values, measure.best)
