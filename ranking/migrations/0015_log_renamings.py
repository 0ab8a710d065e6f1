"""A row for each thing that got another name."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [
        ("ranking", "0014_keep_owners_and_visibility"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Renaming",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.TextField()),
                ("key", models.BigIntegerField()),
                ("former_name", models.TextField()),
                ("name", models.TextField()),
                ("renamed_at", models.DateTimeField(db_default=Now())),
                (
                    "renamed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "indexes": [models.Index(name="renaming_of_one", fields=["kind", "key"])],
                "constraints": [
                    models.CheckConstraint(
                        name="renaming_to_another",
                        condition=~models.Q(former_name=models.F("name")),
                    )
                ],
            },
        ),
    ]
