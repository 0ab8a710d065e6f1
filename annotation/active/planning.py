"""What a topic's next step follows from, stored before it is taken."""

from __future__ import annotations

from hashlib import blake2b
from itertools import islice

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotation.active.design import ActiveDesign, design_of, relevant_from
from annotation.active.kinds import STRATEGIES
from annotation.active.knowledge import judged_so_far, without_left_out
from annotation.models import ActiveStep, ActiveTopic, EndReason
from regrade.active.batches import batch_sizes
from regrade.active.strategy import Judged

SEED_BITS = 62


@transaction.atomic
def planned_step(topic: ActiveTopic) -> ActiveStep | None:
    """The topic's step that is to be taken; None if none is due.

    A step that was planned before and not taken comes first, as it was planned. Whether one is due
    was decided when the topic was marked. Concurrent callers get the same step.
    """
    topic = ActiveTopic.objects.select_for_update(no_key=True).get(pk=topic.pk)
    if pending := topic.steps.filter(chosen_at=None).first():
        return pending
    if topic.due_since is None:
        return None
    design = design_of(topic.campaign.pool)
    judged = without_left_out(topic, judged_so_far(topic, relevant_from(topic.campaign, design)))
    number = topic.steps.count() + 1
    sizes = batch_sizes(first=design.first_batch, growth=design.growth)
    wanted = next(islice(sizes, number - 1, None))
    if design.limit is not None:
        wanted = min(wanted, design.limit - judged.seen.size)
    if reason := _end_of(design, judged, wanted):
        end_topic(topic, reason)
        return None
    return ActiveStep.objects.create(
        topic=topic,
        number=number,
        wanted=wanted,
        seed=_seed(design, topic, number),
        judged=judged.passages,
        is_relevant=judged.is_relevant,
        waiting=judged.waiting,
    )


def _end_of(design: ActiveDesign, judged: Judged, wanted: int) -> EndReason | None:
    return EndReason.LIMIT if wanted < 1 else None


def end_topic(
    topic: ActiveTopic, reason: EndReason, *, error: str = "", by: User | None = None
) -> None:
    """Choose no more pairs of the topic; what was chosen is judged. The caller has locked it."""
    topic.due_since, topic.ended_at, topic.ended_because = None, timezone.now(), reason
    topic.error, topic.ended_by = error, by
    topic.save()


def _seed(design: ActiveDesign, topic: ActiveTopic, number: int) -> int:
    """The seed of a step, of the pool's own and the topic's place in its set.

    A model draws others at each step; orders and bandits go on where they were.
    """
    drawn_again = number if STRATEGIES[design.strategy].learns else 0
    named = f"{design.seed} {topic.topic.ordinal} {drawn_again}".encode()
    return int.from_bytes(blake2b(named, digest_size=8).digest(), "little") >> (64 - SEED_BITS)
