"""What Regrade stores about an assessor, shown to them: all of their own data, nobody else's.

What kind a pair is, and what experts say of gold pairs, is not about them and stays hidden. How
often they gave the expert's grade, and which looks were repeats, shows when the campaign is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from django.db.models import Count, Model, Q, QuerySet, Sum

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

PAGE = 100
Row = TypeVar("Row", bound=Model)


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
    consents: Sequence[Consent]
    events: Sequence[CampaignEvent]
    counts: HeldCounts
    pace: Pace
    gold_pairs: GoldCheck | None  # when the campaign is over
    messages: Sequence[Message]  # to them, with `seen_at`
    decisions: Sequence[Adjudication]  # every one that they made as an adjudicator


class Page(NamedTuple):
    """Some rows, oldest first; `next` asks for the following page, null at the end."""

    rows: Sequence[Model]
    next: int | None


def own_record(membership: Membership) -> OwnRecord:
    judged = Judgment.objects.filter(assessor=membership)
    pseudonym, is_over = membership.pseudonym, membership.campaign.is_over
    about = Q(details__assessor=pseudonym) | Q(details__in_name_of__contains=[pseudonym])
    events = CampaignEvent.objects.filter(about, campaign=membership.campaign_id)
    return OwnRecord(
        membership,
        membership.user.get_username() if membership.user else "",
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


def recorded_judgments(membership: Membership, *, after: int) -> Page:
    """Every version of every own judgment.

    Which looks were repeats, and columns that an import kept, show when the campaign is over.
    """
    own = Judgment.objects.filter(assessor=membership).select_related(
        "grade", "guideline", "campaign_pair__pair__topic", "campaign_pair__pair__passage"
    )
    page = _page(own, after)
    is_over = membership.campaign.is_over
    for judgment in page.rows:
        judgment.imported = judgment.extra if is_over else None  # type: ignore[attr-defined]
        judgment.shown_occasion = judgment.occasion if is_over else None  # type: ignore[attr-defined]
    return page


def recorded_visits(membership: Membership, *, after: int) -> Page:
    own = Visit.objects.filter(membership=membership)
    return _page(own.select_related("campaign_pair__pair__topic"), after)


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


def _page(rows: QuerySet[Row], after: int) -> Page:
    found = list(rows.filter(pk__gt=after).order_by("pk")[: PAGE + 1])
    return Page(found[:PAGE], found[PAGE - 1].pk if len(found) > PAGE else None)
