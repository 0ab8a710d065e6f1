"""The members of a campaign as its organizers see them: by pseudonym, never by account."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, Q

from annotation.board.flags import GoldCheck, Pace, gold_checks, paces
from annotation.models import Campaign, Cause, Judgment, Membership, PairKind, Reason


class Member(NamedTuple):
    """A membership with what its holder has done so far.

    Counted as on the board: first looks, without those that were rejected and the qualification.
    """

    membership: Membership
    n_judged: int
    n_not_judged: int
    last_active_at: datetime | None  # their last judgment
    pace: Pace
    gold: GoldCheck


def members_of(campaign: Campaign) -> list[Member]:
    """Every member, in the order of their pseudonyms."""
    live = Q(judgments__superseded_at__isnull=True, judgments__occasion=0)
    live &= ~Q(judgments__cause=Cause.REJECTED)
    live &= ~Q(judgments__campaign_pair__kind=PairKind.QUALIFICATION)
    blank = Q(judgments__grade__isnull=True) & ~Q(judgments__reason_not_judged=Reason.RETRACTED)
    counted = campaign.memberships.annotate(
        n_judged=Count("judgments", filter=live & Q(judgments__grade__isnull=False)),
        n_not_judged=Count("judgments", filter=live & blank),
        last_active_at=Max("judgments__created_at", filter=live),
    )
    judgments = Judgment.objects.filter(campaign_pair__campaign=campaign)
    by_pace, by_gold = paces(judgments), gold_checks(judgments)
    return [
        Member(
            member,
            member.n_judged,
            member.n_not_judged,
            member.last_active_at,
            by_pace.get(member.pk, Pace()),
            by_gold.get(member.pk, GoldCheck()),
        )
        for member in counted.order_by("pseudonym")
    ]
