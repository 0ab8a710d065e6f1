"""Counts for the board: one query each, over live first looks.

What is wanted and in is counted in `annotation.campaigns.listing`.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import NamedTuple

from django.db import connection
from django.db.models import Count, Max, Min, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from annotation.database import Median
from annotation.models import VOTING_KINDS, Campaign, Cause, Judgment, PairKind

# From the slots that are filled, not from all: most are open for most of a campaign's time.
FINISHED_GROUPS = """
SELECT assessors, count(*) FROM (
    SELECT array_agg(holder_id ORDER BY holder_id) AS assessors FROM annotation_slot filled
    WHERE campaign_id = %(campaign)s AND order_key IS NOT NULL AND judgment_id IS NOT NULL
      AND NOT EXISTS (
          SELECT FROM annotation_slot open_slot
          WHERE open_slot.campaign_pair_id = filled.campaign_pair_id
            AND open_slot.order_key IS NOT NULL AND open_slot.judgment_id IS NULL)
    GROUP BY campaign_pair_id HAVING count(*) > 1
) finished
GROUP BY assessors
"""


class PairCount(NamedTuple):
    """Pairs of one stored kind in one topic."""

    topic_id: int
    kind: str
    n: int
    n_pilot: int


class SpecialCount(NamedTuple):
    """First looks of one assessor at pairs of one kind that is not regular, by grade."""

    kind: str
    assessor_id: int
    grade_id: int | None
    n: int


class AssessorCount(NamedTuple):
    """First looks of one assessor at pairs of any kind; times leave out the qualification round."""

    assessor_id: int
    n_graded: int
    n_blank: int
    median_active_ms: float | None
    last_active_at: datetime | None
    first_here_at: datetime | None = None  # of what was not imported, with any kind
    last_at: datetime | None = None  # the same
    n_timed: int = 0
    active_ms: int = 0  # of the timed ones


def pair_counts(campaign: Campaign) -> list[PairCount]:
    rows = campaign.pairs.order_by().values("pair__topic", "kind")
    counted = rows.annotate(n=Count("pk"), n_pilot=Count("pk", filter=Q(in_pilot=True)))
    return [PairCount(*row) for row in counted.values_list("pair__topic", "kind", "n", "n_pilot")]


def pairs_not_judged_by_topic(campaign: Campaign) -> Counter[int]:
    """How many regular and overlap pairs somebody answered without a grade."""
    blank = _first_looks(campaign).filter(grade__isnull=True, campaign_pair__kind__in=VOTING_KINDS)
    rows = blank.values_list("campaign_pair__pair__topic")
    return Counter(dict(rows.annotate(n=Count("campaign_pair", distinct=True))))


def special_counts(campaign: Campaign) -> list[SpecialCount]:
    special = _first_looks(campaign).filter(campaign_pair__campaign=campaign)
    special = special.exclude(campaign_pair__kind=PairKind.REGULAR)
    rows = special.values_list("campaign_pair__kind", "assessor", "grade")
    return [SpecialCount(*row) for row in rows.annotate(n=Count("pk"))]


def assessor_counts(campaign: Campaign) -> dict[int, AssessorCount]:
    rows = _first_looks(campaign).values_list("assessor")
    counts = ~Q(campaign_pair__in=campaign.pairs.filter(kind=PairKind.QUALIFICATION))
    counted = rows.annotate(
        n_graded=Count("grade"),
        n_blank=Count("pk", filter=Q(grade__isnull=True)),
        median=Median("active_ms", filter=counts),
        last=Max("created_at", filter=counts),
        first=Min("created_at", filter=~Q(cause=Cause.IMPORTED)),
        last_here=Max("created_at", filter=~Q(cause=Cause.IMPORTED)),
        n_timed=Count("active_ms", filter=counts),
        active=Coalesce(Sum("active_ms", filter=counts), 0),
    )
    return {row[0]: AssessorCount(*row) for row in counted}


def grade_counts(campaign: Campaign) -> Counter[int]:
    """How often each grade was given to pairs of any kind, by its id."""
    graded = _first_looks(campaign).filter(grade__isnull=False)
    return Counter(dict(graded.values_list("grade").annotate(n=Count("pk"))))


def finished_groups(campaign: Campaign) -> dict[tuple[int, ...], int]:
    """How many regular pairs with all their judgments exactly these assessors judged, ascending."""
    with connection.cursor() as cursor:
        cursor.execute(FINISHED_GROUPS, {"campaign": campaign.pk})
        return {tuple(group): n for group, n in cursor.fetchall()}


def _first_looks(campaign: Campaign) -> QuerySet[Judgment]:
    """The campaign's first looks that stand, by the index on live judgments."""
    return Judgment.objects.standing().filter(assessor__campaign=campaign, occasion=0).order_by()
