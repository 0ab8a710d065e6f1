"""Seats that others left are looked at in the campaign's order, like free ones."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("annotation", "0017_walk_special_pairs")]
    operations = [
        migrations.RemoveIndex(model_name="topicseat", name="topic_seat_in_use"),
        migrations.AddIndex(
            model_name="topicseat",
            index=models.Index(
                name="topic_seat_in_use",
                fields=["campaign", "order_key"],
                condition=Q(holder__isnull=False, finished_at__isnull=True),
            ),
        ),
    ]
