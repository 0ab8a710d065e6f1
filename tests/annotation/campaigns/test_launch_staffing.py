"""Whether those at work are enough, by number and by quota."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.board.board import campaign_board
from annotation.campaigns.launch import Severity
from annotation.models import Campaign, CampaignState, PairKind
from tests.annotation.campaigns.launching import check, codes, invite, set_apart
from tests.annotation.importing import importer
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    """A draft of 6 pairs that want 3 judgments each; nobody is there yet."""
    return make_campaign(state=CampaignState.DRAFT)


def out_of_reach(campaign: Campaign) -> int:
    """As the board's forecast has it."""
    return campaign_board(campaign).forecast.lack.n


def test_a_pair_takes_as_many_assessors_as_judgments(campaign: Campaign) -> None:
    assessors(campaign, 2)
    few = check(campaign, "assessors")
    assessors(campaign, 1)
    assert (few.is_met, check(campaign, "assessors").is_met) == (False, True)
    assert few.sentence.startswith("There are 2 assessors")


@pytest.mark.parametrize("field", ["suspended_at", "withdrawn_at"])
def test_who_stopped_is_no_assessor(field: str, campaign: Campaign) -> None:
    assessors(campaign, 3, **{field: timezone.now()})
    assert check(campaign, "assessors").sentence.startswith("There are 0 assessors")


def test_who_cannot_sign_in_is_no_assessor(campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(quota=4)
    campaign.refresh_from_db()
    assessors(campaign, 3)
    User.objects.filter(username="a1").update(is_active=False)
    assert check(campaign, "assessors").sentence.startswith("There are 2 assessors")
    assert check(campaign, "quotas").sentence.startswith("The quotas allow 8 judgments")
    assert out_of_reach(campaign) == 18 - 8


def test_what_cannot_be_judged_uses_a_quota_up(campaign: Campaign) -> None:
    """Here as for claims and the forecast; a grade is one of the judgments that are wanted."""
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.PAUSED, quota=3)
    [member] = assessors(campaign, 1)
    first, other = campaign.pairs.order_by("pk")[:2]
    store_answer(member, first, None)
    store_answer(member, other, 3)
    campaign.refresh_from_db()
    assert out_of_reach(campaign) == 17 - 1
    assert check(campaign, "quotas").sentence.startswith("The quotas allow 2 judgments")


def test_who_judged_elsewhere_is_no_assessor(campaign: Campaign, tmp_path: Path) -> None:
    """Except those that the import takes for accounts of ours."""
    make_user("alice")
    load = importer(campaign, tmp_path)
    load("q1 d1 a01 3", "q1 d1 a02 3", "q1 d1 a03 3")
    without = check(campaign, "assessors").sentence
    load("q1 d2 alice 3", as_accounts=True)
    assert without.startswith("There are 0 assessors")
    assert check(campaign, "assessors").sentence.startswith("There is 1 assessor")


def test_places_that_links_leave_count(campaign: Campaign) -> None:
    invite(campaign, 4, n_uses=1)
    assert check(campaign, "quotas").sentence.startswith("The assessors can give 18 judg")
    invite(campaign, 9, revoked_at=timezone.now())
    invite(campaign, 9, expires_at=timezone.now() - timedelta(days=1))
    invite(campaign, 9, role="adjudicator")
    found = check(campaign, "assessors")
    assert found.is_met
    assert "room for 3 more" in found.sentence


def test_where_anybody_may_sign_up_there_are_enough(campaign: Campaign) -> None:
    campaign.allows_sign_up = True
    assert check(campaign, "assessors").is_met
    assert "quotas" not in codes(campaign)


def test_quotas_are_to_come_to_what_is_wanted(campaign: Campaign) -> None:
    campaign.quota = 4
    assessors(campaign, 3)
    found = check(campaign, "quotas")
    assert (found.severity, found.is_met) == (Severity.SHOULD, False)
    assert found.sentence.startswith("The quotas allow 12 judgments")
    assessors(campaign, 1, quota=100)  # yet each pair but once
    assert check(campaign, "quotas").sentence.startswith("The quotas allow 18 judgments")


def test_quotas_of_who_is_invited_are_said_to_count(campaign: Campaign) -> None:
    campaign.quota = 4
    assessors(campaign, 1)
    invite(campaign, 1)
    assert check(campaign, "quotas").sentence.startswith("The quotas allow 8 judgments")


@pytest.mark.parametrize(
    ("kind", "policy", "n_possible"),
    [
        (PairKind.OVERLAP, {}, 3),
        (PairKind.GOLD, {"gold_every": 2}, 3),
        (PairKind.GOLD, {}, 4),
        (PairKind.REGULAR, {"repeat_every": 2}, 4),
    ],
)
def test_a_quota_pays_for_other_pairs_too(
    kind: PairKind, policy: dict[str, int], n_possible: int
) -> None:
    campaign = make_campaign(policy=policy, quota=4)
    if kind != PairKind.REGULAR:
        set_apart(campaign, kind)
    assessors(campaign, 1)
    assert check(campaign, "quotas").sentence.startswith(f"The quotas allow {n_possible} judg")
