"""Rows of the board about a campaign's members."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from annotation.board.activity import ACTIVE_FOR
from annotation.board.counts import AssessorCount, SpecialCount
from annotation.board.forecast import MS_PER_HOUR
from annotation.models import AssessorKind, Campaign, Membership, PairKind, Role

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
