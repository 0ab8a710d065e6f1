"""Two runs watched while a campaign runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation.labels.deriving import derive_labels
from annotation.models import AssessorKind, Campaign, CampaignPair, ExpertGrade, PairKind
from annotation.pools.building import build_pool_from_runs
from evaluation.comparisons.freezing import compare_runs
from evaluation.comparisons.question import Question
from evaluation.scores.measures import measures_of
from ranking.lookup import by_name
from ranking.models import Run
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.policy_file import WholePolicy
from regrade.significance import watch_mean
from tests.annotation.voting import cast_votes
from tests.factories import (
    make_campaign,
    make_collection,
    make_run,
    make_topics,
)

pytestmark = pytest.mark.django_db
RANKINGS = {
    "first": {"q1": ["d1", "d2"], "q2": ["d1", "d2"], "q3": ["d2", "d1"]},
    "second": {"q1": ["d2", "d1"], "q2": ["d2", "d1"], "q3": ["d2", "d1"]},
}


@pytest.fixture
def campaign() -> Campaign:
    texts = {"d1": "Firs.", "d2": "Larches."}
    queries = {name: f"what of {name}" for name in ("q1", "q2", "q3")}
    ground = make_collection(texts=texts), make_topics(queries=queries)
    runs = [make_run(name, *ground, rankings) for name, rankings in RANKINGS.items()]
    pool = build_pool_from_runs(name="pool", runs=runs, depth=2).pool
    return make_campaign("live", pool, judgments_per_pair=2)


def watch(client: Client, campaign: Campaign, **asked: Any) -> Any:
    query = {"baseline": "first", "run": "second", "measure": "RR@10"} | asked
    return client.get(f"/api/campaigns/{campaign.pk}/watch", query)


def settle(campaign: Campaign, query_id: str, relevant: str, **how: Any) -> None:
    """Two votes on each of the topic's pairs."""
    grades = {doc_id: 5 if doc_id == relevant else 1 for doc_id in ("d1", "d2")}
    ballots = {(query_id, doc): {"ann": grade, "bob": grade} for doc, grade in grades.items()}
    cast_votes(campaign, ballots, **how)


def test_topics_count_once_all_their_votes_came_in_that_order(
    organizer: Client, campaign: Campaign
) -> None:
    assert watch(organizer, campaign).json()["topics"] == []
    settle(campaign, "q2", "d2")
    cast_votes(campaign, {("q1", "d1"): {"ann": 5, "bob": 5}, ("q1", "d2"): {"ann": 1}})
    seen = watch(organizer, campaign).json()
    assert [topic["query_id"] for topic in seen["topics"]] == ["q2"]
    cast_votes(campaign, {("q1", "d2"): {"bob": 1}})
    seen = watch(organizer, campaign).json()
    assert seen["n_planned"] == 3
    assert [topic["query_id"] for topic in seen["topics"]] == ["q2", "q1"]
    assert [(topic["baseline"], topic["run"]) for topic in seen["topics"]] == [(0.5, 1), (1, 0.5)]
    expected = watch_mean([0.5, -0.5], n_planned=3)
    for name, column in (("mean", "means"), ("low", "lows"), ("high", "highs")):
        found = [topic[name] for topic in seen["topics"]]
        np.testing.assert_allclose(found, getattr(expected, column))


def test_when_all_is_done_it_says_what_the_comparison_says(
    organizer: Client, campaign: Campaign
) -> None:
    for query_id, relevant in (("q3", "d1"), ("q1", "d1"), ("q2", "d1")):
        settle(campaign, query_id, relevant)
    last = watch(organizer, campaign).json()["topics"][-1]
    labels = derive_labels(
        name="derived",
        campaign=campaign,
        policy=WholePolicy(rules=AggregationPolicy(aggregate="median")),
    ).label_set
    runs = [by_name(Run, name) for name in RANKINGS]
    question = Question(runs[1:], [labels], measures_of("RR@10"), baseline=runs[0])
    cell = compare_runs(question=question).blocks[0].contrasts[0].cells[0]
    for name in ("mean", "low", "high"):
        assert last[name] == pytest.approx(cell.difference)


