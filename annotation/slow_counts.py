"""Cache for slow counts: the board's page polls every few seconds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeVar

from django.core.cache import cache
from django.db.models import Max

from annotation.models import Adjudication, Campaign, CampaignEvent

KEPT_FROM_S = 0.5  # faster counts are not cached
KEPT_FOR = 20  # times as long as it took
KEPT_AT_MOST_S = 60.0
# Another one where what is kept has become of another type, or of a type with another address: an
# older release's cannot be read.
VERSION = 5

Answer = TypeVar("Answer")


def kept(what: str, campaign: Campaign, count: Callable[[], Answer]) -> Answer:
    """The value of `count()`, computed now or cached recently.

    What organizers do to a campaign shows at once, as it is logged, and so do decisions. Without a
    cache it is counted each time.
    """
    return kept_of_all(what, [campaign], count)


def kept_of_all(what: str, campaigns: Sequence[Campaign], count: Callable[[], Answer]) -> Answer:
    """The same of several campaigns together."""
    events = CampaignEvent.objects.filter(campaign__in=campaigns)
    event = events.aggregate(newest=Max("pk"))["newest"]
    made = Adjudication.objects.filter(campaign_pair__campaign__in=campaigns)
    decision = made.aggregate(newest=Max("pk"))["newest"]
    ids = ",".join(str(campaign.pk) for campaign in campaigns)
    named = ids if len(campaigns) == 1 else sha256(ids.encode()).hexdigest()
    key = f"{what}:{named}:{event}:{decision}"
    before: Answer | None = cache.get(key, version=VERSION)
    if before is not None:
        return before
    start = time.monotonic()
    answer = count()
    took = time.monotonic() - start
    if took >= KEPT_FROM_S:
        cache.set(key, answer, timeout=min(KEPT_FOR * took, KEPT_AT_MOST_S), version=VERSION)
    return answer
