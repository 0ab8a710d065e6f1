"""Bounds of scores for unjudged passages, and each run's contribution to the pool."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Annotated, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.labels.pool_runs import pooled_for
from annotation.models import LabelSet
from evaluation.comparisons.results import (
    ComparedRuns,
    baseline_of,
    evaluations_of,
    label_sets_of,
    measure_of,
    runs_of,
)
from evaluation.exceptions import MeasureRefused, TooMuchAsked, refused_as
from evaluation.scores.estimable import refuse_samples
from evaluation.scores.judged_runs import check_comparable, coverage, labelled_topics
from evaluation.scores.kept_scores import Pair
from evaluation.scores.scoring import RunScores
from evaluation.scores.streamed_runs import rankings_of_all, refuse_long, stream_rankings
from ranking.models import Run, RunStatus
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
from regrade.pooling import LeftOut, PooledRuns, leave_out
from regrade.significance.pairs import difference

DEPTHS = (1, 3, 5, 10, 20, 50, 100)
USUAL_RBP = RankBiasedPrecision(p=0.8)
MOST_VALUES = 20_000_000  # some ten seconds
By = Literal["run", "team"]


class Bounded(NamedTuple):
    """Bounds of a score, over all labels that unjudged passages could get.

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


class Bounds(NamedTuple):
    """The runs of a comparison under each of its label sets.

    Attributes:
        refusal: why the measure has no bounds; '' where it has, and no row has any.
        is_floor: whether no labels could give less than the pessimistic score.
        rbp: the measure of `rbp` and `residual`: the one asked for if it is an RBP.
    """

    measure: str
    lower_is_better: bool
    refusal: str
    is_floor: bool
    rbp: str
    baseline: str | None
    n_topics: int
    depths: Sequence[int]
    rows: Sequence[BoundedRun]


class _Means(NamedTuple):
    bounds: tuple[float, float, float] | None
    rbp: float
    residual: float
    judged: list[float]


class PoolQuestion(NamedTuple):
    """Runs under one label set, left out of its pool one by one or team by team.

    Attributes:
        topic_ids: the topics that count; they are among those of the label set.
        single_precision: whether rankings are in the order of scores in single precision.
    """

    runs: Sequence[Run]
    label_set: LabelSet
    topic_ids: Collection[int]
    measures: Sequence[Measure]
    depth: Annotated[int, {"min_value": 1, "max_value": 10_000}]
    by: By = "run"
    single_precision: bool = False


class PoolBias(NamedTuple):
    """Pool bias: the loss of each requested run without its contribution to the pool.

    Attributes:
        rows: of these runs alone, in the order of `leave_out`.
        pool_known: whether the label set records the runs pooled for it.
    """

    rows: list[LeftOut]
    pool_known: bool


def bounds_of(compared: ComparedRuns, measure_name: str) -> Bounds:
    """Judged shares of every run of a comparison, and its score by one measure as an interval.

    The order of a run and the baseline is sure where the worst score of the one beats the best
    of the other: then no labels turn it. Where it is not, labels need not be able to: one label
    serves both runs, and the two extremes may exclude each other. Nothing is stored.

    Raises:
        NotComparable: the comparison has no such measure, or labels that are a sample.
        TooMuchAsked: more passages than one answer may read.
    """
    measure = measure_of(compared, measure_name)
    refuse_samples(label_sets_of(compared), "bounds by unjudged passages")
    means, baseline = _means(compared, measure), baseline_of(compared)
    rows = [
        _row(scores, measure, means[scores.run.pk, scores.label_set.pk], best)
        for scores in evaluations_of(compared).scores
        for best in [_baseline_bounds(scores, baseline, means)]
    ]
    return Bounds(
        measure.name,
        measure.lower_is_better,
        why_no_bounds(measure),
        has_floor(measure),
        _rbp(measure).name,
        baseline.name if baseline else None,
        len(compared.topics.topics),
        DEPTHS,
        rows,
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
    """The baseline's bounds; None for the baseline itself."""
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


def pool_bias(question: PoolQuestion) -> PoolBias:
    """How each run would have scored had it, or its team, not been in the pool.

    Passages contributed by other pooled runs are not unique, whether or not these are visible; no
    such run is scored or named. Runs known not to be pooled contributed nothing. If the label set
    records no runs, the requested ones count as the pool, and a passage of another run may count as
    unique. A run without a team counts as its own team. Nothing is stored.

    Raises:
        NotComparable: as `check_comparable` says, or labels that are a sample.
        MeasureRefused: a measure that cannot be used so.
        TooMuchAsked: more than a request may take.
    """
    runs, labels = question.runs, question.label_set
    check_comparable(runs, [labels])
    refuse_samples([labels], "a run's part in the pool")
    topics = labelled_topics(labels, question.topic_ids)
    _refuse_many_values(question, len(topics.topic_ids))
    fed = pooled_for(labels)
    asked, known = {run.pk for run in runs}, {run.pk for run in fed}
    others = [run for run in fed if run.pk not in asked and run.status == RunStatus.COMPLETE]
    if question.single_precision:  # else no more of the others is read than the pool's depth
        refuse_long([*runs, *others], len(topics.topic_ids), mend="ask for fewer topics")
    read = partial(rankings_of_all, topics=topics, single_precision=question.single_precision)
    pooled = PooledRuns(
        read(runs) + read(others, depth=question.depth),
        topics.judged,
        question.depth,
        [_group(run, question.by) for run in (*runs, *others)],
        [not known or run.pk in known for run in (*runs, *others)],
        [True] * len(runs) + [False] * len(others),
    )
    with refused_as(MeasureRefused, code="not_computable"):
        return PoolBias(leave_out(question.measures, pooled), bool(fed))


def _group(run: Run, by: By) -> str:
    return f"team {run.team}" if by == "team" and run.team else f"run {run.name}"


def _refuse_many_values(question: PoolQuestion, n_topics: int) -> None:
    n_groups = len({_group(run, question.by) for run in question.runs})
    n_values = n_groups * len(question.runs) * len(question.measures) * n_topics
    if n_values > MOST_VALUES:
        raise TooMuchAsked(
            f"That scores {n_values:,} topics, and one answer takes up to {MOST_VALUES:,}: ask for"
            " fewer runs or measures at once.",
            code="too_many_values",
        )
