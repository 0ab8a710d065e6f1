"""Active pools, made empty, and campaigns over them started."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from annotation.active.asked import checked
from annotation.active.design import ActiveDesign, design_to_read
from annotation.active.due import offer_next_step
from annotation.exceptions import PoolRefused
from annotation.models import ActiveTopic, Campaign, Pool, PoolStrategy
from annotation.pools.drawing import SHOWS, Sample, common_ground, drawn_topics
from ranking.lookup import held, refuse_private, refuse_taken
from ranking.models import Collection, Ranking, TopicSet


@transaction.atomic
def build_active_pool(
    *,
    name: str,
    design: ActiveDesign,
    collection: Collection | None = None,
    topic_set: TopicSet | None = None,
    sample: Sample | None = None,
) -> Pool:
    """Make a pool whose pairs are chosen while a campaign judges it; it has none at first.

    Its ground is that of the design's runs, or without runs the given collection and topics.

    Raises:
        PoolRefused: what `checked` refuses, no ground, or a sample that the topics cannot give.
        NameTaken: there is such a pool already.
        NotFound: a run was deleted meanwhile.
    """
    refuse_taken(Pool, name)
    design = checked(design)
    collection, topic_set = _ground(design, collection, topic_set)
    _refuse_vectors_of_others(design, collection)
    strata = drawn_topics(sample, design.runs, topic_set)
    topics = topic_set.topics.filter(pk__in=strata).order_by("ordinal") if sample else ()
    runs = held(*sorted(design.runs, key=lambda run: run.pk))
    pool = Pool.objects.create(
        name=name,
        collection=collection,
        topic_set=topic_set,
        strategy=PoolStrategy.ACTIVE,
        seed=design.seed,
        recipe={
            "active": design._replace(runs=runs).as_json(),
            "topics": [topic.query_id for topic in topics],
        },
    )
    pool.runs.set(runs)
    return pool


def _ground(
    design: ActiveDesign, collection: Collection | None, topic_set: TopicSet | None
) -> tuple[Collection, TopicSet]:
    if design.runs:
        return common_ground(design.runs, design.depth or 1)
    if collection is None or topic_set is None:
        raise PoolRefused(
            "A pool without runs needs a collection and topics.", code="no_ground", field="runs"
        )
    refuse_private([collection, topic_set], of=SHOWS)
    return collection, topic_set


def _refuse_vectors_of_others(design: ActiveDesign, collection: Collection) -> None:
    run = design.vectors_of
    if run is not None and run.collection_id != collection.pk:
        raise PoolRefused(
            f"{run.name} has vectors of {run.collection}, the pool is of {collection}; vectors of"
            " the same passages are needed.",
            code="other_ground",
            field="vectors_of",
        )


def refuse_second_campaign(pool: Pool) -> None:
    """Refuse to make another campaign over an active pool: its pairs follow from one's judgments.

    Raises:
        PoolRefused: it has a campaign. The caller has a transaction.
    """
    if pool.strategy != PoolStrategy.ACTIVE:
        return
    Pool.objects.select_for_update(no_key=True).get(pk=pool.pk)
    if other := Campaign.objects.filter(pool=pool).first():
        raise PoolRefused(
            f"Pool {pool} learns from campaign {other.name}, and serves that one alone. Make"
            " another pool for this campaign.",
            code="pool_learns_already",
            field="pool",
        )


def start(campaign: Campaign) -> None:
    """Let workers choose the first pairs of each topic. Does nothing over pools of other kinds.

    Raises:
        PoolRefused: the runs rank no topic, or no grade counts as relevant, or every one does.
    """
    if campaign.pool.strategy != PoolStrategy.ACTIVE:
        return
    _refuse_off_scale(campaign)
    topics = _topics(campaign.pool)
    if not topics:
        raise PoolRefused(
            f"Pool {campaign.pool} has no topic: its runs rank none of {campaign.pool.topic_set}.",
            code="no_topics",
        )
    ActiveTopic.objects.bulk_create(
        ActiveTopic(campaign=campaign, topic_id=topic) for topic in topics
    )
    offer_next_step(campaign_id=campaign.pk)


def _refuse_off_scale(campaign: Campaign) -> None:
    least = design_to_read(campaign.pool).relevant_from
    scale = sorted(campaign.grades.values_list("value", flat=True))
    if least is not None and not scale[0] < least <= scale[-1]:
        raise PoolRefused(
            f"Relevant from grade {least} on, on a scale from {scale[0]} to {scale[-1]}: no passage"
            " would differ from others.",
            code="relevant_off_scale",
            field="active.relevant_from",
        )


def _topics(pool: Pool) -> Sequence[int]:
    topics = pool.topic_set.topics.order_by("ordinal").values_list("pk", flat=True)
    if drawn := pool.recipe["topics"]:
        return list(topics.filter(query_id__in=drawn))
    runs = pool.runs.all()
    if not runs.exists():
        return list(topics)
    ranked = Ranking.objects.filter(run__in=runs).order_by().values_list("topic", flat=True)
    return sorted(set(ranked))
