from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from annotation.identity.accounts import store_account, unsaved_account
from annotation.identity.log import log_account
from annotation.identity.rights import Rights, set_rights
from annotation.models import AccountEventKind, Campaign
from annotation.people.joining import join_campaign

NO_RIGHTS = Rights()


@transaction.atomic
def create_account(
    *,
    username: str,
    password: str | None,
    rights: Rights = NO_RIGHTS,
    judges_in: Sequence[Campaign] = (),
    actor: User | None = None,
) -> User:
    """Create an account with its rights and memberships, and log it.

    Args:
        password: None where a link is to set it; until then nobody can sign in.
        actor: who makes it; None at the command line.

    Raises:
        NameRefused: an empty name or password, or a name in which nobody could be recognized.
        NameTaken: there is such an account, or one whose name looks the same.
    """
    user = unsaved_account(username=username, password=password)
    campaigns = Campaign.objects.filter(pk__in=[campaign.pk for campaign in judges_in])
    list(campaigns.order_by("pk").select_for_update(no_key=True))
    store_account(user)
    set_rights(user, rights)
    log_account(account=user, kind=AccountEventKind.MADE, actor=actor, given=rights.names)
    for campaign in judges_in:
        join_campaign(campaign=campaign, users=[user])
    return user
