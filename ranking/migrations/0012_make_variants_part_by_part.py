"""Variants of collections are made part by part, and a row says how far each is."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.deletion import PROTECT
from django.db.models.functions import Now


class Migration(migrations.Migration):

    dependencies = [
        ("ranking", "0011_keep_empty_texts_as_none"),
    ]

    operations = [
        migrations.CreateModel(
            name="VariantMaking",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("n_passages", models.PositiveIntegerField(help_text="How many the parent has.")),
                ("n_done", models.PositiveIntegerField(default=0)),
                ("n_texts", models.PositiveIntegerField(default=0)),
                ("n_changed", models.PositiveIntegerField(default=0)),
                ("n_emptied", models.PositiveIntegerField(default=0)),
                ("n_attempts", models.PositiveIntegerField(default=0)),
                ("started_at", models.DateTimeField(db_default=Now())),
                ("offered_at", models.DateTimeField(help_text="When workers were last offered it.", null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("failed_at", models.DateTimeField(null=True)),
                ("error", models.TextField(blank=True)),
                ("collection", models.OneToOneField(on_delete=PROTECT, related_name="making", to="ranking.collection")),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        name="variant_making_done_in_range", condition=Q(n_done__lte=F("n_passages"))
                    ),
                    models.CheckConstraint(
                        name="variant_making_finished_when_done",
                        condition=Q(finished_at__isnull=True) | Q(n_done=F("n_passages")),
                    ),
                    models.CheckConstraint(
                        name="variant_making_counts_in_range",
                        condition=Q(n_texts__lte=F("n_done"))
                        & Q(n_texts__gte=F("n_changed") + F("n_emptied")),
                    ),
                    models.CheckConstraint(
                        name="variant_making_failed_says_why",
                        condition=Q(failed_at__isnull=True, error="")
                        | (Q(failed_at__isnull=False) & ~Q(error="")),
                    ),
                    models.CheckConstraint(
                        name="variant_making_not_finished_and_failed",
                        condition=Q(finished_at__isnull=True) | Q(failed_at__isnull=True),
                    ),
                ],
            },
        ),
    ]
