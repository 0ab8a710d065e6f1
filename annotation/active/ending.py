"""Topics of an active pool ended by an organizer, and resumed."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from annotation.active.design import design_to_read, refuse_not_active
from annotation.active.due import offer_next_step
from annotation.active.planning import end_topic, n_chosen_by_topic
from annotation.events import log_event
from annotation.exceptions import PoolRefused
from annotation.models import OVER, ActiveStep, ActiveTopic, Campaign, EndReason, EventKind


@transaction.atomic
def end_topics(*, campaign: Campaign, query_ids: Sequence[str], actor: User | None = None) -> int:
    """Choose no more pairs in these topics, and return how many of them went on until now.

    What was chosen is still judged.

    Raises:
        PoolRefused: the campaign has not one of these topics, or its pool does not learn.
    """
    topics = _locked(campaign, query_ids)
    going_on = [topic for topic in topics if topic.ended_at is None]
    for topic in going_on:
        end_topic(topic, EndReason.STOPPED, by=actor)
    _log(campaign, EventKind.TOPICS_ENDED, going_on, actor)
    return len(going_on)


@transaction.atomic
def resume_topics_at(
    *, campaign: Campaign, query_ids: Sequence[str], actor: User | None = None
) -> int:
    """Choose more pairs in these topics, and return how many of them had ended.

    A step at which workers failed is tried again. A topic's rule does not end it a second time. It
    ends once more if nothing is left to choose.

    Raises:
        PoolRefused: the campaign is over, has not one of these topics, or one that is at its
            limit, or its pool does not learn.
    """
    if campaign.state in OVER:
        raise PoolRefused(
            f"Campaign {campaign.name} is {campaign.state}, and no more pairs are chosen in it.",
            code="campaign_over",
        )
    ended = [topic for topic in _locked(campaign, query_ids) if topic.ended_at is not None]
    _refuse_at_limit(campaign, ended)
    for topic in ended:
        topic.is_resumed |= topic.ended_because == EndReason.RULE
        topic.ended_at, topic.ended_because, topic.ended_by, topic.error = None, "", None, ""
        topic.save()
    ActiveStep.objects.filter(topic__in=ended, chosen__isnull=True).update(n_attempts=0)
    _log(campaign, EventKind.TOPICS_RESUMED, ended, actor)
    offer_next_step(campaign_id=campaign.pk)
    return len(ended)


def _locked(campaign: Campaign, query_ids: Sequence[str]) -> list[ActiveTopic]:
    refuse_not_active(campaign.pool)
    topics = campaign.active_topics.select_for_update(no_key=True, of=("self",))
    named = topics.filter(topic__query_id__in=query_ids).select_related("topic").order_by("pk")
    found = {one.topic.query_id: one for one in named}
    if unknown := [one for one in query_ids if one not in found]:
        raise PoolRefused(
            f"In campaign {campaign.name} no pairs are chosen for a topic {unknown[0]!r}.",
            code="unknown_topic",
            field="query_ids",
        )
    return list(found.values())


def _refuse_at_limit(campaign: Campaign, topics: Sequence[ActiveTopic]) -> None:
    limit = design_to_read(campaign.pool).limit
    at_limit = [topic for topic in topics if topic.ended_because == EndReason.LIMIT]
    n_chosen = n_chosen_by_topic(campaign, [topic.topic_id for topic in at_limit])
    for topic in at_limit:
        if limit is not None and n_chosen.get(topic.topic_id, 0) >= limit:
            raise PoolRefused(
                f"Topic {topic.topic.query_id} has as many pairs as the pool allows, and cannot"
                " go on.",
                code="at_limit",
                field="query_ids",
            )


def _log(
    campaign: Campaign, kind: EventKind, topics: Sequence[ActiveTopic], actor: User | None
) -> None:
    if topics:
        names = [topic.topic.query_id for topic in topics]
        log_event(campaign=campaign, kind=kind, actor=actor, topics=names)
