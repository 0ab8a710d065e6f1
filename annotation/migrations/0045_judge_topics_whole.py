from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0044_set_late_answers_aside")]

    operations = [
        migrations.AddField(
            model_name="labelset", name="is_whole", field=models.BooleanField(default=False)
        ),
    ]
