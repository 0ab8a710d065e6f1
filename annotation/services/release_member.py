from __future__ import annotations

from django.db import transaction

from annotation.models import Membership, Slot, TopicSeat


@transaction.atomic
def release_member(*, membership: Membership) -> None:
    """Free what the assessor has in hand: leases, their personal slots, their seats.

    What they have judged stays in its slots.
    """
    Membership.objects.select_for_update(no_key=True).get(pk=membership.pk)
    in_hand = Slot.objects.filter(holder=membership, judgment__isnull=True)
    list(in_hand.select_for_update().order_by("campaign_pair_id", "number"))
    in_hand.filter(order_key__isnull=True).delete()
    in_hand.update(holder=None, leased_until=None, position=None)
    TopicSeat.objects.filter(holder=membership).update(
        holder=None, expires_at=None, finished_at=None
    )
