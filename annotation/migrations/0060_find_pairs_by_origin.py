from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0059_let_pools_learn")]

    operations = [
        migrations.AddIndex(
            "pooledpair",
            models.Index(
                name="pooled_pair_by_origin",
                fields=["pool", "origin"],
                condition=~models.Q(origin="pooled"),
            ),
        ),
    ]
