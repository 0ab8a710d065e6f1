from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from annotation.exceptions import CampaignNotOpen
from annotation.models import Membership, Role, Slot, Visit
from annotation.serving.honest_time import Stay, Time, total_time
from annotation.tickets import Ticket

# A page counts up; a report that was overtaken by a later one takes nothing back.
STORE = """
    INSERT INTO annotation_visit (membership_id, campaign_pair_id, occasion, key, active_ms,
                                  away_ms, started_at, last_seen_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (membership_id, campaign_pair_id, occasion, key) DO UPDATE
    SET active_ms = greatest(annotation_visit.active_ms, excluded.active_ms),
        away_ms = greatest(annotation_visit.away_ms, excluded.away_ms),
        last_seen_at = greatest(annotation_visit.last_seen_at, excluded.last_seen_at)
"""


class VisitReport(NamedTuple):
    """How long one stay on a pair has lasted so far, by the page's own clock."""

    key: UUID
    active_ms: int
    away_ms: int


@transaction.atomic
def note_visit(*, membership: Membership, ticket: Ticket, report: VisitReport) -> None:
    """Store how long a stay has lasted, and renew the lease: the assessor is at work.

    A lease that went to someone else stays theirs.

    Raises:
        CampaignNotOpen: the campaign takes no judgments, or the assessor has no part in it now.
    """
    is_out = membership.suspended_at is not None or membership.withdrawn_at is not None
    judges = membership.role == Role.ASSESSOR and not is_out
    if not judges or not membership.campaign.takes_judgments:
        raise CampaignNotOpen(f"{membership.campaign} notes nothing of you at the moment.")
    now = timezone.now()
    started_at = now - timedelta(milliseconds=report.active_ms + report.away_ms)
    with connection.cursor() as cursor:
        cursor.execute(
            STORE,
            [
                membership.pk,
                ticket.campaign_pair_id,
                ticket.occasion,
                report.key,
                report.active_ms,
                report.away_ms,
                started_at,
                now,
            ],
        )
    lease = timedelta(seconds=membership.campaign.lease_s)
    held = Slot.objects.filter(
        campaign_pair=ticket.campaign_pair_id,
        holder=membership,
        occasion=ticket.occasion,
        judgment__isnull=True,
    )
    free = held.select_for_update(skip_locked=True)
    Slot.objects.filter(pk__in=list(free.values_list("pk", flat=True))).update(
        leased_until=now + lease
    )


def time_on_pair(membership: Membership, ticket: Ticket) -> Time:
    """All visits to the pair together; time that two tabs report is counted once."""
    visits = Visit.objects.filter(
        membership=membership, campaign_pair=ticket.campaign_pair_id, occasion=ticket.occasion
    ).order_by(F("started_at"))
    return total_time(
        Stay(visit.started_at, visit.last_seen_at, visit.active_ms, visit.away_ms)
        for visit in visits
    )
