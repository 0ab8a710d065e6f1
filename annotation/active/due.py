"""Steps that are due: marked when a batch is judged, and offered to workers."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models.functions import Now

from annotation.database import execute
from annotation.models import OVER, ActiveTopic
from annotation.serving.claim_context import STATEMENTS
from ranking.jobs.broker import offer
from ranking.jobs.process_lock import is_free

TASK, QUEUE = "annotation.tasks.take_steps", "steps"
URGENT = 0  # as Redis has it: an assessor waits
LOCK = "active topic"
OFFERED_FOR = timedelta(seconds=10)
EXPIRES_S = 60  # of an offer made again, so that they do not pile up


def offer_next_step(*, campaign_id: int, topic_id: int | None = None) -> None:
    """Offer workers the steps that are due in a topic, or in all, once the transaction commits.

    The answer that ends a batch may be one of two at the same moment: each looks after its own
    commit, so that the later one sees both.
    """
    transaction.on_commit(partial(_offer_due, campaign_id, topic_id))


def offer_waiting_steps() -> int:
    """Mark what has become due without an answer, and offer lost steps again; returns how many."""
    topics = set(mark_due())
    late = ActiveTopic.objects.choosing().filter(due_since__lt=Now() - OFFERED_FOR)
    topics.update(late.values_list("pk", flat=True))
    free = sorted(topic for topic in topics if is_free(LOCK, topic))
    offer(TASK, free, queue=QUEUE, priority=URGENT, expires=EXPIRES_S)
    return len(free)


def _offer_due(campaign_id: int, topic_id: int | None) -> None:
    topics = mark_due(campaign_id=campaign_id, topic_id=topic_id)
    offer(TASK, topics, queue=QUEUE, priority=URGENT)


def mark_due(*, campaign_id: int | None = None, topic_id: int | None = None) -> list[int]:
    """Mark the active topics whose next step has become due, and return their keys."""
    asked = {"campaign": campaign_id, "topic": topic_id, "over": list(OVER)}
    with execute(STATEMENTS["mark_due"], asked) as cursor:
        return [active for (active,) in cursor.fetchall()]
