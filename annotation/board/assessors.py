"""Rows of the board about a campaign's members: work, how recent it is, and who is at work."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Max

from annotation.board.counts import AssessorCount, SpecialCount
from annotation.board.forecast import MS_PER_HOUR, RECENT_DAYS, Recent
from annotation.models import AssessorKind, Campaign, Membership, PairKind, Role, Slot, Visit

ACTIVE_FOR = timedelta(minutes=5)

# A grade that was changed came when the first of its line was given, and so did a reason.
CAME_AT = """CASE WHEN judgment.cause <> 'changed' THEN judgment.created_at ELSE (
    SELECT min(version.created_at) FROM annotation_judgment version
    WHERE version.campaign_pair_id = judgment.campaign_pair_id
      AND version.assessor_id = judgment.assessor_id AND version.occasion = judgment.occasion
      AND version.reason_not_judged IS DISTINCT FROM 'retracted'
      AND (version.grade_id IS NULL) = (judgment.grade_id IS NULL) AND NOT EXISTS (
          SELECT FROM annotation_judgment later
          WHERE later.campaign_pair_id = judgment.campaign_pair_id
            AND later.assessor_id = judgment.assessor_id AND later.occasion = judgment.occasion
            AND later.created_at > version.created_at
            AND (later.reason_not_judged = 'retracted'
                 OR (later.grade_id IS NULL) <> (judgment.grade_id IS NULL)))) END"""

# Imported judgments came at no rate. A vote holds a shared slot.
BY_DAY = f"""
SELECT asked.campaign, floor(extract(epoch FROM %(now)s - came.at) / 86400)::int AS days_ago,
       count(slot.id), count(*), count(judgment.active_ms), coalesce(sum(judgment.active_ms), 0)
FROM unnest(%(campaigns)s::bigint[], %(days)s::int[]) AS asked (campaign, days)
JOIN annotation_membership member ON member.campaign_id = asked.campaign
JOIN annotation_judgment judgment ON judgment.assessor_id = member.id
CROSS JOIN LATERAL (SELECT {CAME_AT} AS at) came
LEFT JOIN annotation_slot slot ON slot.judgment_id = judgment.id AND slot.order_key IS NOT NULL
WHERE judgment.superseded_at IS NULL
  AND judgment.occasion = 0 AND judgment.grade_id IS NOT NULL
  AND judgment.cause NOT IN ('imported', 'rejected')
  AND judgment.created_at > %(now)s - make_interval(days => asked.days)
  AND came.at > %(now)s - make_interval(days => asked.days) AND came.at <= %(now)s
GROUP BY 1, 2
"""


def recent_work(campaign: Campaign, now: datetime, n_days: int) -> Recent:
    """Judgments of the last `n_days` days, or since the start of a campaign that is less than a day
    old.
    """
    return recent_work_in({campaign.pk: n_days}, now)[campaign.pk]


def recent_work_in(n_days: Mapping[int, int], now: datetime) -> dict[int, Recent]:
    """The same of several campaigns, by their ids and the days of each, in one query."""
    days = [n or 1 for n in n_days.values()]
    asked: dict[str, Any] = {"campaigns": list(n_days), "days": days, "now": now}
    found: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(BY_DAY, asked)
        for campaign, *row in cursor.fetchall():
            found[campaign].append(tuple(row))
    return {campaign: _recent(found[campaign], n) for campaign, n in n_days.items()}


def _recent(rows: Sequence[tuple[int, ...]], n_days: int) -> Recent:
    votes = {days_ago: n_votes for days_ago, n_votes, *_ in rows}
    return Recent(
        votes_by_day=[votes.get(days_ago, 0) for days_ago in range(min(n_days, RECENT_DAYS))],
        n_judged=sum(row[2] for row in rows),
        n_timed=sum(row[3] for row in rows),
        active_ms=int(sum(row[4] for row in rows)),
        n_last_day=votes.get(0, 0),
    )


def last_signs(campaign: Campaign, now: datetime) -> Mapping[int, datetime]:
    """When each member was last active, by their leases and recent visits.

    A lease begins when it is given and whenever the page says that its holder is at work.
    """
    leased = Slot.objects.filter(holder__campaign=campaign, judgment__isnull=True).order_by()
    until = leased.values_list("holder").annotate(until=Max("leased_until"))
    lease = timedelta(seconds=campaign.lease_s)
    signs = {holder: min(at - lease, now) for holder, at in until}
    visits = Visit.objects.filter(
        membership__campaign=campaign, last_seen_at__gt=now - ACTIVE_FOR
    ).order_by()
    for member, at in visits.values_list("membership").annotate(at=Max("last_seen_at")):
        signs[member] = max(at, signs.get(member, at))
    return signs


MIN_TIMED_OWN = 5  # the pace of fewer says nothing yet


class AssessorProgress(NamedTuple):
    """One member's progress: first looks at all pairs outside the qualification round."""

    pseudonym: str
    role: Role
    kind: AssessorKind
    n_judged: int
    n_not_judged: int
    quota: int | None
    median_active_ms: float | None
    per_active_hour: float | None  # answers, timed ones
    last_active_at: datetime | None  # the last judgment
    last_seen_at: datetime | None
    is_active: bool
    is_qualified: bool | None  # None where there is no qualification round
    is_suspended: bool
    is_withdrawn: bool


class BoardWork(NamedTuple):
    """The members' work, by membership."""

    looks: Mapping[int, AssessorCount]
    special: Iterable[SpecialCount]
    signs: Mapping[int, datetime]  # when they were last at work, but for judgments
    now: datetime


def assessor_rows(
    campaign: Campaign, members: Iterable[Membership], work: BoardWork
) -> list[AssessorProgress]:
    """One row per member, the most active first."""
    qualifying: defaultdict[tuple[int, bool], int] = defaultdict(int)
    for count in work.special:
        if count.kind == PairKind.QUALIFICATION:
            qualifying[count.assessor_id, count.grade_id is not None] += count.n
    rows = []
    for member in members:
        look = work.looks.get(member.pk, AssessorCount(member.pk, 0, 0, None, None))
        seen = _latest(look.last_at, work.signs.get(member.pk))
        rows.append(
            AssessorProgress(
                pseudonym=member.pseudonym,
                role=Role(member.role),
                kind=AssessorKind(member.kind),
                n_judged=look.n_graded - qualifying[member.pk, True],
                n_not_judged=look.n_blank - qualifying[member.pk, False],
                quota=member.quota or campaign.quota,
                median_active_ms=look.median_active_ms,
                per_active_hour=_per_active_hour(look),
                last_active_at=look.last_active_at,
                last_seen_at=seen,
                is_active=seen is not None
                and seen > work.now - ACTIVE_FOR
                and not campaign.is_over,
                is_qualified=_is_qualified(campaign, member),
                is_suspended=member.suspended_at is not None,
                is_withdrawn=member.withdrawn_at is not None,
            )
        )
    return sorted(rows, key=lambda row: -row.n_judged)


def _latest(*moments: datetime | None) -> datetime | None:
    return max((moment for moment in moments if moment is not None), default=None)


def _per_active_hour(look: AssessorCount) -> float | None:
    if look.n_timed < MIN_TIMED_OWN or not look.active_ms:
        return None
    return look.n_timed * MS_PER_HOUR / look.active_ms


def _is_qualified(campaign: Campaign, member: Membership) -> bool | None:
    return None if campaign.pass_share is None else member.qualified_at is not None
