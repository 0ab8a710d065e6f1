from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.exceptions import PeopleRefused
from annotation.models import CampaignEvent, CampaignState, Membership, Role
from annotation.people.joining import sign_up, sign_up_as_newcomer
from ranking.exceptions import NotFound
from tests.annotation.inviting import PASSWORD, set_member
from tests.factories import make_campaign, make_member
from tests.refusals import refused

pytestmark = pytest.mark.django_db

OPEN_TO_ALL = (CampaignState.PILOT, CampaignState.OPEN, CampaignState.PAUSED)


@pytest.mark.parametrize("state", OPEN_TO_ALL)
def test_anybody_joins_as_an_assessor_where_that_is_allowed(
    state: CampaignState, alice: User
) -> None:
    campaign = make_campaign(allows_sign_up=True, state=state)
    member = sign_up(campaign_id=campaign.pk, user=alice)
    assert (member.user, member.role) == (alice, Role.ASSESSOR)
    event = CampaignEvent.objects.get()
    assert (event.kind, event.actor, event.details["assessor"]) == (
        "joined",
        None,
        member.pseudonym,
    )


def test_signing_up_twice_changes_nothing(alice: User) -> None:
    campaign = make_campaign(allows_sign_up=True)
    first, second = (sign_up(campaign_id=campaign.pk, user=alice) for _ in range(2))
    assert first == second
    assert CampaignEvent.objects.count() == 1


def test_a_newcomer_signs_up_with_a_new_account() -> None:
    campaign = make_campaign(allows_sign_up=True)
    member = sign_up_as_newcomer(campaign_id=campaign.pk, username="dave", password=PASSWORD)
    assert member.user == User.objects.get(username="dave")


@pytest.mark.parametrize(
    "fields",
    [
        {"allows_sign_up": False},
        {"allows_sign_up": True, "state": CampaignState.DRAFT},
        {"allows_sign_up": True, "state": CampaignState.CLOSED},
        {"allows_sign_up": True, "state": CampaignState.ARCHIVED},
        {"allows_sign_up": True, "anonymized_at": timezone.now()},
    ],
)
def test_elsewhere_it_is_refused_as_if_there_was_no_campaign(
    fields: dict[str, Any], alice: User
) -> None:
    campaign = make_campaign(**fields)
    sentences = []
    for campaign_id in (campaign.pk, campaign.pk + 1):
        with pytest.raises(NotFound) as found:
            sign_up(campaign_id=campaign_id, user=alice)
        sentences.append(str(found.value))
    assert sentences[0] == sentences[1]
    assert not Membership.objects.exists()


def test_no_account_is_made_where_nobody_can_sign_up() -> None:
    campaign = make_campaign()
    with pytest.raises(NotFound):
        sign_up_as_newcomer(campaign_id=campaign.pk, username="dave", password=PASSWORD)
    assert not User.objects.exists()


def test_who_has_withdrawn_needs_an_organizer(alice: User) -> None:
    campaign = make_campaign(allows_sign_up=True)
    member = set_member(make_member(campaign, alice), withdrawn_at=timezone.now())
    with refused(PeopleRefused, "member_withdrawn"):
        sign_up(campaign_id=campaign.pk, user=alice)
    assert Membership.objects.get() == member
