"""The SQL behind claims, where the order of locks matters more than the ORM's comfort.

Every query takes the parameters of a `Turn`, so that none of them looks at more of a campaign
than the assessor's next pairs: the indexes named in `Slot` and `TopicSeat` give them in order.
`OFFSET 0` keeps the planner from turning a look at one pair into a join over the whole campaign,
which it prefers as soon as its statistics are a little stale; so does `ANY(ARRAY(...))` in place
of `IN (...)`.
"""

from __future__ import annotations

from typing import Any

from annotation.database import Row, execute
from annotation.serving.turn import Turn

IS_OPEN = "judgment_id IS NULL AND order_key IS NOT NULL"
IS_FREE = f"{IS_OPEN} AND (leased_until IS NULL OR leased_until <= now())"
LEASE = "holder_id = %(me)s, leased_until = now() + make_interval(secs => %(lease_s)s)"

ANSWERED_BY = """EXISTS (
    SELECT FROM annotation_judgment j
    WHERE j.campaign_pair_id = open_pair.campaign_pair_id AND j.assessor_id = {0}
      AND j.occasion = 0 AND j.superseded_at IS NULL
      AND j.reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0)"""

# Whoever has a lease is at work, or answered no longer ago than a lease lasts.
IS_PRESENT = """(EXISTS (
    SELECT FROM annotation_slot hand
    WHERE hand.holder_id = {0} AND hand.judgment_id IS NULL AND hand.leased_until > now()
    OFFSET 0
) OR EXISTS (
    SELECT FROM annotation_judgment recent
    WHERE recent.assessor_id = {0} AND recent.superseded_at IS NULL
      AND recent.created_at > now() - make_interval(secs => %(lease_s)s)
    OFFSET 0))"""

# How often a pair was answered without a grade; at the limit it waits for adjudication.
N_NOT_JUDGED = """(
    SELECT count(*) FROM annotation_judgment j
    WHERE j.campaign_pair_id = open_pair.campaign_pair_id AND j.occasion = 0
      AND j.superseded_at IS NULL AND j.reason_not_judged <> 'retracted'
      AND j.cause <> 'rejected')"""

# Whoever holds another seat at the topic and has not answered the pair yet is to have a slot.
N_EXPECTED = f"""(
    SELECT count(*) FROM annotation_topicseat seat
    WHERE seat.campaign_id = %(campaign)s AND seat.topic_id = open_pair.topic_id
      AND seat.holder_id <> %(me)s AND seat.finished_at IS NULL AND seat.expires_at > now()
      AND {{0}} AND NOT {ANSWERED_BY.format("seat.holder_id")})"""

OPEN_TO_ME = f"""NOT {ANSWERED_BY.format("%(me)s")} AND {N_NOT_JUDGED} < %(max_not_judged)s"""

NOT_IN_MY_HAND = """NOT EXISTS (
    SELECT FROM annotation_slot mine
    WHERE mine.campaign_pair_id = open_pair.campaign_pair_id AND mine.holder_id = %(me)s
      AND mine.occasion = 0 OFFSET 0)"""

N_OPEN = f"""(
    SELECT count(*) FROM annotation_slot slot
    WHERE slot.campaign_pair_id = open_pair.campaign_pair_id AND {IS_OPEN})"""

# Open pairs in their order, from a start on and then from the beginning. An index gives them, and
# is read no further than they are asked for.
OPEN_PAIRS = f"""(
    SELECT DISTINCT ON (order_key, campaign_pair_id) order_key, campaign_pair_id, topic_id
    FROM annotation_slot
    WHERE campaign_id = %(campaign)s AND {IS_OPEN} AND {{0}}
    ORDER BY order_key, campaign_pair_id)"""

# One free slot of each claimable pair, until there are n; slots that others have in hand at this
# moment are passed over, and spare ones are left to those who have no seat if others are free.
# Positions go to the pairs in their order.
PICK = f"""picked AS (
    SELECT free.id, %(first)s - 1 + row_number() OVER () AS position FROM (
        SELECT free.id FROM ({{0}}) claimable CROSS JOIN LATERAL (
            SELECT slot.id FROM annotation_slot slot
            WHERE slot.campaign_pair_id = claimable.campaign_pair_id AND {IS_FREE} AND {{1}}
            ORDER BY slot.is_spare, slot.number LIMIT 1 FOR UPDATE SKIP LOCKED
        ) free
        LIMIT %(n)s
    ) free
)"""
COUNT_SERVED = """
UPDATE annotation_membership SET n_served = n_served + (SELECT count(*) FROM {0}) WHERE id = %(me)s
"""
TAKE_PICKED = f"""
, served AS ({COUNT_SERVED.format("picked")})
UPDATE annotation_slot slot SET {LEASE}, position = picked.position
FROM picked WHERE slot.id = picked.id
"""

