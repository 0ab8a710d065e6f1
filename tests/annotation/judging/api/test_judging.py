from __future__ import annotations

from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.campaigns.publishing import publish_guideline
from annotation.judging.api.judging import RecordedSerializer, WorkSerializer
from annotation.judging.recording import SURPLUS
from annotation.models import Campaign, Judgment, Membership, Role, Slot
from tests.annotation.answering import claim as held
from tests.annotation.answering import expire_leases, judge
from tests.factories import make_campaign, make_collection, make_member, make_pool

pytestmark = pytest.mark.django_db
DAY_MS = 86_400_000


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign(judgments_per_pair=1)


@pytest.fixture
def member(campaign: Campaign, alice: User) -> Membership:
    return make_member(campaign, alice)


@pytest.fixture
def browser(member: Membership, client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def post(
    client: Client, path: str, body: dict[str, Any], headers: dict[str, str] | None = None
) -> Any:
    return client.post(path, body, content_type="application/json", headers=headers)


def claim(client: Client, campaign: Campaign, n: int = 2) -> Any:
    return post(client, f"/api/judging/{campaign.pk}/claims", {"n": n}).json()


def send(
    client: Client,
    campaign: Campaign,
    handed: str,
    headers: dict[str, str] | None = None,
    **changes: Any,
) -> Any:
    body = {
        "ticket": handed,
        "grade": 3,
        "reason_not_judged": None,
        "spans": [],
        "active_ms": 900,
        "away_ms": 0,
        "client_key": str(uuid4()),
        "claim": 1,
    }
    return post(client, f"/api/judging/{campaign.pk}/judgments", body | changes, headers)


def test_a_claim_shows_these_keys_and_no_others(browser: Client, campaign: Campaign) -> None:
    work = claim(browser, campaign)
    assert set(work) == {"assignments", "empty", "progress", "newest"}
    assert set(work["progress"]) == {"n_judged", "n_not_judged", "share"}
    [first, _] = work["assignments"]
    assert set(first) == {
        "key",
        "ticket",
        "topic",
        "passage",
        "place",
        "n_in_topic",
        "leased_until",
    }
    assert set(first["topic"]) == {"query", "description", "narrative"}
    assert set(first["passage"]) == {"title", "text", "seam"}


def test_a_judgment_is_stored_and_the_next_pair_comes_with_the_answer(
    browser: Client, campaign: Campaign
) -> None:
    work = claim(browser, campaign)
    answer = send(browser, campaign, work["assignments"][0]["ticket"], grade=4).json()
    assert answer["judgment"] == {
        "id": Judgment.objects.get().pk,
        "grade": 4,
        "reason_not_judged": None,
        "spans": [],
        "status": "vote",
        "sentence": None,
    }
    assert answer["assignments"][0]["topic"] == work["assignments"][1]["topic"]
    assert answer["progress"]["n_judged"] == 1


def test_a_judgment_changes_with_the_ticket_of_the_history(
    browser: Client, campaign: Campaign
) -> None:
    send(browser, campaign, claim(browser, campaign, 1)["assignments"][0]["ticket"], grade=1)
    [earlier] = browser.get(f"/api/judging/{campaign.pk}/judgments").json()["rows"]
    send(browser, campaign, earlier["ticket"], grade=5)
    assert list(Judgment.objects.live().values_list("grade__value", flat=True)) == [5]


def test_the_history_of_others_stays_hidden(browser: Client, campaign: Campaign, bob: User) -> None:
    send(browser, campaign, claim(browser, campaign, 1)["assignments"][0]["ticket"])
    make_member(campaign, bob)
    browser.force_login(bob)
    assert browser.get(f"/api/judging/{campaign.pk}/judgments").json()["rows"] == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"grade": 9}, "grade_off_scale"),
        ({"grade": None, "reason_not_judged": "retracted"}, "invalid"),
        ({"grade": None, "reason_not_judged": "no_input"}, "invalid"),
        ({"confidence": 6}, "invalid"),
        ({"spans": [[5, 2]]}, "bad_spans"),
        ({"spans": [[1]]}, "invalid"),
        ({"spans": [[0, 1]] * 1001}, "invalid"),
        ({"note": "x" * 10_001}, "invalid"),
        ({"active_ms": DAY_MS + 1}, "invalid"),
        ({"away_ms": DAY_MS + 1}, "invalid"),
        ({"ticket": "forged"}, "not_issued_here"),
    ],
)
def test_a_judgment_that_does_not_fit_is_refused_with_a_code(
    changes: dict[str, Any], code: str, browser: Client, campaign: Campaign
) -> None:
    ticket = claim(browser, campaign)["assignments"][0]["ticket"]
    response = send(browser, campaign, ticket, **changes)
    assert (response.status_code, response.json()["code"]) == (400, code)
    assert not Judgment.objects.exists()


def test_a_reason_is_stored_in_place_of_a_grade(browser: Client, campaign: Campaign) -> None:
    ticket = claim(browser, campaign)["assignments"][0]["ticket"]
    answer = send(browser, campaign, ticket, grade=None, reason_not_judged="unreadable").json()
    assert answer["judgment"]["status"] == "not_judged"


