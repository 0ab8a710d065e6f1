"""Orders of systems: how alike two are, and the means of a comparison that they come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np
from django.db import transaction
from numpy.typing import NDArray
from scipy.stats import rankdata

from annotation.models import LabelSet
from evaluation.comparisons.options import steps_of_draws
from evaluation.comparisons.results import (
    ComparedRuns,
    evaluations_of,
    label_set_of,
    label_sets_of,
    measure_of,
    runs_of,
)
from evaluation.exceptions import NotComparable, SignificanceRefused, TooMuchAsked, refused_as
from evaluation.scores.estimable import sampled
from evaluation.scores.evaluating import RunEvaluations, evaluate_runs
from evaluation.scores.topic_choice import TopicChoice, TrainedTopics
from ranking.models import Run
from regrade.measures import Measure
from regrade.significance import (
    RANK_CORRELATIONS,
    RankCorrelation,
    RankOptions,
    correlate_systems,
    mean_interval,
)
from regrade.significance.pairs import DECIMALS
from regrade.verdict import Sampled

USUAL_RESAMPLES, LEAST_RESAMPLES = 2_000, 200
MOST_STEPS = 20_000_000  # some three seconds, for all coefficients
MOST_PLACES = 20_000


class Order(NamedTuple):
    """A ranking of systems, by a measure under a label set."""

    label_set: LabelSet
    measure: Measure


class Place(NamedTuple):
    """A system's mean and its rank, from 1; systems that tie share the mean of their ranks."""

    mean: float
    rank: float


class RankedSystem(NamedTuple):
    run: Run
    first: Place
    second: Place


class ComparedOrders(NamedTuple):
    """The same systems in two orders, the first one the reference where that matters."""

    first: Order
    second: Order
    correlations: Sequence[RankCorrelation]
    systems: Sequence[RankedSystem]


class CorrelatedRankings(NamedTuple):
    topics: TopicChoice
    pairs: Sequence[ComparedOrders]
    single_precision: bool = False


class RunMean(NamedTuple):
    """A run's mean by one measure under one label set.

    Attributes:
        interval: Student's, over the topics, within the measure's limits; None of one topic.
        sample: what the labels are a sample of, so that means are estimates; None if they are none.
    """

    run: str
    labels: str
    measure: str
    lower_is_better: bool
    mean: float
    interval: tuple[float, float] | None
    sample: Sampled | None


class MeasuredOrder(NamedTuple):
    """A measure under a label set, by name."""

    labels: str
    measure: str


class CorrelatedOrders(NamedTuple):
    """Pairs of orders of the same runs, with the options of their correlations."""

    correlated: CorrelatedRankings
    options: RankOptions


@transaction.atomic
def correlate_rankings(
    *,
    runs: Sequence[Run],
    label_sets: Sequence[LabelSet],
    measures: Sequence[Measure],
    options: RankOptions,
    coefficients: Sequence[str] = tuple(RANK_CORRELATIONS),
    only_topics_of: LabelSet | None = None,
    common_topics: bool = False,
    trained_topics: TrainedTopics = "refuse",
    single_precision: bool = False,
) -> CorrelatedRankings:
    """Correlate the orders of systems under any two label sets, by each measure.

    With one label set, orders are by any two of the measures. Directions are those of the
    measures, and every interval is over topics, from the seed of the options.

    Raises:
        NotComparable: fewer than two runs, or nothing to hold an order against.
        SignificanceRefused: what a correlation refuses.
        NoTopics, MeasureRefused: as `evaluate_runs` says.
    """
    _refuse_no_two_orders(runs, label_sets, measures)
    evaluations = evaluate_runs(
        runs=runs,
        label_sets=label_sets,
        measures=measures,
        only_topics_of=only_topics_of,
        common_topics=common_topics,
        trained_topics=trained_topics,
        single_precision=single_precision,
    )
    pairs = [
        compare_orders(orders, runs, evaluations, options, coefficients)
        for orders in pairs_of_orders(label_sets, measures)
    ]
    return CorrelatedRankings(evaluations.topics, pairs, single_precision)


def _refuse_no_two_orders(
    runs: Sequence[Run], label_sets: Sequence[LabelSet], measures: Sequence[Measure]
) -> None:
    if len(runs) < 2:
        raise NotComparable("An order of systems needs at least two runs.", code="too_few_runs")
    if len(label_sets) < 2 and len(measures) < 2:
        message = "Name two label sets, or two measures under one label set."
        raise NotComparable(message, code="too_few_orders")


def pairs_of_orders(
    label_sets: Sequence[LabelSet], measures: Sequence[Measure]
) -> Iterator[tuple[Order, Order]]:
    """By each measure any two label sets; with one label set, any two of the measures."""
    if len(label_sets) > 1:
        for measure in measures:
            for first, second in combinations(label_sets, 2):
                yield Order(first, measure), Order(second, measure)
    else:
        for one, other in combinations(measures, 2):
            yield Order(label_sets[0], one), Order(label_sets[0], other)


