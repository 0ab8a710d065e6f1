"""Judge only new pairs: a running campaign grows, and its labels join older ones."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from annotation.campaigns.growing import Growth, add_pairs
from annotation.exceptions import PoolRefused
from annotation.labels.combining import Part, combine_labels
from annotation.labels.deriving import derive_labels
from annotation.labels.pool_runs import runs_that_fed
from annotation.models import Campaign, CampaignState, EventKind, LabelSet, Pool
from annotation.pools.building import build_pool_from_runs
from annotation.votes.kept import kept_votes
from ranking.models import Run
from regrade.aggregation import AggregationPolicy
from tests.annotation.answering import claim, judge
from tests.annotation.voting import cast_votes, whole
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_member,
    make_run,
    make_topics,
    make_user,
    make_variant,
)
from tests.refusals import refused

pytestmark = pytest.mark.django_db

TEXTS = {"d1": "one", "d2": "two", "d3": "three", "d4": "four", "d5": None}
MEDIAN = AggregationPolicy(aggregate="median")


@pytest.fixture
def runs(db: None) -> list[Run]:
    """The second finds other passages, one of them without a text."""
    ground = make_collection(texts=TEXTS), make_topics(queries={"q1": "a", "q2": "b", "q3": "c"})
    first = make_run("first", *ground, {"q1": ["d1", "d2"], "q2": ["d1"]})
    other = {"q1": ["d3", "d1", "d5"], "q2": ["d4", "d3"], "q3": ["d1"]}
    return [first, make_run("second", *ground, other)]


@pytest.fixture
def campaign(runs: list[Run]) -> Campaign:
    """Over the first run's passages, and judged in part."""
    pool = build_pool_from_runs(name="pool", runs=runs[:1], depth=2).pool
    campaign = make_campaign("live", pool, judgments_per_pair=2)
    return cast_votes(campaign, {("q1", "d1"): {"ann": 4, "bob": 4}, ("q2", "d1"): {"ann": 1}})


@pytest.fixture
def old(runs: list[Run]) -> LabelSet:
    return make_labels("old", runs[0].collection, runs[0].topic_set, {"q2": {"d3": 1, "d2": 5}})


def pairs(campaign: Campaign) -> set[tuple[str, str]]:
    rows = campaign.pairs.values_list("pair__topic__query_id", "pair__passage__doc_id")
    return {(query_id, doc_id) for query_id, doc_id in rows}


def test_only_what_is_new_is_added_and_people_judge_on(
    campaign: Campaign, runs: list[Run], old: LabelSet
) -> None:
    before = pairs(campaign)
    growth = add_pairs(campaign=campaign, runs=runs[1:], depth=3, without=[old])
    assert growth == Growth(2, 2, 4, n_known=1, n_labelled=1, n_textless=1, n_other_topics=1)
    assert pairs(campaign) - before == {("q1", "d3"), ("q2", "d4")}
    new = campaign.pairs.get(pair__passage__doc_id="d4")
    assert (new.slots.count(), new.pair.best_rank, new.pair.n_runs) == (2, 1, 1)
    cast_votes(campaign, {("q2", "d4"): {"ann": 5, "bob": 5}})
    [added] = Pool.objects.get(pk=campaign.pool_id).recipe["added"]
    assert (added["runs"], added["new_runs"]) == (["second"], ["second"])
    event = campaign.events.get(kind=EventKind.PAIRS_ADDED)
    assert event.details == {"runs": ["second"], "depth": 3, "n_pairs": 2, "without": ["old"]}
    made = derive_labels(name="made", campaign=campaign, policy=whole(MEDIAN)).label_set
    parts = [Part(made), Part(old)]
    both = combine_labels(name="both", parts=parts, rule="precedence", min_relevance=3)
    labelled = {row.topic.query_id: len(row.ordinals) for row in both.label_set.topic_labels.all()}
    assert labelled == {"q1": 1, "q2": 4}


def test_who_was_done_with_a_topic_gets_what_is_new_there(
    campaign: Campaign, runs: list[Run]
) -> None:
    campaign.pool.pairs.update(stratum="high")
    member = make_member(campaign, make_user("cat"))
    while served := claim(member).slots:
        judge(member, served[0].campaign_pair)
    before = {pair.pk for pair in campaign.pairs.all()}
    add_pairs(campaign=campaign, runs=runs[1:], depth=1)
    new = claim(member).slots[0].campaign_pair
    assert new.pk not in before
    assert new.pair.stratum == "high"


def test_runs_that_came_later_fed_no_label_set_made_before(
    campaign: Campaign, runs: list[Run]
) -> None:
    policy = whole(MEDIAN)
    before = derive_labels(name="before", campaign=campaign, policy=policy).label_set
    add_pairs(campaign=campaign, runs=runs[1:], depth=1)
    campaign.refresh_from_db()
    after = derive_labels(name="after", campaign=campaign, policy=policy).label_set
    before.refresh_from_db()
    assert runs_that_fed(before) == ["first"]
    assert runs_that_fed(after) == ["first", "second"]


