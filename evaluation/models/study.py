from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models import LabelSet
from ranking.models import Collection, JobStatus, TopicSet
from ranking.models.constraints import name_constraints, one_of
from ranking.models.job import OPEN


class Study(models.Model):
    """Rankers over texts and variants of them: a matrix of runs, frozen when it starts.

    Its `StudyRun`s are the matrix; how far it is follows from them and their jobs. `matrix` is
    what was asked for, by which the same study is known again. The label set, the measures, the
    test and the correction are those that its tables begin with: any others may be read.
    """

    name = models.TextField()
    topic_set = models.ForeignKey(TopicSet, models.PROTECT, related_name="studies")
    collection = models.ForeignKey(Collection, models.PROTECT, related_name="studies")
    matrix = models.JSONField()
    label_set = models.ForeignKey(LabelSet, models.PROTECT, related_name="studies")
    measures = models.TextField()
    test = models.TextField()
    correction = models.TextField()
    status = models.TextField(choices=JobStatus.choices, default=JobStatus.RUNNING)
    error = models.TextField(blank=True)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="studies"
    )
    created_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            *name_constraints("study"),
            models.CheckConstraint(
                name="study_status_known", condition=one_of("status", JobStatus)
            ),
            models.CheckConstraint(
                name="study_finished_when_over",
                condition=Q(status__in=OPEN, finished_at__isnull=True)
                | (~Q(status__in=OPEN) & Q(finished_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="study_failed_says_why", condition=~Q(status="failed") | ~Q(error="")
            ),
        ]

    def __str__(self) -> str:
        return self.name
