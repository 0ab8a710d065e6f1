"""Progress of assessors with their own part of a campaign."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Count, Q

from annotation.models import Judgment, Membership, PairKind, ServingPolicy
from annotation.serving.assignments import Repeats, share_of


class PartStatus(StrEnum):
    """Status of an assessor's part: more to judge, or why not."""

    AT_WORK = "at_work"
    DONE = "done"
    PAUSED = "paused"
    WITHDRAWN = "withdrawn"
    NOT_QUALIFIED = "not_qualified"


class OwnPart(NamedTuple):
    """An assessor's part: their answers, including those without a grade.

    `share` is how many are theirs to give; null without such an end.
    """

    n_judged: int
    share: int | None
    standing: PartStatus


class Answered(NamedTuple):
    n: int = 0
    n_first_looks: int = 0


def own_parts(members: Collection[Membership]) -> Mapping[int, OwnPart]:
    """The members' parts by campaign; one query per number. Members come with their campaigns."""
    campaigns = {member.campaign_id for member in members}
    answered = _answered(members)
    in_force = ServingPolicy.objects.filter(campaign__in=campaigns).in_force()
    policies = {policy.campaign_id: policy for policy in in_force}
    return {
        member.campaign_id: _part(
            member, answered.get(member.pk, Answered()), policies[member.campaign_id]
        )
        for member in members
    }


def _answered(members: Collection[Membership]) -> Mapping[int, Answered]:
    """As a claim counts them (`read_claim_context.sql`)."""
    own = Judgment.objects.standing().filter(assessor__in=members).order_by()
    own = own.exclude(campaign_pair__kind=PairKind.QUALIFICATION)
    counted = own.values_list("assessor").annotate(
        n=Count("pk"), n_first_looks=Count("pk", filter=Q(occasion=0))
    )
    return {pk: Answered(n, n_first_looks) for pk, n, n_first_looks in counted}


def _part(member: Membership, answered: Answered, policy: ServingPolicy) -> OwnPart:
    quota = member.quota or member.campaign.quota
    share = share_of(
        quota,
        Repeats(policy.seed, member.pk, policy.repeat_every, policy.repeat_after),
        n_answered=answered.n,
        n_first_looks=answered.n_first_looks,
    )
    return OwnPart(answered.n, share, _status(member, quota, answered.n_first_looks))


def _status(member: Membership, quota: int | None, n_answered: int) -> PartStatus:
    if member.withdrawn_at is not None:
        return PartStatus.WITHDRAWN
    if member.suspended_at is not None:
        return PartStatus.PAUSED
    campaign = member.campaign
    is_qualifying = campaign.pass_share is not None and member.qualified_at is None
    if is_qualifying:
        has_attempt = member.n_attempts < campaign.max_attempts
        return PartStatus.AT_WORK if has_attempt else PartStatus.NOT_QUALIFIED
    is_done = quota is not None and n_answered >= quota
    return PartStatus.DONE if is_done else PartStatus.AT_WORK
