from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from annotation.models import Slot
from annotation.services.fill_slot import free_abandoned_slots


@transaction.atomic
def release_leases() -> int:
    """Free the slots whose lease is up, and say how many; personal slots go.

    Claims treat such slots as free anyway; this keeps what organizers see honest, and gives the
    slots to grades that came too late for one. Slots that a claim or a judgment has in hand at
    this moment are left to it.
    """
    expired = Slot.objects.filter(judgment__isnull=True, leased_until__lte=timezone.now())
    ids = list(expired.select_for_update(skip_locked=True).values_list("pk", flat=True))
    return free_abandoned_slots(Slot.objects.filter(pk__in=ids))
