"""Vectors of passages are computed by chunks of their own."""

from __future__ import annotations

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ranking", "0006_let_workers_decline"),
    ]

    operations = [
        migrations.AddField(
            model_name="chunk",
            name="passages_from",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="chunk",
            name="passages_to",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="chunk",
            name="topic_ids",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.BigIntegerField(), default=list, size=None
            ),
        ),
        migrations.AddConstraint(
            model_name="chunk",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("passages_from__isnull", True),
                        ("passages_to__isnull", True),
                        models.Q(("topic_ids", []), _negated=True),
                    ),
                    models.Q(
                        ("passages_from__isnull", False),
                        ("passages_to__gt", models.F("passages_from")),
                        ("topic_ids", []),
                    ),
                    _connector="OR",
                ),
                name="chunk_of_topics_or_passages",
            ),
        ),
    ]
