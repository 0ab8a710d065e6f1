"""A state of the what-if page: a policy over a campaign's votes, and what runs score under it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from annotation.labels.deriving import NO_OTHERS, OtherSets, Outcome, aggregate_votes, refusal_of
from annotation.models import Campaign, LabelSet
from annotation.votes.kept import kept_votes
from evaluation.exceptions import MeasureRefused, NotComparable, refused_as
from evaluation.scores.estimable import refuse_drawn_pool
from evaluation.scores.judged_runs import check_comparable
from evaluation.scores.measures import measures_of
from evaluation.whatif.kept_rankings import kept_match, kept_rankings
from ranking.models import Run
from regrade.aggregation.panel import Settled
from regrade.aggregation.policy_file import WholePolicy
from regrade.measures import Measure
from regrade.whatif.systems import Scored, Systems

MOST_RUNS = 100


class State(NamedTuple):
    """A policy over a campaign's votes, and the runs that its labels score.

    Attributes:
        policy: one that `derive_labels` takes.
        others: the label sets that it names.
        measure: with `judged_only` where unjudged passages are left out.
    """

    campaign: Campaign
    policy: WholePolicy
    runs: Sequence[Run]
    measure: Measure
    others: OtherSets = NO_OTHERS


class Seen(NamedTuple):
    """The labels of a state, and the runs under them."""

    state: State
    outcome: Outcome
    systems: Systems
    settled: Settled
    scored: Scored
    topic_keys: tuple[int, ...]  # of the labels' topics, in their order


def see(state: State) -> Seen:
    """The labels that `derive_labels` would store, and the runs' values under them.

    Raises:
        LabelsRefused: the policy does not fit the campaign, or leaves no labels.
        NotComparable: runs that do not fit the campaign, or too many, or a pool by design.
        MeasureRefused: the measure cannot be used on these labels.
    """
    campaign = state.campaign
    refuse_drawn_pool(campaign, "what would change an order")
    if len(state.runs) > MOST_RUNS:
        raise NotComparable(
            f"{len(state.runs)} runs are too many to look at together; name up to {MOST_RUNS}.",
            code="too_many_runs",
        )
    stored = kept_votes(campaign)
    outcome = aggregate_votes(
        campaign=campaign, policy=state.policy, others=state.others, stored=stored
    )
    if refused := refusal_of(campaign, outcome):
        raise refused
    labels = _unsaved(campaign, outcome)
    check_comparable(state.runs, [labels])
    rankings = kept_rankings(state.runs, labels, stored.topic_keys, state.measure)
    panel, least = outcome.panel, labels.min_relevance
    matches = kept_match(panel, stored.topic_keys, state.runs, rankings, state.measure)
    systems = Systems(panel, matches, min_relevance=least)
    settled = panel.settle(panel.labels())
    with refused_as(MeasureRefused, f"Votes of {campaign.name}: ", "", code="not_computable"):
        scored = systems.score(settled)
    topic_keys = tuple(stored.topic_keys[scored.is_labelled].tolist())
    return Seen(state, outcome, systems, settled, scored, topic_keys)


def asked_measure(name: str, *, left_out: bool = False) -> Measure:
    """The one measure of this name; with `left_out` unjudged passages are taken out of rankings.

    Raises:
        MeasureRefused: several measures, an unknown one, or one that has no such form.
    """
    measures = measures_of(name)
    if len(measures) != 1:
        raise MeasureRefused("One measure is looked at here; name one.", code="not_one_measure")
    if not left_out:
        return measures[0]
    with refused_as(MeasureRefused, "", "", code="not_judged_only"):
        return replace(measures[0], judged_only=True)


def _unsaved(campaign: Campaign, outcome: Outcome) -> LabelSet:
    """The label set that the state would be frozen as, without its labels."""
    return LabelSet(
        name=f"votes of {campaign.name}",
        collection=campaign.pool.collection,
        topic_set=campaign.pool.topic_set,
        min_relevance=outcome.policy["min_relevance"],
        scale=list(outcome.aggregation.scale),
        report={"n_votes_by_kind": outcome.n_votes_by_kind},
    )
