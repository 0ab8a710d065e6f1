from __future__ import annotations

from django.db import transaction

from annotation.models import Membership, Slot, TopicSeat
from annotation.services.fill_slot import free_abandoned_slots


@transaction.atomic
def release_member(*, membership: Membership) -> None:
    """Free what the assessor has in hand: leases, their personal slots, their seats.

    What they have judged stays in its slots.
    """
    Membership.objects.select_for_update(no_key=True).get(pk=membership.pk)
    in_hand = Slot.objects.filter(holder=membership, judgment__isnull=True)
    ids = list(
        in_hand.select_for_update()
        .order_by("campaign_pair_id", "number")
        .values_list("pk", flat=True)
    )
    free_abandoned_slots(Slot.objects.filter(pk__in=ids))
    TopicSeat.objects.filter(holder=membership).update(
        holder=None, expires_at=None, finished_at=None
    )
