"""Who may judge in a campaign, and how many judgments their quotas allow."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Self

from django.db.models import F, QuerySet, Sum
from django.utils import timezone

from annotation.identity.user_names import RECORDED
from annotation.models import AssessorKind, Campaign, Membership, Role, ServingPolicy

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

    def joined(self) -> Self:
        """These people without those who may still join."""
        return self._replace(n_open_invitations=0, allows_sign_up=False)

    @property
    def n_expected(self) -> int:
        return self.n_assessors + self.n_open_invitations


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
    invitations = campaign.invitations.filter(
        role=Role.ASSESSOR, revoked_at__isnull=True, expires_at__gt=timezone.now()
    )
    left = invitations.aggregate(n=Sum(F("max_uses") - F("n_uses")))["n"] or 0
    may_join = bool(left or campaign.allows_sign_up)
    return Staffing(
        quotas={pk: quota or campaign.quota for pk, quota, _ in members},
        n_open_invitations=left,
        joining_quota=campaign.quota,
        allows_sign_up=campaign.allows_sign_up,
        # While nobody is there, people are who may come.
        has_people=may_join or not members or any(k == AssessorKind.HUMAN for *_, k in members),
    )


def capacity(
    staffing: Staffing, work: Work, policy: ServingPolicy, answered: Mapping[int, int] = NOTHING_YET
) -> int | None:
    """How many judgments on regular pairs the quotas allow; None when anybody may join.

    Excludes the quota spent on overlap pairs, hidden gold and repeats.

    Args:
        answered: by membership, number of regular pairs the assessor has finished; these are never
            served again.
    """
    if staffing.allows_sign_up:
        return None
    at_work = (
        max(0, _on_regular_pairs(quota, work, policy) - answered.get(pk, 0))
        for pk, quota in staffing.quotas.items()
    )
    return sum(at_work) + staffing.n_open_invitations * _on_regular_pairs(
        staffing.joining_quota, work, policy
    )


def _on_regular_pairs(quota: int | None, work: Work, policy: ServingPolicy) -> int:
    if quota is None:
        return work.n_regular
    n_gold = min(work.n_gold, quota // policy.gold_every) if policy.gold_every else 0
    n_repeats = quota // policy.repeat_every if policy.repeat_every else 0
    return min(work.n_regular, max(0, quota - work.n_overlap - n_gold - n_repeats))
