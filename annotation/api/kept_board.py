"""A board that takes long to count is kept for a while: its page asks every few seconds."""

from __future__ import annotations

import time
from typing import Any

from django.core.cache import cache
from django.db.models import Max

from annotation.api.campaigns_serializers import BoardSerializer
from annotation.board import campaign_board
from annotation.models import Campaign

KEPT_FROM_S = 0.5  # what takes less is counted anew each time
KEPT_FOR = 20  # times as long as it took
KEPT_AT_MOST_S = 60.0


def board_of(campaign: Campaign) -> dict[str, Any]:
    """The board as it is sent. What organizers do to a campaign shows at once: it is logged."""
    newest = campaign.events.aggregate(newest=Max("pk"))["newest"]
    key = f"board:{campaign.pk}:{newest}"
    kept: dict[str, Any] | None = cache.get(key)
    if kept is not None:
        return kept
    start = time.monotonic()
    board = dict(BoardSerializer(campaign_board(campaign)).data)
    took = time.monotonic() - start
    if took >= KEPT_FROM_S:
        cache.set(key, board, timeout=min(KEPT_FOR * took, KEPT_AT_MOST_S))
    return board
