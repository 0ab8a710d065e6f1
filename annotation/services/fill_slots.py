from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from django.db import connection

from annotation.models import Campaign, CampaignPair, Cause, Judgment, PairKind, Slot
from annotation.services.clock import database_now
from annotation.services.enter_pairs import add_slots
from annotation.services.fill_slot import free_shared_slot

STORE = """
    UPDATE annotation_slot slot
    SET holder_id = new.holder_id, judgment_id = new.judgment_id, leased_until = NULL,
        position = NULL
    FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[]) AS new(id, holder_id, judgment_id)
    WHERE slot.id = new.id
"""


def fill_slots(*, campaign: Campaign, judgments: Sequence[Judgment]) -> int:
    """Give every grade on a regular pair a slot, adding slots where none is free.

    Repeats, rejected work and superseded answers take none. An assessor's own lease is used
    first; one who turns out not to have judged leaves it to these grades, to one that waits or to
    anybody. What is leased to others is left to them, so that nobody's work in hand becomes
    surplus. The caller holds the transaction.

    Returns:
        How many slots were added.
    """
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


def _takes_part(judgment: Judgment) -> bool:
    if judgment.superseded_at is not None or judgment.cause == Cause.REJECTED:
        return False
    return judgment.campaign_pair.kind == PairKind.REGULAR and judgment.occasion == 0


def _votes(cast: Sequence[Judgment]) -> list[Judgment]:
    return [judgment for judgment in cast if judgment.grade_id is not None]


def _missing(cast: Sequence[Judgment], slots: Sequence[Slot], now: datetime) -> range:
    """The numbers of the slots that these judgments need beyond the usable ones."""
    n_missing = len(_votes(cast)) - len(_usable(cast, slots, now))
    last = max((slot.number or 0 for slot in slots), default=0)
    return range(last + 1, last + 1 + max(n_missing, 0))


def lock_slots_by_pair(pairs: Sequence[CampaignPair]) -> defaultdict[int, list[Slot]]:
    """The pairs' shared slots, by pair."""
    slots: defaultdict[int, list[Slot]] = defaultdict(list)
    found = Slot.objects.filter(campaign_pair__in=pairs, order_key__isnull=False)
    for slot in found.select_for_update().order_by("campaign_pair_id", "number"):
        slots[slot.campaign_pair_id].append(slot)
    return slots


def _usable(cast: Sequence[Judgment], slots: Sequence[Slot], now: datetime) -> list[Slot]:
    """Slots without a judgment that these assessors hold, or nobody at the moment."""
    assessors = {judgment.assessor_id for judgment in cast}
    return [
        slot
        for slot in slots
        if slot.judgment_id is None
        and (slot.holder_id in assessors or slot.leased_until is None or slot.leased_until <= now)
    ]


def _free_own(cast: Sequence[Judgment], slots: Sequence[Slot]) -> list[Slot]:
    """Free what is leased to assessors who turn out not to have judged."""
    blank = {judgment.assessor_id for judgment in cast if judgment.grade_id is None}
    freed = [slot for slot in slots if slot.judgment_id is None and slot.holder_id in blank]
    for slot in freed:
        slot.holder_id = slot.leased_until = None
    return freed


def _fill(votes: Sequence[Judgment], slots: Sequence[Slot], now: datetime) -> list[Slot]:
    """Each vote in a slot: its assessor's own, then what is left over in order of number."""
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
        cursor.execute(STORE, [list(rows), holders, judgments])
