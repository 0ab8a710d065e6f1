"""Slots that nobody with a seat at the topic is to fill are found by an index of their own."""

from django.db import migrations, models
from django.db.models import Q


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
    ]
