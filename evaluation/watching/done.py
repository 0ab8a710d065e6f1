from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, Q

from annotation.models import Campaign, Slot


class DoneTopic(NamedTuple):
    """A topic of a campaign to which no vote is to come."""

    topic_id: int
    query_id: str
    query: str
    done_at: datetime


def topics_done(campaign: Campaign) -> list[DoneTopic]:
    """The topics whose pairs all have their votes, in the order in which the last vote came.

    Spare capacity and pairs looked at once more do not count: no label waits for them.
    """
    wanted = Slot.objects.filter(campaign=campaign, number__isnull=False, is_spare=False)
    topics = (
        wanted.order_by()
        .values("topic", "topic__query_id", "topic__query")
        .annotate(
            n_open=Count("pk", filter=Q(judgment=None)),
            done_at=Max("judgment__created_at"),
        )
        .filter(n_open=0)
        .order_by("done_at", "topic")
    )
    return [
        DoneTopic(row["topic"], row["topic__query_id"], row["topic__query"], row["done_at"])
        for row in topics
    ]


def count_topics(campaign: Campaign) -> int:
    """How many topics the campaign judges."""
    return Slot.objects.filter(campaign=campaign).values("topic").distinct().count()
