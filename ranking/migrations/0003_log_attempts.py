"""Each start of a chunk is a row; errors and lost workers are counted apart."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0002_store_arrays_uncompressed")]
    operations = [
        migrations.CreateModel(
            name="Attempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveIntegerField(help_text="Counts the starts of the chunk from 1."),
                ),
                ("worker", models.TextField()),
                ("host", models.TextField()),
                ("process", models.PositiveIntegerField()),
                (
                    "device",
                    models.TextField(blank=True, help_text="What computed it, once that is known."),
                ),
                ("started_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "outcome",
                    models.TextField(
                        blank=True,
                        choices=[
                            ("landed", "Landed"),
                            ("error", "Error"),
                            ("lost", "Lost"),
                            ("given back", "Given Back"),
                            ("overtaken", "Overtaken"),
                            ("cancelled", "Cancelled"),
                        ],
                    ),
                ),
                ("error", models.TextField(blank=True)),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.AddField(
            model_name="chunk",
            name="failed_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="chunk",
            name="n_errors",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="chunk",
            name="n_losses",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="chunk",
            name="offered_at",
            field=models.DateTimeField(help_text="When it was last offered anew.", null=True),
        ),
        migrations.AddConstraint(
            model_name="chunk",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("finished_at__isnull", True), ("failed_at__isnull", True), _connector="OR"
                ),
                name="chunk_not_finished_and_failed",
            ),
        ),
        migrations.AddConstraint(
            model_name="chunk",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("failed_at__isnull", True),
                    models.Q(("error", ""), _negated=True),
                    _connector="OR",
                ),
                name="chunk_failed_says_why",
            ),
        ),
        migrations.AddConstraint(
            model_name="chunk",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("failed_at__isnull", True), ("beat_at__isnull", True), _connector="OR"
                ),
                name="chunk_failed_is_in_no_hands",
            ),
        ),
        migrations.AddField(
            model_name="attempt",
            name="chunk",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="attempts",
                to="ranking.chunk",
            ),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.UniqueConstraint(
                fields=("chunk", "number"), name="attempt_number_unique_in_chunk"
            ),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at__isnull", True)),
                fields=("chunk",),
                name="attempt_one_open_per_chunk",
            ),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.UniqueConstraint(
                condition=models.Q(("outcome", "landed")),
                fields=("chunk",),
                name="attempt_one_landed_per_chunk",
            ),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("outcome", ""),
                    (
                        "outcome__in",
                        ["landed", "error", "lost", "given back", "overtaken", "cancelled"],
                    ),
                    _connector="OR",
                ),
                name="attempt_outcome_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at__isnull", True), ("outcome", "")),
                    models.Q(("ended_at__isnull", False), models.Q(("outcome", ""), _negated=True)),
                    _connector="OR",
                ),
                name="attempt_ended_with_outcome",
            ),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("outcome", "error"), models.Q(("error", ""), _negated=True)),
                    models.Q(models.Q(("outcome", "error"), _negated=True), ("error", "")),
                    _connector="OR",
                ),
                name="attempt_error_says_why",
            ),
        ),
    ]
