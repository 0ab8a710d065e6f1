from __future__ import annotations

from django.db import models
from django.db.models import Q

from ranking.models.chunk import Chunk
from ranking.models.constraints import one_of


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
