"""Agreement in depth at its address."""

from __future__ import annotations

import pytest
from django.test import Client

from annotation.models import AssessorKind, Campaign
from tests.annotation.answering import judge
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    """Three pairs with two people's grades, which agree on two, and a model's."""
    campaign = make_campaign(judgments_per_pair=3)
    people = [make_member(campaign, make_user(name)) for name in ("ann", "ben")]
    model = make_member(campaign, make_user("llm"), AssessorKind.MODEL)
    for pair, given in zip(
        campaign.pairs.order_by("pk")[:3], ((1, 1), (4, 4), (2, 5)), strict=True
    ):
        for member, grade in zip([*people, model], [*given, 3], strict=True):
            judge(member, pair, grade)
    return campaign


def test_people_are_compared_and_models_are_not(organizer: Client, campaign: Campaign) -> None:
    answer = organizer.get(f"/api/campaigns/{campaign.pk}/agreement").json()["grades"]
    values = {one["name"]: one["value"] for one in answer["coefficients"]}
    assert values["percent_agreement"] == pytest.approx(2 / 3)
    assert (answer["n_pairs"], answer["n_votes"], answer["scale"]) == (3, 6, [1, 2, 3, 4, 5])
    assert answer["n_settled"] == [{"n_votes": 2, "n_pairs": 2}]
    assert answer["n_unsettled"] == 1
    assert answer["patterns"][0]["name"] == "all agree"
    assert answer["confusion"][0][0] == 2


def test_a_threshold_makes_votes_binary(organizer: Client, campaign: Campaign) -> None:
    address = f"/api/campaigns/{campaign.pk}/agreement"
    answer = organizer.get(address, {"threshold": 2}).json()["grades"]
    assert answer["scale"] == [0, 1]
    assert answer["coefficients"][0]["value"] == 1.0
    refused = organizer.get(address, {"threshold": 9})
    assert (refused.status_code, refused.json()["code"]) == (400, "agreement_refused")


def test_without_judgments_nothing_is_defined(organizer: Client) -> None:
    campaign = make_campaign()
    answer = organizer.get(f"/api/campaigns/{campaign.pk}/agreement").json()["grades"]
    assert {one["value"] for one in answer["coefficients"]} == {None}
    assert answer["reading"] is None


def test_not_judged_is_a_category_where_that_is_asked_for(
    organizer: Client, campaign: Campaign
) -> None:
    answer = organizer.get(
        f"/api/campaigns/{campaign.pk}/agreement", {"missing": "category"}
    ).json()
    assert answer["grades"]["scale"] == [1, 2, 3, 4, 5, None]
    assert "alpha_ordinal" not in {one["name"] for one in answer["grades"]["coefficients"]}
