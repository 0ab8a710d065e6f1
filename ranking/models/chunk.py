from __future__ import annotations

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from ranking.models.job import Job
from ranking.rhythm import SILENT_AFTER


class ChunkQuerySet(models.QuerySet["Chunk"]):
    def remaining(self) -> Self:
        """Neither landed nor given up."""
        return self.filter(finished_at__isnull=True, failed_at__isnull=True)

    def silent(self) -> Self:
        """In the hands of somebody who has not been heard of for too long."""
        return self.remaining().filter(beat_at__lt=Now() - SILENT_AFTER)

    def on_offer(self) -> Self:
        """Chunks that nobody works on: never started, given back, or silent for too long."""
        silent = Q(beat_at__isnull=True) | Q(beat_at__lt=Now() - SILENT_AFTER)
        return self.remaining().filter(silent)


class Chunk(models.Model):
    """Some topics of a job, ranked by one task.

    Its rankings and `finished_at` land in one transaction. While a worker has it, `beat_at`
    moves; a silent chunk is offered again whatever the broker believes. Errors of its own and
    workers lost with it are counted apart, from when the job was last taken up: too many of
    either and the chunk has failed, which the others do not wait for. Each start is an Attempt.
    """

    job = models.ForeignKey(Job, models.PROTECT, related_name="chunks")
    number = models.PositiveIntegerField()
    topic_ids = ArrayField(models.BigIntegerField())
    n_attempts = models.PositiveIntegerField(default=0)
    n_errors = models.PositiveIntegerField(default=0)
    n_losses = models.PositiveIntegerField(default=0)
    offered_at = models.DateTimeField(null=True, help_text="When it was last offered anew.")
    beat_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    error = models.TextField(blank=True)

    objects = ChunkQuerySet.as_manager()

    class Meta:
        ordering = ["job_id", "number"]
        constraints = [
            models.UniqueConstraint(name="chunk_number_unique_in_job", fields=["job", "number"]),
            models.CheckConstraint(
                name="chunk_started_before_finished",
                condition=Q(finished_at__isnull=True) | Q(n_attempts__gt=0),
            ),
            models.CheckConstraint(
                name="chunk_not_finished_and_failed",
                condition=Q(finished_at__isnull=True) | Q(failed_at__isnull=True),
            ),
            models.CheckConstraint(
                name="chunk_failed_says_why",
                condition=Q(failed_at__isnull=True) | ~Q(error=""),
            ),
            models.CheckConstraint(
                name="chunk_failed_is_in_no_hands",
                condition=Q(failed_at__isnull=True) | Q(beat_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.job_id}/{self.number}"
