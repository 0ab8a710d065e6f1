"""Passages of a document, and passages without text, are found by indexes of their own."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("ranking", "0012_make_variants_part_by_part"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="passage",
            index=models.Index(
                name="passage_in_document",
                fields=["collection", "document_id", "position_in_document", "ordinal"],
                condition=models.Q(("document_id__isnull", False)),
            ),
        ),
        migrations.AddIndex(
            model_name="passage",
            index=models.Index(
                name="passage_without_text",
                fields=["collection", "ordinal"],
                condition=models.Q(("text__isnull", True)),
            ),
        ),
    ]
