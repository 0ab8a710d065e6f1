"""Passwords, and links by which people set them: the token is shown once, its hash stored.

Django's own tokens of this kind (PasswordResetTokenGenerator) are not stored: one could neither be
listed nor revoked, and signing in would end it.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Annotated, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from annotation.exceptions import PasswordRefused, PeopleRefused
from annotation.identity.accounts import refuse_guessable
from annotation.identity.ending_tokens import end_tokens
from annotation.identity.log import log_account
from annotation.identity.user_names import RECORDED
from annotation.mail import letters
from annotation.mail.sending import check_address, send_later, sends_mail
from annotation.models import AccountEventKind, PasswordLink
from ranking.lookup import first_of

N_TOKEN_BYTES = 32
MAX_PASSWORD = 1000
Token = Annotated[str, {"allow_blank": True, "trim_whitespace": False}]
Password = Annotated[str, {"trim_whitespace": False}]


def new_token() -> str:
    return secrets.token_urlsafe(N_TOKEN_BYTES)


def token_hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def change_password(*, user: User, old: Password, new: Password) -> None:
    """Give an account another password; its other sessions and its open link end with the old one.

    Raises:
        PasswordRefused: the old one is wrong, or the new one is the same.
        PeopleRefused: the new one is easily guessed.
    """
    if not user.check_password(old):
        raise PasswordRefused(
            "That is not the password you have now.", code="wrong_password", field="old"
        )
    if old == new:
        raise PasswordRefused(
            "The new password is the old one; choose another.", code="same_password", field="new"
        )
    refuse_guessable(username=user.get_username(), password=new, field="new")
    user.set_password(new)
    with transaction.atomic():
        user.save(update_fields=["password"])
        end_links(user)


def prove_password(user: User, password: str) -> None:
    """Refuse a request from a session whose owner does not type the account's password.

    Raises:
        PasswordRefused: it is another password.
    """
    if not user.check_password(password):
        raise PasswordRefused("That is not your password.", code="wrong_password", field="password")


def change_email(
    *, user: User, email: Annotated[str, {"allow_blank": True}], password: Password
) -> None:
    """Give an account another e-mail address, or none; links to set its password are sent there.

    Its open links end: one may have been sent to the former address, which is notified.

    Raises:
        PasswordRefused: the password is wrong.
        MailRefused: it is no e-mail address.
    """
    prove_password(user, password)
    address = check_address(email) if email.strip() else ""
    with transaction.atomic():
        account = locked(user.pk)
        former, account.email = account.email, address
        if former == address:
            return
        account.save(update_fields=["email"])
        end_links(account)
        log_account(account=account, kind=AccountEventKind.EMAIL, actor=account)
    if former and sends_mail():
        send_later([letters.address_changed(to=former, username=user.get_username())])


DEFAULT_HOURS, MAX_HOURS = 48, 14 * 24
Hours = Annotated[int, {"min_value": 1, "max_value": MAX_HOURS}]
ASK = "ask who runs this installation for a new one"
UNKNOWN = f"This link belongs to no account; {ASK}."


class NewLink(NamedTuple):
    """A new link with its token, which cannot be shown again."""

    account: User
    token: str
    expires_at: datetime


def link_path(token: str) -> str:
    """The link's path; the token follows a #, so it reaches no server and no log."""
    return f"/reset#{token}"


@transaction.atomic
def make_link(
    *,
    account: User,
    hours: Hours = DEFAULT_HOURS,
    actor: User | None = None,
    is_mailed: bool = False,
) -> NewLink:
    """Make a link by which its owner sets the account's password, once; older links end.

    One that `is_mailed`, on the request of somebody who named the account, ends only such links.

    Raises:
        PeopleRefused: a number of hours out of its range, or the account is deactivated or was
            made by an import.
    """
    if not 1 <= hours <= MAX_HOURS:
        raise PeopleRefused(
            f"A link is valid for 1 to {MAX_HOURS} hours, not {hours}.",
            code="out_of_range",
            field="hours",
        )
    account = locked(account.pk)
    refuse_without_login(account)
    open_links = account.password_links.filter(used_at=None, revoked_at=None)
    if is_mailed:  # which anybody can request: an administrator's link stays
        open_links = open_links.filter(is_mailed=True)
    open_links.update(revoked_at=timezone.now())
    token, expires_at = new_token(), timezone.now() + timedelta(hours=hours)
    PasswordLink.objects.create(
        account=account,
        token_hash=token_hash(token),
        expires_at=expires_at,
        is_mailed=is_mailed,
        created_by=actor,
    )
    details = {"hours": hours, "mailed": True} if is_mailed else {"hours": hours}
    log_account(account=account, kind=AccountEventKind.LINK_MADE, actor=actor, **details)
    return NewLink(account, token, expires_at)


