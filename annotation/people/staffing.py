"""Who may judge in a campaign, and how many judgments their quotas allow."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from django.db.models import F, QuerySet, Sum
from django.utils import timezone

from annotation.identity.user_names import RECORDED
from annotation.models import (
    AssessorKind,
    Campaign,
    Invitation,
    Membership,
    Role,
    ServingPolicy,
)

NOTHING_YET: Mapping[int, int] = MappingProxyType({})


class Staffing(NamedTuple):
    """Assessors who may judge now, and how many may still join."""

    quotas: Mapping[int, int | None]  # of each assessor at work; None is as much as there is
    n_open_invitations: int  # uses left of live invitations
    joining_quota: int | None  # of who is to join
    allows_sign_up: bool
    has_people: bool  # whether any of them is a person, or may be

    @property
    def n_assessors(self) -> int:
        return len(self.quotas)

    @property
    def n_expected(self) -> int:
        return self.n_assessors + self.n_open_invitations

    @property
    def has_quota(self) -> bool:
        """Whether anyone, even somebody invited, has a quota."""
        joining = [self.joining_quota] if self.n_open_invitations else []
        return any(quota is not None for quota in [*self.quotas.values(), *joining])


class Work(NamedTuple):
    """Numbers of pairs to judge, by kind, and of judgments wanted."""

    n_regular: int
    n_overlap: int
    n_gold: int
    n_wanted: int  # of the regular pairs


def at_work_in(campaign: Campaign) -> QuerySet[Membership]:
    """Assessors who are neither paused nor withdrawn, and whose account is active.

    Excludes imported assessors: they have no login.
    """
    return at_work(campaign.memberships.all())


def at_work(members: QuerySet[Membership]) -> QuerySet[Membership]:
    """`at_work_in` over these members, in any campaign."""
    assessors = members.filter(
        role=Role.ASSESSOR,
        suspended_at__isnull=True,
        withdrawn_at__isnull=True,
        user__is_active=True,
    )
    return assessors.exclude(user__username__startswith=RECORDED)


def staffing_of(campaign: Campaign) -> Staffing:
    members = list(at_work_in(campaign).values_list("pk", "quota", "kind"))
    left = n_places_left([campaign]).get(campaign.pk, 0)
    may_join = bool(left or campaign.allows_sign_up)
    return Staffing(
        quotas={pk: quota or campaign.quota for pk, quota, _ in members},
        n_open_invitations=left,
        joining_quota=campaign.quota,
        allows_sign_up=campaign.allows_sign_up,
        # While nobody is there, people are who may come.
        has_people=may_join or not members or any(k == AssessorKind.HUMAN for *_, k in members),
    )


def n_places_left(campaigns: Collection[Campaign]) -> dict[int, int]:
    """Places for assessors that live invitations leave, by campaign; those without are left out."""
    live = Invitation.objects.filter(
        campaign__in=campaigns,
        role=Role.ASSESSOR,
        revoked_at__isnull=True,
        expires_at__gt=timezone.now(),
    )
    left = live.order_by().values_list("campaign").annotate(n=Sum(F("max_uses") - F("n_uses")))
    return {campaign: n for campaign, n in left if n}


def capacity(
    staffing: Staffing, work: Work, policy: ServingPolicy, answered: Mapping[int, int] = NOTHING_YET
) -> int | None:
    """How many judgments on regular pairs the quotas allow; None when anybody may join.

    Excludes the quota spent on overlap pairs and hidden gold. Repeats come on top of a quota.

    Args:
        answered: by membership, number of regular pairs the assessor has finished; these are never
            served again.
    """
    if staffing.allows_sign_up:
        return None
    allowed = [
        max(0, _allowed(quota, work, policy) - answered.get(pk, 0))
        for pk, quota in staffing.quotas.items()
    ]
    return sum(allowed) + staffing.n_open_invitations * _allowed(
        staffing.joining_quota, work, policy
    )


def _allowed(quota: int | None, work: Work, policy: ServingPolicy) -> int:
    """Number of regular pairs for an assessor who has none of any kind yet."""
    if quota is None:
        return work.n_regular
    n = on_regular_pairs(
        quota, n_overlap=work.n_overlap, n_gold=work.n_gold, gold_every=policy.gold_every
    )
    return min(work.n_regular, n)


def on_regular_pairs(n_left: int, *, n_overlap: int, n_gold: int, gold_every: int | None) -> int:
    """How many of the positions left of a quota go to regular pairs.

    Args:
        n_left: positions left.
        n_overlap: overlap pairs still to come.
        n_gold: gold pairs that the assessor has not had.
        gold_every: one in so many positions holds gold; None for none.
    """
    n_left = max(0, n_left - n_overlap)
    return n_left - min(n_gold, n_left // gold_every if gold_every else 0)