# Renew leases once half of their time is over, but for what a judgment or an import has in hand: a
# claim waits for no slot, so that it can be part of no deadlock. The one renewal there is.
RENEW_LEASES = f"""
UPDATE annotation_slot SET {LEASE} WHERE id = ANY(ARRAY(
    SELECT id FROM annotation_slot
    WHERE holder_id = %(me)s AND judgment_id IS NULL
      AND leased_until < now() + make_interval(secs => %(lease_s)s / 2.0)
    FOR UPDATE SKIP LOCKED))
"""

IN_HAND = """
SELECT slot.id, slot.campaign_pair_id, slot.topic_id, slot.position, slot.occasion,
       slot.leased_until, topic.query, topic.description, topic.narrative, passage.title,
       coalesce(passage.text, '')
FROM annotation_slot slot
JOIN ranking_topic topic ON topic.id = slot.topic_id
JOIN annotation_campaignpair pair ON pair.id = slot.campaign_pair_id
JOIN annotation_pooledpair pooled ON pooled.id = pair.pair_id
JOIN ranking_passage passage ON passage.id = pooled.passage_id
WHERE slot.holder_id = %(me)s AND slot.judgment_id IS NULL
ORDER BY slot.position
"""

# Pairs of the assessor's own topics. The topic in hand comes first, whatever became of its leases;
# then what was handed out last goes on, and then what was begun first.
IN_OWN_SEATS = f"""
    SELECT open_pair.campaign_pair_id
    FROM (
        SELECT topic_id, number FROM annotation_topicseat
        WHERE campaign_id = %(campaign)s AND holder_id = %(me)s AND finished_at IS NULL AND {{0}}
        ORDER BY topic_id = %(topic_in_hand)s::bigint IS NOT TRUE, topic_id = (
            SELECT topic_id FROM annotation_slot
            WHERE holder_id = %(me)s AND judgment_id IS NULL AND order_key IS NOT NULL
            ORDER BY position DESC LIMIT 1
        ) IS NOT TRUE, taken_at, id
    ) own CROSS JOIN LATERAL (
        {OPEN_PAIRS.format("topic_id = own.topic_id AND order_key >= %(start)s")}
        UNION ALL
        {OPEN_PAIRS.format("topic_id = own.topic_id AND order_key < %(start)s")}
    ) open_pair
    WHERE {OPEN_TO_ME} AND {NOT_IN_MY_HAND}
      AND {N_OPEN} > {N_EXPECTED.format("seat.number < own.number")}"""

# Seats in use are renewed on the way when half their time is over; an idle one that nobody else
# has taken is its holder's again.
LEASE_IN_OWN_SEATS = f"""
WITH renewed AS (
    UPDATE annotation_topicseat SET expires_at = now() + make_interval(secs => %(seat_s)s)
    WHERE id = ANY(ARRAY(
        SELECT id FROM annotation_topicseat
        WHERE campaign_id = %(campaign)s AND holder_id = %(me)s AND finished_at IS NULL
          AND expires_at < now() + make_interval(secs => %(seat_s)s / 2.0)
        FOR UPDATE SKIP LOCKED))
), {PICK.format(IN_OWN_SEATS.format("TRUE"), "TRUE")}
{TAKE_PICKED}"""

# Whether the topic in hand has a pair for the assessor that they do not hold.
HAS_MORE_IN_HAND = f"""
SELECT EXISTS (
    SELECT FROM ({IN_OWN_SEATS.format("topic_id = %(topic_in_hand)s")}) claimable
    WHERE EXISTS (
        SELECT FROM annotation_slot slot
        WHERE slot.campaign_pair_id = claimable.campaign_pair_id AND {IS_FREE} OFFSET 0))
"""

# What the assessor holds of other topics, after the pair answered last: ready for later. What a
# judgment has in hand stays, and so does what a grade waits for that came too late for a slot.
AHEAD = """holder_id = %(me)s AND judgment_id IS NULL AND topic_id <> %(topic_in_hand)s
      AND position > %(position_in_hand)s"""
GIVE_BACK_SHARED = f"""
UPDATE annotation_slot SET holder_id = NULL, leased_until = NULL, position = NULL
WHERE id = ANY(ARRAY(
    SELECT id FROM annotation_slot slot
    WHERE {AHEAD} AND order_key IS NOT NULL AND NOT EXISTS (
        SELECT FROM annotation_judgment j
        WHERE j.campaign_pair_id = slot.campaign_pair_id AND j.superseded_at IS NULL
          AND j.occasion = 0 AND j.grade_id IS NOT NULL AND j.cause <> 'rejected'
          AND NOT EXISTS (SELECT FROM annotation_slot WHERE judgment_id = j.id OFFSET 0) OFFSET 0)
    FOR UPDATE SKIP LOCKED))
"""
GIVE_BACK_PERSONAL = f"DELETE FROM annotation_slot WHERE {AHEAD} AND order_key IS NULL"

