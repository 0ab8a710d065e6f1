from __future__ import annotations

from django.db import models
from django.db.models.functions import Now

from evaluation.models.saved_comparison import SavedComparison
from ranking.models.constraints import all_or_none, one_of


class AnswerKind(models.TextChoices):
    """What was asked of a comparison beside its table."""

    SYSTEMS = "systems"
    ORDER = "order"
    TWO_ORDERS = "two-orders"
    TOPIC_PLAN = "topic-plan"
    BOUNDS = "bounds"
    POOL_BIAS = "pool-bias"


class KeptAnswer(models.Model):
    """An answer about a saved comparison, frozen beside its table.

    `spec` holds all that the answer follows from: the comparison's own spec, the kind, and what
    was asked beside it; `content_hash` is its hash. `result` is the answer as its page gets it.
    `seed` and `n_draws` are null where nothing was drawn. Nothing changes in a row; it goes with
    the saved comparison, or alone.
    """

    saved = models.ForeignKey(SavedComparison, models.PROTECT, related_name="answers")
    kind = models.TextField(choices=AnswerKind)
    asked = models.JSONField()
    seed = models.BigIntegerField(null=True)
    n_draws = models.PositiveIntegerField(null=True)
    spec = models.JSONField()
    result = models.JSONField()
    content_hash = models.TextField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                name="kept_answer_once_per_saved_comparison", fields=["saved", "content_hash"]
            ),
            models.CheckConstraint(
                name="kept_answer_kind_known", condition=one_of("kind", AnswerKind)
            ),
            models.CheckConstraint(
                name="kept_answer_seed_and_draws_together",
                condition=all_or_none("seed", "n_draws"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.content_hash[:12]}"
