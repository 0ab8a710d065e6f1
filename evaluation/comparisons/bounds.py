from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.comparisons.results import (
    ComparedRuns,
    baseline_of,
    evaluations_of,
    label_sets_of,
    measure_of,
    runs_of,
)
from evaluation.scores.judged_runs import coverage, labelled_topics
from evaluation.scores.kept_scores import Pair
from evaluation.scores.scoring import RunScores
from evaluation.scores.streamed_runs import refuse_long, stream_rankings
from ranking.models import Run
from regrade.measures import (
    JudgedRankings,
    JudgedTopics,
    Measure,
    Rankings,
    has_floor,
    judge,
    why_no_bounds,
)
from regrade.measures.bounds import bounds_of_judged
from regrade.measures.rbp import RankBiasedPrecision, RbpResidual
from regrade.significance.pairs import difference

DEPTHS = (1, 3, 5, 10, 20, 50, 100)
USUAL_RBP = RankBiasedPrecision(p=0.8)


class Bounded(NamedTuple):
    """What unjudged passages could make of a score.

    Attributes:
        pessimistic, optimistic, condensed: as `score_bounds` has them, each a mean.
        is_order_sure: whether the run stays on its side of the baseline however unjudged
            passages were judged; None without a baseline, for the baseline itself, and where the
            pessimistic score is no floor.
    """

    pessimistic: float
    optimistic: float
    condensed: float
    is_order_sure: bool | None


class BoundedRun(NamedTuple):
    """One run under one label set; every number is a mean over the topics of the comparison.

    Attributes:
        score: as compared.
        bounds: None for a measure that has none.
        rbp, residual: rank-biased precision, and what unjudged and unseen passages could add.
        judged: at each depth, the share of passages that carry a label.
    """

    run: str
    labels: str
    score: float
    bounds: Bounded | None
    rbp: float
    residual: float
    judged: Sequence[float]


class ComparedBounds(NamedTuple):
    """The runs of a comparison under each of its label sets.

    Attributes:
        refusal: why the measure has no bounds; '' where it has.
        is_floor: whether no labels could give less than the pessimistic score.
        rbp: the measure of `rbp` and `residual`: the one asked for if it is an RBP.
    """

    measure: Measure
    refusal: str
    is_floor: bool
    rbp: str
    baseline: Run | None
    rows: Sequence[BoundedRun]


class _Means(NamedTuple):
    bounds: tuple[float, float, float] | None
    rbp: float
    residual: float
    judged: list[float]


def bounds_of(compared: ComparedRuns, measure_name: str) -> ComparedBounds:
    """Judged shares of every run of a comparison, and its score by one measure as an interval.

    The order of a run and the baseline is sure where the worst score of the one beats the best
    of the other: then no labels turn it. Where it is not, labels need not be able to: one label
    serves both runs, and the two extremes may exclude each other. Nothing is stored.

    Raises:
        NotComparable: the comparison has no such measure.
        TooMuchAsked: more passages than one answer may read.
    """
    measure = measure_of(compared, measure_name)
    means, baseline = _means(compared, measure), baseline_of(compared)
    rows = [
        _row(scores, measure, means[scores.run.pk, scores.label_set.pk], best)
        for scores in evaluations_of(compared).scores
        for best in [_baseline_bounds(scores, baseline, means)]
    ]
    return ComparedBounds(
        measure, why_no_bounds(measure), has_floor(measure), _rbp(measure).name, baseline, rows
    )


def _rbp(measure: Measure) -> RankBiasedPrecision:
    return measure if isinstance(measure, RankBiasedPrecision) else USUAL_RBP


def _means(compared: ComparedRuns, measure: Measure) -> dict[Pair, _Means]:
    """By run and label set. Each run is read once, for all label sets."""
    runs, topics = runs_of(compared), [labelled_topics(each) for each in label_sets_of(compared)]
    topic_ids = compared.topics.ids
    n_read = len(topic_ids) * len(topics)
    refuse_long(runs, n_read, mend="ask for fewer runs or label sets at once")
    chosen = [labels.indices(topic_ids) for labels in topics]
    with stream_rankings(runs, topic_ids, single_precision=compared.single_precision) as stream:
        return {
            (run.pk, labels.label_set.pk): _means_of(
                measure, read.of(labels), labels.judged, indices
            )
            for run, read in stream
            for labels, indices in zip(topics, chosen, strict=True)
        }


def _means_of(
    measure: Measure, rankings: Rankings, judged: JudgedTopics, topics: NDArray[np.intp]
) -> _Means:
    def mean(values: NDArray[np.float64]) -> float:
        return float(values[topics].mean())

    seen, rbp, bounds = judge(rankings, judged), _rbp(measure), None
    if not why_no_bounds(measure):
        found = bounds_of_judged(measure, rankings, seen)
        bounds = mean(found.pessimistic), mean(found.optimistic), mean(found.condensed)
    return _Means(
        bounds,
        mean(rbp.score(seen)),
        mean(RbpResidual(p=rbp.p, cutoff=rbp.cutoff).score(seen)),
        [_judged_share(seen, topics, depth) for depth in DEPTHS],
    )


def _judged_share(seen: JudgedRankings, topics: NDArray[np.intp], depth: int) -> float:
    """Of what was retrieved down to the depth, as the unjudged share of a comparison counts it."""
    found = coverage(seen, depth)
    n_retrieved = int(found.n_retrieved[topics].sum())
    return float(found.n_judged[topics].sum() / n_retrieved) if n_retrieved else 0.0


def _baseline_bounds(
    scores: RunScores, baseline: Run | None, means: Mapping[Pair, _Means]
) -> tuple[float, float, float] | None:
    """What the run is held against; None for the baseline itself."""
    if baseline is None or scores.run.pk == baseline.pk:
        return None
    return means[baseline.pk, scores.label_set.pk].bounds


def _row(
    scores: RunScores,
    measure: Measure,
    means: _Means,
    baseline: tuple[float, float, float] | None,
) -> BoundedRun:
    bounds, is_sure = means.bounds, None
    if bounds and baseline and has_floor(measure):
        is_sure = _is_apart(bounds, baseline)
    return BoundedRun(
        scores.run.name,
        scores.label_set.name,
        scores.mean(measure),
        Bounded(*bounds, is_sure) if bounds else None,
        means.rbp,
        means.residual,
        means.judged,
    )


def _is_apart(one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    """Whether the intervals from pessimistic to optimistic have no point in common."""
    (low, high), (other_low, other_high) = sorted(one[:2]), sorted(other[:2])
    return bool(difference(other_high, low) > 0 or difference(high, other_low) > 0)
