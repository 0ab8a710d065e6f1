"""Accounts as administrators see them, and what was done to each, as a sentence."""

from __future__ import annotations

from typing import Annotated

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.functions import Coalesce, Lower, TruncDate
from django.utils import timezone

from annotation.identity.rights import is_granted
from annotation.identity.user_names import MAX_USER_NAME
from annotation.models import AccountEvent, AccountEventKind, Membership, PasswordLink
from ranking.lookup import first_of
from ranking.pages import Page, place_in_list
from regrade.counted import counted

PAGE_SIZE = 50
HAS_PASSWORD = ~Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)


def people() -> QuerySet[User]:
    """Accounts that can sign in, or could by a link.

    Assessors of imported judgments, models and simulated assessors have accounts as well, without
    a password and a link.
    """
    return User.objects.filter(HAS_PASSWORD | Exists(_links()))


def person(account_id: int) -> User:
    """The account of a person.

    Raises:
        NotFound: there is none.
    """
    return first_of(described(people()).filter(pk=account_id), "There is no such account.")


def find_accounts(
    *,
    search: Annotated[
        str, {"allow_blank": True, "max_length": MAX_USER_NAME}, "A part of the name."
    ] = "",
    page: int = 1,
) -> Page:
    """Accounts whose names contain `search`, in the order of their names.

    Args:
        page: from 1 on; one beyond the last is the last.
    """
    found = people().filter(username__icontains=search)
    at = place_in_list(page, n=found.count(), size=PAGE_SIZE)
    in_order = described(found).order_by(Lower("username"), "pk")
    return Page(**at.numbers, rows=list(in_order[at.part]))


def described(accounts: QuerySet[User]) -> QuerySet[User]:
    """The accounts with what administrators see of them, by one query.

    Of times they see the day: a campaign's log has the second at which a pseudonym joined.
    """
    campaigns = Membership.objects.filter(user=OuterRef("pk")).order_by()
    open_links = _links().filter(used_at=None, revoked_at=None, expires_at__gt=timezone.now())
    return accounts.annotate(
        may_organize=is_granted("may_organize"),
        may_research=is_granted("may_research"),
        has_password=ExpressionWrapper(HAS_PASSWORD, output_field=BooleanField()),
        joined_on=TruncDate("date_joined"),
        last_sign_in_on=TruncDate("last_login"),
        n_campaigns=Coalesce(
            Subquery(campaigns.values("user").annotate(n=Count("pk")).values("n")), 0
        ),
        link_expires_at=Subquery(open_links.values("expires_at")[:1]),
    )


def _links() -> QuerySet[PasswordLink]:
    return PasswordLink.objects.filter(account=OuterRef("pk"))


RIGHTS = {
    "may_organize": "organize",
    "may_research": "research",
    "is_administrator": "administrate",
}


WITHOUT_DETAILS = {
    AccountEventKind.DEACTIVATED: "Deactivated {}.",
    AccountEventKind.ACTIVATED: "Activated {} again.",
    AccountEventKind.LINK_REVOKED: "Took back the link of {}.",
    AccountEventKind.PASSWORD_SET: "Set the password of {} by a link.",
    AccountEventKind.EMAIL: "Changed the e-mail address of {}.",
}


def sentence_of(event: AccountEvent) -> str:
    name, details = event.account.get_username(), event.details
    match AccountEventKind(event.kind):
        case AccountEventKind.MADE:
            rights = details.get("given")
            return f"Made the account {name}" + (f", to {_named(rights)}." if rights else ".")
        case AccountEventKind.RIGHTS:
            return f"Changed what {name} may do: {_changed(details)}."
        case AccountEventKind.LINK_MADE:
            hours = counted(details["hours"], "hour")
            if details.get("mailed"):
                return f"Sent {name} a link to set a password, valid for {hours}, on request."
            return f"Made a link for {name} to set a password, valid for {hours}."
        case AccountEventKind.TOKEN_ISSUED | AccountEventKind.TOKEN_REVOKED:
            return _of_token(event)
        case kind:
            return WITHOUT_DETAILS[kind].format(name)


def _of_token(event: AccountEvent) -> str:
    token = f"the API token {event.details['name']} of {event.account.get_username()}"
    if event.kind == AccountEventKind.TOKEN_REVOKED:
        return f"Revoked {token}."
    days = counted(event.details["days"], "day")
    return f"Issued {token}: {' and '.join(event.details['scopes'])}, for {days}."


def _changed(details: dict[str, list[str]]) -> str:
    given, taken = details["given"], details["taken"]
    parts = [f"{_named(given)} given"] if given else []
    parts += [f"{_named(taken)} taken away"] if taken else []
    return ", ".join(parts)


def _named(rights: list[str]) -> str:
    return " and ".join(RIGHTS[right] for right in rights)
