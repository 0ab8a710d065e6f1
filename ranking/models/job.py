from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from ranking.models.constraints import one_of
from ranking.models.run import Run


class JobStatus(models.TextChoices):
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


# May still come to its end; the others have, though one that ended badly can be resumed.
OPEN = (JobStatus.RUNNING, JobStatus.PAUSED)
ENDED_BADLY = (JobStatus.FAILED, JobStatus.CANCELLED)


class Job(models.Model):
    """The computation of one run: its chunks are the plan, frozen when the job is created.

    Running, paused and running again, then done, failed or cancelled. What remains is derived
    from the chunks, never counted here. While it is paused chunks in hand land and none is
    begun; once it is cancelled nothing lands. `started_at` is when it was planned, taken up
    again or resumed.
    """

    run = models.ForeignKey(Run, models.PROTECT, related_name="jobs")
    queue = models.TextField()
    status = models.TextField(choices=JobStatus.choices, default=JobStatus.RUNNING)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(name="job_one_per_run", fields=["run"]),
            models.CheckConstraint(name="job_status_known", condition=one_of("status", JobStatus)),
            models.CheckConstraint(
                name="job_finished_when_over",
                condition=Q(status__in=OPEN, finished_at__isnull=True)
                | (~Q(status__in=OPEN) & Q(finished_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run_id} {self.status}"
