from __future__ import annotations

from datetime import timedelta
from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from ranking.models.job import Job

BEAT_EVERY_S = 10
SILENT_AFTER = timedelta(seconds=60)
MAX_ATTEMPTS = 3


class ChunkQuerySet(models.QuerySet["Chunk"]):
    def remaining(self) -> Self:
        return self.filter(finished_at__isnull=True)

    def on_offer(self) -> Self:
        """Chunks that nobody works on: never started, or silent for too long."""
        silent = Q(beat_at__isnull=True) | Q(beat_at__lt=timezone.now() - SILENT_AFTER)
        return self.remaining().filter(silent)


class Chunk(models.Model):
    """Some topics of a job, ranked by one task.

    Its rankings and `finished_at` land in one transaction. While a worker has it, `beat_at`
    moves; a silent chunk is offered again whatever the broker believes.
    """

    job = models.ForeignKey(Job, models.PROTECT, related_name="chunks")
    number = models.PositiveIntegerField()
    topic_ids = ArrayField(models.BigIntegerField())
    n_attempts = models.PositiveIntegerField(default=0)
    beat_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
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
        ]

    def __str__(self) -> str:
        return f"{self.job_id}/{self.number}"