LEASE_IN_ORDER = f"""
WITH {
    PICK.format(
        f'''
    SELECT campaign_pair_id FROM (
        {OPEN_PAIRS.format("order_key >= %(start)s")}
        UNION ALL
        {OPEN_PAIRS.format("order_key < %(start)s")}
    ) open_pair
    WHERE {OPEN_TO_ME} AND {NOT_IN_MY_HAND}''',
        "TRUE",
    )
}
{TAKE_PICKED}"""

# Whether the assessor has, or had, no seat at the topic of another one.
HAS_NO_SEAT = """NOT EXISTS (
    SELECT FROM annotation_topicseat own
    WHERE own.campaign_id = seat.campaign_id AND own.topic_id = seat.topic_id
      AND own.holder_id = %(me)s OFFSET 0)"""

# What nobody with a seat is to fill, topic by topic.
LEASE_SPARE = f"""
WITH {
    PICK.format(
        f'''
    SELECT campaign_pair_id FROM (
        SELECT DISTINCT ON (topic_id, order_key, campaign_pair_id) campaign_pair_id
        FROM annotation_slot
        WHERE campaign_id = %(campaign)s AND judgment_id IS NULL AND is_spare
        ORDER BY topic_id, order_key, campaign_pair_id
    ) open_pair
    WHERE {OPEN_TO_ME} AND {NOT_IN_MY_HAND}''',
        "slot.is_spare",
    )
}
{TAKE_PICKED}"""

# What is left of topics where nobody else is at work, whoever was to judge it once: no pair waits
# for people who have gone while somebody asks for one. Where there is a free seat, another claim
# is taking it at this moment.
LEASE_LEFT = f"""
WITH RECURSIVE topics AS (
    (SELECT topic_id FROM annotation_slot WHERE campaign_id = %(campaign)s AND {IS_OPEN}
     ORDER BY topic_id LIMIT 1)
    UNION ALL
    SELECT (
        SELECT slot.topic_id FROM annotation_slot slot
        WHERE campaign_id = %(campaign)s AND {IS_OPEN} AND slot.topic_id > topics.topic_id
        ORDER BY slot.topic_id LIMIT 1)
    FROM topics WHERE topics.topic_id IS NOT NULL
), {
    PICK.format(
        f'''
    SELECT open_pair.campaign_pair_id FROM topics CROSS JOIN LATERAL (
        {OPEN_PAIRS.format("topic_id = topics.topic_id")}
    ) open_pair
    WHERE topics.topic_id IS NOT NULL AND {OPEN_TO_ME} AND {NOT_IN_MY_HAND}
      AND NOT EXISTS (
          SELECT FROM annotation_topicseat seat
          WHERE seat.campaign_id = %(campaign)s AND seat.topic_id = topics.topic_id
            AND seat.holder_id <> %(me)s AND seat.finished_at IS NULL
            AND {IS_PRESENT.format("seat.holder_id")} OFFSET 0)
      AND NOT EXISTS (
          SELECT FROM annotation_topicseat seat
          WHERE seat.campaign_id = %(campaign)s AND seat.topic_id = topics.topic_id
            AND seat.holder_id IS NULL AND {HAS_NO_SEAT} OFFSET 0)''',
        "TRUE",
    )
}
{TAKE_PICKED}"""

# Free seats of topics that nobody has begun, or that others have; or seats left idle.
NEW_SEAT = "seat.holder_id IS NULL AND seat.number = 1"
BEGUN_SEAT = "seat.holder_id IS NULL AND seat.number > 1"
IDLE_SEAT = """seat.holder_id IS NOT NULL AND seat.finished_at IS NULL
      AND seat.expires_at <= now()"""
# Whose holder is away, and leaves something that nobody else has in hand.
ABSENT_SEAT = f"""seat.holder_id IS NOT NULL AND seat.finished_at IS NULL
      AND NOT {IS_PRESENT.format("seat.holder_id")}
      AND EXISTS (
          SELECT FROM annotation_slot open_pair
          WHERE open_pair.campaign_id = seat.campaign_id AND open_pair.topic_id = seat.topic_id
            AND {IS_FREE} AND NOT {ANSWERED_BY.format("seat.holder_id")} AND {OPEN_TO_ME}
          OFFSET 0)"""

