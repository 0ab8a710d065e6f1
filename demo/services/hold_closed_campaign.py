from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from django.db import transaction
from django.utils import timezone

from annotation.campaigns.state import set_campaign_state
from annotation.exchange.judgments import JudgmentsReport
from annotation.models import Campaign, CampaignState, Pool
from annotation.pools.building import build_pool_from_runs
from annotation.pools.drawing import Sample
from demo.assessors import N_DAYS, simulate
from demo.names import BERT_RUN, BM25_RUN, CLOSED_CAMPAIGN, CLOSED_POOL
from demo.services.create_demo_campaign import JUDGMENTS_PER_PAIR, SEED, create_demo_campaign
from demo.services.existing import existing
from demo.services.simulated_answers import Deserts, import_simulated
from ranking.lookup import by_name
from ranking.models import Run

START_OF_DAY = time(9, tzinfo=UTC)


@transaction.atomic
def hold_closed_campaign(*, n_topics: int, depth: int) -> str | None:
    """Make the campaign that is over, judged by simulated assessors, unless it is there.

    Says in a sentence what was made.
    """
    runs = [by_name(Run, BM25_RUN), by_name(Run, BERT_RUN)]
    if existing(Pool, CLOSED_POOL, collection=runs[0].collection):
        return None
    pooled = build_pool_from_runs(
        name=CLOSED_POOL, runs=runs, depth=depth, sample=closed_sample(n_topics)
    )
    campaign = create_demo_campaign(name=CLOSED_CAMPAIGN, pool=pooled.pool)
    done = _import_simulated(campaign)
    set_campaign_state(campaign=campaign, state=CampaignState.CLOSED)
    return (
        f"Campaign {CLOSED_CAMPAIGN}: {pooled.n_pairs} pairs of {pooled.n_topics} topics, "
        f"{done.n_votes} grades by {done.n_assessors} simulated assessors."
    )


def closed_sample(n_topics: int) -> Sample:
    """The topics of the campaign that is over; others are left to people."""
    return Sample(seed=SEED, n=n_topics)


def _import_simulated(campaign: Campaign) -> JudgmentsReport:
    today = timezone.now().date()
    pairs = campaign.pool.pairs.order_by("topic__ordinal", "passage__ordinal")
    judgments = simulate(
        list(Deserts(campaign.pool).to_judge(pairs)),
        judgments_per_pair=JUDGMENTS_PER_PAIR,
        seed=SEED,
        start=datetime.combine(today - timedelta(days=N_DAYS), START_OF_DAY),
    )
    return import_simulated(campaign, judgments)
