from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0019_mark_spare_slots")]

    operations = [
        migrations.AddField("campaign", "asks_confidence", models.BooleanField(default=False)),
        migrations.AddField("campaign", "asks_note", models.BooleanField(default=False)),
    ]
