"""Fill the slots of many pairs at once, as an import does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from django.db import connection
from django.db.models import Exists, OuterRef

from annotation.database import database_now, execute
from annotation.models import Campaign, CampaignPair, Cause, Judgment, PairKind, Reason, Slot
from annotation.pools.pairs import pair_key
from annotation.serving.slots import free_shared_slot, is_free
from ranking.storage.copying import copying

# As `LOCK_FIRST` in slots.py, of each pair in the order of their keys.
LOCK_FIRSTS = """
SELECT slot.id FROM unnest(%(pairs)s::bigint[]) AS pair(id) CROSS JOIN LATERAL (
    SELECT id FROM annotation_slot
    WHERE campaign_pair_id = pair.id AND order_key IS NOT NULL
    ORDER BY number LIMIT 1 FOR UPDATE
) slot
"""
STORE = """
UPDATE annotation_slot slot
SET holder_id = new.holder_id, judgment_id = new.judgment_id, leased_until = NULL,
    position = NULL
FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[]) AS new(id, holder_id, judgment_id)
WHERE slot.id = new.id
"""
COPY = """
COPY annotation_slot (
    campaign_pair_id, campaign_id, topic_id, order_key, number, is_spare, occasion, holder_id,
    judgment_id
) FROM STDIN
"""
OPEN = ("id", "campaign_pair_id", "number", "holder_id", "leased_until", "judgment_id")


class Answer(Protocol):
    """A stored judgment, as slots see it."""

    @property
    def pk(self) -> int: ...
    @property
    def campaign_pair(self) -> CampaignPair: ...
    @property
    def assessor_id(self) -> int: ...
    @property
    def grade_id(self) -> int | None: ...
    @property
    def occasion(self) -> int: ...
    @property
    def cause(self) -> str: ...
    @property
    def superseded_at(self) -> datetime | None: ...


class LockedSlots(NamedTuple):
    """Shared slots of pairs, which are locked: those without a judgment, and the last number."""

    open: defaultdict[int, list[Slot]]
    last: defaultdict[int, int]


def lock_slots_by_pair(pairs: Iterable[int]) -> LockedSlots:
    """Lock the pairs' shared slots, in the order used while judging."""
    locked, keys = LockedSlots(defaultdict(list), defaultdict(int)), sorted(set(pairs))
    execute(LOCK_FIRSTS, {"pairs": keys}).close()
    shared = Slot.objects.filter(campaign_pair__in=keys, order_key__isnull=False)
    found = shared.select_for_update().order_by("campaign_pair_id", "number")
    for values in found.values_list(*OPEN):
        _, pair, number, _, _, judgment = values
        locked.last[pair] = number or 0
        if judgment is None:
            locked.open[pair].append(Slot(**dict(zip(OPEN, values, strict=True))))
    return locked


def fill_slots(
    *, campaign: Campaign, judgments: Sequence[Answer], locked: LockedSlots | None = None
) -> int:
    """Give every grade on a regular pair a slot, adding slots where none is free.

    Repeats, rejected work and superseded answers take none. An assessor's own lease is used first;
    the lease of one who gave no grade goes to these grades, to a waiting one, or to anybody. Other
    people's leases are left alone, so that work in progress never becomes surplus. Leases on
    special pairs that their holder has judged elsewhere are deleted. The caller holds the
    transaction, and may have `locked` the slots of these pairs.

    Returns:
        How many slots were added.
    """
    _take_out_of_hands(campaign)
    by_pair: defaultdict[int, list[Answer]] = defaultdict(list)
    for judgment in judgments:
        if _takes_part(judgment):
            by_pair[judgment.campaign_pair.pk].append(judgment)
    locked, now = locked or lock_slots_by_pair(by_pair), database_now()
    freed: list[Slot] = []
    filled: list[Slot] = []
    without: list[Sequence[Answer]] = []
    for pair, cast in by_pair.items():
        freed += _free_own(cast, locked.open[pair])
        votes = [judgment for judgment in cast if judgment.grade_id is not None]
        found = _fill(votes, locked.open[pair], now)
        filled += found
        without.append(_without_slot(votes, found))
    _store([*freed, *filled])
    n_added = _add_filled(campaign, without, locked)
    for slot in freed:
        if slot.judgment_id is None:
            free_shared_slot(Slot.objects.get(pk=slot.pk))
    return n_added


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


def _takes_part(judgment: Answer) -> bool:
    if judgment.superseded_at is not None or judgment.cause == Cause.REJECTED:
        return False
    return judgment.occasion == 0 and judgment.campaign_pair.kind == PairKind.REGULAR


def _free_own(cast: Sequence[Answer], slots: Sequence[Slot]) -> list[Slot]:
    """Free leases of assessors whose judgment has no grade."""
    blank = {judgment.assessor_id for judgment in cast if judgment.grade_id is None}
    freed = [slot for slot in slots if slot.holder_id in blank]
    for slot in freed:
        slot.holder_id = slot.leased_until = None
    return freed


def _fill(votes: Sequence[Answer], slots: Sequence[Slot], now: datetime) -> list[Slot]:
    """Put each vote into its assessor's own slot, else into the remaining ones by number."""
    assessors = {vote.assessor_id for vote in votes}
    usable = [slot for slot in slots if slot.holder_id in assessors or is_free(slot, now)]
    own = {slot.holder_id: slot for slot in usable if slot.holder_id in assessors}
    free = iter([slot for slot in usable if slot.holder_id not in own])
    filled = []
    for vote in votes:
        slot = own.get(vote.assessor_id) or next(free, None)
        if slot is not None:
            slot.holder_id, slot.judgment_id, slot.leased_until = vote.assessor_id, vote.pk, None
            filled.append(slot)
    return filled


def _without_slot(votes: Sequence[Answer], filled: Sequence[Slot]) -> list[Answer]:
    with_slot = {slot.judgment_id for slot in filled}
    return [vote for vote in votes if vote.pk not in with_slot]


def _store(slots: Sequence[Slot]) -> None:
    """Write holders and judgments in one statement; none of these slots is leased any more."""
    rows = {slot.pk: (slot.holder_id, slot.judgment_id) for slot in slots}
    holders, judgments = [holder for holder, _ in rows.values()], [j for _, j in rows.values()]
    with connection.cursor() as cursor:
        cursor.execute(STORE, [list(rows), holders, judgments])


def _add_filled(
    campaign: Campaign, by_pair: Iterable[Sequence[Answer]], locked: LockedSlots
) -> int:
    """Add a slot behind the others of its pair for each vote, which fills it; how many these are.

    They are copied, which also sums their pairs up, at once or at the end of the caller's block
    (`annotation/pairs/summaries.py`).
    """
    n_added, order = 0, campaign.policy().order
    with copying(COPY) as copy:
        for votes in by_pair:
            for row in _filled_rows(campaign, order, votes, locked):
                copy.write_row(row)
                n_added += 1
    return n_added


def _filled_rows(
    campaign: Campaign, order: str, votes: Sequence[Answer], locked: LockedSlots
) -> Iterator[tuple[int | bool, ...]]:
    if not votes:
        return
    pair = votes[0].campaign_pair
    fixed = pair.pk, campaign.pk, pair.pair.topic_id, pair_key(order, pair)
    for number, vote in enumerate(votes, locked.last[pair.pk] + 1):
        yield (*fixed, number, False, 0, vote.assessor_id, vote.pk)
