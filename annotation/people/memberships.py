"""The members of a campaign: listed by pseudonym, paused, resumed, and withdrawn."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils import timezone

from annotation.adjudication.turns import end_turn
from annotation.events import log_member_event
from annotation.exceptions import PeopleRefused
from annotation.judging.undoing import retract_judgment
from annotation.models import (
    Adjudication,
    Campaign,
    Cause,
    EventKind,
    Judgment,
    Membership,
    PairKind,
    Reason,
    stands,
)
from annotation.pairs.deciding import drop_decisions
from annotation.pairs.summaries import summarizing_at_the_end
from annotation.quality.flags import GoldCheck, Pace, gold_checks, paces
from annotation.serving.leases import release_member


@transaction.atomic
def pause_member(*, membership: Membership, actor: User | None = None) -> Membership:
    """Pause a member: they are served nothing until resumed, and what they hold is free for others.

    Pausing again changes nothing.

    Raises:
        PeopleRefused: they have withdrawn.
    """
    member = locked_member(membership)
    if member.withdrawn_at is not None:
        raise PeopleRefused(
            f"{member} has withdrawn and is served nothing anyway.", code="member_withdrawn"
        )
    if member.suspended_at is None:
        member.suspended_at = timezone.now()
        member.save(update_fields=["suspended_at"])
        release_turn(member)
        release_member(membership=member)
        log_member_event(member=member, kind=EventKind.PAUSED, actor=actor)
    return member


@transaction.atomic
def resume_member(*, membership: Membership, actor: User | None = None) -> Membership:
    """Resume an assessor who was paused or has withdrawn; otherwise nothing changes.

    Raises:
        PeopleRefused: they were made anonymous, and nobody is there to go on.
    """
    member = locked_member(membership)
    if member.user_id is None:
        raise PeopleRefused(
            f"{member} was made anonymous; nobody judges under that name now.",
            code="people_anonymous",
        )
    if member.is_out:
        was_withdrawn = member.withdrawn_at is not None
        member.suspended_at = member.withdrawn_at = None
        member.save(update_fields=["suspended_at", "withdrawn_at"])
        log_member_event(
            member=member, kind=EventKind.RESUMED, actor=actor, was_withdrawn=was_withdrawn
        )
    return member


def locked_member(membership: Membership) -> Membership:
    """The membership, locked behind its campaign.

    One member of a campaign leaves at a time: a withdrawal goes through its pairs twice, and would
    wait for another one, or for a pause, that goes through the same pairs.
    """
    Campaign.objects.select_for_update(no_key=True).get(pk=membership.campaign_id)
    members = Membership.objects.select_for_update(of=("self",), no_key=True)
    return members.select_related("campaign").get(pk=membership.pk)


def release_turn(member: Membership) -> None:
    """Let other adjudicators have the pair in the member's hand; waits for a decision under way."""
    if member.user is not None:
        end_turn(campaign=member.campaign, adjudicator=member.user)


MAX_QUOTA = 2**31 - 1
Quota = Annotated[int | None, {"min_value": 1, "max_value": MAX_QUOTA}]


@transaction.atomic
def set_quota(*, membership: Membership, quota: Quota, actor: User | None = None) -> Membership:
    """Set an assessor's quota of pairs; None means the campaign's quota.

    Assessors who judged more keep all of it and are served nothing further. Repeating the call
    changes nothing.

    Raises:
        PeopleRefused: the quota is less than 1, or more than can be stored; the member has
            withdrawn, or the campaign is over.
    """
    if quota is not None and not 1 <= quota <= MAX_QUOTA:
        raise PeopleRefused(
            f"A quota is 1 to {MAX_QUOTA}, not {quota}; without one the campaign's holds.",
            code="out_of_range",
            field="quota",
        )
    members = Membership.objects.select_for_update(of=("self",), no_key=True)
    member = members.select_related("campaign").get(pk=membership.pk)
    if member.withdrawn_at is not None:
        raise PeopleRefused(
            f"{member} has withdrawn and is served nothing, whatever the quota.",
            code="member_withdrawn",
        )
    if member.campaign.is_over:
        raise PeopleRefused(
            f"{member.campaign} is {member.campaign.state}; nobody is served anything, whatever"
            " the quota.",
            code="campaign_over",
        )
    if member.quota != quota:
        before, member.quota = member.quota, quota
        member.save(update_fields=["quota"])
        log_member_event(
            member=member, kind=EventKind.QUOTA, actor=actor, quota=quota, before=before
        )
    return member


