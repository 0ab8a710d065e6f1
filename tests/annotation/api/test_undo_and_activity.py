from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from annotation.models import (
    Campaign,
    Cause,
    Grade,
    Judgment,
    Membership,
    PairKind,
    Reason,
    Slot,
    Visit,
)
from annotation.pools.pairs import Mark
from tests.annotation.assessing import crew, expire, small_campaign
from tests.factories import make_campaign, make_member, make_pool

pytestmark = pytest.mark.django_db

HUGE = 10**30


@pytest.fixture
def members(db: None) -> list[Membership]:
    return crew(small_campaign(2, 3, k=1), 2)


def browser_of(member: Membership, *, csrf: bool = False) -> Client:
    client = Client(enforce_csrf_checks=csrf)
    assert member.user is not None
    client.force_login(member.user)
    return client


@pytest.fixture
def browser(members: list[Membership]) -> Client:
    return browser_of(members[0])


def post(client: Client, campaign: int, what: str, body: Any, **headers: Any) -> Any:
    path = f"/api/judging/{campaign}/{what}"
    return client.post(path, body, content_type="application/json", **headers)


def claim(client: Client, campaign: int, n: int = 2) -> Any:
    return post(client, campaign, "claims", {"n": n}).json()["assignments"]


def send(client: Client, campaign: int, ticket: str, **changes: Any) -> Any:
    body = {
        "ticket": ticket,
        "grade": 3,
        "reason_not_judged": None,
        "spans": [],
        "active_ms": 900,
        "away_ms": 0,
        "client_key": str(uuid4()),
        "claim": 1,
    }
    return post(client, campaign, "judgments", body | changes)


def undo(client: Client, campaign: int, judgment: Any, **changes: Any) -> Any:
    body = {"judgment": judgment, "client_key": str(uuid4()), "claim": 1}
    return post(client, campaign, "undo", body | changes)


def note(client: Client, campaign: int, handed: str, **changes: Any) -> Any:
    body = {"ticket": handed, "visit": str(uuid4()), "active_ms": 800, "away_ms": 50}
    return post(client, campaign, "activity", body | changes)


def judged(client: Client, campaign: int) -> tuple[str, int]:
    """A ticket, and the judgment that was sent with it."""
    ticket = claim(client, campaign, 1)[0]["ticket"]
    return ticket, send(client, campaign, ticket).json()["judgment"]["id"]


# Undo


