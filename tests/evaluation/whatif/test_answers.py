"""Answers about two runs name pairs, votes and labels of the campaign."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from django.test import Client

from annotation.labels.deriving import derive_labels
from annotation.models import Campaign, CampaignPair, LabelSet
from annotation.pairs.deciding import decide
from evaluation.exceptions import MeasureRefused, NotComparable
from evaluation.scores.evaluating import evaluate_runs
from evaluation.whatif.decisive import decisive_pairs
from evaluation.whatif.sources import where_from
from evaluation.whatif.stability import draw_again, simulate
from evaluation.whatif.states import State, asked_measure
from evaluation.whatif.turning import ChangedLabel, what_turns
from ranking.models import Run
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.policy_file import WholePolicy
from tests.annotation.voting import cast_votes
from tests.database.shared_rows import MakeShared
from tests.evaluation.whatif.judged_campaign import add_two_votes, make_judged_campaign
from tests.factories import make_labels, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db
POLICY = WholePolicy(rules=AggregationPolicy(aggregate="majority", threshold=3, tie="lowest"))


@pytest.fixture(scope="module", autouse=True)
def _campaign(make_shared: MakeShared) -> None:
    make_shared(make_judged_campaign)


@pytest.fixture
def state() -> State:
    runs = Run.objects.filter(name__in=("run0", "run3")).order_by("name")
    return State(Campaign.objects.get(), POLICY, list(runs), asked_measure("P@3"))


def difference(runs: Any, labels: LabelSet) -> float:
    found = evaluate_runs(runs=runs, label_sets=[labels], measures=[asked_measure("P@3")])
    first, second = found.table(labels, asked_measure("P@3")).mean(axis=1).tolist()
    return float(second - first)


def with_changes(labels: LabelSet, changes: list[ChangedLabel], name: str) -> LabelSet:
    """A label set with these labels changed."""
    relevances: dict[str, dict[str, int]] = {}
    passages = dict(labels.collection.passages.values_list("ordinal", "doc_id"))
    for of_topic in labels.topic_labels.select_related("topic"):
        pairs = zip(of_topic.ordinals.tolist(), of_topic.relevances.tolist(), strict=True)
        relevances[of_topic.topic.query_id] = {passages[number]: value for number, value in pairs}
    for change in changes:
        assert relevances[change.query_id].get(change.doc_id) == change.label
        relevances[change.query_id][change.doc_id] = change.new_label
    return make_labels(name, labels.collection, labels.topic_set, relevances)


def test_the_labels_that_turn_the_order_turn_it_where_they_are_stored(state: State) -> None:
    labels = derive_labels(name="as-given", campaign=state.campaign, policy=POLICY).label_set
    found = what_turns(state)
    before = difference(state.runs, labels)
    assert found.difference == pytest.approx(before)
    assert found.means.is_exact
    assert found.means.at_most == len(found.means.changes)
    after = difference(state.runs, with_changes(labels, list(found.means.changes), "turned"))
    assert after * before < 0
    assert after == pytest.approx(found.means.after)
    assert found.with_unjudged is not None
    assert (found.with_unjudged.at_most or 0) <= (found.means.at_most or 0)
    assert found.verdict is not None


def test_a_comparison_says_how_many_labels_would_turn_it(researcher: Client, state: State) -> None:
    derive_labels(name="as-given", campaign=state.campaign, policy=POLICY)
    names = {"runs": "run3", "baseline": "run0", "labels": "as-given", "measures": "P@3,Bpref"}
    assert researcher.post("/api/comparison", names, "application/json").status_code == 200
    point = {**names, "run": "run3", "label_set": "as-given"}
    found = researcher.get("/api/comparison/turning", {**point, "measure": "P@3"}).json()
    turned = what_turns(state).means
    assert (found["at_least"], found["at_most"]) == (turned.at_least, turned.at_most)
    assert found["n_labels"] == turned.n_labels
    unserved = researcher.get("/api/comparison/turning", {**point, "measure": "Bpref"}).json()
    assert unserved["problem"]
    assert unserved["at_most"] is None


def test_a_decisive_pair_does_what_is_said_of_it(state: State) -> None:
    labels = derive_labels(name="as-given", campaign=state.campaign, policy=POLICY).label_set
    found = decisive_pairs(state, n=500, among="all")
    assert len(found.pairs) == found.n_pairs >= found.n_open > 0
    sizes = [pair.largest for pair in found.pairs]
    assert sizes == sorted(sizes, reverse=True)
    pair = next(one for one in found.pairs if one.status in ("tied", "disputed"))
    stored = CampaignPair.objects.get(pk=pair.pair or 0)
    named = stored.pair.topic.query_id, stored.pair.passage.doc_id
    assert named == (pair.query_id, pair.doc_id)
    grades = stored.judgments.votes().order_by("assessor__pseudonym")
    assert list(pair.votes) == list(grades.values_list("grade__value", flat=True))
    assert pair.label is not None
    new = ChangedLabel(*named, pair.query, pair.pair, pair.label, 1 - pair.label)
    new = new._replace(query_id=pair.query_id, doc_id=pair.doc_id)
    changed = with_changes(labels, [new], "changed")
    moved = difference(state.runs, changed) - difference(state.runs, labels)
    assert moved == pytest.approx(pair.low if moved < 0 else pair.high)


def test_unjudged_passages_that_a_run_retrieved_are_open(state: State) -> None:
    shallow = replace(POLICY, rules=replace(POLICY.rules, pool_depth=1))
    found = decisive_pairs(state._replace(policy=shallow), n=500)
    unjudged = [pair for pair in found.pairs if pair.status == "unjudged"]
    assert unjudged
    assert {pair.label for pair in unjudged} == {None}


def test_draws_add_up_and_leads_are_those_of_the_last_run(state: State) -> None:
    found = draw_again(state, n_draws=40)
    assert found.n_draws == 40
    first, second = found.runs
    leads = [lead.both or 0.0 for lead in found.leads]
    assert second.ahead_of[0] == sum(lead > 0 for lead in leads)
    assert first.ahead_of[1] == sum(lead < 0 for lead in leads)
    assert sum(first.places) == 40
    assert 0 < found.share_kept < 0.5


def test_sources_and_errors_are_about_these_runs(state: State) -> None:
    add_two_votes(state.campaign)
    found = where_from(state, n_draws=20)
    # Each pair has one vote at least beside the two that were added.
    assert (found.n_people, found.n_topics) == (3, 6)
    assert sum(found.shares) == pytest.approx(1)
    assert found.drawn.both > 0
    errors = simulate(state, n_draws=20)
    assert len(errors.differences) == 20
    signs = [np.sign(one or 0.0) for one in errors.differences]
    assert errors.n_tied == signs.count(0)
    assert errors.n_turned == signs.count(-np.sign(errors.true_difference))
    assert errors.n_wrong <= errors.n_turned
    assert len(errors.confusion) == 25


def test_refusals_name_their_reason(state: State) -> None:
    with refused(MeasureRefused, "no_effects"):
        decisive_pairs(state._replace(measure=asked_measure("Bpref")))
    with refused(NotComparable, "not_two"):
        what_turns(state._replace(runs=state.runs[:1]))
    with refused(MeasureRefused, "not_one_measure"):
        asked_measure("P@3,P@5")


def test_the_api_answers_each_question_and_notes_new_votes(organizer: Client, state: State) -> None:
    address = f"/api/campaigns/{state.campaign.pk}/what-if"
    query = {"runs": "run0,run3", "measure": "P@3", "aggregate": "majority", "threshold": "3"}
    before = organizer.get(address, query).json()
    assert [run["run"] for run in before["runs"]] == ["run0", "run3"]
    for question in ("thresholds", "redraws", "pairs", "turning", "sources", "errors"):
        answer = organizer.get(f"{address}/{question}", query)
        assert answer.status_code == 200, question
    cast_votes(state.campaign, {("q0", "d00"): {"hal": 5, "ida": 5, "jim": 5}})
    after = organizer.get(address, query).json()
    assert after["n_votes"] == before["n_votes"] + 3


def test_a_researcher_who_may_not_see_votes_gets_a_sentence(
    researcher: Client, state: State
) -> None:
    query = {"runs": "run0,run3", "measure": "P@3", "aggregate": "median"}
    answer = researcher.get(f"/api/campaigns/{state.campaign.pk}/what-if", query)
    assert answer.status_code == 403
    assert "organizers see" in answer.json()["detail"]


def test_a_shallower_pool_labels_its_pairs_alone_decided_ones_too(state: State) -> None:
    policy = replace(POLICY, rules=replace(POLICY.rules, pool_depth=1, decisions="override"))
    deep = state.campaign.pairs.filter(pair__best_rank__gt=1).select_related("pair__topic").first()
    assert deep is not None
    decide(pair=deep, adjudicator=make_user("judith", "annotation.may_organize"), grade=5)
    done = derive_labels(name="shallow", campaign=state.campaign, policy=policy)
    shallow = state.campaign.pairs.filter(pair__best_rank=1)
    assert done.aggregation.n_pairs == shallow.count()
