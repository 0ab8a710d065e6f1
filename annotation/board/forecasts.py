"""The board's forecast of several campaigns at once, by as many queries as for one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Min, Q

from annotation.board.activity import recent_work_in
from annotation.board.forecast import Forecast, forecast, whole_days
from annotation.campaigns.progress import NOTHING_WANTED, Progress
from annotation.models import (
    Campaign,
    CampaignPair,
    CampaignState,
    Cause,
    Judgment,
    Membership,
    PairKind,
    ServingPolicy,
)
from annotation.people.staffing import Staffing, Work, at_work, capacity


class Course(NamedTuple):
    """How a campaign goes: votes on regular pairs in the last 24 hours, and its forecast."""

    n_last_day: int
    forecast: Forecast


class Looks(NamedTuple):
    """One assessor's first looks: how many at regular pairs, and when the first came here."""

    assessor: int
    n_regular: int
    first_at: datetime | None


def courses_of(
    campaigns: Collection[Campaign], progress: Mapping[int, Progress], now: datetime
) -> dict[int, Course]:
    """Each campaign's course, by its id; the forecast is the one that its board shows."""
    looks = _looks(campaigns)
    n_possible = _n_possible(campaigns, progress, looks)
    recent = recent_work_in({one.pk: _n_days(looks[one.pk], now) for one in campaigns}, now)
    return {
        campaign.pk: Course(
            recent[campaign.pk].n_last_day,
            forecast(
                n_left=progress.get(campaign.pk, NOTHING_WANTED).n_left,
                n_possible=n_possible[campaign.pk],
                recent=recent[campaign.pk],
                is_open=campaign.state == CampaignState.OPEN,
                now=now,
            ),
        )
        for campaign in campaigns
    }


def _looks(campaigns: Collection[Campaign]) -> Mapping[int, Sequence[Looks]]:
    standing = Judgment.objects.standing().filter(assessor__campaign__in=campaigns, occasion=0)
    counted = standing.order_by().values_list("assessor__campaign", "assessor")
    rows = counted.annotate(
        n=Count("pk", filter=Q(campaign_pair__kind=PairKind.REGULAR)),
        first=Min("created_at", filter=~Q(cause=Cause.IMPORTED)),
    )
    looks = defaultdict[int, list[Looks]](list)
    for campaign, *row in rows:
        looks[campaign].append(Looks._make(row))
    return looks


def _n_days(looks: Sequence[Looks], now: datetime) -> int:
    begun = [look.first_at for look in looks if look.first_at is not None]
    return whole_days(min(begun, default=None), now)


def _n_possible(
    campaigns: Collection[Campaign],
    progress: Mapping[int, Progress],
    looks: Mapping[int, Sequence[Looks]],
) -> dict[int, int | None]:
    """Number of votes the assessors at work may still give, without invited people."""
    ids = [campaign.pk for campaign in campaigns]
    quotas, n_pairs = _quotas(campaigns), _n_pairs(ids)
    in_force = ServingPolicy.objects.filter(campaign__in=ids).in_force()
    policies = {policy.campaign_id: policy for policy in in_force}
    return {
        campaign.pk: capacity(
            Staffing(quotas[campaign.pk], 0, campaign.quota, allows_sign_up=False, has_people=True),
            Work(
                n_regular=n_pairs[campaign.pk, PairKind.REGULAR],
                n_overlap=n_pairs[campaign.pk, PairKind.OVERLAP],
                n_gold=n_pairs[campaign.pk, PairKind.GOLD],
                n_wanted=progress.get(campaign.pk, NOTHING_WANTED).n_wanted,
            ),
            policies[campaign.pk],
            {look.assessor: look.n_regular for look in looks[campaign.pk]},
        )
        for campaign in campaigns
    }


def _quotas(campaigns: Collection[Campaign]) -> Mapping[int, Mapping[int, int | None]]:
    """Of the assessors at work, by campaign."""
    usual = {campaign.pk: campaign.quota for campaign in campaigns}
    quotas = defaultdict[int, dict[int, int | None]](dict)
    members = at_work(Membership.objects.filter(campaign__in=campaigns)).order_by()
    for pk, campaign, quota in members.values_list("pk", "campaign", "quota"):
        quotas[campaign][pk] = quota or usual[campaign]
    return quotas


def _n_pairs(campaigns: Collection[int]) -> Counter[tuple[int, str]]:
    pairs = CampaignPair.objects.filter(campaign__in=campaigns).order_by()
    rows = pairs.values_list("campaign", "kind").annotate(n=Count("pk"))
    return Counter({(campaign, kind): n for campaign, kind, n in rows})
