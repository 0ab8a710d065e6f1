"""Whether a run is a traditional one, a neural one or a language model's."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0015_log_renamings")]

    operations = [
        migrations.AddField(
            model_name="run",
            name="kind",
            field=models.TextField(
                choices=[
                    ("trad", "traditional"),
                    ("nn", "neural"),
                    ("nnlm", "language model"),
                    ("unknown", "kind not said"),
                ],
                default="unknown",
            ),
        ),
        migrations.AddConstraint(
            model_name="run",
            constraint=models.CheckConstraint(
                name="run_kind_known",
                condition=models.Q(("kind__in", ["trad", "nn", "nnlm", "unknown"])),
            ),
        ),
    ]
