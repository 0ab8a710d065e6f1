"""Attempts count the topics that they have landed, which may be fewer than their chunk's."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0008_find_missing_vectors")]
    operations = [
        migrations.AddField(
            model_name="attempt",
            name="n_landed",
            field=models.PositiveIntegerField(
                default=0, help_text="How many topics it has landed, whatever came of it after."
            ),
        ),
        migrations.AddField(
            model_name="attempt",
            name="landed_at",
            field=models.DateTimeField(null=True, help_text="When it last landed anything."),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.CheckConstraint(
                condition=models.Q(("n_landed", 0), ("landed_at__isnull", False), _connector="OR"),
                name="attempt_landed_some_time",
            ),
        ),
    ]
