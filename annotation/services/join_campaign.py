from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction

from annotation.models import AssessorKind, Campaign, Membership

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no characters that look alike
PSEUDONYM_LENGTH = 5


@transaction.atomic
def join_campaign(
    *,
    campaign: Campaign,
    users: Sequence[User],
    kind: AssessorKind = AssessorKind.HUMAN,
) -> dict[int, Membership]:
    """Make these accounts assessors of the campaign; who is one already stays as they are.

    Returns:
        The memberships by user id.
    """
    Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    members = _members(campaign, users)
    taken = set(campaign.memberships.values_list("pseudonym", flat=True))
    for user in users:
        if user.pk not in members:
            pseudonym = _new_pseudonym(taken)
            taken.add(pseudonym)
            members[user.pk] = Membership.objects.create(
                campaign=campaign, user=user, kind=kind, pseudonym=pseudonym
            )
    return members


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
    return {membership.user_id: membership for membership in found}


def _new_pseudonym(taken: set[str]) -> str:
    while True:
        pseudonym = "".join(secrets.choice(ALPHABET) for _ in range(PSEUDONYM_LENGTH))
        if pseudonym not in taken:
            return pseudonym
