from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation.models import (
    Campaign,
    CampaignPair,
    CampaignState,
    Cause,
    ExpertGrade,
    Judgment,
    Membership,
    PairKind,
)
from tests.annotation.answering import claim_one, judge
from tests.annotation.stored_answers import store_answer
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign(judgments_per_pair=1)


@pytest.fixture
def member(campaign: Campaign, alice: User) -> Membership:
    return make_member(campaign, alice)


def members(client: Client, campaign: Campaign) -> Any:
    return client.get(f"/api/campaigns/{campaign.pk}/members").json()


def act(client: Client, member: Membership, what: str, **body: Any) -> Any:
    address = f"/api/campaigns/{member.campaign_id}/members/{member.pk}/{what}"
    return client.post(address, body, content_type="application/json")


def judge_gold(member: Membership, expert: int, given: int) -> None:
    pair = member.campaign.pairs.all()[0]
    pair.slots.all().delete()
    CampaignPair.objects.filter(pk=pair.pk).update(kind=PairKind.GOLD, wanted=None)
    ExpertGrade.objects.create(campaign_pair=pair, grade=member.campaign.grades.get(value=expert))
    judge(member, pair, given, active_ms=1)


def test_members_are_listed_with_these_keys_and_no_account(
    organizer: Client, campaign: Campaign, member: Membership
) -> None:
    [row] = members(organizer, campaign)
    assert set(row) == {
        "membership",
        "n_judged",
        "n_not_judged",
        "n_decisions",
        "last_active_at",
        "pace",
        "gold",
    }
    assert set(row["membership"]) == {
        "id",
        "pseudonym",
        "role",
        "kind",
        "english_level",
        "quota",
        "n_served",
        "n_attempts",
        "joined_at",
        "consented_at",
        "qualified_at",
        "suspended_at",
        "withdrawn_at",
    }


def test_no_answer_to_an_organizer_holds_an_assessors_name(
    organizer: Client, campaign: Campaign
) -> None:
    account = make_user("zebedee")
    member = Membership.objects.create(campaign=campaign, user=account, pseudonym="P1")
    pair = judge(member, claim_one(member)).campaign_pair
    answers = [
        organizer.get(f"/api/campaigns/{campaign.pk}/members"),
        organizer.get(f"/api/campaigns/{campaign.pk}/pairs/{pair.pk}/judgments"),
        organizer.get(f"/api/campaigns/{campaign.pk}/board"),
        act(organizer, member, "pause"),
        act(organizer, member, "resume"),
        act(organizer, member, "withdraw", work="drop"),
    ]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    assert [a.content for a in answers if b"zebedee" in a.content] == []


def test_members_are_counted_and_flagged(
    organizer: Client, campaign: Campaign, member: Membership
) -> None:
    judge_gold(member, expert=4, given=5)
    judge(member, campaign.pairs.all()[1], None)
    [row] = members(organizer, campaign)
    assert (row["n_judged"], row["n_not_judged"]) == (1, 1)
    assert row["pace"] == {
        "n_timed": 1,
        "n_too_fast": 1,
        "too_fast_share": 1.0,
        "is_flagged": False,
    }
    assert row["gold"] == {
        "n_gold": 1,
        "n_as_expert": 0,
        "as_expert_share": 0.0,
        "is_flagged": False,
    }


@pytest.mark.parametrize("is_rejected", [False, True])
def test_members_are_counted_as_on_the_board(
    *, is_rejected: bool, organizer: Client, campaign: Campaign, member: Membership
) -> None:
    """Neither rejected work nor the qualification is any of it."""
    pair = campaign.pairs.all()[0]
    if not is_rejected:
        pair.slots.all().delete()
        CampaignPair.objects.filter(pk=pair.pk).update(kind=PairKind.QUALIFICATION, wanted=None)
    cause = Cause.REJECTED if is_rejected else Cause.IMPORTED
    store_answer(member, pair, is_surplus=True, cause=cause)
    judge(member, campaign.pairs.all()[1])
    [row] = members(organizer, campaign)
    board = organizer.get(f"/api/campaigns/{campaign.pk}/board").json()
    assert row["n_judged"] == board["assessors"][0]["n_judged"] == 1


@pytest.mark.parametrize("n", [2, 50])
def test_the_list_takes_a_fixed_number_of_queries(
    n: int, organizer: Client, campaign: Campaign
) -> None:
    for i in range(n):
        make_member(campaign, make_user(f"assessor{i}"))
    with CaptureQueriesContext(connection) as queries:
        assert len(members(organizer, campaign)) == n
    # Session and rights, campaign, newest event, members, pace, gold, decisions, judges now.
    assert len(queries) == 11


def test_a_member_is_paused_and_resumed(organizer: Client, member: Membership) -> None:
    assert act(organizer, member, "pause").json()["suspended_at"] is not None
    assert act(organizer, member, "resume").json()["suspended_at"] is None


def patch(client: Client, campaign: Campaign, member: Membership, body: dict[str, Any]) -> Any:
    address = f"/api/campaigns/{campaign.pk}/members/{member.pk}"
    return client.patch(address, body, content_type="application/json")


def test_a_member_gets_a_quota_and_loses_it(
    organizer: Client, campaign: Campaign, member: Membership
) -> None:
    answers = [patch(organizer, campaign, member, {"quota": quota}) for quota in (7, None)]
    assert [answer.json()["quota"] for answer in answers] == [7, None]
    assert Membership.objects.get().quota is None


