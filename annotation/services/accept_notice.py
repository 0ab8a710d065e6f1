from __future__ import annotations

from django.db import transaction

from annotation.exceptions import PeopleRefused
from annotation.models import Consent, Membership
from annotation.notices import newest_notice


@transaction.atomic
def accept_notice(*, membership: Membership, notice_version: int) -> Consent:
    """Store that an assessor accepts the newest notice; accepting it again changes nothing.

    Raises:
        PeopleRefused: it is not the newest, or the assessor has withdrawn.
    """
    member = Membership.objects.select_for_update(no_key=True).get(pk=membership.pk)
    if member.withdrawn_at is not None:
        raise PeopleRefused("You have withdrawn; the organizer can let you in again.")
    notice = newest_notice(member.campaign)
    if notice is None or notice.version != notice_version:
        raise PeopleRefused("This is not the newest notice; load the page again to read it.")
    consent, is_new = Consent.objects.get_or_create(membership=member, notice=notice)
    if is_new:
        member.consented_at = consent.given_at
        member.save(update_fields=["consented_at"])
    return consent
