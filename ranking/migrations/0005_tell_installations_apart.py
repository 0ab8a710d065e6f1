"""A database knows which installation it is of."""

from __future__ import annotations

import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0004_pause_and_cancel_jobs")]
    operations = [
        migrations.CreateModel(
            name="Installation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("identity", models.UUIDField(default=uuid.uuid4)),
                ("is_the_one", models.BooleanField(default=True)),
            ],
        ),
        migrations.AddConstraint(
            model_name="installation",
            constraint=models.UniqueConstraint(fields=("is_the_one",), name="installation_is_one"),
        ),
        migrations.AddConstraint(
            model_name="installation",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_the_one", True)), name="installation_is_the_one"
            ),
        ),
    ]
