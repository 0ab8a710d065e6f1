from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import Campaign, CampaignState
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign, make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign(judgments_per_pair=2)


def post(client: Client, campaign: Campaign, **body: Any) -> Any:
    address = f"/api/campaigns/{campaign.pk}/policy"
    return client.post(address, body, content_type="application/json")


def cost(client: Client, campaign: Campaign, **query: Any) -> Any:
    return client.get(f"/api/campaigns/{campaign.pk}/policy/cost", query)


def test_what_is_left_out_stays(organizer: Client, campaign: Campaign) -> None:
    post(organizer, campaign, gold_every=9, rotates=True)
    answer = post(organizer, campaign, rotates=False)
    assert answer.status_code == 201
    row = answer.json()
    assert (row["version"], row["gold_every"], row["rotates"], row["n_asked_again"]) == (
        3,
        9,
        False,
        0,
    )


def test_a_rhythm_is_switched_off_by_null(organizer: Client, campaign: Campaign) -> None:
    post(organizer, campaign, gold_every=9)
    assert post(organizer, campaign, gold_every=None).json()["gold_every"] is None


def test_sets_of_topics_are_named_with_their_probability(
    organizer: Client, campaign: Campaign
) -> None:
    sets = {"sets_offered": 2, "topics_per_set": 3, "new_topic_share": 0.5}
    assert sets.items() <= post(organizer, campaign, **sets).json().items()


def test_versions_come_newest_first_with_who_made_them(
    organizer: Client, campaign: Campaign
) -> None:
    post(organizer, campaign, gold_every=9)
    versions = organizer.get(f"/api/campaigns/{campaign.pk}/policy").json()
    assert [(row["version"], row["gold_every"], row["created_by"]) for row in versions] == [
        (2, 9, "carol"),
        (1, None, None),
    ]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"order": "fixed"}, "not_at_rest"),  # the campaign is open
        ({"topics_per_set": 40_000}, "out_of_range"),
        ({"new_topic_share": "nan"}, "invalid"),
        ({"order": "backwards"}, "invalid"),
    ],
)
def test_what_is_no_policy_is_refused(
    body: dict[str, Any], code: str, organizer: Client, campaign: Campaign
) -> None:
    answer = post(organizer, campaign, **body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert campaign.policies.count() == 1


@pytest.fixture
def disputed(campaign: Campaign) -> Campaign:
    """One finished pair with the grades 1 and 5."""
    pair = campaign.pairs.all()[0]
    for member, grade in zip(assessors(campaign, 2), (1, 5), strict=True):
        store_answer(member, pair, grade, active_ms=3_600_000)
    return campaign


def test_the_cost_is_reported_before_and_then_it_is_asked(
    organizer: Client, disputed: Campaign
) -> None:
    data = cost(organizer, disputed, extra_judgments=1).json()
    assert (data["n_finished"], data["n_disputed"], data["n_now"]) == (1, 1, 1)
    assert (data["n_most"], data["hours_now"]) == (6, 1.0)
    assert disputed.policies.count() == 1
    sent = {"extra_judgments": 1, "accepts_cost": data["n_most"]}
    assert post(organizer, disputed, **sent).json()["n_asked_again"] == 1


@pytest.mark.parametrize("accepted", [{}, {"accepts_cost": 5}])
def test_extra_judgments_are_not_asked_for_unless_their_cost_is_accepted(
    accepted: dict[str, int], organizer: Client, disputed: Campaign
) -> None:
    answer = post(organizer, disputed, extra_judgments=1, **accepted)
    assert (answer.status_code, answer.json()["code"]) == (400, "cost_not_accepted")
    assert "1 (1.0 h) at once, 6 (6.0 h) to 6 (6.0 h) in all" in answer.json()["detail"]
    assert disputed.policies.count() == 1


def test_what_asks_for_no_more_than_before_needs_no_word_of_cost(
    organizer: Client, disputed: Campaign
) -> None:
    post(organizer, disputed, extra_judgments=2, accepts_cost=100)
    found = [
        post(organizer, disputed, **body).status_code
        for body in ({"rotates": True}, {"extra_judgments": 1})
    ]
    assert found == [201, 201]


def test_who_judges_does_not_ask_for_extra_judgments(
    organizer: Client, disputed: Campaign, carol: User
) -> None:
    make_member(disputed, carol)
    answer = post(organizer, disputed, extra_judgments=1, accepts_cost=100)
    assert answer.status_code == 403
    assert "finished" not in answer.json()["detail"]
    assert disputed.policies.count() == 1


def test_a_closed_campaign_sees_no_cost_to_accept(organizer: Client, disputed: Campaign) -> None:
    Campaign.objects.update(state=CampaignState.CLOSED)
    answer = post(organizer, disputed, extra_judgments=1)
    assert (answer.status_code, answer.json()["code"]) == (400, "campaign_over")


@pytest.mark.parametrize("query", [{}, {"extra_judgments": 11}])
def test_a_cost_of_nothing_is_refused(
    query: dict[str, int], organizer: Client, campaign: Campaign
) -> None:
    assert cost(organizer, campaign, **query).status_code == 400
