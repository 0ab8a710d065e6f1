from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from annotation.administration.listing import HAS_PASSWORD
from annotation.exceptions import PeopleRefused
from annotation.identity.accounts import nameable, taking_username
from annotation.identity.ending_tokens import end_tokens
from annotation.identity.links import DEFAULT_HOURS, Hours, NewLink, end_links, make_link
from annotation.identity.log import log_account
from annotation.identity.rights import Rights, rights_of, set_rights
from annotation.identity.user_names import MAX_USER_NAME
from annotation.models import AccountEventKind
from annotation.people.creating import create_account


def invite_account(
    *,
    username: Annotated[str, {"max_length": MAX_USER_NAME}],
    rights: Rights,
    hours: Hours = DEFAULT_HOURS,
    actor: User,
) -> NewLink:
    """Create an account without a password, and the link by which its owner sets one.

    Raises:
        PeopleRefused: the name cannot be one, or the hours are out of their range.
        NameRefused, NameTaken: as `create_account`.
    """
    with taking_username(username):
        name = nameable(username)
        account = create_account(username=name, password=None, rights=rights, actor=actor)
        return make_link(account=account, hours=hours, actor=actor)


@transaction.atomic
def change_account(*, account: User, changes: Mapping[str, bool], actor: User) -> User:
    """Change rights, and whether an account is active; what is not named stays.

    Deactivating ends the account's sessions, tokens and open link. Administrators are locked, so
    that of two who would take the right from each other at once, one keeps it.

    Args:
        changes: `is_active` or a field of `Rights`, to what it is to be.

    Raises:
        PeopleRefused: nobody deactivates their own account, and one administrator is to stay.
    """
    account = _locked_with_administrators(account)
    granted = rights_of(account)
    rights = granted._replace(**{key: changes[key] for key in changes.keys() & granted._fields})
    is_active = changes.get("is_active", account.is_active)
    _check(account, rights, actor, is_active=is_active)
    if rights != granted:
        set_rights(account, rights)
        _log_rights(account, granted, rights, actor)
    if is_active != account.is_active:
        _set_active(account, actor, is_active=is_active)
    return account


def _locked_with_administrators(account: User) -> User:
    concerned = User.objects.filter(Q(is_superuser=True) | Q(pk=account.pk)).order_by("pk")
    locked = {user.pk: user for user in concerned.select_for_update(no_key=True)}
    return locked[account.pk]


def _check(account: User, rights: Rights, actor: User, *, is_active: bool) -> None:
    if account == actor and not is_active:
        raise PeopleRefused(
            "Nobody deactivates their own account; another administrator can deactivate it.",
            code="own_account",
        )
    stays = is_active and rights.is_administrator
    if not account.is_superuser or not account.is_active or stays:
        return
    others = User.objects.filter(HAS_PASSWORD, is_superuser=True, is_active=True)
    if not others.exclude(pk=account.pk).exists():
        raise PeopleRefused(
            f"{account} is the last administrator who can sign in; make somebody else one first.",
            code="last_administrator",
        )


def _log_rights(account: User, before: Rights, after: Rights, actor: User) -> None:
    log_account(
        account=account,
        kind=AccountEventKind.RIGHTS,
        actor=actor,
        given=[name for name in after.names if name not in before.names],
        taken=[name for name in before.names if name not in after.names],
    )


def _set_active(account: User, actor: User, *, is_active: bool) -> None:
    account.is_active = is_active
    account.save(update_fields=["is_active"])
    kind = AccountEventKind.ACTIVATED if is_active else AccountEventKind.DEACTIVATED
    log_account(account=account, kind=kind, actor=actor)
    if not is_active:
        end_links(account)
        end_sessions(account)
        end_tokens(account, actor=actor)


def end_sessions(account: User) -> None:
    """Delete an account's sessions, which would go on when it is activated again.

    Django keeps whose a session is within its data: each one that still stands is read.
    """
    standing = Session.objects.filter(expire_date__gt=timezone.now())
    own = [
        session.session_key
        for session in standing.iterator()
        if _owner(session.get_decoded()) == str(account.pk)
    ]
    Session.objects.filter(session_key__in=own).delete()


def _owner(data: dict[str, Any]) -> str:
    return str(data.get(SESSION_KEY, ""))