# Taking a seat sets out the next one, up to the judgments a pair. Says whether others sit behind.
TAKE_SEAT = f"""
WITH taken AS (
    SELECT seat.id, seat.topic_id, seat.number, seat.order_key FROM annotation_topicseat seat
    WHERE seat.campaign_id = %(campaign)s AND {{0}}
      AND seat.order_key >= %(start)s AND seat.order_key < %(end)s
      AND seat.topic_id <> ALL(%(tried)s)
      AND {HAS_NO_SEAT}
      AND EXISTS (
          SELECT FROM annotation_slot open_pair
          WHERE open_pair.campaign_id = seat.campaign_id AND open_pair.topic_id = seat.topic_id
            AND {IS_OPEN} AND {OPEN_TO_ME} OFFSET 0)
    ORDER BY seat.order_key
    LIMIT 1 FOR UPDATE SKIP LOCKED
), following AS (
    INSERT INTO annotation_topicseat (campaign_id, topic_id, number, order_key)
    SELECT %(campaign)s, topic_id, number + 1, order_key FROM taken
    WHERE number < %(judgments_per_pair)s
    ON CONFLICT DO NOTHING
)
UPDATE annotation_topicseat seat
SET holder_id = %(me)s, finished_at = NULL, taken_at = clock_timestamp(),
    expires_at = now() + make_interval(secs => %(seat_s)s)
FROM taken WHERE seat.id = taken.id
RETURNING seat.id, EXISTS (
    SELECT FROM annotation_topicseat later
    WHERE later.campaign_id = seat.campaign_id AND later.topic_id = seat.topic_id
      AND later.number > seat.number AND later.finished_at IS NULL AND later.expires_at > now())
"""

# The assessor's seats with nothing left for them are done, so that claims look there no more.
FINISH_SEATS = f"""
UPDATE annotation_topicseat own SET finished_at = now()
WHERE own.campaign_id = %(campaign)s AND own.holder_id = %(me)s AND own.finished_at IS NULL
  AND NOT EXISTS (
      SELECT FROM annotation_slot open_pair
      WHERE open_pair.campaign_id = own.campaign_id AND open_pair.topic_id = own.topic_id
        AND {IS_OPEN} AND {OPEN_TO_ME} OFFSET 0)
"""

# Whoever is to judge no more leaves what is left to others: their seats are free.
LEAVE_SEATS = """
UPDATE annotation_topicseat SET holder_id = NULL, taken_at = NULL, expires_at = NULL
WHERE campaign_id = %(campaign)s AND holder_id = %(me)s AND finished_at IS NULL
"""

# A seat behind all others, and beyond those that are set out one by one: nobody else inserts its
# number, for one claim at a time deals in a topic. Another one does not wait for it.
DEAL_SEAT = """
WITH deal AS MATERIALIZED (
    SELECT pg_try_advisory_xact_lock(
        hashtextextended('deal seat', %(campaign)s) # %(topic)s::bigint) AS is_mine
)
INSERT INTO annotation_topicseat (campaign_id, topic_id, number, order_key, holder_id, taken_at,
                                  expires_at)
SELECT %(campaign)s, %(topic)s, greatest(max(number), %(judgments_per_pair)s) + 1, max(order_key),
       %(me)s, clock_timestamp(), now() + make_interval(secs => %(seat_s)s)
FROM annotation_topicseat
WHERE campaign_id = %(campaign)s AND topic_id = %(topic)s AND (SELECT is_mine FROM deal)
HAVING count(*) > 0
ON CONFLICT DO NOTHING RETURNING id
"""

# Whether a pair is open that others are to judge, and when the first of them counts as away: from
# then on nobody waits for them.
LEFT_FOR_ME = f"""
SELECT EXISTS (
    SELECT FROM annotation_slot open_pair
    WHERE campaign_id = %(campaign)s AND {IS_OPEN} AND {OPEN_TO_ME}
), (
    SELECT min(away.at) FROM annotation_membership other CROSS JOIN LATERAL (
        SELECT greatest((
            SELECT max(leased_until) FROM annotation_slot
            WHERE holder_id = other.id AND {IS_OPEN}
        ), (
            SELECT max(created_at) + make_interval(secs => %(lease_s)s) FROM annotation_judgment
            WHERE assessor_id = other.id AND superseded_at IS NULL AND EXISTS (
                SELECT FROM annotation_topicseat
                WHERE holder_id = other.id AND finished_at IS NULL)
        )) AS at
    ) away
    WHERE other.campaign_id = %(campaign)s AND other.id <> %(me)s AND away.at > now()
)
"""


def run(query: str, turn: Turn, **more: Any) -> list[Row]:
    """The rows that the query returns; an UPDATE without RETURNING gives one row: its count."""
    with execute(query, {**turn.parameters(), **more}) as cursor:
        return cursor.fetchall() if cursor.description else [(cursor.rowcount,)]
