"""A topic's pairs are read in order and no further than a claim asks: topics may be large."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0013_go_on_with_running_campaigns")]
    operations = [
        migrations.RemoveIndex(model_name="slot", name="slot_open_by_topic"),
        migrations.AddIndex(
            model_name="slot",
            index=models.Index(
                name="slot_open_by_topic",
                fields=["campaign", "topic", "order_key", "campaign_pair"],
                condition=models.Q(judgment__isnull=True, order_key__isnull=False),
            ),
        ),
    ]
