from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class Renaming(models.Model):
    """Something got another name: what, by whom, when. Rows are never changed, and stay.

    `kind` is the model's name as in `ranking.run`, `key` its primary key.
    """

    kind = models.TextField()
    key = models.BigIntegerField()
    former_name = models.TextField()
    name = models.TextField()
    renamed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    renamed_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(name="renaming_of_one", fields=["kind", "key"])]
        constraints = [
            models.CheckConstraint(
                name="renaming_to_another", condition=~models.Q(former_name=models.F("name"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.former_name} is {self.name}"
