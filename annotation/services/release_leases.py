from __future__ import annotations

from django.db import transaction
from django.db.models.functions import Now

from annotation.models import Campaign, Slot
from annotation.services.ask_again import ask_again_of
from annotation.services.fill_slot import free_abandoned_slots


def release_leases() -> int:
    """Free the slots whose lease is up, and say how many; personal slots go.

    Claims treat such slots as free anyway; this keeps what organizers see honest, and gives the
    slots to grades that came too late for one. Slots that a claim or a judgment has in hand at
    this moment are left to it.
    """
    n, filled = _release()
    for campaign_pair_id in filled:  # its other slots may be waited for now that none is held
        ask_again_of(campaign_pair_id)
    return n


@transaction.atomic
def _release() -> tuple[int, set[int]]:
    """How many, and the pairs of those that a late grade took."""
    expired = Slot.objects.filter(judgment__isnull=True, leased_until__lte=Now())
    ids = list(expired.select_for_update(skip_locked=True).values_list("pk", flat=True))
    slots = Slot.objects.filter(pk__in=ids)
    n = free_abandoned_slots(slots)
    return n, set(slots.filter(judgment__isnull=False).values_list("campaign_pair", flat=True))


@transaction.atomic
def release_all_but_pilot(*, campaign: Campaign) -> None:
    """Free what is in hand from before a pilot, which hands out its own pairs alone."""
    held = campaign.slots.filter(judgment__isnull=True, holder__isnull=False)
    held = held.exclude(campaign_pair__in_pilot=True).order_by("campaign_pair_id", "number")
    ids = list(held.select_for_update(of=("self",)).values_list("pk", flat=True))
    free_abandoned_slots(Slot.objects.filter(pk__in=ids))
