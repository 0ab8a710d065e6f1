from __future__ import annotations

from typing import Annotated, Any, NamedTuple
from uuid import UUID

from django.db.models import F

from annotation.database import execute, tried_again
from annotation.judging.qualification import check_may_judge
from annotation.models import Membership, Visit
from annotation.serving.leases import renew_leases
from annotation.serving.tickets import Ticket
from regrade.serving.honest_time import Stay, Time, total_time

MAX_VISITS = 100  # of one assessor to one pair on one occasion
MAX_MS = 2**31 - 1
TIME: dict[str, Any] = {"min_value": 0, "max_value": 24 * 3600 * 1000}  # of one day at most

# A page counts up; a report that was overtaken by a later one takes nothing back, and one that
# comes once more, as with an answer that is chosen later, makes no stay longer. A stay began as
# long ago as it claims, but not before the page was given its ticket.
STORE = """
INSERT INTO annotation_visit (membership_id, campaign_pair_id, occasion, key, active_ms, away_ms,
                              started_at, last_seen_at)
VALUES (%(me)s, %(pair)s, %(occasion)s, %(key)s, %(active_ms)s, %(away_ms)s,
        least(now(), greatest(now() - make_interval(secs => %(claimed_ms)s::float / 1000),
                              to_timestamp(%(issued_s)s::float))),
        now())
ON CONFLICT (membership_id, campaign_pair_id, occasion, key) DO UPDATE
SET active_ms = greatest(annotation_visit.active_ms, excluded.active_ms),
    away_ms = greatest(annotation_visit.away_ms, excluded.away_ms),
    last_seen_at = CASE
        WHEN excluded.active_ms > annotation_visit.active_ms
          OR excluded.away_ms > annotation_visit.away_ms
        THEN greatest(annotation_visit.last_seen_at, excluded.last_seen_at)
        ELSE annotation_visit.last_seen_at END
RETURNING xmax = 0 AND (
    SELECT count(*) FROM annotation_visit
    WHERE membership_id = %(me)s AND campaign_pair_id = %(pair)s AND occasion = %(occasion)s
) >= %(max_visits)s AS is_one_more
"""

# One more visit than is kept apart: the two that began first are put together.
PUT_TOGETHER = """
WITH first AS (
    SELECT id, row_number() OVER (ORDER BY started_at, id) AS place FROM annotation_visit
    WHERE membership_id = %(me)s AND campaign_pair_id = %(pair)s AND occasion = %(occasion)s
    ORDER BY started_at, id LIMIT 2
), gone AS (
    DELETE FROM annotation_visit WHERE id = (SELECT id FROM first WHERE place = 1)
    RETURNING active_ms, away_ms, started_at, last_seen_at
)
UPDATE annotation_visit visit
SET active_ms = least(%(max_ms)s, visit.active_ms::bigint + gone.active_ms),
    away_ms = least(%(max_ms)s, visit.away_ms::bigint + gone.away_ms),
    started_at = least(visit.started_at, gone.started_at),
    last_seen_at = greatest(visit.last_seen_at, gone.last_seen_at)
FROM gone WHERE visit.id = (SELECT id FROM first WHERE place = 2)
"""


class VisitReport(NamedTuple):
    """Length of one stay on a pair so far, by the page's clock."""

    visit: UUID
    active_ms: Annotated[int, TIME]
    away_ms: Annotated[int, TIME]


@tried_again
def note_visit(*, membership: Membership, ticket: Ticket, report: VisitReport) -> None:
    """Store the length of a stay and renew leases, since the assessor is active.

    Beyond MAX_VISITS stays at one pair the oldest are counted as one.

    Raises:
        CampaignNotOpen: the campaign takes no judgments, or the assessor has no part in it now.
    """
    add_visit(membership, ticket, report)


def add_visit(membership: Membership, ticket: Ticket, report: VisitReport) -> None:
    """The same in the transaction of a judgment, which tries all of it again."""
    check_may_judge(membership)
    _store(membership, ticket, report)
    renew_leases(membership=membership)


def _store(membership: Membership, ticket: Ticket, report: VisitReport) -> None:
    stay = {
        "me": membership.pk,
        "pair": ticket.campaign_pair_id,
        "occasion": ticket.occasion,
        "key": report.visit,
        "active_ms": report.active_ms,
        "away_ms": report.away_ms,
        "claimed_ms": report.active_ms + report.away_ms,
        "issued_s": ticket.issued_s,
        "max_visits": MAX_VISITS,
        "max_ms": MAX_MS,
    }
    with execute(STORE, stay) as cursor:
        [(is_one_more,)] = cursor.fetchall()
    if is_one_more:
        execute(PUT_TOGETHER, stay).close()


def time_on_pair(membership: Membership, ticket: Ticket) -> Time:
    """Total time of all visits to the pair; time reported by two tabs counts once."""
    visits = Visit.objects.filter(
        membership=membership, campaign_pair=ticket.campaign_pair_id, occasion=ticket.occasion
    ).order_by(F("started_at"))
    return total_time(
        Stay(visit.started_at, visit.last_seen_at, visit.active_ms, visit.away_ms)
        for visit in visits
    )
