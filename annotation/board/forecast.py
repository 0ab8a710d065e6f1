"""Forecast of a campaign's end from its recent rate; independent of the database.

Days are stretches of 24 hours that end at the moment of counting, so that none is cut short.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

RECENT_DAYS = 7  # a whole week, so that weekends have their share
MIN_DAYS, MIN_VOTES = 2, 30  # what rests on less is a guess
MIN_TIMED = 30
FARTHEST = timedelta(days=3650)
MS_PER_HOUR = 3_600_000


class Outlook(StrEnum):
    """Whether an end can be forecast, or why not."""

    DONE = "done"
    CLOSED = "closed"  # nobody can judge the campaign's pairs at the moment
    SHORT = "short"  # of people: nobody may give some of the judgments
    TOO_FEW = "too_few"
    IDLE = "idle"  # nothing came of late
    CHOOSING = "choosing"  # more pairs are chosen as judgments come in, nobody knows how many
    FAR = "far"  # in ten years or more
    DATED = "dated"


class Recent(NamedTuple):
    """Recent judgments of any pair, and how many of them are votes on regular pairs."""

    votes_by_day: Sequence[int]  # whole days, the latest first
    n_judged: int
    n_timed: int
    active_ms: int  # of the timed ones, all assessors together
    n_last_day: int = 0  # votes of the last 24 hours, however young the campaign is

    @property
    def n_days(self) -> int:
        return len(self.votes_by_day)

    @property
    def n_votes(self) -> int:
        return sum(self.votes_by_day)


class Lack(NamedTuple):
    """The wanted judgments that nobody at work may give now; each counts once."""

    n_by_quotas: int  # they come if these quotas are raised
    quotas_of: Sequence[str]
    n_by_people: int  # they need more people, at least `n_people`
    n_people: int
    n_places: int  # of invitations that nobody has used yet

    @property
    def n(self) -> int:
        return self.n_by_quotas + self.n_by_people


NO_LACK = Lack(0, (), 0, 0, 0)


class Forecast(NamedTuple):
    """The forecast end at the recent rate, and at its slowest and fastest stretch.

    Votes are on regular pairs. The hours are of those left that somebody at work may give. The rate
    rests on `n_days` whole days of 24 hours, which brought `n_recent` votes. A stretch is half of
    these days.
    """

    outlook: Outlook
    n_left: int  # what assessors are still asked for
    lack: Lack  # what of it nobody at work may give
    n_days: int
    n_recent: int
    per_day: float | None
    per_active_hour: float | None  # judgments of any pair, for an hour's work of one assessor
    hours_left: float | None  # of active work, all assessors together
    ends_at: datetime | None = None
    earliest: datetime | None = None
    latest: datetime | None = None  # None where the slowest days would not come to an end


def whole_days(first: datetime | None, now: datetime) -> int:
    """Whole days since the first judgment, RECENT_DAYS at most."""
    return 0 if first is None else min(RECENT_DAYS, (now - first) // timedelta(days=1))


def forecast(
    *,
    n_left: int,
    lack: Lack = NO_LACK,
    recent: Recent,
    is_open: bool,
    is_choosing: bool = False,
    now: datetime,
) -> Forecast:
    """Forecast the end, with `n_left` votes missing; `lack` says how many nobody may give."""
    per_hour = None
    if recent.n_timed >= MIN_TIMED and recent.active_ms > 0:
        per_hour = recent.n_timed * MS_PER_HOUR / recent.active_ms
    per_day = recent.n_votes / recent.n_days if recent.n_days >= MIN_DAYS else None
    outlook = (
        Outlook.DONE
        if n_left <= 0 and not is_choosing
        else _outlook(recent, is_open=is_open, is_short=lack.n > 0, is_choosing=is_choosing)
    )
    undated = Forecast(
        outlook=outlook,
        n_left=n_left,
        lack=lack,
        n_days=recent.n_days,
        n_recent=recent.n_votes,
        per_day=per_day,
        per_active_hour=per_hour,
        hours_left=(n_left - lack.n) / per_hour if per_hour else None,
    )
    if outlook is not Outlook.DATED or not per_day:
        return undated
    slowest, fastest = slowest_and_fastest(recent.votes_by_day)
    ends_at = _end(n_left, per_day, now)
    return undated._replace(
        outlook=Outlook.DATED if ends_at else Outlook.FAR,
        ends_at=ends_at,
        earliest=_end(n_left, fastest, now),
        latest=_end(n_left, slowest, now),
    )


def slowest_and_fastest(votes_by_day: Sequence[int]) -> tuple[float, float]:
    """Votes a day in the slowest and the fastest stretch of half these days, rounded up.

    Neither is on the other side of the mean of them all: stretches have the middle in common.
    """
    length = -(-len(votes_by_day) // 2)
    starts = range(len(votes_by_day) - length + 1)
    rates = [sum(votes_by_day[start : start + length]) / length for start in starts]
    mean = sum(votes_by_day) / len(votes_by_day)
    return min(mean, *rates), max(mean, *rates)


def _outlook(recent: Recent, *, is_open: bool, is_short: bool, is_choosing: bool) -> Outlook:
    if not is_open:
        return Outlook.CLOSED
    if is_short:
        return Outlook.SHORT
    if recent.n_days >= MIN_DAYS and recent.n_votes == 0:
        return Outlook.IDLE
    if is_choosing:
        return Outlook.CHOOSING
    if recent.n_days < MIN_DAYS or recent.n_votes < MIN_VOTES:
        return Outlook.TOO_FEW
    return Outlook.DATED


def _end(n_left: int, per_day: float, now: datetime) -> datetime | None:
    if n_left > per_day * FARTHEST.days:
        return None
    return now + timedelta(days=n_left / per_day)
