"""Knowledge of a topic that its next step follows from: labels of pairs judged so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np
from django.db.models import Count, F, Q
from numpy.typing import NDArray

from annotation.models import (
    ActiveTopic,
    Adjudication,
    Campaign,
    CampaignPair,
    Judgment,
    PairOrigin,
)
from regrade.active.strategy import Judged


class Known(NamedTuple):
    """Knowledge of a topic.

    Attributes:
        judged: labels in the order in which pairs were first judged. Waiting are pairs without
            any, and passages that a step left out, which nobody judges.
        control: labels of the control sample in the order judged, wherever else they are known;
            waiting are those without any.
    """

    judged: Judged
    control: Judged


def known_of(topic: ActiveTopic, relevant_from: int) -> Known:
    """All that is known of a topic now.

    A pair is relevant by the decision of an adjudicator, else if at least half of its votes are;
    a vote is relevant from the grade `relevant_from` on. Pairs of the control sample are known to
    the strategy once it has chosen them itself.
    """
    labels = _labels(topic, relevant_from)
    steps = topic.steps.filter(chosen__isnull=False)
    reached = _joined(steps.filter(is_control=False).values_list("chosen", flat=True))
    left_out = _joined(steps.values_list("left_out", flat=True))
    in_control = np.isin(labels.seen, _joined(_control(topic)))
    is_hidden = in_control & ~np.isin(labels.seen, reached)
    judged = _part(labels, ~is_hidden)
    waiting = np.union1d(judged.waiting, np.setdiff1d(left_out, judged.passages))
    return Known(judged._replace(waiting=waiting), _part(labels, in_control))


class Counts(NamedTuple):
    """Pairs of a topic, those with a label, and relevant ones among them."""

    n_pairs: int
    n_judged: int
    n_relevant: int


NOT_BEGUN = Counts(0, 0, 0)


def counts_by_topic(campaign: Campaign, relevant_from: int) -> dict[int, Counts]:
    """Counts of each topic's pairs, labelled as `known_of` labels them."""
    topic_of = dict(campaign.pairs.values_list("pk", "pair__topic"))
    votes = Judgment.objects.standing().filter(
        campaign_pair__campaign=campaign, occasion=0, grade__isnull=False
    )
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


def _control(topic: ActiveTopic) -> list[list[int]]:
    pairs = CampaignPair.objects.filter(campaign=topic.campaign_id, pair__topic=topic.topic_id)
    control = pairs.filter(pair__origin=PairOrigin.CONTROL)
    return [list(control.values_list("pair__passage__ordinal", flat=True))]


def _part(labels: Judged, is_kept: NDArray[np.bool_]) -> Judged:
    """Some of the passages; `is_kept` is parallel to `labels.seen`."""
    n = labels.passages.size
    return Judged(
        labels.passages[is_kept[:n]], labels.is_relevant[is_kept[:n]], labels.waiting[is_kept[n:]]
    )


def _joined(lists: Iterable[Any]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(0, np.int64), *lists]).astype(np.int64)


def _labels(topic: ActiveTopic, relevant_from: int) -> Judged:
    """Labels of all the topic's pairs."""
    pairs = CampaignPair.objects.filter(campaign=topic.campaign_id, pair__topic=topic.topic_id)
    ordinals = dict(pairs.values_list("pk", "pair__passage__ordinal"))
    votes, first = _votes(topic, relevant_from)
    labels = {pair: 2 * sum(of_pair) >= len(of_pair) for pair, of_pair in votes.items()}
    for pair, grade, at in _decisions(topic):
        labels[pair] = grade >= relevant_from
        first.setdefault(pair, at)
    judged = sorted(labels, key=lambda pair: (first[pair], pair))
    waiting = sorted(ordinals[pair] for pair in ordinals.keys() - labels.keys())
    return Judged(
        np.array([ordinals[pair] for pair in judged], np.int64),
        np.array([labels[pair] for pair in judged], np.bool_),
        np.array(waiting, np.int64),
    )


def _votes(
    topic: ActiveTopic, relevant_from: int
) -> tuple[dict[int, list[bool]], dict[int, datetime]]:
    standing = Judgment.objects.standing().filter(
        campaign_pair__campaign=topic.campaign_id,
        campaign_pair__pair__topic=topic.topic_id,
        occasion=0,
        grade__isnull=False,
    )
    votes, first = defaultdict[int, list[bool]](list), dict[int, datetime]()
    rows = standing.order_by("created_at", "pk")
    for pair, grade, at in rows.values_list("campaign_pair", "grade__value", "created_at"):
        votes[pair].append(grade >= relevant_from)
        first.setdefault(pair, at)
    return votes, first


def _decisions(topic: ActiveTopic) -> Any:
    decided = Adjudication.objects.live().filter(
        campaign_pair__campaign=topic.campaign_id,
        campaign_pair__pair__topic=topic.topic_id,
        grade__isnull=False,
    )
    return decided.values_list("campaign_pair", F("grade__value"), "created_at")
