from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.db import models

from ranking.models.constraints import name_constraints
from ranking.models.owned import Owned, OwnedQuerySet, visibility_known


class TrainedModelQuerySet(OwnedQuerySet["TrainedModel"]):
    pass


class TrainedModel(Owned):
    """A model that was trained here: rankers take it by its name.

    Its folder lies below the storage root and never changes. `frozen` is what specs of runs keep
    of a model: kind, and hashes of weights and settings.
    """

    name = models.TextField()
    ranker = models.TextField(help_text="The ranker that it was trained for.")
    frozen = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    objects = TrainedModelQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [*name_constraints("trained_model"), visibility_known("trained_model")]

    def __str__(self) -> str:
        return self.name

    @property
    def folder(self) -> Path:
        return Path(settings.STORAGE_ROOT) / "models" / f"{self.pk}"
