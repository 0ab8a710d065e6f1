from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from annotation.models import (
    Campaign,
    Judgment,
    Membership,
    PairKind,
    Visit,
)
from annotation.pools.pairs import Mark
from tests.annotation.assessing import crew, small_campaign
from tests.factories import make_campaign, make_member, make_pool

pytestmark = pytest.mark.django_db


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
    assert set(work) == {"assignments", "empty", "progress", "newest"}
    assert work["assignments"][0]["ticket"] == ticket
    assert work["progress"] == {"n_judged": 0, "n_not_judged": 0, "share": None}
    assert browser.get(f"/api/judging/{campaign}/judgments").json()["rows"] == []


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


def test_activity_in_a_closed_campaign_is_refused(
    browser: Client, members: list[Membership]
) -> None:
    campaign = members[0].campaign_id
    ticket = claim(browser, campaign, 1)[0]["ticket"]
    Campaign.objects.update(state="closed")
    response = note(browser, campaign, ticket)
    assert (response.status_code, response.json()["code"]) == (400, "campaign_not_open")


# Judgments at the edges


def test_gold_looks_like_any_pair_to_its_assessor() -> None:
    """Keys and standing alike in claims, answers, history and progress."""
    mark = Mark(PairKind.GOLD, grade=3, explanation="Because.")
    campaign = small_campaign(2, 3, k=1, marks=dict.fromkeys((1, 4), mark), gold_every=1)
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
        assert 1 <= one["place"] <= one["n_in_topic"]
        send(browser, campaign.pk, one["ticket"])
    assert Judgment.objects.filter(occasion=1).exists()
