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
    """Capacity for one judgment: a pair that wants k judgments has k slots.

    Free -> leased -> filled. A lease whose time is up counts as free, though its last holder
    stays named until the slot goes to someone else. A not-judged answer frees the slot; a
    changed judgment keeps it. `position` is the holder's count of pairs served.

    Shared slots are numbered and stand in the campaign's order by `order_key`, which the serving
    policy's order gives; campaign and topic repeat the pair's for the indexes that claims use. One
    is spare when it was freed, or added, beyond what those with a seat at the topic are to fill: it
    waits for anybody.
    A personal slot has neither number nor key: it was made for its holder, who is to judge an
    overlap, gold or qualification pair, or a pair once more, and goes when its lease is up.
    """

    # Indexes of single keys would only slow the queue down: those below serve.
    campaign_pair = models.ForeignKey(
        CampaignPair, models.PROTECT, related_name="slots", db_index=False
    )
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="slots", db_index=False)
    topic = models.ForeignKey(Topic, models.PROTECT, related_name="slots", db_index=False)
    order_key = models.BigIntegerField(null=True)
    number = models.PositiveSmallIntegerField(null=True)
    is_spare = models.BooleanField(default=False, db_default=False)
    occasion = models.PositiveSmallIntegerField(default=0)
    position = models.PositiveIntegerField(null=True)
    holder = models.ForeignKey(
        Membership, models.PROTECT, null=True, related_name="slots", db_index=False
    )
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
            models.CheckConstraint(
                name="slot_number_from_one", condition=Q(number=None) | Q(number__gte=1)
            ),
            models.CheckConstraint(
                name="slot_shared_or_personal",
                condition=Q(number__isnull=False, order_key__isnull=False, occasion=0)
                | Q(number__isnull=True, order_key__isnull=True, holder__isnull=False),
            ),
            models.CheckConstraint(
                name="slot_only_shared_is_spare",
                condition=Q(is_spare=False) | Q(order_key__isnull=False),
            ),
            models.CheckConstraint(
                name="slot_position_with_holder",
                condition=Q(position=None) | Q(holder__isnull=False),
            ),
            models.CheckConstraint(
                name="slot_free_leased_or_filled",
                condition=(Q(judgment__isnull=True) & all_or_none("holder", "leased_until"))
                | Q(judgment__isnull=False, holder__isnull=False, leased_until__isnull=True),
            ),
        ]
        indexes = [
            # Serve claims; filled slots drop out of them.
            models.Index(
                name="slot_open_by_topic",
                fields=["campaign", "topic", "order_key", "campaign_pair"],
                condition=Q(judgment__isnull=True, order_key__isnull=False),
            ),
            models.Index(
                name="slot_open_in_order",
                fields=["campaign", "order_key", "campaign_pair"],
                condition=Q(judgment__isnull=True, order_key__isnull=False),
            ),
            models.Index(
                name="slot_spare",
                fields=["campaign", "topic", "order_key", "campaign_pair"],
                condition=Q(judgment__isnull=True, is_spare=True),
            ),
            # Finds the repeats that its holder was served.
            models.Index(
                name="slot_personal",
                fields=["holder"],
                condition=Q(order_key__isnull=True),
            ),
            models.Index(
                name="slot_in_hand",
                fields=["holder", "position"],
                condition=Q(judgment__isnull=True, holder__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_pair_id}#{self.number}"
