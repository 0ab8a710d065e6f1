from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from annotation.models import LabelSet
from ranking.models import JobStatus, Run, TrainedModel
from ranking.models.constraints import all_or_none, name_constraints, one_of
from ranking.models.job import OPEN
from ranking.models.owned import Owned, OwnedQuerySet, visibility_known


class TrainingQuerySet(OwnedQuerySet["Training"]):
    pass


class Training(Owned):
    """A ranker in training, frozen when it begins; its model has its name once it is done.

    `recipe` and `data` are all that the model follows from, besides the run, the label set and the
    model that it begins with; `data_hash` is of the examples themselves. `data` names a file of
    examples; run and label set, if there are any, then give topics held out. Topics are
    `trained_on` or `held_out`, by query id, and no topic is both. Its worker holds an advisory
    lock, which ends with the process, and asks after each step whether it is still running.
    `seconds` is the time that processes trained, counted when they save.
    """

    name = models.TextField()
    run = models.ForeignKey(Run, models.PROTECT, null=True, related_name="trainings")
    label_set = models.ForeignKey(LabelSet, models.PROTECT, null=True, related_name="trainings")
    base = models.JSONField(help_text="The model that it begins with, as specs keep it.")
    recipe = models.JSONField()
    data = models.JSONField()
    data_hash = models.TextField()
    versions = models.JSONField(default=dict)
    trained_on = ArrayField(models.TextField(), default=list)
    held_out = ArrayField(models.TextField(), default=list)
    query_hashes = ArrayField(
        models.BigIntegerField(), default=list, help_text="Of the queries trained on, ascending."
    )
    status = models.TextField(choices=JobStatus.choices, default=JobStatus.RUNNING)
    error = models.TextField(blank=True)
    step = models.PositiveIntegerField(default=0)
    n_steps = models.PositiveIntegerField()
    is_ending = models.BooleanField(
        default=False, help_text="Whether it ends with the best model so far."
    )
    seconds = models.FloatField(default=0)
    n_attempts = models.PositiveIntegerField(
        default=0, help_text="How often a process began since it last saved."
    )
    model = models.OneToOneField(TrainedModel, models.PROTECT, null=True, related_name="training")
    created_at = models.DateTimeField(db_default=Now())
    offered_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects = TrainingQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            *name_constraints("training"),
            visibility_known("training"),
            models.CheckConstraint(
                name="training_status_known", condition=one_of("status", JobStatus)
            ),
            models.CheckConstraint(
                name="training_finished_when_over",
                condition=Q(status__in=OPEN, finished_at__isnull=True)
                | (~Q(status__in=OPEN) & Q(finished_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="training_failed_says_why",
                condition=Q(status="failed") & ~Q(error="") | ~Q(status="failed") & Q(error=""),
            ),
            models.CheckConstraint(
                name="training_done_has_a_model",
                condition=Q(status="done", model__isnull=False) | ~Q(status="done") & Q(model=None),
            ),
            models.CheckConstraint(
                name="training_steps_in_range", condition=Q(step__lte=F("n_steps"), n_steps__gte=1)
            ),
            models.CheckConstraint(
                name="training_by_run_and_labels", condition=all_or_none("run", "label_set")
            ),
            models.CheckConstraint(
                name="training_topics_apart",
                condition=~Q(trained_on__overlap=F("held_out")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def folder(self) -> Path:
        """Where its checkpoints are, until it is over."""
        return Path(settings.STORAGE_ROOT) / "trainings" / f"{self.pk}"


class TrainingReport(models.Model):
    """How far a training was, and its mean loss since the report before."""

    training = models.ForeignKey(Training, models.CASCADE, related_name="reports")
    step = models.PositiveIntegerField()
    epoch = models.FloatField()
    loss = models.FloatField()
    learning_rate = models.FloatField()

    class Meta:
        ordering = ["training_id", "step"]
        constraints = [
            models.UniqueConstraint(
                name="training_report_once_a_step", fields=["training", "step"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.training_id} {self.step}"


class TrainingValidation(models.Model):
    """Means of measures over the held-out topics after a step, re-ranked to `depth`."""

    training = models.ForeignKey(Training, models.CASCADE, related_name="validations")
    step = models.PositiveIntegerField()
    depth = models.PositiveIntegerField()
    measures = models.JSONField()
    is_best = models.BooleanField(help_text="Better than all before.")

    class Meta:
        ordering = ["training_id", "step"]
        constraints = [
            models.UniqueConstraint(
                name="training_validation_once_a_step", fields=["training", "step"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.training_id} {self.step}"
