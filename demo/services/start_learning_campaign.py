"""A campaign that learns: its next pairs are chosen from the judgments so far."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from annotation.active.building import build_active_pool
from annotation.active.choosing import take_steps
from annotation.active.design import ActiveDesign
from annotation.active.due import mark_due
from annotation.models import ActiveTopic, Campaign, EndReason, Pool, PooledPair
from annotation.pools.drawing import Sample
from demo.assessors import ASSESSORS, judge_alone
from demo.names import BM25_RUN, LEARNING_CAMPAIGN, LEARNING_POOL, RM3_RUN
from demo.services.create_demo_campaign import SEED, create_demo_campaign
from demo.services.existing import existing
from demo.services.open_accounts import seat_assessor
from demo.services.simulated_answers import Deserts, import_simulated
from demo.services.start_open_campaign import GUIDELINE
from ranking.lookup import by_name
from ranking.models import Run

TOPICS_SEED = 15905  # draws four topics that are in no other campaign of the demo
RULE, TARGET = "chm", 0.8
N_CONTROL = 5


@transaction.atomic
def start_learning_campaign(*, n_topics: int, n_judged: int, depth: int) -> str | None:
    """Make the campaign that chooses its pairs step by step, unless it is there.

    Simulated assessors judge the first topic until its stopping rule ends it, and begin the next
    two. Says in a sentence what was made.

    Args:
        n_judged: pairs of the second topic that are judged at least; of the third half as many.
        depth: ranks of the BM25 and RM3 runs whose passages can be chosen.
    """
    runs = [by_name(Run, BM25_RUN), by_name(Run, RM3_RUN)]
    if existing(Pool, LEARNING_POOL, collection=runs[0].collection):
        return None
    campaign = _create(runs, n_topics, depth)
    seat_assessor(LEARNING_CAMPAIGN)
    topics = list(campaign.active_topics.order_by("topic__ordinal"))
    _judge(campaign, topics, (np.inf, n_judged, n_judged // 2, 0))
    n_ended = campaign.active_topics.filter(ended_because=EndReason.RULE).count()
    return (
        f"Campaign {LEARNING_CAMPAIGN}: {campaign.pairs.count()} pairs of {len(topics)} topics,"
        f" chosen step by step; {n_ended} ended by its rule, the others wait for your judgments."
    )


def _create(runs: list[Run], n_topics: int, depth: int) -> Campaign:
    design = ActiveDesign(
        "cal",
        seed=SEED,
        runs=runs,
        depth=depth,
        control=N_CONTROL,
        rule=RULE,
        target=TARGET,
    )
    pool = build_active_pool(
        name=LEARNING_POOL, design=design, sample=Sample(seed=TOPICS_SEED, n=n_topics)
    )
    return create_demo_campaign(
        name=LEARNING_CAMPAIGN,
        pool=pool,
        guideline=GUIDELINE,
        judgments_per_pair=1,
        allows_search=True,
    )


def _judge(campaign: Campaign, topics: list[ActiveTopic], n_wanted: Sequence[float]) -> None:
    """Judge each topic batch after batch; the batch chosen last waits.

    Args:
        n_wanted: parallel to the topics: judgments after which no more are made.
    """
    deserts = Deserts(campaign.pool)
    rng = np.random.default_rng(SEED)
    mark_due(campaign_id=campaign.pk)
    for topic, assessor, n in zip(topics, ASSESSORS, n_wanted, strict=False):
        n_judged = 0
        while take_steps(active_topic_id=topic.pk) and n_judged < n:
            pairs = list(deserts.to_judge(_waiting(topic)))
            judged = judge_alone(pairs, assessor, rng, moment=timezone.now())
            n_judged += import_simulated(campaign, judged).n_votes
            mark_due(campaign_id=campaign.pk, topic_id=topic.topic_id)


def _waiting(topic: ActiveTopic) -> QuerySet[PooledPair]:
    """Pairs of a topic without a judgment, in the order chosen."""
    pairs = topic.campaign.pool.pairs.filter(topic=topic.topic_id)
    return pairs.filter(campaign_pairs__judgments__isnull=True).order_by("pk")
