from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotation.models.campaign import Campaign


class Guideline(models.Model):
    """One version of the instructions for assessors, in Markdown, with graded examples.

    One that is not published yet is the campaign's draft, of which there is at most one: it is
    written over as often as organizers like. A published version never changes. An example is
    {query, passage, grade, explanation}.
    """

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
            models.UniqueConstraint(
                name="guideline_one_draft_in_campaign",
                fields=["campaign"],
                condition=Q(published_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} v{self.version}"
