from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.campaigns.publishing import publish_notice
from annotation.models import (
    Campaign,
    CampaignPair,
    CampaignState,
    ExpertGrade,
    Judgment,
    Membership,
    PairKind,
    Visit,
)
from annotation.people import own_record
from annotation.people.consents import accept_notice
from annotation.serving.tickets import pair_name
from tests.annotation.answering import claim_one, judge
from tests.annotation.inviting import set_member
from tests.factories import make_campaign, make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    campaign = make_campaign(judgments_per_pair=2)
    publish_notice(campaign=campaign, body="What is recorded.")
    return campaign


@pytest.fixture
def member(campaign: Campaign, alice: User) -> Membership:
    member = make_member(campaign, alice)
    accept_notice(membership=member, notice_version=1)
    return member


@pytest.fixture
def browser(alice: User, member: Membership, client: Client) -> Client:
    client.force_login(alice)
    return client


def get(browser: Client, campaign: Campaign, path: str) -> Any:
    return browser.get(f"/api/judging/{campaign.pk}/{path}").json()


def send(browser: Client, campaign: Campaign, path: str, method: str = "post", **body: Any) -> Any:
    call = getattr(browser, method)
    return call(f"/api/judging/{campaign.pk}/{path}", body, content_type="application/json")


def stay(member: Membership, pair: CampaignPair, active_ms: int = 900) -> Visit:
    now = timezone.now()
    return Visit.objects.create(
        membership=member,
        campaign_pair=pair,
        key=uuid4(),
        active_ms=active_ms,
        away_ms=100,
        started_at=now,
        last_seen_at=now,
    )


def make_gold(pair: CampaignPair) -> None:
    pair.slots.all().delete()
    CampaignPair.objects.filter(pk=pair.pk).update(kind=PairKind.GOLD, wanted=None)
    ExpertGrade.objects.create(
        campaign_pair=pair,
        grade=pair.campaign.grades.get(value=4),
        explanation="The expert's secret.",
    )


@pytest.mark.parametrize("level", ["intermediate", ""])
def test_an_assessor_says_how_good_their_english_is(
    level: str, browser: Client, campaign: Campaign
) -> None:
    answer = send(browser, campaign, "me", "patch", english_level=level)
    assert answer.json() == {"english_level": level}
    assert Membership.objects.get().english_level == level


def test_a_level_that_is_none_is_refused(browser: Client, campaign: Campaign) -> None:
    assert send(browser, campaign, "me", "patch", english_level="fluent").status_code == 400


def test_the_notice_is_accepted_by_its_version(
    browser: Client, campaign: Campaign, member: Membership
) -> None:
    publish_notice(campaign=campaign, body="More is recorded.")
    older = send(browser, campaign, "consent", notice_version=1)
    assert (older.status_code, older.json()["code"]) == (400, "notice_superseded")
    answer = send(browser, campaign, "consent", notice_version=2)
    consent = member.consents.get(notice__version=2)
    assert answer.json()["notice_version"] == 2
    assert consent.given_at > member.consents.get(notice__version=1).given_at


@pytest.mark.parametrize(("work", "n_retracted"), [("keep", 0), ("drop", 1)])
def test_an_assessor_withdraws_with_a_choice(
    work: str, n_retracted: int, browser: Client, campaign: Campaign, member: Membership
) -> None:
    judge(member, claim_one(member))
    answer = send(browser, campaign, "withdrawal", work=work)
    assert answer.json()["n_retracted"] == n_retracted
    assert Judgment.objects.votes().count() == 1 - n_retracted
    assert send(browser, campaign, "claims", n=1).json()["empty"]["reason"] == "withdrawn"


def test_a_withdrawal_without_a_choice_is_refused(browser: Client, campaign: Campaign) -> None:
    assert send(browser, campaign, "withdrawal").status_code == 400
    assert Membership.objects.get().withdrawn_at is None


