"""What a campaign came to, and what must hold of it whatever happened on the way."""

from __future__ import annotations

from annotation.models import Unit
from benchmarks.load import verification as load
from benchmarks.load.verification import Questions

# Live first looks that stand.
FIRST_LOOK = """j.superseded_at IS NULL AND j.occasion = 0
    AND j.reason_not_judged IS DISTINCT FROM 'retracted'"""
OVERLAP = "SELECT id FROM annotation_campaignpair WHERE kind = 'overlap'"
# Whoever judged and neither withdrew nor was paused for not coming back.
STAYED = f"""
    SELECT member.id FROM annotation_membership member
    WHERE member.withdrawn_at IS NULL AND member.suspended_at IS NULL
      AND EXISTS (SELECT FROM annotation_judgment j WHERE j.assessor_id = member.id
                  AND {FIRST_LOOK})"""
BEGUN = f"""
    SELECT j.assessor_id, pooled.topic_id, count(*) AS n_answered,
           (SELECT count(*) FROM annotation_campaignpair whole
            JOIN annotation_pooledpair of ON of.id = whole.pair_id
            WHERE of.topic_id = pooled.topic_id) AS n_pairs
    FROM annotation_judgment j
    JOIN annotation_campaignpair pair ON pair.id = j.campaign_pair_id
    JOIN annotation_pooledpair pooled ON pooled.id = pair.pair_id
    WHERE {FIRST_LOOK}
    GROUP BY j.assessor_id, pooled.topic_id"""

COUNTS = {
    "regular pairs": "SELECT count(*) FROM judged",
    "pairs that everyone judges": f"SELECT count(*) FROM ({OVERLAP}) AS overlap",
    "assessors who judged": """
        SELECT count(DISTINCT assessor_id) FROM annotation_judgment""",
    "of these stayed to the end": f"SELECT count(*) FROM ({STAYED}) AS stayed",
    "judgments stored": "SELECT count(*) FROM annotation_judgment",
    "votes on regular pairs": "SELECT sum(n_votes)::bigint FROM judged",
    "judgments of pairs that everyone judges": f"""
        SELECT count(*) FROM annotation_judgment j
        WHERE {FIRST_LOOK} AND grade_id IS NOT NULL AND campaign_pair_id IN ({OVERLAP})""",
    "surplus": load.COUNTS["surplus judgments"],
    "not judged": f"""
        SELECT count(*) FROM annotation_judgment j WHERE {FIRST_LOOK} AND grade_id IS NULL""",
    "pairs that somebody could not judge": f"""
        SELECT count(DISTINCT j.campaign_pair_id) FROM annotation_judgment j
        JOIN annotation_campaignpair pair ON pair.id = j.campaign_pair_id
        WHERE {FIRST_LOOK} AND j.grade_id IS NULL AND pair.kind IN ('regular', 'overlap')""",
    "regular pairs with exactly k votes": "SELECT count(*) FROM judged WHERE n_votes = %(k)s",
    "regular pairs waiting for adjudication": """
        SELECT count(*) FROM judged WHERE n_not_judged >= %(max_not_judged)s""",
    "of these with k votes all the same": """
        SELECT count(*) FROM judged
        WHERE n_votes = %(k)s AND n_not_judged >= %(max_not_judged)s""",
    "of these with fewer than k votes": """
        SELECT count(*) FROM judged
        WHERE n_votes < %(k)s AND n_not_judged >= %(max_not_judged)s""",
}
# Where topics are served whole.
TOPIC_COUNTS = {
    "topics begun by somebody": f"SELECT count(*) FROM ({BEGUN}) AS begun",
    "of these answered whole": f"""
        SELECT count(*) FROM ({BEGUN}) AS begun WHERE n_answered = n_pairs""",
}
# Each must be zero.
FAULTS = {
    **load.FAULTS,
    **load.UNFINISHED,
    "overlap pairs not answered by somebody who stayed": f"""
        SELECT count(*) FROM ({STAYED}) AS stayed CROSS JOIN ({OVERLAP}) AS overlap
        WHERE NOT EXISTS (
            SELECT FROM annotation_judgment j
            WHERE j.assessor_id = stayed.id AND j.campaign_pair_id = overlap.id
              AND {FIRST_LOOK})""",
    "assessors beyond their quota": f"""
        SELECT count(*) FROM (
            SELECT FROM annotation_judgment j
            JOIN annotation_membership member ON member.id = j.assessor_id
            JOIN annotation_campaign campaign ON campaign.id = member.campaign_id
            WHERE {FIRST_LOOK}
            GROUP BY member.id, campaign.id
            HAVING count(*) > coalesce(member.quota, campaign.quota)) AS beyond""",
    "grades without the highlights they ask for": """
        SELECT count(*) FROM annotation_judgment j
        JOIN annotation_grade grade ON grade.id = j.grade_id
        WHERE grade.requires_span AND j.spans = '[]'""",
}


def questions(unit: str) -> Questions:
    return Questions(COUNTS | (TOPIC_COUNTS if unit == Unit.TOPICS else {}), FAULTS)
