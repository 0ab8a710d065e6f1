"""An assessor's topics are served in the order in which they were begun."""

from django.db import migrations, models
from django.db.models import Q

OLD, NEW = "topic_seat_holder_and_expiry_together", "topic_seat_holder_and_times_together"
# A seat in use was renewed since it was taken: this keeps their order, as far as it is known.
TAKEN_BEFORE = """
UPDATE annotation_topicseat seat
SET taken_at = seat.expires_at - make_interval(secs => campaign.seat_s)
FROM annotation_campaign campaign
WHERE campaign.id = seat.campaign_id AND seat.holder_id IS NOT NULL
"""


class Migration(migrations.Migration):
    dependencies = [("annotation", "0022_keep_one_draft")]
    operations = [
        migrations.AddField(
            model_name="topicseat", name="taken_at", field=models.DateTimeField(null=True)
        ),
        # Nothing to do on the way back: the column goes.
        migrations.RunSQL(TAKEN_BEFORE, migrations.RunSQL.noop),
        migrations.RemoveConstraint(model_name="topicseat", name=OLD),
        migrations.AddConstraint(
            model_name="topicseat",
            constraint=models.CheckConstraint(
                name=NEW,
                condition=Q(holder__isnull=True, taken_at__isnull=True, expires_at__isnull=True)
                | Q(holder__isnull=False, taken_at__isnull=False, expires_at__isnull=False),
            ),
        ),
    ]
