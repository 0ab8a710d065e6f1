"""Draw more pairs into a running campaign whose pool was drawn by design."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from annotation.campaigns.growing import refuse_over
from annotation.events import log_event
from annotation.exceptions import PoolRefused
from annotation.models import Campaign, EventKind, PoolStrategy
from annotation.pools.by_design import drawn_further
from annotation.pools.pairs import enter_pairs
from annotation.serving.seats import resume_topics
from regrade.limits import INT32_MAX


class Drawn(NamedTuple):
    """Pairs drawn into a campaign.

    Attributes:
        n_pairs, n_judgments: pairs that came in, and judgments added to the campaign's target.
        n_in_all: drawn pairs that the campaign has now.
        n_drawable: pairs that can be drawn in all.
    """

    n_pairs: int
    n_judgments: int
    n_in_all: int
    n_drawable: int


@transaction.atomic
def draw_more(
    *,
    campaign: Campaign,
    n: Annotated[int, {"min_value": 1, "max_value": INT32_MAX}],
    actor: User | None = None,
) -> Drawn:
    """Draw n more pairs into a campaign that is not over; assessors are not interrupted.

    The campaign then has what one draw of all would have given. Its pool grows as far as it must:
    what another campaign over the pool drew already comes in first. Of two requests at once the
    second goes on where the first ended.

    Raises:
        PoolRefused: the campaign is over, its pool was not drawn by design, n is below 1, or what
            `drawn_further` refuses.
    """
    # Keys alone are locked, as everywhere: claims and answers of others go on.
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    refuse_over(campaign)
    _refuse_not_drawn(campaign)
    n_before = campaign.pairs.count()
    _check_number(campaign, n, n_before)
    pool = drawn_further(pool=campaign.pool, n=n_before + n)
    further = pool.pairs.filter(draw_place__gt=n_before, draw_place__lte=n_before + n)
    entered = enter_pairs(campaign=campaign, pairs=list(further.order_by("draw_place")))
    resume_topics(campaign, {pair.pair.topic_id for pair in entered})
    log_event(
        campaign=campaign, kind=EventKind.PAIRS_ADDED, actor=actor, n_drawn=n, n_in_all=n_before + n
    )
    return Drawn(
        n_pairs=n,
        n_judgments=n * campaign.judgments_per_pair,
        n_in_all=n_before + n,
        n_drawable=pool.recipe["design"]["n_drawable"],
    )


def _check_number(campaign: Campaign, n: int, n_before: int) -> None:
    if n < 1:
        raise PoolRefused(f"Draw at least 1 pair more, not {n}.", code="too_few_drawn", field="n")
    n_left = campaign.pool.recipe["design"]["n_drawable"] - n_before
    if n > n_left:
        raise PoolRefused(
            f"{n:,} more pairs cannot be drawn: {n_left:,} that can bear on the question are left.",
            code="too_many_drawn",
            field="n",
        )


def _refuse_not_drawn(campaign: Campaign) -> None:
    if campaign.pool.strategy != PoolStrategy.DESIGN:
        raise PoolRefused(
            f"Pool {campaign.pool} was not drawn by design, so that no draw goes on; add pairs of"
            " runs instead.",
            code="not_by_design",
        )
