"""What was done about wrongly decoded text in an import."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0018_link_runs_to_papers")]

    operations = [
        migrations.AddField(
            model_name=name,
            name="mojibake",
            field=models.JSONField(blank=True, default=list),
        )
        for name in ("collection", "topicset")
    ]
