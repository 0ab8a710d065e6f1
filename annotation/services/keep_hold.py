from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now

from annotation.models import Membership, Slot


@transaction.atomic
def keep_hold(*, membership: Membership) -> None:
    """Renew the leases of all that an assessor at work holds, once half of their time is over.

    What another transaction has locked at this moment is passed over, so that this waits for
    nobody and can be part of no deadlock. What went to someone else stays theirs.
    """
    if not membership.may_judge:
        return
    lease = timedelta(seconds=membership.campaign.lease_s)
    old = Slot.objects.filter(
        holder=membership, judgment__isnull=True, leased_until__lt=Now() + lease / 2
    )
    free = list(old.order_by().select_for_update(skip_locked=True).values_list("pk", flat=True))
    if free:
        Slot.objects.filter(pk__in=free).update(leased_until=Now() + lease)
