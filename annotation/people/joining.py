from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction

from annotation.events import log_member_event
from annotation.exceptions import PeopleRefused
from annotation.identity.accounts import newcomer, store_account, taking_username
from annotation.models import AssessorKind, Campaign, CampaignState, EventKind, Membership, Role
from ranking.exceptions import NotFound

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no characters that look alike
PSEUDONYM_LENGTH = 5


@transaction.atomic
def join_campaign(
    *,
    campaign: Campaign,
    users: Sequence[User],
    kind: AssessorKind = AssessorKind.HUMAN,
    role: Role = Role.ASSESSOR,
) -> dict[int, Membership]:
    """Make these accounts members of the campaign; existing members stay as they are.

    Returns:
        The memberships by user id.

    Raises:
        PeopleRefused: the campaign's people were made anonymous, and no more can join.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if campaign.anonymized_at is not None and kind == AssessorKind.HUMAN:
        raise PeopleRefused(
            f"The people of {campaign} were made anonymous; nobody can join it.",
            code="people_anonymous",
        )
    members = _members(campaign, users)
    taken = set(campaign.memberships.values_list("pseudonym", flat=True))
    for user in users:
        if user.pk not in members:
            pseudonym = _new_pseudonym(taken)
            taken.add(pseudonym)
            members[user.pk] = Membership.objects.create(
                campaign=campaign, user=user, kind=kind, role=role, pseudonym=pseudonym
            )
    return members


@transaction.atomic
def join_by_oneself(*, campaign: Campaign, user: User, role: Role = Role.ASSESSOR) -> Membership:
    """Make the requesting account a member, and log it under the pseudonym only.

    Raises:
        PeopleRefused: the campaign's people were made anonymous, and no more can join.
    """
    member = join_campaign(campaign=campaign, users=[user], role=role)[user.pk]
    log_member_event(member=member, kind=EventKind.JOINED, actor=user, role=role)
    return member


def membership_to_return_to(*, campaign: Campaign, user: User) -> Membership | None:
    """The requesting account's existing membership, if any.

    Raises:
        PeopleRefused: they have withdrawn, and an organizer is to let them in again.
    """
    member = Membership.objects.filter(campaign=campaign, user=user).first()
    if member is not None and member.withdrawn_at is not None:
        raise PeopleRefused(
            f"You have withdrawn from {campaign}; its organizer can let you in again.",
            code="member_withdrawn",
        )
    return member


def accounts_by_name(*, usernames: Sequence[str]) -> tuple[Mapping[str, User], int]:
    """The accounts of these names; unknown ones become accounts that cannot sign in.

    Accounts are kept under normalized names: two ways to write one accent are one account.

    Returns:
        The accounts by the names given, and how many of them are new.
    """
    normal = {name: User.normalize_username(name) for name in usernames}
    accounts = {user.username: user for user in User.objects.filter(username__in=normal.values())}
    unknown = [name for name in dict.fromkeys(normal.values()) if name not in accounts]
    for name in unknown:
        accounts[name] = User.objects.create_user(username=name)  # no password: no sign-in
    return {given: accounts[name] for given, name in normal.items()}, len(unknown)


def _members(campaign: Campaign, users: Sequence[User]) -> dict[int, Membership]:
    found = campaign.memberships.filter(user__in=users)
    return {membership.user_id: membership for membership in found if membership.user_id}


def _new_pseudonym(taken: set[str]) -> str:
    while True:
        pseudonym = "".join(secrets.choice(ALPHABET) for _ in range(PSEUDONYM_LENGTH))
        if pseudonym not in taken:
            return pseudonym


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


def sign_up_as_newcomer(
    *, campaign_id: int, username: str, password: str, email: str = ""
) -> Membership:
    """Create an account and admit it; if either fails, neither is done.

    Raises:
        NotFound: as `sign_up`.
        PeopleRefused: the name or password will not do.
        NameTaken: there is such an account.
    """
    with taking_username(username):
        campaign_for_sign_up(campaign_id)
        user = newcomer(username=username, password=password, email=email)
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
