from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import relevances_by_topic
from annotation.labels.deriving import Derivation, OtherSets, derive_labels
from annotation.models import AssessorKind, Campaign, LabelSet, PairKind
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.policy_file import policy_from_json
from tests.annotation.voting import (
    Ballots,
    cast_votes,
    grade_as_expert,
    pair_of,
    voted_campaign,
    whole,
)
from tests.factories import make_campaign, make_collection, make_labels, make_pool, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db

BALLOTS: Ballots = {
    ("q1", "d1"): {"alice": 4, "bob": 3, "carol": 1},
    ("q1", "d2"): {"alice": 5, "bob": 2},
    ("q1", "d3"): {"alice": 2, "bob": 1},
    ("q2", "d1"): {"alice": 1, "bob": None},
}
N_QUERIES = 26  # COPY is not counted
MODEL = AssessorKind.MODEL
MEDIAN = AggregationPolicy(aggregate="median")
STRICT = AggregationPolicy(aggregate="majority", threshold=3)
BY_FALLBACK = AggregationPolicy(aggregate="majority", threshold=3, tie="fallback")


@pytest.fixture
def campaign(db: None) -> Campaign:
    return voted_campaign(BALLOTS)


@pytest.fixture
def judged_by_model(campaign: Campaign) -> Campaign:
    """A model has judged a pair with the people, and one alone."""
    return cast_votes(campaign, {("q2", "d1"): {"gpt": 5}, ("q2", "d2"): {"gpt": 5}}, MODEL)


def labels_over(campaign: Campaign, name: str = "old", **topics: dict[str, int]) -> LabelSet:
    pool = campaign.pool
    return make_labels(name, pool.collection, pool.topic_set, topics)


def derive(
    campaign: Campaign, policy: AggregationPolicy, name: str = "new", **options: Any
) -> Derivation:
    others = OtherSets(options.pop("fallback", None), options.pop("only_topics_of", None))
    return derive_labels(
        name=name, campaign=campaign, policy=whole(policy, **options), others=others
    )


def stored(label_set: LabelSet) -> dict[str, dict[int, int]]:
    return {
        query_id: dict(zip(ordinals.tolist(), values.tolist(), strict=True))
        for query_id, (ordinals, values) in relevances_by_topic(label_set).items()
    }


def test_derive_labels_by_median_keeps_grades_and_the_scale(campaign: Campaign) -> None:
    label_set = derive(campaign, MEDIAN).label_set
    assert stored(label_set) == {"q1": {0: 3, 1: 4, 2: 2}, "q2": {0: 1}}
    assert (label_set.scale, label_set.min_relevance) == ([1, 2, 3, 4, 5], 3)
    assert (label_set.source, label_set.campaign) == ("derived", campaign)


def test_derive_labels_by_threshold_is_binary(campaign: Campaign) -> None:
    label_set = derive(campaign, STRICT).label_set
    assert stored(label_set) == {"q1": {0: 1, 2: 0}, "q2": {0: 0}}  # the tie stays unjudged
    assert (label_set.scale, label_set.min_relevance) == ([0, 1], 1)


@pytest.mark.parametrize(("old", "expected"), [({"d2": 2}, 1), ({"d2": 1}, 0), ({"d1": 2}, 0)])
def test_derive_labels_breaks_ties_by_the_fallback_at_its_own_threshold(
    campaign: Campaign, old: dict[str, int], expected: int
) -> None:
    pool = campaign.pool
    fallback = make_labels("old", pool.collection, pool.topic_set, {"q1": old}, min_relevance=2)
    done = derive(campaign, BY_FALLBACK, fallback=fallback)
    assert stored(done.label_set)["q1"][1] == expected
    assert done.aggregation.n_ties == 1


def test_derive_labels_keeps_topics_where_what_was_relevant_stayed_so(campaign: Campaign) -> None:
    fallback = labels_over(campaign, q1={"d1": 1}, q2={"d1": 1})
    policy = AggregationPolicy(aggregate="median", require_fallback_relevant=True)
    assert stored(derive(campaign, policy, fallback=fallback).label_set).keys() == {"q1"}


def test_derive_labels_of_only_the_topics_of_others(campaign: Campaign) -> None:
    only = labels_over(campaign, q2={"d3": 0})
    assert stored(derive(campaign, MEDIAN, only_topics_of=only).label_set).keys() == {"q2"}


@pytest.mark.parametrize(
    ("policy", "given", "expected"),
    [(MEDIAN, None, 3), (MEDIAN, 4, 4), (AggregationPolicy(aggregate="majority"), 1, 1)],
)
def test_derive_labels_keeps_the_min_relevance_with_the_labels_and_the_policy(
    campaign: Campaign, policy: AggregationPolicy, given: int | None, expected: int
) -> None:
    label_set = derive(campaign, policy, min_relevance=given).label_set
    assert label_set.min_relevance == label_set.policy["min_relevance"] == expected


