"""Data that Regrade stores about an assessor, shown to them: all their own, nobody else's.

What kind a pair is, and what experts say of gold pairs, is not about them and stays hidden. How
often they gave the expert's grade, and which looks were repeats, shows when the campaign is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Q, Sum

from annotation.models import (
    Adjudication,
    CampaignEvent,
    Consent,
    Judgment,
    Membership,
    Message,
    Visit,
)
from annotation.people.messages import messages_to
from annotation.quality.flags import GoldCheck, Pace, gold_checks, paces
from ranking.pages import Part, part_by_key

PAGE = 100


class HeldCounts(NamedTuple):
    n_judgments: int  # every version counted
    n_live: int
    n_visits: int
    active_ms: int
    away_ms: int


class OwnRecord(NamedTuple):
    """An assessor's stored data, except judgments and visits, which come in pages."""

    membership: Membership
    username: str
    email: str
    consents: Sequence[Consent]
    events: Sequence[CampaignEvent]
    counts: HeldCounts
    pace: Pace
    gold_pairs: GoldCheck | None  # when the campaign is over
    messages: Sequence[Message]  # to them, with `seen_at`
    decisions: Sequence[Adjudication]  # every one that they made as an adjudicator


def own_record(membership: Membership) -> OwnRecord:
    judged = Judgment.objects.filter(assessor=membership)
    pseudonym, is_over = membership.pseudonym, membership.campaign.is_over
    about = Q(details__assessor=pseudonym) | Q(details__in_name_of__contains=[pseudonym])
    events = CampaignEvent.objects.filter(about, campaign=membership.campaign_id)
    return OwnRecord(
        membership,
        membership.user.get_username() if membership.user else "",
        membership.user.email if membership.user else "",
        list(membership.consents.select_related("notice")),
        list(events),
        _counts(membership),
        paces(judged).get(membership.pk, Pace()),
        gold_checks(judged).get(membership.pk, GoldCheck()) if is_over else None,
        list(messages_to(membership)),
        list(
            Adjudication.objects.filter(member=membership)
            .select_related("grade", "campaign_pair__pair__topic")
            .order_by("pk")
        ),
    )


def recorded_judgments(membership: Membership, page: int | None = None) -> Part:
    """Every version of every own judgment, the oldest first.

    Which looks were repeats, and columns that an import kept, show when the campaign is over.
    """
    own = Judgment.objects.filter(assessor=membership).select_related(
        "grade", "guideline", "campaign_pair__pair__topic", "campaign_pair__pair__passage"
    )
    part = part_by_key(own, page, size=PAGE, order="pk")
    is_over = membership.campaign.is_over
    for judgment in part.rows:
        judgment.imported = judgment.extra if is_over else None
        judgment.shown_occasion = judgment.occasion if is_over else None
    return part


def recorded_visits(membership: Membership, page: int | None = None) -> Part:
    """Every stay on a pair, the oldest first."""
    own = Visit.objects.filter(membership=membership)
    visits = own.select_related("campaign_pair__pair__topic")
    return part_by_key(visits, page, size=PAGE, order="pk")


def _counts(membership: Membership) -> HeldCounts:
    judged = membership.judgments.aggregate(
        n=Count("pk"), n_live=Count("pk", filter=Q(superseded_at__isnull=True))
    )
    seen = membership.visits.aggregate(
        n=Count("pk"), active_ms=Sum("active_ms"), away_ms=Sum("away_ms")
    )
    return HeldCounts(
        judged["n"], judged["n_live"], seen["n"], seen["active_ms"] or 0, seen["away_ms"] or 0
    )
