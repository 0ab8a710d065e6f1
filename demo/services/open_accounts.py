from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from annotation.identity.rights import Rights
from annotation.models import Campaign
from annotation.people.creating import create_account
from annotation.people.joining import join_campaign
from demo.names import ASSESSOR, ORGANIZER, PASSWORD, RESEARCHER
from ranking.lookup import by_name


@transaction.atomic
def open_accounts() -> str | None:
    """Make the three accounts, except those that are there.

    Says in a sentence what was made, and the password, so that people need not wait for the rest.
    """
    names = (ASSESSOR, ORGANIZER, RESEARCHER)
    known = set(User.objects.filter(username__in=names).values_list("username", flat=True))
    missing = [name for name in names if name not in known]
    for name in missing:
        create_account(
            username=name,
            password=PASSWORD,
            rights=Rights(may_organize=name == ORGANIZER, may_research=name == RESEARCHER),
        )
    return f"Accounts {', '.join(missing)}: made, password {PASSWORD}." if missing else None


def seat_assessor(campaign: str) -> None:
    """Let the demo's assessor judge in the campaign of this name; nothing is said of it."""
    assessor = User.objects.get(username=ASSESSOR)
    join_campaign(campaign=by_name(Campaign, campaign), users=[assessor])
