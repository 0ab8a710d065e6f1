"""The cost of a serving policy in judgments, estimated before it is in force."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count

from annotation.campaigns.policy import MAX_EXTRA_JUDGMENTS
from annotation.database import Median
from annotation.exceptions import PolicyRefused
from annotation.models import Campaign, Judgment, PairKind, Role
from regrade.counted import counted
from regrade.serving.disagreement import ExtraCost, extra_cost

ROWS = 10_000


def extra_judgments_cost(
    campaign: Campaign,
    extra_judgments: Annotated[int, {"min_value": 0, "max_value": MAX_EXTRA_JUDGMENTS}],
) -> ExtraCost:
    """The cost of at most so many extra judgments per regular pair, given the present votes."""
    shared = campaign.slots.filter(order_key__isnull=False).order_by().values("campaign_pair")
    pairs = shared.annotate(
        n=Count("pk"), n_filled=Count("judgment"), grades=ArrayAgg("judgment__grade")
    )
    value_of = dict(campaign.grades.values_list("pk", "value"))
    finished, waiting, n_unfinished = list[list[int]](), list[list[int]](), 0
    for n, n_filled, grades in pairs.values_list("n", "n_filled", "grades").iterator(ROWS):
        if n_filled < min(n, campaign.judgments_per_pair):
            n_unfinished += 1
        else:
            given = [value_of[grade] for grade in grades if grade is not None]
            (finished if n == n_filled else waiting).append(given)
    timed = Judgment.objects.live().filter(slot__campaign=campaign, slot__order_key__isnull=False)
    return extra_cost(
        finished,
        waiting=waiting,
        n_unfinished=n_unfinished,
        judgments_per_pair=campaign.judgments_per_pair,
        limit=extra_judgments,
        median_active_ms=timed.aggregate(median=Median("active_ms"))["median"],
    )


class SpecialCost(NamedTuple):
    """Judgments beside those wanted of regular pairs, at most: while the rest is judged."""

    n_left: int  # judgments still wanted of regular pairs, further ones that are open included
    n_gold: int  # of gold pairs
    n_repeats: int  # of pairs that the same assessor judged before


def special_cost(
    campaign: Campaign, *, gold_every: int | None, repeat_every: int | None
) -> SpecialCost:
    """How many gold pairs and repeats come at most with the judgments that are still wanted.

    One in N pairs is special, so N - 1 others bring one. No assessor gets a gold pair twice.
    """
    n_left = campaign.slots.filter(order_key__isnull=False, judgment__isnull=True).count()
    gold = campaign.pairs.filter(kind=PairKind.GOLD)
    judges = campaign.memberships.filter(
        role=Role.ASSESSOR, withdrawn_at__isnull=True, suspended_at__isnull=True
    )
    on_gold = Judgment.objects.live().filter(
        campaign_pair__in=gold, assessor__in=judges, occasion=0
    )
    n_gold_left = gold.count() * judges.count() - on_gold.count()
    return SpecialCost(
        n_left, min(_brought(n_left, gold_every), n_gold_left), _brought(n_left, repeat_every)
    )


def _brought(n_left: int, every: int | None) -> int:
    return 0 if every is None else -(-n_left // max(1, every - 1))


def most_extra_judgments(campaign: Campaign, limit: int) -> int:
    """The largest possible number of extra judgments, if grades disagree on every regular pair."""
    return limit * campaign.slots.filter(number=1).count()


def cost_sentence(cost: ExtraCost, limit: int) -> str:
    known = f"{counted(cost.n_finished, 'finished pair')}; grades disagree on {cost.n_disputed}."
    if cost.n_open:
        known += f" {counted(cost.n_open, 'further judgment')} asked for already."
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