class Work(StrEnum):
    """Fate of a withdrawing person's judgments and decisions."""

    KEEP = "keep"
    DROP = "drop"


class Withdrawal(NamedTuple):
    membership: Membership
    n_retracted: int
    n_decisions: int  # taken back


@transaction.atomic
def withdraw_member(*, membership: Membership, work: Work, actor: User | None = None) -> Withdrawal:
    """End a member's part in a campaign, in whatever state it is.

    What they hold is free for others at once. Their work stays, or every live judgment is taken
    back by a new row, its slot is free again, and their decisions as an adjudicator end. Who kept
    their work may still drop it later; else withdrawing again changes nothing. Label sets that were
    frozen before stay as they are.
    """
    member = locked_member(membership)
    was_out = member.withdrawn_at is not None
    if was_out and work == Work.KEEP:
        return Withdrawal(member, 0, 0)
    member.withdrawn_at = member.withdrawn_at or timezone.now()
    member.save(update_fields=["withdrawn_at"])
    release_turn(member)
    release_member(membership=member)
    # Looked up after what they held is released: that waited for an answer under way.
    counting = _counting_judgments(member) if work == Work.DROP else []
    n_decisions = drop_decisions(member) if work == Work.DROP else 0
    recorded_by = None if actor is None or actor.pk == member.user_id else actor
    with summarizing_at_the_end() as changed:
        for judgment in counting:
            retract_judgment(judgment=judgment, cause=Cause.WITHDRAWN, recorded_by=recorded_by)
            changed.add(judgment.campaign_pair_id)
    if counting or n_decisions or not was_out:
        log_member_event(
            member=member,
            kind=EventKind.WITHDRAWN,
            actor=actor,
            work=work,
            n_retracted=len(counting),
            n_decisions=n_decisions,
        )
    return Withdrawal(member, len(counting), n_decisions)


def _counting_judgments(member: Membership) -> list[Judgment]:
    """The assessor's judgments that are not retracted, in the order in which pairs are locked."""
    live = member.judgments.live().exclude(reason_not_judged=Reason.RETRACTED)
    return list(live.select_related("assessor").order_by("campaign_pair_id", "occasion"))


class Member(NamedTuple):
    """A membership with its holder's work so far.

    Counted as on the board: first looks that stand, without the qualification round.
    """

    membership: Membership
    n_judged: int
    n_not_judged: int
    n_decisions: int  # of theirs that stand, as an adjudicator
    last_active_at: datetime | None  # their last judgment
    pace: Pace
    gold: GoldCheck


def members_of(campaign: Campaign) -> list[Member]:
    """Every member, in the order of their pseudonyms."""
    looks = stands("judgments__") & Q(judgments__occasion=0)
    looks &= ~Q(judgments__campaign_pair__kind=PairKind.QUALIFICATION)
    counted = campaign.memberships.annotate(
        n_judged=Count("judgments", filter=looks & Q(judgments__grade__isnull=False)),
        n_not_judged=Count("judgments", filter=looks & Q(judgments__grade__isnull=True)),
        last_active_at=Max("judgments__created_at", filter=looks),
    )
    judgments = Judgment.objects.filter(campaign_pair__campaign=campaign)
    by_pace, by_gold = paces(judgments), gold_checks(judgments)
    made = Adjudication.objects.live().filter(member__campaign=campaign)
    decisions = dict(made.order_by().values_list("member").annotate(n=Count("pk")))
    return [
        Member(
            member,
            member.n_judged,
            member.n_not_judged,
            decisions.get(member.pk, 0),
            member.last_active_at,
            by_pace.get(member.pk, Pace()),
            by_gold.get(member.pk, GoldCheck()),
        )
        for member in counted.order_by("pseudonym")
    ]