def test_topics_are_new_only_on_request_and_a_look_adds_nothing(
    campaign: Campaign, runs: list[Run]
) -> None:
    before = pairs(campaign)
    looked = add_pairs(campaign=campaign, runs=runs, depth=1, new_topics=True, only_look=True)
    assert pairs(campaign) == before
    assert add_pairs(campaign=campaign, runs=runs, depth=1, new_topics=True) == looked
    assert pairs(campaign) - before == {("q1", "d3"), ("q2", "d4"), ("q3", "d1")}
    with refused(PoolRefused, "no_new_pair") as found:
        add_pairs(campaign=campaign, runs=runs, depth=1, new_topics=True)
    assert "5 are in it already" in str(found.value)


def test_what_does_not_fit_is_refused(campaign: Campaign, runs: list[Run]) -> None:
    far = make_run("far", make_collection("far"), runs[0].topic_set, {"q1": ["d1"]})
    far_labels = make_labels("far", far.collection, far.topic_set, {"q1": {"d1": 1}})
    for options in ({"runs": [far]}, {"runs": runs[1:], "without": [far_labels]}):
        with refused(PoolRefused, "other_ground"):
            add_pairs(campaign=campaign, depth=1, **options)
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.CLOSED)
    with refused(PoolRefused, "campaign_over"):
        add_pairs(campaign=campaign, runs=runs, depth=1)


def test_runs_over_variants_bring_pairs_of_the_originals(
    campaign: Campaign, runs: list[Run]
) -> None:
    capitals = make_variant("capitals", runs[0].topic_set)
    varied = make_run("varied", runs[0].collection, capitals, {"q1": ["d4"], "q2": ["d1"]})
    before = pairs(campaign)
    assert add_pairs(campaign=campaign, runs=[varied], depth=1).n_pairs == 1
    assert pairs(campaign) - before == {("q1", "d4")}


def test_a_pool_is_built_without_what_labels_have(runs: list[Run], old: LabelSet) -> None:
    report = build_pool_from_runs(name="new", runs=runs, depth=3, without=[old])
    assert (report.n_pairs, report.n_labelled_left_out, report.n_textless_left_out) == (6, 1, 1)
    assert report.pool.recipe["without"] == [{"name": "old", "content_hash": old.content_hash}]
    both = make_labels(
        "all", old.collection, old.topic_set, {"q1": {"d1": 1, "d2": 1}, "q2": {"d1": 1}}
    )
    with refused(PoolRefused, "empty_pool"):
        build_pool_from_runs(name="none", runs=runs[:1], depth=3, without=[both])


def test_command_and_page_add_pairs(campaign: Campaign, runs: list[Run], client: Client) -> None:
    out = StringIO()
    command = ("add_pairs", "--campaign=live", "--runs=second", "--depth=1")
    call_command(*command, "--only-look", stdout=out)
    assert "Campaign live would get:" in out.getvalue()
    client.force_login(make_user("olga", "annotation.may_organize"))
    asked = {"runs": ["second"], "depth": 1, "only_look": True}
    address = f"/api/campaigns/{campaign.pk}/pairs/add"
    seen = client.post(address, asked, content_type="application/json")
    assert (seen.status_code, seen.json()["n_pairs"]) == (200, 2)
    assert len(pairs(campaign)) == 3
    client.post(address, {**asked, "only_look": False}, content_type="application/json")
    assert len(pairs(campaign)) == 5


def test_a_pool_that_grew_has_the_ranks_of_a_pool_of_all_runs(
    runs: list[Run], campaign: Campaign
) -> None:
    pool = campaign.pool
    assert kept_votes(campaign).ranks.tolist() == [1, 1]
    add_pairs(campaign=campaign, runs=runs[1:], depth=2)
    whole_pool = build_pool_from_runs(name="whole", runs=runs, depth=2).pool
    columns = "topic", "passage", "n_runs", "best_rank"
    new_topics = {pair.topic_id for pair in whole_pool.pairs.all()} - {
        pair.topic_id for pair in pool.pairs.all()
    }
    expected = whole_pool.pairs.exclude(topic__in=new_topics)
    assert set(pool.pairs.values_list(*columns)) == set(expected.values_list(*columns))
    shallow = pool.pairs.get(topic__query_id="q1", passage__doc_id="d3")
    cast_votes(campaign, {("q1", "d3"): {"ann": 5}})
    assert shallow.best_rank == 1
    policy = whole(replace(MEDIAN, pool_depth=1))
    done = derive_labels(name="shallow", campaign=campaign, policy=policy)
    assert done.aggregation.labels["q1"].keys() == {0, 2}
