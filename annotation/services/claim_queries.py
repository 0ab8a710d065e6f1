"""The SQL behind claims, where the order of locks matters more than the ORM's comfort.

Every query takes the parameters of `Claimant`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db import connection

from annotation.models import Campaign, Membership


class Claimant(NamedTuple):
    """Who claims, with what the campaign says about it."""

    campaign: int
    me: int
    seed: str
    lease_s: int
    seat_s: int
    max_not_judged: int

    @classmethod
    def of(cls, campaign: Campaign, member: Membership) -> Claimant:
        seed = f"{campaign.seed}:{member.pk}:"
        return cls(
            campaign.pk, member.pk, seed, campaign.lease_s, campaign.seat_s, campaign.max_not_judged
        )


# Random but fixed orders of topics and of the pairs in a topic, another one for each assessor.
TOPIC_ORDER = "md5(%(seed)s || 'topic ' || {0})"
PAIR_ORDER = "md5(%(seed)s || 'pair ' || {0})"

ANSWERED_BY = """EXISTS (
    SELECT FROM annotation_judgment j
    WHERE j.campaign_pair_id = open_pair.campaign_pair_id AND j.assessor_id = {0}
      AND j.occasion = 0 AND j.superseded_at IS NULL)"""

# How often a pair was answered without a grade; at the limit it waits for adjudication.
N_NOT_JUDGED = """(
    SELECT count(*) FROM annotation_judgment j
    WHERE j.campaign_pair_id = open_pair.campaign_pair_id AND j.occasion = 0
      AND j.superseded_at IS NULL AND j.reason_not_judged <> 'retracted')"""

# Whoever took an earlier seat at the topic and has not answered the pair yet is to have a slot.
N_EXPECTED = f"""(
    SELECT count(*) FROM annotation_topicseat seat
    WHERE seat.campaign_id = %(campaign)s AND seat.topic_id = open_pair.topic_id
      AND seat.holder_id <> %(me)s AND seat.expires_at > now() AND {{0}}
      AND NOT {ANSWERED_BY.format("seat.holder_id")})"""

OPEN_TO_ME = f"""NOT {ANSWERED_BY.format("%(me)s")} AND {N_NOT_JUDGED} < %(max_not_judged)s"""

LEASE_IN_OWN_SEATS = f"""
WITH open_pair AS (
    SELECT slot.campaign_pair_id, slot.topic_id, own.number AS seat_number, count(*) AS n_open,
           bool_or(slot.holder_id IS NOT DISTINCT FROM %(me)s) AS is_mine
    FROM annotation_topicseat own
    JOIN annotation_slot slot USING (campaign_id, topic_id)
    WHERE own.campaign_id = %(campaign)s AND own.holder_id = %(me)s AND slot.judgment_id IS NULL
    GROUP BY slot.campaign_pair_id, slot.topic_id, own.number
), claimable AS MATERIALIZED (
    SELECT campaign_pair_id FROM open_pair
    WHERE NOT is_mine AND {OPEN_TO_ME}
      AND n_open > {N_EXPECTED.format("seat.number < open_pair.seat_number")}
    ORDER BY {TOPIC_ORDER.format("topic_id")}, {PAIR_ORDER.format("campaign_pair_id")}
    LIMIT %(n)s
), picked AS (
    SELECT free.id FROM claimable CROSS JOIN LATERAL (
        SELECT slot.id FROM annotation_slot slot
        WHERE slot.campaign_pair_id = claimable.campaign_pair_id AND slot.judgment_id IS NULL
          AND (slot.leased_until IS NULL OR slot.leased_until <= now())
        ORDER BY slot.number LIMIT 1 FOR UPDATE SKIP LOCKED
    ) free
)
UPDATE annotation_slot slot
SET holder_id = %(me)s, leased_until = now() + make_interval(secs => %(lease_s)s)
FROM picked WHERE slot.id = picked.id
"""

TAKE_FREE_SEAT = f"""
UPDATE annotation_topicseat
SET holder_id = %(me)s, expires_at = now() + make_interval(secs => %(seat_s)s)
WHERE id = (
    SELECT seat.id FROM annotation_topicseat seat
    WHERE seat.campaign_id = %(campaign)s AND (seat.holder_id IS NULL OR seat.expires_at <= now())
      AND seat.topic_id <> ALL(%(tried)s)
      AND NOT EXISTS (
          SELECT FROM annotation_topicseat own
          WHERE own.campaign_id = seat.campaign_id AND own.topic_id = seat.topic_id
            AND own.holder_id = %(me)s)
      AND EXISTS (
          SELECT FROM annotation_slot slot
          WHERE slot.campaign_id = seat.campaign_id AND slot.topic_id = seat.topic_id
            AND slot.judgment_id IS NULL)
    ORDER BY {TOPIC_ORDER.format("seat.topic_id")}, seat.number
    LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING id, topic_id
"""

# Topics in which all seats are taken, yet some pair needs more people than hold one.
TOPIC_NEEDING_A_SEAT = f"""
WITH open_pair AS (
    SELECT campaign_pair_id, topic_id, count(*) AS n_open FROM annotation_slot
    WHERE campaign_id = %(campaign)s AND judgment_id IS NULL AND topic_id <> ALL(%(tried)s)
      AND NOT EXISTS (
          SELECT FROM annotation_topicseat own
          WHERE own.campaign_id = annotation_slot.campaign_id
            AND own.topic_id = annotation_slot.topic_id AND own.holder_id = %(me)s)
    GROUP BY campaign_pair_id, topic_id
)
SELECT topic_id FROM open_pair
WHERE {OPEN_TO_ME} AND n_open > {N_EXPECTED.format("TRUE")}
ORDER BY {TOPIC_ORDER.format("topic_id")} LIMIT 1
"""

# Not the campaign's row: an import holds that while it waits for slots.
WAIT_TO_DEAL = "SELECT pg_advisory_xact_lock(hashtext('deal seats'), %(campaign)s::int)"

LEFT_FOR_ME = f"""
WITH open_pair AS (
    SELECT DISTINCT campaign_pair_id, topic_id FROM annotation_slot
    WHERE campaign_id = %(campaign)s AND judgment_id IS NULL
)
SELECT count(*), min(free_at) FROM (
    SELECT LEAST(
        (SELECT min(seat.expires_at) FROM annotation_topicseat seat
         WHERE seat.campaign_id = %(campaign)s AND seat.topic_id = open_pair.topic_id
           AND seat.expires_at > now() AND seat.holder_id <> %(me)s),
        (SELECT min(slot.leased_until) FROM annotation_slot slot
         WHERE slot.campaign_pair_id = open_pair.campaign_pair_id
           AND slot.leased_until > now())
    ) AS free_at
    FROM open_pair WHERE {OPEN_TO_ME}
) AS reserved
"""

HELD_IN_ORDER = f"""
SELECT id FROM annotation_slot
WHERE campaign_id = %(campaign)s AND holder_id = %(me)s AND judgment_id IS NULL
ORDER BY {TOPIC_ORDER.format("topic_id")}, {PAIR_ORDER.format("campaign_pair_id")}
"""


def run(query: str, claimant: Claimant, **more: Any) -> list[tuple[Any, ...]]:
    """The rows that the query returns; an UPDATE without RETURNING gives one row: its count."""
    with connection.cursor() as cursor:
        cursor.execute(query, {**claimant._asdict(), **more})
        return cursor.fetchall() if cursor.description else [(cursor.rowcount,)]