def refuse_without_login(account: User) -> None:
    """Refuse accounts as which nobody can sign in now.

    Raises:
        PeopleRefused: it is deactivated, or an import made it.
    """
    if account.get_username().startswith(RECORDED):
        raise PeopleRefused(
            f"{account} came with recorded judgments; nobody signs in as it.", code="no_login"
        )
    if not account.is_active:
        raise PeopleRefused(
            f"The account {account} is deactivated; activate it first.", code="account_deactivated"
        )


@transaction.atomic
def revoke_link(*, account: User, actor: User | None = None) -> None:
    """Revoke an account's open link. Doing so again changes nothing."""
    account = locked(account.pk)
    if end_links(account):
        log_account(account=account, kind=AccountEventKind.LINK_REVOKED, actor=actor)


def end_links(account: User) -> int:
    """Revoke the open links of an account, whose row is locked; returns how many."""
    open_links = account.password_links.filter(used_at=None, revoked_at=None)
    return open_links.update(revoked_at=timezone.now())


def withdraw_link(token: str) -> None:
    """Revoke the link of this token, which nobody got."""
    unused = PasswordLink.objects.filter(token_hash=token_hash(token), used_at=None)
    unused.update(revoked_at=timezone.now())


def usable_link(token: str) -> PasswordLink:
    """The link of this token, which still opens its account.

    Raises:
        NotFound: there is none; a token that never was one gets the same answer.
        PeopleRefused: it was used or revoked, or has expired.
    """
    links = PasswordLink.objects.select_related("account", "created_by").filter(
        token_hash=token_hash(token)
    )
    link = first_of(links, UNKNOWN)
    _check_usable(link)
    return link


@transaction.atomic
def set_password_by_link(
    *, token: Token, password: Annotated[Password, {"max_length": MAX_PASSWORD}]
) -> User:
    """Give the link's account another password; its sessions and tokens end with the old one.

    The account's row is locked: of two who use one link at once, one succeeds.

    Raises:
        NotFound, PeopleRefused: as `usable_link`; or the password is easily guessed.
    """
    locked(usable_link(token).account_id)
    link = usable_link(token)
    account = link.account
    refuse_guessable(username=account.get_username(), password=password)
    account.set_password(password)
    account.save(update_fields=["password"])
    link.used_at = timezone.now()
    link.save(update_fields=["used_at"])
    end_links(account)
    end_tokens(account, actor=account)
    log_account(account=account, kind=AccountEventKind.PASSWORD_SET, actor=account)
    return account


def forget_ended_links(accounts: Collection[int]) -> None:
    """Delete ended links of these accounts: their times would reveal more than the log's months."""
    links = PasswordLink.objects.filter(account__in=accounts)
    opens = Q(used_at=None, revoked_at=None, expires_at__gt=timezone.now())
    links.exclude(opens).delete()


def locked(account_id: int) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=account_id)


def _check_usable(link: PasswordLink) -> None:
    if link.used_at is not None:
        raise PeopleRefused(
            f"This link was used already. Sign in with the password that was set by it, or {ASK}.",
            code="link_used",
        )
    if link.revoked_at is not None or not link.account.is_active:
        raise PeopleRefused(f"This link was taken back; {ASK}.", code="link_revoked")
    if link.expires_at <= timezone.now():
        raise PeopleRefused(f"This link has expired; {ASK}.", code="link_expired")


def lines_of_link(path: str) -> Iterator[str]:
    """A link as commands print it: whole where REGRADE_ADDRESS is set, else with how to mend it."""
    yield settings.ADDRESS.rstrip("/") + path
    if not settings.ADDRESS:
        yield (
            "Put the address of this installation before it, as https://regrade.example; with"
            " REGRADE_ADDRESS set, links are printed whole."
        )
