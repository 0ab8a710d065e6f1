"""Steps taken: the next pairs of a topic chosen, and entered into the campaign."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotation.active.design import design_of
from annotation.active.due import LOCK, mark_due
from annotation.active.planning import end_topic, planned_step
from annotation.active.strategies import Choice, Ground, choice_of, ground_of
from annotation.models import (
    OVER,
    ActiveStep,
    ActiveTopic,
    Campaign,
    EndReason,
    PairOrigin,
    PooledPair,
)
from annotation.pools.building import BATCH, passages_of
from annotation.pools.pairs import enter_pairs
from annotation.serving.seats import resume_topics
from ranking.exceptions import UnfitWorker
from ranking.jobs.process_lock import process_lock
from regrade.exceptions import RegradeError

MAX_ATTEMPTS = 3
TEXTS_ADDED = "texts_added"
LOST = f"Workers ended {MAX_ATTEMPTS} times while they chose the next passages."
logger = logging.getLogger(__name__)


def take_steps(*, active_topic_id: int) -> int:
    """Take the steps that are due in a topic, one after another; returns how many.

    Calling it again is harmless, and so is the death of a worker: a step is stored before it is
    taken, and its pairs enter the campaign together with what it chose. What cannot be chosen for
    good ends the topic, with the reason.
    """
    n = 0
    with process_lock(LOCK, active_topic_id) as is_mine:
        while is_mine and (step := _next(active_topic_id)):
            take_step(step)
            n += 1
            # Those chosen may be too few for the pool's `ahead`.
            mark_due(campaign_id=step.topic.campaign_id, topic_id=step.topic.topic_id)
    return n


def _next(active_topic_id: int) -> ActiveStep | None:
    topic = ActiveTopic.objects.going_on().filter(pk=active_topic_id)
    found = topic.exclude(campaign__state__in=OVER).select_related("campaign__pool").first()
    return None if found is None else planned_step(found)


def take_step(step: ActiveStep) -> None:
    """Choose a step's pairs and enter them into the campaign, all or nothing."""
    if step.n_attempts >= MAX_ATTEMPTS:
        _end(step.topic, EndReason.FAILED, LOST)
        return
    ActiveStep.objects.filter(pk=step.pk).update(n_attempts=F("n_attempts") + 1)
    try:
        design = design_of(step.topic.campaign.pool)
        ground = ground_of(step.topic, design)
        choice = choice_of(step, design, ground)
    except (RegradeError, ValueError) as error:
        if isinstance(error, UnfitWorker) or getattr(error, "code", "") == TEXTS_ADDED:
            # Another worker can, or the same one later: no attempt that counts.
            ActiveStep.objects.filter(pk=step.pk).update(n_attempts=F("n_attempts") - 1)
            raise
        logger.warning("step %s chooses nothing: %s", step, error)
        _end(step.topic, EndReason.FAILED, str(error))
        return
    with transaction.atomic():
        _enter(step, choice, ground)


def _enter(step: ActiveStep, choice: Choice, ground: Ground) -> None:
    """The caller has the transaction."""
    topic = ActiveTopic.objects.select_for_update(no_key=True).get(pk=step.topic_id)
    # Keys alone are locked, as everywhere: claims and answers of others go on.
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=topic.campaign_id)
    is_taken = ActiveStep.objects.filter(pk=step.pk, chosen_at__isnull=False).exists()
    if is_taken or topic.ended_at is not None or campaign.state in OVER:
        return
    origin = PairOrigin.CONTROL if step.is_control else PairOrigin.POOLED
    pairs = _pooled(campaign, topic, choice.chosen.tolist(), ground, origin)
    enter_pairs(campaign=campaign, pairs=pairs)
    resume_topics(campaign, [topic.topic_id])
    step.chosen, step.left_out, step.sums = choice.chosen, choice.left_out, choice.sums
    step.draws, step.model_hash, step.chosen_at = choice.draws, choice.model_hash, timezone.now()
    step.save(update_fields=["chosen", "left_out", "sums", "draws", "model_hash", "chosen_at"])
    topic.n_candidates = choice.n_candidates
    if not choice.chosen.size:
        end_topic(topic, EndReason.NOTHING_LEFT)
        return
    topic.due_since = None
    topic.save(update_fields=["due_since", "n_candidates"])


def _pooled(
    campaign: Campaign,
    topic: ActiveTopic,
    chosen: Sequence[int],
    ground: Ground,
    origin: PairOrigin,
) -> list[PooledPair]:
    """Pairs in the order chosen, which is that of their keys: they are served by it.

    Without those of the control sample, and without passages that an assessor found by search since
    the step was planned.
    """
    there = campaign.pairs.filter(pair__topic=topic.topic_id)
    found = set(there.values_list("pair__passage__ordinal", flat=True))
    chosen = [ordinal for ordinal in chosen if ordinal not in found]
    passages = passages_of(campaign.pool.collection, set(chosen))
    sources = ground.contributions(chosen)
    return PooledPair.objects.bulk_create(
        [
            PooledPair(
                pool=campaign.pool,
                topic_id=topic.topic_id,
                passage_id=passages[ordinal][0],
                origin=origin,
                **sources[ordinal]._asdict(),
            )
            for ordinal in chosen
        ],
        batch_size=BATCH,
    )


@transaction.atomic
def _end(topic: ActiveTopic, reason: EndReason, error: str) -> None:
    locked = ActiveTopic.objects.select_for_update(no_key=True).get(pk=topic.pk)
    if locked.ended_at is None:
        end_topic(locked, reason, error=error)