def test_an_undone_pair_comes_first_with_its_old_ticket(
    browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    ticket, judgment = judged(browser, campaign)
    work = undo(browser, campaign, judgment, claim=3).json()
    assert set(work) == {"assignments", "empty", "progress"}
    assert work["assignments"][0]["ticket"] == ticket
    assert work["progress"] == {"n_judged": 0, "n_not_judged": 0, "share": None}
    assert browser.get(f"/api/judging/{campaign}/judgments").json()["rows"] == []


def test_undoing_and_asking_for_nothing_more_tells_no_end(
    browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    ticket = claim(browser, campaign, 1)[0]["ticket"]
    answer = send(browser, campaign, ticket, claim=0).json()
    assert (answer["assignments"], answer["empty"]) == ([], None)


def test_a_judgment_of_someone_else_is_not_undone(
    browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    _, theirs = judged(browser_of(members[1]), campaign)
    response = undo(browser, campaign, theirs)
    assert (response.status_code, response.json()["code"]) == (400, "judgment_refused")
    assert Judgment.objects.live().get().pk == theirs


def test_an_own_judgment_in_another_campaign_is_not_undone(
    browser: Client, members: list[Membership]
) -> None:
    pool = members[0].campaign.pool
    other = make_campaign("other", make_pool("same", pool.collection, pool.topic_set))
    assert members[0].user is not None
    make_member(other, members[0].user)
    _, judgment = judged(browser, other.pk)
    assert undo(browser, members[0].campaign_id, judgment).status_code == 400
    assert undo(browser, other.pk, judgment).status_code == 200


@pytest.mark.parametrize("judgment", [-1, 0, 2**63, HUGE, -HUGE, "1 OR 1=1", None, [1], 1.5])
def test_ids_that_are_none_are_refused(
    judgment: Any, browser: Client, members: list[Membership]
) -> None:
    assert undo(browser, members[0].campaign_id, judgment).status_code == 400


@pytest.mark.parametrize(
    "changes", [{"claim": -1}, {"claim": 16}, {"claim": HUGE}, {"client_key": "x"}]
)
def test_an_undo_out_of_bounds_is_refused(
    changes: dict[str, Any], browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    _, judgment = judged(browser, campaign)
    assert undo(browser, campaign, judgment, **changes).status_code == 400
    assert Judgment.objects.live().get().pk == judgment


def test_fields_that_nobody_asked_for_change_nothing(
    browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    _, judgment = judged(browser, campaign)
    forged = {
        "cause": "withdrawn",
        "recorded_by": members[1].user_id,
        "assessor": members[1].pk,
        "occasion": 7,
        "grade": 5,
    }
    assert undo(browser, campaign, judgment, **forged).status_code == 200
    row = Judgment.objects.live().get()
    assert (row.cause, row.recorded_by, row.assessor, row.occasion, row.reason_not_judged) == (
        Cause.UNDONE,
        None,
        members[0],
        0,
        Reason.RETRACTED,
    )


@pytest.mark.parametrize("what", ["undo", "activity", "claims", "judgments"])
def test_without_a_csrf_token_nothing_is_taken(what: str, members: list[Membership]) -> None:
    client, campaign = browser_of(members[0], csrf=True), members[0].campaign_id
    assert post(client, campaign, what, {}).status_code == 403


@pytest.mark.parametrize("what", ["undo", "activity", "claims", "judgments"])
@pytest.mark.parametrize("is_signed_in", [False, True])
def test_who_is_no_member_reaches_nothing(
    what: str, members: list[Membership], mallory: Any, client: Client, *, is_signed_in: bool
) -> None:
    campaign = members[0].campaign_id
    ticket, judgment = judged(browser_of(members[0]), campaign)
    body = {
        "ticket": ticket,
        "judgment": judgment,
        "client_key": str(uuid4()),
        "visit": str(uuid4()),
        "claim": 1,
        "n": 1,
        "grade": 1,
        "reason_not_judged": None,
        "spans": [],
        "active_ms": 1,
        "away_ms": 1,
    }
    if is_signed_in:
        client.force_login(mallory)
    assert post(client, campaign, what, body).status_code == (404 if is_signed_in else 403)
    assert Judgment.objects.count() == 1


@pytest.mark.parametrize("what", ["undo", "activity", "claims", "judgments"])
def test_a_campaign_that_cannot_be_is_not_found(what: str, browser: Client) -> None:
    body = {"n": 1, "judgment": 1, "client_key": str(uuid4()), "claim": 0, "ticket": "x"}
    body |= {"visit": str(uuid4()), "active_ms": 1, "away_ms": 1, "grade": 1, "spans": []}
    response = post(browser, HUGE, what, body | {"reason_not_judged": None})
    assert response.status_code == 404


# Activity


def test_activity_is_noted_and_answered_with_nothing(
    browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    ticket = claim(browser, campaign, 1)[0]["ticket"]
    response = note(browser, campaign, ticket)
    assert (response.status_code, response.content) == (204, b"")
    visit = Visit.objects.get()
    assert (visit.membership, visit.active_ms, visit.away_ms) == (members[0], 800, 50)


@pytest.mark.parametrize(
    "changes",
    [
        {"active_ms": -1},
        {"away_ms": -1},
        {"active_ms": 24 * 3600 * 1000 + 1},
        {"active_ms": HUGE},
        {"active_ms": "1e3"},
        {"visit": "1"},
        {"visit": None},
        {"ticket": ""},
        {"ticket": "x" * 100_000},
        {"ticket": "\u0000"},
        {"ticket": "\ud800"},
        {"ticket": ["x"]},
    ],
)
def test_activity_out_of_bounds_is_refused(
    changes: dict[str, Any], browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    ticket = claim(browser, campaign, 1)[0]["ticket"]
    assert note(browser, campaign, ticket, **changes).status_code == 400
    assert not Visit.objects.exists()


def test_a_ticket_of_someone_else_notes_nothing_and_renews_nothing(
    browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    theirs = claim(browser_of(members[1]), campaign, 1)[0]["ticket"]
    expire()
    response = note(browser, campaign, theirs)
    assert (response.status_code, response.json()["code"]) == (400, "ticket_refused")
    assert not Visit.objects.exists()
    assert not Slot.objects.filter(leased_until__gt=timezone.now()).exists()


@pytest.mark.parametrize("forge", [lambda t: t[:-1], lambda t: "A" + t, lambda t: f"{t}{t}"])
def test_a_ticket_that_was_tampered_with_is_refused(
    forge: Any, browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    ticket = claim(browser, campaign, 1)[0]["ticket"]
    for response in (
        note(browser, campaign, forge(ticket)),
        send(browser, campaign, forge(ticket)),
    ):
        assert (response.status_code, response.json()["code"]) == (400, "ticket_refused")


def test_activity_in_a_closed_campaign_is_refused(
    browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    ticket = claim(browser, campaign, 1)[0]["ticket"]
    Campaign.objects.update(state="closed")
    response = note(browser, campaign, ticket)
    assert (response.status_code, response.json()["code"]) == (400, "campaign_not_open")


# Judgments at the edges


@pytest.mark.parametrize("grade", [HUGE, -HUGE, 2**31, -(2**31) - 1, 2**63, 10**18, 32768])
def test_a_grade_of_any_size_is_refused_as_off_the_scale(
    grade: int, browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    ticket = claim(browser, campaign, 1)[0]["ticket"]
    assert send(browser, campaign, ticket, grade=grade).status_code == 400
    assert not Judgment.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"grade": True},
        {"grade": "three"},
        {"spans": [[0, HUGE]]},
        {"spans": [[-1, 2]]},
        {"spans": [[0, 1, 2]]},
        {"spans": "[[0, 1]]"},
        {"spans": [[0, 1]] * 1001},
        {"note": "\u0000"},
        {"note": "\ud800"},
        {"note": "x" * 10_001},
        {"active_ms": HUGE},
        {"claim": HUGE},
        {"reason_not_judged": "other"},
        {"visit": "x"},
    ],
)
def test_a_judgment_out_of_bounds_is_refused(
    changes: dict[str, Any], browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    ticket = claim(browser, campaign, 1)[0]["ticket"]
    assert send(browser, campaign, ticket, **changes).status_code == 400
    assert not Judgment.objects.exists()


def test_forged_fields_of_a_judgment_are_not_stored(
    browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    ticket = claim(browser, campaign, 1)[0]["ticket"]
    forged = {
        "assessor": members[1].pk,
        "occasion": 3,
        "position": 99,
        "rotation": 2,
        "guideline": 1,
        "policy": 1,
        "cause": "imported",
        "recorded_by": members[1].user_id,
        "created_at": "2001-01-01T00:00Z",
        "superseded_at": "2001-01-01T00:00Z",
        "extra": {"a": 1},
        "text_hash": "forged",
    }
    assert send(browser, campaign, ticket, **forged).status_code == 200
    row = Judgment.objects.get()
    assert (row.assessor, row.occasion, row.position, row.rotation) == (members[0], 0, 1, 0)
    assert (row.cause, row.recorded_by, row.superseded_at) == (Cause.JUDGED, None, None)
    assert (row.extra, row.created_at.year > 2001) == ({}, True)
    assert row.text_hash != "forged"


def test_gold_looks_like_any_pair_to_its_assessor() -> None:
    """Keys and standing alike in claims, answers, history and progress."""
    mark = Mark(PairKind.GOLD, grade=3, explanation="Because.")
    campaign = small_campaign(2, 3, k=1, marks=dict.fromkeys(range(3), mark), gold_every=2)
    [member] = crew(campaign, 1)
    browser, seen = browser_of(member), []
    for _ in range(6):
        [assignment] = claim(browser, campaign.pk, 1)
        answer = send(browser, campaign.pk, assignment["ticket"]).json()
        judgment, progress = answer["judgment"], answer["progress"]
        seen.append((frozenset(assignment), frozenset(judgment), judgment["status"]))
        assert (answer["feedback"], progress["n_judged"]) == (None, len(seen))
        assert (assignment["place"] or 0) <= (assignment["n_in_topic"] or 0)
    kinds = set(Judgment.objects.values_list("campaign_pair__kind", flat=True))
    assert kinds == {"gold", "regular"}
    assert len(set(seen)) == 1
    history = browser.get(f"/api/judging/{campaign.pk}/judgments").json()["rows"]
    assert (len(history), len({frozenset(row) for row in history})) == (6, 1)


def test_a_repeat_stands_within_its_topic() -> None:
    campaign = small_campaign(1, 4, k=1, repeat_every=2, repeat_after=1)
    [member] = crew(campaign, 1)
    browser = browser_of(member)
    while assignments := claim(browser, campaign.pk, 1):
        [one] = assignments
        assert 1 <= one["place"] <= one["n_in_topic"] == 4
        send(browser, campaign.pk, one["ticket"])
    assert Judgment.objects.filter(occasion=1).exists()


def test_an_answer_without_a_span_where_one_is_needed_is_refused_late_too(
    browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    Grade.objects.filter(value=3).update(requires_span=True)
    ticket = claim(browser, campaign, 1)[0]["ticket"]
    expire()
    assert send(browser, campaign, ticket).status_code == 400
