"""Who judged a passage how, and who may see that."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.labels.combining import Part, combine_labels
from annotation.labels.deriving import derive_labels
from annotation.models import Campaign, CampaignState, LabelSet, PairKind
from regrade.aggregation import AggregationPolicy
from tests.annotation.answering import judge
from tests.annotation.voting import Ballots, cast_votes, member_named, pair_of, whole
from tests.evaluation.asking import got, n_queries
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_member,
    make_pool,
    make_run,
    make_topics,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    pool = make_pool(collection=make_collection(), topic_set=make_topics())
    campaign = make_campaign("live", pool)
    ballots: Ballots = {("q1", "d1"): {"ann": 4, "bob": 5}, ("q2", "d1"): {"ann": None}}
    return cast_votes(campaign, {**ballots, ("q2", "d2"): {"ann": 1}})


def judged(client: Client, doc_id: str = "d1", **asked: Any) -> dict[str, Any]:
    query = {"collection": "trees", "doc_id": doc_id} | asked
    return got(client, "passage/judgments", query)


def grades(found: dict[str, Any]) -> dict[str, dict[str, list[int | None]]]:
    """By topic and campaign."""
    return {
        topic["query_id"]: {
            one["campaign"]: [vote["grade"] for vote in one["votes"]] for one in topic["campaigns"]
        }
        for topic in found["rows"]
    }


def derived(campaign: Campaign, name: str = "hers") -> LabelSet:
    policy = whole(AggregationPolicy(aggregate="median"))
    derive_labels(name=name, campaign=campaign, policy=policy)
    return LabelSet.objects.get(name=name)


def test_votes_stand_by_topic_and_campaign(campaign: Campaign, organizer: Client) -> None:
    found = judged(organizer)
    assert grades(found) == {"q1": {"live": [4, 5]}, "q2": {"live": [None]}}
    assert (found["shows_votes"], found["n"], found["n_votes"]) == (True, 2, 3)
    [here] = found["rows"][0]["campaigns"]
    assert (here["id"], here["pair"]) == (campaign.pk, pair_of(campaign, "q1", "d1").pk)
    vote = here["votes"][0]
    assert (vote["pseudonym"], vote["assessor_kind"], vote["grade_name"]) == ("P-ann", "human", "4")
    without = found["rows"][1]["campaigns"][0]["votes"][0]
    assert (without["grade_name"], bool(without["reason_not_judged"])) == ("", True)


def test_a_vote_comes_with_its_note_and_highlights(campaign: Campaign, organizer: Client) -> None:
    judge(
        member_named(campaign, "eve"),
        pair_of(campaign, "q1", "d3"),
        5,
        spans=[(0, 4)],
        note="It says so.",
    )
    [topic] = judged(organizer, "d3")["rows"]
    [vote] = topic["campaigns"][0]["votes"]
    assert (vote["spans"], vote["note"]) == ([[0, 4]], "It says so.")


def test_labels_stand_beside_votes_and_alone(campaign: Campaign, organizer: Client) -> None:
    ground = campaign.pool.collection, campaign.pool.topic_set
    make_labels("old", *ground, {"q1": {"d1": 2}, "q2": {"d3": 1}}, min_relevance=2)
    label = {"label_set": "old", "relevance": 2, "min_relevance": 2}
    assert [topic["labels"] for topic in judged(organizer)["rows"]] == [[label], []]
    [alone] = judged(organizer, "d3")["rows"]
    assert (alone["query_id"], alone["labels"][0]["relevance"], alone["campaigns"]) == ("q2", 1, [])


def test_researchers_see_labels_alone(campaign: Campaign, client: Client) -> None:
    derived(campaign)
    client.force_login(make_user("rita", "ranking.may_research"))
    found = judged(client)
    assert (found["shows_votes"], found["n_votes"]) == (False, 0)
    assert grades(found) == {"q1": {}}
    assert found["rows"][0]["labels"][0]["label_set"] == "hers"


def test_gold_pairs_and_surplus_grades_are_no_votes(campaign: Campaign, organizer: Client) -> None:
    campaign.pairs.filter(pk=pair_of(campaign, "q2", "d2").pk).update(
        kind=PairKind.GOLD, wanted=None
    )
    assert judged(organizer, "d2")["rows"] == []
    cast_votes(campaign, {("q1", "d1"): {"cid": 3, "dan": 2}})
    assert grades(judged(organizer))["q1"] == {"live": [4, 5, 3]}


@pytest.fixture
def judging_organizer(campaign: Campaign, client: Client) -> User:
    """An organizer who judges in the campaign, which has derived labels already."""
    user = make_user("ina", "annotation.may_organize")
    make_member(campaign, user)
    ground = campaign.pool.collection, campaign.pool.topic_set
    old = make_labels("old", *ground, {"q2": {"d1": 1}})
    parts = [Part(old), Part(derived(campaign))]
    combine_labels(name="mixed", parts=parts, rule="union", min_relevance=1)
    make_run("one", *ground, {"q1": ["d1"], "q2": ["d1"]})
    client.force_login(user)
    return user


def labels(found: dict[str, Any]) -> set[str]:
    return {one["label_set"] for topic in found["rows"] for one in topic["labels"]}


def test_who_judges_sees_neither_votes_nor_labels_that_rest_on_them(
    campaign: Campaign, judging_organizer: User, client: Client
) -> None:
    other = make_campaign(
        "other", make_pool("more", campaign.pool.collection, campaign.pool.topic_set)
    )
    cast_votes(other, {("q1", "d1"): {"zoe": 2}})
    query = {"collection": "trees", "doc_id": "d1"}
    states = {
        state: Campaign.objects.filter(pk=campaign.pk).update(state=state)
        and (
            grades(judged(client)),
            labels(judged(client)),
            labels(client.get("/api/passage/rankings", query).json()),
            set(client.get("/api/collections/one", {"name": "trees"}).json()["label_sets"]),
            set(client.get("/api/topic-sets/one", {"name": "needs"}).json()["label_sets"]),
            client.get("/api/topic-sets/topics", {"name": "needs", "labels": "hers"}).status_code,
        )
        for state in CampaignState.values
    }
    blind = ({"q1": {"other": [2]}, "q2": {}}, {"old"}, {"old"}, {"old"}, {"old"}, 404)
    every = {"old", "hers", "mixed"}
    votes = {"q1": {"live": [4, 5], "other": [2]}, "q2": {"live": [None]}}
    seen = (votes, every, every, every, every, 200)
    over = {CampaignState.CLOSED.value, CampaignState.ARCHIVED.value}
    assert states == {state: seen if state in over else blind for state in CampaignState.values}


def test_topics_come_twenty_a_page(organizer: Client) -> None:
    queries = {f"q{n}": "query" for n in range(45)}
    pool = make_pool(collection=make_collection(), topic_set=make_topics(queries=queries))
    cast_votes(make_campaign(pool=pool), {(query_id, "d1"): {"ann": 1} for query_id in queries})
    found = judged(organizer, page=3)
    assert list(grades(found)) == [f"q{n}" for n in range(40, 45)]
    assert (found["n"], found["n_votes"], found["n_pages"]) == (45, 45, 3)


def test_more_votes_and_labels_take_no_more_queries(organizer: Client) -> None:
    def queries(n: int) -> int:
        ground = (
            make_collection(f"of-{n}"),
            make_topics(f"of-{n}", {f"q{i}": "query" for i in range(n)}),
        )
        campaign = make_campaign(f"c-{n}", make_pool(f"p-{n}", *ground))
        votes = {(f"q{i}", "d1"): {"ann": 1, "bob": 2} for i in range(n)}
        cast_votes(campaign, votes)
        for i in range(n):
            make_labels(f"labels-{n}-{i}", *ground, {"q1": {"d1": 1}})
        return n_queries(lambda: judged(organizer, collection=f"of-{n}"))

    assert queries(2) == queries(50)
