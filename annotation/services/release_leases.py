from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from annotation.models import Slot


@transaction.atomic
def release_leases() -> int:
    """Free the slots whose lease is up, and say how many.

    Claims treat such slots as free anyway; this only keeps what organizers see honest. Slots
    that a claim or a judgment has in hand at this moment are left to it.
    """
    expired = Slot.objects.filter(judgment__isnull=True, leased_until__lte=timezone.now())
    ids = list(expired.select_for_update(skip_locked=True).values_list("pk", flat=True))
    return Slot.objects.filter(pk__in=ids).update(holder=None, leased_until=None)
