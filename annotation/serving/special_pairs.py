from __future__ import annotations

from typing import NamedTuple

from annotation.models import PairKind
from annotation.serving.queries import COUNT_SERVED, run
from annotation.serving.turn import ANSWERED_LAST, Turn
from regrade.serving.draws import draw
from regrade.serving.next_kinds import SpecialKind

MOST_IN_TOPIC = 1000  # pairs of a topic that are looked at for one of a kind


class SpecialPairs(NamedTuple):
    """How many pairs of the campaign are not handed out like the others, to one assessor.

    Overlap and gold pairs count if they have a text; they came once they were answered, with a
    grade or without one, or are in hand. `n_*_served` of these and of repeats are those since the
    first pair under the policy, where the pilot's pairs do not count.
    """

    n_overlap: int
    n_overlap_left: int
    n_gold_left: int
    n_qualification_answered: int
    n_qualification_served: int  # in all attempts together
    n_overlap_served: int
    n_gold_served: int
    n_repeat_served: int
    first: int | None  # position of that first pair; before it is answered, of the first in hand


NO_SPECIAL_PAIRS = SpecialPairs(0, 0, 0, 0, 0, 0, 0, 0, None)

MARKED = """pair.campaign_id = %(campaign)s AND pair.kind = %(marked)s AND pair.kind <> 'regular'
      AND (pair.in_pilot OR NOT %(in_pilot)s)"""

# Pairs with a text that the assessor has neither answered nor in hand, on this occasion.
CHOOSE = """
    SELECT pair.id, pooled.topic_id FROM ({0}) pair
    JOIN annotation_pooledpair pooled ON pooled.id = pair.pair_id
    JOIN ranking_passage passage ON passage.id = pooled.passage_id
    WHERE passage.text <> '' AND NOT EXISTS (
        SELECT FROM annotation_judgment j
        WHERE j.campaign_pair_id = pair.id AND j.assessor_id = %(me)s
          AND j.occasion = %(occasion)s AND j.superseded_at IS NULL
          AND j.reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0)
    AND NOT EXISTS (
        SELECT FROM annotation_slot mine
        WHERE mine.campaign_pair_id = pair.id AND mine.holder_id = %(me)s
          AND mine.occasion = %(occasion)s OFFSET 0)
    LIMIT 1"""

# In the order of an index, from a start that is drawn on, and then from the beginning.
WALK = f"""(
        SELECT id, pair_id FROM annotation_campaignpair pair WHERE {MARKED} AND {{0}}
        ORDER BY shuffle_key)"""
ANYWHERE = CHOOSE.format(
    WALK.format("shuffle_key >= %(start)s") + " UNION ALL " + WALK.format("shuffle_key < %(start)s")
)

IN_TOPIC = """
    SELECT pair.* FROM (
        SELECT id FROM annotation_pooledpair WHERE topic_id = %(topic)s AND pool_id = (
            SELECT pool_id FROM annotation_campaign WHERE id = %(campaign)s
        ) LIMIT %(most)s
    ) of_topic CROSS JOIN LATERAL (
        SELECT pair.id, pair.pair_id, pair.kind, pair.in_pilot, pair.shuffle_key
        FROM annotation_campaignpair pair
        WHERE pair.campaign_id = %(campaign)s AND pair.pair_id = of_topic.id OFFSET 0
    ) pair"""
MARKED_IN_TOPIC = CHOOSE.format(f"""
    SELECT pair.id, pair.pair_id FROM ({IN_TOPIC}) pair
    WHERE pair.kind = %(marked)s AND (pair.in_pilot OR NOT %(in_pilot)s)
    ORDER BY pair.shuffle_key < %(start)s, pair.shuffle_key""")

# Pairs that were served here: positions of what was recorded elsewhere mean something else.
FIRST_LOOK = """first_look.assessor_id = %(me)s AND first_look.superseded_at IS NULL
      AND first_look.occasion = 0 AND first_look.grade_id IS NOT NULL
      AND first_look.cause NOT IN ('imported', 'rejected')
      AND first_look.position <= %(position)s - %(repeat_after)s"""
