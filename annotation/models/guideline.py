from __future__ import annotations

from django.db import models

from annotation.models.campaign import Campaign


class Guideline(models.Model):
    """One version of what assessors are told, in Markdown. A published version never changes."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="guidelines")
    version = models.PositiveIntegerField()
    body = models.TextField()
    examples = models.JSONField(default=list, blank=True)
    published_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["campaign_id", "version"]
        constraints = [
            models.UniqueConstraint(
                name="guideline_version_unique_in_campaign", fields=["campaign", "version"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} v{self.version}"
