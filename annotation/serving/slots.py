"""Lock, fill, free and hand back the slots of pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Exists, OuterRef, QuerySet

from annotation.database import database_now, execute
from annotation.models import (
    Campaign,
    CampaignPair,
    Cause,
    Judgment,
    Membership,
    PairKind,
    Reason,
    Slot,
)
from annotation.pools.pairs import add_slots
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
STORE_MANY = """
UPDATE annotation_slot slot
SET holder_id = new.holder_id, judgment_id = new.judgment_id, leased_until = NULL,
    position = NULL
FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[]) AS new(id, holder_id, judgment_id)
WHERE slot.id = new.id
"""


def locked_slots(campaign_pair_id: int) -> list[Slot]:
    """The pair's shared slots. Every writer of the pair waits here; claims skip locked slots."""
    execute(LOCK_FIRST, {"pair": campaign_pair_id}).close()
    with execute(LOCK_SHARED, {"pair": campaign_pair_id}) as cursor:
        return [Slot.from_db(DEFAULT_DB_ALIAS, COLUMNS, row) for row in cursor]


def lock_slots_by_pair(pairs: Sequence[CampaignPair]) -> defaultdict[int, list[Slot]]:
    """The pairs' shared slots, by pair."""
    slots: defaultdict[int, list[Slot]] = defaultdict(list)
    found = Slot.objects.filter(campaign_pair__in=pairs, order_key__isnull=False)
    for slot in found.select_for_update().order_by("campaign_pair_id", "number"):
        slots[slot.campaign_pair_id].append(slot)
    return slots


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


def fill_slots(*, campaign: Campaign, judgments: Sequence[Judgment]) -> int:
    """Give every grade on a regular pair a slot, adding slots where none is free.

    Repeats, rejected work and superseded answers take none. An assessor's own lease is used first;
    the lease of one who gave no grade goes to these grades, to a waiting one, or to anybody. Other
    people's leases are left alone, so that work in progress never becomes surplus. Leases on
    special pairs that their holder has judged elsewhere are deleted. The caller holds the
    transaction.

    Returns:
        How many slots were added.
    """
    _take_out_of_hands(campaign)
    by_pair: defaultdict[CampaignPair, list[Judgment]] = defaultdict(list)
    for judgment in judgments:
        if _takes_part(judgment):
            by_pair[judgment.campaign_pair].append(judgment)
    slots, now = lock_slots_by_pair(list(by_pair)), database_now()
    added = add_slots(
        campaign=campaign,
        numbers=[(pair, _missing(cast, slots[pair.pk], now)) for pair, cast in by_pair.items()],
    )
    for slot in added:
        slots[slot.campaign_pair_id].append(slot)
    freed: list[Slot] = []
    filled: list[Slot] = []
    for pair, cast in by_pair.items():
        freed += _free_own(cast, slots[pair.pk])
        filled += _fill(_votes(cast), slots[pair.pk], now)
    _store([*freed, *filled])
    for slot in freed:
        if slot.judgment_id is None:
            free_shared_slot(slot)
    return len(added)


def _take_out_of_hands(campaign: Campaign) -> None:
    """Delete personal slots of pairs whose holder has judged them elsewhere."""
    answered = (
        Judgment.objects.live()
        .exclude(reason_not_judged=Reason.RETRACTED)
        .filter(
            campaign_pair=OuterRef("campaign_pair"),
            assessor=OuterRef("holder"),
            occasion=OuterRef("occasion"),
        )
    )
    found = campaign.slots.filter(Exists(answered), judgment=None, order_key=None)
    in_hand = Slot.objects.filter(pk__in=list(found.values_list("pk", flat=True)), judgment=None)
    ids = list(in_hand.select_for_update(skip_locked=True).values_list("pk", flat=True))
    Slot.objects.filter(pk__in=ids).delete()


def _takes_part(judgment: Judgment) -> bool:
    if judgment.superseded_at is not None or judgment.cause == Cause.REJECTED:
        return False
    return judgment.campaign_pair.kind == PairKind.REGULAR and judgment.occasion == 0


def _votes(cast: Sequence[Judgment]) -> list[Judgment]:
    return [judgment for judgment in cast if judgment.grade_id is not None]


def _missing(cast: Sequence[Judgment], slots: Sequence[Slot], now: datetime) -> range:
    """Numbers of the slots to add for these judgments, beyond the usable ones."""
    n_missing = len(_votes(cast)) - len(_usable(cast, slots, now))
    last = max((slot.number or 0 for slot in slots), default=0)
    return range(last + 1, last + 1 + max(n_missing, 0))


def _usable(cast: Sequence[Judgment], slots: Sequence[Slot], now: datetime) -> list[Slot]:
    """Empty slots held by these assessors or by nobody at the moment."""
    assessors = {judgment.assessor_id for judgment in cast}
    return [
        slot
        for slot in slots
        if is_free(slot, now) or (slot.judgment_id is None and slot.holder_id in assessors)
    ]


def _free_own(cast: Sequence[Judgment], slots: Sequence[Slot]) -> list[Slot]:
    """Free leases of assessors whose judgment has no grade."""
    blank = {judgment.assessor_id for judgment in cast if judgment.grade_id is None}
    freed = [slot for slot in slots if slot.judgment_id is None and slot.holder_id in blank]
    for slot in freed:
        slot.holder_id = slot.leased_until = None
    return freed


def _fill(votes: Sequence[Judgment], slots: Sequence[Slot], now: datetime) -> list[Slot]:
    """Put each vote into its assessor's own slot, else into the remaining ones by number."""
    usable = _usable(votes, slots, now)
    own = {slot.holder_id: slot for slot in usable if slot.holder_id is not None}
    mine = {vote.assessor_id: own[vote.assessor_id] for vote in votes if vote.assessor_id in own}
    taken = {slot.pk for slot in mine.values()}
    free = iter([slot for slot in usable if slot.pk not in taken])
    filled = []
    for vote in votes:
        slot = mine.get(vote.assessor_id) or next(free)
        slot.holder, slot.judgment, slot.leased_until = vote.assessor, vote, None
        filled.append(slot)
    return filled


def _store(slots: Sequence[Slot]) -> None:
    """Write holders and judgments in one statement; none of these slots is leased any more."""
    rows = {slot.pk: (slot.holder_id, slot.judgment_id) for slot in slots}
    holders, judgments = [holder for holder, _ in rows.values()], [j for _, j in rows.values()]
    with connection.cursor() as cursor:
        cursor.execute(STORE_MANY, [list(rows), holders, judgments])
