from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from annotation.judging import own_judgments
from annotation.models import Campaign, CampaignPair, Cause, Membership, PairKind
from tests.annotation.answering import judge
from tests.annotation.stored_answers import store_answer
from tests.factories import make_campaign, make_member

pytestmark = pytest.mark.django_db

SPRUCES, CATS = "how long do spruces live", "do cats dream"


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Three passages each of two topics."""
    return make_campaign()


@pytest.fixture
def member(campaign: Campaign, alice: User) -> Membership:
    return make_member(campaign, alice)


@pytest.fixture
def pairs(campaign: Campaign) -> list[CampaignPair]:
    """Those of the first topic first."""
    return list(campaign.pairs.select_related("pair__topic").order_by("pair__topic__ordinal", "pk"))


@pytest.fixture
def judged(member: Membership, pairs: list[CampaignPair]) -> list[int]:
    """Grades 1, 2, 3 under the first topic; 1, none and 3 under the second."""
    grades = [1, 2, 3, 1, None, 3]
    return [judge(member, pair, grade).pk for pair, grade in zip(pairs, grades, strict=True)]


@pytest.fixture
def browser(alice: User, member: Membership, client: Client) -> Client:
    client.force_login(alice)
    return client


def history(browser: Client, campaign: Campaign, **sought: Any) -> Any:
    return browser.get(f"/api/judging/{campaign.pk}/judgments?{urlencode(sought)}").json()


def ids(page: Any) -> list[int]:
    return [row["id"] for row in page["rows"]]


@pytest.mark.parametrize(
    ("sought", "places"),
    [
        ({}, [5, 4, 3, 2, 1, 0]),
        ({"grade": 3}, [5, 2]),
        ({"grade": 4}, []),
        ({"reason": "any"}, [4]),
        ({"reason": "other"}, [4]),
        ({"reason": "language"}, []),
        ({"grade": 1, "words": "SPRUCES"}, [0]),
        ({"words": "live long"}, [2, 1, 0]),
        ({"words": "live dream"}, []),
        ({"words": "%"}, []),
        ({"words": ""}, [5, 4, 3, 2, 1, 0]),
    ],
)
def test_the_history_gives_what_is_sought_newest_first(
    sought: dict[str, Any],
    places: list[int],
    browser: Client,
    campaign: Campaign,
    judged: list[int],
) -> None:
    assert ids(history(browser, campaign, **sought)) == [judged[place] for place in places]


def test_the_history_of_a_topic_goes_by_its_query(
    browser: Client, campaign: Campaign, judged: list[int], pairs: list[CampaignPair]
) -> None:
    found = history(browser, campaign, query=pairs[0].pair.topic.query)
    assert ids(found) == judged[2::-1]


def test_pages_follow_each_other_whatever_is_changed_meanwhile(
    browser: Client,
    campaign: Campaign,
    member: Membership,
    judged: list[int],
    pairs: list[CampaignPair],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(own_judgments, "PAGE", 2)
    first = history(browser, campaign)
    judge(member, pairs[4], 5)  # the last one of the first page
    second = history(browser, campaign, page=first["next"])
    third = history(browser, campaign, page=second["next"])
    assert [*ids(first), *ids(second), *ids(third)] == judged[::-1]
    assert third["next"] is None


def test_pages_follow_each_other_through_what_came_at_one_moment(
    browser: Client,
    campaign: Campaign,
    member: Membership,
    pairs: list[CampaignPair],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As an import does it."""
    monkeypatch.setattr(own_judgments, "PAGE", 2)
    now = timezone.now()
    stored = [store_answer(member, pair, created_at=now).pk for pair in pairs[:4]]
    first = history(browser, campaign)
    second = history(browser, campaign, page=first["next"])
    assert [*ids(first), *ids(second)] == stored[::-1]


def test_a_note_and_a_confidence_are_given_again(
    browser: Client, campaign: Campaign, member: Membership, pairs: list[CampaignPair]
) -> None:
    judge(member, pairs[0], 2, note="Names no age.", confidence=4)
    [row] = history(browser, campaign)["rows"]
    assert (row["note"], row["confidence"]) == ("Names no age.", 4)


def test_what_was_rejected_elsewhere_stays_out(
    browser: Client, campaign: Campaign, member: Membership, pairs: list[CampaignPair]
) -> None:
    store_answer(member, pairs[0], 3, cause=Cause.REJECTED, is_surplus=True)
    assert ids(history(browser, campaign)) == []


def test_others_and_the_qualification_round_stay_out(
    browser: Client,
    campaign: Campaign,
    member: Membership,
    pairs: list[CampaignPair],
    bob: User,
) -> None:
    judge(make_member(campaign, bob), pairs[0], 5)
    judge(member, pairs[1], 5)
    CampaignPair.objects.filter(pk=pairs[1].pk).update(kind=PairKind.QUALIFICATION, wanted=None)
    assert history(browser, campaign)["rows"] == []
    counts = browser.get(f"/api/judging/{campaign.pk}/judgments/counts").json()
    assert counts == {"grades": [], "queries": []}


def test_counts_are_of_each_grade_and_query(
    browser: Client, campaign: Campaign, judged: list[int]
) -> None:
    counts = browser.get(f"/api/judging/{campaign.pk}/judgments/counts").json()
    assert [(row["grade"], row["reason_not_judged"], row["n"]) for row in counts["grades"]] == [
        (1, None, 2),
        (2, None, 1),
        (3, None, 2),
        (None, "other", 1),
    ]
    assert [row["n"] for row in counts["queries"]] == [3, 3]
    cats = counts["queries"][0]["query"]
    address = f"/api/judging/{campaign.pk}/judgments/counts?{urlencode({'query': cats})}"
    of_topic = browser.get(address).json()
    assert [(row["grade"], row["n"]) for row in of_topic["grades"]] == [(1, 1), (3, 1), (None, 1)]
    assert of_topic["queries"] == counts["queries"]


def test_what_cannot_be_sought_is_refused(browser: Client, campaign: Campaign) -> None:
    address = f"/api/judging/{campaign.pk}/judgments?reason=tired"
    assert browser.get(address).status_code == 400


@pytest.mark.parametrize("n", [1, 6])
def test_a_page_takes_as_many_queries_however_long(
    n: int,
    browser: Client,
    campaign: Campaign,
    member: Membership,
    pairs: list[CampaignPair],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for pair in pairs[:n]:
        judge(member, pair, 2)
    with django_assert_num_queries(5):  # session, user, membership, rows, the clock
        assert len(history(browser, campaign)["rows"]) == n
