from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotation.models.campaign import Campaign
from annotation.models.campaign_pair import CampaignPair
from annotation.models.judgment import Judgment
from annotation.models.membership import Membership
from ranking.models import Topic
from ranking.models.constraints import all_or_none


class Slot(models.Model):
    """Room for one judgment: a pair that wants k judgments has k slots.

    Free -> leased -> filled. A lease whose time is up counts as free, though its last holder
    stays named until the slot goes to someone else. A not-judged answer frees the slot; a
    changed judgment keeps it. Campaign, topic and shuffle_key repeat the pair's for the index
    that claims use.
    """

    campaign_pair = models.ForeignKey(CampaignPair, models.PROTECT, related_name="slots")
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="slots")
    topic = models.ForeignKey(Topic, models.PROTECT, related_name="slots")
    shuffle_key = models.BigIntegerField()
    number = models.PositiveSmallIntegerField()
    occasion = models.PositiveSmallIntegerField(default=0)
    holder = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="slots")
    leased_until = models.DateTimeField(null=True)
    judgment = models.OneToOneField(Judgment, models.PROTECT, null=True, related_name="slot")

    class Meta:
        ordering = ["campaign_pair_id", "number"]
        constraints = [
            models.UniqueConstraint(
                name="slot_number_unique_in_pair", fields=["campaign_pair", "number"]
            ),
            models.UniqueConstraint(
                name="slot_one_per_holder_and_occasion",
                fields=["campaign_pair", "holder", "occasion"],
                condition=Q(holder__isnull=False),
            ),
            models.CheckConstraint(name="slot_number_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="slot_free_leased_or_filled",
                condition=(Q(judgment__isnull=True) & all_or_none("holder", "leased_until"))
                | Q(judgment__isnull=False, holder__isnull=False, leased_until__isnull=True),
            ),
        ]
        indexes = [
            # Serves services.claim_pairs; filled slots drop out of it.
            models.Index(
                name="slot_open_by_topic",
                fields=["campaign", "topic", "shuffle_key"],
                condition=Q(judgment__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_pair_id}#{self.number}"
