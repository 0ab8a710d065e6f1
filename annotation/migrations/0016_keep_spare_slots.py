"""Slots that nobody with a seat at the topic is to fill are found by an index of their own."""

from django.db import migrations, models
from django.db.models import Q

# What was freed by an answer without a grade, and what stands beyond the judgments a pair.
MARK_SPARE = """
UPDATE annotation_slot slot SET is_spare = TRUE
FROM annotation_campaign c
WHERE c.id = slot.campaign_id AND slot.judgment_id IS NULL AND slot.order_key IS NOT NULL
  AND (slot.number > c.judgments_per_pair OR EXISTS (
      SELECT FROM annotation_judgment j
      WHERE j.campaign_pair_id = slot.campaign_pair_id AND j.grade_id IS NULL
        AND j.superseded_at IS NULL))
"""


class Migration(migrations.Migration):
    dependencies = [("annotation", "0015_log_quotas")]
    operations = [
        migrations.AddField(
            model_name="slot",
            name="is_spare",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddConstraint(
            model_name="slot",
            constraint=models.CheckConstraint(
                name="slot_only_shared_is_spare",
                condition=Q(is_spare=False) | Q(order_key__isnull=False),
            ),
        ),
        migrations.AddIndex(
            model_name="slot",
            index=models.Index(
                name="slot_spare",
                fields=["campaign", "topic", "order_key", "campaign_pair"],
                condition=Q(judgment__isnull=True, is_spare=True),
            ),
        ),
        migrations.RemoveIndex(model_name="topicseat", name="topic_seat_in_use"),
        migrations.AddIndex(
            model_name="topicseat",
            index=models.Index(
                name="topic_seat_in_use",
                fields=["campaign", "order_key"],
                condition=Q(holder__isnull=False, finished_at__isnull=True),
            ),
        ),
        # Last, so that the indexes serve at once: they would not where rows had changed before.
        migrations.RunSQL(MARK_SPARE, migrations.RunSQL.noop),
    ]