def test_votes_of_simulated_assessors_count_where_nobody_else_voted(
    organizer: Client, campaign: Campaign
) -> None:
    settle(campaign, "q1", "d2", kind=AssessorKind.SIMULATED)
    assert [topic["run"] for topic in watch(organizer, campaign).json()["topics"]] == [1]


def test_votes_of_models_beside_people_make_no_topic_done(
    organizer: Client, campaign: Campaign
) -> None:
    settle(campaign, "q1", "d2", kind=AssessorKind.MODEL)
    cast_votes(campaign, {("q2", "d1"): {"cyd": 1}})
    assert watch(organizer, campaign).json()["topics"] == []


def test_a_vote_that_is_changed_leaves_its_topic_in_its_place(
    organizer: Client, campaign: Campaign
) -> None:
    settle(campaign, "q2", "d2")
    settle(campaign, "q1", "d2")
    cast_votes(campaign, {("q2", "d1"): {"ann": 2}})
    topics = watch(organizer, campaign).json()["topics"]
    assert [topic["query_id"] for topic in topics] == ["q2", "q1"]


def test_an_overlap_pair_without_votes_holds_its_topic_back(
    organizer: Client, campaign: Campaign
) -> None:
    held = campaign.pairs.get(pair__topic__query_id="q1", pair__passage__doc_id="d2")
    held.slots.all().delete()
    CampaignPair.objects.filter(pk=held.pk).update(kind=PairKind.OVERLAP, wanted=None)
    cast_votes(campaign, {("q1", "d1"): {"ann": 5, "bob": 5}})
    seen = watch(organizer, campaign).json()
    assert (seen["n_planned"], seen["topics"]) == (3, [])


def test_known_grades_are_labels(organizer: Client, campaign: Campaign) -> None:
    gold = campaign.pairs.get(pair__topic__query_id="q1", pair__passage__doc_id="d2")
    gold.slots.all().delete()
    CampaignPair.objects.filter(pk=gold.pk).update(kind=PairKind.GOLD, wanted=None)
    ExpertGrade.objects.create(campaign_pair=gold, grade=campaign.grades.get(value=5))
    cast_votes(campaign, {("q1", "d1"): {"ann": 1, "bob": 1}})
    assert [topic["run"] for topic in watch(organizer, campaign).json()["topics"]] == [1]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"run": "first"}, "only_the_baseline"),
        ({"measure": "MFR@10"}, "measure_not_watched"),
        ({"measure": "DCG@10"}, "measure_not_watched"),
        ({"measure": "nDCG(unjudged=1)@10"}, "measure_not_watched"),
        ({"measure": "Judged@10"}, "measure_not_watched"),
        ({"measure": "AP,RR@10"}, "not_one_measure"),
        ({"run": "third"}, "not_found"),
        ({"run": "far"}, "other_topic_set"),
    ],
)
def test_what_cannot_be_watched_is_refused(
    asked: dict[str, str], code: str, organizer: Client, campaign: Campaign
) -> None:
    make_run("far", make_collection("others"), make_topics("far"), {"q1": ["d1"]})
    settle(campaign, "q1", "d2")
    assert watch(organizer, campaign, **asked).json()["code"] == code
    assert watch(organizer, campaign, min_relevance="9").status_code == 400


def test_more_topics_cost_no_more_queries(organizer: Client, campaign: Campaign) -> None:
    counts = []
    for query_id in ("q1", "q2", "q3"):
        settle(campaign, query_id, "d1")
        with CaptureQueriesContext(connection) as queries:
            watch(organizer, campaign)
        counts.append(len(queries))
    assert len(set(counts)) == 1