def test_an_assessor_reads_what_is_held_about_them(
    browser: Client, campaign: Campaign, member: Membership
) -> None:
    pair = claim_one(member)
    judge(member, pair, 2)
    judge(member, pair, 3, active_ms=1)
    stay(member, pair)
    found = get(browser, campaign, "held")
    assert found["username"] == "alice"
    assert found["membership"]["pseudonym"] == "P-alice"
    assert [consent["notice_version"] for consent in found["consents"]] == [1]
    assert found["counts"] == {
        "n_judgments": 2,
        "n_live": 1,
        "n_visits": 1,
        "active_ms": 900,
        "away_ms": 100,
    }
    assert found["pace"] == {
        "n_timed": 1,
        "n_too_fast": 1,
        "too_fast_share": 1.0,
        "is_flagged": False,
    }


def test_what_happened_to_an_assessor_is_reported_without_names(
    browser: Client, campaign: Campaign, member: Membership, carol: User, client: Client
) -> None:
    client.force_login(carol)
    address = f"/api/campaigns/{campaign.pk}/members/{member.pk}"
    client.post(f"{address}/pause", content_type="application/json")
    client.post(f"{address}/resume", content_type="application/json")
    assert member.user is not None
    client.force_login(member.user)
    send(client, campaign, "withdrawal", work="keep")
    events = get(client, campaign, "held")["events"]
    assert [(event["kind"], event["by"]) for event in events] == [
        ("paused", "organizer"),
        ("resumed", "organizer"),
        ("withdrawn", "self"),
    ]
    assert {key for event in events for key in event} == {"kind", "at", "by"}


def test_every_version_of_a_judgment_is_held(
    browser: Client, campaign: Campaign, member: Membership
) -> None:
    pair = claim_one(member)
    judge(member, pair, 2, note="hm")
    judge(member, pair, 4, spans=[[0, 4]])
    page = get(browser, campaign, "held/judgments")
    assert page["next"] is None
    first, second = page["rows"]
    assert (first["grade"], first["note"], first["cause"]) == (2, "hm", "judged")
    assert first["superseded_at"] is not None
    assert (second["grade"], second["spans"], second["superseded_at"]) == (4, [[0, 4]], None)
    assert second["topic"]["query"] == pair.pair.topic.query
    assert second["passage"]["text"] == pair.pair.passage.text


def test_held_judgments_show_these_keys_and_no_others(
    browser: Client, campaign: Campaign, member: Membership
) -> None:
    judge(member, claim_one(member))
    [row] = get(browser, campaign, "held/judgments")["rows"]
    assert set(row) == {
        "pair",
        "topic",
        "passage",
        "occasion",
        "grade",
        "reason_not_judged",
        "spans",
        "confidence",
        "note",
        "active_ms",
        "away_ms",
        "position",
        "rotation",
        "guideline",
        "cause",
        "recorded_by",
        "created_at",
        "superseded_at",
        "imported",
    }


@pytest.mark.parametrize(("state", "found"), [("open", None), ("closed", 0), ("archived", 0)])
def test_which_looks_were_repeats_is_shown_when_the_campaign_is_over(
    state: str, found: int | None, browser: Client, campaign: Campaign, member: Membership
) -> None:
    judge(member, claim_one(member))
    Campaign.objects.update(state=state)
    [row] = get(browser, campaign, "held/judgments")["rows"]
    assert row["occasion"] == found


def test_gold_pairs_look_like_any_other(
    browser: Client, campaign: Campaign, member: Membership
) -> None:
    gold, regular = campaign.pairs.order_by("pk")[:2]
    make_gold(gold)
    for pair in (gold, regular):
        judge(member, pair, 5)
        stay(member, pair)
    pages = [get(browser, campaign, path) for path in ("held", "held/judgments", "held/visits")]
    assert pages[0].pop("gold_pairs") is None
    found = str(pages).lower()
    assert [word for word in ("gold", "kind': 'g", "expert", "secret") if word in found] == []
    rows = pages[1]["rows"]
    differing = {key for key in rows[0] if rows[0][key] != rows[1][key]}
    assert differing <= {"pair", "topic", "passage", "created_at"}


def test_the_share_of_gold_pairs_shows_when_the_campaign_is_over(
    browser: Client, campaign: Campaign, member: Membership
) -> None:
    for pair, grade in zip(campaign.pairs.order_by("pk")[:2], (4, 5), strict=True):
        make_gold(pair)
        judge(member, pair, grade)
    shown = []
    for state in (CampaignState.OPEN, CampaignState.PAUSED, CampaignState.CLOSED):
        Campaign.objects.update(state=state)
        shown.append(get(browser, campaign, "held")["gold_pairs"])
    assert shown == [
        None,
        None,
        {"n_gold": 2, "n_as_expert": 1, "as_expert_share": 0.5, "is_flagged": False},
    ]


