"""Cost of extra judgments where grades disagree, estimated in advance."""

from __future__ import annotations

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count

from annotation.database import Median
from annotation.exceptions import PolicyRefused
from annotation.models import Campaign, Judgment
from annotation.wording import counted
from regrade.serving.disagreement import ExtraCost, extra_cost

BATCH = 10_000


def extra_judgments_cost(campaign: Campaign, limit: int) -> ExtraCost:
    """The cost of at most `limit` extra judgments per regular pair, given the present votes."""
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


def most_extra_judgments(campaign: Campaign, limit: int) -> int:
    """The largest possible number of extra judgments, if grades disagree on every regular pair."""
    return limit * campaign.slots.filter(number=1).count()


def cost_sentence(cost: ExtraCost, limit: int) -> str:
    known = f"{counted(cost.n_finished, 'finished pair')}; grades disagree on {cost.n_disputed}."
    if not cost.n_finished:
        known = "No pair is finished, so nothing is known of how often grades disagree."
    more = counted(limit, "further judgment")
    least, most = f"{cost.n_least}{_hours(cost.hours_least)}", f"{cost.n_most}"
    return (
        f"{known} At most {more} a pair: {cost.n_now}{_hours(cost.hours_now)} at once,"
        f" {least} to {most}{_hours(cost.hours_most)} in all."
    )


def check_cost_accepted(campaign: Campaign, limit: int, accepted: int | None) -> None:
    """Require that the requester accepted the largest possible number of extra judgments.

    Raises:
        PolicyRefused: as many judgments as they may come to in all were not accepted.
    """
    cost = extra_judgments_cost(campaign, limit)
    if accepted is None or accepted < cost.n_most:
        raise PolicyRefused(
            f"{cost_sentence(cost, limit)} Send accepts_cost with {cost.n_most} to agree to it.",
            code="cost_not_accepted",
        )


def _hours(hours: float | None) -> str:
    return "" if hours is None else f" ({hours:.1f} h)"
