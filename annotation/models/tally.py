from __future__ import annotations

from django.db import models


class Tally(models.Model):
    """Number of recent attempts under one key, which reveals neither name nor address.

    Written by `annotation.people.limits` alone. PostgreSQL does not log the table: after a crash of
    its own it is empty, and everybody may try again. What is old is deleted.
    """

    key = models.CharField(primary_key=True, max_length=64)
    level = models.FloatField()
    counted_at = models.DateTimeField()
    free_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.key}: {self.level:.1f}"