def test_what_an_import_kept_shows_when_the_campaign_is_over(
    browser: Client, campaign: Campaign, member: Membership
) -> None:
    """An unknown column may reveal data that is hidden while people judge."""
    pair = claim_one(member)
    Judgment.objects.create(
        campaign_pair=pair,
        assessor=member,
        grade=campaign.grades.get(value=1),
        extra={"gold_label": 4},
        cause="imported",
        created_at=timezone.now(),
    )
    shown = []
    for state in (CampaignState.OPEN, CampaignState.PAUSED, CampaignState.CLOSED):
        Campaign.objects.update(state=state)
        shown.append(get(browser, campaign, "held/judgments")["rows"][0]["imported"])
    assert shown == [None, None, {"gold_label": 4}]


def test_visits_are_held(browser: Client, campaign: Campaign, member: Membership) -> None:
    pair = claim_one(member)
    visit = stay(member, pair)
    [row] = get(browser, campaign, "held/visits")["rows"]
    name = pair_name(membership_id=member.pk, campaign_pair_id=pair.pk)
    assert (row["pair"], row["query"]) == (name, pair.pair.topic.query)
    assert (row["active_ms"], row["away_ms"]) == (visit.active_ms, visit.away_ms)


@pytest.mark.parametrize("path", ["held/judgments", "held/visits"])
def test_nothing_of_others_is_reported(
    path: str, browser: Client, campaign: Campaign, member: Membership, bob: User
) -> None:
    pair = claim_one(member)
    other = make_member(campaign, bob)
    judge(other, pair, 5)
    stay(other, pair)
    address = f"/api/judging/{campaign.pk}/{path}"
    assert browser.get(address).json() == {"rows": [], "next": None}
    assert browser.get(f"{address}?membership={other.pk}").status_code == 400
    assert get(browser, campaign, "held")["counts"]["n_judgments"] == 0


def test_nothing_of_ones_own_in_another_campaign_is_reported_here(
    browser: Client, campaign: Campaign, member: Membership, alice: User
) -> None:
    elsewhere = make_member(make_campaign("other", campaign.pool), alice)
    judge(elsewhere, claim_one(elsewhere))
    assert get(browser, campaign, "held/judgments")["rows"] == []


def test_pages_follow_each_other_to_the_end(
    browser: Client, campaign: Campaign, member: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_record, "PAGE", 2)
    for i, pair in enumerate(campaign.pairs.all()[:5]):
        judge(member, pair, 1 + i)
    grades: list[int] = []
    part = get(browser, campaign, "held/judgments")
    while part["next"] is not None:
        grades += [row["grade"] for row in part["rows"]]
        part = get(browser, campaign, f"held/judgments?page={part['next']}")
    assert [*grades, *(row["grade"] for row in part["rows"])] == [1, 2, 3, 4, 5]
    assert len(part["rows"]) == 1


@pytest.mark.parametrize("n", [2, 6])
@pytest.mark.parametrize("path", ["held/judgments", "held/visits"])
def test_a_page_takes_a_fixed_number_of_queries(
    n: int, path: str, browser: Client, campaign: Campaign, member: Membership
) -> None:
    for pair in campaign.pairs.all()[:n]:
        judge(member, pair)
        stay(member, pair)
    with CaptureQueriesContext(connection) as queries:
        assert len(get(browser, campaign, path)["rows"]) == n
    n_queries = 5 if path == "held/judgments" else 4  # session, user, membership, campaign, rows
    assert len(queries) == n_queries


@pytest.mark.parametrize("fields", ["suspended_at", "withdrawn_at"])
def test_who_is_out_still_reads_what_is_held(
    fields: str, browser: Client, campaign: Campaign, member: Membership
) -> None:
    judge(member, claim_one(member))
    set_member(member, **{fields: timezone.now()})
    assert len(get(browser, campaign, "held/judgments")["rows"]) == 1
    assert get(browser, campaign, "held")["membership"][fields] is not None
