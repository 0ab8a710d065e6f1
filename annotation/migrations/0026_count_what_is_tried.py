from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0025_keep_confidence_on_its_scale")]
    operations = [
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("level", models.FloatField()),
                ("counted_at", models.DateTimeField()),
                ("free_at", models.DateTimeField()),
            ],
        ),
        # A try is counted at each request that writes, and may be lost.
        migrations.RunSQL(
            "ALTER TABLE annotation_tally SET UNLOGGED", "ALTER TABLE annotation_tally SET LOGGED"
        ),
    ]
