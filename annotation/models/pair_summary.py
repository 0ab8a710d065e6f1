from __future__ import annotations

from django.db import models

from annotation.models.campaign import Campaign
from annotation.models.campaign_pair import CampaignPair


class PairSummary(models.Model):
    """Summary of a pair's answers, in figures that lists sort and filter by.

    Triggers of the database keep it in step with judgments and with who holds the slots: nothing
    else writes it. A pair that nobody judged has none. Notes, highlights, confidence and answers
    without a grade are those of all first looks that stand. `n_grades` counts those that vote (of
    a gold or qualification pair all that have a grade), models' left out; `lowest`, `highest` and
    `spread` are of their values, and `n_off_gold` counts those that differ from the expert's, who
    graded before anybody judged. A pair is tied when no grade has more than half of its votes.
    """

    campaign_pair = models.OneToOneField(
        CampaignPair, models.CASCADE, primary_key=True, related_name="summary"
    )
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="+", db_index=False)
    n_grades = models.PositiveSmallIntegerField(default=0)
    n_not_judged = models.PositiveSmallIntegerField(default=0)
    lowest = models.SmallIntegerField(null=True)
    highest = models.SmallIntegerField(null=True)
    spread = models.PositiveIntegerField(default=0)
    is_tied = models.BooleanField(default=False)
    least_confidence = models.SmallIntegerField(null=True)
    n_notes = models.PositiveSmallIntegerField(default=0)
    n_highlighted = models.PositiveSmallIntegerField(default=0)
    n_off_gold = models.PositiveSmallIntegerField(default=0)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["campaign_pair_id"]
        # Each order in which pairs are listed, and the conditions that few pairs fulfil.
        indexes = [
            models.Index(
                name="pair_summary_spread", fields=["campaign", "spread", "campaign_pair"]
            ),
            models.Index(
                name="pair_summary_blank", fields=["campaign", "n_not_judged", "campaign_pair"]
            ),
            models.Index(
                name="pair_summary_answered", fields=["campaign", "answered_at", "campaign_pair"]
            ),
            models.Index(
                name="pair_summary_unsure",
                fields=["campaign", "least_confidence", "campaign_pair"],
                condition=models.Q(least_confidence__isnull=False),
            ),
            models.Index(
                name="pair_summary_tied",
                fields=["campaign", "campaign_pair"],
                condition=models.Q(is_tied=True),
            ),
            models.Index(
                name="pair_summary_off_gold",
                fields=["campaign", "campaign_pair"],
                condition=models.Q(n_off_gold__gt=0),
            ),
            models.Index(
                name="pair_summary_noted",
                fields=["campaign", "campaign_pair"],
                condition=models.Q(n_notes__gt=0),
            ),
            models.Index(
                name="pair_summary_highlighted",
                fields=["campaign", "campaign_pair"],
                condition=models.Q(n_highlighted__gt=0),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_pair_id}: {self.n_grades} from {self.lowest} to {self.highest}"
