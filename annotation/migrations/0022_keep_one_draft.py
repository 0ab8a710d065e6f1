"""A campaign has one draft of its guideline at most."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("annotation", "0021_log_options")]

    operations = [
        migrations.AddConstraint(
            "guideline",
            models.UniqueConstraint(
                name="guideline_one_draft_in_campaign",
                fields=["campaign"],
                condition=Q(published_at=None),
            ),
        ),
    ]
