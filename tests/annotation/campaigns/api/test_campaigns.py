from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from annotation.campaigns.pair_kinds import PairKinds
from annotation.models import AssessorKind, Campaign, CampaignState, Membership, Role
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db

NO_PAIRS = PairKinds()._asdict()


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign()


@pytest.fixture
def judged(campaign: Campaign) -> Campaign:
    """Two assessors on one pair: grades 2 and 4; a third could not judge it."""
    pair = campaign.pairs.order_by("pk")[0]
    for member, grade in zip(assessors(campaign, 3), (2, 4, None), strict=True):
        store_answer(member, pair, grade)
    return campaign


def test_an_organizer_sees_every_campaign(organizer: Client, judged: Campaign) -> None:
    [row] = organizer.get("/api/campaigns").json()
    assert (row["name"], row["pairs"]["regular"], row["n_wanted"], row["n_votes"]) == (
        "campaign",
        6,
        18,
        2,
    )


@pytest.mark.parametrize("role", Role)
def test_an_adjudicator_is_not_sent_to_judge(
    role: Role, campaign: Campaign, alice: User, client: Client
) -> None:
    Membership.objects.filter(pk=make_member(campaign, alice).pk).update(role=role)
    client.force_login(alice)
    [row] = client.get("/api/campaigns").json()
    assert row["is_assessor"] == (role == Role.ASSESSOR)


def test_an_assessor_sees_own_campaigns_only(
    campaign: Campaign, alice: User, mallory: User, client: Client
) -> None:
    make_member(campaign, alice)
    seen = []
    for user in (alice, mallory):
        client.force_login(user)
        seen.append([row["name"] for row in client.get("/api/campaigns").json()])
    assert seen == [["campaign"], []]


def test_simulated_assessors_are_reported(organizer: Client, campaign: Campaign) -> None:
    make_member(campaign, make_user("simulated"), AssessorKind.SIMULATED)
    [row] = organizer.get("/api/campaigns").json()
    assert row["is_simulated"] is True


def test_the_board_counts_what_was_judged(organizer: Client, judged: Campaign) -> None:
    board = organizer.get(f"/api/campaigns/{judged.pk}/board").json()
    assert board["progress"] == {
        "pairs": {**NO_PAIRS, "regular": 6},
        "n_wanted": 18,
        "n_votes": 2,
        "n_left": 16,
        "n_set_aside": 0,
        "n_waiting_for_adjudication": 0,
        "n_further": 0,
        "n_overlap_votes": 0,
        "n_pairs_not_judged": 1,
        "n_surplus": 0,
    }
    assert [topic["query_id"] for topic in board["topics"]] == ["q1", "q2"]
    assert [grade["n"] for grade in board["grades"]] == [0, 1, 0, 1, 0]
    assert {one["pseudonym"] for one in board["assessors"]} == {"P-1", "P-2", "P-3"}
    assert board["agreement"]["overall"]["n_votes"] == 2
    assert board["most_frequent_group"] is None


@pytest.mark.parametrize(("field", "value"), [("allows_sign_up", False), ("state", "closed")])
def test_the_board_says_whether_anybody_may_sign_up(
    field: str, value: object, organizer: Client, campaign: Campaign
) -> None:
    found = []
    for fields in ({"allows_sign_up": True}, {field: value}):
        Campaign.objects.update(**fields)
        board = organizer.get(f"/api/campaigns/{campaign.pk}/board").json()
        found.append(board["campaign"]["takes_sign_ups"])
    assert found == [True, False]


def test_an_organizer_who_judges_stays_blind_until_it_is_closed(
    organizer: Client, judged: Campaign, carol: User
) -> None:
    make_member(judged, carol)
    board = organizer.get(f"/api/campaigns/{judged.pk}/board").json()
    assert (board["grades"], board["agreement"]) == (None, None)
    Campaign.objects.update(state=CampaignState.CLOSED)
    assert organizer.get(f"/api/campaigns/{judged.pk}/board").json()["agreement"] is not None


@pytest.mark.parametrize("n_members", [2, 50])
def test_the_board_costs_the_same_for_many_assessors(
    n_members: int,
    organizer: Client,
    campaign: Campaign,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    assessors(campaign, n_members)
    with django_assert_num_queries(46):
        organizer.get(f"/api/campaigns/{campaign.pk}/board")


@pytest.mark.parametrize("n_campaigns", [2, 20])
def test_the_list_costs_the_same_for_many_campaigns(
    n_campaigns: int,
    organizer: Client,
    campaign: Campaign,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for i in range(n_campaigns):
        make_campaign(f"campaign{i}", campaign.pool)
    with django_assert_num_queries(10):
        organizer.get("/api/campaigns")


def test_votes_of_each_campaign_are_its_own(organizer: Client, judged: Campaign) -> None:
    other = make_campaign("other", judged.pool, judgments_per_pair=1)
    everybodys = other.pairs.all()[0]
    everybodys.slots.all().delete()
    other.pairs.filter(pk=everybodys.pk).update(kind="overlap", wanted=None)
    rows = {row["name"]: row for row in organizer.get("/api/campaigns").json()}
    counts = {name: (row["pairs"], row["n_wanted"], row["n_votes"]) for name, row in rows.items()}
    assert counts == {
        "campaign": ({**NO_PAIRS, "regular": 6}, 18, 2),
        "other": ({**NO_PAIRS, "regular": 5, "for_all": 1}, 5, 0),
    }
