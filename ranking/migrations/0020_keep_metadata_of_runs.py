"""The ir_metadata header of a run's file."""

from __future__ import annotations

import django.db.models.lookups
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0019_record_mojibake")]

    operations = [
        migrations.AddField(
            model_name="run",
            name="metadata",
            field=models.JSONField(
                help_text="Fields of the ir_metadata header of its file.", null=True
            ),
        ),
        migrations.AddConstraint(
            model_name="run",
            constraint=models.CheckConstraint(
                name="run_metadata_is_object",
                condition=models.Q(
                    ("metadata__isnull", True),
                    django.db.models.lookups.Exact(
                        models.Func(
                            "metadata",
                            function="jsonb_typeof",
                            output_field=models.TextField(),
                        ),
                        models.Value("object"),
                    ),
                    _connector="OR",
                ),
            ),
        ),
    ]
