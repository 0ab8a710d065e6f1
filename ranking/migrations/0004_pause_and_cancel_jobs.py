"""A job can be paused and cancelled."""

from __future__ import annotations

import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0003_log_attempts")]
    operations = [
        migrations.RemoveConstraint(
            model_name="job",
            name="job_status_known",
        ),
        migrations.RemoveConstraint(
            model_name="job",
            name="job_finished_when_not_running",
        ),
        migrations.AddField(
            model_name="job",
            name="started_at",
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
        ),
        migrations.AlterField(
            model_name="job",
            name="status",
            field=models.TextField(
                choices=[
                    ("running", "Running"),
                    ("paused", "Paused"),
                    ("done", "Done"),
                    ("failed", "Failed"),
                    ("cancelled", "Cancelled"),
                ],
                default="running",
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status__in", ["running", "paused", "done", "failed", "cancelled"])
                ),
                name="job_status_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("finished_at__isnull", True), ("status__in", ("running", "paused"))),
                    models.Q(
                        models.Q(("status__in", ("running", "paused")), _negated=True),
                        ("finished_at__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="job_finished_when_over",
            ),
        ),
    ]
