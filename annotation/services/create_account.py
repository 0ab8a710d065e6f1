from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import Permission, User
from django.db import connection, transaction

from annotation.models import Campaign
from annotation.services.join_campaign import join_campaign
from annotation.services.recorded_assessors import PREFIX
from annotation.user_names import looks_of, trouble_of
from ranking.exceptions import NameRefused, NameTaken

RIGHTS = {"may_organize": "annotation", "may_research": "ranking"}


# Two names that look alike are not equal to the database: one is checked after the other.
ONE_BY_ONE = "SELECT pg_advisory_xact_lock(hashtext('account names'))"


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
        NameRefused: an empty name or password, or a name in which nobody could be recognized.
        NameTaken: there is such an account, or one whose name looks the same.
    """
    if not username.strip() or not password:
        raise NameRefused("An account needs a name, and a password: typed, or on standard input.")
    _refuse_look_alike(User.normalize_username(username))
    user = User.objects.create_user(username=username, password=password)
    rights = {"may_organize": may_organize, "may_research": may_research}
    for codename in (codename for codename, granted in rights.items() if granted):
        user.user_permissions.add(
            Permission.objects.get(content_type__app_label=RIGHTS[codename], codename=codename)
        )
    for campaign in judges_in:
        join_campaign(campaign=campaign, users=[user])
    return user


def _refuse_look_alike(username: str) -> None:
    if trouble := trouble_of(username):
        raise NameRefused(f"The name {username!r} {trouble}.", field="username")
    with connection.cursor() as cursor:
        cursor.execute(ONE_BY_ONE)
    looks = looks_of(username)
    people = User.objects.exclude(username__startswith=PREFIX)
    for taken in people.values_list("username", flat=True).iterator():
        if taken == username:
            raise NameTaken(f"There is an account named {username!r} already; choose another name.")
        if looks & looks_of(taken):
            raise NameTaken(
                f"There is an account whose name looks like {username!r} already; choose another"
                " name.",
                field="username",
            )
