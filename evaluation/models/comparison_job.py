from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now


class ComparisonJob(models.Model):
    """A comparison for a worker to compute, since it takes longer than a request may.

    `asked` is the request's question, `content_hash` the hash of the `Comparison` that comes of
    it. The row goes when that is there. Its worker holds an advisory lock, which ends with the
    process: a job without one is waiting, or its worker was lost. One that failed stays for a
    while, and then may be asked for again.
    """

    asked = models.JSONField()
    content_hash = models.TextField()
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="comparison_jobs"
    )
    n_tests = models.PositiveIntegerField()
    n_done = models.PositiveIntegerField(default=0)
    n_attempts = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now())
    offered_at = models.DateTimeField(db_default=Now())
    failed_at = models.DateTimeField(null=True)
    error = models.TextField(blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="comparison_job_content_unique", fields=["content_hash"]),
            models.CheckConstraint(
                name="comparison_job_failed_says_why",
                condition=Q(failed_at__isnull=True, error="")
                | (Q(failed_at__isnull=False) & ~Q(error="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.content_hash[:12]} {self.n_done}/{self.n_tests}"
