from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import Permission, User
from django.db import transaction

from annotation.models import Campaign
from annotation.services.join_campaign import join_campaign
from ranking.exceptions import NameRefused, NameTaken

RIGHTS = {"may_organize": "annotation", "may_research": "ranking"}


@transaction.atomic
def create_account(
    *,
    username: str,
    password: str,
    may_organize: bool = False,
    may_research: bool = False,
    judges_in: Sequence[Campaign] = (),
) -> User:
    """An account that can sign in, with its rights and memberships.

    Raises:
        NameRefused: an empty name or password.
        NameTaken: there is such an account.
    """
    if not username.strip() or not password:
        raise NameRefused("An account needs a name, and a password: typed, or on standard input.")
    if User.objects.filter(username=User.normalize_username(username)).exists():
        raise NameTaken(f"There is an account named {username!r} already; choose another name.")
    user = User.objects.create_user(username=username, password=password)
    rights = {"may_organize": may_organize, "may_research": may_research}
    for codename in (codename for codename, granted in rights.items() if granted):
        user.user_permissions.add(
            Permission.objects.get(content_type__app_label=RIGHTS[codename], codename=codename)
        )
    for campaign in judges_in:
        join_campaign(campaign=campaign, users=[user])
    return user
