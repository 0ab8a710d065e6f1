from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from ranking.models.collection import Collection


class VariantMakingQuerySet(models.QuerySet["VariantMaking"]):
    def unfinished(self) -> Self:
        """Makings that somebody has to go on with, failed ones among them."""
        return self.filter(finished_at__isnull=True)

    def due(self) -> Self:
        """Unfinished ones that did not fail; a failed one restarts on request."""
        return self.unfinished().filter(failed_at__isnull=True)


class VariantMaking(models.Model):
    """The making of a variant's passages; a collection without such a row is complete.

    The first `n_done` passages are there, in the order of their ordinals. The counts are raised in
    the transaction that brings the passages. Until it is finished, nothing uses the collection.
    Its worker holds an advisory lock, which ends with the process. A failed one keeps its reason
    until it is asked for again. `n_attempts` counts how often a worker began since passages last
    landed.
    """

    collection = models.OneToOneField(Collection, models.PROTECT, related_name="making")
    n_passages = models.PositiveIntegerField(help_text="How many the parent has.")
    n_done = models.PositiveIntegerField(default=0)
    n_texts = models.PositiveIntegerField(default=0)
    n_changed = models.PositiveIntegerField(default=0)
    n_emptied = models.PositiveIntegerField(default=0)
    n_attempts = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(db_default=Now())
    offered_at = models.DateTimeField(null=True, help_text="When workers were last offered it.")
    finished_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    error = models.TextField(blank=True)

    objects = VariantMakingQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                name="variant_making_done_in_range", condition=Q(n_done__lte=F("n_passages"))
            ),
            models.CheckConstraint(
                name="variant_making_finished_when_done",
                condition=Q(finished_at__isnull=True) | Q(n_done=F("n_passages")),
            ),
            models.CheckConstraint(
                name="variant_making_counts_in_range",
                condition=Q(n_texts__lte=F("n_done"))
                & Q(n_texts__gte=F("n_changed") + F("n_emptied")),
            ),
            models.CheckConstraint(
                name="variant_making_failed_says_why",
                condition=Q(failed_at__isnull=True, error="")
                | (Q(failed_at__isnull=False) & ~Q(error="")),
            ),
            models.CheckConstraint(
                name="variant_making_not_finished_and_failed",
                condition=Q(finished_at__isnull=True) | Q(failed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.collection_id} {self.n_done}/{self.n_passages}"
