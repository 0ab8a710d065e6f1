"""Plans of steps: all that a choice follows from, stored before it is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import islice

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from annotation.active.design import ActiveDesign, design_to_read, relevant_from
from annotation.active.kinds import STRATEGIES
from annotation.active.knowledge import Known, known_of
from annotation.active.rules import stops_of
from annotation.models import ActiveStep, ActiveTopic, Campaign, EndReason, PairOrigin
from regrade.active.batches import batch_sizes
from regrade.limits import INT32_MAX

SEED_BITS = 62


@transaction.atomic
def planned_step(topic: ActiveTopic) -> ActiveStep | None:
    """The step that a topic takes next; None if none is due.

    A step that was planned before and not taken comes first, as it was planned. Whether one is due
    was decided when the topic was marked. Concurrent callers get the same step.
    """
    topic = ActiveTopic.objects.select_for_update(no_key=True).get(pk=topic.pk)
    if topic.ended_at is not None:
        return None
    if pending := topic.steps.filter(chosen_at=None).first():
        return pending
    if topic.due_since is None:
        return None
    design = design_to_read(topic.campaign.pool)
    known = known_of(topic, relevant_from(topic.campaign, design))
    steps = list(topic.steps.all())
    is_control = design.control > 0 and not steps
    wanted = design.control if is_control else _wanted(design, topic, steps)
    if reason := _end_of(design, topic, known, steps, wanted):
        end_topic(topic, reason)
        return None
    number, judged = len(steps) + 1, known.judged
    return ActiveStep.objects.create(
        topic=topic,
        number=number,
        is_control=is_control,
        wanted=wanted,
        seed=_seed(design, topic, number),
        judged=judged.passages,
        is_relevant=judged.is_relevant,
        waiting=judged.waiting,
    )


def _wanted(design: ActiveDesign, topic: ActiveTopic, steps: Sequence[ActiveStep]) -> int:
    """The size of the next batch, within the limit."""
    n_before = len(steps) - (design.control > 0)
    sizes = batch_sizes(first=design.first_batch, growth=design.growth)
    size = min(next(islice(sizes, n_before, None)), INT32_MAX)
    if design.limit is None:
        return size
    n_chosen = n_chosen_by_topic(topic.campaign, [topic.topic_id])
    return min(size, design.limit - n_chosen.get(topic.topic_id, 0))


def n_chosen_by_topic(campaign: Campaign, topics: Iterable[int]) -> Mapping[int, int]:
    """How many pairs of each topic fill its limit: all but those found by search."""
    chosen = campaign.pairs.filter(pair__topic__in=topics).exclude(pair__origin=PairOrigin.SEARCH)
    return dict(chosen.order_by().values_list("pair__topic").annotate(n=Count("pk")))


def _end_of(
    design: ActiveDesign,
    topic: ActiveTopic,
    known: Known,
    steps: Sequence[ActiveStep],
    wanted: int,
) -> EndReason | None:
    if wanted < 1:
        return EndReason.LIMIT
    if design.rule and not topic.is_resumed and known.judged.passages.size:
        [stop] = stops_of(topic, known, steps, design.target, only=design.rule).values()
        if stop is not None and stop.at is not None:
            return EndReason.RULE
    return None


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