REPEATED = CHOOSE.format(f"""
    SELECT pair.id, pair.pair_id FROM (
        SELECT campaign_pair_id FROM annotation_judgment first_look WHERE {FIRST_LOOK}
        ORDER BY position < %(start)s %% %(position)s, position
    ) first_look CROSS JOIN LATERAL (
        SELECT id, pair_id FROM annotation_campaignpair
        WHERE id = first_look.campaign_pair_id AND kind = 'regular' OFFSET 0
    ) pair""")
REPEATED_IN_TOPIC = CHOOSE.format(f"""
    SELECT pair.id, pair.pair_id FROM ({IN_TOPIC}) pair CROSS JOIN LATERAL (
        SELECT position FROM annotation_judgment first_look
        WHERE first_look.campaign_pair_id = pair.id AND {FIRST_LOOK} OFFSET 0
    ) first_look
    WHERE pair.kind = 'regular'
    ORDER BY position < %(start)s %% %(position)s, position""")

# The qualification round comes in the organizer's order.
NEXT = CHOOSE.format(f"""
    SELECT id, pair_id FROM (
        SELECT id, pair_id FROM annotation_campaignpair pair WHERE {MARKED} OFFSET 0
    ) marked ORDER BY id""")

LEASE_PERSONAL_SLOT = f"""
WITH chosen AS ({{0}}), served AS ({COUNT_SERVED.format("chosen")})
INSERT INTO annotation_slot (campaign_pair_id, campaign_id, topic_id, occasion, position,
                             holder_id, leased_until)
SELECT chosen.id, %(campaign)s, chosen.topic_id, %(occasion)s, %(position)s,
       %(me)s, now() + make_interval(secs => %(lease_s)s)
FROM chosen
"""

# Pairs with a text, what came of them, and what of it since the first pair under the policy.
# Positions of what was recorded elsewhere mean something else.
COUNT_SPECIAL_PAIRS = """
SELECT special.n_overlap, special.n_overlap_left, special.n_gold_left,
       qualification.n_answered, qualification.n_served,
       special.n_overlap_served, special.n_gold_served, repeated.n_served, first_pair.position
FROM (
    SELECT coalesce((
        SELECT j.position FROM annotation_judgment j CROSS JOIN LATERAL (
            SELECT kind, in_pilot FROM annotation_campaignpair
            WHERE id = j.campaign_pair_id OFFSET 0
        ) pair
        WHERE j.assessor_id = %(me)s AND j.superseded_at IS NULL AND j.policy_id = %(policy)s
          AND j.occasion = 0 AND pair.kind <> 'qualification' AND NOT pair.in_pilot
        ORDER BY j.created_at LIMIT 1
    ), (
        SELECT min(slot.position) FROM annotation_slot slot CROSS JOIN LATERAL (
            SELECT in_pilot FROM annotation_campaignpair WHERE id = slot.campaign_pair_id OFFSET 0
        ) pair
        WHERE slot.holder_id = %(me)s AND slot.judgment_id IS NULL AND NOT pair.in_pilot
    )) AS position
) first_pair CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE pair.kind = 'overlap') AS n_overlap,
           count(*) FILTER (WHERE pair.kind = 'overlap' AND came.is_there IS NULL)
               AS n_overlap_left,
           count(*) FILTER (WHERE pair.kind = 'gold' AND came.is_there IS NULL) AS n_gold_left,
           count(*) FILTER (WHERE pair.kind = 'overlap'
                              AND came.position >= first_pair.position) AS n_overlap_served,
           count(*) FILTER (WHERE pair.kind = 'gold'
                              AND came.position >= first_pair.position) AS n_gold_served
    FROM annotation_campaignpair pair CROSS JOIN LATERAL (
        SELECT passage_id FROM annotation_pooledpair WHERE id = pair.pair_id OFFSET 0
    ) pooled CROSS JOIN LATERAL (
        SELECT FROM ranking_passage WHERE id = pooled.passage_id AND text <> '' OFFSET 0
    ) shown LEFT JOIN LATERAL (
        SELECT TRUE AS is_there, position FROM annotation_slot
        WHERE campaign_pair_id = pair.id AND holder_id = %(me)s AND occasion = 0
          AND judgment_id IS NULL
        UNION ALL
        SELECT TRUE, CASE WHEN cause NOT IN ('imported', 'rejected') THEN position END
        FROM annotation_judgment
        WHERE campaign_pair_id = pair.id AND assessor_id = %(me)s AND occasion = 0
          AND superseded_at IS NULL AND reason_not_judged IS DISTINCT FROM 'retracted'
        LIMIT 1
    ) came ON TRUE
    WHERE pair.campaign_id = %(campaign)s AND pair.kind IN ('overlap', 'gold')
      AND pair.kind <> 'regular'
) special CROSS JOIN LATERAL (
    SELECT count(*) AS n_served FROM (
        SELECT campaign_pair_id, position FROM annotation_slot
        WHERE holder_id = %(me)s AND order_key IS NULL AND occasion > 0
        UNION ALL
        SELECT campaign_pair_id, position FROM annotation_judgment
        WHERE assessor_id = %(me)s AND superseded_at IS NULL AND occasion > 0
          AND grade_id IS NULL AND reason_not_judged <> 'retracted'
          AND cause NOT IN ('imported', 'rejected') AND %(repeat_every)s::int IS NOT NULL
    ) again CROSS JOIN LATERAL (
        SELECT kind FROM annotation_campaignpair WHERE id = again.campaign_pair_id OFFSET 0
    ) pair
    WHERE pair.kind = 'regular' AND again.position >= first_pair.position
) repeated CROSS JOIN (
    SELECT count(*) FILTER (WHERE answered.occasion = 0) AS n_answered, count(*) AS n_served
    FROM annotation_campaignpair pair CROSS JOIN LATERAL (
        SELECT j.occasion FROM annotation_judgment j
        WHERE j.campaign_pair_id = pair.id AND j.assessor_id = %(me)s
          AND j.superseded_at IS NULL AND j.reason_not_judged IS DISTINCT FROM 'retracted'
          AND j.cause <> 'rejected' OFFSET 0
    ) answered
    WHERE pair.campaign_id = %(campaign)s AND pair.kind = 'qualification'
      AND pair.kind <> 'regular'
) qualification
"""

