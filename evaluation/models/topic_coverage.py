from __future__ import annotations

from django.db import models
from django.db.models.lookups import Exact

from evaluation.models.evaluation import Evaluation
from ranking.models.fields import PackedArrayField, n_bytes


class TopicCoverage(models.Model):
    """How much of a run's first `cutoff` ranks carries a label, for each topic by ordinal.

    Parallel arrays of shape (n_topics,): passages retrieved down to the cutoff, and those of
    them with a label. A topic where nothing was retrieved is missing. `engine` is as in
    `TopicScores`.
    """

    evaluation = models.ForeignKey(Evaluation, models.PROTECT, related_name="topic_coverage")
    cutoff = models.IntegerField()
    engine = models.TextField()
    n_retrieved = PackedArrayField("int32")
    n_judged = PackedArrayField("int32")

    class Meta:
        ordering = ["evaluation_id", "cutoff"]
        constraints = [
            models.UniqueConstraint(
                name="topic_coverage_one_per_evaluation_and_cutoff",
                fields=["evaluation", "cutoff"],
            ),
            models.CheckConstraint(
                name="topic_coverage_cutoff_positive", condition=models.Q(cutoff__gte=1)
            ),
            models.CheckConstraint(
                name="topic_coverage_arrays_same_length",
                condition=Exact(n_bytes("n_judged"), n_bytes("n_retrieved")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evaluation_id} at {self.cutoff}"
