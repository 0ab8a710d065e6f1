from __future__ import annotations

from django.db import models

from annotation.models import LabelSet
from ranking.models import Run


class Evaluation(models.Model):
    """One complete run scored by one frozen label set; neither changes, so stored values stay
    valid.

    With `single_precision`, ranks follow from scores rounded to 32 bits.
    """

    run = models.ForeignKey(Run, models.PROTECT, related_name="evaluations")
    label_set = models.ForeignKey(LabelSet, models.PROTECT, related_name="evaluations")
    single_precision = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["run_id", "label_set_id"]
        constraints = [
            models.UniqueConstraint(
                name="evaluation_one_per_run_label_set_and_precision",
                fields=["run", "label_set", "single_precision"],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run_id}/{self.label_set_id}"
