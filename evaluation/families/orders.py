"""The order of the runs of a comparison: their means, and how far the order holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from evaluation.comparisons.results import ComparedRuns
from evaluation.comparisons.sides import (
    evaluations_of,
    label_set_of,
    label_sets_of,
    measure_of,
    runs_of,
)
from evaluation.comparisons.steps import steps_of_draws
from evaluation.exceptions import NotComparable, TooMuchAsked
from evaluation.families.correlations import (
    CorrelatedRankings,
    Order,
    compare_orders,
    pairs_of_orders,
)
from regrade.significance import RankOptions, mean_interval

USUAL_RESAMPLES, LEAST_RESAMPLES = 2_000, 200
MOST_STEPS = 20_000_000  # some three seconds, for all coefficients
MOST_PLACES = 20_000


class RunMean(NamedTuple):
    """A run's mean by one measure under one label set.

    Attributes:
        interval: Student's, over the topics, within the measure's limits; None of one topic.
    """

    run: str
    labels: str
    measure: str
    lower_is_better: bool
    mean: float
    interval: tuple[float, float] | None


class MeasuredOrder(NamedTuple):
    """A measure under a label set, by name."""

    labels: str
    measure: str


class CorrelatedOrders(NamedTuple):
    """Pairs of orders of the same runs, with the options of their correlations."""

    correlated: CorrelatedRankings
    options: RankOptions


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