def compare_orders(
    orders: tuple[Order, Order],
    runs: Sequence[Run],
    evaluations: RunEvaluations,
    options: RankOptions,
    coefficients: Sequence[str] = tuple(RANK_CORRELATIONS),
) -> ComparedOrders:
    """Correlate two orders of the same runs, the first one the reference where that matters.

    Raises:
        SignificanceRefused: what a correlation refuses.
    """
    first, second = orders
    one, other = evaluations.table(*first), evaluations.table(*second)
    directed = _directed(options, first, second)
    why = "These orders cannot be compared: "
    with refused_as(SignificanceRefused, why, code="orders_not_comparable"):
        correlations = [
            correlate_systems(one, other, name, options=directed) for name in coefficients
        ]
    pairs = zip(runs, _means_and_ranks(one, first), _means_and_ranks(other, second), strict=True)
    return ComparedOrders(first, second, correlations, [RankedSystem(*each) for each in pairs])


def _directed(options: RankOptions, first: Order, second: Order) -> RankOptions:
    return replace(
        options,
        lower_is_better=(first.measure.lower_is_better, second.measure.lower_is_better),
    )


def _means_and_ranks(values: NDArray[np.float64], order: Order) -> list[Place]:
    means = values.mean(axis=1)
    ranks = places_of(means, order.measure, "average")
    return [Place(*each) for each in zip(means.tolist(), ranks.tolist(), strict=True)]


def run_means(compared: ComparedRuns) -> list[RunMean]:
    """Each label set, within it each run, the baseline first, within it each measure."""
    evaluations = evaluations_of(compared)
    return [
        RunMean(
            scores.run.name,
            scores.label_set.name,
            measure.name,
            measure.lower_is_better,
            scores.mean(measure),
            mean_interval(scores.values[measure.name], limits=measure.limits),
            sampled(scores.label_set),
        )
        for scores in evaluations.scores
        for measure in evaluations.measures
    ]


def correlate_compared(compared: ComparedRuns, measure_name: str, *, seed: int) -> CorrelatedOrders:
    """How alike the label sets of a comparison order its runs by one measure.

    With one label set, how alike its measures do, counts and diagnostics left out. There are no
    pairs of orders where there are fewer than two runs or two orders.

    Args:
        seed: of the draws of topics. There are fewer draws the more there is to correlate, and
            no intervals where too few of them have time.

    Raises:
        NotComparable: the comparison has no such measure.
        TooMuchAsked: more orders of runs than one answer takes.
        SignificanceRefused: what a correlation refuses.
    """
    label_sets, measures = label_sets_of(compared), [measure_of(compared, measure_name)]
    if len(label_sets) == 1:
        measures = [measure for measure in compared.measures if measure.is_tested]
    return _correlated(compared, list(pairs_of_orders(label_sets, measures)), seed)


def correlate_two(
    compared: ComparedRuns, first: MeasuredOrder, second: MeasuredOrder, *, seed: int
) -> CorrelatedOrders:
    """Any two orders of the runs of a comparison, such as sparse beside dense labels.

    Raises:
        NotComparable: fewer than two runs, or a measure or label set that is not compared.
        SignificanceRefused: what a correlation refuses.
    """
    one, other = (
        Order(label_set_of(compared, named.labels), measure_of(compared, named.measure))
        for named in (first, second)
    )
    if len(runs_of(compared)) < 2:
        raise NotComparable("An order of systems needs at least two runs.", code="too_few_runs")
    return _correlated(compared, [(one, other)], seed)


def _correlated(
    compared: ComparedRuns, pairs: Sequence[tuple[Order, Order]], seed: int
) -> CorrelatedOrders:
    runs, evaluations = runs_of(compared), evaluations_of(compared)
    pairs = pairs if len(runs) > 1 else []
    _refuse_many(len(pairs) * len(runs))
    options = RankOptions(seed=seed, n_resamples=_n_resamples(compared, len(pairs)))
    orders = [compare_orders(each, runs, evaluations, options) for each in pairs]
    correlated = CorrelatedRankings(compared.topics, orders, compared.single_precision)
    return CorrelatedOrders(correlated, options)


def _refuse_many(n_places: int) -> None:
    if n_places > MOST_PLACES:
        raise TooMuchAsked(
            f"That makes {n_places:,} places of runs in pairs of orders, and one answer takes up to"
            f" {MOST_PLACES:,}: ask for fewer runs, label sets or measures at once.",
            code="too_many_runs",
        )


def _n_resamples(compared: ComparedRuns, n_pairs: int) -> int:
    """Draws of topics that an answer has time for; none where they would be too few."""
    n_topics, n_runs = len(compared.topics.topics), len(runs_of(compared))
    a_draw = steps_of_draws(1, n_topics, max(n_pairs, 1) * n_runs)
    n_draws = min(USUAL_RESAMPLES, MOST_STEPS // a_draw)
    return n_draws if n_draws >= LEAST_RESAMPLES else 0


def places_of(
    means: NDArray[np.float64], measure: Measure, method: Literal["min", "average"]
) -> NDArray[np.float64]:
    """The place of each mean, the best being 1; means that differ by rounding alone tie.

    Args:
        means: shape (n_runs,).
        method: what those that tie get: the first of their places, or the mean of them.
    """
    compared = np.round(means if measure.lower_is_better else -means, DECIMALS)
    return np.asarray(rankdata(compared, method=method), np.float64)
