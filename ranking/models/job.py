from __future__ import annotations

from django.db import models
from django.db.models import Q

from ranking.models.constraints import one_of
from ranking.models.run import Run


class JobStatus(models.TextChoices):
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Job(models.Model):
    """The computing of one run: its chunks are the plan, frozen when the job is created.

    Running -> done or failed. What remains is derived from the chunks, never counted here.
    """

    run = models.ForeignKey(Run, models.PROTECT, related_name="jobs")
    queue = models.TextField()
    status = models.TextField(choices=JobStatus.choices, default=JobStatus.RUNNING)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(name="job_one_per_run", fields=["run"]),
            models.CheckConstraint(name="job_status_known", condition=one_of("status", JobStatus)),
            models.CheckConstraint(
                name="job_finished_when_not_running",
                condition=Q(status="running", finished_at__isnull=True)
                | (~Q(status="running") & Q(finished_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run_id} {self.status}"
