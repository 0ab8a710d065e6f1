from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotation.models.campaign import Campaign
from annotation.models.pooled_pair import PooledPair
from ranking.models.constraints import one_of


class PairKind(models.TextChoices):
    REGULAR = "regular"
    OVERLAP = "overlap"  # everyone judges it
    GOLD = "gold"
    QUALIFICATION = "qualification"


VOTING_KINDS = (PairKind.REGULAR, PairKind.OVERLAP)


class CampaignPair(models.Model):
    """A pooled pair in a campaign.

    `wanted` judgments are asked for of a regular pair, one slot each; other kinds get their
    slots when they are claimed. `shuffle_key` is random and fixed.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="pairs")
    pair = models.ForeignKey(PooledPair, models.PROTECT, related_name="campaign_pairs")
    kind = models.TextField(choices=PairKind.choices, default=PairKind.REGULAR)
    wanted = models.PositiveSmallIntegerField(null=True)
    priority = models.IntegerField(default=0)
    shuffle_key = models.BigIntegerField()

    class Meta:
        ordering = ["campaign", "pair"]
        constraints = [
            models.UniqueConstraint(
                name="campaign_pair_unique_in_campaign", fields=["campaign", "pair"]
            ),
            models.CheckConstraint(
                name="campaign_pair_kind_known", condition=one_of("kind", PairKind)
            ),
            models.CheckConstraint(
                name="campaign_pair_wanted_when_regular",
                condition=Q(kind="regular", wanted__gte=1)
                | (~Q(kind="regular") & Q(wanted__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id}/{self.pair_id}"
