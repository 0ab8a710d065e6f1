"""The command `what_if` prints what the services answer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import CommandError

from annotation.labels.deriving import derive_labels
from evaluation.whatif.looking import look
from evaluation.whatif.states import State, asked_measure
from evaluation.whatif.turning import what_turns
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.policy_file import WholePolicy
from tests.evaluation.whatif.judged_campaign import add_two_votes, make_judged_campaign
from tests.real.real_campaign import manage
from tests.refusals import refused

pytestmark = pytest.mark.django_db
RULES = ["--aggregate=majority", "--threshold=3", "--tie=lowest"]
QUESTIONS = [
    *("order", "pairs-of-runs", "thresholds", "redraws", "turning", "turning-labels", "decisive"),
    *("sources", "topics-needed", "errors"),
]


def asked(question: str, *args: str, runs: str = "run0,run3") -> list[dict[str, Any]]:
    given = ["--campaign=judged", f"--runs={runs}", "--measure=P@3", "--draws=5", *RULES, *args]
    rows: list[dict[str, Any]] = json.loads(manage("what_if", question, *given, "--format=json"))
    return rows


def test_each_question_is_answered_as_over_the_api() -> None:
    campaign, runs = make_judged_campaign()
    add_two_votes(campaign)
    rules = AggregationPolicy(aggregate="majority", threshold=3, tie="lowest", gold="expert")
    policy = WholePolicy(rules=rules)
    state = State(campaign, policy, [runs[0], runs[3]], asked_measure("P@3"))
    derive_labels(name="ref", campaign=campaign, policy=policy)
    answers = {question: asked(question, "--reference=ref") for question in QUESTIONS}
    means = {row["run"]: row["mean"] for row in answers["order"]}
    assert means == {run.run: run.mean for run in look(state).runs}
    assert {row["reference_mean"] for row in answers["order"]} == set(means.values())
    turned = what_turns(state).means
    assert answers["turning"][0]["at most"] == turned.at_most
    of_means = [row for row in answers["turning-labels"] if row["what turns"] == "the means"]
    assert [row["doc_id"] for row in of_means] == [one.doc_id for one in turned.changes]
    best = max(means, key=lambda run: means[run])
    assert {row["ahead"] for row in answers["pairs-of-runs"]} == {best}
    assert {(row["first"], row["second"]) for row in answers["thresholds"]} == {("run0", "run3")}
    assert [row["threshold"] for row in answers["thresholds"]] == [2, 3, 4, 5]
    assert all(answers.values())
    left_out = asked("order", "--unjudged=left-out", "--pool-depth=1")
    assert {row["judged"] for row in left_out} != {row["judged"] for row in asked("order")}


def test_simulated_assessors_count_where_nobody_else_voted() -> None:
    campaign, _ = make_judged_campaign()
    campaign.memberships.update(kind="simulated")
    assert asked("order") == asked("order", "--kinds", "human", "simulated")
    with refused(CommandError, "nobody_counts"):
        asked("order", "--kinds", "human")


def test_a_question_on_two_runs_refuses_three() -> None:
    make_judged_campaign()
    with refused(CommandError, "not_two"):
        asked("turning", runs="run0,run1,run2")
