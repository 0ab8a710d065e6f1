from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotation.models.campaign import Campaign
from annotation.models.membership import Membership
from ranking.models import Topic
from ranking.models.constraints import all_or_none


class TopicSeat(models.Model):
    """One topic assigned to one assessor, who gets every pair there that lacks a judgment.

    Free -> held -> finished, when nothing is left there for its holder; held past `expires_at`
    after long idleness, another may take it over for the pairs still untouched, and sooner when
    its holder has nothing in hand and the other would get nothing else. A topic's next seat is
    dealt when the one before is taken, up to the judgments a pair: a free seat with a number above
    1 is one in a topic that others have begun. Numbers beyond are those of people who took a seat
    over: they rank behind earlier assessors. `order_key` is the topic's place in the campaign's
    order.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="seats")
    topic = models.ForeignKey(Topic, models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    holder = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="seats")
    taken_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    order_key = models.BigIntegerField()

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
                name="topic_seat_holder_and_times_together",
                condition=all_or_none("holder", "taken_at", "expires_at"),
            ),
            models.CheckConstraint(
                name="topic_seat_finished_by_holder",
                condition=Q(finished_at=None) | Q(holder__isnull=False),
            ),
        ]
        indexes = [
            # Serve claims.
            models.Index(
                name="topic_seat_free_new",
                fields=["campaign", "order_key"],
                condition=Q(holder__isnull=True, number=1),
            ),
            models.Index(
                name="topic_seat_free_begun",
                fields=["campaign", "order_key"],
                condition=Q(holder__isnull=True, number__gt=1),
            ),
            models.Index(
                name="topic_seat_in_use",
                fields=["campaign", "order_key"],
                condition=Q(holder__isnull=False, finished_at__isnull=True),
            ),
            models.Index(
                name="topic_seat_of_holder",
                fields=["holder"],
                condition=Q(holder__isnull=False, finished_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.topic_id}#{self.number}"
