from __future__ import annotations

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db.models.functions import TruncMonth

from annotation.models import AccountEvent, AccountEventKind
from ranking.pages import Part, part_by_key

PAGE_SIZE = 20


def log_account(
    *, account: User, kind: AccountEventKind, actor: User | None, **details: object
) -> None:
    """Log what was done to an account. Belongs into the transaction that does it."""
    AccountEvent.objects.create(account=account, kind=kind, actor=actor, details=details)


def blur_log(accounts: Collection[int]) -> None:
    """Keep only the month of events on these accounts.

    A campaign's log shows when a pseudonym joined. The minute at which an account was created or
    got its password would reveal its owner.
    """
    AccountEvent.objects.filter(account__in=accounts).update(at=TruncMonth("at"))


def account_events(page: int | None = None) -> Part:
    """Changes to accounts, newest first."""
    events = AccountEvent.objects.select_related("account", "actor")
    return part_by_key(events, page, size=PAGE_SIZE)
