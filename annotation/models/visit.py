from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from annotation.models.campaign_pair import CampaignPair
from annotation.models.membership import Membership


class Visit(models.Model):
    """One stay of an assessor on a pair, in one tab; the page reports it while it lasts.

    `started_at` and `last_seen_at` are the database's clock, `active_ms` and `away_ms` the page's.
    Of very many at one pair the oldest are counted as one row.
    """

    membership = models.ForeignKey(Membership, models.PROTECT, related_name="visits")
    campaign_pair = models.ForeignKey(CampaignPair, models.PROTECT, related_name="visits")
    occasion = models.PositiveSmallIntegerField(default=0)
    key = models.UUIDField(help_text="Chosen by the page, one for each stay.")
    active_ms = models.PositiveIntegerField()
    away_ms = models.PositiveIntegerField()
    started_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()

    class Meta:
        ordering = ["membership_id", "started_at"]
        constraints = [
            models.UniqueConstraint(
                name="visit_key_unique_on_pair",
                fields=["membership", "campaign_pair", "occasion", "key"],
            ),
            models.CheckConstraint(
                name="visit_ends_after_start", condition=Q(last_seen_at__gte=F("started_at"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.membership_id} {self.campaign_pair_id}"
