"""What it would cost to ask for further judgments where grades disagree, before it is asked."""

from __future__ import annotations

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count

from annotation.board_counts import BATCH, Median
from annotation.models import Campaign, Judgment
from annotation.serving.disagreement import ExtraCost, extra_cost


def extra_judgments_cost(campaign: Campaign, limit: int) -> ExtraCost:
    """The cost of at most `limit` further judgments a regular pair, from the votes there are."""
    shared = campaign.slots.filter(order_key__isnull=False).order_by().values("campaign_pair")
    pairs = shared.annotate(
        n=Count("pk"), n_filled=Count("judgment"), grades=ArrayAgg("judgment__grade")
    )
    value_of = dict(campaign.grades.values_list("pk", "value"))
    finished, n_unfinished = list[list[int]](), 0
    for n, n_filled, grades in pairs.values_list("n", "n_filled", "grades").iterator(BATCH):
        if n == n_filled:
            finished.append([value_of[grade] for grade in grades])
        else:
            n_unfinished += 1
    timed = Judgment.objects.live().filter(slot__campaign=campaign, slot__order_key__isnull=False)
    return extra_cost(
        finished,
        n_unfinished=n_unfinished,
        judgments_per_pair=campaign.judgments_per_pair,
        limit=limit,
        median_active_ms=timed.aggregate(median=Median("active_ms"))["median"],
    )
