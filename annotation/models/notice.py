from __future__ import annotations

from django.db import models

from annotation.models.campaign import Campaign


class Notice(models.Model):
    """One version of what assessors consent to, in Markdown; it never changes.

    It says what is recorded, why, who sees it, how long it is kept and how to withdraw.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="notices")
    version = models.PositiveIntegerField()
    body = models.TextField()
    published_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["campaign_id", "version"]
        constraints = [
            models.UniqueConstraint(
                name="notice_version_unique_in_campaign", fields=["campaign", "version"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} v{self.version}"
