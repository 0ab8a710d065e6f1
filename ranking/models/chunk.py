from __future__ import annotations

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from ranking.models.job import Job
from ranking.rhythm import SILENT_AFTER


class ChunkQuerySet(models.QuerySet["Chunk"]):
    def remaining(self) -> Self:
        """Chunks neither landed nor given up."""
        return self.filter(finished_at__isnull=True, failed_at__isnull=True)

    def encoding(self) -> Self:
        """Chunks that compute vectors of passages, which every topic of their job needs."""
        return self.filter(passages_from__isnull=False)

    def silent(self) -> Self:
        """Chunks whose worker has been silent for too long."""
        return self.remaining().filter(beat_at__lt=Now() - SILENT_AFTER)

    def heard_of(self) -> Self:
        """Chunks whose worker gave a sign of life recently, or that just landed."""
        long_ago = Now() - SILENT_AFTER
        return self.filter(Q(beat_at__gte=long_ago) | Q(finished_at__gte=long_ago))

    def on_offer(self) -> Self:
        """Chunks that no worker processes: never started, given back, or silent for too long.

        Topics are not on offer before the vectors of all passages are there.
        """
        silent = Q(beat_at__isnull=True) | Q(beat_at__lt=Now() - SILENT_AFTER)
        # Not by rows of the outer query: thousands of a new job would each search all of it.
        encoding = Chunk.objects.encoding().filter(finished_at__isnull=True).order_by()
        is_due = Q(passages_from__isnull=False) | ~Q(job__in=encoding.values("job"))
        return self.remaining().filter(silent, is_due)


class Chunk(models.Model):
    """Some topics of a job, ranked by one task, or some passages whose vectors a task computes.

    Passages are those of ordinals from `passages_from` on and below `passages_to`. Topics land in
    their order, a few in one transaction, counted by the attempt that landed them; with the last
    of them `finished_at` does. While a worker has it, `beat_at` moves; a silent chunk
    is offered again whatever the broker believes. Errors of its own and workers lost with it are
    counted apart, from when the job was last taken up: too many of either and the chunk has
    failed, which others do not wait for, unless it was to compute vectors. Each start is an
    Attempt.
    """

    job = models.ForeignKey(Job, models.PROTECT, related_name="chunks")
    number = models.PositiveIntegerField()
    topic_ids = ArrayField(models.BigIntegerField(), default=list)
    passages_from = models.PositiveIntegerField(null=True)
    passages_to = models.PositiveIntegerField(null=True)
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
        indexes = [
            models.Index(
                name="chunk_vectors_missing",
                fields=["job"],
                condition=Q(passages_from__isnull=False, finished_at__isnull=True),
            ),
        ]
        constraints = [
            models.UniqueConstraint(name="chunk_number_unique_in_job", fields=["job", "number"]),
            models.CheckConstraint(
                name="chunk_of_topics_or_passages",
                condition=(
                    Q(passages_from__isnull=True, passages_to__isnull=True) & ~Q(topic_ids=[])
                )
                | Q(topic_ids=[], passages_from__isnull=False, passages_to__gt=F("passages_from")),
            ),
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

    @property
    def n_passages(self) -> int:
        """How many passages' vectors it computes; 0 when it ranks topics."""
        return (self.passages_to or 0) - (self.passages_from or 0)