def test_derive_labels_asks_for_relevant_passages_at_the_given_min_relevance(
    campaign: Campaign,
) -> None:
    fallback = labels_over(campaign, q1={"d1": 1})
    policy = AggregationPolicy(aggregate="median", require_fallback_relevant=True)
    with refused(LabelsRefused, "nothing_left"):
        derive(campaign, policy, fallback=fallback, min_relevance=4)


def test_derive_labels_stores_the_whole_policy(campaign: Campaign) -> None:
    fallback = labels_over(campaign, q1={"d2": 1})
    only = labels_over(campaign, "only", q1={"d1": 1})
    label_set = derive(campaign, BY_FALLBACK, fallback=fallback, only_topics_of=only).label_set
    assert label_set.policy == {
        "scale": [1, 2, 3, 4, 5],
        "aggregate": "majority",
        "threshold": 3,
        "rounding": "up",
        "tie": "fallback",
        "min_assessors": 1,
        "min_votes": 1,
        "max_blank_share": None,
        "min_agreement": None,
        "pool_depth": None,
        "require_fallback_relevant": False,
        "decisions": "ignore",
        "gold": "none",
        "seed": None,
        "min_relevance": 1,
        "fallback": {"name": "old", "content_hash": fallback.content_hash, "min_relevance": 1},
        "only_topics_of": {"name": "only", "content_hash": only.content_hash, "min_relevance": 1},
        "kinds": ["human"],
        "models": [],
        "only": [],
        "levels": [],
        "without": [],
        "without_flags": [],
    }


def test_derive_labels_gives_gold_and_qualification_pairs_the_expert_s_grade(
    campaign: Campaign,
) -> None:
    """Their votes make no labels, whatever the policy says."""
    grade_as_expert(pair_of(campaign, "q2", "d2"), 5)
    grade_as_expert(pair_of(campaign, "q2", "d3"), 2, PairKind.QUALIFICATION)
    cast_votes(campaign, {("q2", "d2"): {"alice": 1}, ("q2", "d3"): {"bob": 1}})
    judged = {"q1": {0: 3, 1: 4, 2: 2}, "q2": {0: 1}}
    assert stored(derive(campaign, MEDIAN, "without").label_set) == judged
    done = derive(campaign, replace(MEDIAN, gold="expert"))
    assert stored(done.label_set) == {**judged, "q2": {0: 1, 1: 5, 2: 2}}
    assert (done.aggregation.n_gold, done.label_set.report["n_gold"]) == (2, 2)
    strict = derive(campaign, replace(STRICT, gold="expert"), "strict").label_set
    assert stored(strict)["q2"] == {0: 0, 1: 1, 2: 0}


def test_a_policy_from_before_gold_gives_gold_pairs_no_label(campaign: Campaign) -> None:
    grade_as_expert(pair_of(campaign, "q2", "d2"), 5)
    before = derive(campaign, MEDIAN, "before").label_set.policy
    del before["gold"]
    policy = policy_from_json(before)
    again = derive_labels(name="again", campaign=campaign, policy=policy).label_set
    assert (policy.rules.gold, stored(again)["q2"]) == ("none", {0: 1})


def test_derive_labels_reports_medians_that_were_rounded(campaign: Campaign) -> None:
    report = derive(campaign, MEDIAN).label_set.report
    assert report["medians"] == {"q1": {"d2": 3.5, "d3": 1.5}}


def test_derive_labels_reports_what_each_step_removed(campaign: Campaign) -> None:
    policy = AggregationPolicy(aggregate="majority", threshold=3, min_assessors=2)
    derive(campaign, policy)
    report = LabelSet.objects.get().report
    steps = {step["name"]: step for step in report["steps"]}
    assert steps["not judged"]["n_judgments_removed"] == 1
    assert steps["min assessors"]["topics_removed"] == ["q2"]
    assert steps["unjudged ties"]["n_pairs_removed"] == 1


def test_derive_labels_reports_votes_by_kind_of_assessor(campaign: Campaign) -> None:
    cast_votes(campaign, {("q2", "d2"): {"sim": 2}}, AssessorKind.SIMULATED)
    assert derive(campaign, MEDIAN, "people").n_votes_by_kind == {"human": 8}
    done = derive(campaign, MEDIAN, kinds=["human", "simulated"])
    assert done.label_set.report["n_votes_by_kind"] == {"human": 8, "simulated": 1}
    assert done.label_set.report["n_votes"] == 9
    assert done.n_recorded == 10


def test_derive_labels_leaves_out_votes_of_models_and_says_so(judged_by_model: Campaign) -> None:
    done = derive(judged_by_model, MEDIAN)
    assert stored(done.label_set) == {"q1": {0: 3, 1: 4, 2: 2}, "q2": {0: 1}}
    assert done.label_set.report["n_votes_by_kind"] == {"human": 8}
    step = done.label_set.report["steps"][0]
    assert (step["name"], step["n_judgments_removed"]) == ("assessors", 2)
    assert (done.n_recorded, done.label_set.policy["models"]) == (11, [])


