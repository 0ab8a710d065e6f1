"""What it would cost to ask for further judgments where grades disagree, before it is asked."""

from __future__ import annotations

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, F

from annotation.board_counts import BATCH, Median
from annotation.models import Campaign, Judgment
from annotation.serving.disagreement import ExtraCost, extra_cost


def extra_judgments_cost(campaign: Campaign, limit: int) -> ExtraCost:
    """The cost of at most `limit` further judgments a regular pair, from the votes there are."""
    shared = campaign.slots.filter(order_key__isnull=False).order_by().values("campaign_pair")
    pairs = shared.annotate(n=Count("pk"), n_filled=Count("judgment"))
    finished = pairs.filter(n_filled=F("n")).annotate(grades=ArrayAgg("judgment__grade__value"))
    timed = Judgment.objects.live().filter(slot__campaign=campaign, slot__order_key__isnull=False)
    return extra_cost(
        finished.values_list("grades", flat=True).iterator(BATCH),
        n_unfinished=pairs.filter(n_filled__lt=F("n")).count(),
        judgments_per_pair=campaign.judgments_per_pair,
        limit=limit,
        median_active_ms=timed.aggregate(median=Median("active_ms"))["median"],
    )
