"""Which jobs lack vectors is asked whenever a chunk is offered or begun."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ranking", "0007_compute_vectors_in_chunks"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="chunk",
            index=models.Index(
                condition=models.Q(("finished_at__isnull", True), ("passages_from__isnull", False)),
                fields=["job"],
                name="chunk_vectors_missing",
            ),
        ),
    ]