@pytest.mark.parametrize("name", ["P-gpt", "gpt"])
def test_derive_labels_counts_votes_of_models_that_are_named(
    judged_by_model: Campaign, name: str
) -> None:
    label_set = derive(judged_by_model, MEDIAN, models=[name]).label_set
    assert stored(label_set) == {"q1": {0: 3, 1: 4, 2: 2}, "q2": {0: 3, 1: 5}}
    assert label_set.report["n_votes_by_kind"] == {"human": 8, "model": 2}
    assert label_set.policy["models"] == [{"pseudonym": "P-gpt", "name": "gpt"}]


def test_derive_labels_naming_no_model_of_the_campaign_is_refused(
    judged_by_model: Campaign,
) -> None:
    with refused(LabelsRefused, "unknown_assessor") as caught:
        derive(judged_by_model, MEDIAN, models=["gpt", "alice"])
    assert "'alice'; it has P-gpt (gpt)" in str(caught.value)


def test_derive_labels_of_models_alone_says_why_nothing_remains(campaign: Campaign) -> None:
    other = make_campaign("other", campaign.pool)
    cast_votes(other, {("q1", "d1"): {"gpt": 5}}, AssessorKind.MODEL)
    with refused(LabelsRefused, "nobody_counts"):
        derive(other, MEDIAN)


def test_derive_labels_of_no_judgments_is_refused() -> None:
    with refused(LabelsRefused, "no_judgments"):
        derive(voted_campaign({}), MEDIAN)


def test_derive_labels_that_leave_nothing_is_refused_naming_the_step(campaign: Campaign) -> None:
    with refused(LabelsRefused, "nothing_left") as caught:
        derive(campaign, AggregationPolicy(aggregate="median", min_assessors=4))
    assert "'min assessors' removed the last 8 judgments of 2 topics" in str(caught.value)
    assert not LabelSet.objects.exists()


@pytest.mark.parametrize(
    ("policy", "min_relevance", "code"),
    [
        (BY_FALLBACK, None, "fallback_missing"),
        (AggregationPolicy(aggregate="majority", threshold=9), None, "unfit_policy"),
        (MEDIAN, 6, "unfit_policy"),
        (MEDIAN, 5, "none_relevant"),
        (AggregationPolicy(aggregate="median", threshold=5), None, "none_relevant"),
        (AggregationPolicy(aggregate="majority"), 2, "none_relevant"),
    ],
    ids=[
        "no fallback",
        "threshold",
        "off the scale",
        "above a median",
        "threshold above a median",
        "above a majority",
    ],
)
def test_derive_labels_by_a_policy_that_does_not_fit_is_refused(
    campaign: Campaign, policy: AggregationPolicy, min_relevance: int | None, code: str
) -> None:
    with refused(LabelsRefused, code):
        derive(campaign, policy, min_relevance=min_relevance)


def test_derive_labels_by_a_policy_for_another_scale_is_refused(campaign: Campaign) -> None:
    with refused(LabelsRefused, "other_scale"):
        derive(campaign, MEDIAN, scale=(0, 1))


@pytest.mark.parametrize("option", ["fallback", "only_topics_of"])
def test_derive_labels_with_labels_of_other_topics_is_refused(
    campaign: Campaign, option: str
) -> None:
    other = make_labels(
        "other", campaign.pool.collection, make_topics("other-needs"), {"q1": {"d1": 1}}
    )
    given: dict[str, Any] = {option: other}
    with refused(LabelsRefused, "other_topic_set"):
        derive(campaign, MEDIAN, **given)


def test_derive_labels_with_a_fallback_of_another_collection_is_refused(
    campaign: Campaign,
) -> None:
    other = make_labels(
        "other", make_collection("shrubs"), campaign.pool.topic_set, {"q1": {"d1": 1}}
    )
    with refused(LabelsRefused, "other_collection"):
        derive(campaign, BY_FALLBACK, fallback=other)


@pytest.mark.parametrize("n_topics", [2, 50])
def test_derive_labels_takes_a_fixed_number_of_queries(n_topics: int) -> None:
    topic_set = make_topics(queries={f"q{i}": "?" for i in range(n_topics)})
    pool = make_pool(collection=make_collection(), topic_set=topic_set)
    ballots: Ballots = {(f"q{i}", "d1"): {"alice": 4} for i in range(n_topics)}
    campaign = cast_votes(make_campaign(pool=pool), ballots)
    relevances = {query_id: {"d1": 1} for query_id, _ in ballots}
    fallback = make_labels("old", pool.collection, topic_set, relevances)
    policy = AggregationPolicy(aggregate="median", require_fallback_relevant=True)
    with CaptureQueriesContext(connection) as queries:
        derive(campaign, policy, fallback=fallback, only_topics_of=fallback)
    assert len(queries) == N_QUERIES
