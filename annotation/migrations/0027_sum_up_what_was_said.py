"""A row for each pair that was judged, with what its list sorts by; triggers keep it in step.

`summarize_pairs` locks the rows before it counts: whoever answers the same pair meanwhile waits
there, and counts what the other stored.
"""

from django.db import migrations, models

SUMMARIZE = """
CREATE FUNCTION summarize_pairs(changed bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO annotation_pairsummary (
        campaign_pair_id, campaign_id, n_grades, n_not_judged, spread, is_tied, n_notes,
        n_highlighted, n_off_gold)
    SELECT id, campaign_id, 0, 0, 0, FALSE, 0, 0, 0 FROM annotation_campaignpair
    WHERE id = ANY(changed) ORDER BY id
    ON CONFLICT DO NOTHING;

    PERFORM FROM annotation_pairsummary WHERE campaign_pair_id = ANY(changed)
    ORDER BY campaign_pair_id FOR UPDATE;

    -- Pair by pair, along an index: the same plan for one pair and for a million.
    UPDATE annotation_pairsummary summary
    SET n_grades = said.n_grades, n_not_judged = said.n_not_judged,
        lowest = said.lowest, highest = said.highest,
        spread = coalesce(said.highest - said.lowest, 0),
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
            SELECT look.grade_id, count(*) AS n_looks,
                   count(*) FILTER (WHERE look.counts) AS n,
                   min(look.confidence) FILTER (WHERE look.counts) AS confidence,
                   count(*) FILTER (WHERE look.note <> '') AS n_notes,
                   count(*) FILTER (WHERE look.counts AND look.spans <> '[]') AS n_highlighted,
                   max(look.created_at) AS answered_at
            FROM (
                SELECT judgment.*, judgment.grade_id IS NOT NULL
                           AND (pair.kind <> 'regular' OR slot.id IS NOT NULL) AS counts
                FROM annotation_judgment judgment
                LEFT JOIN annotation_slot slot ON slot.judgment_id = judgment.id
                WHERE judgment.campaign_pair_id = pair.id
                  AND judgment.superseded_at IS NULL AND judgment.occasion = 0
                  AND judgment.cause <> 'rejected'
                  AND judgment.reason_not_judged IS DISTINCT FROM 'retracted'
            ) look
            GROUP BY look.grade_id
        ) by_grade
        LEFT JOIN annotation_grade grade ON grade.id = by_grade.grade_id
    ) said
    WHERE pair.id = ANY(changed) AND summary.campaign_pair_id = pair.id;
END $$
"""

# For each table: its trigger's event, and the pairs that it may have changed. An update of a
# judgment only supersedes it, and what takes its place is in the same transaction a new row.
TRIGGERS = {
    "summarize_judged_pairs": (
        "AFTER INSERT ON annotation_judgment REFERENCING NEW TABLE AS new_rows",
        "SELECT campaign_pair_id FROM new_rows",
    ),
    "summarize_superseded_pairs": (
        "AFTER UPDATE ON annotation_judgment REFERENCING NEW TABLE AS new_rows",
        "SELECT campaign_pair_id FROM new_rows",
    ),
    "summarize_filled_pairs": (
        "AFTER INSERT ON annotation_slot REFERENCING NEW TABLE AS new_rows",
        "SELECT campaign_pair_id FROM new_rows WHERE judgment_id IS NOT NULL",
    ),
    # A lease changes a slot at every claim, and no judgment.
    "summarize_refilled_pairs": (
        "AFTER UPDATE ON annotation_slot REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows",
        "SELECT n.campaign_pair_id FROM new_rows n JOIN old_rows o USING (id)"
        " WHERE n.judgment_id IS DISTINCT FROM o.judgment_id",
    ),
    "summarize_graded_gold": (
        "AFTER INSERT ON annotation_expertgrade REFERENCING NEW TABLE AS new_rows",
        "SELECT campaign_pair_id FROM new_rows JOIN annotation_pairsummary USING (campaign_pair_id)",
    ),
    "summarize_regraded_gold": (
        "AFTER UPDATE ON annotation_expertgrade REFERENCING NEW TABLE AS new_rows",
        "SELECT campaign_pair_id FROM new_rows JOIN annotation_pairsummary USING (campaign_pair_id)",
    ),
}