@pytest.mark.parametrize("body", [{}, {"quota": 0}])
def test_a_quota_that_cannot_be_is_refused(
    body: dict[str, Any], organizer: Client, campaign: Campaign, member: Membership
) -> None:
    assert patch(organizer, campaign, member, body).status_code == 400
    assert Membership.objects.get().quota is None


@pytest.mark.parametrize(("work", "n_retracted"), [("keep", 0), ("drop", 1)])
def test_a_member_is_withdrawn_with_a_choice(
    work: str, n_retracted: int, organizer: Client, member: Membership, carol: User
) -> None:
    judge(member, claim_one(member))
    answer = act(organizer, member, "withdraw", work=work).json()
    assert answer["n_retracted"] == n_retracted
    assert answer["withdrawn_at"] is not None
    recorded = Judgment.objects.exclude(recorded_by=None)
    assert list(recorded.values_list("recorded_by", flat=True)) == [carol.pk] * n_retracted


@pytest.mark.parametrize("body", [{}, {"work": "burn"}])
def test_the_choice_has_to_be_made(
    body: dict[str, Any], organizer: Client, member: Membership
) -> None:
    assert act(organizer, member, "withdraw", **body).status_code == 400
    assert Membership.objects.get().withdrawn_at is None


def test_a_campaign_is_made_anonymous_by_its_name(
    organizer: Client, campaign: Campaign, member: Membership
) -> None:
    Campaign.objects.update(state=CampaignState.CLOSED)
    address = f"/api/campaigns/{campaign.pk}/anonymize"
    wrong = organizer.post(address, {"confirmation": "yes"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["code"]) == (400, "not_confirmed")
    assert Membership.objects.get().user is not None
    done = organizer.post(address, {"confirmation": "campaign"}, content_type="application/json")
    assert (done.status_code, done.json()["n_people"]) == (200, 1)
    assert Membership.objects.get().user is None


def test_anyone_who_was_made_anonymous_finds_nothing_of_theirs(
    organizer: Client, campaign: Campaign, alice: User, member: Membership, client: Client
) -> None:
    Campaign.objects.update(state=CampaignState.CLOSED)
    organizer.post(
        f"/api/campaigns/{campaign.pk}/anonymize",
        {"confirmation": "campaign"},
        content_type="application/json",
    )
    client.force_login(alice)
    paths = ["", "/judgments", "/held", "/held/judgments", "/held/visits"]
    answers = [client.get(f"/api/judging/{campaign.pk}{path}").status_code for path in paths]
    assert answers == [404] * len(paths)
    assert client.get("/api/campaigns").json() == []


def test_every_version_of_a_pair_is_reported(
    organizer: Client, campaign: Campaign, member: Membership
) -> None:
    pair = claim_one(member)
    judge(member, pair, 2, note="hm", active_ms=900)
    judge(member, pair, 4)
    data = organizer.get(f"/api/campaigns/{campaign.pk}/pairs/{pair.pk}/judgments").json()
    assert (data["query_id"], data["kind"]) == (pair.pair.topic.query_id, "regular")
    first, second = data["judgments"]
    assert (first["grade"], first["cause"], first["why"]) == (2, "judged", "First answer")
    assert (first["pseudonym"], first["note"], first["active_ms"]) == ("P-alice", "hm", 900)
    assert first["superseded_at"] is not None
    assert (second["grade"], second["cause"], second["recorded_by"]) == (4, "changed", "assessor")
    assert second["superseded_at"] is None
    assert (first["is_withdrawn"], second["is_withdrawn"]) == (False, False)


def test_of_what_was_withdrawn_only_who_when_and_why_is_reported(
    organizer: Client, campaign: Campaign, member: Membership, bob: User
) -> None:
    pair = claim_one(member)
    judge(member, pair, 2, note="hm", spans=[[0, 3]], confidence=1)
    judge(member, pair, None)
    act(organizer, member, "withdraw", work="drop")
    act(organizer, member, "resume")
    judge(member, pair, 5, note="anew")
    judge(make_member(campaign, bob), pair, 3)
    data = organizer.get(f"/api/campaigns/{campaign.pk}/pairs/{pair.pk}/judgments").json()
    said = ("grade", "reason_not_judged", "spans", "confidence", "note")
    assert [tuple(row[key] for key in said) for row in data["judgments"]] == [
        (None, None, [], None, ""),
        (None, None, [], None, ""),
        (None, None, [], None, ""),
        (5, None, [], None, "anew"),
        (3, None, [], None, ""),
    ]
    assert [(row["pseudonym"], row["cause"], row["is_withdrawn"]) for row in data["judgments"]] == [
        ("P-alice", "judged", True),
        ("P-alice", "changed", True),
        ("P-alice", "withdrawn", True),
        ("P-alice", "changed", False),
        ("P-bob", "judged", False),
    ]
    assert data["judgments"][2]["recorded_by"] == "organizer"


@pytest.mark.parametrize("n", [2, 20])
def test_an_audit_takes_a_fixed_number_of_queries(
    n: int, organizer: Client, campaign: Campaign, member: Membership
) -> None:
    pair = campaign.pairs.all()[0]
    for i in range(n):
        judge(member, pair, 1 + i % 5)
    with CaptureQueriesContext(connection) as queries:
        data = organizer.get(f"/api/campaigns/{campaign.pk}/pairs/{pair.pk}/judgments").json()
    assert len(data["judgments"]) == n
    # Session, user, rights, campaign, judges now, pair, judgments.
    assert len(queries) == 7
