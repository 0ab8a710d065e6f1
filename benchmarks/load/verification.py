"""Check of the database after the load, against everything promised and acknowledged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db import connection

from annotation.models import Campaign
from benchmarks.load.tally import Acknowledged

# One row for each regular pair: filled shared slots and live answers without a grade; what people
# said when they were shown a pair once more stands beside them.
PAIRS = """
    CREATE TEMPORARY TABLE judged AS
    SELECT pair.id, coalesce(filled.n, 0) AS n_votes, coalesce(blank.n, 0) AS n_not_judged
    FROM annotation_campaignpair pair
    LEFT JOIN (
        SELECT campaign_pair_id, count(*) AS n FROM annotation_slot
        WHERE judgment_id IS NOT NULL AND order_key IS NOT NULL GROUP BY campaign_pair_id
    ) AS filled ON filled.campaign_pair_id = pair.id
    LEFT JOIN (
        SELECT campaign_pair_id, count(*) AS n FROM annotation_judgment
        WHERE superseded_at IS NULL AND grade_id IS NULL AND reason_not_judged <> 'retracted'
          AND occasion = 0
        GROUP BY campaign_pair_id
    ) AS blank ON blank.campaign_pair_id = pair.id
    WHERE pair.campaign_id = %(campaign)s AND pair.kind = 'regular'
"""
ACKNOWLEDGED = """
    CREATE TEMPORARY TABLE acknowledged (
        client_key uuid, judgment_id bigint, username text, grade smallint)
"""
COUNTS = {
    "pairs": "SELECT count(*) FROM judged",
    "pairs with all their judgments": "SELECT count(*) FROM judged WHERE n_votes = %(k)s",
    "pairs waiting for adjudication": """
        SELECT count(*) FROM judged WHERE n_not_judged >= %(max_not_judged)s""",
    "votes": "SELECT sum(n_votes)::bigint FROM judged",
    "not-judged answers": "SELECT sum(n_not_judged)::bigint FROM judged",
    "surplus judgments": """
        SELECT count(*) FROM annotation_judgment j WHERE j.superseded_at IS NULL
        AND j.grade_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM annotation_slot slot WHERE slot.judgment_id = j.id)""",
    "answers to gold pairs": """
        SELECT count(*) FROM annotation_judgment j
        JOIN annotation_campaignpair pair ON pair.id = j.campaign_pair_id
        WHERE pair.kind = 'gold'""",
    "answers to pairs shown once more": """
        SELECT count(*) FROM annotation_judgment WHERE occasion > 0""",
    "judgments stored": "SELECT count(*) FROM annotation_judgment",
    "judgments acknowledged": "SELECT count(DISTINCT client_key) FROM acknowledged",
    "judgments superseded": """
        SELECT count(*) FROM annotation_judgment WHERE superseded_at IS NOT NULL""",
}
# Each must be zero.
FAULTS = {
    "pairs with more than k votes": "SELECT count(*) FROM judged WHERE n_votes > %(k)s",
    "acknowledged judgments that are not stored": """
        SELECT count(*) FROM acknowledged ack WHERE NOT EXISTS (
            SELECT FROM annotation_judgment j
            JOIN annotation_membership member ON member.id = j.assessor_id
            JOIN auth_user account ON account.id = member.user_id
            LEFT JOIN annotation_grade grade ON grade.id = j.grade_id
            WHERE j.id = ack.judgment_id AND j.client_key = ack.client_key
              AND account.username = ack.username AND grade.value IS NOT DISTINCT FROM ack.grade)
        """,
    "assessors with two slots of a pair": """
        SELECT count(*) FROM (
            SELECT FROM annotation_slot WHERE holder_id IS NOT NULL
            GROUP BY campaign_pair_id, holder_id, occasion HAVING count(*) > 1) AS doubled""",
    "assessors with two live judgments of a pair": """
        SELECT count(*) FROM (
            SELECT FROM annotation_judgment WHERE superseded_at IS NULL
            GROUP BY campaign_pair_id, assessor_id, occasion HAVING count(*) > 1) AS doubled""",
    "slots that hold no live grade of their holder": """
        SELECT count(*) FROM annotation_slot slot
        JOIN annotation_judgment j ON j.id = slot.judgment_id
        WHERE j.superseded_at IS NOT NULL OR j.grade_id IS NULL
           OR j.campaign_pair_id <> slot.campaign_pair_id
           OR j.assessor_id IS DISTINCT FROM slot.holder_id""",
    # A crash of PostgreSQL resets this count.
    "deadlocks": "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
}
UNFINISHED = {
    "pairs that are neither complete nor waiting for adjudication": """
        SELECT count(*) FROM judged WHERE n_votes <> %(k)s AND n_not_judged < %(max_not_judged)s
    """
}
OPEN_PAIRS = """
    SELECT EXISTS (
        SELECT FROM annotation_slot slot
        WHERE slot.campaign_id = %(campaign)s AND slot.judgment_id IS NULL
          AND slot.order_key IS NOT NULL
          AND (SELECT count(*) FROM annotation_judgment j
               WHERE j.campaign_pair_id = slot.campaign_pair_id AND j.superseded_at IS NULL
                 AND j.grade_id IS NULL AND j.reason_not_judged <> 'retracted'
                 AND j.occasion = 0
              ) < %(max_not_judged)s)
"""


class Verdict(NamedTuple):
    counts: dict[str, int]
    faults: dict[str, int]


def verify(
    campaign: Campaign, acknowledged: Sequence[Acknowledged], *, must_be_finished: bool
) -> Verdict:
    """Compare the database with what the server acknowledged.

    Once in a session of the database, which keeps temporary tables of it.
    """
    facts = _facts(campaign)
    faults = FAULTS | (UNFINISHED if must_be_finished else {})
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE annotation_judgment, annotation_slot")
        cursor.execute(PAIRS, facts)
        cursor.execute(ACKNOWLEDGED)
        with cursor.copy("COPY acknowledged FROM STDIN") as copy:
            for row in acknowledged:
                copy.write_row(row)

        def count(query: str) -> int:
            cursor.execute(query, facts)
            return int(cursor.fetchone()[0] or 0)

        return Verdict(
            {name: count(query) for name, query in COUNTS.items()},
            {name: count(query) for name, query in faults.items()},
        )


def has_open_pairs(campaign: Campaign) -> bool:
    """Whether a pair still lacks a judgment that someone may give."""
    with connection.cursor() as cursor:
        cursor.execute(OPEN_PAIRS, _facts(campaign))
        return bool(cursor.fetchone()[0])


def _facts(campaign: Campaign) -> dict[str, int]:
    return {
        "campaign": campaign.pk,
        "k": campaign.judgments_per_pair,
        "max_not_judged": campaign.max_not_judged,
    }
