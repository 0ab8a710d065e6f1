"""The members of a campaign as its organizers see them: by pseudonym, never by account."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, Q

from annotation.models import Adjudication, Campaign, Judgment, Membership, PairKind, stands
from annotation.quality.flags import GoldCheck, Pace, gold_checks, paces


class Member(NamedTuple):
    """A membership with its holder's work so far.

    Counted as on the board: first looks that stand, without the qualification round.
    """

    membership: Membership
    n_judged: int
    n_not_judged: int
    n_decisions: int  # of theirs that stand, as an adjudicator
    last_active_at: datetime | None  # their last judgment
    pace: Pace
    gold: GoldCheck


def members_of(campaign: Campaign) -> list[Member]:
    """Every member, in the order of their pseudonyms."""
    looks = stands("judgments__") & Q(judgments__occasion=0)
    looks &= ~Q(judgments__campaign_pair__kind=PairKind.QUALIFICATION)
    counted = campaign.memberships.annotate(
        n_judged=Count("judgments", filter=looks & Q(judgments__grade__isnull=False)),
        n_not_judged=Count("judgments", filter=looks & Q(judgments__grade__isnull=True)),
        last_active_at=Max("judgments__created_at", filter=looks),
    )
    judgments = Judgment.objects.filter(campaign_pair__campaign=campaign)
    by_pace, by_gold = paces(judgments), gold_checks(judgments)
    made = Adjudication.objects.live().filter(member__campaign=campaign)
    decisions = dict(made.order_by().values_list("member").annotate(n=Count("pk")))
    return [
        Member(
            member,
            member.n_judged,
            member.n_not_judged,
            decisions.get(member.pk, 0),
            member.last_active_at,
            by_pace.get(member.pk, Pace()),
            by_gold.get(member.pk, GoldCheck()),
        )
        for member in counted.order_by("pseudonym")
    ]
