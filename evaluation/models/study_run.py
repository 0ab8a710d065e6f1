from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from evaluation.models.study import Study
from ranking.models import Collection, Run, TopicSet


def study_of_run(key: str) -> models.Subquery:
    """Expression: the name of the first study that computed the run of this key, or null."""
    computed = StudyRun.objects.filter(run=models.OuterRef(key), asked__isnull=False)
    return models.Subquery(computed.order_by("study", "number").values("study__name")[:1])


class StudyRun(models.Model):
    """One field of a study's matrix: a ranker over the original texts, or over a variant.

    `asked` holds the ranker with all its parameters, `expects` what a plan of it must freeze: the
    model's identity among it, so that no other stands in the same table. `run` is null until it
    is planned, which waits for the variant's texts and for the run that is re-ranked (`after`).
    A field whose run was imported has it from the start, and nothing `asked`. `error` says why it
    could not be planned, or why its run failed: such a run may make room for another of its name.
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="runs")
    number = models.PositiveIntegerField()
    variant = models.TextField()
    ranker = models.TextField()
    topic_set = models.ForeignKey(TopicSet, models.PROTECT, related_name="+")
    collection = models.ForeignKey(Collection, models.PROTECT, related_name="+")
    name = models.TextField(help_text="Of the run that is computed for it.")
    asked = models.JSONField(null=True)
    expects = models.JSONField(null=True)
    after = models.ForeignKey("self", models.CASCADE, null=True, related_name="before")
    run = models.ForeignKey(Run, models.SET_NULL, null=True, related_name="+")
    error = models.TextField(blank=True)

    class Meta:
        ordering = ["study_id", "number"]
        constraints = [
            models.UniqueConstraint(name="study_run_number_unique", fields=["study", "number"]),
            models.UniqueConstraint(
                name="study_run_one_per_variant_and_ranker",
                fields=["study", "variant", "ranker"],
            ),
            models.CheckConstraint(
                name="study_run_imported_is_there",
                condition=Q(asked__isnull=False) | Q(run__isnull=False),
            ),
            models.CheckConstraint(
                name="study_run_not_after_itself",
                condition=Q(after__isnull=True) | ~Q(after=F("pk")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ranker} over {self.variant}"
