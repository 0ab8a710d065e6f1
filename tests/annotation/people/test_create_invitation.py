from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.exceptions import PeopleRefused
from annotation.models import Campaign, CampaignEvent, CampaignState, Invitation, Role
from annotation.people.invitations import invitation_behind, revoke_invitation
from tests.annotation.inviting import invite
from tests.factories import make_campaign
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def test_the_token_opens_its_invitation_and_is_stored_nowhere() -> None:
    invitation, token = invite()
    assert invitation_behind(token) == invitation
    row = Invitation.objects.values().get()
    assert [name for name, value in row.items() if token in str(value)] == []
    assert not CampaignEvent.objects.filter(details__icontains=token).exists()


def test_tokens_hold_256_random_bits() -> None:
    campaign = make_campaign()
    tokens = {invite(campaign).token for _ in range(20)}
    assert len(tokens) == 20
    assert {len(token) for token in tokens} == {43}  # 32 bytes, six bits a character


def test_an_invitation_says_for_whom_and_how_long_and_who_made_it(carol: User) -> None:
    invitation = invite(role=Role.ADJUDICATOR, days=3, max_uses=7, actor=carol).invitation
    assert (invitation.role, invitation.max_uses, invitation.n_uses) == ("adjudicator", 7, 0)
    assert abs(invitation.expires_at - timezone.now() - timedelta(days=3)) < timedelta(minutes=1)
    assert invitation.created_by == carol


def test_inviting_and_revoking_are_logged_once(carol: User) -> None:
    invitation = invite(actor=carol).invitation
    for _ in range(2):
        revoke_invitation(invitation=invitation, actor=carol)
    events = CampaignEvent.objects.values_list("kind", "actor", "details__invitation")
    assert list(events) == [
        ("invited", carol.pk, invitation.pk),
        ("invitation_revoked", carol.pk, invitation.pk),
    ]


def test_a_revoked_invitation_keeps_the_time_at_which_it_was_revoked() -> None:
    invitation = revoke_invitation(invitation=invite().invitation)
    assert revoke_invitation(invitation=invitation).revoked_at == invitation.revoked_at


@pytest.mark.parametrize(
    "options", [{"days": 0}, {"days": 366}, {"max_uses": 0}, {"max_uses": 10_001}]
)
def test_numbers_out_of_their_range_are_refused(options: dict[str, Any]) -> None:
    with refused(PeopleRefused, "out_of_range", field=next(iter(options))):
        invite(**options)
    assert not Invitation.objects.exists()


def test_nobody_is_invited_to_an_archived_campaign() -> None:
    with refused(PeopleRefused, "campaign_archived"):
        invite(make_campaign(state=CampaignState.ARCHIVED))


def test_nobody_is_invited_to_an_anonymized_campaign() -> None:
    campaign = make_campaign(state=CampaignState.CLOSED)
    Campaign.objects.update(anonymized_at=timezone.now())
    with refused(PeopleRefused, "people_anonymous"):
        invite(campaign)
