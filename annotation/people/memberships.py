from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotation.adjudication.turns import end_turn
from annotation.events import log_member_event
from annotation.exceptions import PeopleRefused
from annotation.models import Campaign, EventKind, Membership
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


@transaction.atomic
def set_quota(
    *, membership: Membership, quota: int | None, actor: User | None = None
) -> Membership:
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
