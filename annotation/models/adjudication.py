from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.campaign_pair import CampaignPair
from annotation.models.grade import Grade


class Adjudication(models.Model):
    """The final decision on a pair, with its reason. A later one supersedes it; both are kept.

    Nothing writes rows yet: see docs/roadmap.md.
    """

    campaign_pair = models.ForeignKey(CampaignPair, models.PROTECT, related_name="adjudications")
    adjudicator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="adjudications"
    )
    grade = models.ForeignKey(Grade, models.PROTECT, related_name="adjudications")
    reason = models.TextField()
    note = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    superseded_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["campaign_pair_id", "created_at"]
        constraints = [
            models.UniqueConstraint(
                name="adjudication_one_live_per_pair",
                fields=["campaign_pair"],
                condition=Q(superseded_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_pair_id} {self.grade_id}"
