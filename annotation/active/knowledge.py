"""Knowledge of a topic that its next step follows from: labels of pairs judged so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np
from django.db.models import Count, F, Min, Q, QuerySet
from numpy.typing import NDArray

from annotation.models import (
    ActiveTopic,
    Adjudication,
    Campaign,
    CampaignPair,
    Judgment,
    PairOrigin,
)
from annotation.models.judgment import JudgmentQuerySet
from regrade.active.strategy import Judged


class Known(NamedTuple):
    """Knowledge of a topic.

    Attributes:
        judged: labels in the order in which pairs were first judged. Waiting are pairs without
            any, and passages that a step left out, which nobody judges.
        control: labels of the control sample in the order judged, wherever else they are known;
            waiting are those without any that somebody may still judge.
        closed: passages that nobody gets any more, since too many could not judge them.
    """

    judged: Judged
    control: Judged
    closed: NDArray[np.int64]


def known_of(topic: ActiveTopic, relevant_from: int) -> Known:
    """All that is known of a topic now.

    A pair is relevant by the decision of an adjudicator, else if at least half of its votes are;
    a vote is relevant from the grade `relevant_from` on. Pairs of the control sample are known to
    the strategy once it has chosen them itself.
    """
    labels, times = _labels(topic, relevant_from)
    steps = list(topic.steps.filter(chosen__isnull=False, is_control=False))
    reached: dict[int, datetime] = {
        one: step.chosen_at for step in steps if step.chosen_at for one in step.chosen.tolist()
    }
    control = _control(topic)
    in_control = np.isin(labels.seen, control)
    is_hidden = in_control & ~np.isin(labels.seen, [*reached])
    judged = _part(labels, ~is_hidden)
    # What the strategy came to later than it was judged comes where it came to it.
    come_to = [
        max(times[one], reached[one]) if one in reached and one in control else times[one]
        for one in judged.passages.tolist()
    ]
    order = np.array(sorted(range(len(come_to)), key=come_to.__getitem__), np.int64)
    left_out = _joined(topic.steps.values_list("left_out", flat=True).exclude(left_out=None))
    waiting = np.union1d(judged.waiting, np.setdiff1d(left_out, judged.passages))
    strategy = Judged(judged.passages[order], judged.is_relevant[order], waiting)
    sample = _part(labels, in_control)
    closed = np.array(_closed(topic), np.int64)
    return Known(strategy, sample._replace(waiting=np.setdiff1d(sample.waiting, closed)), closed)


class Counts(NamedTuple):
    """Pairs of a topic, those with a label, and relevant ones among them."""

    n_pairs: int
    n_judged: int
    n_relevant: int


NOT_BEGUN = Counts(0, 0, 0)


def counts_by_topic(campaign: Campaign, relevant_from: int) -> dict[int, Counts]:
    """Counts of each topic's pairs, labelled as `known_of` labels them."""
    topic_of = dict(campaign.pairs.values_list("pk", "pair__topic"))
    votes = Judgment.objects.filter(campaign_pair__campaign=campaign).votes()
    is_vote_relevant = Q(grade__value__gte=relevant_from)
    per_pair = (
        votes.order_by()
        .values_list("campaign_pair")
        .annotate(n_relevant=Count("pk", filter=is_vote_relevant), n=Count("pk"))
    )
    labels = {pair: 2 * n_relevant >= n for pair, n_relevant, n in per_pair}
    decided = Adjudication.objects.live().filter(campaign_pair__campaign=campaign)
    for pair, grade in decided.values_list("campaign_pair", "grade__value"):
        labels[pair] = grade >= relevant_from
    n_pairs, n_judged = Counter(topic_of.values()), Counter(topic_of[pair] for pair in labels)
    n_relevant = Counter(topic_of[pair] for pair, is_relevant in labels.items() if is_relevant)
    return {one: Counts(n, n_judged[one], n_relevant[one]) for one, n in n_pairs.items()}


def _control(topic: ActiveTopic) -> list[int]:
    """Ordinals of the control sample's passages."""
    control = _pairs(topic).filter(pair__origin=PairOrigin.CONTROL)
    return list(control.values_list("pair__passage__ordinal", flat=True))


def _closed(topic: ActiveTopic) -> list[int]:
    """Ordinals of passages that too many could not judge."""
    closed = _pairs(topic).filter(summary__n_not_judged__gte=F("campaign__max_not_judged"))
    return list(closed.values_list("pair__passage__ordinal", flat=True))


def _pairs(topic: ActiveTopic) -> QuerySet[CampaignPair]:
    return CampaignPair.objects.filter(campaign=topic.campaign_id, pair__topic=topic.topic_id)


def _part(labels: Judged, is_kept: NDArray[np.bool_]) -> Judged:
    """Some of the passages; `is_kept` is parallel to `labels.seen`."""
    n = labels.passages.size
    return Judged(
        labels.passages[is_kept[:n]], labels.is_relevant[is_kept[:n]], labels.waiting[is_kept[n:]]
    )


def _joined(lists: Iterable[Any]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(0, np.int64), *lists]).astype(np.int64)


def _labels(topic: ActiveTopic, relevant_from: int) -> tuple[Judged, dict[int, datetime]]:
    """Labels of all the topic's pairs, and when each passage was first judged."""
    ordinals = dict(_pairs(topic).values_list("pk", "pair__passage__ordinal"))
    votes, first = _votes(topic, relevant_from), _first_times(topic)
    labels = {pair: 2 * sum(of_pair) >= len(of_pair) for pair, of_pair in votes.items()}
    for pair, grade, at in _decisions(topic):
        labels[pair] = grade >= relevant_from
        first.setdefault(pair, at)
    judged = sorted(labels, key=lambda pair: (first[pair], pair))
    waiting = sorted(ordinals[pair] for pair in ordinals.keys() - labels.keys())
    known = Judged(
        np.array([ordinals[pair] for pair in judged], np.int64),
        np.array([labels[pair] for pair in judged], np.bool_),
        np.array(waiting, np.int64),
    )
    return known, {ordinals[pair]: first[pair] for pair in judged}


def _votes(topic: ActiveTopic, relevant_from: int) -> dict[int, list[bool]]:
    """Whether each vote on each pair is relevant; surplus grades are no votes."""
    rows = _grades(topic).votes().order_by("pk").values_list("campaign_pair", "grade__value")
    votes = defaultdict[int, list[bool]](list)
    for pair, grade in rows:
        votes[pair].append(grade >= relevant_from)
    return votes


def _first_times(topic: ActiveTopic) -> dict[int, datetime]:
    """When each pair got its first grade, whether it was changed since or not."""
    rows = _grades(topic).filter(occasion=0, grade__isnull=False).order_by()
    return dict(rows.values_list("campaign_pair").annotate(at=Min("created_at")))


def _grades(topic: ActiveTopic) -> JudgmentQuerySet:
    return Judgment.objects.filter(
        campaign_pair__campaign=topic.campaign_id, campaign_pair__pair__topic=topic.topic_id
    )


def _decisions(topic: ActiveTopic) -> Any:
    decided = Adjudication.objects.live().filter(
        campaign_pair__campaign=topic.campaign_id,
        campaign_pair__pair__topic=topic.topic_id,
        grade__isnull=False,
    )
    return decided.values_list("campaign_pair", F("grade__value"), "created_at")