# The topic of the shared pair that was handed out last: in hand, or else among the newest answers.
TOPIC_HANDED_OUT_LAST = """
SELECT topic_id FROM annotation_slot
WHERE holder_id = %(me)s AND judgment_id IS NULL AND order_key IS NOT NULL
ORDER BY position DESC LIMIT 1
"""
TOPIC_ANSWERED_LAST = ANSWERED_LAST.format("%(me)s", "TRUE")


def special_pairs(turn: Turn) -> SpecialPairs:
    [counts] = run(COUNT_SPECIAL_PAIRS, turn)
    return SpecialPairs(*counts)


def topic_handed_out_last(turn: Turn) -> int | None:
    """The topic of the shared pair that was handed out last: after it comes what is leased next."""
    rows = run(TOPIC_HANDED_OUT_LAST, turn) or run(TOPIC_ANSWERED_LAST, turn)
    return rows[0][0] if rows else None


def lease_special_pair(
    turn: Turn, kind: SpecialKind, position: int, *, topic: int | None = None
) -> int:
    """Make the assessor a slot of their own on the next pair of a kind, and say how many: 0 or 1.

    The pair is one of the topic, where one is named. Nobody else can want that slot, so there is
    nothing to wait for. The caller holds the membership's lock.
    """
    [(n_leased,)] = _run(LEASE_PERSONAL_SLOT, turn, kind, position, topic)
    return int(n_leased)


def has_special_pair(turn: Turn, kind: SpecialKind, position: int, *, topic: int) -> bool:
    """Whether the topic has a pair of the kind that the assessor could be handed."""
    return bool(_run("{0}", turn, kind, position, topic))


def _run(
    query: str, turn: Turn, kind: SpecialKind, position: int, topic: int | None
) -> list[tuple[int, ...]]:
    occasion = {"qualification": turn.n_attempts, "repeat": 1}.get(kind, 0)
    return run(
        query.format(_choice(kind, in_topic=topic is not None)),
        turn,
        marked=PairKind.OVERLAP if kind == "pilot" else kind,
        in_pilot=kind == "pilot",
        occasion=occasion,
        position=position,
        start=draw("special", turn.policy_seed, turn.me, position),
        topic=topic,
        most=MOST_IN_TOPIC,
    )


def _choice(kind: SpecialKind, *, in_topic: bool) -> str:
    if kind == "qualification":
        return NEXT
    if kind == "repeat":
        return REPEATED_IN_TOPIC if in_topic else REPEATED
    return MARKED_IN_TOPIC if in_topic else ANYWHERE
