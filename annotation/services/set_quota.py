from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from annotation.exceptions import PeopleRefused
from annotation.models import EventKind, Membership
from annotation.services.log_event import log_member_event

MAX_QUOTA = 2**31 - 1


@transaction.atomic
def set_quota(
    *, membership: Membership, quota: int | None, actor: User | None = None
) -> Membership:
    """Say how many pairs one assessor is to judge; None leaves it to the campaign's quota.

    Whoever has judged more keeps all of it, and is handed nothing further. The same again changes
    nothing.

    Raises:
        PeopleRefused: the quota is less than 1, or more than can be stored; the member has
            withdrawn, or the campaign is over.
    """
    if quota is not None and not 1 <= quota <= MAX_QUOTA:
        raise PeopleRefused(
            f"A quota is 1 to {MAX_QUOTA}, not {quota}; without one the campaign's holds."
        )
    members = Membership.objects.select_for_update(of=("self",), no_key=True)
    member = members.select_related("campaign").get(pk=membership.pk)
    if member.withdrawn_at is not None:
        raise PeopleRefused(f"{member} has withdrawn and is handed nothing, whatever the quota.")
    if member.campaign.is_over:
        raise PeopleRefused(
            f"{member.campaign} is {member.campaign.state}; nobody is handed anything, whatever"
            " the quota."
        )
    if member.quota != quota:
        before, member.quota = member.quota, quota
        member.save(update_fields=["quota"])
        log_member_event(
            member=member, kind=EventKind.QUOTA, actor=actor, quota=quota, before=before
        )
    return member
