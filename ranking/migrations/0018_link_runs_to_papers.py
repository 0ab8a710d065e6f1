"""The page of a run's paper or code."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0017_tell_kinds_of_computed_runs")]

    operations = [
        migrations.AddField(
            model_name="run",
            name="link",
            field=models.TextField(blank=True, help_text="Page of its paper or code."),
        ),
        migrations.AlterField(
            model_name="run",
            name="kind",
            field=models.TextField(
                choices=[
                    ("trad", "traditional"),
                    ("nn", "neural"),
                    ("nnlm", "language model"),
                    ("unknown", "unspecified"),
                ],
                default="unknown",
            ),
        ),
        migrations.AddConstraint(
            model_name="run",
            constraint=models.CheckConstraint(
                name="run_link_is_http",
                condition=models.Q(("link", ""), ("link__regex", "^https?://\\S+$"), _connector="OR"),
            ),
        ),
    ]
