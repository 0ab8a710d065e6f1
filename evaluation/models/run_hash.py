from __future__ import annotations

from django.db import models

from ranking.models import Run


class RunHash(models.Model):
    """The content hash of a complete run, which never changes; computed once."""

    run = models.OneToOneField(Run, models.PROTECT, primary_key=True, related_name="content_hash")
    content_hash = models.TextField()

    def __str__(self) -> str:
        return self.content_hash[:12]
