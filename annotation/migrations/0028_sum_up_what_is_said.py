"""Triggers keep the summary of a pair in step with its judgments, and with who holds its slots.

`summarize_pair` locks the row before it counts: whoever answers the same pair meanwhile waits
there, and counts what the other stored. The triggers are constraints so that an import can put
them off to its end (`annotation/pairs/summaries.py`), and be waited for no longer.
"""

from django.db import migrations

SUMMARIZE = """
CREATE FUNCTION summarize_pair(changed bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM annotation_pairsummary WHERE campaign_pair_id = changed FOR UPDATE;
    IF NOT FOUND THEN
        INSERT INTO annotation_pairsummary (
            campaign_pair_id, campaign_id, n_grades, n_not_judged, spread, is_tied, n_notes,
            n_highlighted, n_off_gold)
        SELECT id, campaign_id, 0, 0, 0, FALSE, 0, 0, 0 FROM annotation_campaignpair
        WHERE id = changed
        ON CONFLICT DO NOTHING;
        PERFORM FROM annotation_pairsummary WHERE campaign_pair_id = changed FOR UPDATE;
    END IF;

    UPDATE annotation_pairsummary summary
    SET n_grades = said.n_grades, n_not_judged = said.n_not_judged,
        lowest = said.lowest, highest = said.highest,
        spread = coalesce(said.highest::integer - said.lowest, 0),
        is_tied = coalesce(pair.kind IN ('regular', 'overlap')
            AND 2 * said.most_alike <= said.n_grades, FALSE),
        least_confidence = said.least_confidence, n_notes = said.n_notes,
        n_highlighted = said.n_highlighted, n_off_gold = said.n_off_gold,
        answered_at = said.answered_at
    FROM annotation_campaignpair pair
    LEFT JOIN annotation_expertgrade expert ON expert.campaign_pair_id = pair.id
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(n), 0) AS n_grades,
               nullif(max(n), 0) AS most_alike,
               coalesce(sum(n_looks) FILTER (WHERE grade_id IS NULL), 0) AS n_not_judged,
               min(grade.value) FILTER (WHERE n > 0) AS lowest,
               max(grade.value) FILTER (WHERE n > 0) AS highest,
               min(confidence) AS least_confidence,
               coalesce(sum(n_notes), 0) AS n_notes,
               coalesce(sum(n_highlighted), 0) AS n_highlighted,
               coalesce(sum(n) FILTER (WHERE grade_id <> expert.grade_id), 0) AS n_off_gold,
               max(answered_at) AS answered_at
        FROM (
            SELECT judgment.grade_id, count(*) AS n_looks,
                   count(*) FILTER (
                       WHERE judgment.grade_id IS NOT NULL AND assessor.kind <> 'model'
                       AND (pair.kind <> 'regular' OR slot.id IS NOT NULL)
                   ) AS n,
                   min(judgment.confidence) AS confidence,
                   count(*) FILTER (WHERE judgment.note <> '') AS n_notes,
                   count(*) FILTER (WHERE judgment.spans <> '[]') AS n_highlighted,
                   max(judgment.created_at) AS answered_at
            FROM annotation_judgment judgment
            JOIN annotation_membership assessor ON assessor.id = judgment.assessor_id
            LEFT JOIN annotation_slot slot ON slot.judgment_id = judgment.id
            WHERE judgment.campaign_pair_id = pair.id
              AND judgment.superseded_at IS NULL AND judgment.occasion = 0
              AND judgment.cause <> 'rejected'
              AND judgment.reason_not_judged IS DISTINCT FROM 'retracted'
            GROUP BY judgment.grade_id
        ) by_grade
        LEFT JOIN annotation_grade grade ON grade.id = by_grade.grade_id
    ) said
    WHERE pair.id = changed AND summary.campaign_pair_id = changed;
END $$
"""
FUNCTION = """
CREATE FUNCTION summarize_pair_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM summarize_pair(NEW.campaign_pair_id);
    RETURN NULL;
END $$
"""
# What supersedes a judgment is a new row. A lease changes a slot at every claim, and no judgment;
# a personal slot makes no vote.
TRIGGERS = {
    "summarize_judged_pair": ("INSERT ON annotation_judgment", ""),
    "summarize_filled_pair": (
        "UPDATE OF judgment_id ON annotation_slot",
        "WHEN (NEW.order_key IS NOT NULL AND NEW.judgment_id IS DISTINCT FROM OLD.judgment_id)",
    ),
}


def create(name, event, condition):
    return (
        f"CREATE CONSTRAINT TRIGGER {name} AFTER {event} DEFERRABLE INITIALLY IMMEDIATE"
        f" FOR EACH ROW {condition} EXECUTE FUNCTION summarize_pair_of_row()"
    )


class Migration(migrations.Migration):
    dependencies = [("annotation", "0027_keep_what_pairs_are_sorted_by")]
    operations = [
        migrations.RunSQL(SUMMARIZE, "DROP FUNCTION summarize_pair"),
        migrations.RunSQL(FUNCTION, "DROP FUNCTION summarize_pair_of_row CASCADE"),
        *(
            migrations.RunSQL(create(name, event, condition), migrations.RunSQL.noop)
            for name, (event, condition) in TRIGGERS.items()
        ),
    ]
