"""Notices that assessors accept before their first pair, and who accepted which version."""

from __future__ import annotations

from typing import Annotated

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from annotation.exceptions import PeopleRefused
from annotation.models import Campaign, Consent, Membership, Notice


def counted_notices(campaign: Campaign) -> QuerySet[Notice]:
    """Every version, the newest first, with how many current members accepted it."""
    still_there = Q(consents__membership__withdrawn_at=None)
    accepted = Count("consents__membership", filter=still_there, distinct=True)
    return campaign.notices.annotate(n_accepted=accepted).order_by("-version")


@transaction.atomic
def accept_notice(
    *,
    membership: Membership,
    notice_version: Annotated[int, {"min_value": 1, "max_value": 2**31 - 1}],
) -> Consent:
    """Record that an assessor accepts the newest notice; doing it again changes nothing.

    Raises:
        PeopleRefused: it is not the newest, or the assessor has withdrawn.
    """
    member = Membership.objects.select_for_update(no_key=True).get(pk=membership.pk)
    if member.withdrawn_at is not None:
        raise PeopleRefused(
            "You have withdrawn; the organizer can let you in again.", code="member_withdrawn"
        )
    notice = member.campaign.newest_notice
    if notice is None or notice.version != notice_version:
        raise PeopleRefused(
            "This is not the newest notice; load the page again to read it.",
            code="notice_superseded",
        )
    consent, is_new = Consent.objects.get_or_create(membership=member, notice=notice)
    if is_new:
        member.consented_at = consent.given_at
        member.save(update_fields=["consented_at"])
    return consent
