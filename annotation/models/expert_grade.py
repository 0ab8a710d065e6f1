from __future__ import annotations

from django.db import models

from annotation.models.campaign_pair import CampaignPair
from annotation.models.grade import Grade


class ExpertGrade(models.Model):
    """An expert's grade for a gold or qualification pair, with an explanation."""

    campaign_pair = models.OneToOneField(CampaignPair, models.PROTECT, related_name="expert_grade")
    grade = models.ForeignKey(Grade, models.PROTECT, related_name="expert_grades")
    explanation = models.TextField(blank=True)

    class Meta:
        ordering = ["campaign_pair_id"]

    def __str__(self) -> str:
        return f"{self.campaign_pair_id} {self.grade_id}"