def test_a_judgment_knows_the_guideline_it_was_made_under(
    browser: Client, campaign: Campaign
) -> None:
    publish_guideline(campaign=campaign, body="first")
    ticket = claim(browser, campaign)["assignments"][0]["ticket"]
    publish_guideline(campaign=campaign, body="second")
    send(browser, campaign, ticket)
    guideline = Judgment.objects.get().guideline
    assert guideline is not None
    assert guideline.version == 1


def test_the_end_is_said_when_nothing_is_left(browser: Client, campaign: Campaign) -> None:
    while assignments := claim(browser, campaign, 1)["assignments"]:
        send(browser, campaign, assignments[0]["ticket"])
    empty = claim(browser, campaign)["empty"]
    assert empty == {
        "reason": "finished",
        "free_at": None,
        "free_in_s": None,
        "n_ahead": None,
        "state": "open",
    }


def test_what_is_of_another_account_is_neither_stored_nor_given_up(
    browser: Client, campaign: Campaign
) -> None:
    """It waited in the browser while somebody else signed in there."""
    ticket = claim(browser, campaign)["assignments"][0]["ticket"]
    meant = {"X-Regrade-Username": quote("zoë")}
    refused = send(browser, campaign, ticket, headers=meant)
    assert (refused.status_code, refused.json()["code"]) == (400, "other_account")
    assert not Judgment.objects.exists()
    assert (
        send(browser, campaign, ticket, headers={"X-Regrade-Username": "alice"}).status_code == 200
    )


def test_a_judgment_that_asks_for_nothing_learns_of_progress_alone(
    browser: Client, campaign: Campaign
) -> None:
    handed = claim(browser, campaign, 5)["assignments"]
    held = set(Slot.objects.exclude(holder=None).values_list("pk", "leased_until"))
    data = send(browser, campaign, handed[0]["ticket"], claim=0).json()
    assert (data["assignments"], data["empty"]) == ([], None)
    assert data["progress"]["n_judged"] == 1
    left = Slot.objects.exclude(holder=None).filter(judgment=None)
    assert set(left.values_list("pk", "leased_until")) < held


def test_fifteen_are_held_at_most_five_more_a_claim(client: Client, alice: User) -> None:
    texts = {f"d{i}": f"Passage {i}." for i in range(20)}
    campaign = make_campaign(pool=make_pool(collection=make_collection(texts=texts)))
    make_member(campaign, alice)
    client.force_login(alice)
    n_held = [len(claim(client, campaign, 15)["assignments"]) for _ in range(4)]
    assert n_held == [5, 10, 15, 15]
    assert post(client, f"/api/judging/{campaign.pk}/claims", {"n": 16}).status_code == 400


def test_an_adjudicator_learns_why_there_is_nothing_to_judge(
    browser: Client, campaign: Campaign
) -> None:
    ticket = claim(browser, campaign)["assignments"][0]["ticket"]
    Membership.objects.update(role=Role.ADJUDICATOR)
    assert claim(browser, campaign)["empty"]["reason"] == "no_assessor"
    answer = send(browser, campaign, ticket)
    assert (answer.status_code, answer.json()["code"]) == (400, "member_adjudicates")


def test_who_comes_when_a_campaign_has_ended_is_informed(
    browser: Client, campaign: Campaign
) -> None:
    ticket = claim(browser, campaign)["assignments"][0]["ticket"]
    Campaign.objects.update(state="closed")
    empty = claim(browser, campaign)["empty"]
    assert empty == {
        "reason": "not_open",
        "free_at": None,
        "free_in_s": None,
        "n_ahead": None,
        "state": "closed",
    }
    answer = send(browser, campaign, ticket)
    assert (answer.status_code, answer.json()["code"]) == (400, "campaign_not_open")


def test_who_comes_too_late_is_told_so_kindly(
    browser: Client, campaign: Campaign, bob: User
) -> None:
    ticket = claim(browser, campaign)["assignments"][0]["ticket"]
    expire_leases()
    other = make_member(campaign, bob)
    while slots := held(other).slots:
        judge(other, slots[0].campaign_pair)
    data = send(browser, campaign, ticket).json()["judgment"]
    assert (data["status"], data["sentence"]) == ("surplus", SURPLUS)


def test_a_confidence_is_stored(browser: Client, campaign: Campaign) -> None:
    ticket = claim(browser, campaign)["assignments"][0]["ticket"]
    assert send(browser, campaign, ticket, confidence=5).status_code == 200
    assert Judgment.objects.get().confidence == 5


def test_answers_are_as_their_schema_says(browser: Client, campaign: Campaign) -> None:
    work = claim(browser, campaign)
    answer = send(browser, campaign, work["assignments"][0]["ticket"], grade=4).json()
    assert WorkSerializer(work).data == work
    assert RecordedSerializer(answer).data == answer


def test_the_key_of_a_pair_outlives_a_new_guideline(browser: Client, campaign: Campaign) -> None:
    before = claim(browser, campaign)["assignments"][0]
    publish_guideline(campaign=campaign, body="Read slowly.")
    after = claim(browser, campaign)["assignments"][0]
    assert after["ticket"] != before["ticket"]
    assert after["key"] == before["key"]
