"""Running campaigns have slots that answers without a grade freed, or that were added."""

from django.db import migrations

# As many of a pair's open slots as answers freed, the last ones.
MARK_SPARE = """
UPDATE annotation_slot slot SET is_spare = TRUE
FROM (
    SELECT id, campaign_id, campaign_pair_id, number,
           row_number() OVER (PARTITION BY campaign_pair_id ORDER BY number DESC) AS place
    FROM annotation_slot WHERE judgment_id IS NULL AND order_key IS NOT NULL
) open
JOIN annotation_campaign c ON c.id = open.campaign_id
LEFT JOIN (
    SELECT campaign_pair_id, count(*) AS n FROM annotation_judgment
    WHERE grade_id IS NULL AND superseded_at IS NULL AND occasion = 0
      AND cause IN ('judged', 'changed')
    GROUP BY campaign_pair_id
) freed USING (campaign_pair_id)
WHERE slot.id = open.id AND (open.number > c.judgments_per_pair OR open.place <= freed.n)
"""


class Migration(migrations.Migration):
    dependencies = [("annotation", "0018_find_seats_in_order")]
    # Nothing to undo: the column says what it said before, and goes with 0016.
    operations = [migrations.RunSQL(MARK_SPARE, migrations.RunSQL.noop)]
