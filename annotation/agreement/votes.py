"""The votes whose agreement is told: those of people, together or in parts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from annotation.exceptions import AgreementRefused
from annotation.labels.model_assessors import model_assessors, without_models
from annotation.labels.votes import BY_TIME, campaign_votes, vote_rows
from annotation.models import Campaign
from regrade.aggregation.votes import PairKey, Vote

Part = Literal["topic", "stratum", "guideline", "time"]
FIELDS: Mapping[Part, str] = {
    "topic": "campaign_pair__pair__topic__query_id",
    "stratum": "campaign_pair__pair__stratum",
    "guideline": "guideline__version",
    "time": "created_at",
}
# Longer campaigns are told by weeks, and still longer ones by months.
DAILY_FOR, WEEKLY_FOR = timedelta(days=31), timedelta(days=200)


def people_votes(campaign: Campaign) -> list[Vote]:
    """All votes but models', those of a pair in the order in which they were given."""
    return without_models(campaign_votes(campaign, BY_TIME), model_assessors(campaign))


def scale_of(campaign: Campaign, threshold: int | None = None) -> list[int]:
    """The grades of the campaign's scale, ascending.

    Raises:
        AgreementRefused: the threshold is not on it.
    """
    scale = list(campaign.grades.order_by("value").values_list("value", flat=True))
    if threshold is not None and threshold not in scale:
        on_scale = ", ".join(map(str, scale))
        raise AgreementRefused(
            f"The scale has no grade {threshold}; it has {on_scale}.", field="threshold"
        )
    return scale


def votes_by_part(campaign: Campaign, by: Part, zone: ZoneInfo) -> dict[str, list[Vote]]:
    """The votes of people, apart: by topic or stratum of their pairs, guideline or time.

    By time a pair stands with all its votes where the last of them came: on its day, in the week
    that begins on a Monday, or in the month. By guideline each vote stands under the version that
    its assessor had read, so that pairs judged under two are in both.
    """
    models = {model.pseudonym for model in model_assessors(campaign)}
    rows = vote_rows(campaign, FIELDS[by], order=BY_TIME)
    told = [(Vote(*row[:4]), row[4]) for row in rows if row[2] not in models]
    if by == "time":
        return by_time(told, zone)
    parts: defaultdict[Any, list[Vote]] = defaultdict(list)
    for vote, part in told:
        parts[part].append(vote)
    if by == "topic":
        return dict(parts)
    ordered = sorted(parts, key=lambda part: (part is None, part))
    return {"" if part is None else str(part): parts[part] for part in ordered}


def by_time(told: Iterable[tuple[Vote, datetime]], zone: ZoneInfo) -> dict[str, list[Vote]]:
    """Votes by the day, the Monday or the month of the last one of their pair."""
    votes: defaultdict[PairKey, list[Vote]] = defaultdict(list)
    last: dict[PairKey, datetime] = {}
    for vote, at in told:
        votes[vote.pair].append(vote)
        last[vote.pair] = at  # the newest comes last
    named = _period(last.values(), zone)
    parts: defaultdict[str, list[Vote]] = defaultdict(list)
    for pair, at in sorted(last.items(), key=lambda item: item[1]):
        parts[named(at)] += votes[pair]
    return dict(parts)


def _period(moments: Iterable[datetime], zone: ZoneInfo) -> Callable[[datetime], str]:
    """What names the part of time that a moment lies in: a day, a Monday, or a month."""
    known = list(moments)
    lasts = max(known) - min(known) if known else timedelta()

    def day(at: datetime) -> date:
        return at.astimezone(zone).date()

    if lasts <= DAILY_FOR:
        return lambda at: day(at).isoformat()
    if lasts <= WEEKLY_FOR:
        return lambda at: (day(at) - timedelta(days=day(at).weekday())).isoformat()
    return lambda at: day(at).isoformat()[:7]