FUNCTION = """
CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed bigint[] := ARRAY(SELECT DISTINCT campaign_pair_id FROM ({pairs}) of_rows);
BEGIN
    IF changed <> '{{}}' THEN PERFORM summarize_pairs(changed); END IF;
    RETURN NULL;
END $$
"""
OF_ALL_JUDGED = """
SELECT summarize_pairs(array_agg(id)) FROM annotation_campaignpair pair
WHERE EXISTS (SELECT FROM annotation_judgment WHERE campaign_pair_id = pair.id)
"""


def create(name, event, pairs):
    return [
        FUNCTION.format(name=name, pairs=pairs),
        f"CREATE TRIGGER {name} {event} FOR EACH STATEMENT EXECUTE FUNCTION {name}()",
    ]


class Migration(migrations.Migration):
    dependencies = [("annotation", "0026_count_what_is_tried")]
    operations = [
        migrations.CreateModel(
            name="PairSummary",
            fields=[
                (
                    "campaign_pair",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="summary",
                        serialize=False,
                        to="annotation.campaignpair",
                    ),
                ),
                ("n_grades", models.PositiveSmallIntegerField(default=0)),
                ("n_not_judged", models.PositiveSmallIntegerField(default=0)),
                ("lowest", models.SmallIntegerField(null=True)),
                ("highest", models.SmallIntegerField(null=True)),
                ("spread", models.PositiveIntegerField(default=0)),
                ("is_tied", models.BooleanField(default=False)),
                ("least_confidence", models.SmallIntegerField(null=True)),
                ("n_notes", models.PositiveSmallIntegerField(default=0)),
                ("n_highlighted", models.PositiveSmallIntegerField(default=0)),
                ("n_off_gold", models.PositiveSmallIntegerField(default=0)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="+",
                        to="annotation.campaign",
                    ),
                ),
            ],
            options={
                "ordering": ["campaign_pair_id"],
                "indexes": [
                    models.Index(
                        fields=["campaign", "spread", "campaign_pair"], name="pair_summary_spread"
                    ),
                    models.Index(
                        fields=["campaign", "n_not_judged", "campaign_pair"],
                        name="pair_summary_blank",
                    ),
                    models.Index(
                        fields=["campaign", "answered_at", "campaign_pair"],
                        name="pair_summary_answered",
                    ),
                    models.Index(
                        condition=models.Q(("least_confidence__isnull", False)),
                        fields=["campaign", "least_confidence", "campaign_pair"],
                        name="pair_summary_unsure",
                    ),
                    models.Index(
                        condition=models.Q(("is_tied", True)),
                        fields=["campaign", "campaign_pair"],
                        name="pair_summary_tied",
                    ),
                    models.Index(
                        condition=models.Q(("n_off_gold__gt", 0)),
                        fields=["campaign", "campaign_pair"],
                        name="pair_summary_off_gold",
                    ),
                    models.Index(
                        condition=models.Q(("n_notes__gt", 0)),
                        fields=["campaign", "campaign_pair"],
                        name="pair_summary_noted",
                    ),
                ],
            },
        ),
        migrations.RunSQL(SUMMARIZE, "DROP FUNCTION summarize_pairs"),
        *(
            migrations.RunSQL(create(name, event, pairs), f"DROP FUNCTION {name}() CASCADE")
            for name, (event, pairs) in TRIGGERS.items()
        ),
        migrations.RunSQL(OF_ALL_JUDGED, migrations.RunSQL.noop),
    ]
