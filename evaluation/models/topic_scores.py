from __future__ import annotations

from django.db import models

from evaluation.models.evaluation import Evaluation
from ranking.models.fields import PackedArrayField


class TopicScores(models.Model):
    """One measure's values, shape (n_topics,), for the label set's topics by ordinal.

    Means are recomputed from these, never stored. `engine` names the code that made them; values of
    another engine are recomputed.
    """

    evaluation = models.ForeignKey(Evaluation, models.PROTECT, related_name="topic_scores")
    measure = models.TextField()
    engine = models.TextField()
    values = PackedArrayField("float64")

    class Meta:
        ordering = ["evaluation_id", "measure"]
        constraints = [
            models.UniqueConstraint(
                name="topic_scores_one_per_evaluation_and_measure",
                fields=["evaluation", "measure"],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evaluation_id} {self.measure}"
