"""One topic through the API: rankings with labels, ranks, votes and scores."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from annotation.labels.deriving import derive_labels
from annotation.models import Campaign
from annotation.pools.building import build_pool_from_runs
from ranking.models import Collection, TopicSet
from regrade.aggregation import AggregationPolicy
from tests.annotation.answering import judge
from tests.annotation.voting import cast_votes, member_named, pair_of, whole
from tests.evaluation.asking import got, n_queries
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_run,
    make_topics,
    make_user,
    make_variant,
)

pytestmark = pytest.mark.django_db
Ground = tuple[Collection, TopicSet]


@pytest.fixture
def ground() -> Ground:
    collection = make_collection(texts={f"d{n}": f"Text {n}." for n in range(1, 6)})
    ground = collection, make_topics(queries={"q1": "first", "q2": "second", "q3": "third"})
    make_run("a", *ground, {"q1": ["d1", "d2", "d3"], "q2": ["d1"]})
    make_run("b", *ground, {"q1": ["d3", "d4"]})
    make_labels("old", *ground, {"q1": {"d2": 1, "d3": 0, "d5": 1}})
    make_labels("new", *ground, {"q1": {"d1": 3, "d3": 1}}, min_relevance=2)
    return ground


def look(client: Client, **asked: Any) -> dict[str, Any]:
    query = {"topic_set": "needs", "query_id": "q1", "runs": "a,b", "labels": "old,new"} | asked
    return got(client, "topic", {key: text for key, text in query.items() if text})


def test_each_passage_comes_with_its_labels_and_its_ranks(
    ground: Ground, researcher: Client
) -> None:
    found = look(researcher)
    a, b = found["rankings"]
    assert [(row["rank"], row["passage"]["doc_id"]) for row in b["passages"]] == [
        (1, "d3"),
        (2, "d4"),
    ]
    third = a["passages"][2]["passage"]
    assert (third["doc_id"], third["text"]) == ("d3", "Text 3.")
    assert (third["relevances"], third["ranks"], third["votes"]) == ([0, 1], [3, 1], [])
    assert b["passages"][1]["passage"]["relevances"] == [None, None]
    relevant = {one["doc_id"]: (one["relevances"], one["ranks"]) for one in found["relevant"]}
    assert relevant == {
        "d1": ([None, 3], [1, None]),
        "d2": ([1, None], [2, None]),
        "d5": ([1, None], [None, None]),
    }
    assert [(one["n_judged"], one["n_relevant"]) for one in found["labels"]] == [(3, 2), (2, 1)]


def test_scores_are_those_of_the_topic_alone(ground: Ground, researcher: Client) -> None:
    found = look(researcher, measures="RR@10,MFR@2")
    scores = [
        [(one["labels"], one["measure"], one["value"]) for one in ranking["scores"]]
        for ranking in found["rankings"]
    ]
    assert scores[0] == [
        ("old", "RR@10", 0.5),
        ("old", "MFR@2", 2.0),
        ("new", "RR@10", 1.0),
        ("new", "MFR@2", 1.0),
    ]


def test_a_topic_without_labels_or_rankings_has_no_scores(
    ground: Ground, researcher: Client
) -> None:
    found = look(researcher, query_id="q3")
    assert [one["value"] for one in found["rankings"][0]["scores"]] == [None] * 4
    assert (found["rankings"][0]["passages"], found["relevant"]) == ([], [])
    assert (found["place"], found["n_topics"], found["previous"], found["next"]) == (
        3,
        3,
        "q2",
        None,
    )


def test_a_run_over_a_variant_stands_beside_the_original(
    ground: Ground, researcher: Client
) -> None:
    collection, topics = ground
    variant = make_variant("needs-typo", topics)
    make_run("typo", collection, variant, {"q1": ["d2"]})
    found = look(researcher, runs="a,typo")
    assert found["rankings"][1]["query"] == variant.topics.get(query_id="q1").query
    assert found["rankings"][0]["query"] is None
    assert found["rankings"][1]["scores"][0]["value"] == 1.0


def test_a_run_over_a_variant_of_the_passages_shows_its_own_text(
    campaign: Campaign, ground: Ground, client: Client
) -> None:
    """Highlights are of the text that was judged, and stand beside no other."""
    judge(member_named(campaign, "eve"), pair_of(campaign, "q1", "d1"), 5, spans=[(0, 4)])
    noisy = make_collection("noisy", texts={f"d{n}": f"Txet {n}." for n in range(1, 6)})
    Collection.objects.filter(pk=noisy.pk).update(
        parent=ground[0], recipe={"kind": "swap_characters"}, seed=1
    )
    make_run("over-noise", Collection.objects.get(pk=noisy.pk), ground[1], {"q1": ["d1"]})
    client.force_login(make_user("olga", "annotation.may_organize"))
    for labels in ({"labels": "old"}, {}):
        found = look(client, **{"runs": "over-noise,pooled", "labels": ""} | labels)
        over, own = (ranking["passages"][0]["passage"] for ranking in found["rankings"])
        assert (over["text"], own["text"]) == ("Txet 1.", "Text 1.")
        assert over["ranks"] == own["ranks"] == [1, 1]
        assert [vote["spans"] for vote in own["votes"]] == [[[0, 4]]]
        assert [(vote["grades"], vote["spans"]) for vote in over["votes"]] == [([4, 5, 5], [])]


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"runs": "a,over-else"}, 400, "other_collection"),
        ({"runs": "", "labels": "old,else-labels"}, 400, "other_collection"),
        ({"query_id": "q9"}, 404, "not_found"),
        ({"runs": "a,none"}, 404, "not_found"),
        ({"labels": "none"}, 404, "not_found"),
        ({"runs": "far"}, 400, "other_topic_set"),
        ({"runs": "", "labels": "far-labels"}, 400, "other_topic_set"),
    ],
)
def test_what_cannot_be_looked_at_is_refused(
    ground: Ground, researcher: Client, asked: dict[str, str], status: int, code: str
) -> None:
    other = make_topics("other", queries={"q1": "else"})
    make_run("far", ground[0], other, {"q1": ["d1"]})
    make_labels("far-labels", ground[0], other, {"q1": {"d1": 1}})
    elsewhere = make_collection("else")
    make_run("over-else", elsewhere, ground[1], {"q1": ["d1"]})
    make_labels("else-labels", elsewhere, ground[1], {"q1": {"d1": 1}})
    query = {"topic_set": "needs", "query_id": "q1", "runs": "a", "labels": ""} | asked
    answer = researcher.get("/api/topic", {key: text for key, text in query.items() if text})
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.fixture
def campaign(ground: Ground) -> Campaign:
    run = make_run("pooled", *ground, {"q1": ["d1", "d2"]})
    campaign = make_campaign("live", build_pool_from_runs(name="pool", runs=[run], depth=2).pool)
    return cast_votes(campaign, {("q1", "d1"): {"ann": 4, "bob": 5}, ("q1", "d2"): {"ann": 1}})


def test_labels_that_are_hidden_are_not_there(campaign: Campaign, client: Client) -> None:
    """Who judges an open campaign sees nothing that rests on it, here as elsewhere."""
    derive_labels(
        name="hers", campaign=campaign, policy=whole(AggregationPolicy(aggregate="median"))
    )
    assessor = campaign.memberships.first()
    assert assessor is not None
    assessor.user = make_user("ina", "ranking.may_research")
    assessor.save()
    client.force_login(assessor.user)
    asked = {"topic_set": "needs", "query_id": "q1", "labels": "hers"}
    assert client.get("/api/topic", asked).status_code == 404
    assert client.get("/api/topic", asked | {"labels": "old"}).status_code == 200


def test_votes_are_shown_to_organizers_alone_and_not_to_who_judges(
    campaign: Campaign, client: Client
) -> None:
    def grades() -> list[Any]:
        [ranking] = look(client, runs="pooled")["rankings"]
        return [row["passage"]["votes"] for row in ranking["passages"]]

    client.force_login(make_user("rita", "ranking.may_research"))
    assert grades() == [[], []]
    client.force_login(make_user("olga", "annotation.may_organize"))
    votes = {"campaign": "live", "n_not_judged": 0, "spans": []}
    assert grades() == [[votes | {"grades": [4, 5]}], [votes | {"grades": [1]}]]
    assessor = campaign.memberships.first()
    assert assessor is not None
    judge = make_user("ina", "annotation.may_organize")
    assessor.user = judge
    assessor.save()
    client.force_login(judge)
    assert grades() == [[], []]


def test_more_runs_take_no_more_queries(ground: Ground, researcher: Client) -> None:
    for n in range(20):
        make_run(f"run-{n}", *ground, {"q1": ["d1", "d2", "d3", "d4"]})

    def queries(runs: str) -> int:
        return n_queries(lambda: look(researcher, runs=runs))

    assert queries("a,b") == queries(",".join(f"run-{n}" for n in range(20)))
