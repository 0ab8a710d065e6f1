"""Lock, fill, free and hand back the slots of a pair."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Exists, OuterRef, QuerySet

from annotation.database import database_now, execute
from annotation.models import (
    CampaignPair,
    Judgment,
    Membership,
    Slot,
)
from annotation.serving.special_pairs import AskedPair

COLUMNS = [field.attname for field in Slot._meta.concrete_fields]
# Everybody begins at the first slot: who has it is alone with the pair, and sees in another
# statement what those who were waited for have added.
LOCK_FIRST = """
SELECT id FROM annotation_slot WHERE campaign_pair_id = %(pair)s AND order_key IS NOT NULL
ORDER BY number LIMIT 1 FOR UPDATE
"""
LOCK_SHARED = f"""
SELECT {", ".join(COLUMNS)} FROM annotation_slot
WHERE campaign_pair_id = %(pair)s AND order_key IS NOT NULL
ORDER BY number FOR UPDATE
"""
STORE = """
UPDATE annotation_slot SET holder_id = %(holder)s, judgment_id = %(judgment)s,
       position = %(position)s, leased_until = %(leased_until)s, is_spare = %(is_spare)s
WHERE id = %(slot)s
"""


def locked_slots(campaign_pair_id: int) -> list[Slot]:
    """The pair's shared slots. Every writer of the pair waits here; claims skip locked slots."""
    execute(LOCK_FIRST, {"pair": campaign_pair_id}).close()
    with execute(LOCK_SHARED, {"pair": campaign_pair_id}) as cursor:
        return [Slot.from_db(DEFAULT_DB_ALIAS, COLUMNS, row) for row in cursor]


def fill_shared_slot(judgment: Judgment, slots: Sequence[Slot]) -> bool:
    """Fill the assessor's or a free slot with a grade; an answer without a grade frees the slot.

    A grade that finds no slot is surplus until one is free; a slot that is freed goes to the
    surplus grade that has waited longest. The caller holds the locks of `slots`.

    Returns:
        Whether the judgment holds a slot now.
    """
    own = next((slot for slot in slots if slot.holder_id == judgment.assessor_id), None)
    slot = own or next((slot for slot in slots if is_free(slot)), None)
    if slot is None:
        return False
    if judgment.grade_id is None:
        free_shared_slot(slot)
        return False
    _set(slot, holder=judgment.assessor, judgment=judgment, position=judgment.position)
    return True


def free_shared_slot(slot: Slot) -> None:
    """Give the slot to the surplus grade that has waited longest, else make it spare for anybody.

    A pair without text has slots only for imported grades, so its freed slot is deleted.
    """
    if _take_surplus(slot):
        return
    if CampaignPair.objects.filter(pk=slot.campaign_pair_id, pair__passage__text__gt="").exists():
        slot.is_spare = True
        _set(slot)
    else:
        slot.delete()


def _take_surplus(slot: Slot) -> bool:
    waiting = _oldest_surplus(slot.campaign_pair_id)
    if waiting is None:
        return False
    _set(slot, holder=waiting.assessor, judgment=waiting, position=waiting.position)
    return True


def free_abandoned_slots(slots: QuerySet[Slot]) -> int:
    """Free slots without a judgment and return how many; personal ones are deleted.

    A surplus grade of the pair fills the slot instead. The caller holds the slots' locks.
    """
    n_personal, _ = slots.filter(order_key__isnull=True).delete()
    surplus = Judgment.objects.surplus().filter(campaign_pair=OuterRef("campaign_pair"))
    wanted = list(slots.filter(Exists(surplus)))
    for slot in wanted:
        if not _take_surplus(slot):
            _set(slot)
    rest = slots.exclude(pk__in=[slot.pk for slot in wanted])
    return n_personal + len(wanted) + rest.update(holder=None, leased_until=None, position=None)


def hand_back(slot: Slot, judgment: Judgment, *, lease_s: int) -> None:
    """Lease a slot to an assessor who undid an answer, at its original position."""
    slot.holder, slot.judgment, slot.position = judgment.assessor, None, judgment.position
    slot.leased_until = database_now() + timedelta(seconds=lease_s)
    slot.save()


def is_free(slot: Slot, now: datetime | None = None) -> bool:
    if slot.judgment_id is not None:
        return False
    return slot.leased_until is None or slot.leased_until <= (now or database_now())


def locked_personal_slot(campaign_pair_id: int, membership_id: int, occasion: int) -> Slot | None:
    """The assessor's personal slot, locked, so that two tabs take turns."""
    Membership.objects.select_for_update(no_key=True).get(pk=membership_id)
    personal = Slot.objects.filter(
        campaign_pair=campaign_pair_id,
        order_key__isnull=True,
        holder=membership_id,
        occasion=occasion,
    )
    return personal.select_for_update().first()


def fill_personal_slot(judgment: Judgment, slot: Slot | None, pair: AskedPair) -> bool:
    """Fill the assessor's personal slot with a grade, creating it again if it is gone."""
    if judgment.grade_id is None:
        if slot is not None:
            slot.delete()
        return False
    slot = slot or Slot(
        campaign_pair_id=pair.id,
        campaign_id=pair.campaign_id,
        topic_id=pair.topic_id,
        occasion=judgment.occasion,
    )
    slot.holder, slot.position = judgment.assessor, judgment.position
    slot.judgment, slot.leased_until = judgment, None
    slot.save()
    return True


def _oldest_surplus(campaign_pair_id: int) -> Judgment | None:
    """The surplus grade that has waited longest for a slot of the pair."""
    surplus = Judgment.objects.surplus().filter(campaign_pair=campaign_pair_id)
    return surplus.order_by("created_at", "pk").first()


def _set(
    slot: Slot,
    *,
    holder: Membership | None = None,
    judgment: Judgment | None = None,
    position: int | None = None,
    leased_until: datetime | None = None,
) -> None:
    slot.holder, slot.judgment = holder, judgment
    slot.position, slot.leased_until = position, leased_until
    changed = {
        "slot": slot.pk,
        "holder": slot.holder_id,
        "judgment": slot.judgment_id,
        "position": position,
        "leased_until": leased_until,
        "is_spare": slot.is_spare,
    }
    execute(STORE, changed).close()
