from __future__ import annotations

from typing import Literal, NamedTuple

from annotation.models import PairKind
from annotation.services.claim_queries import COUNT_SERVED, PAIR_ORDER, run
from annotation.services.turn import Turn

SpecialKind = Literal["overlap", "gold", "repeat", "qualification", "pilot"]


class SpecialPairs(NamedTuple):
    """How many pairs of the campaign are not handed out like the others, to one assessor."""

    n_overlap: int
    n_overlap_left: int  # neither answered nor in hand
    n_qualification_answered: int
    n_qualification_served: int  # in all attempts together


# Pairs that the assessor has neither answered nor in hand, on this occasion.
UNSEEN = """
    NOT EXISTS (
        SELECT FROM annotation_judgment j
        WHERE j.campaign_pair_id = pair.id AND j.assessor_id = %(me)s
          AND j.occasion = %(occasion)s AND j.superseded_at IS NULL
          AND j.reason_not_judged IS DISTINCT FROM 'retracted')
    AND NOT EXISTS (
        SELECT FROM annotation_slot mine
        WHERE mine.campaign_pair_id = pair.id AND mine.holder_id = %(me)s
          AND mine.occasion = %(occasion)s)"""

MARKED_PAIR = f"""
    SELECT pair.id, pooled.topic_id FROM annotation_campaignpair pair
    JOIN annotation_pooledpair pooled ON pooled.id = pair.pair_id
    JOIN ranking_passage passage ON passage.id = pooled.passage_id
    WHERE pair.campaign_id = %(campaign)s AND pair.kind = %(marked)s AND passage.text <> ''
      AND (pair.in_pilot OR NOT %(in_pilot)s) AND {UNSEEN}
    ORDER BY {{0}} LIMIT 1"""
RANDOM_PAIR = MARKED_PAIR.format(PAIR_ORDER.format("pair.id"))
NEXT_PAIR = MARKED_PAIR.format("pair.id")

# Pairs that were served here: positions of what was recorded elsewhere mean something else.
REPEATED_PAIR = f"""
    SELECT pair.id, pooled.topic_id FROM annotation_judgment first_look
    JOIN annotation_campaignpair pair ON pair.id = first_look.campaign_pair_id
    JOIN annotation_pooledpair pooled ON pooled.id = pair.pair_id
    JOIN ranking_passage passage ON passage.id = pooled.passage_id
    WHERE first_look.assessor_id = %(me)s AND first_look.superseded_at IS NULL
      AND first_look.occasion = 0 AND first_look.grade_id IS NOT NULL AND pair.kind = 'regular'
      AND first_look.cause NOT IN ('imported', 'rejected') AND passage.text <> ''
      AND first_look.position <= %(position)s - %(repeat_after)s AND {UNSEEN}
    ORDER BY {PAIR_ORDER.format("pair.id")} LIMIT 1"""

LEASE_PERSONAL_SLOT = f"""
WITH chosen AS ({{0}}), served AS ({COUNT_SERVED.format("chosen")})
INSERT INTO annotation_slot (campaign_pair_id, campaign_id, topic_id, occasion, position,
                             holder_id, leased_until)
SELECT chosen.id, %(campaign)s, chosen.topic_id, %(occasion)s, %(position)s,
       %(me)s, now() + make_interval(secs => %(lease_s)s)
FROM chosen
"""

COUNT_SPECIAL_PAIRS = """
SELECT count(*) FILTER (WHERE kind = 'overlap'),
       count(*) FILTER (WHERE kind = 'overlap' AND NOT answered.is_first_look_given
           AND NOT EXISTS (
               SELECT FROM annotation_slot mine
               WHERE mine.campaign_pair_id = pair.id AND mine.holder_id = %(me)s)),
       count(*) FILTER (WHERE kind = 'qualification' AND answered.is_first_look_given),
       coalesce(sum(answered.n) FILTER (WHERE kind = 'qualification'), 0)::int
FROM annotation_campaignpair pair
CROSS JOIN LATERAL (
    SELECT count(*) AS n, coalesce(bool_or(j.occasion = 0), FALSE) AS is_first_look_given
    FROM annotation_judgment j
    WHERE j.campaign_pair_id = pair.id AND j.assessor_id = %(me)s
      AND j.superseded_at IS NULL AND j.reason_not_judged IS DISTINCT FROM 'retracted'
) answered
WHERE pair.campaign_id = %(campaign)s AND pair.kind <> 'regular'
"""


def special_pairs(turn: Turn) -> SpecialPairs:
    [counts] = run(COUNT_SPECIAL_PAIRS, turn)
    return SpecialPairs(*counts)


def lease_special_pair(turn: Turn, kind: SpecialKind, position: int) -> int:
    """Make the assessor a slot of their own on the next pair of a kind, and say how many: 0 or 1.

    Nobody else can want that slot, so there is nothing to wait for. The caller holds the
    membership's lock.
    """
    chosen, occasion = RANDOM_PAIR, 0
    if kind == "qualification":
        chosen, occasion = NEXT_PAIR, turn.n_attempts  # in the organizer's order
    elif kind == "repeat":
        chosen, occasion = REPEATED_PAIR, 1
    [(n_leased,)] = run(
        LEASE_PERSONAL_SLOT.format(chosen),
        turn,
        marked=PairKind.OVERLAP if kind == "pilot" else kind,
        in_pilot=kind == "pilot",
        occasion=occasion,
        position=position,
    )
    return int(n_leased)
