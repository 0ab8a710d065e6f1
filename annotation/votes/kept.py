"""A campaign's votes, kept in the process from one look to the next until they change."""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock
from typing import Any, NamedTuple

from annotation.database import execute
from annotation.models import Campaign
from annotation.votes.stored import StoredVotes, stored_votes

# All that labels read of `stored_votes`. Judgments and slots never change without a trace here.
# A pool that grew has another recipe, and perhaps other ranks.
STAMP = """
SELECT
    (SELECT ROW(count(*), count(superseded_at), max(judgment.created_at),
                bit_xor(hashint8extended(judgment.id, coalesce(grade_id, 0))))::text
     FROM annotation_judgment judgment
     JOIN annotation_campaignpair pair ON pair.id = campaign_pair_id
     WHERE pair.campaign_id = %(campaign)s),
    (SELECT ROW(count(judgment_id), bit_xor(hashint8extended(judgment_id, number)))::text
     FROM annotation_slot WHERE campaign_id = %(campaign)s),
    (SELECT string_agg(ROW(id, pseudonym, kind)::text, ',' ORDER BY id)
     FROM annotation_membership WHERE campaign_id = %(campaign)s),
    (SELECT string_agg(ROW(id, value)::text, ',' ORDER BY id)
     FROM annotation_grade WHERE campaign_id = %(campaign)s),
    (SELECT ROW(count(*), bit_xor(hashtextextended(kind, id)))::text
     FROM annotation_campaignpair WHERE campaign_id = %(campaign)s),
    (SELECT md5(recipe::text) FROM annotation_pool
     JOIN annotation_campaign campaign ON pool_id = annotation_pool.id
     WHERE campaign.id = %(campaign)s)
"""
MOST_VOTES = 3_000_000  # in memory, about 50 bytes each
# A look whether votes changed is repeated each time where it is quick; one that takes longer is
# good for so many times as long as it took.
QUICK_S, TIMES_AS_LONG = 0.05, 20


class Kept(NamedTuple):
    stamp: tuple[Any, ...]
    votes: StoredVotes
    good_until: float  # of the process's clock


_KEPT: OrderedDict[int, Kept] = OrderedDict()
_LOCK = Lock()
_READING: dict[int, Lock] = {}  # by campaign: one thread reads, the others wait for what it read


def kept_votes(campaign: Campaign) -> StoredVotes:
    """The campaign's votes, as `stored_votes` has them, read again where they changed.

    Whether they changed is looked up each time. In campaigns where that takes over 50 ms, votes of
    the last moments may be missing, for twenty times as long as the look takes. The caller sees
    the database as of one moment, by `one_snapshot`.
    """
    with _LOCK:
        reading = _READING.setdefault(campaign.pk, Lock())
    with reading:
        return _looked_at(campaign)


def _looked_at(campaign: Campaign) -> StoredVotes:
    with _LOCK:
        kept = _KEPT.get(campaign.pk)
    if kept is not None and time.monotonic() < kept.good_until:
        return kept.votes
    stamp, good_until = _looked_up(campaign)
    same = kept is not None and kept.stamp == stamp
    votes = kept.votes if kept is not None and same else stored_votes(campaign)
    with _LOCK:
        _KEPT[campaign.pk] = Kept(stamp, votes, good_until)
        _KEPT.move_to_end(campaign.pk)
        while len(_KEPT) > 1 and sum(_size(one) for one in _KEPT.values()) > MOST_VOTES:
            _KEPT.popitem(last=False)
    return votes


def _looked_up(campaign: Campaign) -> tuple[tuple[Any, ...], float]:
    """The stamp of the votes, and until when it need not be looked up again."""
    begun = time.monotonic()
    with execute(STAMP, {"campaign": campaign.pk}) as cursor:
        [stamp] = cursor.fetchall()
    now = time.monotonic()
    took = now - begun
    return stamp, now + (took * TIMES_AS_LONG if took > QUICK_S else 0.0)


def _size(kept: Kept) -> int:
    return kept.votes.packed.pairs.size
