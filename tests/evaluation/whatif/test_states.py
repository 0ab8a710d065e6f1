"""A state scores runs as a label set that is really derived by its policy does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest

from annotation.exceptions import LabelsRefused
from annotation.labels.deriving import OtherSets, derive_labels
from annotation.models import Campaign, LabelSet
from annotation.pairs.deciding import decide
from evaluation.scores.evaluating import evaluate_runs
from evaluation.whatif.looking import lead_by_threshold, look
from evaluation.whatif.states import State, see
from ranking.models import Run
from regrade.aggregation.electorate import Electorate
from regrade.aggregation.policy import Aggregate, AggregationPolicy, DecisionRule, TieRule
from regrade.aggregation.policy_file import WholePolicy
from regrade.measures import parse_measure
from regrade.votes.rounding import ROUNDINGS
from tests.annotation.voting import grade_as_expert, pair_of
from tests.database.shared_rows import MakeShared
from tests.evaluation.whatif.judged_campaign import DOCS, PEOPLE, TOPICS, make_judged_campaign
from tests.factories import make_labels, make_user

pytestmark = pytest.mark.django_db
MEASURES = ["P@3", "RR", "AP", "nDCG@5", "DCG", "RBP(p=0.8)", "MFR@4", "Bpref"]


@pytest.fixture(scope="module", autouse=True)
def _campaign(make_shared: MakeShared) -> None:
    make_shared(_made)


@pytest.fixture
def campaign() -> Campaign:
    return Campaign.objects.get()


def _made() -> None:
    campaign, _ = make_judged_campaign()
    ground = campaign.pool.collection, campaign.pool.topic_set
    old = {topic: {DOCS[-1]: 1, DOCS[number]: 1} for number, topic in enumerate(TOPICS)}
    make_labels("old", *ground, old)
    make_labels("few", *ground, {topic: {DOCS[0]: 0} for topic in TOPICS[:5]})
    adjudicator = make_user("judith", "annotation.may_organize")
    for topic, doc, grade in (("q0", "d09", 2), ("q1", "d08", 5), ("q5", "d09", 1)):
        decide(pair=pair_of(campaign, topic, doc), adjudicator=adjudicator, grade=grade)
    grade_as_expert(pair_of(campaign, "q2", "d09"), 5)


@pytest.mark.parametrize(
    ("first", "n"), [(0, 15), pytest.param(15, 185, marks=pytest.mark.thorough)]
)
def test_values_are_those_of_label_sets_derived_by_the_same_policy(
    campaign: Campaign, first: int, n: int
) -> None:
    runs, n_refused = list(Run.objects.order_by("name")), 0
    for seed in range(first, first + n):
        state = _random_state(np.random.default_rng(seed), campaign, runs)
        try:
            labels = _derive(state, f"set{seed}")
        except LabelsRefused:
            with pytest.raises(LabelsRefused):
                see(state)
            n_refused += 1
            continue
        seen = see(state)
        found = evaluate_runs(runs=runs, label_sets=[labels], measures=[state.measure])
        plain = found.table(labels, state.measure)
        assert seen.topic_keys == tuple(found.topics.ids), seed
        assert np.array_equal(seen.scored.labelled, plain), seed
        looked = look(state)
        assert [run.mean for run in looked.runs] == plain.mean(axis=1).tolist()
        assert looked.n_topics == len(found.topics.ids)
    assert n_refused < n / 2


def test_a_reference_has_its_own_topics_and_says_what_became_of_each_pair(
    campaign: Campaign,
) -> None:
    runs = list(Run.objects.order_by("name"))
    state = State(campaign, _majority(3), runs, parse_measure("P@3"))
    strict = _derive(state._replace(policy=_majority(5)), "strict")
    alone, beside = look(state), look(state, strict)
    assert alone.against is None
    assert beside.against is not None
    assert beside.against.label_set == "strict"
    assert [run.mean for run in alone.runs] == [run.mean for run in beside.runs]
    plain = evaluate_runs(runs=runs, label_sets=[strict], measures=[state.measure])
    means = plain.table(strict, state.measure).mean(axis=1).tolist()
    assert [run.reference_mean for run in beside.runs] == means
    fates = [pair.fate for pair in beside.pairs]
    assert fates.count("kept") == beside.against.n_kept
    assert len(fates) == 6


def test_leads_by_threshold_are_those_of_states_with_that_threshold(campaign: Campaign) -> None:
    runs = list(Run.objects.order_by("name"))[::3]
    state = State(campaign, _majority(3), runs, parse_measure("P@3"))
    leads = lead_by_threshold(state)
    assert [lead.threshold for lead in leads] == [2, 3, 4, 5]
    for lead in leads:
        [pair] = look(state._replace(policy=_majority(lead.threshold))).pairs
        assert (lead.difference, lead.low, lead.high) == (pair.difference, pair.low, pair.high)
    graded = replace(_majority(3), rules=AggregationPolicy(aggregate="plurality"))
    assert len({lead.difference for lead in lead_by_threshold(state._replace(policy=graded))}) > 1


def test_ties_are_the_pairs_that_another_tie_rule_leaves_without_a_label(
    campaign: Campaign,
) -> None:
    runs = list(Run.objects.order_by("name"))
    settled = State(campaign, _majority(3), runs, parse_measure("P@3"))
    rules = replace(settled.policy.rules, tie="unjudged")
    unjudged = look(settled._replace(policy=replace(settled.policy, rules=rules)))
    n_ties = look(settled).n_ties
    assert n_ties == unjudged.n_ties > 0
    assert look(settled).counts.n_pairs - unjudged.counts.n_pairs == n_ties


def _majority(threshold: int) -> WholePolicy:
    rules = AggregationPolicy(aggregate="majority", threshold=threshold, tie="lowest")
    return WholePolicy(rules=rules)


def _derive(state: State, name: str) -> LabelSet:
    return derive_labels(
        name=name, campaign=state.campaign, policy=state.policy, others=state.others
    ).label_set


def _random_state(rng: np.random.Generator, campaign: Campaign, runs: list[Run]) -> State:
    """A state of any policy, with one of the measures."""

    def some(values: Any, chance: float = 0.3) -> Any:
        return values[int(rng.integers(len(values)))] if rng.random() < chance else None

    aggregate = some(get_args(Aggregate), 1)
    threshold, tie = some([2, 3, 4, 5], 0.6), some(get_args(TieRule), 1)
    if tie == "fallback" and (threshold is None or aggregate in ("median", "mean")):
        tie = "unjudged"
    rules = AggregationPolicy(
        aggregate=aggregate,
        threshold=threshold,
        tie=tie,
        rounding=some(ROUNDINGS, 1),
        min_assessors=some([2, 4, 5]) or 1,
        min_votes=some([2, 3]) or 1,
        min_agreement=some([0.0, 0.4], 0.2),
        require_fallback_relevant=rng.random() < 0.2,
        decisions=some(get_args(DecisionRule), 1),
        gold=some(["none", "expert"], 1),
        pool_depth=some([1, 2, 4]),
        seed=0 if aggregate == "weighted" else None,
    )
    voters = Electorate(without=tuple(f"P-{name}" for name in PEOPLE if rng.random() < 0.1))
    measure = parse_measure(MEASURES[int(rng.integers(len(MEASURES)))])
    if measure.symbol != "Bpref" and rng.random() < 0.3:
        measure = replace(measure, judged_only=True)
    sets = {one.name: one for one in LabelSet.objects.filter(name__in=("old", "few"))}
    others = OtherSets(
        sets["old"] if rules.needs_fallback else None, sets["few"] if rng.random() < 0.2 else None
    )
    return State(campaign, WholePolicy(rules=rules, voters=voters), runs, measure, others)
