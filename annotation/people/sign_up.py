from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from annotation.identity.accounts import store_account
from annotation.identity.registering import newcomer, taking_username
from annotation.models import Campaign, CampaignState, Membership
from annotation.people.joining import join_by_oneself, membership_to_return_to
from ranking.exceptions import NotFound

STATES = (CampaignState.PILOT, CampaignState.OPEN, CampaignState.PAUSED)


@transaction.atomic
def sign_up(*, campaign_id: int, user: User) -> Membership:
    """Admit an account to a campaign open to everybody; existing members stay as they are.

    Raises:
        NotFound: nobody can sign up there, or there is no such campaign, without distinction.
        PeopleRefused: this person has withdrawn.
    """
    campaign = _locked(campaign_id)
    if member := membership_to_return_to(campaign=campaign, user=user):
        return member
    return join_by_oneself(campaign=campaign_for_sign_up(campaign_id), user=user)


def sign_up_as_newcomer(*, campaign_id: int, username: str, password: str) -> Membership:
    """Create an account and admit it; if either fails, neither is done.

    Raises:
        NotFound: as `sign_up`.
        PeopleRefused: the name or password will not do.
        NameTaken: there is such an account.
    """
    with taking_username(username):
        campaign_for_sign_up(campaign_id)
        user = newcomer(username=username, password=password)
        _locked(campaign_id)
        store_account(user)
        return sign_up(campaign_id=campaign_id, user=user)


def takes_sign_ups(campaign: Campaign) -> bool:
    """Whether anybody may join at the moment."""
    is_open_to_all = campaign.allows_sign_up and campaign.anonymized_at is None
    return is_open_to_all and campaign.state in STATES


def campaign_for_sign_up(campaign_id: int) -> Campaign:
    """The campaign, where anybody may join it.

    Raises:
        NotFound: nobody can sign up there, or there is no such campaign.
    """
    campaign = Campaign.objects.filter(pk=campaign_id).first()
    if campaign is None or not takes_sign_ups(campaign):
        raise NotFound("Nobody can sign up here; ask an organizer for an invitation.")
    return campaign


def _locked(campaign_id: int) -> Campaign:
    campaign = campaign_for_sign_up(campaign_id)
    return Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
