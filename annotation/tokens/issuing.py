"""API tokens of an account: issued, listed and revoked. A token is shown once, its hash stored."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated, Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from annotation.exceptions import TokenRefused
from annotation.identity.links import (
    Password,
    new_token,
    prove_password,
    refuse_without_login,
    token_hash,
)
from annotation.identity.log import log_account
from annotation.models import AccountEventKind, ApiToken
from ranking.http.scopes import PERSONAL, Scope
from ranking.lookup import first_of
from regrade.counted import counted

PREFIX = "regrade_"  # by which scanners find one that was published by mistake
MAX_NAME = 100
MAX_TOKENS = 50
DEFAULT_DAYS, MAX_DAYS = 90, 366
Days = Annotated[int, {"min_value": 1, "max_value": MAX_DAYS}]


class NewToken(NamedTuple):
    """A new token with its text, which cannot be shown again."""

    token: ApiToken
    text: str


@transaction.atomic
def issue_token(
    *,
    account: User,
    name: Annotated[str, {"max_length": MAX_NAME}],
    scopes: Sequence[str] = (Scope.READ,),
    days: Days = DEFAULT_DAYS,
    actor: User | None = None,
) -> NewToken:
    """Make a token by which a program acts for the account, within the scopes.

    A scope that writes includes `read`. None gives a right that the account lacks.

    Raises:
        TokenRefused: no name or a name that another valid token has, an unknown scope or none, a
            number of days out of range, or too many tokens.
        PeopleRefused: nobody can sign in as the account.
    """
    name = name.strip()
    _check_request(name, scopes, days)
    _lock_and_check(account, name)
    _refuse_many(account)
    kept = [one for one in PERSONAL if one in {*scopes, Scope.READ}]
    return _issue(account, name, kept, days, actor)


@transaction.atomic
def issue_submit_token(
    *, account: User, name: str, actor: User | None = None, days: int = MAX_DAYS
) -> NewToken:
    """Make a token of an organizer's account by which a team hands in runs, and nothing else.

    The caller binds it to a team. Tokens of teams do not count towards `MAX_TOKENS`.

    Raises:
        TokenRefused: the account has a valid token of this name.
    """
    _lock_and_check(account, name)
    return _issue(account, name, [Scope.SUBMIT], days, actor)


def _issue(
    account: User, name: str, scopes: Sequence[Scope], days: int, actor: User | None
) -> NewToken:
    # An expired token gives its name away.
    account.api_tokens.filter(_valid(False), name=name).update(revoked_at=timezone.now())
    text = PREFIX + new_token()
    token = ApiToken.objects.create(
        account=account,
        name=name,
        scopes=[*scopes],
        token_hash=token_hash(text),
        expires_at=timezone.now() + timedelta(days=days),
    )
    log_account(
        account=account,
        kind=AccountEventKind.TOKEN_ISSUED,
        actor=actor,
        name=name,
        scopes=token.scopes,
        days=days,
    )
    return NewToken(token, text)


def issue_own_token(*, account: User, password: Password, **token: Any) -> NewToken:
    """Make a token for the requesting account, whose owner proves to be there.

    Raises:
        PasswordRefused: that is not the account's password.
        TokenRefused: as `issue_token`.
    """
    prove_password(account, password)
    return issue_token(account=account, actor=account, **token)


def _valid(is_valid: bool) -> Q:
    until = "gt" if is_valid else "lte"
    return Q(**{"revoked_at": None, f"expires_at__{until}": timezone.now()})


def valid_tokens(account: User) -> QuerySet[ApiToken]:
    """The account's tokens that are neither expired nor revoked, the newest first."""
    return account.api_tokens.filter(_valid(True))


def _check_request(name: str, scopes: Sequence[str], days: int) -> None:
    if not name or len(name) > MAX_NAME:
        raise TokenRefused(
            f"Name the token with 1 to {MAX_NAME} characters.", code="bad_name", field="name"
        )
    if Scope.SUBMIT in scopes:
        raise TokenRefused(
            "A token with the scope submit belongs to a team: make it on the page of the call.",
            code="submit_needs_call",
            field="scopes",
        )
    if unknown := sorted({*scopes} - {*PERSONAL}):
        raise TokenRefused(
            f"The scope {unknown[0]} is unknown; there are {', '.join(PERSONAL)}.",
            code="unknown_scope",
            field="scopes",
        )
    if not scopes:
        raise TokenRefused("Give the token a scope.", code="no_scope", field="scopes")
    if not 1 <= days <= MAX_DAYS:
        raise TokenRefused(
            f"A token is valid for 1 to {MAX_DAYS} days, not {days}.",
            code="out_of_range",
            field="days",
        )


def _lock_and_check(account: User, name: str) -> None:
    """Lock the account, so that two requests at once do not take one name."""
    refuse_without_login(User.objects.select_for_update(no_key=True).get(pk=account.pk))
    if valid_tokens(account).filter(name=name).exists():
        raise TokenRefused(
            f"You have a token {name} already; revoke it or choose another name.",
            code="name_taken",
            field="name",
        )


def _refuse_many(account: User) -> None:
    n = valid_tokens(account).exclude(scopes=[Scope.SUBMIT]).count()
    if n >= MAX_TOKENS:
        raise TokenRefused(
            f"You have {counted(n, 'valid token')}; revoke one first.", code="too_many"
        )


@transaction.atomic
def revoke_token(*, token: ApiToken, actor: User | None = None) -> None:
    """End a token; requests that come later are refused. Revoking again changes nothing."""
    found = ApiToken.objects.select_for_update(no_key=True).get(pk=token.pk)
    if found.revoked_at is not None:
        return
    found.revoked_at = timezone.now()
    found.save(update_fields=["revoked_at"])
    log_account(
        account=found.account, kind=AccountEventKind.TOKEN_REVOKED, actor=actor, name=found.name
    )


def token_named(account: User, name: str) -> ApiToken:
    """The account's valid token of this name.

    Raises:
        NotFound: it has none.
    """
    found = valid_tokens(account).filter(name=name)
    return first_of(found, f"{account} has no valid token {name}.", code="no_token")
