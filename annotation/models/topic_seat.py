from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotation.models.campaign import Campaign
from annotation.models.membership import Membership
from ranking.models import Topic
from ranking.models.constraints import all_or_none


class TopicSeat(models.Model):
    """A place at a topic: its holder gets every pair there that lacks a judgment.

    Free -> held -> held past `expires_at` after long idleness: then another may take it over for
    the pairs still untouched. Seats beyond the judgments a pair are dealt only for pairs that
    need someone else, such as after a not-judged answer.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="seats")
    topic = models.ForeignKey(Topic, models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    holder = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="seats")
    expires_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["campaign_id", "topic_id", "number"]
        constraints = [
            models.UniqueConstraint(
                name="topic_seat_number_unique_in_topic", fields=["campaign", "topic", "number"]
            ),
            models.UniqueConstraint(
                name="topic_seat_one_per_holder",
                fields=["campaign", "topic", "holder"],
                condition=Q(holder__isnull=False),
            ),
            models.CheckConstraint(name="topic_seat_number_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="topic_seat_holder_and_expiry_together",
                condition=all_or_none("holder", "expires_at"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.topic_id}#{self.number}"
