from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from annotation.models import LabelSet
from evaluation.exceptions import NotComparable, SignificanceRefused
from evaluation.scores.evaluating import RunEvaluations, evaluate_runs
from evaluation.scores.places import places_of
from evaluation.scores.topic_choice import TopicChoice
from ranking.models import Run
from regrade.measures import Measure
from regrade.significance import (
    RANK_CORRELATIONS,
    RankCorrelation,
    RankOptions,
    correlate_systems,
)


class Order(NamedTuple):
    """What the systems are ranked by: a measure under a label set."""

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
    single_precision: bool = False,
    keeps: bool = True,
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
        single_precision=single_precision,
        keeps=keeps,
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


def count_pairs_of_orders(label_sets: Sequence[LabelSet], measures: Sequence[Measure]) -> int:
    return sum(1 for _ in pairs_of_orders(label_sets, measures))


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
    try:
        correlations = [
            correlate_systems(one, other, name, options=directed) for name in coefficients
        ]
    except ValueError as error:
        raise SignificanceRefused(
            f"These orders cannot be compared: {error}.", code="orders_not_comparable"
        ) from error
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
