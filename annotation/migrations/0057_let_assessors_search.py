from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0056_rename_runs_in_designs")]

    operations = [
        migrations.AddField("campaign", "allows_search", models.BooleanField(default=False)),
    ]
