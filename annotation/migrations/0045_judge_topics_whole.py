from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0044_set_late_answers_aside")]

    operations = [
        migrations.AddField(
            model_name="labelset", name="is_whole", field=models.BooleanField(default=False)
        ),
        migrations.AddConstraint(
            model_name="labelset",
            constraint=models.CheckConstraint(
                name="label_set_whole_has_irrelevant",
                condition=models.Q(("is_whole", False), ("min_relevance__gt", 0), _connector="OR"),
            ),
        ),
    ]
