"""Means, order and significant pairs under a state, beside those under a reference."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import LabelCounts, counts_of
from annotation.models import LabelSet
from evaluation.exceptions import NotComparable
from evaluation.scores.scoring import score_runs
from evaluation.scores.topic_choice import choose_topics
from evaluation.whatif.states import Seen, State, see
from regrade.aggregation.policy_file import WholePolicy
from regrade.significance import mean_interval
from regrade.whatif.orders import Fate, Kept, Order, compare_orders, order_systems

ALPHA = 0.05


class StateMean(NamedTuple):
    """One run under a state.

    Attributes:
        low, high: of Student's interval; None for fewer than two topics.
        place: from 1, equals sharing it.
        judged: share of what it retrieved down to the cutoff that has a label.
        reference_mean, reference_place: under the reference; None without one.
    """

    run: str
    mean: float
    low: float | None
    high: float | None
    place: int
    judged: float | None
    reference_mean: float | None = None
    reference_place: int | None = None


class PairOfRuns(NamedTuple):
    """The second of two runs against the first.

    Attributes:
        p: of the paired t-test, of this pair alone; None for fewer than two topics.
        p_corrected: the same, corrected over all pairs.
        reference_p: the corrected one under the reference.
        fate: what becomes of the pair's significance under the reference; "" without one.
    """

    first: str
    second: str
    difference: float
    low: float | None
    high: float | None
    p: float | None
    p_corrected: float | None
    reference_difference: float | None = None
    reference_p: float | None = None
    fate: Fate | None = None


class Against(NamedTuple):
    """How a state's order agrees with that under a label set.

    Attributes:
        tau: Kendall's tau-b; None where it is undefined.
        n_topics: those of the label set.
        n_swapped: pairs of runs whose means change order.
        n_kept, n_appeared, n_vanished, n_reversed: significant pairs.
    """

    label_set: str
    n_topics: int
    tau: float | None
    n_swapped: int
    n_kept: int
    n_appeared: int
    n_vanished: int
    n_reversed: int


class Look(NamedTuple):
    """The runs under a state, in the order asked, and every two of them.

    Attributes:
        n_ties: pairs whose votes tie; 0 under rules that count no votes.
        n_tests: tests that p-values were corrected for; those that repeat another count once.
    """

    measure: str
    lower_is_better: bool
    n_topics: int
    min_relevance: int
    counts: LabelCounts
    n_votes: int
    n_ties: int
    alpha: float
    correction: str
    n_tests: int
    runs: Sequence[StateMean]
    pairs: Sequence[PairOfRuns]
    against: Against | None


class ThresholdLead(NamedTuple):
    """Two runs under the policy with another threshold.

    Attributes:
        difference: of the second's mean to the first's; None where that threshold leaves no label.
        low, high: its interval; None for fewer than two topics.
    """

    threshold: int
    n_topics: int
    difference: float | None
    low: float | None
    high: float | None


def look(state: State, reference: LabelSet | None = None) -> Look:
    """Score the runs under a state, and compare their order with that under a label set.

    Each side has its own topics: those that its labels have.

    Raises:
        LabelsRefused, NotComparable, MeasureRefused: as `see` says.
    """
    seen = see(state)
    order = _order(state, seen.scored.labelled)
    before = None if reference is None else order_under(reference, state)
    kept = None if before is None else compare_orders(before, order, alpha=ALPHA)
    counts = counts_of(seen.outcome.aggregation, seen.outcome.policy["min_relevance"])
    return Look(
        state.measure.name,
        state.measure.lower_is_better,
        order.n_topics,
        seen.outcome.policy["min_relevance"],
        counts,
        sum(seen.outcome.n_votes_by_kind.values()),
        seen.outcome.aggregation.n_ties,
        ALPHA,
        "holm",
        order.n_tests,
        _run_means(seen, order, before),
        list(_pairs(state, order, before, kept)),
        None
        if reference is None or before is None or kept is None
        else _against(reference, before, kept),
    )


def order_under(label_set: LabelSet, state: State) -> Order:
    """The order of a state's runs under a stored label set, on all its topics.

    Raises:
        NotComparable, MeasureRefused: as `score_runs` says.
    """
    topics = choose_topics([label_set])
    [scores] = score_runs(
        runs=state.runs,
        label_sets=[label_set],
        measures=[state.measure],
        topic_ids=topics.ids,
        cutoffs=[1],
        keeps=False,
    )
    return _order(state, np.stack([one.values[state.measure.name] for one in scores]))


def lead_by_threshold(state: State) -> list[ThresholdLead]:
    """The lead of the second of two runs over the first, from each threshold of the scale.

    Raises:
        NotComparable: other than two runs.
    """
    if len(state.runs) != 2:
        raise NotComparable("A lead is of one run over one other; name two runs.", code="not_two")
    scale = sorted(state.campaign.grades.values_list("value", flat=True))
    return [_lead_at(state, threshold) for threshold in scale[1:]]


def _lead_at(state: State, threshold: int) -> ThresholdLead:
    try:
        seen = see(state._replace(policy=_with_threshold(state.policy, threshold)))
    except LabelsRefused:
        return ThresholdLead(threshold, 0, None, None, None)
    values = seen.scored.labelled
    [lead] = _order(state, values).leads
    return ThresholdLead(
        threshold, values.shape[1], lead.difference, *(lead.interval or (None, None))
    )


def _with_threshold(policy: WholePolicy, threshold: int) -> WholePolicy:
    """The policy whose labels are relevant from votes, or from labels, of this grade on."""
    if policy.rules.counts and policy.rules.threshold is None:
        return replace(policy, min_relevance=threshold)
    return replace(policy, rules=replace(policy.rules, threshold=threshold), min_relevance=None)


def _order(state: State, values: NDArray[np.float64]) -> Order:
    return order_systems(values, lower_is_better=state.measure.lower_is_better)


def _run_means(seen: Seen, order: Order, before: Order | None) -> list[StateMean]:
    values, measure = seen.scored.labelled, seen.state.measure
    judged = seen.systems.judged_shares(seen.settled).tolist()
    found = []
    for number, run in enumerate(seen.state.runs):
        low, high = mean_interval(values[number], limits=measure.limits) or (None, None)
        share = None if math.isnan(judged[number]) else judged[number]
        mean, place = float(order.means[number]), int(order.places[number])
        row = StateMean(run.name, mean, low, high, place, share)
        if before is not None:
            was, there = float(before.means[number]), int(before.places[number])
            row = row._replace(reference_mean=was, reference_place=there)
        found.append(row)
    return found


def _pairs(
    state: State, order: Order, before: Order | None, kept: Kept | None
) -> Iterator[PairOfRuns]:
    names = [run.name for run in state.runs]
    fates = repeat(None) if kept is None else kept.fates
    for number, (lead, fate) in enumerate(zip(order.leads, fates, strict=False)):
        first, second = names[lead.first], names[lead.second]
        low, high = lead.interval or (None, None)
        row = PairOfRuns(first, second, lead.difference, low, high, lead.p_value, lead.p_corrected)
        if before is not None:
            was = before.leads[number]
            row = row._replace(
                reference_difference=was.difference, reference_p=was.p_corrected, fate=fate
            )
        yield row


def _against(reference: LabelSet, before: Order, kept: Kept) -> Against:
    n = Counter(kept.fates)
    counts = n["kept"], n["appeared"], n["vanished"], n["reversed"]
    return Against(reference.name, before.n_topics, kept.tau, kept.n_swapped, *counts)
