from __future__ import annotations

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from ranking.models.constraints import one_of
from ranking.models.job import Job
from ranking.worker_times import SILENT_AFTER


class Outcome(models.TextChoices):
    LANDED = "landed"
    ERROR = "error"
    LOST = "lost"
    GIVEN_BACK = "given back"
    DECLINED = "declined"
    OVERTAKEN = "overtaken"
    CANCELLED = "cancelled"


# Outcomes that have a sentence.
SAYS_WHY = (Outcome.ERROR, Outcome.DECLINED)


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


class Attempt(models.Model):
    """One start of a chunk: its worker, times and outcome. The rows are a job's log.

    Opened when a worker takes the chunk, closed once with its outcome. Topics land while it is
    open; the last of a chunk close it as landed. One that was closed as
    lost and comes back after all lands if it is the first, or is overtaken. A worker declines
    what it lacks something for that others may have: the model's folder, or the release.
    """

    chunk = models.ForeignKey(Chunk, models.PROTECT, related_name="attempts")
    number = models.PositiveIntegerField(help_text="Counts the starts of the chunk from 1.")
    worker = models.TextField()
    host = models.TextField()
    process = models.PositiveIntegerField()
    device = models.TextField(blank=True, help_text="What computed it, once that is known.")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    outcome = models.TextField(choices=Outcome.choices, blank=True)
    error = models.TextField(blank=True)
    n_landed = models.PositiveIntegerField(
        default=0, help_text="How many topics it has landed, whatever came of it after."
    )
    landed_at = models.DateTimeField(null=True, help_text="When it last landed anything.")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                name="attempt_number_unique_in_chunk", fields=["chunk", "number"]
            ),
            models.UniqueConstraint(
                name="attempt_one_open_per_chunk",
                fields=["chunk"],
                condition=Q(ended_at__isnull=True),
            ),
            models.UniqueConstraint(
                name="attempt_one_landed_per_chunk",
                fields=["chunk"],
                condition=Q(outcome="landed"),
            ),
            models.CheckConstraint(
                name="attempt_outcome_known", condition=Q(outcome="") | one_of("outcome", Outcome)
            ),
            models.CheckConstraint(
                name="attempt_ended_with_outcome",
                condition=Q(ended_at__isnull=True, outcome="")
                | (Q(ended_at__isnull=False) & ~Q(outcome="")),
            ),
            models.CheckConstraint(
                name="attempt_landed_some_time",
                condition=Q(n_landed=0) | Q(landed_at__isnull=False),
            ),
            models.CheckConstraint(
                name="attempt_error_says_why",
                condition=(Q(outcome__in=SAYS_WHY) & ~Q(error=""))
                | (~Q(outcome__in=SAYS_WHY) & Q(error="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.chunk_id}/{self.number} {self.outcome or 'open'}"
