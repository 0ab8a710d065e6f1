from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from annotation.models import Membership, Slot, TopicSeat
from annotation.services.ask_again import ask_again_of
from annotation.services.fill_slot import free_abandoned_slots


@transaction.atomic
def release_member(*, membership: Membership) -> None:
    """Free what the assessor has in hand: leases, their personal slots, their seats.

    What they have judged stays in its slots.
    """
    Membership.objects.select_for_update(no_key=True).get(pk=membership.pk)
    in_hand = Slot.objects.filter(holder=membership, judgment__isnull=True)
    # All slots of these pairs, in the order of everybody who writes to more than one.
    pairs = list(in_hand.values_list("campaign_pair", flat=True))
    of_pairs = Slot.objects.filter(campaign_pair__in=pairs)
    is_touched = Q(order_key__isnull=False) | Q(holder=membership)
    locked = of_pairs.filter(is_touched).order_by("campaign_pair_id", "number").select_for_update()
    mine = [s.pk for s in locked if s.holder_id == membership.pk and s.judgment_id is None]
    slots = Slot.objects.filter(pk__in=mine)
    free_abandoned_slots(slots)
    for slot in slots.filter(judgment__isnull=False):
        ask_again_of(slot.campaign_pair_id)
    TopicSeat.objects.filter(holder=membership).update(
        holder=None, taken_at=None, expires_at=None, finished_at=None
    )
