from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models.functions import TruncMonth

from annotation.models import AccountEvent, AccountEventKind

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


class EventsPage(NamedTuple):
    """Events, the newest first; `before` is where the next page begins, None at the end."""

    events: list[AccountEvent]
    before: int | None


def events_before(event_id: int | None = None) -> EventsPage:
    """What was done to accounts before this event, or at last."""
    events = AccountEvent.objects.select_related("account", "actor")
    if event_id is not None:
        events = events.filter(pk__lt=event_id)
    found = list(events[: PAGE_SIZE + 1])
    page = found[:PAGE_SIZE]
    return EventsPage(page, page[-1].pk if len(found) > PAGE_SIZE else None)
